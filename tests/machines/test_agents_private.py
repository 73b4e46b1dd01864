"""Whatever two agents of one user do, no verb shows the one what is the other's own."""

import dataclasses
import inspect
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memstrata
from memstrata.core import errors
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory
from memstrata.session import Session
from memstrata.testing import FixedClock, HashEmbedder

SLOT = "deploy.port"
QUESTION = "the secret word of the day, port 7000"
AGENTS = ("a", "b")
ACTS = ("fact", "slot", "turn", "skill", "state", "publish", "forget", "close", "erase")
STEPS = st.lists(st.tuples(st.sampled_from(AGENTS), st.sampled_from(ACTS)), min_size=1, max_size=14)

# Every verb is a read here, or is named below as one that only changes what the scope may change.
CHANGES = {
    "remember", "used", "consolidate", "undo", "forget", "unforget", "update", "pin", "confirm", "release",
    "publish", "erase", "import_", "used_skill", "ingest", "rollback",
}  # fmt: skip
READS = {
    "recall": lambda me, _: me.recall(QUESTION, limit=50),
    "explain": lambda me, ids: [_refused(me.explain, QUESTION, each) for each in ids],
    "context": lambda me, _: [me.context(QUESTION), me.context(QUESTION, session="talk-a"), me.context(QUESTION, session="talk-b")],
    "experiences": lambda me, _: me.experiences(QUESTION),
    "knows": lambda me, _: me.knows(QUESTION),
    "skills": lambda me, _: [me.skills(), me.skills("go and pack")],
    "graph": lambda me, _: me.graph(),
    "lookup": lambda me, _: me.lookup(SLOT),
    "history": lambda me, _: me.history(SLOT),
    "profile": lambda me, _: me.profile(),
    "get": lambda me, ids: [me.get(each) for each in ids],
    "list": lambda me, _: [me.list(kinds=kinds, status=None) for kinds in (None, ["turn"])],
    "quarantined": lambda me, _: me.quarantined(),
    "preview": lambda me, _: me.preview({"$kind": {"exists": True}}),
    "audit": lambda me, _: me.audit(),
    "owner": lambda me, _: me.owner,
    "session": lambda me, _: [_talk(me.session(f"talk-{agent}")) for agent in AGENTS],
}


def _refused(ask, *given):
    try:
        return ask(*given)
    except errors.NotFoundError:
        return None


def _talk(session: Session) -> list[object]:
    return [session.turns(), session.window(), session.summary, session.state.all()]


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): _plain(held) for key, held in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, memstrata.Page)):
        return [_plain(held) for held in value]
    return str(value)


def _do(memory: Memory, agent: str, act: str, number: int) -> tuple[list[str], set[str]]:
    """The words that are private to `agent` after the act, and the ids of its own records."""
    me, other = memory.scope(user="anna", agent=agent), f"{agent}{number}"
    word = f"w{other}x"
    mine = [record.id for record in me.list(status=None) if record.agent == agent]
    if act == "fact":
        return [word], {me.remember(f"the secret word of the day is {word}", kind="fact").records[0].id}
    if act == "slot":
        return [word], {me.remember(f"port 7000 for {word}", slot=SLOT).records[0].id}
    if act == "turn":
        me.session(f"talk-{agent}").add("user", f"my secret word is {word}, I live in {word}ville")
        return [word], {hit.id for hit in me.recall(word, limit=50, kinds=["turn"]) if hit.record.agent == agent}
    if act == "skill":
        taught = me.remember(f"When I say go {word}: pack {word}, leave {word}").records
        return [word], {record.id for record in taught}
    if act == "state":
        me.session(f"talk-{agent}").state["secret"] = word
        return [word], set()
    if act == "publish":
        me.publish(me.remember(f"shared finding number {number} by {agent}", kind="fact").records[0].id, "conclusion")
    elif act == "close":
        me.session(f"talk-{agent}").close()
    elif mine and act == "forget":
        me.forget(mine[-1:])
    elif mine and act == "erase":
        me.erase(ids=mine[-1:])
    return [], set()


def test_every_verb_is_named_here_as_a_read_or_as_a_change():
    verbs = {name for name, _ in inspect.getmembers(ScopedMemory) if not name.startswith("_")}

    assert verbs == CHANGES | READS.keys()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_no_verb_shows_an_agent_what_is_anothers_own(steps):
    words: dict[str, list[str]] = {agent: [] for agent in AGENTS}
    ids: dict[str, set[str]] = {agent: set() for agent in AGENTS}
    with (
        TemporaryDirectory() as folder,
        memstrata.open(":memory:", clock=FixedClock("2026-03-02T09:00:00Z"), embedder=HashEmbedder(), worker=False) as memory,
    ):
        for number, (agent, act) in enumerate(steps):
            told, own = _do(memory, agent, act, number)
            words[agent] += told
            ids[agent] |= own
        memory.flush()

        for agent, other in (("a", "b"), ("b", "a"), (None, "a"), (None, "b")):
            me = memory.scope(user="anna", agent=agent)
            shown = {name: json.dumps(_plain(read(me, sorted(ids[other])))) for name, read in READS.items() if agent or name != "audit"}
            if agent is not None:
                memory.export(Path(folder) / f"{agent}.jsonl", me.owner)
                shown["export"] = (Path(folder) / f"{agent}.jsonl").read_text("utf-8")
            leaks = [(name, word) for name, text in shown.items() for word in words[other] if word in text]
            assert leaks == []
            named = [(name, each) for name, text in shown.items() if name != "export" for each in ids[other] if f'"id": "{each}"' in text]
            assert named == []
