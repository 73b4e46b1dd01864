"""The rates that `memstrata.text.private` promises, on the frozen set of tests/data/private."""

import pytest

from memstrata.text import private
from memstrata.text.private import PrivateKind as Kind
from tests.data.private import frozen

KEYS = frozenset({Kind.API_KEY, Kind.ACCESS_TOKEN, Kind.PRIVATE_KEY, Kind.CONNECTION_STRING})
STATED = frozenset({Kind.PASSWORD, Kind.PIN, Kind.ACCOUNT_NAME})
STREETS = frozenset({Kind.ADDRESS, Kind.CN_ADDRESS})


@pytest.fixture(scope="module")
def measured() -> frozen.Recall:
    return frozen.recall(frozen.rows("positives"))


def test_the_frozen_set_is_large_enough_to_tell(measured: frozen.Recall) -> None:
    assert len(measured.total) >= 20
    assert sum(measured.total.values()) >= 1000
    assert len(frozen.rows("negatives")) >= 1000


def test_finds_98_of_100_structured_numbers(measured: frozen.Recall) -> None:
    structured = frozenset(measured.total) - KEYS - STATED - STREETS

    assert measured.share(structured) >= 0.98
    assert min(measured.share(frozenset({kind})) for kind in structured) >= 0.9


def test_finds_95_of_100_keys(measured: frozen.Recall) -> None:
    assert measured.share(KEYS) >= 0.95


def test_finds_90_of_100_stated_passwords(measured: frozen.Recall) -> None:
    assert measured.share(STATED) >= 0.9


def test_finds_85_of_100_street_addresses(measured: frozen.Recall) -> None:
    assert measured.share(STREETS) >= 0.85


def test_finds_as_much_in_chinese_as_in_english() -> None:
    rows = frozen.rows("positives")
    chinese = [row for row in rows if any("\u4e00" <= character <= "\u9fff" for character in row.text)]
    english = [row for row in rows if row.text.isascii()]

    shares = [sum(counted.found.values()) / sum(counted.total.values()) for counted in map(frozen.recall, (chinese, english))]

    assert min(shares) >= 0.95
    assert abs(shares[0] - shares[1]) <= 0.03


def test_takes_at_most_1_in_100_look_alikes_for_private() -> None:
    negatives = frozen.rows("negatives")

    alarms = [row.text for row in negatives if private.find(row.text)]

    assert len(alarms) <= 0.01 * len(negatives), alarms


def test_names_the_kind_it_found() -> None:
    family = {Kind.CARD_WITH_CVV: Kind.CARD, Kind.LANDLINE: Kind.PHONE, Kind.PIN: Kind.PASSWORD}
    pairs = [
        (span.kind, finding.kind)
        for row in frozen.rows("positives")
        for finding in private.find(row.text)
        for span in row.spans
        if finding.start <= span.start and span.end <= finding.end
    ]

    right = sum(family.get(wanted, wanted) is family.get(given, given) for wanted, given in pairs)

    assert right >= 0.98 * len(pairs)
