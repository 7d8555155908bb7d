"""What the writer does for every move, as statements for many rows, compiled once.

SQLAlchemy's part in a transaction takes longer than the disk, so these run through the driver itself. SQLite's driver
is quick row by row; PostgreSQL's is not, so there all rows travel as one JSON text, which the database unfolds.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor

from parcferme.house.codec import encode_text
from parcferme.server.storage.schema import journal, outbox, seats, tables

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
        self.order: list[str] | None = compiled.positiontup  # SQLite counts its parameters, PostgreSQL names them

    def run(self, cursor: DBAPICursor, rows: list[Row]) -> None:
        order = self.order
        if rows:
            given: Any = rows if order is None else [tuple([row[name] for name in order]) for row in rows]
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

    def __init__(self, dialect: Dialect) -> None:
        together = dialect.name == "postgresql"
        note, turn, standing = _together() if together else _singly()
        kind = AtOnce if together else RowByRow
        self.note: Statement = kind(note, dialect)
        self.turn: Statement = kind(turn, dialect)
        self.standing: Statement = kind(standing, dialect)
        self.notify: Statement | None = AtOnce(_notify(), dialect) if together else None
        self.stand_up: Statement = RowByRow(_STAND_UP, dialect)
        self.sit_down: Statement = RowByRow(insert(seats), dialect)
        self.post: Statement = RowByRow(_post(together), dialect)


_ROW = update(tables).where(tables.c.id == bindparam("b_id"))
_STAND_UP = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))


def _post(postgres: bool) -> ClauseElement:
    """Whoever leaves and returns is not told of the same question twice."""
    values: Any = {column.name: bindparam(column.name) for column in outbox.columns if column.name != "id"}
    if postgres:
        return postgresql.insert(outbox).values(values).on_conflict_do_nothing()
    return sqlite.insert(outbox).values(values).on_conflict_do_nothing()


def _singly() -> tuple[ClauseElement, ClauseElement, ClauseElement]:
    turn, standing = (_ROW.values({name: bindparam(name) for name in names}) for names in (TURN, STANDING))
    return insert(journal), turn, standing


def _together() -> tuple[ClauseElement, ClauseElement, ClauseElement]:
    given = unfolded(journal.columns)
    note = insert(journal).from_select([column.name for column in given.c], select(*given.c))
    return note, _change(TURN), _change(STANDING)


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
