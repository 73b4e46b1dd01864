"""Every verb of the command line in this process: answers, JSON, exit codes, errors."""

import json

import pytest
from typer.testing import CliRunner

from memstrata.cli import app, exits, plain

PEANUTS = "我对花生过敏"
MARKED = "Café ☕ 🎉 مرحبا بالعالم"


@pytest.fixture
def run(tmp_path):
    """A function that runs the command line on a folder of its own as anna, and gives typer's result."""
    settings = {
        "MEMSTRATA_PATH": str(tmp_path / "memory"), "MEMSTRATA_USER": "anna", "MEMSTRATA_EMBEDDER": "none", "MEMSTRATA_DEBUG": None,
    }  # fmt: skip

    def invoke(*arguments: str, stdin: str | None = None, **environment: str | None):
        return CliRunner().invoke(app.APP, list(arguments), input=stdin, env={**settings, **environment})

    return invoke


@pytest.fixture
def answer(run):
    """A function that runs a verb with --json and gives its document."""

    def invoke(*arguments: str, **options):
        done = run(*arguments, "--json", **options)
        assert done.stderr == ""
        return json.loads(done.stdout)

    return invoke


@pytest.fixture
def known(answer):
    """Ids of two versions of a slot, and of a fact without one."""
    ids = [answer("remember", f"port {port}", "--slot", "deploy.port")["records"][0]["id"] for port in (8080, 9090)]
    return [*ids, answer("remember", PEANUTS, "--kind", "fact")["records"][0]["id"]]


def error(done) -> dict[str, object]:
    found: dict[str, object] = json.loads(done.stderr)["error"]
    assert done.exit_code == found["exit"]
    return found


# remember


def test_remembers_and_recalls_in_both_languages(run, answer):
    assert run("remember", PEANUTS).exit_code == exits.OK
    assert run("remember", "My sister plays the cello.").exit_code == exits.OK

    assert "对花生过敏" in answer("recall", "花生过敏")["hits"][0]["record"]["content"]
    assert "cello" in answer("recall", "who plays the cello?")["hits"][0]["record"]["content"]


def test_remember_reads_standard_input(run, answer):
    assert run("remember", "-", stdin=f"{MARKED}\n").exit_code == exits.OK

    assert answer("recall", "-", stdin="café")["hits"][0]["record"]["content"] == MARKED
    assert MARKED in answer("context", "-", stdin="café مرحبا")["text"]


def test_remember_answers_with_the_report(answer):
    report = answer("remember", PEANUTS, "--kind", "fact", "--importance", "critical", "--metadata", '{"a": [1, "好"]}', "--ttl", "9")

    [record] = report["records"]
    assert set(report) == {"status", "records", "turns", "superseded", "trace", "episode"}
    assert (record["content"], record["importance"], record["metadata"], record["ttl_seconds"]) == (PEANUTS, 1.0, {"a": [1, "好"]}, 9.0)
    assert record["created_at"].endswith("Z")


def test_remember_takes_local_time_for_a_time_without_an_offset(answer):
    [turn] = answer("remember", "breakfast was late", "--at", "2025-04-01 09:00", TZ="UTC")["turns"]

    assert turn["created_at"].startswith("2025-0")


def test_remember_with_a_key_writes_once(answer):
    for _ in range(2):
        answer("remember", PEANUTS, "--kind", "fact", "--key", "k-1")

    assert answer("list")["total"] == 1


# reading


def test_recall_tells_the_reason_and_the_source(run, known):
    shown = run("recall", "花生过敏").stdout

    assert PEANUTS in shown
    assert "words" in shown


def test_recall_answers_with_hits(answer, known):
    found = answer("recall", "花生过敏", "--limit", "1", "--kind", "fact", "--since", "2020-01-01", "--min-relevance", "0.1")

    assert set(found) == {"query", "hits", "degraded"}
    assert {"record", "relevance", "score", "why", "lanes", "turns"} <= set(found["hits"][0])
    assert len(found["hits"]) == 1


def test_context_answers_with_messages_and_tokens(answer, known):
    made = answer("context", "花生", "--budget", "500", "--system", "Be kind.")

    assert made["messages"][0]["content"].startswith("Be kind.")
    assert made["messages"][-1] == {"role": "user", "content": "花生"}
    assert 0 < made["tokens"] <= 500


def test_lookup_finds_a_slot_by_its_name_in_both_languages(run, answer, known):
    assert answer("lookup", "deploy.port")["content"] == "port 9090"
    assert answer("lookup", "部署端口")["id"] == known[1]
    assert "9090" in run("lookup", "deploy.port").stdout


def test_history_lists_the_versions_oldest_first(run, answer, known):
    versions = answer("history", "deploy.port")

    assert [(one["id"], one["status"]) for one in versions["records"]] == [(known[0], "superseded"), (known[1], "active")]
    assert "superseded" in run("history", "deploy.port").stdout


def test_list_goes_through_all_pages(run, answer, known):
    first = answer("list", "--limit", "1")
    second = answer("list", "--limit", "1", "--cursor", first["cursor"])

    assert [first["records"][0]["id"], second["records"][0]["id"]] == known[1:]
    assert (first["total"], second["cursor"]) == (2, None)
    assert "--cursor" in run("list", "--limit", "1").stderr


def test_list_narrows_by_kind_status_and_filter(answer, known):
    assert answer("list", "--status", "superseded")["records"][0]["id"] == known[0]
    assert answer("list", "--status", "all")["total"] == 3
    assert answer("list", "--kind", "turn", "--status", "all")["total"] == 3
    assert answer("list", "--filter", '{"$slot": "deploy.port"}')["total"] == 1


def test_profile_shows_what_stands(run, answer, known):
    assert "port 9090" in answer("profile")["text"]
    assert "port 9090" in run("profile").stdout


def test_forget_hides_and_unforget_brings_back(run, answer, known):
    assert [record["status"] for record in answer("forget", *known[1:])["records"]] == ["forgotten", "forgotten"]
    assert run("recall", "花生过敏", "--kind", "fact").exit_code == exits.NOTHING

    assert [record["status"] for record in answer("unforget", *known[1:])["records"]] == ["active", "active"]
    assert run("recall", "花生过敏", "--kind", "fact").exit_code == exits.OK


def test_an_agents_conclusion_is_published_for_the_users_other_agents(run, answer):
    note = answer("remember", "the cache is the bottleneck", "--kind", "fact", "--agent", "planner")["records"][0]["id"]

    shared = answer("publish", note, "conclusion", "--role", "architect", "--agent", "planner")

    assert shared["metadata"] == {"author": "planner", "role": "architect", "status": "conclusion"}
    assert answer("list", "--agent", "coder")["records"][0]["id"] == shared["id"]
    assert run("publish", note, "final", "--agent", "planner").exit_code == exits.USAGE


def test_quick_recall_works_with_words_alone(answer, known):
    assert answer("recall", "花生过敏", "--quick", MEMSTRATA_EMBEDDER="auto")["hits"]


# whose, and where


def test_never_shows_another_users_memories(run, known):
    assert run("recall", "花生过敏", "--user", "ben").exit_code == exits.NOTHING
    assert run("recall", "花生过敏", "--tenant", "acme").exit_code == exits.NOTHING
    assert run("forget", known[0], "--user", "ben").exit_code == exits.NOTHING


def test_agent_and_scene_narrow_the_memory(run, answer):
    answer("remember", "the build is red", "--agent", "ci", "--scene", "work")

    assert run("recall", "build red", "--agent", "ci").exit_code == exits.OK
    assert run("recall", "build red").exit_code == exits.NOTHING


@pytest.mark.parametrize("verb", ["recall", "remember", "context", "lookup", "history", "forget"])
def test_asks_whose_memory_when_nobody_said(run, verb):
    done = run(verb, "x", MEMSTRATA_USER=None)

    assert done.exit_code == exits.USAGE
    assert done.stderr == "memstrata: whose memory? pass --user NAME, or set MEMSTRATA_USER\n"


@pytest.mark.parametrize("arguments", [["recall", "x"], ["list"], ["profile"], ["lookup", "x"], ["stats"], ["verify"]])
def test_reading_makes_no_folder(run, tmp_path, arguments):
    done = run(*arguments)

    assert done.exit_code == exits.NOTHING
    assert "no memory in" in done.stderr
    assert list(tmp_path.iterdir()) == []


# errors


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["lookup", "no.such.slot"], exits.NOTHING, "nothing is known"),
        (["history", "no.such.slot"], exits.NOTHING, "nothing is known"),
        (["forget", "0" * 32], exits.NOTHING, "no memory"),
        (["list", "--status", "forgotten"], exits.NOTHING, "nothing found"),
        (["list", "--status", "lost"], exits.USAGE, "no status 'lost'"),
        (["list", "--filter", "{"], exits.USAGE, "--filter is no JSON"),
        (["list", "--filter", "[]"], exits.USAGE, "--filter is a JSON object"),
        (["list", "--limit", "many"], exits.USAGE, "--limit"),
        (["recall", "x", "--since", "yesterday"], exits.USAGE, "not ISO 8601"),
        (["recall", " "], exits.USAGE, "no text"),
        (["recall", "x", "--min-relevance", "7"], exits.USAGE, "min_relevance"),
        (["context", "x", "--budget", "1"], exits.USAGE, "budget"),
        (["remember", "-"], exits.USAGE, "no text"),
        (["remember", "x", "--importance", "huge"], exits.USAGE, "importance"),
        (["remember", "x", "--metadata", "3"], exits.USAGE, "--metadata is a JSON object"),
        (["remember", "x", "--source", "rumour"], exits.USAGE, "source"),
        (["remember", "x" * 1_000_001], exits.USAGE, "1"),
        (["recal", "x"], exits.USAGE, "recall"),
        (["recall"], exits.USAGE, "query"),
        (["recall", "x", "--nope"], exits.USAGE, "--nope"),
    ],
)
def test_ends_with_one_line_and_the_right_code(run, known, arguments, code, words):
    done = run(*arguments)

    assert done.exit_code == code
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_errors_are_json_where_answers_are(run, known):
    assert error(run("recall", "x", "--since", "soon", "--json"))["type"] == "TimeError"
    assert error(run("forget", "0" * 32, "--json"))["type"] == "NotFoundError"
    assert error(run("recall", "--json"))["type"] == "UsageError"
    assert error(run("stats", "--json", MEMSTRATA_WINDOW="3"))["type"] == "ConfigError"


def test_says_what_is_wrong_with_a_folder_that_is_no_memory(run, tmp_path):
    (tmp_path / "memory").write_text("a file in its place")

    assert error(run("list", "--json"))["exit"] == exits.STORE


def test_shows_the_traceback_when_debugging(run):
    assert run("recall", "x", MEMSTRATA_USER=None, MEMSTRATA_DEBUG="1").exception.__class__.__name__ == "ScopeError"


def test_an_empty_answer_is_still_a_document(run, known):
    done = run("recall", "x", "--kind", "skill", "--json")

    assert json.loads(done.stdout)["hits"] == []
    assert (done.exit_code, done.stderr) == (exits.NOTHING, "")
    assert run("lookup", "no.such", "--json").stdout == "null\n"


def test_a_memory_cannot_steer_the_terminal(run):
    run("remember", "red \x1b[31malert\x07 \u202edrawer", "--kind", "fact")

    for shown in (run("recall", "alert").stdout, run("list").stdout, run("context", "red alert").stdout):
        assert not {"\x1b", "\x07", "\u202e"} & set(shown)


# help


@pytest.mark.parametrize("verb", [name for name, _ in app.VERBS])
def test_every_verb_explains_itself(run, verb):
    shown = run(verb, "--help")

    assert shown.exit_code == exits.OK
    assert "--json" in shown.stdout
    assert "--path" in shown.stdout


def test_help_lists_the_exit_codes(run):
    shown = run("--help").stdout

    assert all(f"{code} " in shown and meaning in shown for code, meaning in exits.TABLE)
    assert run().exit_code == exits.USAGE
    assert run("--version").stdout.startswith("memstrata ")


def test_json_holds_no_numbers_that_json_has_not():
    assert plain.plain({"a": float("nan"), "b": float("inf"), "c": (1, True, None), 3: {"x"}}) == {
        "a": None, "b": None, "c": [1, True, None], "3": ["x"],
    }  # fmt: skip
