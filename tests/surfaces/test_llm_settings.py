"""Models as the user meets them: by settings, through `open`, in the health and in doctor."""

import json
import subprocess
import sys
from typing import Any

import pytest
from typer.testing import CliRunner

import memstrata
from memstrata.cli import app, exits
from memstrata.core import errors
from memstrata.core.llm import LLMHealth
from memstrata.testing import ScriptedLLM
from tests.unit.models import loopback
from tests.unit.models.loopback import Answer

SECRET = "sk-test-0123456789abcdef"
ASKED = [{"role": "user", "content": "Where do I live?"}]
WATCH = """
import sys
seen = []
sys.addaudithook(lambda event, args: seen.append(event) if event in ("socket.connect", "socket.getaddrinfo") else None)
"""
OPEN = """
import json, memstrata
for name in ("openai", "anthropic", "ollama"):
    with memstrata.open(":memory:", llm=name, llm_model_cheap="m", embedder="none") as memory:
        memory.scope(user="anna").recall("where does she live?")
        memory.flush(), memory.health()
print(json.dumps([seen, sorted({"openai", "anthropic", "ollama", "httpx", "httpx2"} & set(sys.modules))]))
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for variable in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    for each in loopback.PROTOCOLS:
        monkeypatch.setenv(each.key, SECRET)


@pytest.fixture(params=loopback.PROTOCOLS, ids=lambda protocol: protocol.name)
def protocol(request):
    return request.param


@pytest.fixture
def server():
    with loopback.serving() as server:
        yield server


@pytest.fixture
def run(tmp_path):
    """A function that runs doctor; gives typer's result."""
    settings = {"MEMSTRATA_PATH": str(tmp_path / "memory"), "MEMSTRATA_EMBEDDER": "none", "MEMSTRATA_USER": None}

    def invoke(*arguments: str, **environment: str):
        return CliRunner().invoke(app.APP, ["doctor", *arguments], env={**settings, **environment})

    return invoke


def opened(protocol: loopback.Protocol, server: loopback.Loopback, **settings: Any) -> memstrata.Memory:
    given: dict[str, Any] = {
        "llm_url": server.url + protocol.below,
        "llm_model_cheap": "small",
        "embedder": "none",
        "llm_timeout_seconds": 5,
        **settings,
    }
    return memstrata.open(":memory:", llm=protocol.name, **given)


def guarded(memory: memstrata.Memory) -> LLMHealth:
    """What the guard knows."""
    health = memory.health()["llm"]
    assert isinstance(health, LLMHealth)
    return health


def test_opening_imports_no_sdk_and_connects_to_nothing():
    done = subprocess.run([sys.executable, "-c", WATCH + OPEN], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[], []]


def test_a_missing_extra_is_said_at_opening_with_what_to_install():
    code = "import sys; sys.modules['ollama'] = None; import memstrata; memstrata.open(':memory:', llm='ollama', llm_model_cheap='m')"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 1
    assert "ConfigError: llm='ollama' needs its extra: pip install 'memstrata[ollama]'" in done.stderr


def test_a_model_chosen_by_settings_answers_and_is_counted(protocol, server):
    server.answers = [Answer(body=protocol.good("Hangzhou"))]

    with opened(protocol, server) as memory:
        assert memory.llm is not None
        before = guarded(memory)
        reply = memory.llm.complete(ASKED)
        health = guarded(memory)

    assert reply.text == "Hangzhou"
    assert health.state == "closed"
    assert health.tokens_last_hour - before.tokens_last_hour == 18


def test_a_port_that_is_handed_in_is_used_as_it_is():
    llm = ScriptedLLM(["Hangzhou"])

    with memstrata.open(":memory:", llm=llm, embedder="none") as memory:
        assert memory.llm is llm
        assert memory.health()["llm"] is None


def test_without_a_setting_there_is_no_model():
    with memstrata.open(":memory:", embedder="none") as memory:
        assert memory.llm is None


def test_a_model_that_fails_shows_in_the_health(protocol, server):
    server.answers = [Answer(status=503)]

    with opened(protocol, server, llm_retries=0) as memory:
        assert memory.llm is not None
        for _ in range(5):
            with pytest.raises(errors.LLMError):
                memory.llm.complete(ASKED)
        health, guard = memory.health(), guarded(memory)

    assert health["status"] == "degraded"
    assert guard.state == "open"
    assert health["faults"] == {"llm": 5}


def test_a_closed_memory_asks_nobody(protocol, server):
    server.answers = [Answer(body=protocol.good("Hangzhou"))]
    memory = opened(protocol, server)
    llm = memory.llm
    memory.close()

    assert llm is not None
    with pytest.raises(errors.LLMError):
        llm.complete(ASKED)
    assert server.requests == []


@pytest.mark.parametrize(
    "wrong",
    [{"llm": "gpt"}, {"llm": "openai"}, {"llm_url": "ftp://host"}, {"llm_url": f"https://anna:{SECRET}@host/v1"}, {"llm_retries": -1},
     {"llm_url": f"https://host/v1?key={SECRET}"}, {"llm_url": "host:80"}, {"llm_timeout_seconds": 0.0}, {"llm_tokens_per_day": -1}],
)  # fmt: skip
def test_wrong_settings_are_refused_without_repeating_a_key(wrong):
    with pytest.raises(errors.ConfigError) as raised:
        memstrata.Settings().with_values(wrong)

    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("url", ["http://127.0.0.1:11434", "https://api.example.com/v1", "http://[::1]:8000/v1/", "http://model-server:80"])
def test_plain_addresses_are_taken(url):
    assert memstrata.Settings(llm_url=url).llm_url == url


def test_doctor_says_that_no_model_is_needed(run):
    done = run("--json")

    assert done.exit_code == exits.OK
    assert json.loads(done.stdout)["llm"] == {"chosen": "none", "state": "off: rules only, no model is needed"}


def test_doctor_tells_what_is_set_without_asking_or_showing_a_key(run, protocol, server):
    done = run("--json", MEMSTRATA_LLM=protocol.name, MEMSTRATA_LLM_MODEL_CHEAP="small", MEMSTRATA_LLM_URL=server.url + protocol.below)

    found = json.loads(done.stdout)["llm"]
    assert done.exit_code == exits.OK
    assert (found["chosen"], found["cheap"], found["key"]) == (protocol.name, "small", f"{protocol.key} is set")
    assert found["state"].startswith("not asked")
    assert server.requests == []
    assert SECRET not in done.stdout


def test_doctor_asks_each_model_when_it_is_told_to(run, protocol, server):
    server.answers = [Answer(body=protocol.good("ok"))]

    done = run(
        "--json", "--probe", MEMSTRATA_LLM=protocol.name, MEMSTRATA_LLM_MODEL_CHEAP="small", MEMSTRATA_LLM_MODEL_STRONG="large",
        MEMSTRATA_LLM_URL=server.url + protocol.below,
    )  # fmt: skip

    assert json.loads(done.stdout)["llm"]["state"].count("small-2026 answers in") == 2
    assert [request.body["model"] for request in server.requests] == ["small", "large"]


def test_doctor_without_a_key_or_a_network_says_so_and_does_not_fail(run, monkeypatch):
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    chosen = {"MEMSTRATA_LLM": "openai", "MEMSTRATA_LLM_MODEL_CHEAP": "small"}

    keyless = run("--json", "--probe", **chosen)
    alone = run("--json", "--probe", MEMSTRATA_LLM_URL=f"http://127.0.0.1:{loopback.free_port()}/v1", **chosen)

    for done, word in ((keyless, "set OPENAI_API_KEY"), (alone, "could not be reached")):
        assert done.exit_code == exits.OK
        assert word in json.loads(done.stdout)["llm"]["state"]
    assert json.loads(alone.stdout)["llm"]["key"] == "OPENAI_API_KEY is not set"
