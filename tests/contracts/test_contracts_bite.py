"""A contract is worth what it catches: each fault that some store once had is found by the promise that it breaks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import pytest

from memstrata.core import errors
from memstrata.core.batch import Batch, Decide, Task, View, Written
from memstrata.core.erasure import Plan
from memstrata.core.matrix import Matrix
from memstrata.core.ports import Store
from memstrata.core.records import MemoryRecord
from memstrata.core.results import Receipt
from memstrata.core.scope import Scope
from memstrata.core.turns import Turn
from memstrata.testing import InMemoryStore, StoreContract


class FoldsUsers(InMemoryStore):
    def write(self, scope: Scope, decide: Decide) -> Written:
        return super().write(replace(scope, user=scope.user.lower()), decide)


class ForgetsTenants(InMemoryStore):
    def write(self, scope: Scope, decide: Decide) -> Written:
        return super().write(replace(scope, tenant=None), decide)


class WritesRecordByRecord(InMemoryStore):
    def write(self, scope: Scope, decide: Decide) -> Written:
        def first(view: View) -> Batch:
            batch = decide(view)
            return replace(batch, records=batch.records[:1])

        super().write(scope, first)
        return super().write(scope, decide)


class DecidesOutsideTheWrite(InMemoryStore):
    def write(self, scope: Scope, decide: Decide) -> Written:
        seen: list[View] = []

        def look(view: View) -> Batch:
            seen.append(view)
            return Batch()

        version = super().write(scope, look).version
        batch = decide(seen[0])
        return super().write(scope, lambda view: batch) if batch != Batch() else Written(batch, version)


class RepeatsTheCursor(InMemoryStore):
    def scan(self, scope: Scope, after: str | None = None, limit: int = 1000) -> list[MemoryRecord]:
        found = [each for each in super().scan(scope, None, 10**6) if after is None or each.id >= after]
        return found[:limit]


class SortsTurnsByTime(InMemoryStore):
    def turns(self, scope: Scope, session: str, after: int = 0, last: int | None = None) -> list[Turn]:
        return sorted(super().turns(scope, session, after, last), key=lambda turn: (turn.at, turn.text))


class LastZeroIsAll(InMemoryStore):
    def turns(self, scope: Scope, session: str, after: int = 0, last: int | None = None) -> list[Turn]:
        return super().turns(scope, session, after)[-(last or 0) :]


class GivesTasksTwice(InMemoryStore):
    def claim(self, job: str, limit: int, now: datetime, after: int | None = None) -> list[tuple[Scope, Task]]:
        claimed = super().claim(job, limit, now, after)
        super().postpone([task.id for _, task in claimed], now)
        return claimed


class ErasesWhatItKnows(InMemoryStore):
    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        return super().erase(scope, replace(plan, records=tuple(each.id for each in self.get(scope, plan.records))))


class KeepsErasedArrays(InMemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.held: dict[Scope, Matrix] = {}

    def erase(self, scope: Scope, plan: Plan) -> Receipt:
        self.held[scope] = super().matrix(scope)
        return super().erase(scope, plan)

    def matrix(self, scope: Scope) -> Matrix:
        return self.held.get(scope) or super().matrix(scope)


class GetsInItsOwnOrder(InMemoryStore):
    def get(self, scope: Scope, ids: Sequence[str]) -> list[MemoryRecord]:
        return sorted(super().get(scope, ids), key=lambda record: record.id)


class AnswersAfterClosing(InMemoryStore):
    def close(self) -> None:
        pass


class RaisesItsEnginesErrors(InMemoryStore):
    def write(self, scope: Scope, decide: Decide) -> Written:
        try:
            return super().write(scope, decide)
        except errors.ConflictError as error:
            raise KeyError("UNIQUE constraint failed") from error


@dataclass(frozen=True)
class Fault:
    broken: type[InMemoryStore]
    promises: tuple[Callable[[StoreContract, Store], None], ...]


FAULTS = (
    Fault(FoldsUsers, (StoreContract.test_keeps_users_apart_who_look_alike,)),
    Fault(ForgetsTenants, (StoreContract.test_keeps_tenants_apart_who_look_alike,)),
    Fault(WritesRecordByRecord, (StoreContract.test_stores_nothing_of_a_batch_that_conflicts,)),
    Fault(DecidesOutsideTheWrite, (StoreContract.test_counts_exactly_when_threads_read_and_write,)),
    Fault(RepeatsTheCursor, (StoreContract.test_scans_every_record_once_in_the_order_of_ids,)),
    Fault(SortsTurnsByTime, (StoreContract.test_keeps_a_thousand_messages_of_one_instant_in_order,)),
    Fault(LastZeroIsAll, (StoreContract.test_gives_turns_after_a_place_and_only_the_last,)),
    Fault(GivesTasksTwice, (StoreContract.test_hides_a_claimed_task_for_two_minutes,)),
    Fault(ErasesWhatItKnows, (StoreContract.test_an_id_that_names_nothing_erases_nothing,)),
    Fault(KeepsErasedArrays, (StoreContract.test_an_erased_record_is_in_no_array,)),
    Fault(GetsInItsOwnOrder, (StoreContract.test_gets_records_in_the_order_of_the_ids,)),
    Fault(AnswersAfterClosing, (StoreContract.test_refuses_everything_after_it_is_closed,)),
    Fault(RaisesItsEnginesErrors, (StoreContract.test_refuses_a_second_record_under_one_key,)),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.broken.__name__)
def test_a_broken_store_breaks_its_promise(fault):
    for promise in fault.promises:
        with pytest.raises((AssertionError, KeyError, errors.ConflictError)):
            promise(StoreContract(), fault.broken())
