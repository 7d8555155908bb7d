"""Clocks over a real server: expiry, and time standing still while no server runs."""

from __future__ import annotations

import time

from tests.server.conftest import Opener
from tests.server.house import House, Person

LIVE = {"kind": "live", "bank": 5, "increment": 0, "sealed": 5}


def rewind(house: House, table: str, seconds: float) -> None:
    """Let time pass on one table without waiting for it."""
    room = house.server.hall.rooms[table]
    room.stored.shift -= int(seconds * 1000)
    from sqlalchemy import update

    from parcferme.server.schema import tables

    engine = house.server.store.engine
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(tables).where(tables.c.id == table).values(shift=room.stored.shift))


def hotseat(house: House, game: str = "toy_dash", **more: object) -> tuple[Person, str]:
    ann = house.person()
    made = ann.open(game, seats=[{"kind": "me"}, {"kind": "me"}], pace=LIVE, **more)
    return ann, made["id"]


def test_an_expired_clock_plays_the_default_and_a_bot_drives_on(database: str, opener: Opener) -> None:
    house = opener(database)
    ann, bob = house.person(), house.person()
    table = ann.open(pace=LIVE, options={"length": 400})["id"]
    bob.join(table)
    line = bob.line(table)
    line.next("hello")
    rewind(house, table, 6)
    told = line.next("play")
    assert told["cause"] == "time"
    assert told["flagged"] == [0]
    while told["position"]["to_act"] != [1]:
        told = line.next("play")
        assert told["cause"] == "bot"
    assert told["position"]["seats"][0]["away"] == "time"
    assert ann.post(f"/api/tables/{table}/return")["ok"] is True
    bob.act(table, "gear:1")
    bob.act(table, "lift")
    assert ann.position(table)["to_act"] == [0]
    assert ann.position(table)["clocks"]["banks"][0] > 10_000  # who returns has some time


def test_a_sealed_phase_opens_at_its_deadline(database: str, opener: Opener) -> None:
    house = opener(database)
    ann, table = hotseat(house, "toy_bids")
    ann.post(f"/api/tables/{table}/act", {"node": 0, "action": "bid:222", "id": "s", "seat": 1})
    line = ann.line(table)
    line.next("hello")
    rewind(house, table, 6)
    assert line.next("play")["steps"][0]["entry"] == ["joint", ["bid:0", "bid:222"]]


def test_a_late_action_is_refused_even_before_the_clockwork_notices(database: str, opener: Opener) -> None:
    house = opener(database, heartbeat=60.0)
    ann, table = hotseat(house)
    rewind(house, table, 6)
    assert ann.act(table, "gear:1", 0, status=409)["code"] == "time_up"


def test_an_orderly_restart_neither_gives_nor_takes_time(database: str, opener: Opener) -> None:
    first = opener(database)
    ann, table = hotseat(first)
    time.sleep(0.5)
    cookies = dict(ann.http.cookies)
    left = ann.position(table)["clocks"]["left"]
    read_at = time.monotonic()
    first.close()
    ran = (time.monotonic() - read_at) * 1000  # the server may have run so long after it was read
    time.sleep(1.5)  # nobody is there
    second = opener(database)
    started = time.monotonic()
    again = second.person()
    again.http.cookies.update(cookies)
    after = again.position(table)["clocks"]["left"]
    ran += (time.monotonic() - started) * 1000 + 1000  # and while starting
    assert left - ran <= after <= left
    assert after > left - 1500  # the pause of 1.5 s was not charged


def test_a_crash_costs_at_most_a_heartbeat(database: str, opener: Opener) -> None:
    house = opener(database, heartbeat=0.2)
    ann, table = hotseat(house)
    time.sleep(0.6)
    left = ann.position(table)["clocks"]["left"]
    shift = house.server.hall.rooms[table].stored.shift
    worker = house.server.store.worker
    # as another process would find it after this one was killed a moment ago
    from parcferme.server.minder import _take
    from parcferme.server.store import wall

    engine = house.server.store.engine
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        started = wall()
        moved = _take(connection, worker, "other")
    assert moved == 1
    with engine.connect() as connection:
        from sqlalchemy import select

        from parcferme.server.schema import tables

        row = connection.execute(select(tables).where(tables.c.id == table)).one()
    assert row.owner == "other"
    given = row.shift - shift
    assert 0 <= given <= 200 + (wall() - started) + 300
    assert left > 0
