"""The life of an event: what may be done when, by whom, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parcferme.core.errors import BadRecord
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import create
from parcferme.organise import commands, desk, errors
from parcferme.organise.event import CANCELLED, CLOSED, FINAL, OPEN, PROVISIONAL, RECORD, SHEET, Event, load
from parcferme.organise.journal import CLOCK, Note
from parcferme.organise.moments import DAY, write_moment
from parcferme.table.errors import Denied
from parcferme.table.fairness import FairDice
from tests.organise.helpers import CODE, HOST, JUDGE, RALLYMAN, ROUND, SECRET, Desk, driven


def code_of(error: pytest.ExceptionInfo[Denied]) -> str:
    return error.value.code


def test_an_event_lives_from_draft_to_final() -> None:
    desk = Desk(RALLYMAN)
    states = [desk.event.status]
    for step in (desk.open, desk.close, desk.publish, desk.finish):
        step()
        states.append(desk.event.status)
    assert states == ["announced", OPEN, CLOSED, PROVISIONAL, FINAL]
    assert [note.kind for note in desk.event.journal] == ["write", "announce", "open", "close", "publish", "final"]


def test_the_opening_publishes_the_hash_of_the_secret_and_is_noted_for_its_moment() -> None:
    made = Desk(RALLYMAN)
    made.now = made.event.regulations.opens + 7 * DAY  # told a week late
    note = made.do(commands.due(made.event, made.now))
    assert (note.by, note.at) == (CLOCK, made.event.regulations.opens)
    assert made.event.commitment == FairDice(SECRET).commitment()
    closed = made.do(commands.due(made.event, made.now))
    assert (closed.kind, closed.at) == ("close", made.event.regulations.closes)
    assert commands.due(made.event, made.now) is None


def test_a_clock_that_jumps_back_changes_nothing() -> None:
    made = Desk(RALLYMAN).enter("ann").open().close()
    assert commands.due(made.event, 0) is None
    assert made.event.status == CLOSED
    note = made.do(commands.publish(made.event, HOST, 5))
    assert note.at == made.event.regulations.closes


def test_the_same_journal_makes_the_same_event_anywhere() -> None:
    made = Desk(RALLYMAN).enter("ann", "bob").open()
    made.drive("ann")
    made.close().publish()
    again = load("cup", SECRET, {}, made.event.journal)
    assert (again.status, again.chain, sorted(again.entries)) == (made.event.status, made.event.chain, ["ann", "bob"])


@pytest.mark.parametrize("arrived", [0, 1, 60_000])
def test_what_arrives_after_closing_is_refused_with_its_time(arrived: int) -> None:
    made = Desk(RALLYMAN).enter("ann").open()
    made.do(commands.begin(made.event, "person-ann", made.now))
    text = driven(made.event, "ann", 1, 1)
    at = made.event.regulations.closes + arrived
    with pytest.raises(Denied, match=write_moment(at)) as error:
        commands.submit(made.event, RECORD, text, "person-ann", at, at, 1)
    assert code_of(error) == errors.TOO_LATE


def test_what_arrived_in_time_may_be_noted_after_closing() -> None:
    made = Desk(RALLYMAN).enter("ann").open()
    made.do(commands.begin(made.event, "person-ann", made.now))
    text = driven(made.event, "ann", 1, 1)
    made.close()
    closes = made.event.regulations.closes
    made.do(commands.submit(made.event, RECORD, text, "person-ann", closes - 1, closes + 500, 1))
    assert made.event.entries["ann"].submissions[0].arrived == closes - 1
    made.publish()
    with pytest.raises(Denied) as error:
        commands.submit(made.event, RECORD, text, "person-ann", closes - 1, closes + 900, 1)
    assert code_of(error) == errors.NOT_NOW


def test_entering_is_refused_for_what_is_wrong() -> None:
    made = Desk({**RALLYMAN, "classes": ["novice", "expert"]}).enter("ann", klass="novice")
    for id, name, klass, person, code in (
        ("bob", "Bob", "", "person-bob", errors.NO_CLASS),
        ("bob", "Bob", "works", "person-bob", errors.NO_CLASS),
        ("ann", "Bob", "novice", "person-bob", errors.TAKEN),
        ("bob", "ANN", "novice", "person-bob", errors.TAKEN),
        ("bob", "Bob", "novice", "person-ann", errors.TAKEN),
        ("B/b", "Bob", "novice", "person-bob", errors.BAD_TEXT),
        ("bob", " ", "novice", "person-bob", errors.BAD_TEXT),
        ("bob", "x" * 61, "novice", "person-bob", errors.BAD_TEXT),
    ):
        with pytest.raises(Denied) as error:
            commands.enter(made.event, id, name, klass, person, made.now)
        assert code_of(error) == code, (id, name, klass, person)


def test_submissions_are_counted() -> None:
    made = Desk({**ROUND, "submissions": 2}).enter("ann").open()
    text = driven(made.event, "ann", 1, 1)
    made.hand_in("ann", RECORD, text)
    made.hand_in("ann", RECORD, text)
    with pytest.raises(Denied, match="all 2") as error:
        made.hand_in("ann", RECORD, text)
    assert code_of(error) == errors.ALL_USED


def test_an_attempt_with_dice_is_used_when_it_begins() -> None:
    made = Desk({**RALLYMAN, "submissions": 2}).enter("ann").open()
    made.drive("ann", attempt=1)
    with pytest.raises(Denied, match="attempt 1 was handed in") as error:
        made.hand_in("ann", RECORD, driven(made.event, "ann", 1, 1), 1)
    assert code_of(error) == errors.ALL_USED
    with pytest.raises(Denied, match="attempt 2 was not begun") as error:
        made.hand_in("ann", RECORD, driven(made.event, "ann", 2, 1), 2)
    assert code_of(error) == errors.NOT_BEGUN
    made.do(commands.begin(made.event, "person-ann", made.now))
    with pytest.raises(Denied, match="all 2 attempts"):
        commands.begin(made.event, "person-ann", made.now)


def test_papers_of_another_event_are_refused_by_name() -> None:
    made = Desk(ROUND).enter("ann").open()
    other = create("rallyman", {"players": 1})
    record = record_of(Play(other), ["ann"]).to_text()
    mine = driven(made.event, "ann", 1, 1)
    for kind, text, reason, why in (
        (RECORD, record, "is of rallyman, but this event is rally_round", ("game", "Rallyman", "Rally Round")),
        (RECORD, record.replace("rallyman", "ludo"), "is of ludo, but", ("game", "ludo", "Rally Round")),
        (RECORD, mine.replace('"rules":1', '"rules":7'), "rules version 7; this event has 1", ("rules", 7, 1)),
        (RECORD, mine.replace('"max_section_turns":60', '"max_section_turns":61'), "option max_section_turns",
         ("option", "rally_round", "max_section_turns")),
        (RECORD, mine.replace('"marked_map":null', '"marked_map":{}'), "option marked_map",
         ("option", "rally_round", "marked_map")),
        (RECORD, mine.replace('"notes":{}', '"notes":{},"start":{}'), "begins in the middle", ("middle",)),
        (RECORD, mine[:200], "file: is not JSON", ("unreadable", "file")),
        (SHEET, "Oops", "line 1: 'Oops' stands before", ("form",)),
        (SHEET, "Crew,A\nKit,S1\nRoute to,Distance\nTC2,19,,,,25@9999+XX", "Kit: the kit has 1, not", ("form",)),
        ("letter", "x", "neither a sheet nor a record", ("kind",)),
        (RECORD, "x" * 500_000, "more than 400000", ("long",)),
    ):  # fmt: skip
        with pytest.raises(Denied) as error:
            made.hand_in("ann", kind, text)
        assert code_of(error) == errors.BAD_PAPER, text[:80]
        assert reason in error.value.reason
        assert tuple(error.value.blanks.values()) == why
    assert made.event.entries["ann"].submissions == []


def test_every_fault_in_the_form_of_a_sheet_is_named() -> None:
    made = Desk(ROUND).enter("ann").open()
    with pytest.raises(Denied) as error:
        made.hand_in("ann", SHEET, "Crew,A\nKit,S1\nRoute to,Distance\nTC2,19,,,,25@9999+XX,30")
    assert "row TC2, turn 1: '25' is no speed" in error.value.reason
    assert "'9999' is no square" in error.value.reason
    assert "'XX' is neither a card nor a reply" in error.value.reason


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("TC2,19,,,,10\nSSF19,17,,,,30", "row SSF19: this route has no such control"),
        ("TC2,21,,,,10\nRTC3,17,,,,30\nTC4,15,,,,30", "row TC2: is 21; the Correct Route has 19"),
    ],
)
def test_a_sheet_of_another_map_is_refused_by_what_differs(rows: str, reason: str) -> None:
    """A single wrong figure is a wrong cell, which is marked."""
    made = Desk(ROUND).enter("ann").open()
    head = "Crew,A\nKit,S3 A5 D2 DR3 N3 E4\nRoute to,Distance\n"
    with pytest.raises(Denied) as error:
        made.hand_in("ann", SHEET, head + rows)
    assert reason in error.value.reason
    assert made.event.entries["ann"].submissions == []
    made.hand_in("ann", SHEET, f"{head}TC2,21,,,,10\nTC3,16,,,,30\n")
    assert len(made.event.entries["ann"].submissions) == 1


def test_only_the_organiser_organises() -> None:
    made = Desk(ROUND).open()
    wishes: tuple[Callable[[], Note], ...] = (
        lambda: commands.cancel(made.event, "rain", "guest", made.now),
        lambda: desk.bulletin(made.event, "News", {}, {}, "guest", made.now),
        lambda: desk.answer(made.event, 1, "Yes", False, "guest", made.now),
    )
    for wish in wishes:
        with pytest.raises(Denied) as error:
            wish()
        assert code_of(error) == errors.NOT_ORGANISER


def test_a_cancelled_event_says_why_and_stays_so() -> None:
    made = Desk(ROUND).open()
    with pytest.raises(Denied):
        commands.cancel(made.event, " ", HOST, made.now)
    made.do(commands.cancel(made.event, "snow", HOST, made.now))
    assert (made.event.status, made.event.cancelled) == (CANCELLED, "snow")
    assert commands.due(made.event, made.event.regulations.closes) is None
    with pytest.raises(Denied):
        commands.cancel(made.event, "again", HOST, made.now)


def test_a_bulletin_is_numbered_and_changes_only_what_may_change() -> None:
    made = Desk(ROUND).enter("ann").open()
    later: dict[str, object] = {"closes": "2026-11-20T12:00:00Z"}
    made.do(desk.bulletin(made.event, "Two days more", later, {}, HOST, made.now))
    made.do(desk.bulletin(made.event, "Have fun", {}, {}, HOST, made.now))
    assert [bulletin.text for bulletin in made.event.bulletins] == ["Two days more", "Have fun"]
    assert write_moment(made.event.regulations.closes) == "2026-11-20T12:00:00Z"
    assert len(made.event.written) == 2
    frozen: list[dict[str, object]] = [
        {"game": "rallyman"},
        {"dice": "own"},
        {"submissions": 9},
        {"organiser": "guest"},
    ]
    for changes in frozen:
        with pytest.raises(Denied, match="frozen"):
            desk.bulletin(made.event, "No", changes, {}, HOST, made.now)
    with pytest.raises(BadRecord, match=r"regulations\.closes: is not after"):
        desk.bulletin(made.event, "No", {"closes": "2020-01-01T00:00:00Z"}, {}, HOST, made.now)
    made.now = made.event.regulations.closes
    made.do(commands.due(made.event, made.now))
    with pytest.raises(Denied, match="has closed"):
        desk.bulletin(made.event, "No", {"closes": "2026-12-20T12:00:00Z"}, {}, HOST, made.now)


def test_protests_have_a_window_and_are_answered_before_the_result_is_final() -> None:
    made = Desk({**RALLYMAN, "protest_days": 1}).enter("ann", "bob").open()
    made.drive("ann")
    made.close().publish()
    made.do(desk.protest(made.event, "ann", "Too fast", "person-bob", made.now))
    with pytest.raises(Denied, match="protests may be made until"):
        commands.finalise(made.event, HOST, made.now)
    made.now = commands.protests_until(made.event)
    with pytest.raises(Denied) as error:
        desk.protest(made.event, "ann", "Still", "person-bob", made.now)
    assert code_of(error) == errors.TOO_LATE
    with pytest.raises(Denied, match="protest 1 is not answered"):
        commands.finalise(made.event, HOST, made.now)
    made.do(desk.rule(made.event, 1, False, "The dice say so", JUDGE, made.now))
    with pytest.raises(Denied, match="is decided"):
        desk.rule(made.event, 1, True, "Or not", JUDGE, made.now)
    made.finish()


def test_nobody_decides_about_the_own_drive() -> None:
    made = Desk(RALLYMAN)
    made.do(commands.enter(made.event, "own", "The host", "", HOST, made.now))
    made.open()
    made.do(commands.begin(made.event, HOST, made.now))
    text = driven(made.event, "own", 1, 1)
    made.do(commands.submit(made.event, RECORD, text, HOST, made.now, made.now, 1))
    made.close()
    with pytest.raises(Denied) as error:
        desk.decide(made.event, "own", 1, "slip", "Sorry", JUDGE, made.now)
    assert code_of(error) == errors.OWN_CASE
    with pytest.raises(Denied) as error:  # nor under another name
        desk.decide(made.event, "own", 1, "slip", "Sorry", desk.Judge("other", HOST, steward=True), made.now)
    assert code_of(error) == errors.OWN_CASE


def test_where_the_organiser_drives_a_steward_decides_so_that_the_results_can_become_final() -> None:
    made = Desk(RALLYMAN).enter("ann").open()
    steward = desk.Judge("house", "house", steward=True)
    with pytest.raises(Denied) as error:
        must_be_decided(made, steward)
    assert code_of(error) == errors.NOT_ORGANISER
    other = Desk(RALLYMAN)
    other.do(commands.enter(other.event, "own", "The host", "", HOST, other.now))
    must_be_decided(other.enter("ann").open(), steward).finish()


def must_be_decided(made: Desk, judge: desk.Judge) -> Desk:
    """Somebody protests against the first who has entered."""
    made.close().publish()
    against = next(iter(made.event.entries))
    made.do(desk.protest(made.event, against, "Too fast", "person-ann", made.now))
    made.do(desk.rule(made.event, 1, False, "It is not", judge, made.now))
    return made


@pytest.mark.parametrize(
    ("kind", "body", "place"),
    [
        ("announce", {}, "kind"),
        ("dance", {}, "kind"),
        ("enter", {"entry": 3}, "entry"),
        ("enter", {"entry": "ann", "name": "Ann", "class": ""}, "entry"),
        ("submit", {"entry": "bob"}, "entry"),
        ("submit", {"entry": "ann", "kind": "letter", "arrived": "2026-11-17T13:00:00Z"}, "kind"),
        ("submit", {"entry": "ann", "kind": "sheet", "arrived": "2026-11-19T13:00:00Z"}, "arrived"),
        ("submit", {"entry": "ann", "kind": "sheet", "arrived": "2026-11-17T13:00:00Z", "number": 9}, "number"),
        ("answer", {"number": 1}, "number"),
        ("rule", {"number": 1}, "kind"),
        ("draw", {"round": 1, "seed": ""}, "round"),
        ("bulletin", {"number": 2}, "number"),
    ],
)
def test_no_journal_holds_what_cannot_be(kind: str, body: dict[str, object], place: str) -> None:
    made = Desk(ROUND).enter("ann").open()
    with pytest.raises(BadRecord) as error:
        made.event.fold(made.event.write(kind, body, HOST, made.now))
    assert error.value.place == place


def test_a_journal_begins_with_regulations_and_leaves_out_nothing() -> None:
    event = Event("cup", SECRET, {})
    with pytest.raises(BadRecord, match="begins with the regulations"):
        event.fold(event.write("announce", {}, HOST, 1))
    with pytest.raises(BadRecord, match="does not follow"):
        event.fold(Note(3, 1, HOST, "write", {}, ""))


def test_nobody_enters_a_match_event_after_its_first_draw() -> None:
    made = Desk(CODE).enter("ann", "bob").open()
    made.do(commands.draw(made.event, HOST, made.now))
    with pytest.raises(Denied, match="first round is drawn"):
        made.enter("eve")
