"""Structured numbers: bank cards and their codes, IBAN, identity numbers, passports, company codes, plates."""

import re
from collections.abc import Iterator

from memstrata.text.private import checksums, labels, view
from memstrata.text.private.kinds import Finding, PrivateKind
from memstrata.text.private.labels import Label

_S = r"[ .\-]{1,3}"
_CARD = re.compile(
    rf"(?<![0-9A-Za-z_])(?<!\d[.])(?:\d{{13,19}}|\d{{4}}{_S}\d{{4}}{_S}\d{{4}}{_S}\d{{4}}(?:{_S}\d{{1,3}})?|\d{{4}}{_S}\d{{6}}{_S}\d{{5}}"
    rf"|\d{{6}}{_S}\d{{9,13}}|(?<!\d[ .\-])\d(?:{_S}\d){{12,18}})(?![0-9A-Za-z_])(?!\.\d)"
)
_CN_BANK = ("62", "60", "68", "69", "95", "94")
_ISSUER = re.compile(
    r"(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6011\d{12}|65\d{14}|64[4-9]\d{13}|35\d{14}|62\d{14,17})"
)
_SHORT_ISSUER = re.compile(r"(?:4\d{12}|3(?:0[0-5]|[68]\d)\d{11})|(?:9[45]|6[0289])\d{14,17}")
_CVV = re.compile(
    r"(?:\b(?:cvv2?|cvc2?|cvn2?|csc)|security code|安全码|安全碼|校验码|背面的?[三3]位(?:数字?|码)?)"
    r"(?:[ :：=\"'#(]|is|are|was|code|number|是|为){0,6}"
    r"(\d{3,4})(?![0-9A-Za-z])"
)
_CN_ID = re.compile(
    r"(?<![0-9])(?:(?<![A-Za-z_])|(?<=id)|(?<=ID)|(?<=No))(?:\d(?:[ .\-]{0,3}\d){16}[ .\-]{0,3}[\dXx]|\d{15})(?![0-9A-Za-z])"
)
_HK_TW = re.compile(r"(?<![0-9A-Za-z])(?:([A-Z]{1,2}\d{6})(?:\(([0-9A])\)|([0-9A]))|([A-Z][1289]\d{8}))(?![0-9A-Za-z(])")
_IBAN = re.compile(r"(?<![0-9A-Za-z])[A-Za-z]{2}\d{2}[ -]?[0-9A-Za-z]{4}(?=[ -]?[0-9A-Za-z])")
_USCC = re.compile(r"(?<![0-9A-Za-z])[1-9AN][1239](?:\d{6})[0-9A-HJ-NPQRTUWXY]{10}(?![0-9A-Za-z])")
_SSN = re.compile(
    r"(?<![0-9A-Za-z_])(?<!\d[\-.])(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?![0-9A-Za-z_])(?!-\d)(?! ?(?:mm|cm|in)\b)"
)
# Right behind its label a passport number may have any mixture; further on only the common forms, and not past a masked one.
_PASSPORT = re.compile(
    r"(?:护照|護照|通行证|通行證|passport)(?:(?:[ :：#=]|number|no\.?|is|号码?|是|为){1,6}((?=(?:[a-z]*\d){3})[a-z0-9]{8,9})"
    r"|[^\n。;；\ufffc]{0,40}?(?<![0-9A-Za-z.,])([a-z]{1,2}\d{7,8}|[a-z]\d{6,8}|\d{9}))(?![0-9a-z])"
)
_PLATE = re.compile(
    r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][·•. \-]?"
    r"(?=[A-Z]{0,5}\d)[A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳](?![0-9A-Za-z])"
)
_PLATE_STATED = re.compile(
    r"(?:licen[sc]e plate|number plate|registration plate|plate number|plate no\.?|car plate|\bmy plate|车牌|車牌|车号)"
    r"(?:[ :：=\"'#(]|number|is|was|号码?|是|为){0,6}"
    r"(?<![0-9a-z])((?=[a-z -]{0,6}\d)(?=[\d -]{0,6}[a-z])[a-z0-9]{2,4}[ -]?[a-z0-9]{3,5})(?![0-9a-z])"
)
CVV_REACH = 120  # characters between a card and its security code


def find(seen: view.View) -> Iterator[Finding]:
    """All structured numbers, in no order; they may overlap."""
    zones = seen.zones()
    yield from _cards(seen, zones)
    yield from _identities(seen, zones)
    yield from _ibans(seen)
    yield from _companies(seen)
    yield from _stated(seen)
    for found in _PLATE.finditer(seen.text):
        yield Finding(*found.span(), PrivateKind.PLATE)


def _within(pattern: re.Pattern[str], seen: view.View, zones: list[tuple[int, int]]) -> Iterator[re.Match[str]]:
    for start, end in zones:
        yield from pattern.finditer(seen.text, start, end)


def _bare(text: str) -> str:
    return re.sub(r"[ .\-]", "", text)


def _cards(seen: view.View, zones: list[tuple[int, int]]) -> Iterator[Finding]:
    named = any(word in seen.low for word in ("cv", "csc", "security code", "全码", "全碼", "校验码", "背面"))
    codes = [found.span(1) for found in _CVV.finditer(seen.low)] if named else []
    for start, end in codes:
        yield Finding(start, end, PrivateKind.CVV)
    at = 0
    for found in _within(_CARD, seen, zones):
        if not (kind := _card_kind(seen, found.start(), _bare(found.group()))):
            continue
        start, end = found.span()
        while at < len(codes) and codes[at][0] < start - CVV_REACH:
            at += 1
        near = at < len(codes) and codes[at][0] < end + CVV_REACH
        yield Finding(start, end, PrivateKind.CARD_WITH_CVV if near else kind)


def _card_kind(seen: view.View, start: int, digits: str) -> PrivateKind | None:
    issued = _ISSUER.fullmatch(digits)
    if not issued and not _SHORT_ISSUER.fullmatch(digits):
        return None
    label = labels.nearest(seen, start)
    right = checksums.luhn(digits)
    # A mistyped number that is called a card still is one; a right one needs no name.
    if label is not Label.CARD and (not right or not issued or label is Label.OTHER):
        return None
    return PrivateKind.CN_BANK_CARD if digits.startswith(_CN_BANK) and not digits.startswith("6011") else PrivateKind.CARD


def _identities(seen: view.View, zones: list[tuple[int, int]]) -> Iterator[Finding]:
    for found in _within(_CN_ID, seen, zones):
        number = _bare(found.group())
        if checksums.cn_id(number) or (checksums.cn_id_shape(number) and labels.nearest(seen, found.start()) is Label.ID):
            yield Finding(*found.span(), PrivateKind.CN_ID)
    for found in _HK_TW.finditer(seen.text):
        body, bracketed, plain, taiwan = found.groups()
        right = checksums.tw_id(taiwan) if taiwan and taiwan[1] in "12" else not taiwan and checksums.hk_id(body + (bracketed or plain))
        if right and (bracketed or labels.nearest(seen, found.start()) is Label.ID):
            yield Finding(*found.span(), PrivateKind.HK_TW_ID)
    for found in _within(_SSN, seen, zones):
        label = labels.nearest(seen, found.start())
        if label is Label.SSN or (found.group(1) == "-" and label not in (Label.OTHER, Label.PHONE)):
            yield Finding(*found.span(), PrivateKind.SSN)


def _ibans(seen: view.View) -> Iterator[Finding]:
    for found in _IBAN.finditer(seen.text):
        length = checksums.IBAN_LENGTHS.get(found.group()[:2].upper())
        if length is None:
            continue
        start, end, taken = found.start(), found.start(), ""
        while len(taken) < length and end < len(seen.text) and (seen.text[end].isalnum() or seen.text[end] in " -"):
            taken += seen.text[end].upper() if seen.text[end] not in " -" else ""
            end += 1
        ends = end == len(seen.text) or not (seen.text[end].isascii() and seen.text[end].isalnum())
        if ends and taken.isascii() and checksums.iban(taken):
            yield Finding(start, end, PrivateKind.IBAN)


def _companies(seen: view.View) -> Iterator[Finding]:
    for found in _USCC.finditer(seen.text):
        label = labels.nearest(seen, found.start())
        right = checksums.cn_uscc(found.group())
        # One in 31 numbers passes by chance: digits alone need a name.
        if label is Label.COMPANY or (right and label is not Label.OTHER and not found.group().isdecimal()):
            yield Finding(*found.span(), PrivateKind.CN_USCC)


def _stated(seen: view.View) -> Iterator[Finding]:
    """What only its name tells from any other code."""
    if any(word in seen.low for word in ("护照", "護照", "通行", "passport")):
        for found in _PASSPORT.finditer(seen.low):
            start, end = found.span(1 if found[1] else 2)
            if labels.nearest(seen, start) in (Label.PASSPORT, None):
                yield Finding(start, end, PrivateKind.PASSPORT)
    if any(word in seen.low for word in ("plate", "车牌", "車牌", "车号")):
        for found in _PLATE_STATED.finditer(seen.low):
            yield Finding(*found.span(1), PrivateKind.PLATE)
