"""Whoever deletes themselves is gone: no page, list, board, file or database tells their name any more."""

from __future__ import annotations

import json
import re

from sqlalchemy import insert, select

from parcferme.organise.verify import verify
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import metadata, pushes
from parcferme.solve.puzzle_sets import puzzles_of
from tests.server.house import House, Person, wait_for
from tests.server.rally import DICE, KIT, ROUND, Rally, drive_to_the_end, sheet
from tests.server.test_puzzles import driven_from

NUMBER = re.compile(r"№ \d{5}")
PASSWORD = "correct horse"


def go(person: Person) -> None:
    person.post("/api/account/delete", {"password": PASSWORD})


def test_results_and_file_of_an_event_tell_a_number_and_are_still_right(shared: House) -> None:
    rally = Rally(shared, ROUND, "public", "Zwentibold", "Bob").open()
    for name in rally.crews:
        rally.hand_in(name, sheet(KIT, 10, 20))
    crew = rally.crew("Zwentibold")
    rally.close()
    rally.marked()
    rally.host.post(f"{rally.url}/publish")
    assert "Zwentibold" in str(rally.crews["Bob"].get(f"{rally.url}/results"))
    go(rally.crews["Zwentibold"])
    rally.marked()
    stranger = shared.person()
    rows = stranger.get(f"{rally.url}/results")["rows"]
    (called,) = {row["name"] for row in rows} - {"Bob"}
    assert NUMBER.fullmatch(called)
    text = stranger.http.get(f"{rally.url}/file").text
    assert "Zwentibold" not in text
    assert verify(text).marks == 2
    assert stranger.get(f"{rally.url}/papers/{crew}/1")["name"] == called
    rally.host.post(f"{rally.url}/final", status=409)  # the event goes on: protests are open


def test_an_organiser_who_goes_is_a_number_in_the_regulations(shared: House) -> None:
    rally = Rally(shared, ROUND, "public", "Ann").open()
    name = rally.host.get("/api/account")["name"]
    go(rally.host)
    told = rally.crews["Ann"].get(rally.url)
    assert NUMBER.fullmatch(told["organiser"])
    assert name not in rally.crews["Ann"].http.get("/api/events?limit=100").text


def test_what_others_write_at_the_same_moment_is_chained_to_the_journal_as_it_is_then(house: House) -> None:
    rally = Rally(house, ROUND, "public", "Zwentibold", "Bob").open()
    held = house.server.events.held[rally.id]
    go(rally.crews["Zwentibold"])
    house.server.events.held[rally.id] = held  # as a worker has it that has not heard of it yet
    rally.hand_in("Bob", sheet(KIT, 10, 20))
    rally.close()
    rally.marked()
    rally.host.post(f"{rally.url}/publish")
    assert verify(house.person().http.get(f"{rally.url}/file").text).marks == 1


def test_no_column_of_the_database_holds_the_name_of_who_has_gone(house: House) -> None:
    gone = house.person()
    gone.post("/api/account", {"name": "Zwentibold", "password": PASSWORD}, 201)
    bob = house.person()
    bob.post("/api/account", {"name": "Bob", "password": PASSWORD}, 201)
    gone.ask("PATCH", "/api/account", {"webhook": "https://example.org/zwentibold", "plate": 3})
    bob.post("/api/friends/Zwentibold", {"deed": "ask"})
    club = gone.post("/api/clubs", {"name": "Gravel", "about": ""}, 201)["id"]
    table = bob.open(name="Bob", chat="all", title="A game")["id"]
    gone.join(table)
    gone.post(f"/api/tables/{table}/chat", {"text": "Zwentibold was here", "id": "1"}, 201)
    rally = Rally(house, DICE, "public").open()
    gone.post(f"{rally.url}/enter", {"name": "Zwentibold", "klass": ""})
    rally.crews["Zwentibold"] = gone
    _, attempt = drive_to_the_end(gone, rally)
    gone.post(f"{rally.url}/papers", {"kind": "drive", "attempt": attempt}, 201)
    exported = gone.get("/api/account/export")
    assert [note["kind"] for note in exported["event_notes"]] == ["enter", "begin", "submit"], "all they have written"
    assert [one["club_id"] for one in exported["clubs"]] == [club]
    assert found(house, "zwentibold")
    go(gone)
    assert found(house, "zwentibold") == []
    assert bob.http.get(f"/api/clubs/{club}").status_code == 404
    assert bob.http.get("/api/people/Zwentibold").status_code == 404


def _tries_and_makes_a_puzzle(person: Person) -> None:
    """A first try of the house's, and one of their own from a replay."""
    puzzle = next(iter(puzzles_of("rallye_code").values()))
    best = puzzle.found.judged.best()[0]
    person.post(f"/api/puzzles/{puzzle.id}/tries", {"choice": best})
    text = json.loads(driven_from(puzzle).to_text())
    record = person.post("/api/records", {**text, "seats": ["Zwentibold", *text["seats"][1:]]}, 201)["id"]
    person.post("/api/puzzles", {"record": record, "at": 0, "seat": puzzle.found.seat}, 201)


def _drives_a_ghost(person: Person) -> str:
    """The record on a course of RALLY; returns the address of its board."""
    key = person.get("/api/ladders/rally/courses")["courses"][4]["key"]
    board = f"/api/ladders/rally/courses/{key}"
    options = {**person.get(board)["course"]["options"], "players": 1}
    form = {"game": "rally", "options": options, "undo": "off", "aids": [], "seats": [{"kind": "me"}]}
    table = person.post("/api/tables", form, 201)["id"]
    while (position := person.position(table))["status"] == "playing":
        person.act(table, position["actions"][0]["notation"])
    wait_for(lambda: "Zwentibold" in str(person.get(board)["rows"]), 60)
    return board


def _is_told_by_a_browser(house: House, id: str) -> None:
    engine = open_engine(house.settings.database_url())
    row = {"id": "1", "person": id, "endpoint": "https://push.example.org/zwentibold", "key": "", "auth": "", "at": 0}
    with engine.begin() as connection:
        connection.execute(insert(pushes), row)
    engine.dispose()


def found(house: House, word: str) -> list[str]:
    """Where a word stands in the database."""
    engine = open_engine(house.settings.database_url())
    with engine.connect() as connection:
        hits = [
            f"{table.name}.{name}"
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
            for name, value in row._mapping.items()
            if word in str(value).casefold()
        ]
    engine.dispose()
    return hits
