"""Who hosts a table, as several workers know it."""

from __future__ import annotations

from tests.server.conftest import Opener
from tests.server.house import Postgres, wait_for


def test_a_new_host_is_known_to_all_workers(postgres: Postgres, opener: Opener) -> None:
    database = postgres.fresh()
    here, there = opener(database), opener(database)
    ann, bob = here.person(), there.person()
    table = ann.open(options={"players": 3})["id"]
    bob.join(table, name="Bob")
    assert bob.get(f"/api/tables/{table}")["hosting"] is False
    ann.post("/api/account/delete")
    wait_for(lambda: bob.get(f"/api/tables/{table}")["hosting"])
    assert bob.post(f"/api/tables/{table}/bots", {"seat": 0, "level": "novice"})["host"] == "Bob"
