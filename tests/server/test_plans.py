"""Pages, ladders and boards are read by indexes, however many matches there are: the databases' own plans say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from benchmarks.server.standings import fill, plans
from sqlalchemy import Connection, text

from parcferme.server.ops.settings import Settings
from parcferme.server.storage.database import migrate, open_engine

MATCHES = 400
WHOLE = re.compile(r"SCAN (?!CONSTANT|anon_)\w+$|Seq Scan on (\w+)")  # a table, row by row, without an index


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
    whole = {statement: step for statement, steps in found.items() for step in steps if WHOLE.search(step)}
    assert whole == {}
    by_index = [step for steps in found.values() for step in steps if re.search(r"USING .*INDEX|Index.* Scan", step)]
    assert any("ix_results_lately" in step for step in by_index)
    assert any("ix_bests_board" in step for step in by_index)
    assert any("ix_ratings_ladder" in step for step in by_index)


def test_a_table_without_its_index_is_found_out(filled: Connection) -> None:
    steps = plans_of(filled, "SELECT * FROM results WHERE tally = 'x'")
    assert any(WHOLE.search(step) for step in steps)


def plans_of(connection: Connection, statement: str) -> list[str]:
    word = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    return [str(row[-1]) for row in connection.execute(text(f"{word} {statement}"))]
