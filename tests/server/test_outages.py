"""Time during which the server could not take moves is charged to nobody, and setting a clock moves no deadline."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from parcferme.server.storage import clock
from parcferme.server.storage.clock import Clock
from tests.server.conftest import Opener
from tests.server.house import House, Person, Spawned, wait_for
from tests.support import free_port

DAY = 86_400_000
LIVE = {"kind": "live", "bank": 600, "increment": 0}
DAYS = {"kind": "correspondence", "days": 2}
SEATS = [{"kind": "me"}, {"kind": "me"}]


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A monotonic clock that is moved by hand."""
    now = [1_000_000]
    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    return now


def test_the_clock_skips_the_time_the_process_stood_still(ticks: list[int]) -> None:
    kept = Clock(heartbeat=0.5)
    before = kept.now()
    for _ in range(10):
        ticks[0] += 500
        kept.now()
    assert kept.now() - before == 5_000
    ticks[0] += 9_000  # nobody asks for nine seconds
    assert kept.now() - before == 5_000
    ticks[0] += 400
    assert kept.now() - before == 5_400


def test_the_clock_stands_still_while_nothing_can_be_written(ticks: list[int]) -> None:
    kept = Clock()
    before = kept.now()
    ticks[0] += 300
    kept.begin()
    ticks[0] += 200
    kept.end(well=False)
    for _ in range(28):
        ticks[0] += 500
        assert kept.now() - before == 300
        kept.begin()
        kept.end(well=False)
    assert kept.is_stopped()
    kept.begin()
    ticks[0] += 10
    kept.end(well=True)
    assert kept.now() - before == 300
    ticks[0] += 100
    assert kept.now() - before == 400


def test_a_commit_that_hangs_is_an_outage_from_its_beginning(ticks: list[int]) -> None:
    kept = Clock()
    before = kept.now()
    kept.begin()
    for _ in range(20):
        ticks[0] += 700
        kept.now()
    assert kept.now() - before == 0  # not even while nobody knows how it will end
    kept.end(well=True)
    assert kept.now() - before == 0
    kept.begin()
    ticks[0] += 900  # slow, but it is done
    kept.end(well=True)
    assert kept.now() - before == 900


def left(person: Person, table: str) -> int:
    told: int = person.position(table)["clocks"]["left"]
    return told


def test_a_database_that_is_away_costs_nobody_time(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opener(database)
    ann = house.person()
    tables = [ann.open(seats=SEATS, pace=pace, options={"length": 400})["id"] for pace in (LIVE, DAYS)]
    writer = house.server.store.writer
    commit = writer._commit

    def broken(batch: Any) -> None:
        raise OSError("the database is away")

    before, began = [left(ann, table) for table in tables], time.monotonic()
    monkeypatch.setattr(writer, "_commit", broken)
    wait_for(house.server.store.clock.is_stopped)
    assert ann.act(tables[0], "gear:1", 0, status=503)["code"] == "unavailable"
    time.sleep(3)
    monkeypatch.setattr(writer, "_commit", commit)
    wait_for(lambda: not house.server.store.clock.is_stopped())
    lost = [was - left(ann, table) for was, table in zip(before, tables, strict=True)]
    rest = (time.monotonic() - began) * 1000 - 3_000
    assert all(0 <= one < rest + 100 for one in lost), (lost, rest)  # the three seconds are not among them
    assert ann.act(tables[0], "gear:1", 0)["ok"] is True


def test_a_process_that_stood_still_costs_nobody_time(tmp_path: Path) -> None:
    spawned = Spawned(str(tmp_path / "t.db"), free_port())
    try:
        ann = spawned.person()
        began = time.monotonic()
        table = ann.open(seats=SEATS, pace={**LIVE, "bank": 8}, options={"length": 400})["id"]
        spawned.process.send_signal(signal.SIGSTOP)
        time.sleep(9)
        spawned.process.send_signal(signal.SIGCONT)
        rest = (time.monotonic() - began) * 1000 - 9_000  # it has taken that long besides
        assert left(ann, table) > 7_000 - rest
        assert ann.act(table, "gear:1", 0)["ok"] is True
    finally:
        spawned.process.send_signal(signal.SIGCONT)
        spawned.close()


@pytest.mark.parametrize("jump", [2 * DAY, -3_600_000])
def test_setting_the_wall_clock_moves_no_deadline(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    house = opener(database)
    ann = house.person()
    tables = [ann.open(seats=SEATS, pace=pace, options={"length": 400})["id"] for pace in (LIVE, DAYS)]
    before = [left(ann, table) for table in tables]
    real = time.time_ns
    monkeypatch.setattr("parcferme.server.storage.clock.time.time_ns", lambda: real() + jump * 1_000_000)
    assert_kept(ann, tables, before)
    ann.act(tables[1], "gear:1", 0)
    cookies = dict(ann.http.cookies)
    house.close()
    again = opener(database).person()  # a new process goes by the new wall clock
    again.http.cookies.update(cookies)
    wait_for(lambda: owned(again.house))
    assert_kept(again, tables[:1], before[:1])
    assert again.position(tables[1])["status"] == "playing"
    assert 2 * DAY - 20_000 < left(again, tables[1]) <= 2 * DAY


def owned(house: House | Spawned) -> bool:
    assert isinstance(house, House)
    return all(room.stored.owner == house.server.store.worker for room in house.server.tables.rooms.values())


def assert_kept(person: Person, tables: list[str], before: list[int]) -> None:
    for table, was in zip(tables, before, strict=True):
        assert person.position(table)["status"] == "playing"
        assert -50 <= was - left(person, table) < 20_000
