"""A line is sent what has changed of a view, whatever kind of part it is."""

from __future__ import annotations

import pytest

from parcferme.house.changes import NOTHING, leave_out
from parcferme.house.codec import decode, encode

VIEW = {"turn": 1, "phase": "drive", "open": True, "winner": None, "cars": [{"at": 3}, {"at": 5}], "share": 0.5}


def sent(before: dict[str, object], after: dict[str, object]) -> tuple[dict[str, object], list[str]]:
    """What goes over the wire after a first view: the changed parts, and the names of those that were kept."""
    whole, kept, seen = leave_out(before, 0, NOTHING)
    assert (decode(encode(whole)), kept) == (before, [])
    changed, kept, _ = leave_out(after, 0, seen)
    read: dict[str, object] = decode(encode(changed))
    return read, kept


def test_a_view_that_stands_still_is_not_sent() -> None:
    assert sent(VIEW, {**VIEW, "cars": [{"at": 3}, {"at": 5}]}) == ({}, list(VIEW))


@pytest.mark.parametrize(
    ("part", "now"),
    [("turn", 0), ("phase", "roll"), ("open", False), ("winner", 1), ("cars", [{"at": 4}, {"at": 5}]), ("share", 0.25)],
)
def test_a_part_of_any_kind_is_sent_when_it_changes(part: str, now: object) -> None:
    changed, kept = sent(VIEW, {**VIEW, part: now})
    assert changed == {part: now}
    assert kept == [name for name in VIEW if name != part]


@pytest.mark.parametrize(("was", "now"), [(1, True), (False, 0), (0, None), ("", None), ("1", 1), (1, 1.0), ([], "")])
def test_what_only_looks_alike_has_changed(was: object, now: object) -> None:
    changed, _ = sent({"part": was}, {"part": now})
    assert encode(changed["part"]) == encode(now)


def test_a_new_part_is_sent_even_if_it_is_nothing() -> None:
    assert sent({"turn": 1}, {"turn": 1, "winner": None}) == ({"winner": None}, ["turn"])
