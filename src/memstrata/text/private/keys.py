"""Secrets of machines: API keys by their prefixes, tokens, private keys, connection strings, secrets assigned to a name."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind

# The forms the issuers document, one a line; what stands behind a prefix must look random as well (see `_random`).
_FORMS = r"""
sk-(?:proj-|svcacct-|admin-|ant-(?:api\d\d-|admin\d\d-|sid\d\d-)?|or-v1-|lf-)?[A-Za-z0-9_\-]{20,}
(?:AKIA|ASIA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])
gh[pousr]_[A-Za-z0-9]{20,}
github_pat_[A-Za-z0-9_]{22,}
gl(?:pat|dt|rt|ptt|cbt|soat)-[A-Za-z0-9_\-.]{16,}
xox[abeoprs]-[A-Za-z0-9\-]{10,}
xapp-\d-[A-Za-z0-9\-]{10,}
https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,}
AIza[A-Za-z0-9_\-]{30,}
ya29\.[A-Za-z0-9_\-]{20,}
GOCSPX-[A-Za-z0-9_\-]{20,}
[srp]k_(?:live|test|prod)_[A-Za-z0-9]{10,}
whsec_[A-Za-z0-9+/=]{20,}
hf_[A-Za-z0-9]{30,}
npm_[A-Za-z0-9]{30,}
pypi-[A-Za-z0-9_\-]{30,}
SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{30,}
(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])
key-[0-9a-f]{32}
gsk_[A-Za-z0-9]{30,}
xai-[A-Za-z0-9]{30,}
r8_[A-Za-z0-9]{30,}
pplx-[A-Za-z0-9]{30,}
d[oa][por]_v1_[0-9a-f]{40,}
shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32}
dapi[0-9a-f]{32}(?:-\d)?
LTAI[A-Za-z0-9]{12,26}
AKID[A-Za-z0-9]{20,40}
AKLT[A-Za-z0-9_\-]{20,60}
bce-v3/ALTAK-[A-Za-z0-9/]{30,}
https://oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{40,}
https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[0-9a-f\-]{30,}
lin_api_[A-Za-z0-9]{30,}
ntn_[A-Za-z0-9]{30,}
secret_[A-Za-z0-9]{40,}
figd_[A-Za-z0-9_\-]{30,}
pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}
AGE-SECRET-KEY-1[A-Z0-9]{40,}
sq0(?:csp|atp)-[A-Za-z0-9_\-]{20,}
dp\.[a-z]{2,4}\.[A-Za-z0-9]{30,}
hv[sbr]\.[A-Za-z0-9_\-]{20,}
[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-]{40,}
sntry[su]_[A-Za-z0-9+/=_\-]{30,}
gl(?:sa|c)_[A-Za-z0-9+/=_]{30,}
NRAK-[A-Z0-9]{20,}
pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_\-.]{20,}
sbp_[0-9a-f]{30,}
PMAK-[0-9a-f]{20,}-[0-9a-f]{30,}
HRKU-[A-Za-z0-9_\-]{30,}
tvly-[A-Za-z0-9\-]{20,}
jina_[A-Za-z0-9_\-]{30,}
nvapi-[A-Za-z0-9_\-]{30,}
[0-9]{8,10}:AA[A-Za-z0-9_\-]{30,}
[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])
[MNO][A-Za-z0-9_\-]{23,25}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,}
https://(?:discord|discordapp)\.com/api/webhooks/\d+/[A-Za-z0-9_\-]{30,}
""".split()
_PREFIXED = re.compile(r"(?<![A-Za-z0-9_\-])(?<![A-Za-z0-9]\.)(?:" + "|".join(_FORMS) + ")")
_JWT = re.compile(r"(?<![A-Za-z0-9_\-])eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]*)*")
_HEADER = re.compile(r"(?:\bbearer|authorization[\"']?[ :=]{1,3}[\"']?(?:basic|token|apikey)) {1,3}([a-z0-9._~+/\-]{16,}={0,2})")
_JOIN = r"[\s_\-]?"
_STRONG = "|".join(
    """
    api~keys? api~secret secret~(?:access~)?keys? access~key(?:~(?:id|secret))? client~secret app~(?:secret|key) webhook~secret
    signing~(?:key|secret) encryption~key account~key private~key master~key 密钥 密鑰 秘钥 金鑰 私钥
    """.replace("~", _JOIN).split()
)
_TOKEN = rf"(?:(?:access|auth|refresh|id|session|bearer|api|bot|csrf){_JOIN})?token|session{_JOIN}id|令牌|凭证"
_NAME = rf"(?P<strong>{_STRONG})|(?P<token>{_TOKEN})|(?P<weak>secret|key|credential)"
_QUOTE = r"[\"'`“”「『]"
_ASSIGNED = re.compile(
    rf"(?:{_NAME})[\"'`]?"
    r"(?P<glue> ?(?:[:=：]|=>|:=) ?| ?(?:号码?)?(?:是|为|就是|改成了?|换成了?)[ :：]?| (?:is|was|are|to)(?: now)?:? | )"
    rf"{_QUOTE}?(?P<value>[a-z0-9+/_\-.~]{{16,}}={{0,2}})"
)
_PUBLIC = re.compile(r"(?:public|publishable|primary|foreign|cache|sort|partition|object|idempotency|s3|redis|row|dedup|公)[ _\-]?$")
_URL = re.compile(r"(?<![a-z0-9+.\-])(?:jdbc:)?[a-z][a-z0-9+.\-]{1,30}://[!#-&(-;=?-_a-~]++")
_USERINFO = re.compile(r"://[^/@:?#]*:[^@/?#]+@[^@]")
_IN_QUERY = re.compile(r"[?&;](?:password|passwd|pwd|sharedaccesssignature|sig|accountkey)=[^&\s]")
_PAIRS = re.compile(
    r"(?<![a-z])(?:server|data source|host|endpoint|defaultendpointsprotocol|accountname|accountendpoint|driver|provider|user id|uid"
    r"|username|database|initial catalog|addr|address)=[^;\s\"'=]{1,256}[^;\s\"']{0,256};(?: ?[a-z][a-z ]{1,40}=[^;\s\"']{0,512};?)+"
)
_PAIR_SECRET = re.compile(r"(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature)=[^;\s]")
_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_GAP = r"(?:[ \t\r\n]|\\[nr])"
_BODY = re.compile(
    rf"(?:{_GAP}*+(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{{0,80}}|[A-Za-z0-9+/]{{24,}}={{0,2}}))*+"
    rf"(?:{_GAP}++(?:[A-Za-z0-9+/]{{2,}}={{1,2}}|=[A-Za-z0-9+/]{{4}}))?"
)
_LINE = re.compile(r"[A-Za-z0-9+/]{2,}={0,2}")
_WORD_AND_COUNT = re.compile(r"[A-Z]?[a-z]+\d{1,4}")
_CAPITALS = re.compile(r"[A-Z](?=[A-Z]|[a-z]?[A-Z])")  # two capitals at most one small letter apart: no words in camel case
_SEGMENTS = re.compile(r"[^A-Za-z0-9]+")
_LONG = re.compile(r"(?<![A-Za-z0-9_\-+/=.~])[A-Za-z0-9_\-+/=.~]{16}")  # no secret of a machine is shorter; most texts have no such run
WORDS = ("key", "secret", "token", "session", "credential", "密钥", "密鑰", "秘钥", "金鑰", "私钥", "令牌", "凭证")
LEAST_ENTROPY = 3.0  # bits a character: 32 random hexadecimal digits have about 3.6, repeated stand-ins (xxxx, 1234) fewer
LONG_VALUE = 256  # characters; what is longer is judged by its segments alone
CUT_KEY = 8192  # characters looked back from an END line whose BEGIN is missing


def find(seen: view.View) -> Iterator[Finding]:
    """All keys, tokens, private keys and connection strings, in no order; they may overlap."""
    yield from _connections(seen)
    if not _LONG.search(seen.text):
        return
    if "PRIVATE KEY" in seen.text:
        yield from _private_keys(seen.text)
    for found in _PREFIXED.finditer(seen.text):
        if _random(found.group()):
            yield Finding(found.start(), found.start() + len(found.group().rstrip(".-")), PrivateKind.API_KEY)
    for found in _JWT.finditer(seen.text):
        yield Finding(*found.span(), PrivateKind.ACCESS_TOKEN)
    yield from _assigned(seen)


def _private_keys(text: str) -> Iterator[Finding]:
    begins = [found.span() for found in _BEGIN.finditer(text)]
    ends = [found.span() for found in _END.finditer(text)]
    at = 0
    for number, (start, body) in enumerate(begins):
        following = begins[number + 1][0] if number + 1 < len(begins) else len(text)
        while at < len(ends) and ends[at][0] < body:
            yield from _cut_left(text, *ends[at])
            at += 1
        if at < len(ends) and ends[at][1] <= following:
            yield Finding(start, ends[at][1], PrivateKind.PRIVATE_KEY)
            at += 1
            continue
        cut = _BODY.match(text, body, following)
        yield Finding(start, cut.end() if cut else body, PrivateKind.PRIVATE_KEY)
    for span in ends[at:]:
        yield from _cut_left(text, *span)


def _cut_left(text: str, start: int, end: int) -> Iterator[Finding]:
    """The key that ends here and whose beginning was cut off."""
    lines = text[max(0, start - CUT_KEY) : start].splitlines(keepends=True)
    while lines and _LINE.fullmatch(lines[-1].strip()):
        start -= len(lines.pop())
    yield Finding(start, end, PrivateKind.PRIVATE_KEY)


def _assigned(seen: view.View) -> Iterator[Finding]:
    for found in _HEADER.finditer(seen.low) if "bearer" in seen.low or "authorization" in seen.low else ():
        value = seen.text[slice(*found.span(1))].rstrip(".")
        if any(character.isdecimal() for character in value) and _random(value):
            yield Finding(found.start(1), found.start(1) + len(value), PrivateKind.ACCESS_TOKEN)
    for found in _ASSIGNED.finditer(seen.low) if any(word in seen.low for word in WORDS) else ():
        start = found.start("value")
        value = seen.text[start : found.end("value")].rstrip(".")
        if _PUBLIC.search(seen.left(found.start(), 16)) or not _secret(value, weak=bool(found["weak"]), bare=found["glue"] == " "):
            continue
        yield Finding(start, start + len(value), PrivateKind.ACCESS_TOKEN if found["token"] else PrivateKind.API_KEY)


def _secret(value: str, *, weak: bool, bare: bool) -> bool:
    """Whether a value behind a name is a secret: random; behind a weak name no plain hash, without a sign in between longer."""
    hexadecimal = all(character in "0123456789abcdefABCDEF-" for character in value)
    if (weak and hexadecimal) or (bare and len(value) < 20):
        return False
    mixed = len(value) >= 20 and value != value.lower() and value != value.upper() and any(character.isdecimal() for character in value)
    return _random(value) or (mixed and not weak and "." not in value)


def _random(value: str) -> bool:
    """Whether some part between separators mixes digits with letters or changes case within, and few characters repeat."""
    if len(value) <= LONG_VALUE and _entropy(value) < LEAST_ENTROPY:
        return False
    return any(_mixes(part) for part in _SEGMENTS.split(value[: 2 * LONG_VALUE]))


def _mixes(part: str) -> bool:
    """Whether digits stand among letters (`word12` is no such mixture), or in a long part capitals among small letters."""
    digits = sum(character.isdecimal() for character in part)
    if len(part) >= 6 and 0 < digits < len(part) and (digits > 1 or len(part) >= 16):
        return _WORD_AND_COUNT.fullmatch(part) is None
    return len(part) >= 20 and not part.islower() and not part.isupper() and len(_CAPITALS.findall(part)) >= 3


def _entropy(value: str) -> float:
    """Bits a character, by the frequencies of its characters."""
    return -sum(count / len(value) * math.log2(count / len(value)) for count in Counter(value).values())


def _connections(seen: view.View) -> Iterator[Finding]:
    for found in _URL.finditer(seen.low) if "://" in seen.low else ():
        if _USERINFO.search(found.group()) or (found.group().startswith("jdbc:") and _IN_QUERY.search(found.group())):
            url = found.group().rstrip(".,;:)]}")
            yield Finding(found.start(), found.start() + len(url), PrivateKind.CONNECTION_STRING)
    for found in _PAIRS.finditer(seen.low) if "=" in seen.low and ";" in seen.low else ():
        if _PAIR_SECRET.search(found.group()):
            yield Finding(*found.span(), PrivateKind.CONNECTION_STRING)
