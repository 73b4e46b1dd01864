"""The room that looks at where each turn comes from: it sets the class of its source, and keeps suspicious turns apart.

Nothing is lost: what is kept apart is stored, shown by `quarantined()` and let out by `release()`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from memstrata.core.drafts import Draft
from memstrata.core.matrix import TRUSTS
from memstrata.core.ports import Store
from memstrata.core.records import Kind, MemoryRecord, Status, Trust
from memstrata.policies import reconcile
from memstrata.policies import trust as trusts
from memstrata.policies.reconcile import Verdict
from memstrata.remember import redact
from memstrata.remember.request import Request, Told
from memstrata.text import instructions
from memstrata.text.instructions import Threat

_FRAGMENTS = 3  # turns before, of the same source, that are read together with a new one
_FRAGMENT_CHARACTERS = 300  # longer texts are no fragments
_SPLIT = frozenset({Threat.OVERRIDE, Threat.EXFILTRATION, Threat.PERSISTENCE, Threat.EXECUTION, Threat.PAYMENT, Threat.CONCEALMENT})
_FINISHED = re.compile(r"[.!?。！？…;；:：}\])）>`/-]$|\.[\"'”’]$")
_CODE = re.compile(r"[{}=<>#]|\w\(|^\s?:|(?:^|\s)--")  # lines of code end without a full stop, and are no pieces of a sentence
# An assistant's long answers speak of servers, passwords and roles by trade; what it must not carry on is an order.
_ECHOED = frozenset({Threat.OVERRIDE, Threat.FORGERY, Threat.LAUNDERING, Threat.CONCEALMENT})


def screened(told: Told, said: str, request: Request, key: bytes | None) -> Told:
    """`told` under the class of its source. `said`: its text as it came. A suspicious turn is quarantined and states no facts."""
    turn = told.turn
    trust = trusts.of_turn(request.trust, turn.role)
    if trust is Trust.TOOL and request.trust is Trust.USER:
        trust = trusts.proven(trust, said, turn.metadata, key)
    drafts = tuple(replace(draft, trust=trusts.less(draft.trust, trust)) for draft in told.drafts)
    why = "" if trust is Trust.USER else _suspicion(said if turn.text == said else redact.credentials(said), trust, turn.role)
    why = why or next(filter(None, map(trusts.beyond_reach, drafts)), "")
    if not why:
        waits = trusts.claims_consent(told.record.content, trust)
        status = Status.CANDIDATE if waits else told.record.status
        if (trust, status, drafts) == (told.record.trust, told.record.status, told.drafts):
            return told
        record = replace(told.record, trust=trust, status=status)
        return replace(told, record=record, drafts=drafts)
    kept = tuple(draft for draft in drafts if draft.explicit)  # the caller's own fact waits beside the turn; nothing else is read out of it
    return replace(told, record=quarantined(replace(told.record, trust=trust), why), drafts=kept)


def joined(told: Sequence[Told], request: Request, store: Store) -> tuple[list[Told], tuple[str, ...]]:
    """The turns read together with the ones before them of the same source: an order in pieces is an order.

    Gives the turns, those that complete an order quarantined, and the ids of stored turns that hold its other pieces.
    """
    out, suspects = list(told), list[str]()
    for place, one in enumerate(told):
        if not _piece(one.record) or one.record.status is Status.QUARANTINED:
            continue
        earlier = [each.record for each in out[:place] if _piece(each.record) and each.record.trust is one.record.trust]
        pieces = _unfinished([*_stored(one.record, request, store), *earlier][-_FRAGMENTS:])
        why = _across([*(piece.content for piece in pieces), one.record.content]) if pieces else ""
        if not why:
            continue
        ids = {piece.id for piece in pieces}
        suspects += [piece.id for piece in pieces if piece not in earlier]
        for at in [at for at in range(place + 1) if out[at].record.id in {*ids, one.record.id}]:
            out[at] = replace(out[at], record=quarantined(out[at].record, f"in pieces: {why}"), drafts=())
    return out, tuple(suspects)


def quarantined(record: MemoryRecord, why: str) -> MemoryRecord:
    """The record kept apart, and why."""
    return replace(record, status=Status.QUARANTINED, reason=f"quarantined: {why}")


def _suspicion(said: str, trust: Trust, role: str) -> str:
    if role != "assistant" or trust is not Trust.AGENT:
        return trusts.suspicion(said, trust)
    reading = instructions.read(said)
    return reading.why if _ECHOED.intersection(reading.threats) else ""


def _piece(record: MemoryRecord) -> bool:
    if record.trust is Trust.USER or record.role == "assistant" or len(record.content) > _FRAGMENT_CHARACTERS:
        return False
    return bool(record.content.strip()) and _CODE.search(record.content) is None


def _across(texts: Sequence[str]) -> str:
    """Why the texts together are suspicious; '' when they are not."""
    reading = instructions.read(" ".join(texts))
    return reading.why if _SPLIT.intersection(reading.threats) else ""


def _unfinished(pieces: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """The last of `pieces` that stop in the middle of a sentence, one after the other: only such are read on."""
    cut = len(pieces)
    while cut and not _FINISHED.search(pieces[cut - 1].content.rstrip()[-2:]):
        cut -= 1
    return list(pieces[cut:])


def _stored(record: MemoryRecord, request: Request, store: Store) -> list[MemoryRecord]:
    """The last turns of the same source and conversation that are there, oldest first."""
    matrix = store.matrix(request.scope)
    columns, labels = matrix.columns, matrix.labels
    rows = (columns["kind"] == labels.label(Kind.TURN)) & (columns["trust"] == TRUSTS.index(record.trust)) & (columns["status"] >= 0)
    rows &= columns["session"] == (0 if request.session is None else labels.label(request.session))
    places = np.flatnonzero(rows)
    newest = places[np.argsort(columns["created"][places], kind="stable")][-_FRAGMENTS:]
    found = store.get(request.scope, [matrix.id(int(place)) for place in newest])
    return [each for each in found if _piece(each) and each.agent == request.scope.agent and each.status is not Status.FORGOTTEN]


def believed(draft: Draft, told: MemoryRecord | None) -> Draft:
    """The draft as far as its source is believed: what an outsider says about the user is a guess until the user says so."""
    role = "user" if told is None else told.role or "user"
    return replace(draft, confidence=min(draft.confidence, trusts.UNSURE)) if trusts.speaks_for_user(draft, role) else draft


def apart(draft: Draft, told: MemoryRecord | None) -> str:
    """Why a fact is quarantined: its turn is, or it is a wish of the user that would do harm as a standing order; '' when it is not."""
    if told is not None and told.status is Status.QUARANTINED:
        return told.reason.removeprefix("quarantined: ")
    if draft.trust is not Trust.USER:
        return trusts.beyond_reach(draft) or trusts.suspicion(draft.content, draft.trust)
    return trusts.harmful_wish(draft.content) if draft.kind in trusts.PERSONAL_KINDS else ""


def heard_again(verdict: Verdict, draft: Draft) -> Verdict:
    """The verdict on a fact that is there: outsiders who repeat each other make no fact about the user, and retire none."""
    mere = draft.trust is not Trust.USER and draft.confidence < reconcile.CANDIDATE_BELOW
    return replace(verdict, raised=False, targets=()) if mere else verdict
