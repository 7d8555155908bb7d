"""A table that this program cannot play any more spoils nothing but itself: on both databases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Update, delete, func, select, update

from parcferme.house.codec import decode, encode_text
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import journal, people, tables
from tests.server.house import House, Person, wait_for

PASSWORD = "correct horse"


def spoil(house: House, change: Callable[[str], Any], id: str) -> None:
    """Change what is kept behind the server's back, as another program's version would leave it."""
    engine = open_engine(house.settings.database_url())
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(change(id))
    engine.dispose()
    house.server.tables.rooms.pop(id, None)


def setup_with(**changes: object) -> Callable[[str], Update]:
    def change(id: str) -> Update:
        setup = {**SETUP, **changes}
        row: dict[str, object] = {"setup": encode_text(setup)}
        return update(tables).where(tables.c.id == id).values(row | ({"game": setup["game"]}))

    return change


SETUP = {
    "game": "toy_dash",
    "rules": 1,
    "options": {"players": 2, "length": 8},
    "pace": {"kind": "untimed"},
    "visibility": "public",
    "undo": "free",
    "chat": "all",
    "title": "",
}
FAULTS: dict[str, Callable[[str], Any]] = {
    "unknown game": setup_with(game="chess"),
    "unknown rules": setup_with(rules=99),
    "unknown option": setup_with(options={"players": 2, "colour": "red"}),
    "no setup": lambda id: update(tables).where(tables.c.id == id).values(setup="{}"),
    "no JSON": lambda id: update(tables).where(tables.c.id == id).values(setup="{"),
    "a missing note": lambda id: delete(journal).where(journal.c.table_id == id, journal.c.seq == 1),
    "an unknown note": lambda id: update(journal).where(journal.c.table_id == id).values(kind="dance"),
}


@pytest.fixture(params=FAULTS)
def broken(request: pytest.FixtureRequest, shared: House) -> tuple[str, Person, Person]:
    """A table that gathers (Ann hosts, Bob sits, somebody is missing) and cannot be loaded."""
    ann, bob = shared.person(), shared.person()
    table = str(ann.open(options={"players": 3}, chat="all")["id"])
    bob.join(table)
    spoil(shared, FAULTS[request.param], table)
    return table, ann, bob


Broken = tuple[str, Person, Person]


def test_its_people_are_told_and_lists_go_on(shared: House, broken: Broken) -> None:
    table, _, bob = broken
    other = bob.open()["id"]
    for look in ("", "/position", "/opening", "/record", "/frames", "/chat"):
        refused = bob.get(f"/api/tables/{table}{look}", 503)
        assert refused["code"] == "unreadable"
        assert "Traceback" not in refused["reason"]
    assert bob.line(table).next()["code"] == "unreadable"
    assert bob.post(f"/api/tables/{table}/join", {}, 503)["code"] == "unreadable"
    assert {table, other} <= {row["id"] for row in shared.person().lobby("?limit=100")}
    assert {table, other} == {row["id"] for row in bob.mine()}
    assert bob.http.get(f"/table/{table}").status_code in (200, 404)  # the page, where a client is installed


def test_its_host_closes_it_and_its_people_export_it(shared: House, broken: Broken) -> None:
    table, ann, bob = broken
    path = f"/api/tables/{table}"
    assert bob.get(f"{path}/journal", 409)["code"] == "not_over"  # it may hold what others have hidden
    assert bob.post(f"{path}/abandon", {}, 403)["code"] == "not_host"
    assert shared.person().post(f"{path}/abandon", {}, 401)["code"] == "not_signed_in"
    assert ann.post(f"{path}/abandon", {}) == {"ok": True}
    assert table not in {row["id"] for row in ann.lobby("?limit=100")}
    kept = bob.get(f"{path}/journal")
    assert kept["notes"][-1]["kind"] == "close"
    assert [note["seq"] for note in kept["notes"]] == sorted({note["seq"] for note in kept["notes"]})
    assert len(kept["secret"]) == 64
    eve = shared.person()
    eve.open()
    assert eve.get(f"{path}/journal", 403)["code"] == "not_seated"
    assert ann.post(f"{path}/abandon", {}, 409)["code"] == "not_playing"


def test_its_people_see_what_they_can_do_about_it(shared: House, broken: Broken) -> None:
    table, ann, bob = broken
    told = [person.get(f"/api/tables/{table}/kept") for person in (ann, bob)]
    assert [(one["hosting"], one["over"], one["status"]) for one in told] == [
        (True, False, "gathering"),
        (False, False, "gathering"),
    ]
    ann.post(f"/api/tables/{table}/abandon", {})
    assert bob.get(f"/api/tables/{table}/kept")["over"] is True
    eve = shared.person()
    eve.open()
    assert eve.get(f"/api/tables/{table}/kept", 403)["code"] == "not_seated"


def test_an_account_can_be_deleted_nevertheless(shared: House, broken: Broken) -> None:
    table, ann, bob = broken
    ann.post("/api/account/delete", {})
    assert ann.get("/api/account")["id"] == ""
    hosts = [row["host"] for row in bob.mine() if row["id"] == table]
    assert hosts == [bob.get("/api/account")["name"]]  # Bob hosts it now
    bob.post("/api/account/delete", {})
    assert status(shared, table) == "closed"


def status(house: House, id: str) -> str:
    engine = open_engine(house.settings.database_url())
    with engine.connect() as connection:
        found: str = connection.execute(select(tables.c.status).where(tables.c.id == id)).scalar_one()
        gone = select(func.count()).select_from(people).where(people.c.kind == "gone")
        assert connection.execute(gone).scalar_one() >= 2
    engine.dispose()
    return found


def test_a_table_that_can_be_opened_is_closed_in_the_usual_way(shared: House) -> None:
    ann = shared.person()
    table = ann.open()["id"]
    assert ann.post(f"/api/tables/{table}/abandon", {}, 409)["code"] == "conflict"
    ann.post(f"/api/tables/{table}/close")
    assert ann.get(f"/api/tables/{table}/journal")["setup"]["game"] == "toy_dash"
    assert ann.get("/api/tables/nothing/journal", 404)["code"] == "not_found"


def test_a_broken_clock_or_bot_is_tried_seldom(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(pace={"kind": "live", "bank": 5, "increment": 0})["id"]
    bob.join(table)
    spoil(shared, FAULTS["an unknown note"], table)
    due = update(tables).where(tables.c.id == table).values(due=1)
    spoil(shared, lambda id: due, table)
    wait_for(lambda: table in shared.server.scheduler.troubled)
    rooms = shared.server.tables
    assert ann.get(f"/api/tables/{table}", 503)["code"] == "unreadable"
    tried = rooms.unreadable[table]
    wait_for(lambda: shared.server.scheduler.searched)
    assert rooms.unreadable[table] == tried  # not loaded again with every heartbeat


def test_a_table_that_was_mended_is_opened_again(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared.person()
    table = ann.open()["id"]
    good = decode(encode_text({"setup": ""}))
    engine = open_engine(shared.settings.database_url())
    with engine.connect() as connection:
        good["setup"] = connection.execute(select(tables.c.setup).where(tables.c.id == table)).scalar_one()
    engine.dispose()
    spoil(shared, FAULTS["no setup"], table)
    assert ann.get(f"/api/tables/{table}", 503)["code"] == "unreadable"
    spoil(shared, lambda id: update(tables).where(tables.c.id == id).values(good), table)
    monkeypatch.setattr("parcferme.server.live.tables.UNREADABLE_SECONDS", 0)
    assert ann.get(f"/api/tables/{table}")["id"] == table
