"""How to reach someone: e-mail addresses, mobile and other phone numbers, Chinese landlines."""

import re
from collections.abc import Iterator

from memstrata.text.private import labels, view
from memstrata.text.private.kinds import Finding, PrivateKind
from memstrata.text.private.labels import Label

_HOST = r"(?:[A-Za-z0-9\-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9\-])"
_EMAIL = re.compile(rf"(?<![A-Za-z0-9._%+\-])([A-Za-z0-9._%+\-]++) ?@ ?{_HOST}(?!:[^\s/])")
_TOP = r"(?:com|net|org|edu|gov|cn|hk|tw|uk|us|de|fr|jp|io|ai|co|dev|me|info|app)"
_AT = r"(?: at | ?(?:\[at\]|\(at\)|\{at\}|<at>|艾特|#at#) ?)"
_DOT = r"(?: dot | ?(?:\[dot\]|\(dot\)|\{dot\}|点|點) ?|\.)"
_SPOKEN = re.compile(
    rf"(?<![A-Za-z0-9._+\-])(?:[A-Za-z0-9_+\-]{{1,40}} dot ){{0,3}}[A-Za-z0-9._+\-]{{1,64}}{_AT}[A-Za-z0-9\-]{{1,63}}(?:{_DOT}[A-Za-z0-9\-]{{1,40}}){{0,4}}"
    rf"{_DOT}{_TOP}(?![A-Za-z0-9\-])",
    re.IGNORECASE,
)

_MOBILE = re.compile(
    r"(?<![0-9_+])(?<!\d[.\-])(?:(?:\+ ?86|\(\+ ?86\)|0086|86)[ .\-]{0,2})?"
    r"1[3-9]\d(?:[ .\-]{0,2}\d{4}[ .\-]{0,2}\d{4}|[ .\-]{0,2}\d{2}[ .\-]\d{3}[ .\-]\d{3}|[ .\-]\d{3}[ .\-]\d{3}[ .\-]\d{2})(?![0-9A-Za-z_])(?![.\-]\d)"
    r"|(?<![0-9A-Za-z_])(?<!\d[ .\-])1[ .\-][3-9](?:[ .\-]\d){9}(?![0-9A-Za-z_])(?![ .\-]\d)"
    r"|(?<![一二三四五六七八九零〇幺])[一幺][三四五六七八九][一二三四五六七八九零〇幺]{9}(?![一二三四五六七八九零〇幺])"
)
_GLUED = re.compile(r"(?:^|[^a-z])(?:tel|phone|mobile|ph|cell|wx|vx|wechat|call|to)$")
_AREA = r"(?:10|2[0-57-9]|3[1-79]\d|4[1-8]\d|5[1-9]\d|6[3-9]\d|7[0-79]\d|8[1-9]\d|9[0-79]\d)"  # without the leading 0
_LANDLINE = re.compile(
    rf"(?<![0-9A-Za-z_+])(?<!\d[.\-/])(?:[(（]0{_AREA}[)）][ \-]?|(?:\+ ?|00)?86[ \-]?\(?0?{_AREA}\)?[ \-]|0{_AREA}[ \-]?)"
    r"(?:[2-9]\d{3}[ \-]?\d{3,4}|[2-9]\d{2}[ \-]\d{4})(?:(?:-| ?转 ?| ?ext\.? ?)\d{1,5})?(?![0-9A-Za-z_])(?![.\-]\d)"
)
_NANP = re.compile(
    r"(?<![0-9A-Za-z_+])(?<!\d[.\-/])(?:\+?1[ .\-]?)?(?:\([2-9]\d{2}\)[ .\-]?|[2-9]\d{2}[ .\-])\d{3}[ .\-]\d{4}(?:,? ?(?:ext\.?|x) ?\d{1,5})?(?![0-9A-Za-z_])(?![.\-]\d)"
)
_ABROAD = re.compile(
    r"(?<![0-9A-Za-z_+])\+[1-9]\d{0,2}[ .\-]?(?:\(0?\d{1,4}\)[ .\-]?)?\d(?:[ .\-]{0,2}\d){6,12}(?![0-9A-Za-z_])(?![.\-]\d)"
)
_BARE = re.compile(r"(?<![0-9A-Za-z_+.,$¥€£])(?:00|0|\(0)?[1-9]\d{0,4}\)?(?:[ .\-/]?\d{2,8}){1,4}(?![0-9A-Za-z_年月日元块])(?![.\-:,]\d)")
_PHONE_STATED = re.compile(
    r"(?:手机|手機|电话|電話|座机|传真|号码|\b(?:phone|mobile|cell|tel|telephone|fax|landline|call|text|ring|dial)\b)"
    r"(?:[ :：=#\"'(+]|is|at|on|me|us|him|her|number|no\.?|号码?|是|为|打|改成|换成|了){0,8}$"
)
BARE_DIGITS = range(7, 15)  # digits of a number that only its label makes a phone (E.164 allows 15)


def find(seen: view.View) -> Iterator[Finding]:
    """All e-mail addresses and phone numbers, in no order; they may overlap."""
    yield from _emails(seen)
    yield from _phones(seen)


def _emails(seen: view.View) -> Iterator[Finding]:
    if "@" in seen.text:
        for found in _EMAIL.finditer(seen.text):
            if found.group(1).strip("._%+-"):
                yield Finding(*found.span(), PrivateKind.EMAIL)
    if any(mark in seen.low for mark in (" dot ", "at]", "at)", "at}", "at>", "艾特", "#at#")):
        for found in _SPOKEN.finditer(seen.text):
            yield Finding(*found.span(), PrivateKind.EMAIL)


def _phones(seen: view.View) -> Iterator[Finding]:
    for found in _MOBILE.finditer(seen.text):
        if not _glued(seen, found.start()) and labels.nearest(seen, found.start()) is not Label.OTHER:
            yield Finding(*found.span(), PrivateKind.CN_PHONE)
    for pattern, kind in ((_LANDLINE, PrivateKind.LANDLINE), (_NANP, PrivateKind.PHONE), (_ABROAD, PrivateKind.PHONE)):
        for found in pattern.finditer(seen.text):
            if labels.nearest(seen, found.start()) is not Label.OTHER:
                yield Finding(*found.span(), kind)
    for found in _BARE.finditer(seen.text):
        digits = sum(character.isdecimal() for character in found.group())
        if digits in BARE_DIGITS and _PHONE_STATED.search(seen.left(found.start(), labels.REACH)):
            yield Finding(*found.span(), PrivateKind.PHONE)


def _glued(seen: view.View, start: int) -> bool:
    """Whether letters stand right before the digits, which makes them part of a code, unless they say `tel`."""
    before = seen.low[start - 1 : start]
    return before.isascii() and before.isalpha() and not _GLUED.search(seen.left(start, 9))
