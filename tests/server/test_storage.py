"""The writer, the migrations and what happens when two processes write at once: on both databases."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, func, insert, select, text

from parcferme.core.errors import ParcFermeError
from parcferme.server.ops.settings import BadSetting, Settings, from_environment
from parcferme.server.storage.backend import backend_of
from parcferme.server.storage.database import alembic_config, migrate, open_engine
from parcferme.server.storage.schema import journal, metadata, seats, tables
from parcferme.server.storage.statements import CHANNEL
from parcferme.server.storage.writer import Append, Conflict, WriteJob, Writer
from tests.server.conftest import Opener
from tests.server.house import PATIENCE, Postgres
from tests.support import in_a_loop


@pytest.fixture
def engine(database: str) -> Engine:
    url = Settings(database=database).database_url()
    migrate(url)
    return open_engine(url)


def writer_on(engine: Engine) -> Writer:
    return Writer(backend_of(engine.url.render_as_string(hide_password=False)), engine)


def table_row(id: str) -> dict[str, object]:
    numbers = dict.fromkeys(("free_seats", "seq", "asked", "driven", "shift", "created_at", "changed_at"), 0)
    texts = dict.fromkeys(("game", "setup", "summary", "secret", "host", "opener", "status", "visibility", "pace"), "x")
    return {"id": id, "due": None, "owner": None, **numbers, **texts}


def append(id: str, seq: int, *people: str) -> Append:
    """The next note of a table; each of these people in turn takes its first seat ('' gets up)."""
    row: dict[str, object] = {"b_id": id, "seq": seq, "status": "playing", "free_seats": 0, "asked": 1}
    row |= {"driven": 0, "due": None, "changed_at": 1}
    held: list[dict[str, object]] = [{"table_id": id, "seat": 0, "person": person} for person in people]
    return Append([{"table_id": id, "seq": seq, "at": 1, "kind": "play", "body": "{}"}], row, held, [], "nobody")


def add_tables(connection: Connection) -> None:
    connection.execute(insert(tables), [table_row("a"), table_row("b")])


def test_the_migrations_make_exactly_the_described_schema(empty_database: str) -> None:
    url = Settings(database=empty_database).database_url()
    migrate(url)
    engine = open_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    migrate(url)  # a second time changes nothing
    engine.dispose()


def test_an_older_database_is_brought_up_to_date_with_what_it_holds(empty_database: str) -> None:
    url = Settings(database=empty_database).database_url()
    command.upgrade(alembic_config(url), "0015")
    engine = open_engine(url)
    known = [column for column in tables.c if column.name != "opener"]  # as the first version knew it
    with engine.begin() as connection:
        for row in (table_row("a"), table_row("b")):
            connection.execute(insert(tables), {column.name: row[column.name] for column in known})
    migrate(url)
    with engine.connect() as connection:
        assert sorted(connection.execute(select(tables.c.id)).scalars()) == ["a", "b"]
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_version_that_no_release_has_had_is_refused_by_its_number(empty_database: str) -> None:
    url = Settings(database=empty_database).database_url()
    command.upgrade(alembic_config(url), "0015")
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))
    engine.dispose()
    with pytest.raises(ParcFermeError, match="0009, which no release has had"):
        migrate(url)


def test_what_waits_is_committed_together(engine: Engine) -> None:
    async def run() -> tuple[int, int]:
        writer = writer_on(engine)
        await writer.run(add_tables)
        before = writer.commits
        await asyncio.gather(*[writer.append(append("a", seq)) for seq in range(1, 201)])
        after = writer.commits
        writer.stop()
        return before, after

    before, after = in_a_loop(run())
    assert after - before < 40  # 200 notes
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(journal)).scalar_one() == 200
        assert connection.execute(select(tables.c.seq).where(tables.c.id == "a")).scalar_one() == 200
    engine.dispose()


def test_what_one_turn_of_the_loop_brings_is_one_commit(engine: Engine) -> None:
    async def run() -> int:
        writer = writer_on(engine)
        await writer.run(add_tables)
        before = writer.commits
        first = writer.append(append("a", 1))
        time.sleep(0.05)  # the next move takes a while to decide: the writer must not be off with the first one
        await asyncio.gather(first, writer.append(append("b", 1)))
        made = writer.commits - before
        writer.append(append("a", 2))
        writer.stop()  # and what was gathered last is not forgotten
        return made

    assert in_a_loop(run()) == 1
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(journal)).scalar_one() == 3
    engine.dispose()


def test_what_is_kept_together_is_told_to_the_other_workers_at_once(postgres: Postgres) -> None:
    """Each notification comes back to whoever sent it: one for every move would cost more than the move."""
    url = Settings(database=postgres.fresh()).database_url()
    engine = open_engine(url)

    async def run(listener: psycopg.Connection[Any]) -> list[str]:
        writer = Writer(backend_of(url), engine, "here")
        await writer.run(add_tables)
        listener.execute(f"LISTEN {CHANNEL}")
        await asyncio.gather(writer.append(append("a", 1)), writer.append(append("b", 1)))
        await writer.append(append("a", 2))
        writer.stop()
        return [told.payload for told in listener.notifies(timeout=PATIENCE, stop_after=2)]

    with psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://"), autocommit=True) as listener:
        assert in_a_loop(run(listener)) == ["seq here a,b nobody", "seq here a nobody"]
    engine.dispose()


HARD = '{"id":"\\u0000 \\"%(x)s :y\\\\ ß€🏁\\n","none":null}'  # as a client may name its wish


def test_every_value_is_kept_as_it_was(engine: Engine) -> None:
    later = 2**53 + 1  # no JSON reader may round it
    note: dict[str, object] = {"table_id": "a", "seq": 1, "at": later, "kind": "play", "body": HARD}
    turn: dict[str, object] = {"b_id": "a", "seq": 1, "asked": 5, "driven": 2, "changed_at": later}
    standing: dict[str, object] = {**turn, "b_id": "b", "status": "over", "free_seats": 3, "due": later}

    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        jobs = [writer.append(Append([note], turn, [], [])), writer.append(Append([], standing, [], []))]
        await asyncio.gather(*jobs)
        writer.stop()

    in_a_loop(run())
    with engine.connect() as connection:
        assert [dict(row._mapping) for row in connection.execute(select(journal))] == [note]
        rows = {row.id: dict(row._mapping) for row in connection.execute(select(tables))}
    del turn["b_id"], standing["b_id"]
    assert rows == {"a": {**table_row("a"), **turn}, "b": {**table_row("b"), **standing}}
    engine.dispose()


def test_a_conflict_fails_only_its_own_row(engine: Engine) -> None:
    async def run() -> list[object]:
        writer = writer_on(engine)
        await writer.run(add_tables)
        await writer.append(append("a", 1))
        jobs = [writer.append(append("a", 1)), writer.append(append("b", 1)), writer.append(append("a", 2))]
        results: list[object] = await asyncio.gather(*jobs, return_exceptions=True)
        writer.stop()
        return results

    first, second, third = in_a_loop(run())
    assert isinstance(first, Conflict)
    assert second is None
    assert third is None
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(journal)).scalar_one() == 3
    engine.dispose()


def test_a_failing_piece_of_work_fails_alone(engine: Engine) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(insert(tables), [table_row("c")])
        raise RuntimeError("no")

    async def run() -> list[object]:
        writer = writer_on(engine)
        await writer.run(add_tables)
        jobs = [writer.append(append("a", 1)), writer.run(fail), writer.append(append("b", 1))]
        results: list[object] = await asyncio.gather(*jobs, return_exceptions=True)
        writer.stop()
        return results

    results = in_a_loop(run())
    assert [type(result) for result in results] == [type(None), RuntimeError, type(None)]
    with engine.connect() as connection:
        assert sorted(connection.execute(select(tables.c.id)).scalars()) == ["a", "b"]
    engine.dispose()


class Herald:
    """News that notes down what it was asked for, and how many notes anybody could read then."""

    def __init__(self, engine: Engine, said: list[object], name: str, fault: str = "") -> None:
        self.engine = engine
        self.said = said
        self.name = name
        self.fault = fault

    def prepare(self) -> None:
        if self.fault == "prepare":
            raise ValueError("nothing to say")
        self.said.append(f"prepare {self.name}")

    def tell(self) -> None:
        if self.fault == "tell":
            raise ValueError("no voice")
        with self.engine.connect() as connection:
            kept = connection.execute(select(func.count()).select_from(journal)).scalar_one()
        self.said.append(f"tell {self.name}, {kept} kept")


def test_news_is_sent_when_its_note_is_durable_and_before_its_writer_goes_on(engine: Engine) -> None:
    said: list[object] = []

    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        await writer.append(append("a", 1), Herald(engine, said, "one"))
        said.append("on")
        with pytest.raises(Conflict):
            await writer.append(append("a", 1), Herald(engine, said, "late"))
        writer.stop()

    in_a_loop(run())
    assert said == ["prepare one", "tell one, 1 kept", "on", "prepare late"]  # nobody hears of what was not kept
    engine.dispose()


def test_news_is_made_with_its_note_and_told_when_the_disk_has_written(engine: Engine) -> None:
    said: list[object] = []

    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        jobs = [writer.append(append(name, 1), Herald(engine, said, name)) for name in ("a", "b")]
        assert said == ["prepare a", "prepare b"]
        await asyncio.gather(*jobs)
        writer.stop()

    in_a_loop(run())
    assert said[2:] == ["tell a, 2 kept", "tell b, 2 kept"]
    engine.dispose()


@pytest.mark.parametrize("fault", ["prepare", "tell"])
def test_a_fault_in_the_news_of_one_is_its_own(engine: Engine, fault: str) -> None:
    said: list[object] = []

    async def run() -> list[object]:
        writer = writer_on(engine)
        await writer.run(add_tables)
        heralds = [Herald(engine, said, "a", fault), Herald(engine, said, "b")]
        jobs = [writer.append(append(herald.name, 1), herald) for herald in heralds]
        results: list[object] = await asyncio.gather(*jobs, return_exceptions=True)
        writer.stop()
        return results

    assert [type(result) for result in in_a_loop(run())] == [ValueError, type(None)]
    assert "tell b, 2 kept" in said
    engine.dispose()


def test_who_is_cut_off_sends_no_news(engine: Engine) -> None:
    said: list[object] = []

    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        writer.append(append("a", 1), Herald(engine, said, "a")).cancel()
        await writer.append(append("b", 1), Herald(engine, said, "b"))
        writer.stop()

    in_a_loop(run())
    # the note of a was kept; whoever comes next reads it there
    assert said == ["prepare a", "prepare b", "tell b, 2 kept"]
    engine.dispose()


def test_who_sits_last_in_a_batch_has_the_seat(engine: Engine) -> None:
    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        await writer.append(append("a", 1, "ann"))
        await asyncio.gather(writer.append(append("a", 2, "", "bob", "cat")), writer.append(append("b", 1, "dan", "")))
        writer.stop()

    in_a_loop(run())
    with engine.connect() as connection:
        assert [tuple(row) for row in connection.execute(select(seats))] == [("a", 0, "cat")]
    engine.dispose()


def test_a_broken_connection_is_opened_again(engine: Engine) -> None:
    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        _, driver = writer._connected()
        driver.close()
        await asyncio.gather(*[writer.append(append(id, 1)) for id in "ab"])
        writer.stop()

    in_a_loop(run())
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(journal)).scalar_one() == 2
    engine.dispose()


def test_a_lost_database_costs_no_kept_move_and_shows_no_lost_one(database: str, opener: Opener) -> None:
    house = opener(database)
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("presence")
    writer = house.server.store.writer
    real = writer._commit

    def broken(batch: list[WriteJob]) -> None:
        if any(isinstance(job.work, Append) for job in batch):  # the worker's own signs of life are kept
            raise OSError("disk full")
        real(batch)

    writer._commit = broken  # type: ignore[method-assign]
    assert ann.act(table, "gear:1", 0, status=503)["code"] == "unavailable"
    assert line.silent()
    writer._commit = real  # type: ignore[method-assign]
    assert ann.position(table)["node"] == 0
    assert ann.act(table, "gear:2", 0)["node"] == 1
    assert line.next("play")["steps"][0]["entry"] == [0, "gear:2"]


def test_everything_is_there_after_a_restart(database: str, opener: Opener) -> None:
    first = opener(database)
    ann = first.person()
    table = ann.open("toy_bids", seats=[{"kind": "me"}, {"kind": "me"}], chat="all")["id"]
    ann.post(f"/api/tables/{table}/act", {"node": 0, "action": "bid:222", "id": "s", "seat": 0})
    ann.post(f"/api/tables/{table}/chat", {"text": "good night"})
    before = ann.position(table, "?seat=0")
    cookies = dict(ann.http.cookies)
    first.close()
    second = opener(database)
    again = second.person()
    again.http.cookies.update(cookies)
    after = again.position(table, "?seat=0")
    assert after["own_seal"] == "bid:222"
    assert {**after, "clocks": None} == {**before, "clocks": None}
    assert again.get(f"/api/tables/{table}/chat")[0]["text"] == "good night"
    assert again.post(f"/api/tables/{table}/act", {"node": 0, "action": "bid:222", "id": "s", "seat": 0})["ok"]


def test_two_servers_cannot_use_one_sqlite_file(tmp_path: Path) -> None:
    backend = backend_of(str(tmp_path / "t.db"))
    with backend.hold(), pytest.raises(ParcFermeError, match="another server"):
        backend.hold()
    backend.hold().close()


@pytest.mark.skipif(sys.platform != "linux", reason="the file itself is locked on Linux alone")
def test_a_file_of_two_names_is_held_once(tmp_path: Path, opener: Opener) -> None:
    file, other = tmp_path / "t.db", tmp_path / "elsewhere" / "other.db"
    house = opener(str(file))
    table = house.person().open()["id"]
    other.parent.mkdir()
    os.link(file, other)
    run = "from parcferme.server.ops.verbs import prepare\nfrom parcferme.server.ops.settings import Settings\n"
    run += f"prepare(Settings(database={str(other)!r}))"
    second = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=False)
    assert "another server uses" in second.stderr
    assert house.person().get(f"/api/tables/{table}")["id"] == table
    house.person().open()  # its own locks are as they were
    house.close()
    backend_of(str(other)).hold().close()


def test_settings_come_from_the_environment_and_bad_ones_are_named() -> None:
    settings = from_environment({"PARCFERME_PORT": "81", "PARCFERME_LIMITS": "no"}, host="0.0.0.0", port=None)
    assert (settings.port, settings.limits, settings.host) == (81, False, "0.0.0.0")
    assert from_environment({"PARCFERME_DATABASE": "postgres://u@h/n"}).database_url() == "postgresql+psycopg://u@h/n"
    wrong = "PORT=x PORT=99999 LIMITS=perhaps WORKERS=0 WORKERS=2 BOTS=cloud LOG_LEVEL=loud WEB=/none SITE=/none"
    wrong += " HEARTBEAT=0 LEASE=nan DATABASE=mysql://u:hunter2@h/x PUBLIC_URL=example.org SMTP=mailhost"
    wrong += " SMTP=smtp://u:hunter2@h:port"
    for name, value in (one.split("=") for one in wrong.split()):
        with pytest.raises(BadSetting, match="LEASE" if name == "LEASE" else f"{name}:") as refused:
            from_environment({f"PARCFERME_{name}": value})
        assert "hunter2" not in str(refused.value)


def test_notes_of_one_batch_leave_the_table_as_the_last_of_them_says(engine: Engine) -> None:
    turn = {"asked": 2, "driven": 0, "changed_at": 5}
    seated = {"status": "playing", "free_seats": 0, "due": 7}

    def note(id: str, seq: int, **more: object) -> Append:
        body: dict[str, object] = {"table_id": id, "seq": seq, "at": 1, "kind": "play", "body": "{}"}
        return Append([body], {"b_id": id, "seq": seq, **turn, **more}, [], [])

    async def run() -> None:
        writer = writer_on(engine)
        await writer.run(add_tables)
        jobs = [note("a", 1), note("a", 2, **seated), note("b", 1, **seated), note("a", 3), note("b", 2)]
        await asyncio.gather(*[writer.append(job) for job in jobs])
        await writer.append(note("b", 3))
        writer.stop()

    in_a_loop(run())
    columns = (tables.c.seq, tables.c.asked, tables.c.changed_at, tables.c.status, tables.c.free_seats, tables.c.due)
    with engine.connect() as connection:
        kept = connection.execute(select(*columns).order_by(tables.c.id)).all()
    assert [tuple(row) for row in kept] == [(3, 2, 5, "playing", 0, 7)] * 2
    engine.dispose()
