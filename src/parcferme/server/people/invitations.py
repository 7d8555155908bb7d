"""Invitations to tables that gather: kept until the table is full or begins, or they are turned down."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, or_, select

from parcferme.server.people import mailing
from parcferme.server.people.accounts import Identity
from parcferme.server.storage.schema import bonds, invitations, seats, tables
from parcferme.table.errors import Denied
from parcferme.table.table import GATHERING

NOTICE: Final = "invite"  # the letter about it
MOST: Final = 20  # to one table
SHOWN: Final = 20  # to one person


def add(connection: Connection, table: str, by: str, person: str, now: int) -> None:
    """Invite somebody; a second time changes nothing."""
    at_table = invitations.c.table_id == table
    known = list(connection.execute(select(invitations.c.person).where(at_table)).scalars())
    if person in known:
        return
    if len(known) >= MOST:
        raise Denied("list_full", f"{MOST} people are invited already", blanks={"n": MOST})
    connection.execute(insert(invitations), {"table_id": table, "person": person, "by": by, "at": now})
    mailing.ask(connection, person, NOTICE, now, about=table)


def open_to(connection: Connection, identity: Identity) -> list[Any]:
    """Invitations somebody can still follow, the latest first; none of somebody they have blocked since."""
    shunned = select(bonds.c.other).where(bonds.c.person == identity.id, bonds.c.kind == "blocked")
    sits = select(seats.c.table_id).where(seats.c.person.in_(identity.ids))
    query = select(invitations, tables.c.game, tables.c.summary).join(tables, tables.c.id == invitations.c.table_id)
    query = query.where(invitations.c.person.in_(identity.ids), tables.c.status == GATHERING, tables.c.free_seats > 0)
    query = query.where(invitations.c.table_id.not_in(sits), invitations.c.by.not_in(shunned))
    return list(connection.execute(query.order_by(invitations.c.at.desc()).limit(SHOWN)))


def is_open(connection: Connection, identity: Identity, table: str) -> bool:
    """Is somebody still invited to a table, and does it still gather?"""
    mine = (invitations.c.person.in_(identity.ids), invitations.c.table_id == table)
    query = select(func.count()).select_from(invitations).join(tables, tables.c.id == invitations.c.table_id)
    return bool(connection.execute(query.where(*mine, tables.c.status == GATHERING)).scalar_one())


def decline(connection: Connection, identity: Identity, table: str) -> None:
    mine = (invitations.c.person.in_(identity.ids), invitations.c.table_id == table)
    connection.execute(delete(invitations).where(*mine))


def export(connection: Connection, ids: list[str]) -> list[dict[str, object]]:
    """Whom somebody has invited, and who has invited them."""
    theirs = or_(invitations.c.person.in_(ids), invitations.c.by.in_(ids))
    return [dict(row._mapping) for row in connection.execute(select(invitations).where(theirs))]


def forget(connection: Connection, ids: list[str]) -> None:
    """Somebody has gone."""
    theirs = or_(invitations.c.person.in_(ids), invitations.c.by.in_(ids))
    connection.execute(delete(invitations).where(theirs))
