"""Rows of numbers: what stands for them where the engine is interpreted does the same as what is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from librt import vecs
from mypy_extensions import i64

from parcferme.lib import rows

KINDS: dict[str, tuple[Any, Callable[[Any, Any], Any]]] = {
    "bare": (vecs.vec, vecs.append),
    "plain": (rows.Plain, rows.append_plain),
    "of this build": (rows.vec, rows.append),
}


@pytest.mark.parametrize(("kind", "append"), list(KINDS.values()), ids=list(KINDS))
def test_a_row_is_read_written_and_copied(kind: Any, append: Callable[[Any, Any], Any]) -> None:
    row = kind[i64]([4, 5, 6])
    copy = row[:]
    copy[1] = 9
    assert list(row) == [4, 5, 6]
    assert list(copy) == [4, 9, 6]
    assert list(copy[1:]) == [9, 6]
    assert len(row) == 3
    assert 5 in row
    assert 9 not in row
    assert list(append(row[:], 7)) == [4, 5, 6, 7]
    assert list(row) == [4, 5, 6]
    assert len(kind[i64]()) == 0
    assert list(kind[bool]([True, False])) == [True, False]
    row[0] = 1 << 60  # a hand of cards
    assert row[0] == 1 << 60


def test_each_build_has_its_own_kind() -> None:
    compiled = not rows.__file__.endswith(".py")
    assert isinstance(rows.vec[i64]([1]), list) is not compiled
