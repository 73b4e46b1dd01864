"""The contracts are part of the package: pytest explains their assertions only when it is asked to."""

import pytest

pytest.register_assert_rewrite("memstrata.testing")
