"""Pages, ladders and boards are read by indexes, however many matches there are: the databases' own plans say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from benchmarks.server.standings import fill, plans
from sqlalchemy import Connection, text

from parcferme.server.ops.settings import Settings
from parcferme.server.storage import schema
from parcferme.server.storage.database import migrate, open_engine

MATCHES = 400
WALK = re.compile(r"SCAN (\w+)")  # SQLite goes through a table or an index of it, from one end to the other
BY_INDEX = re.compile(r"Index Scan|Index Only Scan")  # PostgreSQL finds rows where a condition of the index follows


@pytest.fixture
def filled(database: str) -> Iterator[Connection]:
    url = Settings(database=database).database_url()
    migrate(url)
    engine = open_engine(url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        fill(connection, MATCHES)
    with engine.connect() as connection:
        if (
            connection.dialect.name != "sqlite"
        ):  # it reads so few rows at once, unless it is told how many there could be
            connection.execute(text("ANALYZE"))
            connection.execute(text("SET enable_seqscan = off"))
        yield connection
    engine.dispose()


def test_no_page_reads_a_table_row_by_row(filled: Connection) -> None:
    found = plans(filled)
    assert len(found) > 15, "statements of all pages"
    assert {statement: walks(steps) for statement, steps in found.items() if walks(steps)} == {}
    by_index = [step for steps in found.values() for step in steps if re.search(r"USING .*INDEX|Index.* Scan", step)]
    assert any("ix_results_lately" in step for step in by_index)
    assert any("ix_bests_board" in step for step in by_index)
    assert any("ix_ratings_ladder" in step for step in by_index)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM results WHERE tally = 'x'",  # no index at all
        "SELECT count(*) FROM ratings",  # an index, but all of it
        "SELECT person FROM results ORDER BY person, game, at LIMIT 20 OFFSET 300",
    ],
)
def test_a_walk_through_everything_is_found_out(filled: Connection, statement: str) -> None:
    assert walks(plans_of(filled, statement))


def walks(steps: list[str]) -> list[str]:
    """The steps that go through a table, or through one of its indexes, whole."""
    found = [step for step in steps if "Seq Scan on" in step or _walked(step)]
    for step, after in zip(steps, [*steps[1:], ""], strict=True):
        if BY_INDEX.search(step) and "Index Cond" not in after:
            found.append(step)
    return found


def _walked(step: str) -> bool:
    """What SQLite has made itself (`anon_1`, a constant) is no table."""
    match = WALK.match(step)
    return match is not None and re.sub(r"_\d+$", "", match[1]) in schema.metadata.tables


def plans_of(connection: Connection, statement: str) -> list[str]:
    word = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    return [str(row[-1]) for row in connection.execute(text(f"{word} {statement}"))]
