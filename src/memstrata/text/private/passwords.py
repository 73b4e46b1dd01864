"""Passwords, PINs and one-time codes that a sentence states, in Chinese and English, and the account names beside them."""

import re
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind

_OPEN = "\"'`“”‘’「『《【"
_CLOSE = "\"'`“”‘’」』》】"
_RUN = r"[!#-&(-+\--:<-_a-~]"  # printable ASCII without space, quotes, comma, semicolon, backtick
_VALUE = rf"(?P<quote>[{_OPEN}])?(?P<value>(?(quote)[^{_CLOSE}\n]{{1,64}}(?=[{_CLOSE}])|{_RUN}{{3,128}}))"

_EN_LABEL = r"(?:passwords?|passwd|passphrase|passcode|pass ?word|pwd|psw|pw|pass)"
_ZH_LABEL = r"(?:密码|密碼|口令|密钥口令|暗号)"
_LABEL = rf"(?:(?<![a-z]){_EN_LABEL}(?![a-z])|(?<=[a-z0-9])(?:password|passwd|pwd)(?![a-z])|{_ZH_LABEL})"
_MANNER = r"(?:is now|is still|is|was|are|=>|->|→|has been changed to|has been set to|was changed to|was set to|changed to|set to|will be|now|还是|就是|是|为|改成|改为|换成|换为|变成|设为|设成|设置为|设置成|更新为|重置为|叫|用的是|都是|也是|改到)"
# Words between "password" and "is" that leave it the password itself; "password page is" and "password policy is" are other things.
_ABOUT = r"(?: (?:for|to|of|on|in|at|i|we|you|he|she|they|that|which|here|again|there)(?: [a-z0-9'._\-]{1,24}){0,6}?)?"

_ASSIGNED = re.compile(rf"{_LABEL}[\"'`”」]? ?(?:(?<!=)[:=：](?!=)|=>|:=) ?{_VALUE}")
_STATED = re.compile(rf"{_LABEL}(?:{_ABOUT}(?: |'s )|[^，。；？！,;?!:：\n]{{0,6}}?){_MANNER}了?[ :：]{{0,2}}{_VALUE}")
_SHORT = re.compile(rf"(?<![a-z])(?:password|passcode|passphrase|pw|pwd)'s {_VALUE}")
_CHANGED = re.compile(
    rf"(?<![a-z])(?:chang|set|reset|updat|switch|mov)(?:e|ed|d|ted|ting|ing|es|s)? (?:[a-z0-9'\-]{{1,20}} ){{0,5}}?{_EN_LABEL}(?: [a-z0-9'\-]{{1,20}}){{0,5}}? (?:to|as) {_VALUE}"
)
_BESIDE = re.compile(rf"{_LABEL}(?P<space> ?){_VALUE}")
_BEFORE = re.compile(
    rf"[{_OPEN}](?P<quoted>[^{_OPEN}{_CLOSE}\n]{{3,64}})[{_CLOSE}] (?:as|is|for)(?: (?:the|my|your|our|a|new)){{0,2}}(?: [a-z\-]{{1,20}}){{0,2}} {_EN_LABEL}(?![a-z])"
    rf"|(?<!{_RUN})(?P<bare>{_RUN}{{4,64}}) ?(?:as my|is my|is the|as the|当|作为|做|作|是我的|是|为)(?: [a-z\-]{{1,20}}){{0,2}} ?{_LABEL}"
)
_PIN = re.compile(
    r"(?:(?<![a-z])pin(?![a-z])(?: ?(?:code|number|码))?|(?<![a-z])(?:otp|verification code|one[ \-]time (?:code|password)|security pin|unlock code|door code|access code)"
    r"|验证码|驗證碼|动态码|取件码|门禁码|解锁码)(?P<glue>[ :：=\"'“「#]|is|was|are|to|now|set|changed|是|为|改成|就是|还是){0,6}(?P<value>\d{4,8})(?![0-9a-z])(?!\.\d)(?! ?(?:位|个|次|天|of\b|chars|digits|times))"
)
_PIN_AFTER = re.compile(
    r"(?<![0-9a-z.])(?P<value>\d{4,8}) (?:as|is|for) (?:my|the|our|your)(?: [a-z]{1,12}){0,2} (?:pin|passcode)(?![a-z])"
)
_PIN_PLACE = re.compile(r"(?:my|card|sim|door|phone|atm|debit|bank|code|the|alarm|gate|safe)(?: [a-z]{1,10})? $")
_PIN_WIRE = re.compile(r"(?:gpio|connector|header|chip|socket|jumper|i/o|digital|analog) $")

# Words that say something about a password instead of being one.
_ABOUT_EN = frozenset(
    """a about above admin's after again all also always an and any are as at back bad be been before being below better between blank both broken but by
    case changed compromised correct current default different disabled done easy either empty encrypted enabled enough entered expired expires expiring
    exposed false fine for forgotten from given gone good great hard hashed he her here hidden his how i ignored important in incorrect invalid irrelevant
    it its just known leaked less letters like long lost managed mandatory maybe me mine missing more must my n/a needed never new no none nonempty not
    nothing now null obvious of ok okay old on one only optional or our out outdated pending plain please policy probably public private randomly rejected
    required reset right s safe salted same saved secret secure sensitive sent set shared short simple so some something still stolen stored str string
    strong stuff such temporary that the their then there these they this those to too true unchanged undefined unknown unset unsafe up useless using
    valid very visible vulnerable was weak what where which who why will wrong yes you your bool int bytes any optional type text number var val value
    field input hash prompt hint reset-link manager protected protection authentication auth login page error errors failed failure mismatch issue
    rotation requirements rules reuse sharing strength length history spraying cracking guessing attempts""".split()
)
_TECH = re.compile(
    r"(?:sha-?\d+|md5|argon2(?:id|i|d)?|bcrypt|scrypt|pbkdf2|base64|utf-?8|oauth2?|2fa|mfa|totp|aes(?:-?\d+)?|rsa|ssl|tls|http\S*|v\d+(?:\.\d+)*|null|none|nil"
    r"|undefined|true|false|xxx+|\*+|\.{2,}|…+|_+|-+|#+|\?+|admin_password|change_?me\?|your[_\-]?\S*|my[_\-]password|<\S*|\$\{?\S*|\{\S*|%\S*%|\[masked:\S*|\[redacted\S*)\W*"
)
_UNIT = re.compile(
    r"[ ]?(?:位|个|個|次|天|年|月|日|分钟|小时|字符|字母|加密|哈希|算法|以上|以内|以下|characters?\b|chars?\b|digits?\b|letters?\b|days?\b|times?\b|months?\b|words?\b|attempts?\b|bytes?\b|or more\b|to \d)"
)
_CODE = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)+[(\[]?\S*|[a-z_][a-z0-9_.]*[(\[]\S*|[a-z]+(?:_[a-z]+)+")
_CLAUSE_END = re.compile(
    r"[\"'”」』]?(?:$|[.!?]*(?:$|\s*$|\s*\n)|[.,;!?:)]|[^\x00-\x7f]|[ ]{1,2}(?:[^\x00-\x7f]|and\b|but\b|for\b|now\b|btw\b|thanks\b|please\b|so\b|\(|-|/|#))"
)
_ACCOUNT = re.compile(
    r"(?:(?<![a-z])(?:user ?names?|user(?:[_\- ]?(?:id|name))?|login(?:[_\- ]?name)?|account(?: name)?|acct|uid|log ?in as|email|id)(?![a-z])|账号|帐号|帳號|账户|帐户|用户名|用戶名|登录名|登陆名|用户)"
    rf"[\"'`”]?(?:[ :：=\"'“「`]|is|was|是|为|叫|名){{0,6}}(?P<value>[a-z0-9][a-z0-9_.@+\-]{{1,63}})"
)
ACCOUNT_REACH = 64  # characters between an account name and its password's label


def find(seen: view.View) -> Iterator[Finding]:
    """All stated passwords, PINs, and account names that stand beside a password, in no order; they may overlap."""
    for found in _PIN.finditer(seen.low):
        if _is_pin(seen, found):
            yield Finding(*found.span("value"), PrivateKind.PIN)
    for found in _PIN_AFTER.finditer(seen.low):
        yield Finding(*found.span("value"), PrivateKind.PIN)
    spans: list[tuple[int, int, int]] = []
    for pattern, judge in ((_ASSIGNED, _assigned), (_STATED, _said), (_SHORT, _said), (_CHANGED, _said), (_BESIDE, _beside)):
        for found in pattern.finditer(seen.low):
            if end := judge(seen, found):
                spans.append((found.start(), found.start("value"), end))
    for found in _BEFORE.finditer(seen.low):
        name = "quoted" if found["quoted"] else "bare"
        value = seen.text[slice(*found.span(name))]
        if name == "quoted" or _strong(value):
            yield Finding(*found.span(name), PrivateKind.PASSWORD)
    for _, start, end in spans:
        yield Finding(start, end, PrivateKind.PASSWORD)
    yield from _accounts(seen, spans)


def _is_pin(seen: view.View, found: re.Match[str]) -> bool:
    """Whether the digits are a PIN: said with a sign or verb, or `PIN 1234`, and not the pin of a connector or a version."""
    if not found.group().startswith("pin"):
        return True
    left = seen.left(found.start(), 24)
    if _PIN_WIRE.search(left):
        return False
    bare = found.group()[3 : found.start("value") - found.start()].strip() == ""
    return not bare or seen.text[found.start() : found.start() + 3] == "PIN" or bool(_PIN_PLACE.search(left))


def _assigned(seen: view.View, found: re.Match[str]) -> int:
    """The end of the value behind a colon or an equals sign; 0 when it is no password."""
    value, end = _trimmed(seen, found)
    if found["quote"]:
        return end if value.strip() and not _TECH.fullmatch(value.lower()) and value.lower() not in _ABOUT_EN else 0
    if _CODE.fullmatch(value) or _hollow(seen, value, end):
        return 0
    ends = _CLAUSE_END.match(seen.low, end) is not None
    return end if ends or _strong(value) or "=" in found.group()[: found.start("value") - found.start()] else 0


def _said(seen: view.View, found: re.Match[str]) -> int:
    """The end of the value behind "is", "to", 是 or 改成; a plain word counts only at the end of its clause."""
    value, end = _trimmed(seen, found)
    if found["quote"]:
        return end if value.strip() and value.lower() not in _ABOUT_EN else 0
    if _hollow(seen, value, end):
        return 0
    if value.isascii() and value.isalpha() and value.islower():
        plain = not re.search(r"(?:ed|ing)$", value) and _CLAUSE_END.match(seen.low, end)
        return end if plain else 0
    return end


def _beside(seen: view.View, found: re.Match[str]) -> int:
    """The end of a value right behind the label without a verb: it must look like a password itself."""
    value, end = _trimmed(seen, found)
    if found["quote"]:
        return end if value.isascii() and " " not in value and len(value) > 3 and not _hollow(seen, value, end) else 0
    if _hollow(seen, value, end) or _CODE.fullmatch(value):
        return 0
    label = found.group()[: found.start("value") - found.start()].strip()
    digits = 4 if not label.isascii() else 6
    return end if _strong(value) or (value.isdecimal() and len(value) >= digits) else 0


def _trimmed(seen: view.View, found: re.Match[str]) -> tuple[str, int]:
    """The value without the punctuation of its sentence, in its own case, and its end."""
    start, end = found.span("value")
    value = seen.text[start:end]
    if found["quote"]:
        return value, end
    if cut := re.search(r"&[a-z_]+=|[)\]}]+[.:]*$", value):
        value = value[: cut.start()]
    if len(value) > 1:
        value = value.rstrip(".:?")
    return value, start + len(value)


def _hollow(seen: view.View, value: str, end: int) -> bool:
    """Whether the value says something about the password, stands for one, counts something, or is no word."""
    low = value.lower()
    return (
        len(value) < 3
        or low.strip("!?.'") in _ABOUT_EN
        or _TECH.fullmatch(low) is not None
        or (value[0].isdecimal() and len(value) < 6 and _UNIT.match(seen.low, end) is not None)
        or not any(character.isalnum() for character in value)
        or (value.isdecimal() and len(value) < 4)
    )


def _strong(value: str) -> bool:
    """Whether a run looks like a password by itself: six characters or more of at least two classes, letters among them."""
    if len(value) < 6 or _TECH.fullmatch(value.lower()):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdecimal() for character in value)
    marks = re.search(r"[!@#$%^&*+=_~]", value) is not None
    return letters and (digits or (marks and _CODE.fullmatch(value.lower()) is None))


def _accounts(seen: view.View, spans: list[tuple[int, int, int]]) -> Iterator[Finding]:
    """The account names at most `ACCOUNT_REACH` characters before a password's label or behind its value."""
    for label, start, end in spans:
        left = max(0, label - ACCOUNT_REACH)
        before = list(_ACCOUNT.finditer(seen.low, left, label))
        after = [] if before else list(_ACCOUNT.finditer(seen.low, end, min(len(seen.low), end + ACCOUNT_REACH)))
        for found in before[-1:] or after[:1]:
            at, stop = found.span("value")
            value = seen.text[at:stop].rstrip(".-")
            if value.lower() not in _ABOUT_EN and (at > end or stop <= start):
                yield Finding(at, at + len(value), PrivateKind.ACCOUNT_NAME)
