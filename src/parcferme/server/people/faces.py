"""How people look in a list: their name and door plate, and whether they have a page."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select

from parcferme.house.standings import Driver
from parcferme.server.storage.schema import people

PLATES: Final = 6


def plate_of(id: str, chosen: int) -> int:
    """The door plate somebody has chosen; else one of the six, always the same for the same person."""
    return chosen or 1 + sum(id.encode()) % PLATES


def faces(connection: Connection, ids: set[str]) -> dict[str, Driver]:
    """… of these people; merged guests look like their account, and who has gone like nobody."""
    columns = (people.c.id, people.c.kind, people.c.name, people.c.plate, people.c.merged_into)
    found = {row.id: row for row in connection.execute(select(*columns).where(people.c.id.in_(ids)))}
    merged = {row.merged_into for row in found.values() if row.merged_into is not None}
    accounts = faces(connection, merged) if merged else {}
    own = {id: _face(row) for id, row in found.items() if row.kind != "gone"}
    return {**own, **{id: accounts[row.merged_into] for id, row in found.items() if row.merged_into in accounts}}


def _face(row: object) -> Driver:
    id, kind, name, plate = (getattr(row, field) for field in ("id", "kind", "name", "plate"))
    return Driver(name, id if kind == "account" else "", plate_of(id, plate), "")


def driver_of(who: str, person: str, known: dict[str, Driver]) -> Driver:
    """A line's driver: bot/LEVEL/NAME, a person, or somebody who has gone."""
    if who.startswith("bot/"):
        _, level, name = who.split("/", 2)
        return Driver(name, "", plate_of(name, 0), level)
    return known.get(person) or Driver("", "", plate_of(who, 0), "")
