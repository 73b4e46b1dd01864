"""How to reach someone: e-mail addresses, mobile and other phone numbers, Chinese landlines."""

import re
from collections.abc import Iterator

from memstrata.text.private import labels, view
from memstrata.text.private.kinds import Finding, PrivateKind
from memstrata.text.private.labels import Label

_HOST = r"(?:[A-Za-z0-9\-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9\-])"
# `name @ host.com` with spaces is an address, `like @app.route` is not: spaces stand on both sides or on none.
_EMAIL = re.compile(
    rf"(?<![A-Za-z0-9._%+\-])([A-Za-z0-9._%+\-]++)(?:(?:@| @ ){_HOST}(?!:[^\s/])|#(?:qq|163|126|gmail|foxmail|outlook|hotmail|sina)\.com)"
)
_TOP = r"(?:com|net|org|edu|gov|cn|hk|tw|uk|us|de|fr|jp|io|ai|co|dev|me|info|app)"
_AT = r"(?: at | ?(?:\[at\]|\(at\)|\{at\}|<at>|艾特|#at#) ?)"
_DOT = r"(?: dot | ?(?:\[dot\]|\(dot\)|\{dot\}|点|點) ?|\.)"
_SPOKEN = re.compile(
    rf"(?<![a-z0-9._+\-])(?:[a-z0-9_+\-]{{1,40}} dot ){{0,3}}[a-z0-9._+\-]{{1,64}}{_AT}[a-z0-9\-]{{1,63}}"
    rf"(?:{_DOT}[a-z0-9\-]{{1,40}}){{0,4}}{_DOT}{_TOP}(?![a-z0-9\-])"
)

_MOBILE = re.compile(
    r"(?<![0-9_+])(?<!\d[.\-])(?:(?:\+ ?86|\(\+ ?86\)|0086|86)[ .\-]{0,2})?"
    r"1[3-9]\d(?:[ .\-]{0,2}\d{4}[ .\-]{0,2}\d{4}|[ .\-]{0,2}\d{2}[ .\-]\d{3}[ .\-]\d{3}|[ .\-]\d{3}[ .\-]\d{3}[ .\-]\d{2})"
    r"(?![0-9A-Za-z_])(?![.\-]\d)"
    r"|(?<![0-9A-Za-z_])(?<!\d[ .\-])1[ .\-][3-9](?:[ .\-]\d){9}(?![0-9A-Za-z_])(?![ .\-]\d)"
)
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")  # an address of a machine
_SPELLED = re.compile(r"(?<![一二三四五六七八九零〇幺])[一幺][三四五六七八九][一二三四五六七八九零〇幺]{9}(?![一二三四五六七八九零〇幺])")
_GLUED = re.compile(r"(?:^|[^a-z])(?:tel|phone|mobile|ph|cell|wx|vx|wechat|call|to)$")
_AREA = r"(?:10|2[0-57-9]|3[1-79]\d|4[1-8]\d|5[1-9]\d|6[3-9]\d|7[0-79]\d|8[1-9]\d|9[0-79]\d)"  # without the leading 0
_LANDLINE = re.compile(
    rf"(?<![0-9A-Za-z_+])(?<!\d[.\-/])(?:"
    rf"(?:[(（]0{_AREA}[)）][ \-]?|(?:\+ ?|00)?86[ \-]?\(?0?{_AREA}\)?[ \-]|0{_AREA}[ \-]?)"
    rf"(?:[2-9]\d{{3}}[ \-]?\d{{3,4}}|[2-9]\d{{2}}[ \-]\d{{4}})"
    r"|\(0[2-9]\d?\) ?\d{3,4}[ \-]\d{4})(?:(?:-| ?转 ?| ?ext\.? ?)\d{1,5})?(?![0-9A-Za-z_])(?![.\-]\d)"
)
_NANP = re.compile(
    r"(?<![0-9A-Za-z_+])(?<!\d[.\-/])(?:\+1[2-9]\d{9}"
    r"|(?:\+?1[ .\-]?)?(?:\([2-9]\d{2}\)[ .\-]?|[2-9]\d{2}[ .\-])\d{3}[ .\-]\d{4})"
    r"(?:,? ?(?:ext\.?|x) ?\d{1,5})?(?![0-9A-Za-z_])(?![.\-]\d)"
)
_ABROAD = re.compile(
    r"(?<![0-9A-Za-z_+])\+[2-9]\d{0,2}[ .\-]?(?:\(0?\d{1,4}\)[ .\-]?)?\d(?:[ .\-]{0,2}\d){6,12}(?![0-9A-Za-z_])(?![.\-]\d)"
)
_BARE = re.compile(r"(?<![0-9A-Za-z_+.,$¥€£])(?:00|0|\(0)?[1-9]\d{0,4}\)?(?:[ .\-/]?\d){5,13}(?![0-9A-Za-z_年月日元块])(?![.\-:,]\d)")
_PHONE_STATED = re.compile(
    r"(?:手机|手機|电话|電話|座机|传真|[的新旧系个]号码|\b(?:phone|mobile|cell|tel|telephone|fax|landline|call|text|ring|dial)\b)"
    r"(?:[ :：=#\"'(+]|is|at|on|me|us|him|her|number|no\.?|号码?|是|为|打|改成|换成|了){0,8}$"
)
_NUMBERS = ((_MOBILE, PrivateKind.CN_PHONE), (_LANDLINE, PrivateKind.LANDLINE), (_NANP, PrivateKind.PHONE), (_ABROAD, PrivateKind.PHONE))
SPOKEN_SIGNS = (" dot ", "at]", "at)", "at}", "at>", "艾特", "#at#")
SPELLED_SIGNS = ("幺", "一三", "一四", "一五", "一六", "一七", "一八", "一九")
_ID = re.compile(r"(?:^|[^a-z])id[ :：=#\"'_\-]{0,4}(?:is |是|为)?$")
_UNITS = re.compile(r" ?(?:bytes|rows|records|users|items|ms|kb|条|次|元|字节|行)(?![a-z])")
BARE_DIGITS = range(7, 15)  # digits of a number that only its label makes a phone (E.164 allows 15)


def find(seen: view.View) -> Iterator[Finding]:
    """All e-mail addresses and phone numbers, in no order; they may overlap."""
    yield from _emails(seen)
    yield from _phones(seen)


def _emails(seen: view.View) -> Iterator[Finding]:
    if "@" in seen.text or "#" in seen.text:
        for found in _EMAIL.finditer(seen.text):
            if found.group(1).strip("._%+-"):
                yield Finding(*found.span(), PrivateKind.EMAIL)
    if any(mark in seen.low for mark in SPOKEN_SIGNS):
        for found in _SPOKEN.finditer(seen.low):
            yield Finding(*found.span(), PrivateKind.EMAIL)


def _phones(seen: view.View) -> Iterator[Finding]:
    for start, end in seen.zones():
        yield from _zone_phones(seen, start, end)
    if any(sign in seen.text for sign in SPELLED_SIGNS):
        for found in _SPELLED.finditer(seen.text):
            yield Finding(*found.span(), PrivateKind.CN_PHONE)


def _zone_phones(seen: view.View, start: int, end: int) -> Iterator[Finding]:
    for pattern, kind in _NUMBERS:
        for found in pattern.finditer(seen.text, start, end):
            if not _in_code(seen, found) and labels.nearest(seen, found.start()) is not Label.OTHER:
                yield Finding(*found.span(), kind)
    for found in _BARE.finditer(seen.text, start, end):
        digits = sum(character.isdecimal() for character in found.group())
        if digits in BARE_DIGITS and _PHONE_STATED.search(seen.left(found.start(), labels.REACH)):
            yield Finding(*found.span(), PrivateKind.PHONE)


def _in_code(seen: view.View, found: re.Match[str]) -> bool:
    """Whether the digits are an IP address, a count, an id, or letters stand right before them which are not `tel` or its like."""
    start = found.start()
    if "." in found.group() and _DOTTED.fullmatch(found.group()):
        return True
    if _UNITS.match(seen.low, found.end()) or _ID.search(seen.left(start, 12)):
        return True
    before = seen.low[start - 1 : start]
    return before.isascii() and before.isalpha() and not _GLUED.search(seen.left(start, 9))
