"""What an upgrade does to matches that run: they go on, on the database's new version and under their own rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command

from parcferme.core import registry
from parcferme.house import catalogue
from parcferme.server.ops.settings import Settings
from parcferme.server.ops.verbs import check_database
from parcferme.server.storage.database import alembic_config, latest, version
from tests.server.conftest import Opener
from tests.server.house import House, Person

PASSWORD = "correct horse"


def begin(house: House, **more: object) -> tuple[Person, Person, str]:
    """An account and a guest at a match that has begun."""
    ann, bob = house.person(), house.person()
    ann.post("/api/account", {"name": "Ann", "password": PASSWORD}, 201)
    body = {"game": "toy_dash", "options": {"length": 400}, "chat": "all", **more}
    table = ann.post("/api/tables", body, 201)["id"]
    bob.join(table)
    ann.act(table, "gear:1", 0)
    ann.post(f"/api/tables/{table}/chat", {"text": "good luck"}, 201)
    return ann, bob, table


def again(house: House, before: Person) -> Person:
    """The same browser, at the server as it is after the upgrade."""
    person = house.person()
    person.http.cookies.update(dict(before.http.cookies))
    return person


@pytest.mark.parametrize("before", ["0015", "0016"])
def test_a_match_goes_on_when_the_database_is_brought_up_to_date(database: str, opener: Opener, before: str) -> None:
    house = opener(database)
    ann, bob, table = begin(house, pace={"kind": "correspondence", "days": 4})
    stood = bob.position(table)
    house.close()
    url = Settings(database=database).database_url()
    command.downgrade(alembic_config(url), before)
    house = opener(database)
    assert version(url) == latest()
    ann, bob = again(house, ann), again(house, bob)
    assert ann.get("/api/account")["name"] == "Ann"  # nobody has to sign in again
    now = bob.position(table)
    assert (now["node"], now["view"], now["seats"]) == (stood["node"], stood["view"], stood["seats"])
    assert abs(now["clocks"]["left"] - stood["clocks"]["left"]) < 60_000
    assert [line["text"] for line in bob.get(f"/api/tables/{table}/chat")] == ["good luck"]
    ann.act(table, "lift", 1)
    house.person().post("/api/account/login", {"name": "Ann", "password": PASSWORD})


def test_a_match_keeps_the_rules_it_began_with(tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "t.db")
    house = opener(database)
    ann, bob, table = begin(house)
    house.close()
    meta = registry.meta("toy_dash")
    with monkeypatch.context() as newer:  # a program with one more version of the rules
        newer.setattr(meta, "versions", (1, 2))
        newer.setattr(meta, "version", 2)
        house = opener(database)
        one = again(house, ann)
        assert one.act(table, "lift", 1)["ok"] is True
        fresh = one.open()["id"]
        assert [one.get(f"/api/tables/{id}/record")["rules"] for id in (table, fresh)] == [1, 2]
        assert check_database(database) == ("2 tables, 0 of them cannot be loaded", True)
        house.close()
    catalogue._shared.cache_clear()
    said, well = check_database(database)  # back to the older program, which does not know the newer match
    assert not well
    assert fresh in said
    house = opener(database)
    older = again(house, ann)
    assert older.get(f"/api/tables/{fresh}", 503)["code"] == "unreadable"
    assert older.position(table)["node"] == 2
    assert again(house, bob).get(f"/api/tables/{table}")["status"] == "playing"
