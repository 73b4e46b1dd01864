"""An agent with a memory on Ollama: nothing leaves the machine.

pip install 'memstrata[ollama]'
MODEL=qwen3:4b python examples/ollama_agent.py    # OLLAMA_HOST names another machine
"""

import os
import sys

import ollama

import memstrata


def deploy_status(service: str) -> str:
    """How the last deployment of a service went.

    Args:
        service: the service's name
    """
    return f"{service}: deployed, all checks passed"


def build(memory: memstrata.Memory, model: str) -> memstrata.Agent:
    """The agent; the SDK describes `deploy_status` to the model by its docstring."""
    client = ollama.Client()

    def respond(messages):
        return client.chat(model=model, messages=messages, tools=[deploy_status]).message

    return memstrata.Agent(memory, respond, system="You help with deployments.", tools=[deploy_status])


if __name__ == "__main__":
    with memstrata.open() as memory:
        agent = build(memory, os.environ.get("MODEL", "qwen3:4b"))
        for line in sys.stdin:
            print(agent.chat("me", "terminal", line.strip()))
        agent.end("me", "terminal")
