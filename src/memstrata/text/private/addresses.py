"""English addresses: house number and street, flat or suite, PO box. Town, state and post code stay."""

import re
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind

_ROAD = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Terrace|Ter|Crescent|Cres|Parkway|Pkwy|Highway|Hwy|Alley|Mews"
    r"|Gardens|Grove|Turnpike|Expressway|Broadway|Embankment)"
)
# Words that end many names of other things; these need a unit, a town or "live at" beside them.
_VAGUE = (
    r"(?P<vague>Way|Court|Ct|Place|Pl|Square|Sq|Circle|Cir|Close|Row|Walk|Hill|Trail|Park|Loop|Path|Quay|Wharf|Green|View|Rise|Plaza|Pike)"
)
_WORD = r"(?:[A-Z][A-Za-z'’\-]{0,20}\.?|\d{1,3}(?:st|nd|rd|th))(?<!Google)(?<!Flash)(?<!Hard)(?<!Disk)(?<!Year)"
_ROOMS = r"(?:[Aa]pt|[Aa]partment|[Ss]uite|[Ss]te|[Uu]nit|[Ff]lat|[Ff]loor|Fl|[Rr]oom|Rm|[Bb]uilding|Bldg)"
_UNIT = rf"(?:,? {_ROOMS}\.? ?#?[A-Za-z0-9\-]{{1,6}}|,? ?#[A-Za-z0-9\-]{{1,6}})"
_COMPASS = r"(?:,? (?:NW|NE|SW|SE|[NSEW]|North|South|East|West)(?![A-Za-z]))?"
_STREET = re.compile(
    rf"[0-9](?<![0-9A-Za-z$€£#.,:/\-].)\d{{0,5}}(?:[A-Za-z]|-\d{{1,5}}|/\d{{1,4}})?,? "
    rf"(?:(?:{_WORD} ){{1,4}}(?:{_ROAD}|{_VAGUE})|Broadway)(?![A-Za-z0-9])(?:\.(?= ?,? ?[A-Z#,a-z]))?{_COMPASS}{_UNIT}{{0,3}}"
)
_HAS_UNIT = re.compile(_UNIT)
_FLAT = re.compile(r"(?:(?<![a-z])(?:flat|unit|apt\.?|apartment|suite|room|building) ?#?[a-z0-9\-]{1,6}, ?)?(?:no\. ?)?$")
_LOWER = re.compile(
    r"[0-9](?<![0-9a-z$€£#.,:/\-].)\d{0,5}[a-z]? "
    r"(?!(?:down|the|of|in|to|up|on|and|or|more|different|other)s? )(?:[a-z0-9'\-]{1,20} ){1,3}?"
    r"(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|terrace|court|way|place)(?![a-z0-9])"
    r"(?:,? (?:apt|apartment|suite|ste|unit|flat|floor|room)\.? ?#?[a-z0-9\-]{1,6}|,? ?#[a-z0-9\-]{1,6}){0,2}"
)
_LIVES = re.compile(
    r"(?:live[sd]? (?:at|on)|address|(?:ship(?:ped|ping)?|deliver(?:y|ed)?)(?: it| them)? to|home|house|moved? to|located at"
    r"|send (?:it|them) to|stay(?:s|ing)? at|residence|住在|地址|寄到|送到)[^.;。；\n]{0,24}$"
)
_TOWN = re.compile(r",? (?:[A-Z][a-z]+(?: [A-Z][a-z]+)?, ?[A-Z]{2}(?![A-Za-z])|[A-Z]{2} \d{5}|[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2})|,?\d{5}")
_BOX = re.compile(r"(?<![a-z])(?:p\.? ?o\.? ?box|post office box|gpo box|邮政信箱|郵政信箱) ?#?\d{1,7}(?![0-9a-z])")
REACH = 48  # characters before a house number in which "live at" or "address" stands
LIVES_WORDS = (
    "apt",
    "flat",
    "live",
    "addr",
    "ship",
    "home",
    "house",
    "move",
    "locat",
    "send",
    "stay",
    "resid",
    "住在",
    "地址",
    "寄到",
    "送到",
)


def find(seen: view.View) -> Iterator[Finding]:
    """All English street addresses and PO boxes, in no order; they may overlap."""
    for found in _STREET.finditer(seen.text):
        if found["vague"] is None or _HAS_UNIT.search(found.group()) or _lives(seen, found) or _TOWN.match(seen.text, found.end()):
            yield Finding(_with_flat(seen, found.start()), found.end(), PrivateKind.ADDRESS)
    if any(word in seen.low for word in LIVES_WORDS):
        for found in _LOWER.finditer(seen.low):
            start = _with_flat(seen, found.start())
            if start < found.start() or _lives(seen, found):
                yield Finding(start, found.end(), PrivateKind.ADDRESS)
    if "box" in seen.low or "信箱" in seen.low:
        for found in _BOX.finditer(seen.low):
            yield Finding(*found.span(), PrivateKind.ADDRESS)


def _lives(seen: view.View, found: re.Match[str]) -> bool:
    return _LIVES.search(seen.left(found.start(), REACH)) is not None


def _with_flat(seen: view.View, start: int) -> int:
    """The start, moved before `Flat 3, ` or `No. `."""
    flat = _FLAT.search(seen.left(start, 24))
    return start - len(flat.group()) if flat else start
