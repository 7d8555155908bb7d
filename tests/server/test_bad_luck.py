"""Things that happen at the wrong moment: reading while the disk writes, two rematches at once, a link that is revoked
while somebody watches, a table that cannot be read, people who go for good."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from parcferme.server.live.rooms import Room
from parcferme.server.storage.schema import journal, tables
from parcferme.server.storage.writer import Append, WriteJob
from parcferme.table import moves
from parcferme.table.journal import Note
from tests.server.conftest import Opener
from tests.server.house import House, Json, Line, Person, wait_for

HOTSEAT = [{"kind": "me"}, {"kind": "me"}]


def key(table: Json, seat: int) -> str:
    return str(next(one["key"] for one in table["links"] if one["seat"] == seat))


def pair(house: House, **more: Any) -> tuple[str, Person, Person]:
    ann, bob = house.person(), house.person()
    table = ann.open(**more)["id"]
    bob.join(table)
    return table, ann, bob


@contextmanager
def slow_disk(house: House) -> Iterator[Callable[[], bool]]:
    """Notes are written only when this ends; the value says whether one waits to be."""
    writer, go, waits = house.server.store.writer, threading.Event(), threading.Event()
    real = writer._commit

    def slow(batch: list[WriteJob]) -> None:
        if any(isinstance(job.work, Append) for job in batch):
            waits.set()
            go.wait(60)
        real(batch)

    writer._commit = slow  # type: ignore[method-assign]
    try:
        yield waits.is_set
    finally:
        go.set()
        writer._commit = real  # type: ignore[method-assign]


def test_a_table_shows_nothing_that_is_not_kept(house: House) -> None:
    ann, eve = house.person(), house.person()
    table = ann.open(seats=HOTSEAT)["id"]
    eve.get(f"/api/tables/{table}")
    with ThreadPoolExecutor(3) as pool:
        with slow_disk(house) as waits:
            end = pool.submit(ann.post, f"/api/tables/{table}/close")
            wait_for(waits)
            seen = [pool.submit(eve.http.get, f"/api/tables/{table}{path}") for path in ("", "/opening")]
            time.sleep(0.3)
            assert not any(job.done() for job in seen)  # above all not the secret of the dice
        assert end.result()["status"] == "closed"
        whole, opening = (job.result().json() for job in seen)
    assert whole["status"] == opening["table"]["status"] == "closed"
    assert "secret" in whole["dice"]


def test_who_is_told_to_read_again_while_a_note_is_written_does_so(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=HOTSEAT, pace={"kind": "live"})["id"]
    room = house.server.tables.rooms[table]
    with ThreadPoolExecutor(1) as pool:
        with slow_disk(house) as waits:
            job = pool.submit(ann.act, table, "gear:1", 0)
            wait_for(waits)
            with house.server.store.engine.connect().execution_options(writes=True) as other, other.begin():
                other.execute(update(tables).where(tables.c.id == table).values(shift=77))
            room.stale = True  # as another worker's news of a take-over says
        job.result()
    ann.position(table)
    assert room.stored.shift == 77


def test_two_rematches_at_once_are_one(shared: House) -> None:
    for _ in range(3):
        table, ann, bob = pair(shared)
        ann.post(f"/api/tables/{table}/close")
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(who.post, f"/api/tables/{table}/rematch") for who in (ann, bob)]
            made = [job.result()["id"] for job in jobs]
        assert made[0] == made[1]
        assert [row["id"] for row in ann.mine() if row["status"] == "playing"] == made[:1]
        called = [{seat["name"] for seat in ann.get(f"/api/tables/{one}")["seats"]} for one in (table, made[0])]
        assert called[0] == called[1]


def is_sent_away(line: Line) -> bool:
    try:
        while True:
            if line.next()["type"] == "play":
                return False
    except ConnectionClosed:
        return True


def test_a_revoked_link_ends_the_watching(shared: House) -> None:
    ann, bob, eve = (shared.person() for _ in range(3))
    made = ann.open(seats=[{"kind": "me"}, {"kind": "open"}], visibility="private")
    table = made["id"]
    bob.join(table, key=key(made, 1))
    theirs, hers = bob.line(table), eve.line(table, f"?key={key(made, -1)}")
    for line in (theirs, hers):
        line.next("hello")
    for seat in (1, -1):
        ann.post(f"/api/tables/{table}/links", {"seat": seat})
    ann.act(table, "gear:1", 0)
    assert is_sent_away(hers)
    assert theirs.next("play")["steps"][0]["entry"] == [0, "gear:1"]  # who sits here stays
    assert eve.line(table, f"?key={key(made, -1)}").next()["code"] == "link_used"


def spoil(house: House, table: str) -> None:
    """A note nobody can read, at a table whose time is up and whose bot is due."""
    with house.server.store.engine.connect().execution_options(writes=True) as other, other.begin():
        other.execute(update(journal).where(journal.c.table_id == table, journal.c.seq == 1).values(kind="?"))
        other.execute(update(tables).where(tables.c.id == table).values(driven=1, changed_at=0, due=1))


def test_a_table_that_cannot_be_read_holds_up_neither_the_start_nor_other_tables(
    tmp_path: Path, opener: Opener
) -> None:
    first = opener(str(tmp_path / "tables.db"))
    ann = first.person()
    pace = {"kind": "live", "bank": 5, "increment": 0}
    bad, good = (ann.open(seats=HOTSEAT, pace=pace, options={"length": 400})["id"] for _ in range(2))
    with first.server.store.engine.connect().execution_options(writes=True) as other, other.begin():
        other.execute(update(tables).where(tables.c.id == good).values(shift=-6_000))
    spoil(first, bad)
    cookies = dict(ann.http.cookies)
    first.close()
    second = opener(str(tmp_path / "tables.db"))
    again = second.person()
    again.http.cookies.update(cookies)
    wait_for(lambda: again.position(good)["node"] > 0)
    assert again.get(f"/api/tables/{bad}/position", 503)["code"] == "unreadable"


def test_who_is_deleted_holds_nobody_up(shared: House) -> None:
    table, ann, bob = pair(shared, options={"length": 400})
    gathering = bob.open()["id"]
    bob.post("/api/account/delete", {})
    assert ann.position(table)["seats"][1]["away"] == "left"
    ann.act(table, "gear:1", 0)
    ann.act(table, "lift", 1)
    wait_for(lambda: ann.position(table)["to_act"] == [0])
    assert ann.get(f"/api/tables/{gathering}")["status"] == "closed"  # nobody else sits there


@pytest.mark.parametrize("path", ["/tables/%00", "/tables/a%00/frames", "/tables?game=%00", "/records/%00"])
def test_addresses_with_zero_bytes_are_refused(shared: House, path: str) -> None:
    assert shared.person().get(f"/api{path}", 400)["code"] == "bad_request"


def test_a_live_line_to_an_address_with_zero_bytes_is_refused(shared: House) -> None:
    assert shared.person().line("%00").next()["code"] == "bad_request"


def test_bots_think_in_processes_of_their_own_and_outlive_the_death_of_one(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "tables.db"), bots="process")
    ann, server = house.person(), house.server
    seats = [{"kind": "bot", "level": "novice"}, {"kind": "bot", "level": "novice"}]
    for _ in range(2):
        before = thoughts(house)
        ann.open("rallyman", options={"players": 2}, seats=seats)
        wait_for(lambda known=before: thoughts(house) > known)  # type: ignore[misc]
        for mind in server.thinker.minds:
            os.kill(mind.process.pid, signal.SIGKILL)


def thoughts(house: House) -> int:
    """How often a bot has chosen by itself; where it fails the default action is taken, which does not count."""
    return sum(house.server.metrics.times["bot_seconds"])


def test_a_room_is_not_forgotten_under_the_feet_of_those_who_come_in(house: House) -> None:
    tables, table = house.server.tables, house.person().open(seats=HOTSEAT)["id"]

    async def come_in() -> bool:
        tables.rooms[table].touched -= 3600
        room = await tables.room(table)
        tables.forget_idle()
        return tables.rooms.get(table) is room

    assert house.run(come_in())


def test_a_move_whose_mover_was_cut_off_is_told_with_the_next_one(house: House) -> None:
    """The one who acts is cancelled while the disk writes: kept all the same, told to all, and done once."""
    ann = house.person()
    table = ann.open(seats=HOTSEAT)["id"]
    line = ann.line(table)
    line.next("presence")
    tables, loop = house.server.tables, house.loop
    with slow_disk(house) as waits:
        task = asyncio.run_coroutine_threadsafe(tables.perform(table, _gear), loop)
        wait_for(waits)
        task.cancel()
        wait_for(task.done)
    assert ann.act(table, "gear:2", 0, status=409)["code"] == "late"
    assert line.next("play")["steps"][0]["entry"] == [0, "gear:1"]
    assert ann.act(table, "lift", 1)["node"] >= 2
    assert line.next("play")["steps"][0]["entry"] == [0, "lift"]


def _gear(room: Room) -> Note | None:
    return moves.act(room.table, 0, 0, "gear:1", "x", room.now())


def test_what_another_worker_changes_while_a_table_is_loaded_is_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, table = house.server.tables, house.person().open(seats=HOTSEAT)["id"]
    fetch = house.server.store.fetch

    async def overtaken(id: str) -> Any:
        found = await fetch(id)
        tables.heard_of(id)  # as its notification comes in
        return found

    async def load() -> list[bool]:
        tables.rooms.pop(table)
        monkeypatch.setattr(house.server.store, "fetch", overtaken)
        outdated = (await tables.room(table)).stale
        monkeypatch.setattr(house.server.store, "fetch", fetch)
        tables.rooms.pop(table)
        return [outdated, (await tables.room(table)).stale]

    assert house.run(load()) == [True, False]
