"""The knowledge graph: people, places, projects and things, how they hang together, and the memories that speak of them.

It is derived from records each time they change and stored nowhere: what is erased, superseded or not visible is not in it.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memstrata.core.records import Json, MemoryRecord, Status, Trust
from memstrata.text import fold

USER = "user"
_SELF = frozenset({USER, "i", "me", "我", "用户"})
_UNTRUSTED = frozenset({Trust.TOOL, Trust.WEB, Trust.IMPORT})  # whose word makes no alias
_APART = ("feedback.", "skill.", "reply.")  # slots that tell nothing of the world
_VALUE_CHARACTERS = 80  # a longer value is a sentence and no name
_EDGES = " .,-"
_LOOKED_AT = 2000  # characters of a memory
_NAME = r"[A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*){0,3}"
_HAN_NAME = r"[\u4e00-\u9fffA-Za-z][\u4e00-\u9fff\w.+#-]{0,11}"
_ALIASES = (
    re.compile(
        rf"\b(?P<a>{_NAME}),? ?\(?(?:(?:is|are) )?(?:also (?:called|known as)|aka|a\.k\.a\.|nicknamed|short for) (?:the )?(?P<b>{_NAME})"
    ),
    re.compile(rf"(?P<a>{_HAN_NAME}?)[，,（( ]{{0,2}}(?:又叫做?|也叫做?|又名|别名(?:是|叫)?|简称|又称|也就是)(?P<b>{_HAN_NAME})"),
)
_PROPER = re.compile(r"(?<![.!?。！？\n\"“] )(?<!^)\b[A-Z][a-zA-Z]{2,20}(?: [A-Z][a-zA-Z]{1,20}){0,2}\b")
_NO_NAMES = frozenset(
    "The This That These Those Monday Tuesday Wednesday Thursday Friday Saturday Sunday And But Not Yes You Your They".split()
)


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something. `memories`: ids of the records that speak of it, in their order."""

    name: str
    aliases: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """How two hang together, from when and until when, by the word of one memory. `valid_to` None = still."""

    subject: str
    predicate: str
    object: str
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    memory: str = ""


@dataclass(frozen=True, slots=True)
class Graph:
    """Entities and relations, in the order of the memories. Names and aliases are looked up in any case."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    _names: Mapping[str, Entity] = field(default_factory=dict, repr=False, compare=False)  # folded names and aliases

    def find(self, name: str) -> Entity | None:
        """The entity of that name or alias; None when there is none."""
        return self._names.get(_folded(name))

    def neighbours(self, name: str) -> list[Entity]:
        """What hangs together with it now, in order; [] for an unknown name."""
        here = self.find(name)
        found = dict.fromkeys(other for relation in self._of(here) for other in (relation.subject, relation.object)) if here else {}
        return [entity for other in found if here and other != here.name and (entity := self.find(other)) is not None]

    def around(self, name: str) -> "Graph":
        """What hangs together with `name` directly; empty when nothing is known of it."""
        here = self.find(name)
        if here is None:
            return Graph()
        return Graph((here, *self.neighbours(name)), tuple(one for one in self.relations if here.name in (one.subject, one.object)))

    def path(self, a: str, b: str) -> list[Relation]:
        """The fewest present relations that lead from one to the other; [] where none do, or both are one."""
        start, goal = self.find(a), self.find(b)
        if start is None or goal is None or start.name == goal.name:
            return []
        came: dict[str, Relation] = {}
        ahead = deque([start.name])
        while ahead and goal.name not in came:
            here = ahead.popleft()
            for relation in self._of(self.find(here)):
                other = relation.object if relation.subject == here else relation.subject
                if other != start.name and other not in came:
                    came[other] = relation
                    ahead.append(other)
        way, at = list[Relation](), goal.name
        while at != start.name and at in came:
            way.append(came[at])
            at = came[at].subject if came[at].object == at else came[at].object
        return way[::-1]

    def named(self, text: str) -> list[Entity]:
        """The entities, the user aside, whose name or alias the text holds."""
        said = _folded(text)
        return list({one.name: one for key, one in self._names.items() if one.name != USER and _holds(said, key)}.values())

    def activate(self, seeds: Sequence[str], hops: int = 2, decay: float = 0.5) -> dict[str, float]:
        """Memory id → activation in (0, 1], spread from the named entities along present relations; a hub gives each less."""
        level = {entity.name: 1.0 for name in seeds if (entity := self.find(name)) is not None}
        reached = dict(level)
        for _ in range(hops):
            following: dict[str, float] = {}
            for name, strength in level.items():
                near = self.neighbours(name)
                for other in near:
                    given = strength * decay / len(near) ** 0.5
                    if other.name != USER and given > max(reached.get(other.name, 0.0), following.get(other.name, 0.0)):
                        following[other.name] = given
            reached |= following
            level = following
        out: dict[str, float] = {}
        for name, strength in reached.items():
            held = self.find(name)
            for memory in held.memories if held else ():
                out[memory] = max(out.get(memory, 0.0), strength / max(1, len(held.memories) if held else 1) ** 0.5)
        return out

    def plain(self) -> dict[str, Json]:
        """As JSON values."""
        return {
            "entities": [{"name": one.name, "aliases": list(one.aliases), "memories": list(one.memories)} for one in self.entities],
            "relations": [
                {
                    "subject": one.subject,
                    "predicate": one.predicate,
                    "object": one.object,
                    "valid_from": one.valid_from.isoformat() if one.valid_from else None,
                    "valid_to": one.valid_to.isoformat() if one.valid_to else None,
                    "memory": one.memory,
                }
                for one in self.relations
            ],
        }

    def _of(self, entity: Entity | None) -> list[Relation]:
        return [one for one in self.relations if entity and one.valid_to is None and entity.name in (one.subject, one.object)]


def build(records: Iterable[MemoryRecord]) -> Graph:
    """The graph of these records, as far as they are or were true: slots are relations, "X, also called Y" (X 又叫 Y) joins two names."""
    told = [record for record in records if record.status in (Status.ACTIVE, Status.COMPRESSED, Status.SUPERSEDED)]
    present = [record for record in told if record.status is not Status.SUPERSEDED]
    names = _Names()
    for record in present:
        for one, other in _aliases(record):
            names.join(one, other)
    stated = [record for record in told if _states(record)]
    for record in stated:
        names.add(record.value or "")  # as people write it; a slot's own name is in lower case
    for record in stated:
        names.add(_subject(record))
    relations = [_relation(record, names) for record in stated]
    for record in present:
        for found in _PROPER.findall(record.content[:_LOOKED_AT]) if record.trust not in _UNTRUSTED else ():
            if found.split()[0] not in _NO_NAMES:
                names.add(found)
    return _made(names, relations, present)


class _Names:
    """Names that mean one entity, the first one speaking for all."""

    def __init__(self) -> None:
        self.shown: dict[str, str] = {}  # folded → as it was written
        self._head: dict[str, str] = {}  # folded → folded name that speaks for it

    def add(self, name: str) -> None:
        key = _folded(name)
        if key:
            self.shown.setdefault(key, name)
            self._head.setdefault(key, key)

    def join(self, name: str, alias: str) -> None:
        self.add(name)
        self.add(alias)
        head, other = self.head(name), self.head(alias)
        self._head.update({key: head for key, at in self._head.items() if at == other})

    def head(self, name: str) -> str:
        """The folded name that speaks for it."""
        key = _folded(name)
        return self._head.get(key, key)

    def of(self, name: str) -> str:
        """The name to show."""
        return self.shown.get(self.head(name), name)

    def groups(self) -> dict[str, list[str]]:
        """Folded head → folded names, the head first."""
        found = defaultdict[str, list[str]](list)
        for key, head in self._head.items():
            found[head].append(key)
        return {head: sorted(keys, key=lambda key: key != head) for head, keys in found.items()}


def _states(record: MemoryRecord) -> bool:
    """Whether its slot and value relate two names."""
    if record.slot is None or not record.value or len(record.value) > _VALUE_CHARACTERS or record.slot.startswith(_APART):
        return False
    return "." in record.slot


def _subject(record: MemoryRecord) -> str:
    subject = (record.slot or "").partition(".")[0]
    return USER if _folded(subject) in _SELF else subject


def _relation(record: MemoryRecord, names: _Names) -> Relation:
    return Relation(
        subject=names.of(_subject(record)),
        predicate=(record.slot or "").partition(".")[2],
        object=names.of(record.value or ""),
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        memory=record.id,
    )


def _aliases(record: MemoryRecord) -> list[tuple[str, str]]:
    if record.trust in _UNTRUSTED or (record.is_turn and record.role != "user"):
        return []
    text = record.content[:_LOOKED_AT]
    found = [(match["a"].strip(_EDGES), match["b"].strip(_EDGES)) for pattern in _ALIASES for match in pattern.finditer(text)]
    return [(one, other) for one, other in found if one and other]


def _made(names: _Names, relations: Sequence[Relation], present: Sequence[MemoryRecord]) -> Graph:
    said = [(record, _folded(record.content[:_LOOKED_AT])) for record in present]
    stated = defaultdict[str, set[str]](set)
    for relation in relations:
        for end in (relation.subject, relation.object):
            stated[names.head(end)].add(relation.memory)
    words = _by_word(text for _, text in said)
    entities, index = list[Entity](), dict[str, Entity]()
    live = {record.id for record in present}
    for head, keys in names.groups().items():
        near = {place for key in keys for place in words.get(_first(key), range(len(said)) if not _first(key).isascii() else ())}
        held = {said[place][0].id for place in near if head not in _SELF and any(_holds(said[place][1], key) for key in keys)}
        memories = tuple(record.id for record in present if record.id in held or record.id in stated[head] & live)
        aliases = tuple(dict.fromkeys(names.shown[key] for key in keys if key != head))
        entity = Entity(names.shown[head], aliases, memories)
        if memories or stated[head]:
            entities.append(entity)
            index.update(dict.fromkeys(keys, entity))
    if USER in index:
        index.update(dict.fromkeys(_SELF, index[USER]))
    return Graph(tuple(entities), tuple(relations), index)


def _by_word(texts: Iterable[str]) -> dict[str, list[int]]:
    found = defaultdict[str, list[int]](list)
    for place, text in enumerate(texts):
        for word in set(re.findall(r"[a-z0-9_]+", text)):
            found[word].append(place)
    return found


def _first(key: str) -> str:
    """The first word of a folded name; a Chinese one whole, which is looked for everywhere."""
    match = re.match(r"[a-z0-9_]+", key)
    return match[0] if match and key.isascii() else key


def _holds(text: str, key: str) -> bool:
    at = text.find(key)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(key) : at + len(key) + 1]
        if not key.isascii() or not ((before.isascii() and before.isalnum()) or (after.isascii() and after.isalnum())):
            return True
        at = text.find(key, at + 1)
    return False


def _folded(text: str) -> str:
    return " ".join(fold.fold(text).casefold().split())
