"""The examples talk to the real SDKs: a tool is called, its result goes back, and the next session remembers."""

import importlib.util
from collections.abc import Iterator
from types import ModuleType

import pytest

import memstrata
from tests.house import tree
from tests.unit.models import loopback
from tests.unit.models.loopback import Answer, Loopback

CALLS = {
    "openai": loopback.OPENAI.good(
        None,
        "tool_calls",
        tool_calls=[{"id": "c1", "type": "function", "function": {"name": "deploy_status", "arguments": '{"service": "shop"}'}}],
    ),
    "anthropic": {
        **loopback.ANTHROPIC.good("", "tool_use"),
        "content": [{"type": "tool_use", "id": "t1", "name": "deploy_status", "input": {"service": "shop"}}],
    },
    "ollama": {
        **loopback.OLLAMA.good(""),
        "message": {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"function": {"name": "deploy_status", "arguments": {"service": "shop"}}}],
        },
    },
}
HOSTS = {"openai": ("OPENAI_BASE_URL", "/v1"), "anthropic": ("ANTHROPIC_BASE_URL", ""), "ollama": ("OLLAMA_HOST", "")}


@pytest.fixture
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    name = request.node.callspec.params["protocol"].name
    with loopback.serving() as found:
        variable, below = HOSTS[name]
        monkeypatch.setenv(variable, found.url + below)
        monkeypatch.setenv(loopback.OPENAI.key, "none")
        monkeypatch.setenv(loopback.ANTHROPIC.key, "none")
        yield found


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", tree.ROOT / "examples" / f"{name}_agent.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("protocol", loopback.PROTOCOLS, ids=lambda protocol: protocol.name)
def test_the_example_calls_its_tool_and_remembers_in_the_next_session(protocol, server):
    layout = "anthropic" if protocol.name == "anthropic" else "openai"
    server.answers = [
        Answer(body=CALLS[protocol.name]),
        Answer(body=protocol.good("It went well.")),
        Answer(body=protocol.good("The shop.")),
    ]
    with memstrata.open(":memory:", embedder="none", layout=layout) as memory:
        agent = example(protocol.name).build(memory, "small")

        first = agent.chat("me", "monday", "I look after the service called shop. How did it go?")
        agent.end("me", "monday")
        second = agent.chat("me", "tuesday", "Which service do I look after?")

    assert (first, second) == ("It went well.", "The shop.")
    results = str(server.requests[1].body["messages"][-1])
    assert "shop: deployed, all checks passed" in results
    assert "service called shop" in str(server.requests[2].body["messages"])
