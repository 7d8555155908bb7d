"""Classification: places, ties with their reasons, classes, and who is not classified."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.trial import DISQUALIFIED, HOME, RETIRED, VOID, Mark, Trial, read_mark
from parcferme.games.rally_round.trial import TRIAL as RALLY_ROUND
from parcferme.games.rally_round.trial import blank_sheet
from parcferme.games.rallyman.trial import TRIAL as RALLYMAN_TRIAL
from parcferme.organise import desk
from parcferme.organise.classification import Drive, Row, classify, rank
from parcferme.organise.event import FALSE_ENTRY, SHEET, SLIP, Entry
from tests.organise.helpers import JUDGE, RALLYMAN, ROUND, Desk


def drive(name: str, *score: int, status: str = HOME, **detail: list[int]) -> Drive:
    return Drive(Entry(name, name, name, ""), 1, Mark(status, list(score), detail))


def placed(trial: Trial, *drives: Drive) -> list[tuple[int, str, str]]:
    """(place, entry, what parted it)."""
    return [(row.place, row.drive.entry.id, row.tie.by if row.tie else "") for row in rank(trial, list(drives))]


def test_the_least_wins_then_the_tie_breaks_in_order() -> None:
    rows = placed(
        RALLYMAN_TRIAL, drive("a", 90, 1, 9), drive("b", 80, 5, 9), drive("c", 90, 0, 20), drive("d", 90, 1, 8)
    )
    assert rows == [(1, "b", ""), (2, "c", ""), (3, "d", "losses"), (4, "a", "dice")]


def test_equal_scores_share_a_place_and_the_next_is_skipped() -> None:
    rows = placed(RALLYMAN_TRIAL, drive("a", 9, 0, 5), drive("b", 9, 0, 5), drive("c", 9, 0, 6), drive("d", 8, 0, 1))
    assert rows == [(1, "d", ""), (2, "a", "shared"), (2, "b", "shared"), (4, "c", "dice")]


def test_a_reason_has_both_figures() -> None:
    row = rank(RALLYMAN_TRIAL, [drive("a", 90, 1, 9), drive("b", 90, 4, 2)])[1]
    assert row.to_json()["tie"] == {"by": "losses", "clause": "", "own": 4, "other": 1}


def running(name: str, *totals: int) -> Drive:
    return drive(name, totals[-1], running=list(totals), squares=[10, 20, 30])


@pytest.mark.rule("RR-102", "RR-R47")
def test_a_tie_of_three_is_parted_in_sequence_by_the_distance_led() -> None:
    """c leads after the long middle section, then a is compared with b alone."""
    rows = rank(RALLY_ROUND, [running("a", 10, 50, 60), running("b", 20, 50, 60), running("c", 30, 40, 60)])
    assert [(row.place, row.drive.entry.id) for row in rows] == [(1, "c"), (2, "a"), (3, "b")]
    assert rows[0].tie is None
    ties = [row.tie.to_json() for row in rows[1:] if row.tie is not None]
    assert ties == [
        {"by": "led", "clause": "RR-102", "own": 10, "other": 20},  # of the three, c led 20 squares and a 10
        {"by": "led", "clause": "RR-102", "own": 0, "other": 10},  # of the two, a led 10 and b none
    ]


@pytest.mark.rule("RR-R47")
def test_who_never_led_alone_shares_the_place() -> None:
    rows = placed(RALLY_ROUND, running("a", 10, 20, 60), running("b", 10, 20, 60))
    assert rows == [(1, "a", "shared"), (1, "b", "shared")]


def test_who_is_not_home_comes_last_with_the_reason() -> None:
    rows = rank(
        RALLYMAN_TRIAL,
        [drive("v", status=VOID), drive("x", status=DISQUALIFIED), drive("r", status=RETIRED), drive("h", 5, 0, 0)],
    )
    assert [(row.place, row.drive.mark.status) for row in rows] == [
        (1, HOME), (0, RETIRED), (0, DISQUALIFIED), (0, VOID),
    ]  # fmt: skip
    assert "reason" in rows[1].to_json()


def test_the_best_drive_of_each_counts_overall_and_by_class() -> None:
    made = Desk({**RALLYMAN, "classes": ["novice", "expert"], "submissions": 3})
    made.enter("ann", "bob", klass="novice").enter("eve", klass="expert").open()
    for name in ("ann", "bob", "eve"):
        for attempt in (1, 2):
            made.drive(name, attempt, attempt)
    marks = made.marks()
    found = classify(made.event, marks)
    for row in found.overall:
        scores = [marks[row.drive.entry.id, number].score for number in (1, 2)]
        assert row.drive.mark.score == min(score for score in scores if score)
    assert sorted(row.drive.entry.id for row in found.classes["novice"]) == ["ann", "bob"]
    assert [row.place for row in found.classes["expert"]] == [1]
    assert found.places() == {row.drive.entry.id: row.place for row in found.overall}


def test_a_false_entry_is_the_organisers_decision_and_disqualifies_a_slip_does_not() -> None:
    made = Desk(RALLYMAN).enter("ann", "bob").open()
    made.drive("ann", 1)
    made.drive("bob", 2)
    made.close()
    made.do(desk.decide(made.event, "ann", 1, FALSE_ENTRY, "The sheet was made up", JUDGE, made.now))
    made.do(desk.decide(made.event, "bob", 1, SLIP, "A slip of the pen", JUDGE, made.now))
    found = classify(made.event, made.marks())
    assert [(row.place, row.drive.entry.id, row.drive.mark.status) for row in found.overall] == [
        (1, "bob", HOME),
        (0, "ann", DISQUALIFIED),
    ]


@pytest.mark.rule("RR-100", "RR-R51")
def test_a_false_entry_on_one_of_several_sheets_disqualifies_the_crew_by_its_clause() -> None:
    made = Desk({**ROUND, "submissions": 2, "options": {"kits": "standard"}}).enter("ann").open()
    for _ in range(2):
        made.hand_in("ann", SHEET, blank_sheet(made.event.regulations.task().game))
    made.close()
    made.do(desk.decide(made.event, "ann", 2, FALSE_ENTRY, "The cells are another crew's", JUDGE, made.now))
    [row] = classify(made.event, made.marks()).overall
    assert (row.place, row.drive.number, row.drive.mark.status) == (0, 2, DISQUALIFIED)
    assert (row.to_json()["reason"], row.to_json()["clause"]) == (FALSE_ENTRY, "RR-100")


def test_who_withdraws_is_not_classified() -> None:
    from parcferme.organise import commands

    made = Desk(RALLYMAN).enter("ann", "bob").open()
    made.drive("ann")
    made.do(commands.leave(made.event, "person-ann", made.now))
    assert classify(made.event, made.marks()).overall == []


SCORES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), max_size=12)


@given(SCORES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(scores: list[tuple[int, int, int]], rng: object) -> None:
    drives = [drive(f"e{number}", *score) for number, score in enumerate(scores)]
    shuffled = list(drives)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert shown(rank(RALLYMAN_TRIAL, shuffled)) == shown(rank(RALLYMAN_TRIAL, drives))


@given(SCORES)
def test_places_are_as_counted_by_hand(scores: list[tuple[int, int, int]]) -> None:
    rows = rank(RALLYMAN_TRIAL, [drive(f"e{number}", *score) for number, score in enumerate(scores)])
    for row in rows:
        score = tuple(row.drive.mark.score)
        assert row.place == 1 + sum(other < score for other in scores)


def shown(rows: list[Row]) -> list[dict[str, object]]:
    return [row.to_json() for row in rows]


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=9))
@pytest.mark.rule("RR-102", "RR-R47")
def test_the_trial_and_the_rules_part_ties_alike(totals: list[list[int]]) -> None:
    """The rules rank the few crews of a table plainly; a trial may have thousands."""
    from parcferme.games.rally_round.rules.scoring import classify as by_the_rules

    drives = [drive(f"e{n}", row[-1], running=row, squares=[5, 7, 7]) for n, row in enumerate(totals)]
    places = {row.drive.entry.id: row.place for row in rank(RALLY_ROUND, drives)}
    assert [places[f"e{n}"] for n in range(len(totals))] == by_the_rules(totals, [5, 7, 7])


@given(
    st.sampled_from([HOME, RETIRED, DISQUALIFIED, VOID]),
    st.lists(st.integers(-9, 9), max_size=3),
    st.dictionaries(st.text("abc Zé-9", min_size=1, max_size=3), st.lists(st.integers(0, 9), max_size=3), max_size=2),
)
def test_marks_read_back(status: str, score: list[int], detail: dict[str, list[int]]) -> None:
    mark = Mark(status, score, detail)
    assert read_mark("mark", mark.to_json()).to_json() == mark.to_json()
