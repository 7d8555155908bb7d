"""Times as a rally writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.lib.stagetime import mmss


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "00:00"), (9, "00:09"), (133, "02:13"), (3600, "60:00"), (6001, "100:01"), (-5, "-00:05"), (-61, "-01:01")],
)
def test_minutes_and_seconds(seconds: int, text: str) -> None:
    assert mmss(seconds) == text


@given(st.integers(-(10**6), 10**6))
def test_the_text_reads_back(seconds: int) -> None:
    minutes, rest = mmss(seconds).lstrip("-").split(":")
    assert (-1 if mmss(seconds).startswith("-") else 1) * (int(minutes) * 60 + int(rest)) == seconds
