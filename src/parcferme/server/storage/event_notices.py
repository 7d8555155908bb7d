"""What entrants of an event are told by mail, webhook and browser. The rows are written in the same transaction as the
note that causes them, so none is lost and none is sent twice; those without an address get none.

    ev_open   the event has opened            ev_day    it closes in a day
    ev_news   a bulletin                      ev_mark   a paper is marked (to its owner)
    ev_prov   provisional results             ev_final  final ones
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, exists, insert, or_, select

from parcferme.organise.event import Event
from parcferme.organise.journal import Note
from parcferme.organise.moments import DAY
from parcferme.server.storage.schema import outbox, people, pushes
from parcferme.server.storage.statements import Row

OPENED, IN_A_DAY, NEWS, MARKED, PROVISIONAL, FINAL = "ev_open", "ev_day", "ev_news", "ev_mark", "ev_prov", "ev_final"
KINDS: Final = (OPENED, IN_A_DAY, NEWS, MARKED, PROVISIONAL, FINAL)
TO_ALL: Final = {"open": OPENED, "bulletin": NEWS, "publish": PROVISIONAL, "final": FINAL}


def post(connection: Connection, event: Event, note: Note, now: int) -> None:
    """Put into the outbox what a note causes."""
    rows: list[Row] = []
    remind = event.regulations.closes - DAY
    if note.kind in TO_ALL:
        told = _with_address(connection, _entrants(event))
        rows += [_row(event.id, note.seq, person, TO_ALL[note.kind], now) for person in told]
        if note.kind == "open" and remind > now:
            rows += [_row(event.id, note.seq, person, IN_A_DAY, remind) for person in told]
    elif note.kind == "enter" and event.commitment and remind > now:  # those who come before are told at the opening
        rows += [_row(event.id, note.seq, one, IN_A_DAY, remind) for one in _with_address(connection, [note.by])]
    if rows:
        connection.execute(insert(outbox), rows)


def post_marked(connection: Connection, event: str, person: str, number: int, now: int) -> None:
    """A paper is marked: its owner is told once, however often a bulletin has it marked anew."""
    row = _row(event, number, person, MARKED, now)
    same = [outbox.c[name] == row[name] for name in ("table_id", "node", "person", "kind")]
    known = connection.execute(select(outbox.c.id).where(*same)).first()
    if known is None and _with_address(connection, [person]):
        connection.execute(insert(outbox), row)


def _entrants(event: Event) -> list[str]:
    return [entry.person for entry in event.entries.values() if not entry.withdrawn]


def _with_address(connection: Connection, ids: list[str]) -> list[str]:
    browsers = exists().where(pushes.c.person == people.c.id)
    reached = or_(people.c.email.is_not(None), people.c.webhook.is_not(None), browsers)
    return sorted(connection.execute(select(people.c.id).where(people.c.id.in_(ids), reached)).scalars())


def _row(event: str, number: int, person: str, kind: str, at: int) -> Row:
    row: Row = {"table_id": event, "node": number, "person": person, "kind": kind, "send_at": at}
    return {**row, "tries": 0, "done": False}
