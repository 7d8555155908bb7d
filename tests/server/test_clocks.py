"""Clocks over a real server: expiry, and time standing still while no server runs."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from parcferme.server.live.scheduler import _take
from parcferme.server.storage.schema import tables, workers
from tests.server.conftest import Opener
from tests.server.house import House, Person, rewind, wait_for

LIVE = {"kind": "live", "bank": 5, "increment": 0, "sealed": 5}
DAY = 86_400_000


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


def test_the_agreed_end_is_called_by_the_table(database: str, opener: Opener) -> None:
    """A game whose rules know a bell, from the options to the result: whoever sleeps, the match ends."""
    house = opener(database)
    ann = house.person()
    seats = [{"kind": "me"}, {"kind": "me"}]
    options = {"players": 2, "limit": "clock", "minutes": 5}
    table = ann.open("rallye_code", options=options, seats=seats)["id"]
    line = ann.line(table)
    told = line.next("hello")
    assert 290_000 < told["position"]["clocks"]["bell"] <= 300_000
    rewind(house, table, 300)
    told = line.next("play")
    assert (told["cause"], told["by"]) == ("bell", None)
    assert [step["entry"] for step in told["steps"]] == [[0, "bell"], [1, "bell"]]
    for _ in range(60):
        if told["position"]["status"] == "finished":
            break
        line.send(do="act", node=told["position"]["node"], action=told["position"]["actions"][0]["notation"])
        told = line.next("play")
    assert told["position"]["result"]["reason"] == "time"


class Hand:
    """Clocks that only move when they are moved, and for a moment nobody takes for a stall."""

    def __init__(self) -> None:
        self.now = time.time_ns()

    def pass_(self, milliseconds: int) -> None:
        self.now += milliseconds * 1_000_000


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr("parcferme.server.storage.clock.time.time_ns", lambda: hand.now)
    monkeypatch.setattr("parcferme.server.storage.clock.time.monotonic_ns", lambda: hand.now)
    for limit in ("STALL_MS", "SLOW_MS"):
        monkeypatch.setattr(f"parcferme.server.storage.clock.{limit}", 10**15)
    return hand


def test_an_orderly_restart_neither_gives_nor_takes_time(database: str, opener: Opener, hand: Hand) -> None:
    first = opener(database)
    ann, table = hotseat(first)
    hand.pass_(700)
    cookies = dict(ann.http.cookies)
    assert ann.position(table)["clocks"]["left"] == 4_300
    hand.pass_(200)
    first.close()
    hand.pass_(3_600_000)  # nobody is there
    second = opener(database)
    again = second.person()
    again.http.cookies.update(cookies)
    hand.pass_(100)
    assert again.position(table)["clocks"]["left"] == 4_000


def test_a_crash_costs_at_most_a_heartbeat(database: str, opener: Opener, hand: Hand) -> None:
    house = opener(database, heartbeat=0.05)
    _, table = hotseat(house)
    server = house.server
    hand.pass_(2_000)
    wait_for(lambda: signs_of_life(house) == [hand.now // 1_000_000])  # while people think, every heartbeat
    assert server.scheduler.task is not None
    house.loop.call_soon_threadsafe(server.scheduler.task.cancel)
    wait_for(server.scheduler.task.done)
    hand.pass_(40)  # the crash comes this long after the last sign of life
    hand.pass_(3_600_000)
    with server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        mine = server.store.worker, "other", hand.now // 1_000_000
        assert _take(connection, server.store.backend, *mine) == 1  # as another process does it
    with server.store.engine.connect() as connection:
        row = connection.execute(select(tables).where(tables.c.id == table)).one()
    assert row.owner == "other"
    assert row.shift == 3_600_040  # the outage is not charged, nor is what no sign of life vouches for


def signs_of_life(house: House) -> list[int]:
    with house.server.store.engine.connect() as connection:
        return list(connection.execute(select(workers.c.alive_at)).scalars())


def test_tables_nobody_will_start_are_closed(database: str, opener: Opener, hand: Hand) -> None:
    house = opener(database)
    ann, bob = house.person(), house.person()
    forgotten, empty = ann.open()["id"], ann.open(seats=[{"kind": "open"}])["id"]
    slow = ann.open(pace={"kind": "correspondence", "days": 2})["id"]
    lively, talkative = (ann.open(chat="all", options={"players": 3})["id"] for _ in range(2))
    running = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]

    def states(*tables: str) -> list[str]:
        return [bob.get(f"/api/tables/{table}")["status"] for table in tables]

    line = ann.line(forgotten)
    line.next("hello")
    hand.pass_(10 * DAY)
    bob.join(lively)
    ann.post(f"/api/tables/{talkative}/chat", {"text": "anybody?"}, 201)
    hand.pass_(4 * DAY)
    line.next("close")
    wait_for(lambda: states(empty) == ["closed"])
    assert states(slow, lively, talkative, running) == ["gathering"] * 3 + ["playing"]
    hand.pass_(16 * DAY)
    wait_for(lambda: states(slow, lively, talkative) == ["closed"] * 3)
    assert states(running) == ["playing"]


def test_a_table_is_not_forgotten_while_no_server_runs(database: str, opener: Opener, hand: Hand) -> None:
    first = opener(database)
    ann = first.person()
    some = [ann.open()["id"], ann.open(seats=[{"kind": "open"}])["id"]]
    hand.pass_(DAY)
    first.close()
    hand.pass_(30 * DAY)
    second = opener(database)
    eve, scheduler = second.person(), second.server.scheduler
    second.run(scheduler.close_forgotten(hand.now // 1_000_000))
    assert [eve.get(f"/api/tables/{table}")["status"] for table in some] == ["gathering"] * 2
    hand.pass_(13 * DAY)
    wait_for(lambda: [eve.get(f"/api/tables/{table}")["status"] for table in some] == ["closed"] * 2)
