"""What is kept for how long: nobody needs the matches of passers-by for ever, nor an account that nobody uses.

    matches    nobody but guests sat there or hosted them, and nothing has happened there since: over, or left standing
    documents  of guests, drafts and withdrawn ones; what is published stays on the shelf
    uploads    records that somebody has brought
    accounts   not seen for years, without a match that still runs or an event; administrators stay. Who has confirmed
               an address is warned a month before
    guests     gone, with no seat, record, document or event left
    letters    of the outbox, long sent

Each is a list of the oldest, a few at a time, so that nobody waits while they are deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, exists, func, or_, select

from parcferme.server.ops.settings import Settings
from parcferme.server.people import accounts, mailing, shelf
from parcferme.server.people.documents import PUBLISHED
from parcferme.server.storage import standings
from parcferme.server.storage.schema import (
    chat,
    club_tables,
    documents,
    event_people,
    events,
    invitations,
    journal,
    matches,
    mutes,
    outbox,
    own_puzzles,
    people,
    pushes,
    puzzle_tries,
    ratings,
    records,
    reports,
    seats,
    sessions,
    tables,
    tallies,
)
from parcferme.table.table import GATHERING, PLAYING

DAY: Final = 86_400_000
LETTERS_DAYS: Final = 30
WARNED_DAYS: Final = 30  # before an account is deleted
BATCH: Final = 50  # of each kind in one transaction
Found = Select[Any]


def old(settings: Settings, now: int) -> dict[str, Found]:
    """The ids of what is too old, by kind; those without a limit are left out."""
    found: dict[str, Found] = {"letters": _letters(now - LETTERS_DAYS * DAY)}
    if settings.keep_guest_matches:
        before = now - settings.keep_guest_matches * DAY
        found |= {"matches": _matches(before), "documents": _documents(before), "guests": _guests(before, now)}
    if settings.keep_uploads:
        found["uploads"] = select(records.c.id).where(records.c.created_at < now - settings.keep_uploads * DAY)
    if settings.keep_accounts:
        found["accounts"] = _accounts(now - settings.keep_accounts * DAY, now)
    return found


def _matches(before: int) -> Found:
    accounts_there = select(seats.c.person).join(people, people.c.id == seats.c.person)
    kept = or_(people.c.kind == "account", people.c.merged_into.is_not(None))
    has_account = accounts_there.where(seats.c.table_id == tables.c.id, kept).exists()
    hosted = select(people.c.id).where(people.c.id == tables.c.host, kept).exists()
    rated = exists().where(matches.c.table_id == tables.c.id, matches.c.rated.is_not(None))  # ratings follow from them
    return select(tables.c.id).where(tables.c.changed_at < before, ~has_account, ~hosted, ~rated)


def _documents(before: int) -> Found:
    guests = select(people.c.id).where(people.c.kind == "guest", people.c.merged_into.is_(None))
    unused = (documents.c.state != PUBLISHED, documents.c.changed_at < before)
    return select(documents.c.id).where(*unused, documents.c.person.in_(guests))


def _guests(before: int, now: int) -> Found:
    own: list[Any] = [exists().where(seats.c.person == people.c.id), exists().where(tables.c.host == people.c.id)]
    own += [exists().where(records.c.person == people.c.id), exists().where(chat.c.person == people.c.id)]
    own += [exists().where(sessions.c.person == people.c.id, sessions.c.expires_at > now)]
    own += [exists().where(ratings.c.person == people.c.id)]
    own += [exists().where(reports.c.person == people.c.id), exists().where(event_people.c.person == people.c.id)]
    own += [exists().where(documents.c.person == people.c.id)]
    guest = (people.c.kind == "guest", people.c.merged_into.is_(None), people.c.held == "")
    last = func.coalesce(func.nullif(people.c.seen_at, 0), people.c.created_at)
    return select(people.c.id).where(*guest, last < before, *[~one for one in own])


def warn_unused(connection: Connection, settings: Settings, now: int) -> int:
    """Write to those whose account will soon be deleted and who have confirmed an address; returns to how many."""
    if not settings.keep_accounts:
        return 0
    soon = _unused(now - (settings.keep_accounts - WARNED_DAYS) * DAY)
    query = soon.where(people.c.mail.in_([mailing.ON, mailing.OFF]), ~_warning(now).exists()).limit(BATCH)
    ids = list(connection.execute(query).scalars())
    for id in ids:
        mailing.ask(connection, id, mailing.UNUSED, now)
    return len(ids)


def _warning(before: int) -> Found:
    """The letter that told somebody so, until then."""
    told = (outbox.c.person == people.c.id, outbox.c.kind == mailing.UNUSED, outbox.c.send_at <= before)
    return select(outbox.c.id).where(*told)


def _accounts(before: int, now: int) -> Found:
    """Those with an address have had a month since they were warned."""
    warned = or_(people.c.mail.not_in([mailing.ON, mailing.OFF]), _warning(now - WARNED_DAYS * DAY).exists())
    return _unused(before).where(warned)


def _unused(before: int) -> Found:
    running = select(seats.c.person).join(tables, tables.c.id == seats.c.table_id)
    running = running.where(seats.c.person == people.c.id, tables.c.status.in_([GATHERING, PLAYING]))
    entered = select(events.c.id).join(event_people, event_people.c.event_id == events.c.id)
    entered = entered.where(event_people.c.person == people.c.id, events.c.closes > before)
    organised = exists().where(events.c.organiser == people.c.id)
    plain = (people.c.kind == "account", people.c.role != "admin", people.c.seen_at < before)
    return select(people.c.id).where(*plain, ~running.exists(), ~entered.exists(), ~organised)


def _letters(before: int) -> Found:
    """Warnings stay until their account has gone, or somebody has come."""
    kept = or_(outbox.c.kind != mailing.UNUSED, outbox.c.send_at < before - 2 * WARNED_DAYS * DAY)
    return select(outbox.c.id).where(outbox.c.done.is_(True), outbox.c.send_at < before, kept)


def count(connection: Connection, settings: Settings, now: int) -> dict[str, int]:
    """How much is too old."""
    return {
        kind: int(connection.execute(select(func.count()).select_from(query.subquery())).scalar_one())
        for kind, query in sorted(old(settings, now).items())
    }


def prune_some(connection: Connection, settings: Settings, now: int) -> dict[str, int]:
    """Delete a few of each kind; what is left over is for the next time."""
    gone: dict[str, int] = {}
    for kind, query in sorted(old(settings, now).items()):
        ids = list(connection.execute(query.limit(BATCH)).scalars())
        if ids:
            _DELETED[kind](connection, ids)
            gone[kind] = len(ids)
    return gone


def _delete_matches(connection: Connection, ids: list[Any]) -> None:
    standings.drop_matches(connection, ids)
    for part in (journal, seats, chat, mutes, outbox, reports, invitations, club_tables):
        connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))


def _delete_accounts(connection: Connection, ids: list[Any]) -> None:
    """As if they had deleted themselves: matches stay for the others, under no name."""
    for id in ids:
        shelf.forget_person(connection, accounts.find(connection, id))


def _delete_guests(connection: Connection, ids: list[Any]) -> None:
    for part in (sessions, mutes, outbox, puzzle_tries, own_puzzles, pushes, tallies):
        connection.execute(delete(part).where(part.c.person.in_(ids)))
    connection.execute(delete(people).where(people.c.id.in_(ids)))


def _delete_uploads(connection: Connection, ids: list[Any]) -> None:
    connection.execute(delete(records).where(records.c.id.in_(ids)))


def _delete_letters(connection: Connection, ids: list[Any]) -> None:
    connection.execute(delete(outbox).where(outbox.c.id.in_(ids)))


_DELETED: Final[dict[str, Callable[[Connection, list[Any]], None]]] = {
    "matches": _delete_matches,
    "documents": shelf.delete_documents,
    "accounts": _delete_accounts,
    "guests": _delete_guests,
    "uploads": _delete_uploads,
    "letters": _delete_letters,
}
