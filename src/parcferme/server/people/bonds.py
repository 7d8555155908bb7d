"""What people are to each other: friends, who has asked whom, whom one would rather not meet.

A row says what `person` is to `other`: `asked` them to be friends, is their `friend` (both have such a row), or has
`blocked` them. Only accounts have bonds: a guest may be gone tomorrow. Who is blocked is not told so: they find that
the other cannot be asked and keeps their page to themselves.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, or_, select

from parcferme.house.people import Friends
from parcferme.house.standings import Driver
from parcferme.server.people import mailing
from parcferme.server.people.accounts import Identity, find, login_of
from parcferme.server.people.faces import faces
from parcferme.server.storage.schema import bonds, people
from parcferme.table.errors import Denied

ASKED, FRIEND, BLOCKED = "asked", "friend", "blocked"
ASKS: Final = "asks"  # seen from the other side
NOTICE: Final = "friend"  # the letter about it
MOST: Final = 500  # bonds of one person


def account_called(connection: Connection, who: str) -> Identity:
    """The account of this id or name; raises Denied where there is none. Nobody gets what is meant for another by
    calling themselves like their id."""
    called = or_(people.c.id == who, people.c.login == login_of(who))
    ids = list(connection.execute(select(people.c.id).where(called, people.c.kind == "account")).scalars())
    if not ids:
        raise Denied("not_found", "there is no account of that name")
    return find(connection, who if who in ids else ids[0])


def bond(connection: Connection, person: str, other: str) -> str:
    """What one is to another: '', asked, asks, friend or blocked; the own deed counts more than the other's."""
    own = kind_of(connection, person, other)
    return own or (ASKS if kind_of(connection, other, person) == ASKED else "")


def kind_of(connection: Connection, person: str, other: str) -> str:
    row = select(bonds.c.kind).where(bonds.c.person == person, bonds.c.other == other)
    return str(connection.execute(row).scalar() or "")


def has_blocked(connection: Connection, person: str, other: str) -> bool:
    return kind_of(connection, person, other) == BLOCKED


def must_be_open_to(connection: Connection, person: Identity, other: Identity) -> None:
    """Raises Denied where `person` may not ask `other` for anything."""
    if person.id == other.id:
        raise Denied("bad_value", "person: somebody else")
    if has_blocked(connection, other.id, person.id):
        raise Denied("not_welcome", f"{other.name} cannot be asked", blanks={"name": other.name})


def ask(connection: Connection, person: Identity, other: Identity, now: int) -> None:
    """Ask somebody to be friends; who has been asked by them accepts with it."""
    must_be_open_to(connection, person, other)
    stands = bond(connection, person.id, other.id)
    if stands == ASKS:
        _become_friends(connection, person.id, other.id, now)
    elif stands in ("", BLOCKED):
        _set(connection, person.id, other.id, ASKED, now)
        mailing.ask(connection, other.id, NOTICE, now, about=person.id)


def accept(connection: Connection, person: Identity, other: Identity, now: int) -> None:
    if bond(connection, person.id, other.id) != ASKS:
        raise Denied("conflict", "they have not asked")
    _become_friends(connection, person.id, other.id, now)


def end(connection: Connection, person: Identity, other: Identity, now: int) -> None:
    """Friends no more; what was asked is taken back or turned down; who was blocked is not any more."""
    connection.execute(delete(bonds).where(bonds.c.person == person.id, bonds.c.other == other.id))
    theirs = (bonds.c.person == other.id, bonds.c.other == person.id, bonds.c.kind != BLOCKED)
    connection.execute(delete(bonds).where(*theirs))


def block(connection: Connection, person: Identity, other: Identity, now: int) -> None:
    """Hear and see nothing more of somebody."""
    if person.id == other.id:
        raise Denied("bad_value", "person: somebody else")
    end(connection, person, other, now)
    _set(connection, person.id, other.id, BLOCKED, now)


DEEDS: Final = {"ask": ask, "accept": accept, "end": end, "block": block}


def _become_friends(connection: Connection, one: str, other: str, now: int) -> None:
    _set(connection, one, other, FRIEND, now)
    _set(connection, other, one, FRIEND, now)


def _set(connection: Connection, person: str, other: str, kind: str, now: int) -> None:
    connection.execute(delete(bonds).where(bonds.c.person == person, bonds.c.other == other))
    held = connection.execute(select(func.count()).select_from(bonds).where(bonds.c.person == person)).scalar_one()
    if held >= MOST:
        raise Denied("list_full", f"there are {MOST} people on the list already", blanks={"n": MOST})
    connection.execute(insert(bonds), {"person": person, "other": other, "kind": kind, "at": now})


def friends_of(connection: Connection, identity: Identity) -> Friends:
    """Everybody somebody has a bond with, by what it is, in the order of their names."""
    own = list(connection.execute(select(bonds).where(bonds.c.person == identity.id)))
    asking = and_(bonds.c.other == identity.id, bonds.c.kind == ASKED)
    asks = list(connection.execute(select(bonds.c.person).where(asking)).scalars())
    blocked = {row.other for row in own if row.kind == BLOCKED}
    known = faces(connection, {row.other for row in own} | set(asks))

    def told(ids: list[str]) -> list[Driver]:
        return sorted([known[id] for id in ids if id in known], key=lambda one: one.name.casefold())

    return Friends(
        told([row.other for row in own if row.kind == FRIEND]),
        told([id for id in asks if id not in blocked]),
        told([row.other for row in own if row.kind == ASKED]),
        told(sorted(blocked)),
    )


def export(connection: Connection, ids: list[str]) -> list[dict[str, object]]:
    """What somebody is to others."""
    return [dict(row._mapping) for row in connection.execute(select(bonds).where(bonds.c.person.in_(ids)))]


def forget(connection: Connection, ids: list[str]) -> None:
    """Somebody has gone."""
    connection.execute(delete(bonds).where(or_(bonds.c.person.in_(ids), bonds.c.other.in_(ids))))
