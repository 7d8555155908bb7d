"""What the writer does for every move, as statements for many rows, compiled once.

SQLAlchemy's part in a transaction takes longer than the disk, so these run through the driver itself. SQLite's driver
is quick row by row; PostgreSQL's is not, so there all rows travel as one JSON text, which the database unfolds.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Final, Protocol

from sqlalchemy import (
    JSON,
    ClauseElement,
    ColumnClause,
    Dialect,
    String,
    TableValuedAlias,
    bindparam,
    cast,
    column,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPICursor

from parcferme.house.codec import encode_text
from parcferme.server.storage.schema import finishes, journal, outbox, seats, tables

Row = dict[str, object]
CHANNEL: Final = "parcferme"
TURN: Final = ("seq", "asked", "driven", "changed_at")  # columns of a table that every note changes; in no index
STANDING: Final = (*TURN, "status", "free_seats", "due")  # … and with those that change seldom


class Statement(Protocol):
    """Done for each of some rows."""

    def run(self, cursor: DBAPICursor, rows: list[Row]) -> None: ...


class RowByRow:
    """As the driver repeats a statement."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        order: list[str] | None = compiled.positiontup  # SQLite counts its parameters, PostgreSQL names them
        self.values: Any = None if order is None else itemgetter(*order)

    def run(self, cursor: DBAPICursor, rows: list[Row]) -> None:
        if rows:
            given: Any = rows if self.values is None else map(self.values, rows)
            cursor.executemany(self.sql, given)


class AtOnce:
    """All rows in one parameter of a statement that reads them from `unfolded`."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        self.sql = str(statement.compile(dialect=dialect))

    def run(self, cursor: DBAPICursor, rows: list[Row]) -> None:
        if rows:
            cursor.execute(self.sql, {"rows": encode_text(rows)})


class Statements:
    """All that appending to journals needs. Rows that change a table name it by `b_id`."""

    def __init__(
        self,
        dialect: Dialect,
        moves: list[Statement],
        notify: Statement | None,
        post: ClauseElement,
        finish: ClauseElement,
    ) -> None:
        self.note, self.turn, self.standing = moves
        self.notify = notify  # the other workers, where there are any
        self.stand_up: Statement = RowByRow(_STAND_UP, dialect)
        self.sit_down: Statement = RowByRow(insert(seats), dialect)
        self.post: Statement = RowByRow(post, dialect)
        self.finish: Statement = RowByRow(finish, dialect)


def row_by_row(dialect: Dialect) -> Statements:
    """For SQLite."""
    turn, standing = (_ROW.values({name: bindparam(name) for name in names}) for names in (TURN, STANDING))
    moves: list[Statement] = [RowByRow(one, dialect) for one in (insert(journal), turn, standing)]
    post = sqlite.insert(outbox).values(_MAIL).on_conflict_do_nothing()
    return Statements(dialect, moves, None, post, sqlite.insert(finishes).values(_FINISH).on_conflict_do_nothing())


def at_once(dialect: Dialect) -> Statements:
    """For PostgreSQL."""
    from sqlalchemy.dialects import postgresql  # only here: who is on SQLite need not wait for it

    given = unfolded(journal.columns)
    note = insert(journal).from_select([column.name for column in given.c], select(*given.c))
    moves: list[Statement] = [AtOnce(one, dialect) for one in (note, _change(TURN), _change(STANDING))]
    post = postgresql.insert(outbox).values(_MAIL).on_conflict_do_nothing()
    finish = postgresql.insert(finishes).values(_FINISH).on_conflict_do_nothing()
    return Statements(dialect, moves, AtOnce(_notify(), dialect), post, finish)


_ROW = update(tables).where(tables.c.id == bindparam("b_id"))
_STAND_UP = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))

# Put in once: whoever leaves and returns is not told of the same question twice.
_MAIL: Final[dict[str, Any]] = {column.name: bindparam(column.name) for column in outbox.columns if column.name != "id"}


# … and so is a match that has ended, to be entered into the standings.
_FINISH: Final[dict[str, Any]] = {
    "table_id": bindparam("b_id"),
    "at": bindparam("changed_at"),
    "tries": literal_column("0"),
}


def _change(names: Iterable[str]) -> ClauseElement:
    """Set these columns of many tables."""
    given = unfolded([column("b_id", String), *(tables.c[name] for name in names)])
    return update(tables).where(tables.c.id == given.c.b_id).values({name: given.c[name] for name in names})


def _notify() -> ClauseElement:
    given = unfolded([column("payload", String)])
    return select(func.count(func.pg_notify(literal_column(f"'{CHANNEL}'"), given.c.payload)))


def unfolded(columns: Iterable[ColumnClause[Any]]) -> TableValuedAlias:
    """The rows of the JSON text `rows` as something to select from."""
    rows = cast(bindparam("rows", type_=String), JSON)
    shape = [column(known.name, known.type) for known in columns]
    return func.json_to_recordset(rows).table_valued(*shape, name="given").render_derived(with_types=True)
