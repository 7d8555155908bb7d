"""`parcferme moderate …`: the administrators' desk for the operator, also while the server runs. Every step goes into
the diary; running servers act on it within seconds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.markup import escape
from rich.table import Table

from parcferme.cli.console import out
from parcferme.cli.serving import Database

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from parcferme.server.people.moderation import Moderator

T = TypeVar("T")
app = typer.Typer(
    no_args_is_help=True, help="Reports, people, tables and chat: what is going on, and what to do about it."
)
Why = Annotated[str, typer.Option("--why", help="The reason; the person is told.")]
Days = Annotated[int, typer.Option("--days", min=1, max=365, help="For how long.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="An account's name, or anybody's id.")]
NextName = Annotated[str, typer.Argument(metavar="NEXT", help="The name from now on.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id.")]
ClubId = Annotated[str, typer.Argument(metavar="CLUB", help="A club's id, as `clubs` lists it.")]
Search = Annotated[str, typer.Argument(metavar="[TEXT]", help="Part of a name or title, or an id; without it all.")]


@app.command()
def reports(database: Database = None) -> None:
    """What players have reported, the oldest first."""
    from parcferme.server.people import moderation

    _show(
        ["id", "when", "who", "by", "where", "said", "why"],
        [
            [one.person, _day(one.at), one.name, one.by_name, one.table or one.document, one.said, one.why]
            for one in _looked(database, moderation.all_waiting)
        ],
    )


@app.command()
def people(search: Search = "", database: Database = None) -> None:
    """Find people; the latest first."""
    from parcferme.server.people import moderation
    from parcferme.server.storage.store import Page

    found = _looked(database, lambda db: moderation.find_people(db, search, Page(100)).people)
    _show(
        ["id", "name", "kind", "role", "since", "seen", "tables", "reports", "held"],
        [
            [
                one.id,
                one.name,
                one.kind,
                one.role,
                _day(one.created_at),
                _day(one.seen_at),
                str(one.tables),
                str(one.reports),
                f"{one.held} {_day(one.held_until or 0)}".strip(),
            ]
            for one in found
        ],
    )


@app.command()
def tables(search: Search = "", database: Database = None) -> None:
    """Find tables, private ones too; the latest first."""
    from parcferme.server.people import moderation
    from parcferme.server.storage.store import Page

    found = _looked(database, lambda db: moderation.find_tables(db, search, Page(100)).tables)
    _show(
        ["id", "game", "title", "status", "host", "people", "since"],
        [
            [one.id, one.game, one.title, one.status, one.host, ", ".join(one.people), _day(one.created_at)]
            for one in found
        ],
    )


@app.command()
def diary(database: Database = None) -> None:
    """What was done, by whom and why; the latest first."""
    from parcferme.server.people import moderation

    found = _looked(database, lambda db: moderation.read_diary(db, 0).steps)
    _show(
        ["when", "by", "deed", "who", "table", "about", "until", "why"],
        [
            [
                _day(one.at),
                one.by or "operator",
                one.deed,
                one.name,
                one.table,
                one.about,
                _day(one.until or 0),
                one.reason,
            ]
            for one in found
        ],
    )


def _at_once(deed: str) -> Callable[..., None]:
    def step(name: Name, why: Why, database: Database = None) -> None:
        _step(database, deed, name, why)

    return step


def _for_days(deed: str) -> Callable[..., None]:
    def step(name: Name, why: Why, days: Days = 7, database: Database = None) -> None:
        _step(database, deed, name, why, days)

    return step


for deed, makes, help in (
    ("nothing", _at_once, "Their reports were looked at; nothing happens."),
    ("warn", _at_once, "Tell somebody something at their next visit."),
    ("silence", _for_days, "Somebody may not speak for some days."),
    ("suspend", _for_days, "Somebody may neither play nor speak for some days."),
    ("ban", _at_once, "… for good."),
    ("lift", _at_once, "Somebody may do everything again."),
):
    app.command(deed, help=help)(makes(deed))


@app.command()
def rename(name: Name, next: NextName, why: Why, database: Database = None) -> None:
    """Somebody is called differently."""
    _step(database, "rename", name, why, 0, next)


@app.command()
def hide(
    table: TableId,
    line: Annotated[int, typer.Argument(metavar="LINE", help="The line's number.")],
    why: Why,
    database: Database = None,
) -> None:
    """Take a line of chat away."""
    from parcferme.server.people import moderation

    _do(database, why, lambda db, who: moderation.hide(db, who, table, line))


@app.command()
def withdraw(
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")],
    why: Why,
    database: Database = None,
) -> None:
    """Take a published document off the shelf for good."""
    from parcferme.server.people import moderation

    _do(database, why, lambda db, who: moderation.withdraw(db, who, document))


@app.command()
def close(table: TableId, why: Why, database: Database = None) -> None:
    """End a table."""
    from parcferme.server.live.desk import close_table

    _do(database, why, lambda db, who: close_table(db, who, table))


@app.command()
def clubs(search: Search = "", database: Database = None) -> None:
    """Find clubs; the latest first."""
    from parcferme.server.people import club_desk
    from parcferme.server.storage.store import Page

    found = _looked(database, lambda db: club_desk.find_clubs(db, search, Page(100)).clubs)
    rows = [[one.id, one.name, ", ".join(one.keepers), str(one.members), _day(one.created_at)] for one in found]
    _show(["id", "name", "keepers", "members", "since"], rows)


@app.command("rename-club")
def rename_club(club: ClubId, next: NextName, why: Why, database: Database = None) -> None:
    """A club is called differently."""
    from parcferme.server.people import club_desk

    _do(database, why, lambda db, who: club_desk.rename(db, who, club, next))


@app.command("close-club")
def close_club(club: ClubId, why: Why, database: Database = None) -> None:
    """A club is no more; its tables and events stay, as nobody's."""
    from parcferme.server.people import club_desk

    _do(database, why, lambda db, who: club_desk.close(db, who, club))


@app.command()
def ranges(database: Database = None) -> None:
    """Ranges of addresses from which no stranger plays."""
    from parcferme.server.people import moderation
    from parcferme.server.storage.clock import wall

    found = _looked(database, lambda db: moderation.closed_ranges(db, wall()))
    rows = [[str(one.id), one.range, _day(one.at), _day(one.until or 0), one.reason] for one in found]
    _show(["id", "range", "since", "until", "why"], rows)


@app.command("close-range")
def close_range(
    range: Annotated[str, typer.Argument(metavar="RANGE", help="Such as 203.0.113.0/24.")],
    why: Why,
    days: Annotated[int, typer.Option("--days", min=0, max=365, help="For how long; 0: for good.")] = 7,
    database: Database = None,
) -> None:
    """No stranger plays from there; accounts that are older may."""
    from parcferme.server.people import moderation

    _do(database, why, lambda db, who: moderation.close_range(db, who, range, days))


@app.command("open-range")
def open_range(
    id: Annotated[int, typer.Argument(metavar="ID", help="As `ranges` lists it.")], why: Why, database: Database = None
) -> None:
    """… they may again."""
    from parcferme.server.people import moderation

    _do(database, why, lambda db, who: moderation.open_range(db, who, id))


def _step(database: str | None, deed: str, name: str, why: str, days: int = 0, next: str = "") -> None:
    from parcferme.server.ops import verbs
    from parcferme.server.people import moderation

    _do(
        database,
        why,
        lambda db, who: moderation.take_step(db, who, deed, verbs.person_called(db, name), days, next),
    )


def _looked(database: str | None, look: Callable[[Connection], T]) -> T:
    from parcferme.server.ops import verbs

    with verbs.changing(database) as connection:
        return look(connection)


def _do(database: str | None, why: str, work: Callable[[Connection, Moderator], None]) -> None:
    from parcferme.server.ops import verbs
    from parcferme.server.people.moderation import Moderator
    from parcferme.server.storage.clock import wall

    who = Moderator("", why, wall())
    with verbs.changing(database) as connection:
        work(connection, who)
    out.print("written into the diary; running servers act on it within seconds")


def _show(heads: list[str], rows: list[list[str]]) -> None:
    if not rows:
        out.print("nothing")
        return
    shown = Table(*heads, box=None)
    for row in rows:
        shown.add_row(*[escape(cell) for cell in row])
    out.print(shown)


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M") if ms else ""
