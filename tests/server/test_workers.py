"""Several workers on one PostgreSQL: shared tables, fan-out, take-over."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import Opener
from tests.server.house import PATIENCE, House, Person, Postgres, Spawned, wait_for
from tests.support import free_port

LIVE = {"kind": "live", "bank": 60, "increment": 0, "sealed": 60}


@pytest.fixture
def two(postgres: Postgres, opener: Opener) -> tuple[House, House]:
    database = postgres.fresh()
    return opener(database), opener(database)


def test_people_at_different_workers_share_a_table(two: tuple[House, House]) -> None:
    ann, bob = two[0].person(), two[1].person()
    table = ann.open(options={"length": 400}, chat="all")["id"]
    hers = ann.line(table)
    hers.next("hello")
    bob.join(table, name="Bob")
    assert hers.next("seats")["seats"][1]["name"] == "Bob"
    assert hers.next("start")["position"]["status"] == "playing"
    his = bob.line(table)
    his.next("hello")
    assert hers.next("presence")["seats"] == [0, 1]
    hers.answer(do="act", node=0, action="gear:2")
    assert his.next("play")["steps"][0]["entry"] == [0, "gear:2"]
    hers.answer(do="act", node=1, action="lift")
    his.next("play")
    assert his.answer(do="act", node=2, action="gear:1")["type"] == "ok"
    assert hers.next("play")["by"] in (0, 1)
    bob.post(f"/api/tables/{table}/chat", {"text": "hello"}, 201)
    assert hers.next("chat")["line"]["name"] == "Bob"


def test_sealing_at_two_workers_at_once_opens_the_phase_exactly_once(two: tuple[House, House]) -> None:
    for _ in range(8):
        ann, bob = two[0].person(), two[1].person()
        table = ann.open("toy_bids", options={"rounds": 1})["id"]
        bob.join(table)
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(who.act, table, "bid:222", 0) for who in (ann, bob)]
            assert all(job.result()["ok"] for job in jobs)
        for who in (ann, bob):  # each worker hears of it in its own time
            wait_for(partial(_is_finished, who, table))
        assert [who.position(table)["node"] for who in (ann, bob)] == [1, 1]


def _is_finished(who: Person, table: str) -> bool:
    return bool(who.position(table)["status"] == "finished")


def test_a_token_revoked_at_one_worker_ends_its_lines_at_the_others(two: tuple[House, House]) -> None:
    owner = two[0].person()
    owner.post("/api/account", {"name": "Owner", "password": "correct horse"}, 201)
    made = owner.post("/api/account/tokens", {"label": "bot", "scopes": ["read", "play"]}, 201)
    line = two[1].person(made["token"]).line(owner.open()["id"])
    line.next("hello")
    owner.ask("DELETE", f"/api/account/tokens/{made['id']}")
    with pytest.raises(ConnectionClosed, match="1012"):
        line.next("never")


def test_two_workers_acting_at_once_let_one_through(two: tuple[House, House]) -> None:
    ann = two[0].person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 400})["id"]
    twin = two[1].person()
    twin.http.cookies.update(dict(ann.http.cookies))
    for node in range(0, 12, 2):
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(_try, who, table, node) for who in (ann, twin)]
            codes = sorted(job.result() for job in jobs)
        assert codes == ["late", "ok"]
        assert _try(ann, table, node + 1, "lift") == "ok"


def _try(who: Person, table: str, node: int, action: str = "gear:1") -> str:
    body = {"node": node, "action": action, "id": f"{id(who)}.{node}"}
    return str(who.http.post(f"/api/tables/{table}/act", json=body).json().get("code", "ok"))


def test_bots_are_driven_by_the_worker_that_minds_the_table(two: tuple[House, House]) -> None:
    ann, bob = two[0].person(), two[1].person()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "novice"}]
    table = ann.open(options={"players": 3, "length": 400}, seats=seats)["id"]
    bob.join(table)
    ann.act(table, "gear:1", 0)
    ann.act(table, "lift", 1)
    line = bob.line(table)
    line.next("hello")
    line.answer(do="act", node=2, action="gear:1")
    line.answer(do="act", node=3, action="lift")
    while line.next("play")["position"]["to_act"] != [0]:
        pass
    assert sum(message.get("cause") == "bot" for message in line.kept) == 2


def test_what_is_of_no_concern_to_a_worker_costs_it_nothing(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that another one minds and nobody here looks at: hearing of its moves reads nothing."""
    other = two[1].server
    heard: list[str] = []
    begun: list[object] = []
    monkeypatch.setattr(other.tables, "heard_of", lambda *ids: heard.extend(ids))
    monkeypatch.setattr(other.fanout.errands, "begin", begun.append)
    ann = two[0].person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 400})["id"]
    ann.act(table, "gear:1", 0)
    wait_for(lambda: table in heard)
    assert begun == []


def test_an_orderly_end_hands_the_tables_over_at_once(postgres: Postgres, opener: Opener) -> None:
    database = postgres.fresh()
    first, second = opener(database), opener(database)
    ann = first.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], pace=LIVE)["id"]
    cookies = dict(ann.http.cookies)
    first.close()
    again = second.person()
    again.http.cookies.update(cookies)
    assert _owned(second, again, table)


def test_a_workers_death_moves_its_tables_to_the_others(postgres: Postgres, opener: Opener) -> None:
    database = postgres.fresh()
    doomed = Spawned(database, free_port())
    try:
        survivor = opener(database)
        ann = doomed.person()
        table = ann.open(seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}], pace=LIVE, options={"length": 400})
        table = table["id"]
        ann.act(table, "gear:1", 0)
        cookies = dict(ann.http.cookies)
        doomed.kill()
    finally:
        doomed.close()
    again = survivor.person()
    again.http.cookies.update(cookies)
    assert again.position(table)["node"] == 1  # nothing acknowledged was lost
    assert _owned(survivor, again, table)
    assert survivor.server.tables.rooms[table].stored.shift > 0  # the silence was not charged
    line = again.line(table)
    line.next("hello")
    line.answer(do="act", node=1, action="lift")
    while line.next("play")["position"]["to_act"] != [0]:
        pass
    assert any(message.get("cause") == "bot" for message in line.kept)


def test_a_take_over_is_heard_by_those_who_had_no_part_in_it(postgres: Postgres, opener: Opener) -> None:
    database = postgres.fresh()
    silent, heir, third = opener(database), opener(database), opener(database, lease=600.0)
    ann, eve = silent.person(), third.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], pace=LIVE)["id"]
    line = eve.line(table)
    line.next("hello")
    ann.line(table)
    while line.next("presence")["seats"] != [0, 1]:
        pass
    scheduler = silent.server.scheduler.task
    assert scheduler is not None
    scheduler.get_loop().call_soon_threadsafe(scheduler.cancel)
    assert line.next("presence")["seats"] == []
    eve.position(table)
    stored = third.server.tables.rooms[table].stored
    assert stored.owner == heir.server.store.worker
    assert stored.shift > 0


def _owned(house: House, person: Person, table: str, seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        person.position(table)
        if house.server.tables.rooms[table].stored.owner == house.server.store.worker:
            return True
        time.sleep(0.1)
    return False


def test_one_command_starts_several_workers_and_survives_the_death_of_one(postgres: Postgres) -> None:
    server = Spawned(postgres.fresh(), free_port(), PARCFERME_WORKERS="2")
    try:
        ann = server.person()
        table = ann.open("rallyman", options={"players": 2}, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        moves = [patiently(ann, table) for _ in range(4)]
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        workers = [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        moves += [patiently(ann, table) for _ in range(4)]
        log = ann.get(f"/api/tables/{table}/record")["log"]
        assert [log[node] for node, _ in moves] == [entry for _, entry in moves]
        assert server.stop() == 0
    finally:
        server.close()


def patiently(person: Person, table: str) -> tuple[int, list[object]]:
    """Make a move, again and again if the line breaks; returns the node and the entry that was acknowledged."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            position = person.position(table)
            seat, action = position["to_act"][0], position["actions"][0]["notation"]
            person.act(table, action, position["node"])
            return position["node"], [seat, action]
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("no worker answers")


def test_a_name_that_changes_at_one_worker_changes_at_the_others(two: tuple[House, House]) -> None:
    here, there = two
    ann, bob = here.person(), there.person()
    table = ann.open(name="Ann", chat="all")["id"]
    bob.join(table, name="Bob")
    line = bob.line(table)
    ann.ask("PATCH", "/api/account", {"name": "Anna"})
    wait_for(lambda: bob.position(table)["seats"][0]["name"] == "Anna")
    ann.post(f"/api/tables/{table}/chat", {"text": "hello"}, 201)
    assert line.next("chat")["line"]["name"] == "Anna"
