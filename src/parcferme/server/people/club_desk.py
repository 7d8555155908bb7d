"""What administrators do about clubs: find them, rename one, close one. The keepers are told why at their next visit,
and it stands in the diary, as every step does (`moderation.py`)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from parcferme.house.people import ClubFile, ClubsPage
from parcferme.server.people import clubs
from parcferme.server.people.accounts import names_of
from parcferme.server.people.moderation import CLOSE_CLUB, RENAME_CLUB, Moderator, write_down
from parcferme.server.storage.schema import club_people
from parcferme.server.storage.schema import clubs as clubs_table
from parcferme.server.storage.store import Page


def find_clubs(connection: Connection, search: str, page: Page) -> ClubsPage:
    """Clubs with this in their name or of this id, the latest first."""
    query = select(clubs_table)
    if search:
        named = clubs_table.c.name.icontains(search, autoescape=True)
        query = query.where(named | (clubs_table.c.id == search))
    ordered = page.of(query, clubs_table.c.created_at, clubs_table.c.id)
    shown, further = page.cut(list(connection.execute(ordered)), "created_at")
    return ClubsPage([_club_file(connection, row) for row in shown], further)


def _club_file(connection: Connection, row: Any) -> ClubFile:
    keepers = _keepers(connection, row.id)
    called = names_of(connection, keepers)
    inside = (club_people.c.club_id == row.id, club_people.c.role.in_(clubs.INSIDE))
    count = int(connection.execute(select(func.count()).select_from(club_people).where(*inside)).scalar_one())
    named = [called[one] for one in keepers if one in called]
    return ClubFile(row.id, row.name, row.about, named, count, row.created_at)


def _keepers(connection: Connection, id: str) -> list[str]:
    """Those who have kept it longest first."""
    query = select(club_people.c.person).where(club_people.c.club_id == id, club_people.c.role == clubs.KEEPER)
    return list(connection.execute(query.order_by(club_people.c.at, club_people.c.person)).scalars())


def rename(connection: Connection, who: Moderator, id: str, name: str) -> None:
    """A club is called differently; what it says of itself stays."""
    club = clubs.find(connection, id)
    clubs.change(connection, id, name, club.about, renew_link=False)
    _write_down(connection, who, RENAME_CLUB, id, club.name)


def close(connection: Connection, who: Moderator, id: str) -> None:
    """A club is no more. Its tables and events stay, as nobody's."""
    club = clubs.find(connection, id)
    _write_down(connection, who, CLOSE_CLUB, id, club.name)
    clubs.dissolve(connection, id)


def _write_down(connection: Connection, who: Moderator, deed: str, id: str, name: str) -> None:
    for keeper in _keepers(connection, id):
        write_down(connection, who, deed, keeper, about=name)
