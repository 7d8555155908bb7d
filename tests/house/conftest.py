"""The toy games of tests/table/toys are registered while the tests of a module run, and only then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.helpers import toys_registered


@pytest.fixture(autouse=True, scope="module")
def toy_games() -> Iterator[None]:
    with toys_registered():
        yield
