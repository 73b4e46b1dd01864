"""A server on this machine for each protocol, with a key for it and no proxy in between."""

from collections.abc import Iterator

import pytest

from tests.unit.models import loopback
from tests.unit.models.loopback import Loopback, Protocol

SECRET = "sk-test-0123456789abcdef"


@pytest.fixture(params=loopback.PROTOCOLS, ids=lambda protocol: protocol.name)
def protocol(request: pytest.FixtureRequest) -> Protocol:
    found: Protocol = request.param
    return found


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    for each in loopback.PROTOCOLS:
        monkeypatch.setenv(each.key, SECRET)


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback.serving() as found:
        yield found
