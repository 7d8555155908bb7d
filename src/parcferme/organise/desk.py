"""What is said and decided in writing: bulletins, questions, protests, wrong cells, results of tables."""

from __future__ import annotations

from typing import Final, NamedTuple

from parcferme.core.bounds import is_readable_page
from parcferme.organise import errors
from parcferme.organise.commands import entry_of, must_be, must_organise, protests_until
from parcferme.organise.documents import Documents
from parcferme.organise.draws import tables_of
from parcferme.organise.event import (
    ANNOUNCED,
    CLOSED,
    OPEN,
    PROVISIONAL,
    TEXT_LIMIT,
    VERDICTS,
    Event,
)
from parcferme.organise.journal import Note
from parcferme.organise.matches import must_be_of_table
from parcferme.organise.moments import write_moment
from parcferme.organise.regulations import changed
from parcferme.table.errors import Denied

MOST_BULLETINS: Final = 100


def bulletin(event: Event, text: str, changes: dict[str, object], documents: Documents, by: str, now: int) -> Note:
    """Number, text and what it changes. What was driven before is marked by what is in force at the end."""
    must_be(event, "given a bulletin", ANNOUNCED, OPEN, CLOSED, PROVISIONAL)
    must_organise(event, by)
    _must_say(text)
    if len(event.bulletins) >= MOST_BULLETINS:
        raise Denied(errors.NO_ROOM, f"an event has {MOST_BULLETINS} bulletins at most")
    if changes:
        event.documents.update(documents)
        after = changed(event.regulations, changes, event.documents).to_json(event.documents)
        changes = {name: after[name] for name in changes}
    if "closes" in changes and event.status in (CLOSED, PROVISIONAL):
        raise Denied(errors.FROZEN, "the event has closed: its closing time is not changed any more")
    body: dict[str, object] = {"number": len(event.bulletins) + 1, "text": text, "changes": changes}
    return event.write("bulletin", body, by, now)


def ask(event: Event, text: str, by: str, now: int) -> Note:
    must_be(event, "asked about", ANNOUNCED, OPEN, CLOSED, PROVISIONAL)
    _must_say(text)
    return event.write("ask", {"number": len(event.questions) + 1, "text": text}, by, now)


def answer(event: Event, number: int, text: str, held: bool, by: str, now: int) -> Note:
    """To everybody; held back until closing where it would tell a line."""
    must_organise(event, by)
    _must_exist("question", number, len(event.questions))
    _must_say(text)
    return event.write("answer", {"number": number, "text": text, "held": held}, by, now)


def protest(event: Event, against: str, text: str, by: str, now: int) -> Note:
    """Against an entry's result (one's own, too), within the window of the regulations."""
    must_be(event, "protested against", PROVISIONAL)
    entry = entry_of(event, by)
    until = protests_until(event)
    if now >= until:
        raise Denied(errors.TOO_LATE, f"protests ended at {write_moment(until)}; this came at {write_moment(now)}")
    if against not in event.entries:
        raise Denied(errors.NO_SUCH, f"there is no entry {against!r}")
    _must_say(text)
    body: dict[str, object] = {"number": len(event.protests) + 1, "entry": entry.id, "against": against, "text": text}
    return event.write("protest", body, by, now)


class Judge(NamedTuple):
    """Who decides: the organiser, or a steward of the house where the organiser drives. Nobody about the own drive."""

    by: str
    drives_as: str  # who they are among those who have entered
    steward: bool = False

    def must_decide(self, event: Event, *entries: str) -> None:
        """About the drives of these entries; raises Denied."""
        own = event.entry_of(self.drives_as)
        if own is not None and own.id in entries:
            raise Denied(errors.OWN_CASE, "you drive in this event: somebody else decides about your own drive")
        if not (self.steward and organiser_drives(event)):
            must_organise(event, self.by)


def organiser_drives(event: Event) -> bool:
    return event.entry_of(event.organiser) is not None


def rule(event: Event, number: int, upheld: bool, text: str, judge: Judge, now: int) -> Note:
    """A protest is decided in writing, once. What follows from it is a decision or a bulletin of its own."""
    must_be(event, "ruled on", PROVISIONAL)
    _must_exist("protest", number, len(event.protests))
    case = event.protests[number - 1]
    judge.must_decide(event, case.entry, case.against)
    if case.upheld is not None:
        raise Denied(errors.NOT_NOW, f"protest {number} is decided")
    _must_say(text)
    return event.write("rule", {"number": number, "upheld": upheld, "text": text}, judge.by, now)


def decide(event: Event, entry: str, number: int, verdict: str, text: str, judge: Judge, now: int) -> Note:
    """Was a wrong cell a slip, which costs what it costs, or a false entry, which disqualifies?"""
    must_be(event, "decided on", CLOSED, PROVISIONAL)
    judge.must_decide(event, entry)
    if entry not in event.entries or event.entries[entry].submission(number) is None:
        raise Denied(errors.NO_SUCH, f"there is no submission {number} of {entry!r}")
    if verdict not in VERDICTS:
        raise Denied(errors.BAD_TEXT, f"{verdict!r} is none of {', '.join(VERDICTS)}")
    _must_say(text)
    return event.write("decide", {"entry": entry, "number": number, "verdict": verdict, "text": text}, judge.by, now)


def table_result(
    event: Event, round: int, table: int, places: list[int], absent: list[str], by: str, now: int, record: str = ""
) -> Note:
    """How a table ended, with its record where it was played here. No places: no result, and nobody scores there."""
    must_be(event, "given a result", OPEN, CLOSED)
    must_organise(event, by)
    _must_exist("round", round, len(event.rounds))
    seated = tables_of(event, round)
    _must_exist("table", table, len(seated))
    at = seated[table - 1]
    if places and (len(places) != len(at) or any(not 1 <= place <= len(at) for place in places)):
        raise Denied(errors.BAD_TEXT, f"table {table} has {len(at)} seats: a place from 1 to {len(at)} for each")
    if any(id not in at for id in absent):
        raise Denied(errors.NO_SUCH, f"who was absent sat at table {table}: {', '.join(at)}")
    body: dict[str, object] = {"round": round, "table": table, "places": places, "absent": absent}
    if record:
        must_be_of_table(event, at, places, record)
    return event.write("result", {**body, "record": record}, by, now)


def _must_say(text: str) -> None:
    if not text.strip() or len(text) > TEXT_LIMIT or not is_readable_page(text):
        raise Denied(errors.BAD_TEXT, f"a text has 1 to {TEXT_LIMIT} printable characters")


def _must_exist(what: str, number: int, count: int) -> None:
    if not 1 <= number <= count:
        raise Denied(errors.NO_SUCH, f"there is no {what} {number}")
