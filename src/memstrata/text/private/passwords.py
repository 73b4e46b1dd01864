"""Passwords that a sentence states, in Chinese and English, and the account names beside them."""

import re
from collections.abc import Callable, Iterator

from memstrata.text.private import hollow, view
from memstrata.text.private.kinds import Finding, PrivateKind

_OPEN = "\"'`“”‘’「『《【"
_CLOSE = "\"'`“”‘’」』》】"
_RUN = r"[!#-&(-+\--:<-_a-~]"  # printable ASCII without space, quotes, comma, semicolon, backtick
_VALUE = rf"(?P<quote>[{_OPEN}])?(?P<value>(?(quote)[^{_CLOSE}\n]{{1,64}}(?=[{_CLOSE}])|{_RUN}{{3,128}}))"
_WORD = r"[a-z0-9'._\-]{1,24}"

_EN = r"(?:passwords?|passwd|passphrase|passcode|pass ?word|pwd|psw|pw|wi-?fi (?:code|key)|pass)"
_ZH = r"(?:密码|密碼|口令|暗号|暗號|授权码|授權碼)"
_LABEL = rf"(?:(?<![a-z])(?<!1){_EN}(?![a-z])|(?<=[a-z0-9])(?<!1)(?:password|passwd|pwd)(?![a-z])|{_ZH})"
_IS_EN = r"(?:(?:has been|was) (?:changed|set|reset) to|used to be|is (?:now|still)|is|was|are|=>|->|→|(?:changed|set) to|will be|now)"
_IS_ZH = r"(?:[还就都也]?是|为|叫|用的是|(?:改|换|变|设|设置|更新|重置|改设)[成为到])"
# Words between "password" and "is" that leave it the password itself; "password page is" and "password policy is" are other things.
_OF = rf"(?: (?:for|to|of|on|in|at|i|we|you|he|she|they|that|which|here|again|there|everywhere)(?: {_WORD}){{0,6}}?)?"

_ANY_LABEL = re.compile(_LABEL)
_ASSIGNED = re.compile(rf"{_LABEL}[\"'`”」]?{_OF} ?(?:(?<!=)[:=：](?!=)|=>|:=|—) ?{_VALUE}")
_STATED = re.compile(
    rf"{_LABEL}(?:{_OF}(?: |'s )|(?:[从由]{_RUN}{{3,40}}|[^，。；？！,;?!:：\n]{{0,6}}?))(?:{_IS_EN}|{_IS_ZH})了?[ :：]{{0,2}}{_VALUE}"
)
_SHORT = re.compile(rf"(?<![a-z])(?:password|passcode|passphrase|pw|pwd)'s {_VALUE}")
_CHANGED = re.compile(
    r"(?<![a-z])(?:change[ds]?|changing|set|setting|reset|updated?|updating|switch(?:ed|ing)?|moved?)"
    rf" (?:{_WORD} ){{0,5}}?{_EN}(?: {_WORD}){{0,5}}? (?:to|as) {_VALUE}"
)
_BESIDE = re.compile(rf"(?:{_LABEL} |{_ZH}[从由]?|{_EN} (?:[a-z]{{1,12}} ){{0,3}}from )(?![=:：]){_VALUE}")
_AFTERWARDS = re.compile(
    rf"{_LABEL}(?:[^.。;；\n]{{0,24}}?[^.。;；\n ])? ?(?:[,?，？;；]| and| but) ?"
    rf"(?:it is|it's|that is|that's|(?:the )?new one is|now it's|现在是|新的?是|就?是)[ :：]?{_VALUE}"
)
_PAIR = re.compile(
    r"(?:(?<![a-z])(?:login|log in|creds|credentials)|账号|帐号|账密)(?: is|是)?[ :：]{1,3}"
    rf"(?P<name>[a-z][a-z0-9_.@+\-]{{1,63}}) ?[/|:](?!/) ?{_VALUE}"
)
_HAN_VALUE = re.compile(rf"{_ZH} ?(?:{_IS_ZH}|[:：]) ?(?P<value>[\u4e00-\u9fff]{{1,8}}[0-9]{{2,}}[a-z0-9!@#]{{0,16}})(?![^\s，。；！!.])")
_COMMAND = re.compile(
    rf"(?<![a-z])(?:curl [^\n]{{0,160}}?(?:-u|--user)[ =]?[\"']?[^\s:\"']{{1,64}}:"
    rf"|mysql(?:dump)? [^\n]{{0,80}}?-p(?![a-z]*assword)|sshpass -p ?[\"']?)"
    rf"(?P<value>{_RUN}{{4,64}})"
)
_QUOTED_BEFORE = re.compile(
    rf"[{_OPEN}](?P<value>[^{_OPEN}{_CLOSE}\n]{{3,64}})[{_CLOSE}] (?:as|is|for)(?: (?:the|my|your|our|a|new)){{1,2}}"
    rf"(?: [a-z\-]{{1,20}}){{0,2}} {_EN}(?![a-z])"
)
_BEFORE = re.compile(
    rf"(?<!{_RUN})(?P<value>{_RUN}{{4,64}}) ?(?:as(?: my| the| our| your)?|is my|is the|当|作为|做|作|是我的|是|为)"
    rf"(?: [a-z\-]{{1,20}}){{0,2}} ?{_LABEL}"
)
_CLAUSE_END = re.compile(
    r"[\"'”」』]?(?:$|[.!?]*\s*(?:$|\n)|[.,;!?:)]|[^\x00-\x7f]"
    r"|[ ]{1,2}(?:[^\x00-\x7f]|(?:and|but|for|now|btw|thanks|please|so)\b|[(\-/#]))"
)
_ACCOUNT = re.compile(
    r"(?:(?<![a-z])(?:user(?:[_\- ]?(?:ids?|names?))?|login(?:[_\- ]?name)?|log ?in as|account(?: name)?|acct|uid|email|id)(?![a-z])"
    r"|(?P<han>账号|帐号|帳號|账户|帐户|用户名|用戶名|登录名|登陆名|用户))[\"'`”]?(?P<glue>(?:[ :：=\"'“「`]|is|was|是|为|叫|名){0,6})"
    r"(?P<value>[a-z0-9][a-z0-9_.@+\-]{1,63})(?![(\[])"
)
_SIGN = re.compile(r"[:：=是为叫\"'`“「]|is|was")
_TO_LABEL = re.compile(r"[ ,/，、|]{0,3}(?:and |with )?")
_VAGUE = re.compile(r"pass(?! ?word|wd|phrase|code)")  # a mountain pass, a pass of tests
COMMANDS = ("curl ", "mysql", "sshpass")
LOGINS = ("login", "log in", "creds", "credentials", "账号", "帐号", "账密")
WORDS = ("code", "授权码", "授權碼", "key", "pass", "pw", "psw", "密码", "密碼", "口令", "暗号", "暗號")
ACCOUNT_REACH = 64  # characters between an account name and its password's label


def find(seen: view.View) -> Iterator[Finding]:
    """All stated passwords and account names that stand beside a password, in no order; they may overlap."""
    if any(word in seen.low for word in COMMANDS):
        for found in _COMMAND.finditer(seen.low):
            yield Finding(*found.span("value"), PrivateKind.PASSWORD)
    if any(word in seen.low for word in LOGINS):
        yield from _logins(seen)
    if not any(word in seen.low for word in WORDS):
        return
    labels = [found.start() for found in _ANY_LABEL.finditer(seen.low)]
    if not labels:
        return
    spans = [*_behind(seen, labels), *_elsewhere(seen)]
    for _, start, end in spans:
        yield Finding(start, end, PrivateKind.PASSWORD)
    for pattern in (_QUOTED_BEFORE, _BEFORE):
        for found in pattern.finditer(seen.low):
            value = found["value"]
            if pattern is _QUOTED_BEFORE or hollow.is_strong(value) or value.count("-") > 1:
                yield Finding(*found.span("value"), PrivateKind.PASSWORD)
    yield from _accounts(seen, spans)


def _behind(seen: view.View, labels: list[int]) -> Iterator[tuple[int, int, int]]:
    """For each value that follows a label: where the label begins, where the value begins and ends."""
    for start in labels:
        for pattern, judge in _FOLLOWING:
            if (found := pattern.match(seen.low, start)) and (end := judge(seen, found)):
                yield start, found.start("value"), end


def _elsewhere(seen: view.View) -> Iterator[tuple[int, int, int]]:
    """The same where other words come first: "I changed my password to"."""
    for found in _CHANGED.finditer(seen.low):
        if end := _said(seen, found):
            yield found.start(), found.start("value"), end


def _logins(seen: view.View) -> Iterator[Finding]:
    """Both halves of "login: bob / …"."""
    for found in _PAIR.finditer(seen.low):
        if end := _beside(seen, found):
            yield Finding(*found.span("name"), PrivateKind.ACCOUNT_NAME)
            yield Finding(found.start("value"), end, PrivateKind.PASSWORD)


def _assigned(seen: view.View, found: re.Match[str]) -> int:
    """The end of the value behind a colon or an equals sign; 0 when it is no password."""
    value, end = _trimmed(seen, found)
    if found["quote"]:
        return 0 if hollow.is_message(value) else end
    if (
        hollow.is_code(value)
        or hollow.is_hollow(value, _ahead(seen, end))
        or (_VAGUE.match(found.group()) and value.isdecimal() and len(value) < 6)
    ):
        return 0
    signed = "=" in seen.low[found.start() : found.start("value")]
    return end if signed or hollow.is_strong(value) or _CLAUSE_END.match(seen.low, end) else 0


def _said(seen: view.View, found: re.Match[str]) -> int:
    """The end of the value behind "is", "to", 是 or 改成; a plain word counts only at the end of its clause."""
    value, end = _trimmed(seen, found)
    if found["quote"]:
        return 0 if hollow.is_message(value) else end
    if hollow.is_hollow(value, _ahead(seen, end)) or (_VAGUE.match(found.group()) and not hollow.is_strong(value)):
        return 0
    if value.isascii() and value.isalpha() and value.islower():
        ends = _CLAUSE_END.match(seen.low, end) is not None
        return end if ends and not value.endswith(("ed", "ing")) else 0
    return end


def _beside(seen: view.View, found: re.Match[str]) -> int:
    """The end of a value right behind the label without a verb: it must look like a password itself."""
    value, end = _trimmed(seen, found)
    if hollow.is_hollow(value, _ahead(seen, end)):
        return 0
    if _VAGUE.match(found.group()) and not any(character.isdecimal() for character in value):
        return 0
    if found["quote"]:
        return end if value.isascii() and " " not in value and len(value) > hollow.SHORTEST else 0
    chinese = not seen.low[found.start() : found.start("value")].isascii()
    shortest = hollow.SHORTEST_PIN if chinese else hollow.SHORTEST_STRONG
    digits = value.isdecimal() and len(value) >= shortest
    return end if digits or (hollow.is_strong(value, shortest) and not hollow.is_code(value)) else 0


def _always(_: view.View, found: re.Match[str]) -> int:
    return found.end("value")


_FOLLOWING: tuple[tuple[re.Pattern[str], Callable[[view.View, re.Match[str]], int]], ...] = (
    (_ASSIGNED, _assigned),
    (_STATED, _said),
    (_SHORT, _said),
    (_BESIDE, _beside),
    (_AFTERWARDS, _beside),
    (_HAN_VALUE, _always),
)


def _ahead(seen: view.View, end: int) -> str:
    return seen.low[end : end + 16]


def _trimmed(seen: view.View, found: re.Match[str]) -> tuple[str, int]:
    """The value without the punctuation of its sentence, in its own case, and its end."""
    start, end = found.span("value")
    value = seen.text[start:end]
    if found["quote"]:
        return value, end
    if cut := re.search(r"&[a-z_]+=|[)\]}]+[.:]*$", value):
        value = value[: cut.start()]
    if len(value) > 1:
        value = value.rstrip(".:?") if not value.endswith("**") else value.rstrip(".:?*")
    return value, start + len(value)


def _accounts(seen: view.View, spans: list[tuple[int, int, int]]) -> Iterator[Finding]:
    """The account names at most `ACCOUNT_REACH` characters before a password's label or behind its value."""
    for label, start, end in spans:
        before = [found for found in _ACCOUNT.finditer(seen.low, max(0, label - ACCOUNT_REACH), label) if _names(seen, found, label)]
        after = [] if before else [found for found in _ACCOUNT.finditer(seen.low, end, end + ACCOUNT_REACH) if _names(seen, found, label)]
        for found in before[-1:] or after[:1]:
            at = found.start("value")
            value = found["value"].rstrip(".-")
            if at > end or at + len(value) <= start:
                yield Finding(at, at + len(value), PrivateKind.ACCOUNT_NAME)


def _names(seen: view.View, found: re.Match[str], label: int) -> bool:
    """Whether an account is named: with a sign or verb, behind a Chinese label, or right before the password's label."""
    value = found["value"].rstrip(".-")
    if hollow.is_remark(value):
        return False
    between = _TO_LABEL.match(seen.low, found.end("value"))
    return found["han"] is not None or _SIGN.search(found["glue"]) is not None or (between is not None and between.end() == label)
