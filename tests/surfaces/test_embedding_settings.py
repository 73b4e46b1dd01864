"""Embedders on a server as the user meets them: by settings, through `open`, when the server fails."""

import json
import subprocess
import sys
from typing import Any

import pytest

import memstrata
from memstrata.models import use
from tests.surfaces import embedding_servers
from tests.surfaces.embedding_servers import EmbeddingServer
from tests.unit.models.loopback import Answer

SECRET = "sk-test-0123456789abcdef"
OPEN = """
import json, sys
seen = []
sys.addaudithook(lambda event, args: seen.append(event) if event in ("socket.connect", "socket.getaddrinfo") else None)
import memstrata
for name in ("openai", "ollama"):
    with memstrata.open(":memory:", embedder=name, embedder_model="m", worker=False) as memory:
        memory.scope(user="anna").remember("I live in Hangzhou.")
        assert memory.scope(user="anna").lookup("user.city") is not None
print(json.dumps([seen, sorted({"openai", "ollama", "httpx", "httpx2"} & set(sys.modules))]))
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    for each in embedding_servers.PROTOCOLS:
        monkeypatch.setenv(each.key, SECRET)


@pytest.fixture(params=embedding_servers.PROTOCOLS, ids=lambda protocol: protocol.name)
def protocol(request):
    return request.param


@pytest.fixture
def server(protocol):
    server = EmbeddingServer(protocol, use.UseEmbedder())
    yield server
    server.stop()


def opened(protocol: embedding_servers.Protocol, server: EmbeddingServer) -> memstrata.Memory:
    given: dict[str, Any] = {"embedder_url": server.url + protocol.below, "embedder_model": "tiny", "worker": False}
    return memstrata.open(":memory:", embedder=protocol.name, **given)


def test_opening_and_writing_import_no_sdk_and_connect_to_nothing():
    done = subprocess.run([sys.executable, "-c", OPEN], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[], []]


def test_a_missing_extra_is_said_at_opening_with_what_to_install():
    code = "import sys; sys.modules['openai'] = None; import memstrata; memstrata.open(':memory:', embedder='openai', embedder_model='m')"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 1
    assert "ConfigError: embedder='openai' needs its extra: pip install 'memstrata[openai]'" in done.stderr


def test_memories_are_found_by_meaning_with_the_servers_vectors(protocol, server):
    with opened(protocol, server) as memory:
        me = memory.scope(user="anna")
        me.remember("I am allergic to peanuts. 我每天早上跑步。")
        assert memory.flush() == 0
        hits = me.recall("Which nuts must she not eat?")

    assert any("peanuts" in hit.record.content for hit in hits)
    assert hits.degraded == ()


def test_a_server_that_fails_leaves_words_and_the_queue(protocol, server):
    with opened(protocol, server) as memory:
        me = memory.scope(user="anna")
        me.remember("I am allergic to peanuts.")
        memory.flush()
        server.answers = [Answer(status=401)] * 9
        hits = me.recall("peanuts")
        me.remember("I live in Hangzhou.")
        left = memory.flush()

    assert any("peanuts" in hit.record.content for hit in hits)
    assert "dense" in hits.degraded
    assert left > 0


@pytest.mark.parametrize(
    "wrong",
    [{"embedder": "openai"}, {"embedder": "ollama", "embedder_model": " "}, {"embedder": "cohere"}, {"embedder_url": "ftp://host"},
     {"embedder_url": f"https://anna:{SECRET}@host/v1"}, {"embedder_url": f"https://host/v1?key={SECRET}"}],
)  # fmt: skip
def test_wrong_settings_are_refused_without_repeating_a_key(wrong):
    with pytest.raises(memstrata.MemstrataError) as raised:
        memstrata.Settings().with_values(wrong)

    assert SECRET not in str(raised.value)
