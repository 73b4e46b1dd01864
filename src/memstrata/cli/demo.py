"""`demo`: two conversations in two languages, then a new process that is asked about them. A real check: it fails when one is lost."""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, cast

import typer

import memstrata
from memstrata.cli import exits, place, plain, show
from memstrata.cli.place import Place
from memstrata.core import errors

if TYPE_CHECKING:
    from memstrata.scoped import ScopedMemory

_SECONDS = 60.0
_BUDGET = 1200
_WHO = "demo"
_SLOT = "deploy.port"

TOLD = {
    "周一的对话": (
        ("user", "你好，我叫林小雨，住在杭州。"),
        ("assistant", "你好，小雨！"),
        ("user", "我对花生过敏，请记住。"),
        ("user", "我们的部署端口是 8080。"),
        ("user", "更正一下，部署端口改成 9090 了。"),
    ),
    "tuesday": (
        ("user", "My favourite tea is oolong."),
        ("assistant", "Noted!"),
        ("user", "I have a dog called Mochi."),
        ("user", "Please keep your answers short."),
    ),
}


@dataclass(frozen=True, slots=True)
class Check:
    """A question, and what the memory that answers it must hold."""

    question: str
    holds: str


CHECKS = (
    Check("Which port do we deploy to?", "9090"),
    Check("Where do I live?", "杭州"),
    Check("What is my name?", "林小雨"),
    Check("我对什么过敏？", "花生"),
    Check("我最喜欢喝什么茶？", "oolong"),
    Check("我的狗叫什么名字？", "Mochi"),
)
_PROMPTED = CHECKS[0].question
_USED = 3  # the answer must be among so many


class Answer(TypedDict):
    """What was recalled for one question."""

    question: str
    expected: str
    recalled: bool
    memory: str
    slot: str | None
    why: str
    session: str | None
    relevance: float


class Version(TypedDict):
    """One version of the corrected fact."""

    value: str | None
    status: str


class Outcome(TypedDict):
    """All that the second process found."""

    answers: list[Answer]
    history: list[Version]
    profile: str
    context: str
    tokens: int
    budget: int
    embedder: str
    ok: bool


@place.verb
def demo(where: Place, *, answer: Annotated[bool, typer.Option("--answer", hidden=True)] = False) -> int:
    """See it work, in two languages.

    Two conversations, then a new process that is asked about them. Without --path the folder is thrown away.
    """
    if answer:
        plain.write(_asked(where))
        return exits.OK
    if where.path:
        return _run(where.path, where.as_json)
    with tempfile.TemporaryDirectory(prefix="memstrata-demo-") as folder:
        return _run(folder, where.as_json)


def _run(folder: str, as_json: bool) -> int:
    if folder == ":memory:" or "://" in folder:
        raise errors.InputError("the demo needs a folder: its second half is a process of its own")
    facts = _tell(folder)
    outcome = _new_process(folder)
    if as_json:
        plain.write({"told": [words for turns in TOLD.values() for role, words in turns if role == "user"], "facts": facts, **outcome})
    else:
        _show(facts, outcome)
    return exits.OK if outcome["ok"] else exits.NOTHING


def _tell(folder: str) -> int:
    """Hold the conversations; how many facts are known after them."""
    with Place(path=folder).open(make=True) as memory:
        mine = memory.scope(user=_WHO)
        for name, turns in TOLD.items():
            with mine.session(name) as session:
                for role, words in turns:
                    session.add(role, words)
        memory.flush()
        return mine.list(limit=0).total


def _new_process(folder: str) -> Outcome:
    """What a fresh interpreter recalls from the folder. Raises BackendError when it fails."""
    command = [sys.executable, "-m", "memstrata", "demo", "--answer", "--path", str(Path(folder).absolute())]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=_SECONDS, check=False)
    if done.returncode != exits.OK:
        raise errors.BackendError(f"the second process failed: {done.stderr.strip() or done.returncode}")
    return cast(Outcome, json.loads(done.stdout))


def _asked(where: Place) -> Outcome:
    with where.open() as memory:
        mine = memory.scope(user=_WHO)
        answers = [_answer(mine, check) for check in CHECKS]
        versions: list[Version] = [{"value": one.value, "status": str(one.status)} for one in mine.history(_SLOT)]
        context = mine.context(_PROMPTED, budget=_BUDGET)
        changed = bool(versions) and versions[-1]["status"] == "active" and any(one["status"] == "superseded" for one in versions)
        return {
            "answers": answers,
            "history": versions,
            "profile": mine.profile().text,
            "context": context.text,
            "tokens": context.tokens,
            "budget": _BUDGET,
            "embedder": str(memory.health().get("embedder") or memory.settings.embedder),
            "ok": changed and all(answer["recalled"] for answer in answers),
        }


def _answer(mine: "ScopedMemory", check: Check) -> Answer:
    hits = mine.recall(check.question, limit=_USED)
    found = next((hit for hit in hits if check.holds in hit.record.content), None)
    used = found or (hits[0] if hits else None)
    sources = used.record.sources if used else ()
    return {
        "question": check.question,
        "expected": check.holds,
        "recalled": found is not None,
        "memory": used.record.content if used else "",
        "slot": used.record.slot if used else None,
        "why": used.why if used else "",
        "session": sources[0].session if sources else None,
        "relevance": round(used.relevance, 2) if used else 0.0,
    }


def _show(facts: int, outcome: Outcome) -> None:
    show.line(("memstrata ", "bold"), (f"{memstrata.__version__}\n", "dim"))
    show.line(("1  Two conversations, two languages", "bold cyan"))
    for name, turns in TOLD.items():
        show.line(("   " + name, "dim"))
        for role, words in turns:
            show.line(("     you › " if role == "user" else "      ai › ", "dim"), words)
    show.line((f"   {facts} facts kept; no model, no network\n", "dim"))
    show.line(("2  A new process opens the folder", "bold cyan"))
    for answer in outcome["answers"]:
        mark = ("   ✓ ", "bold green") if answer["recalled"] else ("   ✗ ", "bold red")
        show.line(mark, (answer["question"], "bold"))
        show.line("       ", answer["memory"] or f"nothing; expected {answer['expected']}")
        show.line((f"       {answer['why']} · relevance {answer['relevance']:.2f} · said in {answer['session'] or '-'}", "dim"))
    show.line(("\n3  What changed", "bold cyan"))
    versions = " → ".join(f"{one['value']}" + ("" if one["status"] == "active" else f" ({one['status']})") for one in outcome["history"])
    show.line(f"   {_SLOT}  {versions or 'no history'}")
    show.line(("\n4  The profile that every session starts with", "bold cyan"))
    for entry in outcome["profile"].splitlines():
        show.line("   ", entry)
    show.line((f"\n5  The background of a prompt: {outcome['tokens']} of {outcome['budget']} tokens", "bold cyan"))
    for entry in outcome["context"].splitlines():
        show.line(("   │ ", "dim"), entry)
    _close(outcome)


def _close(outcome: Outcome) -> None:
    lost = sum(not answer["recalled"] for answer in outcome["answers"])
    if outcome["ok"]:
        show.line(("\n✓ all remembered. ", "bold green"), "Your turn: ", ('memstrata remember "…" --user you', "bold"))
    else:
        show.line(
            ("\n✗ ", "bold red"),
            f"{lost} not recalled" if lost else "the correction was lost",
            f" (embedder: {outcome['embedder']}; see memstrata doctor)",
        )
