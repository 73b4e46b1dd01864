"""Secrets of machines: API keys by their prefixes, tokens, private keys, connection strings, secrets assigned to a name."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind

# Prefixes as the issuers document them; a run behind one must look random (see `_random`).
_PREFIXED = re.compile(
    r"(?<![A-Za-z0-9_\-])(?<![A-Za-z0-9]\.)(?:"
    r"sk-(?:proj-|svcacct-|admin-|ant-(?:api\d\d-|admin\d\d-|sid\d\d-)?|or-v1-|lf-)?[A-Za-z0-9_\-]{20,}"
    r"|(?:AKIA|ASIA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{22,}|gl(?:pat|dt|rt|ptt|cbt|soat)-[A-Za-z0-9_\-.]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9\-]{10,}|xapp-\d-[A-Za-z0-9\-]{10,}|AIza[A-Za-z0-9_\-]{30,}|ya29\.[A-Za-z0-9_\-]{20,}|GOCSPX-[A-Za-z0-9_\-]{20,}"
    r"|[srp]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}|hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_\-]{30,}"
    r"|SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{30,}|(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])|key-[0-9a-f]{32}|gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{30,}"
    r"|r8_[A-Za-z0-9]{30,}|pplx-[A-Za-z0-9]{30,}|d[oa][por]_v1_[0-9a-f]{40,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|dapi[0-9a-f]{32}(?:-\d)?|LTAI[A-Za-z0-9]{12,26}"
    r"|AKID[A-Za-z0-9]{20,40}|AKLT[A-Za-z0-9_\-]{20,60}|bce-v3/ALTAK-[A-Za-z0-9/]{30,}|lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{40,}"
    r"|figd_[A-Za-z0-9_\-]{30,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}|sq0(?:csp|atp)-[A-Za-z0-9_\-]{20,}|dp\.[a-z]{2,4}\.[A-Za-z0-9]{30,}"
    r"|hv[sbr]\.[A-Za-z0-9_\-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-]{40,}|sntry[su]_[A-Za-z0-9+/=_\-]{30,}|gl(?:sa|c)_[A-Za-z0-9+/=_]{30,}|NRAK-[A-Z0-9]{20,}"
    r"|pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_\-.]{20,}|sbp_[0-9a-f]{30,}|PMAK-[0-9a-f]{20,}-[0-9a-f]{30,}|HRKU-[A-Za-z0-9_\-]{30,}|fo1_[A-Za-z0-9_\-]{30,}"
    r"|tvly-[A-Za-z0-9\-]{20,}|jina_[A-Za-z0-9_\-]{30,}|nvapi-[A-Za-z0-9_\-]{30,}|fw_[A-Za-z0-9]{20,}|cr_[0-9a-f]{64}|[0-9]{8,10}:AA[A-Za-z0-9_\-]{30,}"
    r"|[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])|[MNO][A-Za-z0-9_\-]{23,25}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,}"
    r"|https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,}|https://(?:discord|discordapp)\.com/api/webhooks/\d+/[A-Za-z0-9_\-]{30,}"
    r"|https://oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{40,}|https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[0-9a-f\-]{30,}"
    r")"
)
_JWT = re.compile(r"(?<![A-Za-z0-9_\-])eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]*)*")
_HEADER = re.compile(r"(?:\bbearer|authorization[\"']?[ :=]{1,3}[\"']?(?:basic|token|apikey)) {1,3}([a-z0-9._~+/\-]{12,}={0,2})")
_NAME = (
    r"(?P<strong>api[ _\-]?keys?|api[ _\-]?secret|apikey|secret[ _\-]?(?:access[ _\-]?)?keys?|access[ _\-]?key(?:[ _\-]?(?:id|secret))?|client[ _\-]?secret"
    r"|app[ _\-]?(?:secret|key)|webhook[ _\-]?secret|signing[ _\-]?(?:key|secret)|encryption[ _\-]?key|account[ _\-]?key|private[ _\-]?key|master[ _\-]?key|密钥|密鑰|秘钥|金鑰|私钥)"
    r"|(?P<token>(?:access|auth|refresh|id|session|bearer|api|bot|csrf|personal access)[ _\-]?token|token|session[ _\-]?id|令牌|凭证)|(?P<weak>secret|key|credential)"
)
_QUOTE = r"[\"'`“”「『]"
_ASSIGNED = re.compile(
    rf"(?:{_NAME})[\"'`]?(?P<glue> ?(?:[:=：]|=>|:=) ?|(?:号码?)?(?:是|为|就是|改成了?|换成了?)[ :：]?| (?:is|was|are|to)(?: now)?:? | )"
    rf"{_QUOTE}?(?P<value>[a-z0-9+/_\-.~]{{16,}}={{0,2}})"
)
_PUBLIC = re.compile(r"(?:public|publishable|primary|foreign|cache|sort|partition|object|idempotency|s3|redis|row|dedup|公)[ _\-]?$")
_URL = re.compile(r"(?<![a-z0-9+.\-])(?:jdbc:)?[a-z][a-z0-9+.\-]{1,30}://[!#-&(-;=?-_a-~]++")
_USERINFO = re.compile(r"://[^/@:?#]*:[^@/?#]+@[^@]")
_IN_QUERY = re.compile(r"[?&;](?:password|passwd|pwd|sharedaccesssignature|sig|accountkey)=[^&\s]")
_PAIRS = re.compile(
    r"(?<![a-z])(?:server|data source|host|endpoint|defaultendpointsprotocol|accountname|accountendpoint|driver|provider|user id|uid|username|database"
    r"|initial catalog|addr|address)=[^;\s\"'=]{1,256}[^;\s\"']{0,256};(?: ?[a-z][a-z ]{1,40}=[^;\s\"']{0,512};?)+"
)
_PAIR_SECRET = re.compile(r"(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature)=[^;\s]")
_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_GAP = r"(?:[ \t\r\n]|\\[nr])"
_BODY = re.compile(
    rf"(?:{_GAP}*+(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{{0,80}}|[A-Za-z0-9+/]{{24,}}={{0,2}}))*+(?:{_GAP}++(?:[A-Za-z0-9+/]{{2,}}={{1,2}}|=[A-Za-z0-9+/]{{4}}))?"
)
_LINE = re.compile(r"[A-Za-z0-9+/]{2,}={0,2}")
_SEGMENTS = re.compile(r"[^A-Za-z0-9]+")
CUT_KEY = 8192  # characters looked back from an END line whose BEGIN is missing


def find(seen: view.View) -> Iterator[Finding]:
    """All keys, tokens, private keys and connection strings, in no order; they may overlap."""
    if "PRIVATE KEY" in seen.text:
        yield from _private_keys(seen.text)
    for found in _PREFIXED.finditer(seen.text):
        if _random(found.group()):
            yield Finding(found.start(), found.start() + len(found.group().rstrip(".-")), PrivateKind.API_KEY)
    for found in _JWT.finditer(seen.text):
        yield Finding(*found.span(), PrivateKind.ACCESS_TOKEN)
    yield from _assigned(seen)
    yield from _connections(seen)


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
    for found in _HEADER.finditer(seen.low):
        value = seen.text[slice(*found.span(1))].rstrip(".")
        if any(character.isdecimal() for character in value) and _random(value):
            yield Finding(found.start(1), found.start(1) + len(value), PrivateKind.ACCESS_TOKEN)
    for found in _ASSIGNED.finditer(seen.low):
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
    return _random(value)


def _random(value: str) -> bool:
    """Whether some part between separators mixes digits with letters or changes case within, and few characters repeat."""
    entropy = (
        -sum(count / len(value) * math.log2(count / len(value)) for count in Counter(value[:256]).values()) if len(value) <= 256 else 5.0
    )
    if entropy < 3.0:  # bits a character; random hexadecimal of 32 characters has about 3.6, words in kebab case more, hence the next test
        return False
    for part in _SEGMENTS.split(value[:512]):
        digits = sum(character.isdecimal() for character in part)
        if (
            len(part) >= 6
            and 0 < digits < len(part)
            and (digits > 1 or len(part) >= 16)
            and not re.fullmatch(r"[a-z]+\d{1,4}|[A-Z]?[a-z]+\d{1,4}", part)
        ):
            return True
        if len(part) >= 20 and not part.islower() and not part.isupper() and len(re.findall(r"[A-Z](?=[A-Z]|[a-z]?[A-Z])", part)) >= 3:
            return True
    return False


def _connections(seen: view.View) -> Iterator[Finding]:
    for found in _URL.finditer(seen.low):
        if _USERINFO.search(found.group()) or (found.group().startswith("jdbc:") and _IN_QUERY.search(found.group())):
            url = found.group().rstrip(".,;:)]}")
            yield Finding(found.start(), found.start() + len(url), PrivateKind.CONNECTION_STRING)
    for found in _PAIRS.finditer(seen.low):
        if _PAIR_SECRET.search(found.group()):
            yield Finding(*found.span(), PrivateKind.CONNECTION_STRING)
