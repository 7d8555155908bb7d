"""What the clock, the organiser and entrants may do. Each function checks a wish and returns the note to write; it
changes nothing, but for own boards and decks, which are kept by their hash beside the journal before a note names one.
`desk.py` has what is said and decided in writing."""

from __future__ import annotations

import re
from typing import Final

from parcferme.core import registry
from parcferme.core.bounds import is_readable, is_readable_page
from parcferme.core.errors import BadContent, BadRecord, ParcFermeError
from parcferme.core.record import read_record
from parcferme.core.trial import Par
from parcferme.organise import errors
from parcferme.organise.dice import seed_of_round
from parcferme.organise.documents import Documents
from parcferme.organise.drafts import form_faults
from parcferme.organise.event import (
    ANNOUNCED,
    CANCELLED,
    CLOSED,
    DRAFT,
    FINAL,
    OPEN,
    PAPER_LIMIT,
    PROVISIONAL,
    RECORD,
    SHEET,
    Entry,
    Event,
)
from parcferme.organise.journal import CLOCK, Note
from parcferme.organise.moments import DAY, write_moment
from parcferme.organise.regulations import MATCH, NAME_LIMIT, NO_DICE, TRIAL, Regulations, read_regulations
from parcferme.table.errors import Denied
from parcferme.table.fairness import FairDice
from parcferme.table.names import are_alike

MOST_WRITTEN: Final = 100  # times a draft is written down: whoever reads the event reads all of them
ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


# --- the organiser ----------------------------------------------------------------------------------------------------


def write(event: Event, regulations: object, documents: Documents, by: str, now: int) -> Note:
    """The event is written down; again and again until it is announced. Raises what is wrong with the regulations."""
    must_be(event, "written down", DRAFT)
    if event.written:
        must_organise(event, by)
    if len(event.journal) >= MOST_WRITTEN:
        raise Denied(errors.NO_ROOM, f"a draft is written down {MOST_WRITTEN} times at most: begin another one")
    made = read_regulations(regulations, documents)
    event.documents.update(documents)
    return event.write("write", {"regulations": made.to_json(event.documents)}, by, now)


def announce(event: Event, by: str, now: int) -> Note:
    must_be(event, "announced", DRAFT)
    must_organise(event, by)
    if now >= event.regulations.closes:
        raise Denied(errors.TOO_LATE, f"the event would have closed at {write_moment(event.regulations.closes)}")
    return event.write("announce", {}, by, now)


def publish(event: Event, by: str, now: int) -> Note:
    """Provisional results; from now on protests may be made."""
    must_be(event, "published", CLOSED)
    must_organise(event, by)
    return event.write("publish", {}, by, now)


def finalise(event: Event, by: str, now: int) -> Note:
    """Once the window for protests is over and each is answered."""
    must_be(event, "final", PROVISIONAL)
    must_organise(event, by)
    until = protests_until(event)
    if now < until:
        raise Denied(errors.PROTESTS_OPEN, f"protests may be made until {write_moment(until)}")
    waiting = [number for number, protest in enumerate(event.protests, 1) if protest.upheld is None]
    if waiting:
        raise Denied(errors.PROTESTS_OPEN, f"protest {waiting[0]} is not answered")
    return event.write("final", {}, by, now)


def protests_until(event: Event) -> int:
    return event.published + event.regulations.protest_days * DAY


def cancel(event: Event, reason: str, by: str, now: int) -> Note:
    if event.status in (FINAL, CANCELLED):
        raise Denied(errors.NOT_NOW, f"the event is {event.status}")
    must_organise(event, by)
    if not reason.strip() or not is_readable_page(reason):
        raise Denied(errors.BAD_TEXT, "an event is cancelled with a reason")
    return event.write("cancel", {"reason": reason}, by, now)


def draw(event: Event, by: str, now: int) -> Note:
    """The next round of a match event; who sits where follows from the seed (draws.py)."""
    must_be(event, "drawn", OPEN)
    must_organise(event, by)
    number = len(event.rounds) + 1
    if event.regulations.kind != MATCH or number > event.regulations.rounds:
        raise Denied(errors.NO_SUCH, f"there is no round {number} in this event")
    if len(event.starters()) < 2:
        raise Denied(errors.NOT_NOW, "a round needs two entries")
    assert event.secret is not None
    return event.write("draw", {"round": number, "seed": seed_of_round(event.secret, number)}, by, now)


# --- the clock --------------------------------------------------------------------------------------------------------


def due(event: Event, now: int) -> Note | None:
    """What the time brings next: the opening, then the closing. Told late, it is noted for the moment it was due."""
    if event.status == ANNOUNCED and now >= event.regulations.opens:
        assert event.secret is not None
        commitment = FairDice(event.secret).commitment()
        return event.write("open", {"commitment": commitment}, CLOCK, event.regulations.opens)
    if event.status == OPEN and now >= event.regulations.closes:
        return event.write("close", {}, CLOCK, event.regulations.closes)
    return None


def note_par(event: Event, par: Par, now: int) -> Note:
    """The best that can be done was found, after the closing: before it nobody is told."""
    must_be(event, "measured", CLOSED, PROVISIONAL)
    return event.write("par", par.to_json(), CLOCK, now)


def wakes(event: Event) -> int | None:
    """When somebody must look at the event again."""
    moments = {ANNOUNCED: event.regulations.opens, OPEN: event.regulations.closes} if event.written else {}
    return moments.get(event.status)


# --- entrants ---------------------------------------------------------------------------------------------------------


def enter(event: Event, id: str, name: str, klass: str, by: str, now: int) -> Note:
    """A person takes part, in a class where there are classes. `now` is when the entry arrived: one that came by mail
    in time, perhaps with its paper, may be noted after the closing."""
    must_be(event, "entered", ANNOUNCED, OPEN, CLOSED)
    must_not_be_late(event, now)
    if event.regulations.kind == MATCH and event.rounds:
        raise Denied(errors.NOT_NOW, "the first round is drawn: nobody can enter any more")
    if ID.fullmatch(id) is None:
        raise Denied(errors.BAD_TEXT, f"{id!r}: an entry's id has small letters, digits and hyphens, 40 at most")
    if not name.strip() or len(name) > NAME_LIMIT or not is_readable(name):
        raise Denied(errors.BAD_TEXT, f"a name has 1 to {NAME_LIMIT} printable characters")
    classes = event.regulations.classes
    if klass not in (classes or ("",)):
        raise Denied(errors.NO_CLASS, f"{klass!r} is none of the classes {', '.join(classes) or '(there are none)'}")
    for entry in event.entries.values():
        if id == entry.id or by == entry.person or are_alike(name, entry.name):
            raise Denied(errors.TAKEN, f"{entry.name} has entered already")
    return event.write("enter", {"entry": id, "name": name, "class": klass}, by, now)


def leave(event: Event, by: str, now: int) -> Note:
    """A person withdraws: is not classified, and not drawn any more."""
    must_be(event, "left", ANNOUNCED, OPEN)
    entry = entry_of(event, by)
    return event.write("leave", {"entry": entry.id}, by, now)


def begin(event: Event, by: str, now: int) -> Note:
    """A drive with the event's dice. The attempt is used, whether it is driven to the end or not."""
    must_be(event, "driven", OPEN)
    must_not_be_late(event, now)
    entry = entry_of(event, by)
    if event.regulations.dice == NO_DICE:
        raise Denied(errors.NOT_NOW, "nothing is rolled in this event: drives are handed in when they are done")
    if entry.attempts >= event.regulations.submissions:
        raise Denied(errors.ALL_USED, f"all {event.regulations.submissions} attempts are used")
    return event.write("begin", {"entry": entry.id, "attempt": entry.attempts + 1}, by, now)


def submit(event: Event, kind: str, text: str, by: str, arrived: int, now: int, attempt: int = 0) -> Note:
    """A sheet or a record is handed in. `arrived` is when it reached the organiser: one that came in time may be noted
    after the closing. With dice `attempt` says which drive it is."""
    must_be(event, "submitted to", OPEN, CLOSED)
    must_not_be_late(event, arrived)
    entry = entry_of(event, by)
    must_fit(event.written, kind, text)
    number = _free_number(event.regulations, entry, attempt)
    body: dict[str, object] = {"entry": entry.id, "number": number, "arrived": write_moment(arrived)}
    return event.write("submit", {**body, "kind": kind, "text": text}, by, now)


def _free_number(regulations: Regulations, entry: Entry, attempt: int) -> int:
    if regulations.dice != NO_DICE:
        if not 1 <= attempt <= entry.attempts:
            raise Denied(errors.NOT_BEGUN, f"attempt {attempt} was not begun")
        if entry.submission(attempt) is not None:
            raise Denied(errors.ALL_USED, f"attempt {attempt} was handed in before")
        return attempt
    number = len(entry.submissions) + 1
    if number > regulations.submissions:
        raise Denied(errors.ALL_USED, f"all {regulations.submissions} submissions are used; drafts still work")
    return number


def must_fit(written: list[Regulations], kind: str, text: str) -> None:
    """A paper of this event: a sheet in the right form, or a record of its game, rules and options; raises Denied.

    What is in it is not looked at: that is marking, which may follow later. A record made before a bulletin fits, too.
    """
    regulations = written[-1]
    if regulations.kind != TRIAL:
        raise Denied(errors.NOT_NOW, "in a match event the tables hand in their results")
    if len(text) > PAPER_LIMIT:
        raise errors.no_paper("long", f"has {len(text)} characters, more than {PAPER_LIMIT}")
    if kind == SHEET:
        _must_be_sheet(regulations, text)
    elif kind == RECORD:
        _must_be_record(written, text)
    else:
        raise errors.no_paper("kind", f"{kind!r} is neither a sheet nor a record")


def _must_be_sheet(regulations: Regulations, text: str) -> None:
    task = regulations.task()
    if task.trial.check_sheet is None:
        raise errors.no_paper("no_sheets", "this game has no time sheets: hand in a record")
    faults = form_faults(regulations, text)
    if faults:
        raise errors.no_paper("form", str(BadContent("sheet", faults)))


def _must_be_record(written: list[Regulations], text: str) -> None:
    try:
        record = read_record(text)
    except ParcFermeError as error:
        place = error.place if isinstance(error, BadRecord) else "record"
        raise errors.no_paper("unreadable", f"record: {error}", place=place) from error
    made = written[-1]
    if record.game != made.game:
        reason = f"record: is of {record.game}, but this event is {made.game}"
        raise errors.no_paper("game", reason, found=_title(record.game), wanted=_title(made.game))
    if record.rules != made.rules:
        reason = f"record: is of rules version {record.rules}; this event has {made.rules}"
        raise errors.no_paper("rules", reason, found=record.rules, wanted=made.rules)
    if all(record.options != before.options for before in written):
        wrong = [name for name in made.options if record.options.get(name) != made.options[name]]
        option = wrong[0] if wrong else "?"
        raise errors.no_paper("option", f"record: option {option} is not the event's", game=made.game, option=option)
    if record.start is not None:
        raise errors.no_paper("middle", "record: begins in the middle of a game")


def _title(game: str) -> str:
    """Of a game that may be none of ours."""
    return registry.meta(game).title if game in registry.game_ids() else game


# --- what must be so --------------------------------------------------------------------------------------------------


def must_be(event: Event, done: str, *states: str) -> None:
    if event.status not in states:
        raise Denied(errors.NOT_NOW, f"the event is {event.status}; it can be {done} while {' or '.join(states)}")


def must_not_be_late(event: Event, arrived: int) -> None:
    closes = event.regulations.closes
    if arrived >= closes:
        reason = f"closed at {write_moment(closes)}; this came at {write_moment(arrived)}"
        raise Denied(errors.TOO_LATE, reason)


def must_organise(event: Event, by: str) -> None:
    if by != event.organiser:
        raise Denied(errors.NOT_ORGANISER, f"only {event.regulations.organiser} organises this event")


def entry_of(event: Event, person: str) -> Entry:
    entry = event.entry_of(person)
    if entry is None or entry.withdrawn:
        raise Denied(errors.NO_SUCH, f"{person} takes no part in this event")
    return entry
