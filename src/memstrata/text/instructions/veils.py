"""What a text says once its veils are off: look-alike letters, invisible signs, spaced letters, encodings, hidden markup."""

import base64
import binascii
import codecs
import functools
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memstrata.text import fold, language

MAX_CHARACTERS = 100_000  # of one text; beyond this nothing is read, and policies treat such a text from outside with care
_MAX_DECODED = 20  # pieces of one text

_LOOKALIKES = str.maketrans(
    "畧аеорсухіјѕԁһԛԝɡᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢАВЕКМНОРСТХІЈЅαεοριυντκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "略aeopcyxijsdhqwgabcdeghijklmnoprtuvwyzABEKMHOPCTXIJSaeopiuvtkABEZHIKMNOPTYX",
)
_CYRILLIC_OR_GREEK = re.compile("[\u0370-\u03ff\u0400-\u052f畧]")
_LATIN = re.compile("[A-Za-z]")
_LEETS = (str.maketrans("013457@$", "oieastas"), str.maketrans("013457@$", "oleastas"))  # 1 is i or l
_MANY_LEET = 4  # words: so many are no product codes
_COMMON = frozenset("the and to of your you all is it that for with not any send rules".split())
_LATIN_WORDS = re.compile(r"[a-z]{2,20}")
_TURNED_AROUND = re.compile(r"\brevers\w*|\bbackwards?\b|倒过来|反过来读|倒着", re.IGNORECASE)
_LEET_WORD = re.compile(r"(?<![\w.])(?=\w{0,20}[a-z])(?=\w{0,20}[0-9@$])[a-z013457@$]{3,20}(?![\w.])", re.IGNORECASE)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u3164]"
)
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_FLAG = "\U0001f3f4"  # tag signs after it spell the flags of regions
_SPACED_LATIN = re.compile(r"(?<!\S)(?:[A-Za-z] ){2,}[A-Za-z](?!\S)")
_GAPS = re.compile(" {2,}")
_STOPPED_HAN = re.compile(r"(?:[\u4e00-\u9fff][^\w\s]){4,}")
_SPACED_HAN = re.compile("(?<=[\u4e00-\u9fff])[ .*·\\-—_~|/、()（）]{1,3}(?=[\u4e00-\u9fff])")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/=])")
_HEX = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{2}){10,}(?![0-9a-f])", re.IGNORECASE)
_PERCENT = re.compile(r"%[0-9a-f]{2}", re.IGNORECASE)
_PERCENT_RUN = re.compile(r"(?:%[0-9a-f]{2})+", re.IGNORECASE)
_ESCAPES = re.compile(r"\\u[0-9a-f]{4}|\\x[0-9a-f]{2}", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|lt|gt|quot|amp);", re.IGNORECASE)
_COMMENT = re.compile(r"<!--(.{1,2000}?)(?:-->|\Z)|\[//\]: ?# ?\((.{1,2000}?)(?:\)\s|\)\Z|\Z)", re.DOTALL)
_UNSEEN = re.compile(
    r"<(?:\w{1,12})[^>]{0,200}?(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|color\s?:\s?(?:white|transparent|#fff)"
    r"|opacity\s?:\s?0|\bhidden\b)[^>]{0,200}>([^<]{1,2000})"
    r"|<meta[^>]{0,200}content=\"([^\"]{1,2000})\"",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Face:
    """One way to read a text. `hidden`: people who look at the text do not see this."""

    text: str  # folded and in lower case
    hidden: str = ""  # by what; '' = in plain sight


def faces(text: str) -> list[Face]:
    """The plain reading first, then each that a veil hides. Of more than `MAX_CHARACTERS` the first and the last half are read."""
    if len(text) > MAX_CHARACTERS:
        text = f"{text[: MAX_CHARACTERS // 2]}\n{text[-MAX_CHARACTERS // 2 :]}"
    plain = _plain(text)
    found = {plain: Face(plain)}
    for hidden, veiled in [*_veils(text), *_hidden_markup(text)]:
        read = _plain(veiled)
        if read.strip() and read not in found:
            found[read] = Face(read, hidden)
    return list(found.values())


def _plain(text: str) -> str:
    return _without_lookalikes(fold.fold(text)).lower()


def _without_lookalikes(text: str) -> str:
    """Cyrillic and Greek letters that look like Latin ones, in words that mix both or in a text without a word of their own."""
    if not _CYRILLIC_OR_GREEK.search(text):
        return text
    return "".join(_latin(word) for word in re.split(r"(\W+)", text))


def _latin(word: str) -> str:
    turned = word.translate(_LOOKALIKES)
    return turned if turned != word and not _CYRILLIC_OR_GREEK.search(turned) else word


def _veils(text: str) -> Iterator[tuple[str, str]]:
    """(the veil, what is under it)."""
    bare = _INVISIBLE.sub("", text)
    if bare != text:
        yield "", bare  # emoji and scripts of the world use them too: seeing less is no sign by itself
    for run in _TAGS.finditer(text):
        if text[max(0, run.start() - 1) : run.start()] != _FLAG:
            yield "tags", "".join(chr(ord(sign) - 0xE0000) for sign in run[0])
    joined = _SPACED_HAN.sub("", _SPACED_LATIN.sub(lambda run: run[0].replace(" ", ""), _GAPS.sub("\t", bare)).replace("\t", " "))
    joined = _STOPPED_HAN.sub(lambda run: run[0][::2], joined)
    if joined != bare:
        yield "", joined
    many = 3 * len(_LEET_WORD.findall(bare)) > max(3 * _MANY_LEET - 1, len(bare.split()))  # a third of the words
    for table in _LEETS:
        leet = _LEET_WORD.sub(functools.partial(_translated, table), bare)
        if leet != bare:
            yield "digits" if many else "", leet
    if _ESCAPES.search(bare):
        yield "escapes", _ESCAPES.sub(lambda sign: chr(int(sign[0][2:], 16)), bare)
    if len(_ENTITY.findall(bare)) > 2:
        yield "", html.unescape(bare)
    if len(_PERCENT.findall(bare)) > 2:
        yield "percent", _unquoted(bare)
    if _TURNED_AROUND.search(bare):
        yield "", bare[::-1]
    yield from _turned_letters(bare)
    yield from _decoded(bare)


def _translated(table: dict[int, int], word: re.Match[str]) -> str:
    return word[0].translate(table)


def _turned_letters(bare: str) -> Iterator[tuple[str, str]]:
    words = _LATIN_WORDS.findall(bare.lower())
    strange = len(words) > 3 and not _COMMON.intersection(words)
    for veil, turned in (("rot13", codecs.encode(bare, "rot13")), ("reversal", bare[::-1])):
        told = veil == "rot13" and "rot13" in bare.lower()
        if told or (strange and len(_COMMON.intersection(_LATIN_WORDS.findall(turned.lower()))) > 1):
            yield veil, turned


def _decoded(text: str) -> Iterator[tuple[str, str]]:
    for place, run in enumerate(_HEX.finditer(text)):
        if place < _MAX_DECODED and (read := _readable(bytes.fromhex(run[0]))):
            yield "hex", read
    for place, run in enumerate(_BASE64.finditer(text)):
        if place >= _MAX_DECODED:
            return
        packed = run[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            read = _readable(base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True))
        except (binascii.Error, ValueError):
            continue
        if read:
            yield "base64", read


def _readable(data: bytes) -> str:
    """The bytes as text; '' for what is no text that people write."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    letters = sum(sign.isalpha() or sign.isspace() for sign in text)
    return text if letters >= 0.8 * len(text) and (" " in text or language.has_han(text)) else ""


def _hidden_markup(text: str) -> Iterator[tuple[str, str]]:
    for comment in _COMMENT.finditer(text):
        yield "comment", comment[1] or comment[2]
    for block in _UNSEEN.finditer(html.unescape(text) if "&lt;" in text else text):
        yield "markup", block[1] or block[2]


def _unquoted(text: str) -> str:
    """`text` with its percent signs read as the bytes of UTF-8 (RFC 3986); what is no UTF-8 becomes U+FFFD."""
    return _PERCENT_RUN.sub(lambda run: bytes.fromhex(run[0].replace("%", "")).decode("utf-8", "replace"), text)
