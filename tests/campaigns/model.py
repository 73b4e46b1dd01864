"""What a store must hold: plain dicts that follow the acknowledgements, told by nobody but the caller's side of the verbs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

Place: TypeAlias = tuple[str | None, str]  # (session, message id)
ERASING = ("erase_ids", "erase_session", "erase_kind", "erase_everything")


@dataclass(frozen=True, slots=True)
class Act:
    """One call of a verb. What a verb does not need stays empty."""

    verb: str
    user: str
    content: str = ""
    session: str = ""
    message: str = ""
    slot: str | None = None
    kind: str = "fact"
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What the verb gave back, as far as a caller cannot know it before: the new fact's id and the message that it rests on."""

    id: str = ""
    place: Place = (None, "")


@dataclass(frozen=True, slots=True)
class Fact:
    content: str
    kind: str
    slot: str | None
    status: str = "active"
    pinned: bool = False
    seen: int = 1
    sources: frozenset[Place] = frozenset()


@dataclass(slots=True)
class Person:
    """One user: facts by id, turns by place, the log and the values of each session, and which are closed."""

    facts: dict[str, Fact] = field(default_factory=dict)
    turns: dict[Place, str] = field(default_factory=dict)
    logs: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # (message id, text), in order; without the empty ones
    values: dict[str, list[str]] = field(default_factory=dict)  # the session's state; without the empty ones
    closed: set[str] = field(default_factory=set)

    def copy(self) -> "Person":
        """The same, to be changed apart from this one."""
        logs, values = ({name: list(each) for name, each in held.items()} for held in (self.logs, self.values))
        return Person(dict(self.facts), dict(self.turns), logs, values, set(self.closed))  # type: ignore[arg-type]  # lists of both

    def active(self, slotted: bool | None = None) -> list[str]:
        """Ids of active facts: all, or those with or without a slot."""
        found = (key for key, fact in self.facts.items() if fact.status == "active")
        return [key for key in found if slotted is None or (self.facts[key].slot is not None) == slotted]


State: TypeAlias = dict[str, Person]  # by user; without those who have nothing


def after(state: State, act: Act, result: Result) -> State:
    """A new state: `state` after `act`, which gave `result`."""
    person = state.get(act.user, Person()).copy()
    apply(person, act, result)
    return {**{user: held for user, held in state.items() if user != act.user}, **({act.user: person} if person != Person() else {})}


def apply(person: Person, act: Act, result: Result) -> None:
    """Do `act` to `person`."""
    match act.verb:
        case "add":
            _say(person, act)
        case "remember":
            _remember(person, act, result)
        case "again":
            fact = person.facts[result.id]
            person.facts[result.id] = replace(fact, seen=fact.seen + 1, sources=fact.sources | {result.place})
            person.turns[result.place] = act.content
        case "update":
            fact = person.facts[act.ids[0]]
            person.facts[act.ids[0]] = replace(fact, status="superseded")
            person.facts[result.id] = replace(fact, content=act.content)
        case "forget" | "unforget":
            _set(person, act.ids, status="forgotten" if act.verb == "forget" else "active")
        case "pin":
            _set(person, act.ids, pinned=True)
        case "state":
            person.values.setdefault(act.session, []).append(act.content)
        case "close":
            _close(person, act.session)
        case "flush":
            pass
        case verb if verb in ERASING:
            _erase(person, act)
        case verb:
            raise AssertionError(verb)


def _say(person: Person, act: Act) -> None:
    if (act.session, act.message) in person.turns:
        return  # the same message again
    person.turns[act.session, act.message] = act.content
    person.logs.setdefault(act.session, []).append((act.message, act.content))
    person.closed.discard(act.session)


def _remember(person: Person, act: Act, result: Result) -> None:
    if act.slot is not None:
        former = [key for key, fact in person.facts.items() if fact.slot == act.slot and fact.status == "active"]
        _set(person, former, status="superseded")
    person.facts[result.id] = Fact(act.content, act.kind, act.slot, sources=frozenset([result.place]))
    person.turns[result.place] = act.content


def _set(person: Person, ids: Iterable[str], **changed: object) -> None:
    for key in ids:
        person.facts[key] = replace(person.facts[key], **changed)  # type: ignore[arg-type]


def _close(person: Person, session: str) -> None:
    if session in person.closed or not (session in person.logs or session in person.values):
        return  # there is nothing to close
    person.logs.pop(session, None)
    person.values.pop(session, None)
    person.closed.add(session)


def _erase(person: Person, act: Act) -> None:
    if act.verb == "erase_everything":
        person.facts, person.turns, person.logs, person.values, person.closed = {}, {}, {}, {}, set()
        return
    said: set[Place] = set()
    facts = set(act.ids)
    if act.verb == "erase_session":
        said = {place for place in person.turns if place[0] == act.session}
        person.logs.pop(act.session, None)
        person.values.pop(act.session, None)
        person.closed.discard(act.session)
    elif act.verb == "erase_kind":
        facts = {key for key, fact in person.facts.items() if fact.kind == act.kind}
    facts |= {key for key, fact in person.facts.items() if fact.sources and fact.sources <= said}
    gone = said.union(*(person.facts[key].sources for key in facts))
    person.facts = {key: replace(fact, sources=fact.sources - gone) for key, fact in person.facts.items() if key not in facts}
    person.turns = {place: text for place, text in person.turns.items() if place not in gone}
    for session in list(person.logs):
        person.logs[session] = [each for each in person.logs[session] if (session, each[0]) not in gone]
        if not person.logs[session]:
            del person.logs[session]


def explained(expected: State, found: State, pending: Sequence[Act]) -> tuple[State, list[str]]:
    """The state to go on from, and what does not fit: `found` must be `expected`, with each of `pending` done whole or not at all."""
    for act in pending:
        result = _guessed(expected.get(act.user, Person()), found.get(act.user, Person()), act)
        ends = [expected] if result is None else [expected, after(expected, act, result)]
        expected = min(ends, key=lambda end: len(_differences(act.user, end, found)))
    return found, [line for user in expected.keys() | found.keys() for line in _differences(user, expected, found)]


def _guessed(before: Person, now: Person, act: Act) -> Result | None:
    """What an act that was done without an acknowledgement must have given; None when it left nothing to tell it by."""
    if act.verb in {"remember", "update"}:
        new = [key for key, fact in now.facts.items() if key not in before.facts and fact.content == act.content]
        if not new:
            return None
        places = now.facts[new[0]].sources - before.turns.keys()
        return Result(new[0], next(iter(places), (None, "")))
    if act.verb == "again":
        places = frozenset(now.turns) - before.turns.keys()
        return Result(act.ids[0], next(iter(places))) if places else None
    return Result()


def _differences(user: str, expected: State, found: State) -> list[str]:
    left, right = expected.get(user, Person()), found.get(user, Person())
    lines = []
    for name in ("facts", "turns", "logs", "values"):
        old, new = getattr(left, name), getattr(right, name)
        lines += [f"{user}: {name} {key}: lost {old[key]}" for key in old.keys() - new.keys()]
        lines += [f"{user}: {name} {key}: came from nowhere: {new[key]}" for key in new.keys() - old.keys()]
        lines += [f"{user}: {name} {key}: should be {old[key]}, is {new[key]}" for key in old.keys() & new.keys() if old[key] != new[key]]
    if left.closed != right.closed:
        lines.append(f"{user}: closed sessions should be {left.closed}, are {right.closed}")
    return lines
