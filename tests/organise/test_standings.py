"""Points over several events: the best count, ties are parted by better places, then by the latest event."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.errors import BadRecord
from parcferme.organise.championship import Championship, championship_standings, read_championship
from parcferme.organise.files import read_event, write_event
from parcferme.organise.standings import Scored, Standing, standings
from tests.organise.helpers import RALLYMAN, Desk

POINTS = (9, 6, 4, 3, 2, 1)


def event(**places: int) -> dict[str, Scored]:
    return {who: Scored(place, Fraction(POINTS[place - 1])) for who, place in places.items()}


def told(lines: list[Standing]) -> list[tuple[int, str, int, str]]:
    return [(line.place, line.who, int(line.points), line.tie) for line in lines]


def test_the_best_results_count_and_the_others_are_shown() -> None:
    lines = standings([event(a=1, b=2), event(a=3, b=1), event(a=2, b=3)], 2, ["a", "b"])
    assert told(lines) == [(1, "a", 15, ""), (2, "b", 15, "latest_event")]
    assert lines[0].counts == [True, False, True]
    assert lines[1].counts == [True, True, False]


def test_more_better_places_part_equal_points() -> None:
    one = {"a": Scored(1, Fraction(9)), "b": Scored(2, Fraction(6))}
    two = {"a": Scored(6, Fraction(1)), "b": Scored(3, Fraction(4))}
    assert told(standings([one, two], 2, ["a", "b"])) == [(1, "a", 10, ""), (2, "b", 10, "better_places")]


def test_who_is_equal_in_everything_shares_a_place() -> None:
    same = {"a": Scored(1, Fraction(9)), "b": Scored(1, Fraction(9)), "c": Scored(3, Fraction(4))}
    assert told(standings([same], 1, ["a", "b", "c"])) == [
        (1, "a", 9, "shared"),
        (1, "b", 9, "shared"),
        (3, "c", 4, ""),
    ]


def test_a_disqualification_is_never_left_out() -> None:
    out = {"a": Scored(3, Fraction(0), classified=False, disqualified=True), "b": Scored(3, Fraction(0), False)}
    lines = standings([out, event(a=1, b=2), event(a=1, b=2)], 2, ["a", "b"])
    assert told(lines) == [(1, "b", 12, ""), (2, "a", 9, "")]
    assert {line.who: line.counts for line in lines} == {"a": [True, False, True], "b": [False, True, True]}


def test_shared_points_are_written_exactly() -> None:
    line = standings([{"a": Scored(2, Fraction(15, 2))}], 1, ["a"])[0]
    assert line.to_json()["points"] == "15/2"


RESULTS = st.lists(st.permutations("abcde"), min_size=1, max_size=5)


@given(RESULTS, st.integers(1, 5))
def test_points_add_up_to_the_best_of_everybodys_results(orders: list[list[str]], best: int) -> None:
    events = [event(**{who: place + 1 for place, who in enumerate(order)}) for order in orders]
    for line in standings(events, best, list("abcde")):
        own = sorted((scored[line.who].points for scored in events), reverse=True)
        assert line.points == sum(own[:best])


def season() -> list[Desk]:
    made = []
    for number in range(3):
        desk = Desk(RALLYMAN, bytes([number] * 32), f"event-{number}").enter("ann", "bob", "cid").open()
        for seed, name in enumerate(("ann", "bob", "cid")):
            desk.drive(name, 10 * number + seed)
        made.append(desk.close().publish())
    return made


def test_standings_are_a_function_of_the_events_files() -> None:
    desks = season()
    series = Championship("Cup", [desk.event.id for desk in desks], [*POINTS], 2, [], [])
    before = championship_standings(series, [desk.event for desk in desks])
    files = [write_event(desk.outcome()) for desk in desks]
    Random(1).shuffle(files)
    after = championship_standings(series, [read_event(text) for text in files])
    assert [line.to_json() for line in after[""]] == [line.to_json() for line in before[""]]
    assert sum(line.points for line in after[""]) > 0
    assert [line.who for line in after[""]] != []


def test_events_that_are_not_over_do_not_count_yet() -> None:
    desks = season()
    still_open = Desk(RALLYMAN, id="event-9").enter("ann").open()
    series = Championship("Cup", ["event-0", "event-9"], [*POINTS], 2, [], [])
    lines = championship_standings(series, [desks[0].event, still_open.event])[""]
    assert {len(line.results) for line in lines} == {1}


def test_a_championship_reads_back_and_is_refused_by_place() -> None:
    series = Championship("Cup", ["a", "b"], [*POINTS], 1, ["novice"], ["More points"])
    document = series.to_json()
    assert read_championship(document).to_json() == document
    for change, place in (
        ({"format": "x"}, "format"),
        ({"events": ["a", "a"]}, "events"),
        ({"events": []}, "events"),
        ({"best": 3}, "best"),
        ({"points": []}, "points"),
        ({"colour": 1}, "colour"),
    ):
        with pytest.raises(BadRecord) as error:
            read_championship({**document, **change})
        assert error.value.place == place
