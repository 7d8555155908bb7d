"""Clubs: who is in them, and what is played and held there.

A club has keepers, members, and people who ask to become members. Whoever has its link is a member at once; who only
finds its page asks, and a keeper lets them in. Where the last keeper goes, the member who has been there longest keeps
it; where nobody is left, the club is no more.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from parcferme.core.bounds import is_readable
from parcferme.house.people import Club, ClubMember, ClubRow, ClubStanding
from parcferme.organise.ratings import Rating
from parcferme.server.people import mailing
from parcferme.server.people.accounts import Identity, new_id
from parcferme.server.people.faces import driver_of, faces
from parcferme.server.people.profiles import rating_told
from parcferme.server.storage.schema import (
    club_events,
    club_people,
    club_tables,
    clubs,
    events,
    people,
    ratings,
    tables,
    tallies,
)
from parcferme.server.storage.standings import PROFILE, RATINGS
from parcferme.table.errors import Denied
from parcferme.table.names import one_line
from parcferme.table.setup import without_joints

KEEPER, MEMBER, ASKING = "keeper", "member", "asking"
INSIDE: Final = (KEEPER, MEMBER)
NOTICE: Final = "club"  # the letter to those who were let in
NAME_MOST: Final = 40
ABOUT_MOST: Final = 400
MEMBERS_MOST: Final = 500
ASKING_MOST: Final = 100
CLUBS_MOST: Final = 20  # that one person is in
SHOWN: Final = 20  # tables, and events


class ClubMissing(Denied):
    """There is no such club."""

    def __init__(self) -> None:
        super().__init__("not_found", "there is no such club")


# --- one club ---------------------------------------------------------------------------------------------------------


def create(connection: Connection, identity: Identity, name: str, about: str, now: int) -> str:
    """A new club with one keeper; returns its id."""
    _must_have_room_for_another(connection, identity.id)
    id = new_id()
    connection.execute(insert(clubs), {"id": id, **_written(name, about), "key": _new_key(), "created_at": now})
    _put(connection, id, identity.id, KEEPER, now)
    return id


def change(connection: Connection, id: str, name: str, about: str, renew_link: bool) -> None:
    values = {**_written(name, about), **({"key": _new_key()} if renew_link else {})}
    connection.execute(update(clubs).where(clubs.c.id == id).values(**values))


def _written(name: str, about: str) -> dict[str, str]:
    """Name and text as they are kept."""
    name, about = one_line(name), one_line(about)
    if len(name) > NAME_MOST or len(without_joints(name)) < 2 or not is_readable(name):
        raise Denied("bad_club_name", f"name: 2 to {NAME_MOST} printable characters", blanks={"n": NAME_MOST})
    if len(about) > ABOUT_MOST or not is_readable(about):
        raise Denied("bad_club_about", f"about: at most {ABOUT_MOST} characters", blanks={"n": ABOUT_MOST})
    return {"name": name, "about": about}


def _new_key() -> str:
    return secrets.token_urlsafe(16)


def find(connection: Connection, id: str) -> Any:
    row = connection.execute(select(clubs).where(clubs.c.id == id)).one_or_none()
    if row is None:
        raise ClubMissing
    return row


def role_of(connection: Connection, id: str, identity: Identity | None) -> str:
    """keeper, member, asking, or nothing."""
    if identity is None:
        return ""
    query = select(club_people.c.role).where(club_people.c.club_id == id, club_people.c.person == identity.id)
    return str(connection.execute(query).scalar() or "")


def must_be_inside(connection: Connection, id: str, identity: Identity) -> None:
    find(connection, id)
    if role_of(connection, id, identity) not in INSIDE:
        raise Denied("not_member", "this is for the members of the club")


def must_keep(connection: Connection, id: str, identity: Identity) -> None:
    find(connection, id)
    if role_of(connection, id, identity) != KEEPER:
        raise Denied("not_keeper", "this is for the keepers of the club")


def dissolve(connection: Connection, id: str) -> None:
    for part in (club_people, club_tables, club_events):
        connection.execute(delete(part).where(part.c.club_id == id))
    connection.execute(delete(clubs).where(clubs.c.id == id))


# --- coming and going -------------------------------------------------------------------------------------------------


def join(connection: Connection, id: str, identity: Identity, key: str, now: int) -> None:
    """Become a member by the club's link, or ask to become one."""
    club = find(connection, id)
    if key and not hmac.compare_digest(club.key.encode(), key.encode()):
        raise Denied("bad_link", "this link is not valid (any more)")
    role = role_of(connection, id, identity)
    if role in INSIDE or (role == ASKING and not key):
        return
    _must_have_room_for_another(connection, identity.id)
    _must_have_room(connection, id, MEMBER if key else ASKING)
    _put(connection, id, identity.id, MEMBER if key else ASKING, now)


def admit(connection: Connection, id: str, person: str, now: int) -> None:
    """Let in somebody who asks, and tell them; whoever is inside stays what they are."""
    if _must_be_there(connection, id, person) != ASKING:
        return
    _must_have_room(connection, id, MEMBER)
    _put(connection, id, person, MEMBER, now)
    mailing.ask(connection, person, NOTICE, now, about=id)


def make_keeper(connection: Connection, id: str, person: str, now: int) -> None:
    role = _must_be_there(connection, id, person)
    if role == ASKING:
        raise Denied("not_member", "let them in first")
    _put(connection, id, person, KEEPER, now)


def remove(connection: Connection, id: str, person: str, now: int) -> None:
    """Somebody leaves, is turned down or sent away."""
    mine = (club_people.c.club_id == id, club_people.c.person == person)
    connection.execute(delete(club_people).where(*mine))
    _mind(connection, id)


DEEDS: Final = {"admit": admit, "keeper": make_keeper, "remove": remove}


def _mind(connection: Connection, id: str) -> None:
    """A club has a keeper as long as it has anybody."""
    inside = select(club_people).where(club_people.c.club_id == id, club_people.c.role.in_(INSIDE))
    rows = list(connection.execute(inside.order_by(club_people.c.at, club_people.c.person)))
    if not rows:
        dissolve(connection, id)
    elif not any(row.role == KEEPER for row in rows):
        _put(connection, id, rows[0].person, KEEPER, rows[0].at)


def _must_be_there(connection: Connection, id: str, person: str) -> str:
    query = select(club_people.c.role).where(club_people.c.club_id == id, club_people.c.person == person)
    role = connection.execute(query).scalar()
    if role is None:
        raise Denied("not_found", "they are not in the club")
    return str(role)


def _put(connection: Connection, id: str, person: str, role: str, now: int) -> None:
    mine = (club_people.c.club_id == id, club_people.c.person == person)
    since = connection.execute(select(club_people.c.at).where(*mine, club_people.c.role != ASKING)).scalar()
    connection.execute(delete(club_people).where(*mine))
    row = {"club_id": id, "person": person, "role": role, "at": now if since is None else since}
    connection.execute(insert(club_people), row)


def _must_have_room_for_another(connection: Connection, person: str) -> None:
    query = select(func.count()).select_from(club_people).where(club_people.c.person == person)
    if connection.execute(query).scalar_one() >= CLUBS_MOST:
        raise Denied("list_full", f"one is in {CLUBS_MOST} clubs at most", blanks={"n": CLUBS_MOST})


def _must_have_room(connection: Connection, id: str, role: str) -> None:
    """Those who ask take no room of the members': else strangers could keep everybody out."""
    asks = role == ASKING
    known, most = (_asking(connection, id), ASKING_MOST) if asks else (_inside(connection, id), MEMBERS_MOST)
    if known >= most:
        raise Denied("list_full", f"{most} people {'ask' if asks else 'are there'} already", blanks={"n": most})


def _asking(connection: Connection, id: str) -> int:
    query = select(func.count()).select_from(club_people)
    return int(connection.execute(query.where(club_people.c.club_id == id, club_people.c.role == ASKING)).scalar_one())


# --- what is played there ---------------------------------------------------------------------------------------------


def add_table(connection: Connection, id: str, table: str, now: int) -> None:
    connection.execute(delete(club_tables).where(club_tables.c.table_id == table))
    connection.execute(insert(club_tables), {"table_id": table, "club_id": id, "at": now})


def tables_of(connection: Connection, id: str) -> list[Any]:
    """Those that gather or are played, the last opened first."""
    query = select(tables).join(club_tables, club_tables.c.table_id == tables.c.id).where(club_tables.c.club_id == id)
    query = query.where(tables.c.status.in_(["gathering", "playing"]))
    return list(connection.execute(query.order_by(tables.c.created_at.desc()).limit(SHOWN)))


def add_event(connection: Connection, id: str, event: str, identity: Identity, now: int) -> None:
    """By its organiser, who decides who hears of it."""
    row = connection.execute(select(events.c.organiser).where(events.c.id == event)).one_or_none()
    if row is None or row.organiser not in identity.ids:
        raise Denied("not_found", "there is no such event, or it is not yours")
    connection.execute(delete(club_events).where(club_events.c.event_id == event))
    connection.execute(insert(club_events), {"event_id": event, "club_id": id, "at": now})


def event_ids(connection: Connection, id: str) -> list[str]:
    query = select(club_events.c.event_id).where(club_events.c.club_id == id)
    return list(connection.execute(query.order_by(club_events.c.at.desc()).limit(SHOWN)).scalars())


def standings(connection: Connection, id: str, game: str) -> list[ClubStanding]:
    """The members by their rating in a game, the surest first; then those who are not rated, by what they have won. Who
    hides their ratings or their page is left out."""
    query = select(people.c.id, people.c.hides).join(club_people, club_people.c.person == people.c.id)
    query = query.where(club_people.c.club_id == id, club_people.c.role.in_(INSIDE))
    shown = [row.id for row in connection.execute(query) if not {PROFILE, RATINGS} & set(row.hides.split())]
    rated = {
        row.who: row
        for row in connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.who.in_(shown)))
    }
    sums = _sums(connection, shown, game)
    known = faces(connection, set(shown))
    made = [_standing(one, known, sums.get(one, {}), rated.get(one)) for one in shown if one in sums or one in rated]
    return sorted(made, key=_order)


def _sums(connection: Connection, ids: list[str], game: str) -> dict[str, dict[str, int]]:
    """Matches at public tables: of the others nobody else need know."""
    wanted = (tallies.c.game == game, tallies.c.person.in_(ids), tallies.c.public.is_(True))
    query = select(tallies).where(*wanted, tallies.c.name.in_(["#matches", "#won"]))
    found: dict[str, dict[str, int]] = {}
    for row in connection.execute(query):
        found.setdefault(row.person, {})[row.name] = row.total
    return found


def _standing(id: str, known: Any, sums: dict[str, int], rated: Any) -> ClubStanding:
    told = None if rated is None else rating_told(Rating(rated.mu, rated.sigma, rated.matches))
    return ClubStanding(driver_of(id, id, known), sums.get("#matches", 0), sums.get("#won", 0), told)


def _order(one: ClubStanding) -> tuple[bool, int, int, str]:
    settled = one.rating is not None and one.rating.settled
    sure = one.rating.value - one.rating.error if one.rating is not None and settled else 0
    return (not settled, -sure, -one.won, one.driver.name.casefold())


# --- as they are told -------------------------------------------------------------------------------------------------


def mine(connection: Connection, identity: Identity) -> list[ClubRow]:
    """The clubs somebody is in or asks to be in, by their names."""
    query = select(clubs.c.id, clubs.c.name, club_people.c.role).join(club_people, club_people.c.club_id == clubs.c.id)
    rows = connection.execute(query.where(club_people.c.person == identity.id).order_by(clubs.c.name, clubs.c.id))
    return [ClubRow(row.id, row.name, row.role, _inside(connection, row.id)) for row in rows]


def _inside(connection: Connection, id: str) -> int:
    query = select(func.count()).select_from(club_people)
    query = query.where(club_people.c.club_id == id, club_people.c.role.in_(INSIDE))
    return int(connection.execute(query).scalar_one())


def page(connection: Connection, id: str, identity: Identity | None, key: str) -> Club:
    """A club's page: to members who is there, to keepers who asks and the link, to others what it is about."""
    row, role = find(connection, id), role_of(connection, id, identity)
    keeps, inside = role == KEEPER, role in INSIDE
    there = select(club_people).where(club_people.c.club_id == id).order_by(club_people.c.at, club_people.c.person)
    listed = list(connection.execute(there))
    seen = (KEEPER, MEMBER, ASKING) if keeps else INSIDE if inside else (KEEPER,)
    shown = [one for one in listed if one.role in seen]
    known, own = faces(connection, {one.person for one in shown}), "" if identity is None else identity.id
    members = [
        ClubMember(driver_of(one.person, one.person, known), one.role, one.at, one.person == own) for one in shown
    ]
    invited = bool(key) and hmac.compare_digest(row.key.encode(), key.encode())
    count = sum(one.role in INSIDE for one in listed)
    return Club(row.id, row.name, row.about, role, row.created_at, count, members, row.key if keeps else "", invited)


def export(connection: Connection, ids: list[str]) -> list[dict[str, object]]:
    """The clubs somebody is in."""
    query = select(club_people.c.club_id, clubs.c.name, club_people.c.role, club_people.c.at)
    query = query.join(clubs, clubs.c.id == club_people.c.club_id).where(club_people.c.person.in_(ids))
    return [dict(row._mapping) for row in connection.execute(query)]


def forget(connection: Connection, ids: list[str]) -> None:
    """Somebody has gone."""
    for id in list(connection.execute(select(club_people.c.club_id).where(club_people.c.person.in_(ids))).scalars()):
        for person in ids:
            remove(connection, id, person, 0)
