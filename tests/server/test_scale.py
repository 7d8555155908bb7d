"""The many old matches that `make scale` writes."""

from __future__ import annotations

import psycopg
from benchmarks.server.scale import OLD_NOTES, _copies

from tests.server.conftest import Opener
from tests.server.house import Postgres


def test_old_matches_are_copies_of_one_and_as_many_as_are_wanted(postgres: Postgres, opener: Opener) -> None:
    database = postgres.fresh()
    ann = opener(database).person()
    ann.open(seats=[{"kind": "me"}, {"kind": "me"}])
    with psycopg.connect(database, autocommit=True) as connection:
        for statement in _copies(999_998, 999_999):  # the last of a million
            connection.execute(statement.encode())
        old = connection.execute("SELECT id, status FROM tables WHERE id LIKE 'old%' ORDER BY id").fetchall()
        sat = connection.execute("SELECT count(*) FROM seats WHERE table_id LIKE 'old%'").fetchall()
        notes = connection.execute("SELECT count(*) FROM journal WHERE table_id LIKE 'old%'").fetchall()
    assert old == [("old000999998", "finished"), ("old000999999", "finished")]
    assert sat == [(4,)]
    assert 0 < notes[0][0] <= 2 * OLD_NOTES
