"""One life of a process: it draws verbs from a seed, does them, and tells each one before it begins and after it was acknowledged."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memstrata.core.records import MemoryRecord
from memstrata.core.results import Receipt
from memstrata.core.turns import SessionStatus
from memstrata.memory import Memory
from memstrata.scoped import ScopedMemory
from tests.campaigns import model
from tests.campaigns.model import Act, Fact, Person, Place, Result, State

SLOTS = ("deploy.port", "project.codename", "router.place")
KINDS = ("fact", "event", "status")
_LETTERS, _HAN = "bcdfghjklmnpqrstvwxz", [chr(code) for code in range(0x8C00, 0x9000)]
# How often each verb is drawn. Erasing everything is rare enough for a user to gather something first.
_WEIGHTS = {
    "add": 24, "remember": 22, "again": 6, "update": 8, "forget": 5, "unforget": 4, "pin": 4, "state": 4, "close": 4, "flush": 2,
    "erase_ids": 6, "erase_session": 2, "erase_kind": 1, "erase_everything": 1,
}  # fmt: skip
_ALONE = ("add", "remember", "state", "close", "flush", "erase_session", "erase_kind", "erase_everything")  # need no fact

Tell = Callable[[tuple[str, Act, Result, Receipt | None]], None]  # ("begin" | "done", act, …)


def words(chance: random.Random) -> str:
    """A sentence that no other looks like, of invented words of both scripts; no rule finds anything in it."""
    latin = ["".join(chance.choices(_LETTERS, k=chance.randint(4, 8))) for _ in range(chance.randint(2, 4))]
    return " ".join([*latin, "".join(chance.choices(_HAN, k=6))])


@dataclass(slots=True)
class Life:
    """What one process does with the users that are its own. `state` follows what was acknowledged."""

    memory: Memory
    users: Sequence[str]
    chance: random.Random
    state: State = field(default_factory=dict)

    def live(self, tell: Tell, acts: int) -> None:
        """Do `acts` verbs, one after the other."""
        for _ in range(acts):
            act = self.drawn()
            tell(("begin", act, Result(), None))
            result, receipt = perform(self.memory, act)
            self.state = model.after(self.state, act, result)
            tell(("done", act, result, receipt))

    def drawn(self, verb: str | None = None) -> Act:
        """The next act, one that the present state allows; of `verb` when there is something to do it to, else a new fact."""
        chance, user = self.chance, self.chance.choice(self.users)
        person = self.state.get(user, Person())
        verb = verb or chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
        free, active = person.active(slotted=False), person.active()
        hidden = [key for key, fact in person.facts.items() if fact.status == "forgotten"]
        choices = {"again": active, "update": active, "forget": free, "unforget": hidden, "pin": active, "erase_ids": list(person.facts)}
        ids = choices.get(verb, [])
        if verb not in _ALONE and not ids:
            verb = "remember"
        some = tuple(chance.sample(ids, min(len(ids), 1 if verb in ("again", "update", "pin") else chance.randint(1, 3)))) if ids else ()
        content = person.facts[some[0]].content if verb == "again" else words(chance)
        session = f"s{chance.randrange(4)}"
        message, slot = f"{chance.getrandbits(64):x}", chance.choice([None, *SLOTS])
        if verb == "add" and person.logs.get(session) and chance.random() < 0.05:
            message, content = chance.choice(person.logs[session])  # the same message again
        kind = chance.choice(KINDS) if slot is None else "fact"
        return Act(verb, user, content, session, message, slot, kind, some)


def perform(memory: Memory, act: Act) -> tuple[Result, Receipt | None]:
    """Do it; what came of it. Raises what the verb raises."""
    mine = memory.scope(user=act.user)
    match act.verb:
        case "add":
            mine.session(act.session).add("user", act.content, id=act.message)
        case "remember" | "again":
            slot = act.slot if act.verb == "remember" else _slot(mine, act.ids[0])
            return _written(mine, act, slot), None
        case "update":
            return Result(mine.update(act.ids[0], content=act.content).id), None
        case "forget":
            mine.forget(act.ids)
        case "unforget":
            mine.unforget(act.ids)
        case "pin":
            mine.pin(act.ids[0])
        case "state":
            mine.session(act.session).state.append("done", act.content)
        case "close":
            mine.session(act.session).close()
        case "flush":
            memory.flush()
        case _:
            return Result(), _erased(mine, act)
    return Result(), None


def _written(mine: ScopedMemory, act: Act, slot: str | None) -> Result:
    kind = act.kind if slot is None else None
    report = mine.remember(act.content, kind=kind, slot=slot)
    return Result(report.records[0].id, report.turns[0].sources[0])


def _slot(mine: ScopedMemory, record_id: str) -> str | None:
    record = mine.get(record_id)
    assert record is not None
    return record.slot


def _erased(mine: ScopedMemory, act: Act) -> Receipt:
    match act.verb:
        case "erase_ids":
            return mine.erase(act.ids)
        case "erase_session":
            return mine.erase(session=act.session)
        case "erase_kind":
            return mine.erase(kind=act.kind)
        case _:
            return mine.erase(everything=True)


def found(memory: Memory, users: Sequence[str]) -> State:
    """What the store holds of `users`."""
    held = {user: _person(memory.scope(user=user), memory, user) for user in users}
    return {user: person for user, person in held.items() if person != Person()}


def _person(mine: ScopedMemory, memory: Memory, user: str) -> Person:
    person = Person()
    for record in memory.scope(user=user).list(status=None, limit=100_000):
        person.facts[record.id] = _fact(record)
    for record in mine.list(kinds=["turn"], status=None, limit=100_000):
        place = record.sources[0]
        assert (place.session, place.message) not in person.turns, f"{place} is there twice"
        person.turns[place.session, place.message] = record.content
    for number in range(4):
        session = mine.session(f"s{number}")
        if log := [(turn.id, turn.text) for turn in session.turns()]:
            person.logs[session.id] = log
        if done := session.state.get("done"):
            assert isinstance(done, list)
            person.values[session.id] = [str(each) for each in done]
        if session.status is SessionStatus.CLOSED:
            person.closed.add(session.id)
    return person


def _fact(record: MemoryRecord) -> Fact:
    sources: list[Place] = [(source.session, source.message) for source in record.sources]
    return Fact(record.content, record.kind, record.slot, record.status.value, record.pinned, record.seen, frozenset(sources))
