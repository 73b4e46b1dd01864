"""How far a source is believed: who may speak for the user, what is kept apart, how a label is proved, how much it weighs.

A filter finds only what somebody thought of. What holds without one is decided here by the class of the source alone: what did
not come from the user is never taken for the user's word, never retires it, and weighs less.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping

from memstrata.core import errors
from memstrata.core.drafts import Draft
from memstrata.core.matrix import TRUSTS
from memstrata.core.records import Json, Kind, Trust
from memstrata.text import fold, instructions

SIGNATURE = "signature"  # metadata: proves the source's label
CHANNEL = "channel"  # metadata: the name of the tool, page or agent that a text came through
REVIEW = "review"  # metadata: why the audit wants a person to look
UNSURE = 0.4  # confidence of what an outsider says about the user: a candidate, outside of recall and profile

# Factors on the evidence of a record in ranking, by the class of its source. Set by hand: at equal evidence the user's word
# comes first, and a better answer from outside still stands above a worse one.
WEIGHTS: Mapping[Trust, float] = {Trust.USER: 1.0, Trust.AGENT: 0.95, Trust.TOOL: 0.9, Trust.IMPORT: 0.9, Trust.WEB: 0.8}

MIN_KEY_BYTES = 16
_SCHEME = b"memstrata-source-1"
_OF_ROLE = {"tool": Trust.TOOL, "function": Trust.TOOL, "assistant": Trust.AGENT}
PERSONAL_KINDS = (Kind.PREFERENCE, Kind.HABIT, Kind.CORRECTION, Kind.PRINCIPLE)
_OWNERS_SLOTS = frozenset(
    [
        "identity",
        "system",
        "permission",
        "permissions",
        "policy",
        "policies",
        "security",
        "role",
        "admin",
        "身份",
        "系统",
        "权限",
        "策略",
        "安全",
        "角色",
    ]
)
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|key|tok|pat)[-_][\w-]{20,200}")  # what is left of keys once the known ones are masked
_PERSONAL_SLOTS = ("user.", "reply.")
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|our|us)\b|我|咱|俺|本人", re.IGNORECASE)
_THE_USER = re.compile(r"\b(?:the |this )?user(?:'s)?\b|用户|使用者", re.IGNORECASE)
_CONSENT = re.compile(
    r"\b(?:the |this )?user (?:has |had |already |explicitly )?(?:authori[sz]ed|approved|agreed|consented|shared|confirmed|instructed"
    r"|allowed|permitted|requested|granted|wants|prefers)\b|(?:用户|使用者)(?:已经?|曾|预先|之前|先前)?(?:授权|同意|批准|确认|许可|允许|答应|要求|希望|分享)",
    re.IGNORECASE,
)
_HEAD_CHARACTERS = 400


def less(one: Trust, other: Trust) -> Trust:
    """The less trusted of the two."""
    return max(one, other, key=TRUSTS.index)


def more(one: Trust, other: Trust) -> Trust:
    """The more trusted of the two."""
    return min(one, other, key=TRUSTS.index)


def of_turn(claimed: Trust, role: str) -> Trust:
    """The class of one message: what a tool or an assistant says in a user's conversation is not the user's."""
    return less(claimed, _OF_ROLE.get(role, Trust.USER))


def sign(key: bytes, content: str, source: str, channel: str = "") -> str:
    """Proof that `content` comes from `source` (a class of trust) through `channel`: put it into `metadata["signature"]`.

    HMAC-SHA256 over the scheme's name, source, channel and content, each with its length before it, as hexadecimal digits.
    """
    proof = hmac.new(key, digestmod=hashlib.sha256)
    for part in (_SCHEME, str(source).encode(), channel.encode(), content.encode("utf-8", "surrogatepass")):
        proof.update(len(part).to_bytes(8, "big"))
        proof.update(part)
    return proof.hexdigest()


def require_key(key: object) -> bytes | None:
    """The key, when it can sign; None for none. Raises ConfigError for another type or fewer than 16 bytes."""
    if key is None or (isinstance(key, bytes) and len(key) >= MIN_KEY_BYTES):
        return key
    raise errors.ConfigError(f"signing_key is at least {MIN_KEY_BYTES} random bytes, such as secrets.token_bytes(32)")


def proven(claimed: Trust, content: str, metadata: Mapping[str, Json], key: bytes | None) -> Trust:
    """The class that counts. With a key, whoever claims to be a tool, an agent or an import must have signed; else it is `web`.

    What the calling program hands in as the user's own words needs no proof: it is the program that holds the key.
    """
    if key is None or claimed is Trust.USER:
        return claimed
    given, channel = metadata.get(SIGNATURE), metadata.get(CHANNEL)
    expected = sign(key, content, claimed, channel if isinstance(channel, str) else "")
    return claimed if isinstance(given, str) and hmac.compare_digest(given.encode(), expected.encode()) else Trust.WEB


def beyond_reach(draft: Draft) -> str:
    """Why an outsider may not fill the draft's slot: what an agent is and may do is told by its owner alone; '' where it may."""
    subject = (draft.slot or "").split(".")[0]
    return f"the slot {draft.slot} says what an agent is or may do" if draft.trust is not Trust.USER and subject in _OWNERS_SLOTS else ""


def suspicion(text: str, trust: Trust) -> str:
    """Why a text is to be kept apart; '' when it is not. The user's own words never are: they are data like all others."""
    if trust is Trust.USER:
        return ""
    return "holds what looks like a key" if _KEY_LIKE.search(text) else instructions.read(text).why


def harmful_wish(text: str) -> str:
    """Why a user's own standing wish is not kept as a preference; '' for harmless ones such as "always reply in Chinese"."""
    reading = instructions.read(text)
    return reading.why if instructions.HARMFUL.intersection(reading.threats) else ""


def claims_consent(text: str, trust: Trust) -> bool:
    """Whether an unproven source says what the user has agreed to or wants: nobody can tell it from the truth by its words."""
    return trust is Trust.WEB and _CONSENT.search(fold.fold(text[:_HEAD_CHARACTERS])) is not None


def speaks_for_user(draft: Draft, role: str) -> bool:
    """Whether a draft states something about the user that only the user may state.

    In old chats that the user brought in, the user's own messages count as the user's.
    """
    if draft.trust is Trust.USER or (draft.trust is Trust.IMPORT and role == "user"):
        return False
    head = fold.fold(draft.content[:_HEAD_CHARACTERS])
    if _FIRST_PERSON.search(head) or (draft.slot or "").startswith(_PERSONAL_SLOTS):
        return not (draft.trust is Trust.AGENT and _THE_USER.search(head))  # agents note what users told them, in the third person
    return draft.trust is not Trust.AGENT and (draft.kind in PERSONAL_KINDS or _THE_USER.search(head) is not None)
