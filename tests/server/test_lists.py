"""Lists stay short whatever is in the tables: no documents, pages, bounded texts, and little of it said back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import insert, select

from parcferme.core import registry
from parcferme.core.content import read_document
from parcferme.house import catalogue, lengths
from parcferme.house.codec import encode_text
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import tables
from parcferme.server.storage.store import _is_of
from parcferme.table.errors import Denied
from tests.server.house import House, Json, Person
from tests.server.test_storage import table_row

DATABASES = ["sqlite"]
ROW_BYTES = 500


def own_map(title: str) -> Json:
    return {**read_document(registry.folder("lunar_rally") / "content" / "blue.json"), "title": title}


@pytest.fixture
def ann(shared: House) -> Person:
    return shared.person()


def test_a_list_names_a_document_by_its_title_and_hash(shared: House, ann: Person) -> None:
    table = ann.open("lunar_rally", options={"map": own_map("Own sea"), "players": 3})
    assert re.fullmatch(r'lunar_rally\(players=3,map="Own sea #[0-9a-f]{8}"\)', table["variant"])
    assert table["options"]["map"]["craters"]  # the table itself has its document
    for rows in (ann.mine(), shared.person().lobby("?game=lunar_rally")):
        row = next(row for row in rows if row["id"] == table["id"])
        assert row["variant"] == table["variant"]
        assert len(encode_text(row)) < ROW_BYTES
    other = ann.open("lunar_rally", options={"map": own_map("Own sea") | {"about": "another"}, "players": 3})
    assert other["variant"] != table["variant"]


def test_a_name_stays_short_whatever_a_document_is_called() -> None:
    nameless = catalogue.variant("lunar_rally", {**registry.meta("lunar_rally").options.read({}), "map": {"a": 1}})
    assert re.fullmatch(r'lunar_rally\(map="#[0-9a-f]{8}"\)', nameless)
    spec = registry.meta("rallyman").options
    long = {"name": "x" * 60, "stages": ["A1-A2" + "/A1-A2" * 99] * 3, "zones": {"title": "y" * 900}}
    name = catalogue.variant("rallyman", {**spec.read({}), **long})
    assert len(name) == catalogue.VARIANT_SHOWN
    assert name.endswith("…")


def test_lists_come_in_pages(shared: House, ann: Person) -> None:
    opened = [ann.open("toy_bids", title=f"round {number}")["id"] for number in range(5)][::-1]

    def every(path: str, limit: int) -> list[str]:
        found: list[str] = []
        page: Json = {"next": ""}
        while page["next"] or not found:
            page = ann.get(f"{path}limit={limit}&after={page['next']}")
            assert len(page["tables"]) <= limit
            found += [row["id"] for row in page["tables"]]
        return found

    for limit in (1, 2, 5, 100):
        assert every("/api/tables/mine?", limit) == opened
        assert [id for id in every("/api/tables?game=toy_bids&", limit) if id in opened] == opened
    assert ann.get("/api/tables/mine?limit=5")["next"] == ""
    assert ann.get("/api/tables/mine?limit=4")["next"]
    for wrong in ("limit=0", "limit=101", "after=" + "9" * 50):
        assert ann.get(f"/api/tables?{wrong}", 400)["code"] == "bad_request"
    for wrong in ("x", "1-%27", "9" * 30 + "-a"):
        assert ann.get(f"/api/tables?after={wrong}", 422)["code"] == "bad_value"


def test_tables_of_the_same_moment_are_not_lost_between_pages(shared: House, ann: Person) -> None:
    made = {f"same{number}" for number in range(4)}
    row = {**table_row(""), "game": "toy_hide", "status": "finished", "visibility": "public", "created_at": 7}
    row["summary"] = encode_text({"variant": "v", "title": "t", "pace": {"kind": "untimed"}, "players": 2})
    rows = [{**row, "id": id} for id in made]
    engine = open_engine(shared.settings.database_url())
    with engine.begin() as connection:
        connection.execute(insert(tables), rows)
    engine.dispose()
    first = ann.get("/api/tables?game=toy_hide&status=finished&limit=2")
    second = ann.get(f"/api/tables?game=toy_hide&status=finished&limit=2&after={first['next']}")
    assert {row["id"] for row in first["tables"] + second["tables"]} == made


def test_ones_own_tables_are_found_without_looking_through_everybodys(shared: House) -> None:
    """With a million tables a list of one's own would take a second."""
    engine = shared.server.store.engine
    query = select(tables.c.id).where(_is_of(frozenset({"ann", "anns-guest"})))
    written = str(query.compile(dialect=engine.dialect, compile_kwargs={"literal_binds": True}))
    with engine.connect() as connection:
        steps = [str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {written}")]
    assert any("ix_tables_host" in step for step in steps)
    assert not any(step.startswith("SCAN tables") for step in steps)


def test_no_text_in_a_body_is_endless(ann: Person) -> None:
    for options in ({"map": own_map("x" * 1_001)}, {"map": {"k" * 1_001: 1}}, {"map": {"a": [["x" * 900_000]]}}):
        refused = ann.post("/api/tables", {"game": "lunar_rally", "options": options}, 422)
        assert refused["code"] == "bad_value"
        assert "at most 1000" in refused["reason"]
        assert len(refused["reason"]) < 200
        assert ann.post("/api/games/lunar_rally/check", {"options": options}, 422)["code"] == "bad_value"
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    record = ann.get(f"/api/tables/{table}/record")
    for change in ({"notes": {"event": "x" * 1_001}}, {"seats": ["x" * 1_001, "b"]}):
        assert ann.post("/api/records", {**record, **change}, 422)["code"] == "bad_value"


def test_little_of_what_is_refused_is_said_back(ann: Person) -> None:
    long: list[Any] = ["x" * 999, ["y" * 900] * 40, {"z" * 500: 1}, [["w" * 300] * 3] * 400]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/api/games/rallyman/check", {"options": {name: value}}) for value in long for name in ("snow", "players")
    ]
    asked += [("/api/tables", {"game": "toy_dash", "undo": "x" * 999}), ("/api/games/" + "g" * 40 + "/check", {})]
    for path, body in asked:
        answer = ann.http.post(path, json=body)
        assert answer.status_code in (400, 404, 422)
        assert len(answer.json()["reason"]) <= lengths.LINE
        assert max(map(len, re.findall(r"x+|y+|z+|w+", answer.json()["reason"])), default=0) <= lengths.VALUE
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("hello")
    assert len(json.dumps(line.answer(do="x" * 3_900))) < 500


def test_a_reason_keeps_its_ends_and_its_first_lines() -> None:
    assert lengths.shown("short") == "short"
    assert lengths.shown(f"name: '{'x' * 500}' is not a name").startswith("name: 'xxx")
    assert lengths.shown(f"name: '{'x' * 500}' is not a name").endswith("x' is not a name")
    many = lengths.shown("\n".join(f"fault {n}" for n in range(50)))
    assert many.endswith("fault 19\n… and 30 more")
    with pytest.raises(Denied):
        lengths.must_be_keepable([{"a": "x" * (lengths.TEXT + 1)}])


def test_ones_own_tables_tell_with_whom_and_on_whom_they_wait(shared: House, ann: Person) -> None:
    bob = shared.person()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "novice"}]
    options = {"players": 3, "start_order": [1, 0, 2]}
    table = ann.open("rallyman", options=options, seats=seats, visibility="public")["id"]
    bob.join(table, name="Bob")
    row = next(row for row in ann.mine() if row["id"] == table)
    assert (row["people"], row["bots"], row["your_turn"]) == ([{"name": "Bob", "asked": True}], 1, False)
    assert next(row for row in bob.mine() if row["id"] == table)["your_turn"]
    alone = ann.open("rallyman", options={"players": 2}, seats=[{"kind": "me"}] * 2)["id"]
    row = next(row for row in ann.mine() if row["id"] == alone)
    assert (row["people"], row["bots"]) == ([], 0)
