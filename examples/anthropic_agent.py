"""An agent with a memory on Anthropic.

pip install 'memstrata[anthropic]'
ANTHROPIC_API_KEY=… MODEL=claude-sonnet-4-5 python examples/anthropic_agent.py
"""

import os
import sys

import anthropic

import memstrata

TOOLS = [
    {
        "name": "deploy_status",
        "description": "How the last deployment of a service went.",
        "input_schema": {"type": "object", "properties": {"service": {"type": "string"}}, "required": ["service"]},
    }
]


def deploy_status(service: str) -> str:
    """What your own system knows."""
    return f"{service}: deployed, all checks passed"


def build(memory: memstrata.Memory, model: str) -> memstrata.Agent:
    """The agent; the memory is to be opened with `layout="anthropic"`, so that the system text comes apart."""
    client = anthropic.Anthropic()

    def respond(messages, system):
        reply = client.messages.create(model=model, max_tokens=1024, system=system, messages=messages, tools=TOOLS)
        return {"role": "assistant", "content": reply.to_dict()["content"]}

    return memstrata.Agent(memory, respond, system="You help with deployments.", tools=[deploy_status])


if __name__ == "__main__":
    with memstrata.open(layout="anthropic") as memory:
        agent = build(memory, os.environ.get("MODEL", "claude-sonnet-4-5"))
        for line in sys.stdin:
            print(agent.chat("me", "terminal", line.strip()))
        agent.end("me", "terminal")
