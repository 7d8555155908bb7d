"""Events in the database, as functions on a connection: journals, who takes part, marks, and sheets under way.

An event is its journal; the row beside it holds what lists and the clock need. Two workers that extend the same journal
collide on its key, and the one that lost reads what the other has written and decides again.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from parcferme.core.errors import BadRecord
from parcferme.core.trial import Mark, SheetFinding
from parcferme.house.codec import decode, encode_text
from parcferme.house.events import EventSummary, MarkTold, summary
from parcferme.organise.championship import Championship, read_championship
from parcferme.organise.commands import wakes
from parcferme.organise.daily import PREFIX
from parcferme.organise.decisions import Lost
from parcferme.organise.drafts import Draft
from parcferme.organise.event import ANNOUNCED, CLOSED, DRAFT, OPEN, PROVISIONAL, UNSEALED, Entry, Event, load
from parcferme.organise.files import FORMAT
from parcferme.organise.journal import Note, unnamed
from parcferme.organise.marking import Marks
from parcferme.server.storage import event_notices
from parcferme.server.storage.schema import (
    championships,
    drafts,
    event_decisions,
    event_marks,
    event_notes,
    event_people,
    events,
)
from parcferme.server.storage.statements import Row
from parcferme.server.storage.store import must_find
from parcferme.table.errors import Denied

_CURSOR: Final = re.compile(r"([0-9]{1,15})-([a-z0-9-]{1,40})")
LISTED: Final = [column for column in events.c if column.name not in ("documents", "secret", "seq", "papers")]
SOONEST_FIRST: Final = (ANNOUNCED, OPEN)


class EventMissing(Denied):
    """There is no event of that id, or it is not open to who asks."""

    def __init__(self) -> None:
        super().__init__("not_found", "there is no such event, or it is private")


# --- one event --------------------------------------------------------------------------------------------------------


def values(event: Event) -> Row:
    """The columns that follow from the journal."""
    return {
        "game": event.regulations.game,
        "status": event.status,
        "summary": encode_text(summary(event)),
        "documents": encode_text(event.documents),
        "seq": len(event.journal),
        "papers": sum(len(entry.submissions) for entry in event.entries.values()),
        "closes": event.regulations.closes,
        "wakes": wakes(event),
    }


def add(connection: Connection, event: Event, organiser: str, visibility: str, people: bool = True) -> None:
    """Keep a new event with all its notes; one that was held elsewhere has no `people` of this server."""
    assert event.secret is not None
    row: Row = {"id": event.id, "organiser": organiser, "visibility": visibility, "secret": event.secret.hex()}
    connection.execute(insert(events), {**row, **values(event)})
    connection.execute(insert(event_notes), [_note_row(event.id, note) for note in event.journal])
    if people:
        _add_people(connection, event.id, event.journal)


def held_by(connection: Connection, ids: frozenset[str]) -> int:
    """How many events somebody has written down or brought here."""
    query = select(func.count()).select_from(events).where(events.c.organiser.in_(ids))
    return int(connection.execute(query).scalar_one())


class Overtaken(Exception):
    """The journal is not what this note was chained to."""


def append(connection: Connection, event: Event, note: Note, now: int) -> None:
    """Keep a note that the event has folded, and what is to be sent because of it."""
    _must_follow(connection, event, note)
    connection.execute(insert(event_notes), _note_row(event.id, note))
    _add_people(connection, event.id, [note])
    connection.execute(update(events).where(events.c.id == event.id).values(**values(event)))
    event_notices.post(connection, event, note, now)


def _must_follow(connection: Connection, event: Event, note: Note) -> None:
    """Somebody who has gone may have been taken out of the journal since it was read."""
    before = (event_notes.c.event_id == event.id, event_notes.c.seq == note.seq - 1)
    kept = connection.execute(select(event_notes.c.chain).where(*before)).scalar_one_or_none()
    if kept is not None and kept != event.journal[note.seq - 2].chain:
        raise Overtaken


def _add_people(connection: Connection, id: str, notes: list[Note]) -> None:
    people = sorted({note.by for note in notes if note.kind == "enter" and len(note.by) <= 24})
    if people:
        connection.execute(insert(event_people), [{"event_id": id, "person": person} for person in people])


def _note_row(id: str, note: Note) -> Row:
    row: Row = {"event_id": id, "seq": note.seq, "at": note.at, "by": note.by, "kind": note.kind, "chain": note.chain}
    return {**row, "body": encode_text(note.body)}


def unname(connection: Connection, ids: list[str]) -> list[str]:
    """Somebody has gone: in events they are a number from now on, in results and in the file. Returns which events have
    changed."""
    entered = select(event_people.c.event_id).where(event_people.c.person.in_(ids))
    held = select(events.c.id).where(events.c.organiser.in_(ids))
    changed = sorted({*connection.execute(entered).scalars(), *connection.execute(held).scalars()})
    for id in changed:
        row, rows = fetch(connection, id)
        before = after = [_note(one) for one in rows]
        for person in ids:
            after = unnamed(after, person, number_of(person))
        _rewrite(connection, row, before, after)
    return changed


def number_of(person: str) -> str:
    """What somebody is called who has gone: the same in every event, so that a championship adds up."""
    return f"№ {int.from_bytes(hashlib.sha256(person.encode()).digest()[:4], 'big') % 90_000 + 10_000}"


def _rewrite(connection: Connection, row: Any, before: list[Note], after: list[Note]) -> None:
    for old, new in zip(before, after, strict=True):
        if old.chain != new.chain:
            mine = (event_notes.c.event_id == row.id, event_notes.c.seq == new.seq)
            said = {"body": encode_text(new.body), "chain": new.chain}
            connection.execute(update(event_notes).where(*mine).values(**said))
    try:
        known = values(load(row.id, bytes.fromhex(row.secret), decode(row.documents), after))
    except BadRecord:  # of a game that this program does not know any more: what lists tell of it stays
        return
    connection.execute(update(events).where(events.c.id == row.id).values(summary=known["summary"]))


def fetch(connection: Connection, id: str) -> tuple[Any, list[Any]]:
    """An event's row and notes as they are; raises EventMissing."""
    row = connection.execute(select(events).where(events.c.id == id)).one_or_none()
    if row is None:
        raise EventMissing
    return row, list(connection.execute(_journal(id, 0)))


def unpacked(row: Any, notes: list[Any]) -> Event:
    """What `fetch` has found, folded; raises BadRecord where the journal cannot be."""
    return load(row.id, bytes.fromhex(row.secret), decode(row.documents), [_note(note) for note in notes])


def as_kept(row: Any, notes: list[Any]) -> dict[str, Any]:
    """The file of an event that cannot be folded any more: what was written down, without anything worked out."""
    journal = [_note(note).to_json() for note in notes]
    told: dict[str, Any] = {"format": FORMAT, "id": row.id, "status": row.status, "secret": row.secret}
    return {**told, "documents": decode(row.documents), "journal": journal}


def notes_after(connection: Connection, id: str, seq: int) -> tuple[dict[str, Any], list[Note]]:
    """What other workers have written since, and the documents it may name."""
    notes = [_note(row) for row in connection.execute(_journal(id, seq))]
    if not notes:
        return {}, []
    documents = connection.execute(select(events.c.documents).where(events.c.id == id)).scalar_one()
    return decode(documents), notes


def _journal(id: str, after: int) -> Any:
    table = event_notes.c
    columns = table.seq, table.at, table.by, table.kind, table.body, table.chain
    return select(*columns).where(table.event_id == id, table.seq > after).order_by(table.seq)


def _note(row: Any) -> Note:
    seq, at, by, kind, body, chain = row  # thousands at once: a name looked up in each row would take longer than they
    return Note(seq, at, by, kind, decode(body), chain)


def told(connection: Connection, id: str) -> tuple[str, str, EventSummary] | None:
    """(game, status, summary) of an event, for a letter about it; `None` where it is gone."""
    row = connection.execute(select(events.c.game, events.c.status, events.c.summary).where(events.c.id == id)).first()
    return None if row is None else (row.game, row.status, decode(row.summary, type=EventSummary))


def public_title(connection: Connection, id: str) -> tuple[str, str] | None:
    """(game, title) of an event that everybody may see."""
    found = told(connection, id)
    public = (events.c.id == id, events.c.visibility == "public", events.c.status != DRAFT)
    open_to_all = connection.execute(select(events.c.id).where(*public)).first() is not None
    return (found[0], found[2].title) if found is not None and open_to_all else None


# --- marks ------------------------------------------------------------------------------------------------------------


def marks_of(connection: Connection, id: str, version: int) -> Marks:
    """What papers are worth by this version of the regulations."""
    columns = event_marks.c.entry, event_marks.c.number, event_marks.c.mark
    query = select(*columns).where(event_marks.c.event_id == id, event_marks.c.version == version)
    return {(entry, number): _mark(text) for entry, number, text in connection.execute(query)}


def _mark(text: str) -> Mark:
    """A mark as `keep_mark` wrote it: it was checked when it was made, so that five thousand are read in no time."""
    kept = decode(text, type=MarkTold)
    findings = [SheetFinding(one.row, one.cell, one.written, one.reason, one.clause) for one in kept.findings]
    return Mark(kept.status, kept.score, kept.detail, findings, kept.reason, kept.clause)


def keep_mark(
    connection: Connection, id: str, entry: Entry, number: int, version: int, mark: dict[str, object], now: int
) -> None:
    """Once: a mark follows from the paper, so that of another worker is the same. Its owner is told."""
    row: Row = {"event_id": id, "entry": entry.id, "number": number, "version": version}
    known = select(event_marks.c.entry).where(*[event_marks.c[name] == value for name, value in row.items()])
    if connection.execute(known).first() is None:
        connection.execute(insert(event_marks), {**row, "mark": encode_text(mark)})
        event_notices.post_marked(connection, id, entry.person, number, now)


# --- decisions --------------------------------------------------------------------------------------------------------


def decisions_of(connection: Connection, id: str, version: int) -> dict[tuple[str, int], Lost]:
    """What drives lost by their decisions, as far as they were looked at."""
    query = select(event_decisions.c.lost).where(event_decisions.c.event_id == id, event_decisions.c.version == version)
    found = [decode(text, type=Lost) for text in connection.execute(query).scalars()]
    return {(lost.entry, lost.number): lost for lost in found}


def keep_decisions(connection: Connection, id: str, version: int, lost: Lost) -> None:
    """Again and again the same row: another worker may have looked at it, too."""
    row: Row = {"event_id": id, "entry": lost.entry, "number": lost.number, "version": version}
    same = [event_decisions.c[name] == value for name, value in row.items()]
    connection.execute(delete(event_decisions).where(*same))
    connection.execute(insert(event_decisions), {**row, "lost": encode_text(lost)})


# --- drafts -----------------------------------------------------------------------------------------------------------


def draft_of(connection: Connection, id: str, ids: frozenset[str]) -> tuple[Draft, Draft | None] | None:
    """A person's draft, and what another device of theirs had typed."""
    query = select(drafts).where(drafts.c.event_id == id, drafts.c.person.in_(ids)).order_by(drafts.c.at.desc())
    row = connection.execute(query.limit(1)).one_or_none()
    if row is None:
        return None
    spare = None if row.spare is None else Draft(row.spare, row.spare_device, row.spare_at)
    return Draft(row.text, row.device, row.at), spare


def keep_draft(connection: Connection, id: str, person: str, draft: Draft, spare: Draft | None) -> None:
    connection.execute(delete(drafts).where(drafts.c.event_id == id, drafts.c.person == person))
    row: Row = {"event_id": id, "person": person, "text": draft.text, "device": draft.device, "at": draft.at}
    if spare is not None:
        row |= {"spare": spare.text, "spare_device": spare.device, "spare_at": spare.at}
    connection.execute(insert(drafts), row)


# --- lists ------------------------------------------------------------------------------------------------------------


def listed(connection: Connection, status: str, game: str, limit: int, after: str) -> tuple[list[Any], str]:
    """Public events of a state: those to come and those under way by what closes soonest, the others latest first."""
    found: list[ColumnElement[bool]] = [events.c.visibility == "public", events.c.status == status]
    if game:
        found.append(events.c.game == game)
    return _page(connection, found, status in SOONEST_FIRST, limit, after)


def mine(connection: Connection, ids: frozenset[str], limit: int, after: str) -> tuple[list[Any], str]:
    """Events a person takes part in or organises, the latest first."""
    entered = select(event_people.c.event_id).where(event_people.c.person.in_(ids))
    return _page(connection, [or_(events.c.id.in_(entered), events.c.organiser.in_(ids))], False, limit, after)


def some(connection: Connection, ids: list[str]) -> list[Any]:
    """These events, but for drafts, which are their organisers' alone; the latest first."""
    query = select(*LISTED).where(events.c.id.in_(ids), events.c.status != DRAFT)
    return list(connection.execute(query.order_by(events.c.closes.desc(), events.c.id)))


def _page(
    connection: Connection, found: list[ColumnElement[bool]], soonest: bool, limit: int, after: str
) -> tuple[list[Any], str]:
    cursor = _CURSOR.fullmatch(after)
    if after and cursor is None:
        raise Denied("bad_value", "after: is not the `next` of a page")
    at, id = events.c.closes, events.c.id
    if cursor is not None:
        last, name = int(cursor[1]), cursor[2]
        beyond = at > last if soonest else at < last
        found = [*found, or_(beyond, and_(at == last, id > name))]
    query = select(*LISTED).where(*found).order_by(at if soonest else at.desc(), id).limit(limit + 1)
    rows = list(connection.execute(query))
    further = f"{rows[limit - 1].closes}-{rows[limit - 1].id}" if len(rows) > limit else ""
    return rows[:limit], further


def entered(connection: Connection, found: list[str], ids: frozenset[str]) -> set[str]:
    """Those of some events that a person takes part in."""
    mine = event_people.c.person.in_(ids)
    query = select(event_people.c.event_id).where(mine, event_people.c.event_id.in_(found))
    return set(connection.execute(query).scalars())


def handed_in_daily(connection: Connection, ids: frozenset[str]) -> list[str]:
    """The days' stages a person has handed something in to."""
    mine = (event_notes.c.by.in_(ids), event_notes.c.kind == "submit", event_notes.c.event_id.like(f"{PREFIX}%"))
    entered = event_notes.c.event_id.in_(select(event_people.c.event_id).where(event_people.c.person.in_(ids)))
    return list(connection.execute(select(event_notes.c.event_id).distinct().where(entered, *mine)).scalars())


def due(connection: Connection, now: int) -> list[str]:
    """Events that the clock opens or closes now."""
    return list(connection.execute(select(events.c.id).where(events.c.wakes <= now)).scalars())


def under_way(connection: Connection) -> list[str]:
    """Events whose papers may still have to be marked, or tables to be minded."""
    query = select(events.c.id).where(events.c.status.in_([OPEN, CLOSED, PROVISIONAL]))
    return list(connection.execute(query).scalars())


def large(connection: Connection, papers: int, most: int) -> list[str]:
    """The latest events with results to which so much was handed in."""
    query = select(events.c.id).where(events.c.status.in_(UNSEALED), events.c.papers >= papers)
    return list(connection.execute(query.order_by(events.c.closes.desc()).limit(most)).scalars())


# --- championships ----------------------------------------------------------------------------------------------------


def keep_championship(connection: Connection, id: str, organiser: str, document: dict[str, object], now: int) -> None:
    """A new one, or another text of one that is there."""
    text = encode_text(document)
    if not connection.execute(update(championships).where(championships.c.id == id).values(document=text)).rowcount:
        row: Row = {"id": id, "organiser": organiser, "document": text, "created_at": now}
        connection.execute(insert(championships), row)


def championship_of(connection: Connection, id: str) -> tuple[str, Championship]:
    """Its organiser, and what was written down; raises Denied."""
    row = must_find(connection, select(championships).where(championships.c.id == id), "championship")
    return row.organiser, read_championship(decode(row.document))


def all_championships(connection: Connection, limit: int) -> list[tuple[str, str, int]]:
    """(id, title, number of events), the latest first."""
    query = select(championships).order_by(championships.c.created_at.desc(), championships.c.id).limit(limit)
    read = [(row.id, read_championship(decode(row.document))) for row in connection.execute(query)]
    return [(id, series.title, len(series.events)) for id, series in read]
