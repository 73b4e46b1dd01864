"""Finding and masking: which rules a text needs, which of overlapping findings win, and the text without them."""

import bisect
import re
from collections.abc import Iterable, Iterator

from memstrata.text.private import addresses, contacts, keys, numbers, passwords, pins, streets, view
from memstrata.text.private.kinds import CREDENTIALS, Finding, Masked, PrivateKind

_DIGIT = re.compile(r"[0-9]")
# Without a digit, something private still shows one of these characters, four Chinese digits, or one of the words.
_SIGN = re.compile("[@码碼令暗艾弄巷号號栋幢棟組组队社]")
_SPELLED = re.compile("[一幺][三四五六七八九][一二三四五六七八九零〇幺]{2}")
_WORDS = (
    "pass",
    "pw",
    "psw",
    "code",
    "login",
    "creds",
    "curl ",
    "mysql",
    "#",
    "key",
    "secret",
    "token",
    "bearer",
    "://",
    " dot ",
    "dot]",
    "dot)",
    "eyj",
    "hf_",
    "密钥",
)
_RANK = {kind: rank for rank, kind in enumerate(PrivateKind)}  # the enum lists the more sensitive kinds first
_MARK = re.compile(r"\[masked:[a-z_]{2,24}\]")
_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u2060\ufeff]")
_BLANK = "\ufffc"  # stands for a masked character: no rule matches it


def find(text: str) -> list[Finding]:
    """All private parts in order, never overlapping; of two that overlap the longer stays whole, the other keeps what is outside."""
    return _resolved(_candidates(text))


def mask(text: str, *, kinds: frozenset[PrivateKind] | None = None) -> Masked:
    """The text with `[masked:<kind>]` for each finding of `kinds` (None: of every kind); earlier masks stay as they are."""
    findings = _resolved(finding for finding in _candidates(text) if kinds is None or finding.kind in kinds)
    if not findings:
        return Masked(text, ())
    parts, at = [], 0
    for finding in findings:
        parts += [text[at : finding.start], f"[masked:{finding.kind}]"]
        at = finding.end
    return Masked("".join([*parts, text[at:]]), tuple(findings))


def mask_credentials(text: str) -> Masked:
    """The text without what opens something: keys, tokens, passwords, PINs, connection strings, cards with their code."""
    return mask(text, kinds=CREDENTIALS)


def _candidates(text: str) -> Iterator[Finding]:
    """What the rules find, in no order, overlapping; nothing that touches an earlier mask, nor rests on the words in one."""
    yield from _unmasked(text)
    if _INVISIBLE.search(text):  # characters that nobody sees may stand inside of what is private
        places = [at for at, character in enumerate(text) if not _INVISIBLE.match(character)]
        for found in _unmasked("".join(text[at] for at in places)):
            yield Finding(places[found.start], places[found.end - 1] + 1, found.kind)


def _unmasked(text: str) -> Iterator[Finding]:
    if "[masked:" not in text:
        return _rules(view.of(text))
    marks = [mark.span() for mark in _MARK.finditer(text)]
    unmarked = _MARK.sub(lambda mark: _BLANK * len(mark.group()), text)
    return (finding for finding in _rules(view.of(unmarked)) if not _touches(marks, finding))


def _touches(marks: list[tuple[int, int]], finding: Finding) -> bool:
    at = bisect.bisect_left(marks, (finding.end,)) - 1
    return at >= 0 and marks[at][1] > finding.start


def _rules(seen: view.View) -> Iterator[Finding]:
    """Cheap tests first: most texts need no rule at all."""
    digits = _DIGIT.search(seen.text) is not None
    if not digits and not _SIGN.search(seen.text) and not _SPELLED.search(seen.text) and not any(word in seen.low for word in _WORDS):
        return
    if digits:
        yield from numbers.find(seen)
        yield from pins.find(seen)
        yield from addresses.find(seen)
    yield from contacts.find(seen)
    yield from keys.find(seen)
    yield from passwords.find(seen)
    yield from streets.find(seen)


def _resolved(candidates: Iterable[Finding]) -> list[Finding]:
    """One left-to-right sweep; the loser of an overlap is clipped, never leaked; neighbours of one kind become one."""
    kept: list[Finding] = []
    for finding in sorted(set(candidates), key=lambda one: (one.start, -one.end, _RANK[one.kind])):
        last = kept[-1] if kept else None
        if last is None or finding.start > last.end:
            kept.append(finding)
        elif finding.start == last.end:
            kept[-1:] = [Finding(last.start, finding.end, last.kind)] if finding.kind is last.kind else [last, finding]
        elif finding.end - finding.start > last.end - last.start:
            kept[-1:] = [Finding(last.start, finding.start, last.kind), finding] if finding.start > last.start else [finding]
        elif finding.end > last.end:
            kept.append(Finding(last.end, finding.end, finding.kind))
    return kept
