"""A backup that was damaged is not restored; one that is sound is, on both databases."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from parcferme.cli.main import VERBS
from parcferme.core.errors import ParcFermeError
from parcferme.server.ops import verbs
from parcferme.server.ops.settings import Settings
from parcferme.server.storage import checks
from parcferme.server.storage.database import open_engine
from tests.server.conftest import Opener
from tests.server.house import postgres_programs

BREAKS = {
    "a note is missing": "DELETE FROM journal WHERE seq = 2",
    "a note is another": "UPDATE journal SET body = replace(body, 'gear:1', 'gear:9') WHERE kind = 'play'",
    "the last note is missing": "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)",
    "a note is no JSON": "UPDATE journal SET body = '{' WHERE seq = 1",
    "the status is another": "UPDATE tables SET status = 'finished'",
}


@pytest.fixture
def club(database: str, opener: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """A database with a table that plays, and where to put copies."""
    monkeypatch.setenv("PATH", postgres_programs(), prepend=os.pathsep)
    house = opener(database)
    ann = house.person()
    ann.act(ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"], "gear:1")
    house.close()
    return database, tmp_path / "copy"


def change(database: str, statement: str) -> None:
    engine = open_engine(Settings(database=database).database_url())
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text(statement))
    engine.dispose()


def titles(database: str) -> list[str]:
    engine = open_engine(Settings(database=database).database_url())
    with engine.connect() as connection:
        found = [str(one) for one in connection.execute(text("SELECT id FROM tables ORDER BY id")).scalars()]
    engine.dispose()
    return found


def test_a_flipped_byte_is_found(club: tuple[str, Path]) -> None:
    database, copy = club
    assert "checksum" in verbs.backup(copy, database)
    data = bytearray(copy.read_bytes())
    data[len(data) // 2] ^= 1
    copy.write_bytes(data)
    before = titles(database)
    with pytest.raises(ParcFermeError, match="checksum"):
        verbs.restore(copy, database)
    assert titles(database) == before
    data[len(data) // 2] ^= 1
    copy.write_bytes(data)
    assert "1 tables played again;" in verbs.restore(copy, database)
    checks.checksum_file(copy).unlink()
    assert "no checksum" in verbs.restore(copy, database)


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_journal_is_not_restored(club: tuple[str, Path], broken: str) -> None:
    database, copy = club
    good = copy.with_name("good")
    verbs.backup(good, database)
    change(database, BREAKS[broken])
    verbs.backup(copy, database)
    verbs.restore(good, database)
    before = titles(database)
    with pytest.raises(ParcFermeError, match="journal is broken"):
        verbs.restore(copy, database)
    assert titles(database) == before
    assert not list(copy.parent.glob("*.restoring*"))
    assert "1 tables played again" in verbs.restore(good, database)  # what is there now is the good one still


def test_an_unknown_game_is_counted_not_refused(club: tuple[str, Path]) -> None:
    database, copy = club
    change(database, "UPDATE tables SET setup = replace(setup, 'toy_dash', 'chess')")
    verbs.backup(copy, database)
    assert "0 tables played again, 1 of games" in verbs.restore(copy, database)


def test_a_deep_look_plays_every_table(tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "NEWEST", 2)
    monkeypatch.setattr(checks, "SAMPLE", 1)
    database, copy = str(tmp_path / "t.db"), tmp_path / "copy"
    house = opener(database)
    for _ in range(6):
        house.person().open()
    house.close()
    verbs.backup(copy, database)
    found = [re.search(r"(\d+) tables", verbs.restore(copy, database, deep)) for deep in (False, True)]
    assert [one and one[1] for one in found] == ["3", "6"]


def test_damaged_pages_are_found_without_a_checksum(tmp_path: Path) -> None:
    database, copy = str(tmp_path / "t.db"), tmp_path / "copy"
    verbs.prepare(Settings(database=database))
    verbs.backup(copy, database)
    with closing(sqlite3.connect(copy)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(copy.read_bytes())
    data[size * (pages // 2) : size * (pages // 2) + 8] = b"\xff" * 8
    copy.write_bytes(data)
    checks.checksum_file(copy).unlink()
    with pytest.raises(ParcFermeError, match="backup"):
        verbs.restore(copy, database)


def test_a_backup_is_tried_without_touching_anything(
    club: tuple[str, Path], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database, copy = club
    verbs.backup(copy, database)
    scratch = None if database.endswith(".db") else request.getfixturevalue("postgres").fresh(migrated=False)
    before = titles(database)
    assert verbs.check_backup(copy, True, scratch) == f"checked {copy}: 1 tables played again"
    assert titles(database) == before
    assert {one.name for one in copy.parent.glob(f"{copy.name}*")} == {copy.name, checks.checksum_file(copy).name}
    with copy.open("r+b") as file:
        file.seek(200)
        file.write(b"x")
    with pytest.raises(ParcFermeError, match="is not what was written"):
        verbs.check_backup(copy, True, scratch)
    with pytest.raises(ParcFermeError, match="is not there"):
        verbs.check_backup(tmp_path / "elsewhere.db")


def test_the_nightly_backup_calls_verbs_that_are_there() -> None:
    called = re.findall(r'\bparcferme ([a-z][a-z-]+) "', _unit("parcferme-backup"))
    assert called == ["backup", "check-backup"]
    assert set(called) <= set(VERBS)


def test_the_nightly_backup_is_of_the_database_that_is_served_and_by_its_user() -> None:
    """It looked into the root folder for a database, by a user who may not go where the server's is."""
    same = re.compile(r"^(?:DynamicUser|User|Environment=PARCFERME_DATABASE)=.*$", re.MULTILINE)
    found = [same.findall(_unit(name)) for name in ("parcferme", "parcferme-backup")]
    assert len(found[0]) == 3
    assert set(found[0]) == set(found[1])
    program = re.search(r"ExecStart=(\S+) serve", _unit("parcferme"))
    assert program is not None
    assert _unit("parcferme-backup").count(f"{program[1]} ") == 2


def _unit(name: str) -> str:
    return (Path(__file__).parents[2] / "deploy" / f"{name}.service").read_text("utf-8")
