"""Nothing spoils: two events that differ only in what a person may not see give that person equal views.

The pairs are made by exchanging everything others have done: their sheets and records, how often they handed in, their
marks, attempts, drafts and secrets. The organiser is a person like any other.
"""

from __future__ import annotations

import pytest

from parcferme.core.record import canonical
from parcferme.core.trial import HOME, Mark
from parcferme.organise import commands, desk
from parcferme.organise.commands import must_fit
from parcferme.organise.drafts import SHEET_LIMIT, SHEET_LINES, Draft, form_faults, keep
from parcferme.organise.event import RECORD, SHEET
from parcferme.organise.marking import Marks
from parcferme.organise.sealed import view
from parcferme.table.errors import Denied
from tests.organise.helpers import HOST, RALLYMAN, ROUND, Desk, driven

WATCHERS = ("person-ann", HOST, "a stranger", "")
BLANK = "Crew,{}\nKit,S3 A5 D2 DR3 N3 E4\nRoute to,Distance,Target,Taken,Penalty,1,2\nTC2,19,7,,,{}\n"


def seen(made: Desk, person: str, marks: Marks | None = None) -> str:
    return canonical(view(made.event, made.marks() if marks is None else marks, person))


def with_dice(other: int) -> Desk:
    """Ann does the same in every event; the others do something else in each."""
    made = Desk({**RALLYMAN, "submissions": 3}).enter("ann", "bob", "eve").open()
    made.drive("ann", 5)
    for attempt in range(1, 1 + other % 3):
        made.drive("bob", 10 * other + attempt, attempt)
    if other % 2:
        made.do(commands.begin(made.event, "person-eve", made.now))
    made.now += 1_000 * other
    made.do(desk.ask(made.event, "May I cut corners?", "person-bob", made.now))
    made.do(desk.answer(made.event, 1, f"Only the {other}th", True, HOST, made.now))
    return made


def with_sheets(other: int) -> Desk:
    made = Desk(ROUND).enter("ann", "bob").open()
    made.hand_in("ann", SHEET, BLANK.format("Ann", "10,20,30"))
    for number in range(other):
        made.hand_in("bob", SHEET, BLANK.format("Bob", ",".join(["10"] * (number + other))))
    return made


@pytest.mark.parametrize("person", ["person-ann", "a stranger", ""])
def test_before_closing_nobody_sees_what_others_have_done(person: str) -> None:
    assert len({seen(with_dice(other), person) for other in (1, 2, 4, 5)}) == 1
    assert len({seen(with_sheets(other), person) for other in (0, 1, 3)}) == 1


def test_the_organiser_neither() -> None:
    views = [view(made.event, made.marks(), HOST) for made in (with_sheets(0), with_sheets(3))]
    assert views[0] == views[1]
    views = [view(made.event, made.marks(), HOST) for made in (with_dice(1), with_dice(2))]
    for found in views:
        assert found is not None
        found["questions"] = []  # the organiser knows the own answers
    assert views[0] == views[1]


@pytest.mark.parametrize("person", WATCHERS)
def test_the_secret_is_sealed_until_closing(person: str) -> None:
    one = Desk(RALLYMAN).enter("ann").open()
    assert one.event.secret is not None
    assert one.event.secret.hex() not in seen(one, person)
    one.close()
    assert one.event.secret.hex() in seen(one, person)


def test_one_sees_the_own_papers_and_marks_at_once() -> None:
    made = with_dice(2)
    own = view(made.event, made.marks(), "person-ann")
    assert own is not None
    assert isinstance(own["own"], dict)
    paper = own["own"]["submissions"][0]
    assert paper["mark"]["status"] == HOME
    assert paper["text"] == driven(made.event, "ann", 1, 5)
    assert own["entered"] == 3
    assert "classification" not in own


def test_after_closing_everybody_sees_everything() -> None:
    made = with_dice(2).close()
    for person in WATCHERS:
        found = view(made.event, made.marks(), person)
        assert found is not None
        assert found["classification"] is not None
        assert "Only the 2th" in canonical(found["journal"])


def test_open_results_show_places_and_measures_and_no_papers() -> None:
    def made(text: str) -> tuple[Desk, Marks]:
        desk = Desk({**ROUND, "results": "open"}).enter("ann", "bob").open()
        desk.hand_in("bob", SHEET, text)
        return desk, {("bob", 1): Mark(HOME, [60], {"running": [0, 60], "squares": [9, 9]})}

    one, two = made(BLANK.format("Bob", "10,20")), made(BLANK.format("Bob", "10,10,10"))
    assert seen(one[0], "person-ann", one[1]) == seen(two[0], "person-ann", two[1])
    found = view(one[0].event, one[1], "person-ann")
    assert found is not None
    assert isinstance(found["classification"], dict)
    assert [row["measure"] for row in found["classification"]["overall"]] == [[60]]


def test_open_results_tell_how_a_score_was_made_to_nobody() -> None:
    """Running totals would tell a line: they come with the closing."""
    desk = Desk({**ROUND, "results": "open"}).enter("ann", "bob").open()
    desk.hand_in("bob", SHEET, BLANK.format("Bob", "10,20"))
    views = {
        seen(desk, "person-ann", {("bob", 1): Mark(HOME, [60], {"running": [n, 60], "squares": [9, 9]})})
        for n in (0, 30, 60)
    }
    assert len(views) == 1


def test_a_draft_event_is_the_organisers_alone() -> None:
    made = Desk(ROUND)
    made.event.status = "draft"
    assert view(made.event, {}, "person-ann") is None
    assert view(made.event, {}, HOST) is not None


def test_of_two_devices_the_later_draft_wins_and_the_other_is_offered() -> None:
    phone, desk_top = Draft("10", "phone", 5), Draft("20", "desk", 9)
    assert keep(None, phone) == (phone, None)
    assert keep(phone, desk_top) == (desk_top, phone)
    assert keep(desk_top, phone) == (desk_top, phone)
    newer = Draft("30", "phone", 7)
    assert keep(phone, newer) == (newer, None)
    assert keep(phone, desk_top, phone.at) == (desk_top, None)  # begun from what the phone has kept
    assert keep(newer, desk_top, phone.at) == (desk_top, newer)  # which has typed on meanwhile


def test_a_form_says_nothing_about_a_drive() -> None:
    """A sheet that breaks every rule of driving has a flawless form."""
    made = Desk(ROUND)
    assert form_faults(made.event.regulations, BLANK.format("Ann", "200,200,10,0,T")) == []
    faults = form_faults(made.event.regulations, BLANK.format("Ann", "25,x"))
    assert [fault.place for fault in faults] == ["row TC2, turn 1", "row TC2, turn 2"]


@pytest.mark.parametrize(("filling", "times"), [("\n", SHEET_LINES + 1), ("\r", SHEET_LINES + 1), (",", SHEET_LIMIT)])
def test_no_sheet_is_endless(filling: str, times: int) -> None:
    """Hundreds of thousands of blank lines took half a second to look at."""
    made = Desk(ROUND)
    text = BLANK.format("Ann", "10") + filling * times
    assert [fault.place for fault in form_faults(made.event.regulations, text)] == ["sheet"]
    with pytest.raises(Denied, match="is too long"):
        must_fit([made.event.regulations], "sheet", text)


def test_a_record_is_no_draft_for_the_others() -> None:
    made = Desk(ROUND).enter("ann").open()
    made.hand_in("ann", RECORD, driven(made.event, "ann", 1, 1))
    assert "take:" not in seen(made, HOST)


@pytest.mark.parametrize("person", ["person-ann", "a stranger", ""])
def test_the_task_is_sealed_until_the_opening(person: str) -> None:
    options = {"stages": ["J1-J4"] * 3, "sisu": False}
    made = Desk({**RALLYMAN, "options": {**options, "name": "Harvest Sprint"}}).enter("ann")
    changes: dict[str, object] = {"options": {**options, "name": "Winter Sprint"}}
    made.do(desk.bulletin(made.event, "Snow", changes, {}, HOST, made.now))
    assert "Sprint" not in seen(made, person)
    assert "Winter Sprint" in seen(made, HOST)
    made.open()
    assert "Winter Sprint" in seen(made, person)


def test_a_question_is_told_with_its_answer_and_held_back_with_it() -> None:
    made = Desk(RALLYMAN).enter("ann", "bob").open()
    for number, (text, held) in enumerate((("May I carry?", False), ("Is C7 closed?", True)), 1):
        made.do(desk.ask(made.event, text, "person-ann", made.now))
        assert text not in seen(made, "person-bob")
        made.do(desk.answer(made.event, number, f"Answer {number}", held, HOST, made.now))
        assert text in seen(made, "person-ann")
        assert (text in seen(made, "person-bob")) is not held
    made.close()
    assert "Is C7 closed?" in seen(made, "person-bob")
