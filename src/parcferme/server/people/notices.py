"""Notifications of correspondence matches: which are due. How they read is in `letters.py`.

A row of the outbox is written in the same transaction as the move that causes it, so none is lost and none is sent
twice: `turn` when a person is asked, `soon` once before the deadline, `over` at the end. Only one of them is sent until
its person has looked at the table again. The deadline moves on while no server runs; the mailer puts the reminder off
accordingly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, select, update

from parcferme.server.storage.schema import outbox
from parcferme.server.storage.statements import Row
from parcferme.table.journal import Happening
from parcferme.table.notes import Returned, Sat
from parcferme.table.seats import PERSON
from parcferme.table.setup import CORRESPONDENCE
from parcferme.table.table import Table

KINDS: Final = ("turn", "soon", "over")
HOUR: Final = 3_600_000
DELAY: Final = 5_000  # who is at the table anyway sees the move meanwhile


def rows(id: str, table: Table, happening: Happening, shift: int) -> list[Row]:
    """The outbox rows a happening causes."""
    kind = happening.note.kind
    if table.setup.pace.kind != CORRESPONDENCE or kind not in ("start", "play", "close", "sit", "back"):
        return []
    now = happening.note.at + shift
    if table.is_over():
        return [_row(id, table.node, person, "over", now) for person in sorted(_people(table, range(len(table.seats))))]
    remind = reminder(table, shift)
    asked = sorted(_people(table, [seat for seat in table.clocks.waiting if _is_news(happening, seat)]))
    made = [_row(id, table.node, person, "turn", now + DELAY) for person in asked]
    if remind is not None:
        made += [_row(id, table.node, person, "soon", remind) for person in asked]
    return made


def reminder(table: Table, shift: int) -> int | None:
    """When to remind those who are asked, in wall time: a quarter of their time before the deadline, at most twelve
    hours. `None` where there is no deadline."""
    due = table.due()
    return None if due is None else due + shift - min(table.setup.pace.days * 24 * HOUR // 4, 12 * HOUR)


def _is_news(happening: Happening, seat: int) -> bool:
    """A move puts its question to all who are asked; somebody who sits down or returns finds it on that seat alone."""
    body = happening.note.body
    return not isinstance(body, Sat | Returned) or body.seat == seat


def _people(table: Table, seats: Iterable[int]) -> set[str]:
    return {table.seats[seat].person for seat in seats if table.seats[seat].kind == PERSON}


def _row(id: str, node: int, person: str, kind: str, send_at: int) -> Row:
    return {
        "table_id": id,
        "node": node,
        "person": person,
        "kind": kind,
        "send_at": send_at,
        "tries": 0,
        "done": False,
        "unseen": False,
    }


def is_unseen(connection: Connection, row: Any, ids: frozenset[str]) -> bool:
    """Has somebody been told something of this table before, and not looked at it since?"""
    same = (outbox.c.table_id == row.table_id, outbox.c.person.in_(ids), outbox.c.kind.in_(KINDS))
    query = select(outbox.c.id).where(*same, outbox.c.unseen.is_(True), outbox.c.id != row.id)
    return connection.execute(query.limit(1)).first() is not None


def looked(connection: Connection, table: str, ids: frozenset[str]) -> None:
    """Somebody looks at a table: what they were told of it has reached them."""
    mine = (outbox.c.person.in_(ids), outbox.c.table_id == table, outbox.c.unseen.is_(True))
    connection.execute(update(outbox).where(*mine).values(unseen=False))
