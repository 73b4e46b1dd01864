"""An agent with a memory on OpenAI, or on any server of its protocol: DeepSeek, Qwen, vLLM, llama.cpp.

pip install 'memstrata[openai]'
OPENAI_API_KEY=… MODEL=gpt-5-mini python examples/openai_agent.py    # OPENAI_BASE_URL names another server
"""

import os
import sys

import openai

import memstrata

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "deploy_status",
            "description": "How the last deployment of a service went.",
            "parameters": {"type": "object", "properties": {"service": {"type": "string"}}, "required": ["service"]},
        },
    }
]


def deploy_status(service: str) -> str:
    """What your own system knows."""
    return f"{service}: deployed, all checks passed"


def build(memory: memstrata.Memory, model: str) -> memstrata.Agent:
    """The agent. The SDK reads the key and the server from the environment."""
    client = openai.OpenAI()

    def respond(messages):
        return client.chat.completions.create(model=model, messages=messages, tools=TOOLS).choices[0].message

    return memstrata.Agent(memory, respond, system="You help with deployments.", tools=[deploy_status])


if __name__ == "__main__":
    with memstrata.open() as memory:
        agent = build(memory, os.environ.get("MODEL", "gpt-5-mini"))
        for line in sys.stdin:
            print(agent.chat("me", "terminal", line.strip()))
        agent.end("me", "terminal")
