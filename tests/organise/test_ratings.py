"""The fold of ratings, and what a finished match comes to."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.organise.finishes import SeatFinish, course_key, course_of, house_courses, is_rated, ranked, title_of
from parcferme.organise.ratings import Ladder, Rating


def seat(who: str, left: bool = False) -> SeatFinish:
    return SeatFinish(who, "" if who.startswith("bot/") else who, 1, 1, left, {})


def test_who_wins_gains_who_loses_pays_and_both_are_surer() -> None:
    ladder = Ladder()
    after = ladder.fold({"ann": 1, "bob": 2})
    assert after["ann"].value() > 1500 > after["bob"].value()
    assert after["ann"].error() < Rating().error()
    assert after["ann"].matches == 1
    again = Ladder({"ann": after["ann"], "bob": after["bob"]}).fold({"ann": 1, "bob": 2})
    assert again["ann"].is_like(ladder.fold({"ann": 1, "bob": 2})["ann"])  # a fold can be taken up anywhere


def test_the_order_of_matches_counts_and_ties_are_ties() -> None:
    first, second = Ladder(), Ladder()
    for one, other in (({"a": 1, "b": 2}, {"b": 1, "c": 2}), ({"b": 1, "c": 2}, {"a": 1, "b": 2})):
        ladder = first if "a" in one else second
        ladder.fold(one)
        ladder.fold(other)
    assert not first.of("c").is_like(second.of("c"))
    level = Ladder().fold({"a": 1, "b": 1})
    assert level["a"].value() == level["b"].value() == 1500


def test_a_strong_driver_is_found_among_weak_ones() -> None:
    rng, ladder = Random(1), Ladder()
    for _ in range(150):
        order = sorted("abcd", key=lambda who: rng.gauss(0, 1) - (2 if who == "a" else 0))
        ladder.fold({who: place + 1 for place, who in enumerate(order)})
    sure = {who: ladder.of(who).sure() for who in "abcd"}
    assert max(sure, key=lambda who: sure[who]) == "a"
    assert ladder.of("a").value() - ladder.of("a").error() > ladder.of("b").value() + ladder.of("b").error()


@pytest.mark.parametrize(
    ("seats", "rated"),
    [
        ([seat("ann"), seat("bob")], True),
        ([seat("ann"), seat("bot/works/Tarmo")], True),
        ([seat("ann", left=True), seat("bot/works/Tarmo")], True),
        ([seat("ann")], False),
        ([seat("ann"), seat("ann"), seat("bob")], False),
        ([seat("ann", left=True), seat("bob", left=True)], True),
    ],
)
def test_two_seats_of_one_person_are_not_rated(seats: list[SeatFinish], rated: bool) -> None:
    assert is_rated(seats) is rated


def test_who_leaves_comes_behind_all_who_stayed_longer() -> None:
    assert ranked([1, 2, 3], [0, 0, 0]) == [1, 2, 3]
    assert ranked([1, 1, 3], [0, 0, 0]) == [1, 1, 3]
    assert ranked([1, 2, 3], [40, 0, 0]) == [3, 1, 2]
    assert ranked([1, 2, 3], [40, 0, 60]) == [3, 1, 2]  # who went first is last
    assert ranked([2, 1], [40, 60]) == [2, 1]  # nobody escapes because the others go, too
    assert ranked([2, 1], [40, 40]) == [1, 1]


def test_a_course_is_known_by_what_is_driven_and_not_by_its_name() -> None:
    sprint = next(course for course in house_courses("rallyman") if course.id == "harvest-sprint")
    renamed = course_of("rallyman", {**sprint.options, "name": "Mine", "players": 1})
    harder = course_of("rallyman", {**sprint.options, "locking": False})
    assert renamed is not None
    assert harder is not None
    assert course_key("rallyman", 1, renamed) == sprint.key != course_key("rallyman", 1, harder)
    assert course_key("rallyman", 2, renamed) != sprint.key  # under other rules
    assert title_of("rallyman", {**sprint.options, "locking": False}) == "Harvest Sprint"
    assert course_of("rallye_code", {}) is None
    assert house_courses("rallye_code") == []
