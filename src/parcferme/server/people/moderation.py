"""What administrators do about people and tables. Each step has a reason, which the person is told, and stands in the
diary, with who did it.

    nothing   the report was looked at         warn      no more than these words
    silence   may not speak for some days      suspend   may neither play nor speak for some days
    ban       … for good                       lift      may do everything again
    rename    is called differently            hide      a line of chat is taken away
    close     a table is ended                 range     no stranger plays from these addresses
    unrange   … they may again                 withdraw  a document leaves the shelf for good
    rename_club, close_club: see club_desk.py

These are functions on a connection, the same for the page, the API and the command. Running servers read the diary
(`live/desk.py`): whatever was done where, they act on it within seconds.
"""

from __future__ import annotations

import ipaddress
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, tuple_, update

from parcferme.house.catalogue import Summary
from parcferme.house.codec import decode
from parcferme.house.messages import ChatLine
from parcferme.house.people import (
    Diary,
    DiaryStep,
    PeoplePage,
    PersonFile,
    PersonRow,
    Range,
    Report,
    ReportFile,
    ReportsPage,
    TableFile,
    TablesPage,
)
from parcferme.server.ops.limits import HOME
from parcferme.server.people import accounts, documents
from parcferme.server.people.accounts import names_of
from parcferme.server.people.documents import DocumentMissing
from parcferme.server.storage.schema import chat, diary, people, ranges, reports, seats, sessions, tables
from parcferme.server.storage.schema import documents as documents_table
from parcferme.server.storage.store import Page, must_find
from parcferme.table import names
from parcferme.table.errors import Denied

NOTHING, WARN, SILENCE, SUSPEND, BAN, LIFT, RENAME = "nothing", "warn", "silence", "suspend", "ban", "lift", "rename"
HIDE, CLOSE, RANGE, UNRANGE, WITHDRAW = "hide", "close", "range", "unrange", "withdraw"
RENAME_CLUB, CLOSE_CLUB = "rename_club", "close_club"
HOLDS: Final = {SILENCE: "chat", SUSPEND: "play", BAN: "play"}  # what somebody may not do afterwards
DAY: Final = 86_400_000
DAYS_MOST: Final = 365
REASON_MOST: Final = 500  # characters
SHOWN: Final = 100  # rows of a list
WIDEST: Final = {4: 12, 6: 24}  # the largest ranges that can be closed: whole providers, no more


class Moderator:
    """Who takes a step, when and why."""

    __slots__ = ("at", "by", "reason")

    def __init__(self, by: str, reason: str, at: int) -> None:
        self.by = by
        self.reason = names.one_line(reason)
        self.at = at
        if not 3 <= len(self.reason) <= REASON_MOST:
            raise Denied("no_reason", f"a reason of 3 to {REASON_MOST} characters is needed: the person is told")


def write_down(
    connection: Connection,
    who: Moderator,
    deed: str,
    person: str = "",
    table: str = "",
    about: str = "",
    until: int | None = None,
) -> None:
    """A line of the diary. The person it concerns is shown it at their next visit."""
    row = {"at": who.at, "by": who.by, "deed": deed, "person": person, "table_id": table, "about": about}
    connection.execute(insert(diary), {**row, "until": until, "reason": who.reason})
    if person and deed != NOTHING:
        connection.execute(update(people).where(people.c.id == person).values(untold=people.c.untold + 1))


# Reports


def report(connection: Connection, by: str, table: str, person: str, line: int | None, why: str, now: int) -> None:
    """A player tells of another. Telling it again adds nothing while it waits."""
    said = "" if line is None else _line(connection, table, line)
    same = (reports.c.by == by, reports.c.person == person, reports.c.table_id == table, reports.c.closed_at.is_(None))
    of_line = reports.c.line.is_(None) if line is None else reports.c.line == line
    if connection.execute(select(reports.c.id).where(*same, of_line)).first() is None:
        row = {"at": now, "by": by, "person": person, "table_id": table, "line": line, "said": said, "why": why}
        connection.execute(insert(reports), row)


def report_document(
    connection: Connection, by: str, person: str, document: str, title: str, why: str, now: int
) -> None:
    """Somebody tells of a document of another's. Telling it again adds nothing while it waits."""
    same = (reports.c.by == by, reports.c.document == document, reports.c.closed_at.is_(None))
    if connection.execute(select(reports.c.id).where(*same)).first() is None:
        about = {"table_id": "", "document": document, "said": title}
        connection.execute(insert(reports), {"at": now, "by": by, "person": person, "why": why, **about})


def _line(connection: Connection, table: str, n: int) -> str:
    text = connection.execute(select(chat.c.text).where(chat.c.table_id == table, chat.c.n == n)).scalar_one_or_none()
    if not text:
        raise Denied("not_found", "there is no such line")
    return str(text)


def speaker(connection: Connection, table: str, n: int) -> str:
    """Who has said a line."""
    query = select(chat.c.person).where(chat.c.table_id == table, chat.c.n == n)
    return str(must_find(connection, query, "line").person)


def report_page(connection: Connection, closed: bool, page: Page) -> ReportsPage:
    """Part of the queue: those that wait longest first; of the closed ones the latest."""
    time, id = (reports.c.closed_at if closed else reports.c.at), reports.c.id
    those = reports.c.closed_at.is_not(None) if closed else reports.c.closed_at.is_(None)
    query, row = select(reports).where(those), tuple_(time, id)
    if page.after is not None:
        last = (page.after[0], _number(page.after[1]))
        query = query.where(row < last if closed else row > last)
    order = (time.desc(), id.desc()) if closed else (time, id)
    found = list(connection.execute(query.order_by(*order).limit(page.limit + 1)))
    shown, further = page.cut(found, "closed_at" if closed else "at")
    total = connection.execute(select(func.count()).select_from(reports).where(those)).scalar_one()
    return ReportsPage(_told(connection, shown), int(total), further)


def all_waiting(connection: Connection) -> list[Report]:
    """The whole queue."""
    return _reports(
        connection, select(reports).where(reports.c.closed_at.is_(None)).order_by(reports.c.at, reports.c.id)
    )


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Denied("bad_value", "after: is not the `next` of a page")
    return int(text)


def _reports(connection: Connection, query: Select[Any]) -> list[Report]:
    return _told(connection, list(connection.execute(query)))


def _told(connection: Connection, rows: list[Any]) -> list[Report]:
    called = names_of(connection, list({id for row in rows for id in (row.by, row.person)}))
    blamed = select(reports.c.person).where(reports.c.person.in_([row.by for row in rows]))
    too = set(connection.execute(blamed).scalars())
    return [
        Report(
            row.id,
            row.at,
            row.by,
            called.get(row.by, ""),
            row.person,
            called.get(row.person, ""),
            row.table_id,
            row.line,
            row.said,
            row.why,
            row.closed_at,
            row.by in too,
            row.document,
        )
        for row in rows
    ]


def open_report(connection: Connection, id: int) -> ReportFile:
    """A report with all that is needed to judge it; of what was said nothing but at that table."""
    found = _reports(connection, select(reports).where(reports.c.id == id))
    if not found:
        raise Denied("not_found", "there is no such report")
    (one,) = found
    said = select(chat).where(chat.c.table_id == one.table).order_by(chat.c.n.desc()).limit(SHOWN)
    lines = list(connection.execute(said))[::-1]
    held = connection.execute(select(seats.c.person).where(seats.c.table_id == one.table)).scalars()
    ids = list(dict.fromkeys([one.person, one.by, *held]))
    called = names_of(connection, list({line.person for line in lines}))
    told = [ChatLine(line.n, line.person, called.get(line.person, ""), line.at, line.text) for line in lines]
    return ReportFile(
        one, told, _rows(connection, select(people).where(people.c.id.in_(ids))), steps_of(connection, one.person)
    )


# People


def take_step(connection: Connection, who: Moderator, deed: str, person: str, days: int = 0, name: str = "") -> None:
    """Do something about somebody; open reports of them are closed by it."""
    identity = accounts.find(connection, _self(connection, person))
    if identity.role == "admin" and deed not in (NOTHING, LIFT):
        raise Denied("forbidden", "this is an administrator: take the role away first")
    until = who.at + _days(days) * DAY if deed in (SILENCE, SUSPEND) else None
    about = ""
    if deed in HOLDS or deed == LIFT:
        held = {"held": HOLDS.get(deed, ""), "held_until": until, "held_why": who.reason if deed in HOLDS else ""}
        connection.execute(update(people).where(people.c.id.in_(identity.ids)).values(**held))
    elif deed == RENAME:
        about = identity.name
        accounts.change(connection, identity.id, dict(accounts.rename(connection, identity, name)))
    write_down(connection, who, deed, identity.id, about=about, until=until)
    open_ones = (reports.c.person.in_(identity.ids), reports.c.closed_at.is_(None))
    if deed not in (LIFT, RENAME):
        connection.execute(update(reports).where(*open_ones).values(closed_at=who.at))


def _self(connection: Connection, person: str) -> str:
    """The account a guest has become."""
    merged = connection.execute(select(people.c.merged_into).where(people.c.id == person)).scalar_one_or_none()
    return str(merged or person)


def _days(days: int) -> int:
    if not 1 <= days <= DAYS_MOST:
        raise Denied("bad_value", f"days: 1 to {DAYS_MOST}")
    return days


def find_people(connection: Connection, search: str, page: Page) -> PeoplePage:
    """Guests and accounts whose name holds this, or of this id, the latest first."""
    query = select(people).where(people.c.kind != "gone", people.c.merged_into.is_(None))
    if search:
        query = query.where(or_(people.c.name.icontains(search, autoescape=True), people.c.id == search))
    found = list(connection.execute(page.of(query, people.c.created_at, people.c.id)))
    shown, further = page.cut(found, "created_at")
    return PeoplePage(_person_rows(connection, shown), further)


def _rows(connection: Connection, query: Select[Any]) -> list[PersonRow]:
    return _person_rows(connection, list(connection.execute(query)))


def _person_rows(connection: Connection, rows: list[Any]) -> list[PersonRow]:
    ids = [row.id for row in rows]
    sat = _counts(connection, seats.c.person, ids)
    told = _counts(connection, reports.c.person, ids)
    return [
        PersonRow(
            row.id,
            row.name,
            row.kind,
            row.role,
            row.created_at,
            row.seen_at,
            sat.get(row.id, 0),
            told.get(row.id, 0),
            row.held,
            row.held_until,
        )
        for row in rows
    ]


def _counts(connection: Connection, column: Any, ids: list[str]) -> dict[str, int]:
    query = select(column, func.count()).where(column.in_(ids)).group_by(column)
    return {str(id): int(count) for id, count in connection.execute(query)}


def open_person(connection: Connection, person: str) -> PersonFile:
    """Everything administrators may know of somebody."""
    found = _rows(connection, select(people).where(people.c.id == person))
    if not found:
        raise Denied("not_found", "there is no such person")
    at = connection.execute(select(sessions.c.address).distinct().where(sessions.c.person == person)).scalars()
    told = _reports(connection, select(reports).where(reports.c.person == person).order_by(reports.c.at.desc()))
    return PersonFile(found[0], steps_of(connection, person), told, sorted(address for address in at if address))


def untold(connection: Connection, person: str, count: int) -> list[DiaryStep]:
    """The last steps that concern somebody and that they have not seen yet."""
    return steps_of(connection, person, count)


def have_told(connection: Connection, person: str) -> None:
    connection.execute(update(people).where(people.c.id == person).values(untold=0))


# The diary


def steps_of(connection: Connection, person: str, most: int = SHOWN) -> list[DiaryStep]:
    query = select(diary).where(diary.c.person == person).order_by(diary.c.id.desc())
    return _steps(connection, query.limit(most))


def steps_after(connection: Connection, id: int) -> list[DiaryStep]:
    """What is new in the diary, in order."""
    return _steps(connection, select(diary).where(diary.c.id > id).order_by(diary.c.id))


def read_diary(connection: Connection, before: int) -> Diary:
    query = select(diary) if before == 0 else select(diary).where(diary.c.id < before)
    found = _steps(connection, query.order_by(diary.c.id.desc()).limit(SHOWN + 1))
    return Diary(found[:SHOWN], str(found[SHOWN - 1].id) if len(found) > SHOWN else "")


def last_step(connection: Connection) -> int:
    return int(connection.execute(select(func.max(diary.c.id))).scalar_one() or 0)


def _steps(connection: Connection, query: Select[Any]) -> list[DiaryStep]:
    rows = list(connection.execute(query))
    called = names_of(connection, list({id for row in rows for id in (row.by, row.person) if id}))
    return [
        DiaryStep(
            row.id,
            row.at,
            called.get(row.by, ""),
            row.deed,
            row.person,
            called.get(row.person, ""),
            row.table_id,
            row.about,
            row.until,
            row.reason,
        )
        for row in rows
    ]


# Tables


DRIVE: Final = '{"event":"%","drive":true,%'  # how the setup of a drive begins


def find_tables(connection: Connection, search: str, page: Page) -> TablesPage:
    """Tables with this in their title or of this id, private ones too, the latest first; but for drives of events: who
    has driven, and when, is sealed."""
    columns = [tables.c[name] for name in ("id", "game", "summary", "status", "visibility", "host", "created_at")]
    query = select(*columns, tables.c.changed_at).where(tables.c.setup.not_like(DRIVE))
    if search:
        query = query.where(or_(tables.c.summary.icontains(search, autoescape=True), tables.c.id == search))
    shown, further = page.cut(list(connection.execute(page.of(query, tables.c.created_at))), "created_at")
    at = select(seats.c.table_id, seats.c.person).where(seats.c.table_id.in_([row.id for row in shown]))
    held = list(connection.execute(at.order_by(seats.c.seat)))
    called = names_of(connection, list({*[row.host for row in shown], *[seat.person for seat in held]}))
    return TablesPage([_table_file(row, held, called) for row in shown], further)


def _table_file(row: Any, held: list[Any], called: dict[str, str]) -> TableFile:
    sitting = [called.get(seat.person, "") for seat in held if seat.table_id == row.id]
    return TableFile(
        row.id,
        row.game,
        decode(row.summary, type=Summary).title,
        row.status,
        row.visibility,
        called.get(row.host, ""),
        sitting,
        row.created_at,
        row.changed_at,
    )


def hide(connection: Connection, who: Moderator, table: str, n: int) -> None:
    """Take a line of chat away. Its number stays, so that nobody's place in the chat moves."""
    person = speaker(connection, table, n)
    _line(connection, table, n)
    connection.execute(update(chat).where(chat.c.table_id == table, chat.c.n == n).values(text=""))
    write_down(connection, who, HIDE, _self(connection, person), table, str(n))


# Documents


def withdraw(connection: Connection, who: Moderator, document: str) -> None:
    """Take a published document off the shelf; its maker cannot put it there again. Reports of it are settled."""
    row = documents.find(connection, document)
    if not row.version:  # drafts are nobody's business
        raise DocumentMissing
    taken = {"state": documents.WITHDRAWN, "barred": True}
    connection.execute(update(documents_table).where(documents_table.c.id == document).values(**taken))
    told = update(reports).where(reports.c.document == document, reports.c.closed_at.is_(None))
    connection.execute(told.values(closed_at=who.at))
    write_down(connection, who, WITHDRAW, _self(connection, row.person), about=row.title)


# Ranges of addresses


def close_range(connection: Connection, who: Moderator, text: str, days: int) -> None:
    """Nobody plays as a guest or registers from these addresses; accounts that are older may."""
    network = read_range(text)
    until = who.at + _days(days) * DAY if days else None
    row = {"range": str(network), "at": who.at, "until": until, "reason": who.reason}
    connection.execute(insert(ranges), row)
    write_down(connection, who, RANGE, about=str(network), until=until)


def read_range(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise Denied("bad_range", "range: an address, or a range such as 203.0.113.0/24") from error
    if network.prefixlen < WIDEST[network.version]:
        raise Denied("bad_range", f"range: wider than /{WIDEST[network.version]}")
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > HOME:
        return network.supernet(new_prefix=HOME)  # visitors are known by no more
    return network


def open_range(connection: Connection, who: Moderator, id: int) -> None:
    row = must_find(connection, select(ranges).where(ranges.c.id == id), "range")
    connection.execute(delete(ranges).where(ranges.c.id == id))
    write_down(connection, who, UNRANGE, about=row.range)


def closed_ranges(connection: Connection, now: int) -> list[Range]:
    query = select(ranges).where(or_(ranges.c.until.is_(None), ranges.c.until > now)).order_by(ranges.c.id)
    return [Range(row.id, row.range, row.at, row.until, row.reason) for row in connection.execute(query)]
