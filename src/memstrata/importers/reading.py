"""From a file to its messages: detect the format, walk the conversations, give each message its id."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from memstrata.core import errors
from memstrata.importers import documents, items, shapes
from memstrata.importers.items import Bad, Chat, Item, Message

FORMATS = ("openai", "session", "jsonl", "sharegpt", "chatgpt", "claude")
_FAMILY = {"openai": "messages", "jsonl": "messages"}  # a broken list reads like lines and must give the same ids
_LOOKED_AT = 20  # documents, before a file is taken for no chat


def detect(path: str | Path) -> str:
    """The format of the chats in the file: one of FORMATS. Raises InputError for a file that is missing, unreadable or no chat."""
    return _detected(_text(path), path)


def read(path: str | Path, format: str | None = None) -> Iterator[Item | Bad]:
    """The messages of the file in its order, and the places that could not be read. The file is read whole, once.

    Raises InputError for an unknown format, and as `detect` does when it is None.
    """
    if format is not None and format not in FORMATS:
        raise errors.InputError(f"no format {format!r}; known: {', '.join(FORMATS)}")
    text = _text(path)
    return _items(text, format or _detected(text, path), Path(path).stem)


def _items(text: str, form: str, stem: str) -> Iterator[Item | Bad]:
    names, numbers = _Names(stem), Counter[str]()
    for document in documents.documents(text):
        if isinstance(document, Bad):
            yield document
            continue
        for chat in shapes.chats(document.value, form):
            if isinstance(chat, str):
                yield Bad(document.line, chat)
                continue
            session = names.of(chat)
            for message in chat.messages:
                yield Bad(document.line, message) if isinstance(message, str) else _item(message, session, form, document.line, numbers)


def _item(message: Message, session: str, form: str, line: int, numbers: Counter[str]) -> Item:
    """The message with its id: its words and, for words said again, how many times before; never its place in the file."""
    print_ = items.digest(_FAMILY.get(form, form), session, items.fingerprint(message))
    number = 0 if message.key else numbers[print_]  # the same id with the same words is one message, written twice
    numbers[print_] += 1
    return Item(
        session=session,
        id=f"import-{items.digest(print_, number)}",
        role=message.role,
        content=message.content,
        at=message.at,
        name=message.name,
        line=line,
    )


class _Names:
    """Names for conversations that have none: the file's name and the first words, the same on every read."""

    def __init__(self, stem: str) -> None:
        self._stem, self._loose, self._given = stem[:200], "", Counter[str]()

    def of(self, chat: Chat) -> str:
        if chat.name:
            return chat.name
        if chat.loose and self._loose:
            return self._loose
        first = next((message for message in chat.messages if isinstance(message, Message)), None)
        name = f"{self._stem}-{items.digest(None if first is None else items.fingerprint(first))[:8]}"
        self._given[name] += 1
        if self._given[name] > 1:
            name = f"{name}-{self._given[name]}"
        if chat.loose:
            self._loose = name
        return name


def _detected(text: str, path: str | Path) -> str:
    found = (item for item in documents.documents(text) if isinstance(item, documents.Document))
    for document in islice(found, _LOOKED_AT):
        form = shapes.format_of(document.value)
        if form is not None:
            return form
    raise errors.InputError(f"{path} holds no chat in a known format ({', '.join(FORMATS)})")


def _text(path: str | Path) -> str:
    try:
        return documents.text_of(Path(path).read_bytes())
    except OSError as error:
        raise errors.InputError(f"cannot read {path}: {error.strerror or error}") from error
