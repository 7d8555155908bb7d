"""Which public table is worth watching, and why."""

from __future__ import annotations

from parcferme.house.watching import FRESH, STALE, liveliness, reason_for


def test_the_liveliest_has_people_watchers_and_a_recent_move() -> None:
    assert liveliness(2, 0, 0) > liveliness(1, 0, 0) > liveliness(1, FRESH, 0)
    assert liveliness(1, 0, 3) > liveliness(2, 0, 0)
    assert liveliness(3, FRESH, 0) * 2 == liveliness(3, 0, 0)
    assert liveliness(4, STALE * 10, 0) < liveliness(1, FRESH, 0), "nobody waits for a table that sleeps"


FAR = (3.0, 0.2)  # a race that is decided, and has not gone far


def test_the_reason_says_what_weighs_most() -> None:
    assert reason_for(FAR, 3, 1, STALE + 1, 9) == "waits"
    assert reason_for((0.1, 0.9), 3, 3, STALE + 1, 9) == "waits", "however close it was"
    assert reason_for((0.1, 0.5), 3, 3, 0, 9) == "close"
    assert reason_for((0.1, 0.1), 3, 2, 0, 3) == "watched", "at the start everybody is close"
    assert reason_for((3.0, 0.9), 3, 3, 0, 9) == "ending"
    assert reason_for((0.0, 0.5), 1, 1, 0, 0) == "moved", "who drives alone is close to nobody"
    assert reason_for(FAR, 3, 2, 0, 3) == "watched"
    assert reason_for(FAR, 3, 3, FRESH, 0) == "moved"
    assert reason_for(FAR, 3, 3, FRESH + 1, 0) == "people"
    assert reason_for(FAR, 3, 1, FRESH + 1, 0) == "moved"
