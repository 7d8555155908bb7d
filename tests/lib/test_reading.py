"""Reading a view by name: what is there with its type, and something harmless where it is not."""

from __future__ import annotations

from parcferme.core.contract import View
from parcferme.lib.reading import fields, number, numbers, rows

VIEW: View = {"turn": {"hazards": 2}, "cars": [{"gear": 3}, None], "order": [1, "?", 0], "round": 4, "actor": None}


def test_what_is_there_is_read() -> None:
    assert fields(VIEW, "turn") == {"hazards": 2}
    assert rows(VIEW, "cars") == [{"gear": 3}]
    assert numbers(VIEW, "order") == [1, 0]
    assert number(VIEW, "round") == 4


def test_what_is_not_there_reads_as_nothing() -> None:
    for name in ("actor", "nowhere"):
        assert fields(VIEW, name) == {}
        assert rows(VIEW, name) == []
        assert numbers(VIEW, name) == []
        assert number(VIEW, name) == 0
