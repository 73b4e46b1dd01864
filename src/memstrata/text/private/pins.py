"""PINs and one-time codes: digits that a sentence calls so."""

import re
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind

_PIN = re.compile(
    r"(?:(?<![a-z])(?P<pin>pin)(?![a-z])(?: ?(?:code|number|码))?"
    r"|(?<![a-z])(?:otp|verification code|one[ \-]time (?:code|password)|(?:unlock|door|access|security"
    r"|garage|alarm|gate|entry|lock|keypad) (?:code|pin))"
    r"|验证码|驗證碼|动态码|取件码|门禁码|解锁码)"
    r"(?P<glue>(?:'s|[ :：=\"'“「#]|is|was|are|to|now|set|changed|是|为|改成|就是|还是){0,6})(?P<value>\d{4,8})"
    r"(?![0-9a-z])(?!\.\d)(?! ?(?:位|个|次|天|of\b|chars|digits|times))"
)
_PIN_AFTER = re.compile(
    r"(?<![0-9a-z.])(?P<value>\d{4,8}) (?:as|is|for) (?:my|the|our|your)(?: [a-z]{1,12}){0,2} (?:pin|passcode)(?![a-z])"
)
_PIN_OF = re.compile(r"(?:my|card|sim|door|phone|atm|debit|bank|code|the|alarm|gate|safe)(?: [a-z]{1,10})? $")
_PIN_OF_WIRE = re.compile(r"(?:gpio|connector|header|chip|socket|jumper|i/o|digital|analog) $")
WORDS = ("pin", "otp", "code", "验证码", "驗證碼", "动态码", "取件码", "门禁码", "解锁码")


def find(seen: view.View) -> Iterator[Finding]:
    """All stated PINs and one-time codes, in no order; they may overlap."""
    if not any(word in seen.low for word in WORDS):
        return
    for found in _PIN.finditer(seen.low):
        if found["pin"] is None or _is_pin(seen, found):
            yield Finding(*found.span("value"), PrivateKind.PIN)
    for found in _PIN_AFTER.finditer(seen.low):
        yield Finding(*found.span("value"), PrivateKind.PIN)


def _is_pin(seen: view.View, found: re.Match[str]) -> bool:
    """Whether the digits are a PIN: said with a sign or verb, or `PIN 1234`, and not the pin of a connector."""
    left = seen.left(found.start(), 24)
    if _PIN_OF_WIRE.search(left):
        return False
    stated = found["glue"].strip() or found.end("pin") < found.start("glue")
    return bool(stated) or seen.text[found.start() : found.start() + 3] == "PIN" or _PIN_OF.search(left) is not None
