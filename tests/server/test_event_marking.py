"""Papers of events on a running server: handed in, kept, driven in the browser, marked and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcferme.organise.verify import verify
from parcferme.server.storage.schema import drafts
from tests.server.conftest import Opener
from tests.server.house import House
from tests.server.rally import CLOSES, DICE, KIT, ROUND, Rally, at, drive_to_the_end, sheet

DATABASES = ["sqlite"]


def test_a_drive_in_the_browser_uses_the_events_dice_and_is_handed_in(house: House) -> None:
    rally = Rally(house, DICE, "private", "Ann", "Bob").open()
    ann, bob = rally.crews["Ann"], rally.crews["Bob"]
    table, attempt = drive_to_the_end(ann, rally)
    assert attempt == 1
    assert ann.post(f"{rally.url}/drives", status=200)["table"] != ""  # a second attempt may begin before it
    handed = ann.post(f"{rally.url}/papers", {"kind": "drive", "attempt": 1}, 201)
    again = ann.post(f"{rally.url}/papers", {"kind": "drive", "attempt": 1}, 404)
    assert (handed["paper"]["number"], again["code"]) == (1, "no_such")
    rally.marked()
    mark = rally.info(ann)["yours"]["papers"][0]["mark"]
    assert (mark["status"], len(mark["score"])) == ("home", 3)
    for person in (bob, rally.host, house.person()):
        assert person.ask("GET", f"/api/tables/{table}", status=404)["code"] == "not_found"
    rally.close()
    assert verify(ann.http.get(f"{rally.url}/file").text).marks == 1


def test_nobody_else_drives_in_a_trial_and_no_roll_is_taken_back(shared: House) -> None:
    rally = Rally(shared, DICE, "private", "Ann").open()
    ann = rally.crews["Ann"]
    table = ann.post(f"{rally.url}/drives")["table"]
    assert ann.post(f"{rally.url}/drives")["table"] == table  # it goes on: no attempt is used by asking twice
    assert rally.info(ann)["yours"]["attempts"] == 1
    told = ann.get(f"/api/tables/{table}")
    assert (told["event"], told["drive"], told["links"]) == (rally.id, True, [])
    assert ann.post(f"/api/tables/{table}/leave", status=409)["code"] == "started"
    while not any(entry[0] == "chance" for entry in ann.get(f"/api/tables/{table}/record")["log"]):
        ann.play_first(table)
    assert ann.post(f"/api/tables/{table}/undo", {"to": 0}, 409)["code"] == "bad_undo"
    ann.post(f"/api/tables/{table}/close")
    assert "secret" not in ann.get(f"/api/tables/{table}")["dice"]
    assert ann.get(f"/api/tables/{table}/journal")["secret"] == ""
    assert ann.post(f"/api/tables/{table}/rematch", status=422)["code"] == "bad_setup"


def test_a_paper_sent_twice_is_handed_in_once(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open()
    for _ in range(3):
        told = rally.hand_in("Ann", sheet(KIT, 10, 20))
        assert (told["paper"]["number"], told["left"]) == (1, 2)
    rally.hand_in("Ann", sheet(KIT, 10, 30))
    rally.hand_in("Ann", sheet(KIT, 10, 40))
    assert rally.hand_in("Ann", sheet(KIT, 20), 409)["code"] == "all_used"


def test_a_malformed_paper_is_refused_with_its_place_and_uses_nothing(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open()
    ann = rally.crews["Ann"]
    refused = rally.hand_in("Ann", sheet(KIT, 10, 25), 422)
    assert refused["code"] == "bad_paper"
    assert "row TC2, turn 2" in refused["reason"]
    faults = ann.post(f"{rally.url}/check", {"text": sheet("S3", 10)})["faults"]
    assert [fault["clause"] for fault in faults] == ["RR-45"]
    other = '{"format": "parcferme-record", "game": "rallyman"}'
    assert rally.hand_in("Ann", other, 422, "record")["code"] == "bad_paper"
    assert rally.info(ann)["yours"]["papers"] == []


def test_drafts_are_kept_on_every_device_also_after_the_closing(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open()
    ann = rally.crews["Ann"]
    ann.ask("PUT", f"{rally.url}/draft", {"text": "10", "device": "desk"})
    at(shared, "2096-11-17T13:00:00Z")
    told = ann.ask("PUT", f"{rally.url}/draft", {"text": "20", "device": "phone"})
    assert (told["text"], told["spare"], told["spare_device"]) == ("20", "10", "desk")
    at(shared, CLOSES)
    assert ann.ask("PUT", f"{rally.url}/draft", {"text": "30", "device": "phone"})["text"] == "30"
    assert shared.person().ask("GET", f"{rally.url}/draft", status=404)["code"] == "not_found"


def test_drafts_and_entries_are_exported_and_drafts_are_deleted_with_their_owner(house: House) -> None:
    rally = Rally(house, ROUND, "private", "Ann").open()
    ann = rally.crews["Ann"]
    ann.ask("PUT", f"{rally.url}/draft", {"text": "10", "device": "desk"})
    told = ann.get("/api/account/export")
    assert (told["events"], [draft["text"] for draft in told["drafts"]]) == ([rally.id], ["10"])
    ann.post("/api/account/delete")
    rows = house.run(house.server.store.read(lambda connection: list(connection.execute(drafts.select()))))
    assert rows == []


def test_results_of_a_large_event_are_ready_after_a_restart_and_follow_a_decision(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parcferme.server.live.events.LARGE", 2)
    house = opener(database)
    rally = Rally(house, ROUND, "public", "Ann", "Bob").open()
    rally.hand_in("Ann", sheet(KIT, 10, 20, 30))
    rally.hand_in("Bob", sheet(KIT, 10, 10))
    crew = rally.crew("Ann")
    rally.close()
    rally.marked()
    house.close()
    again = opener(database)
    held = again.server.events.held[rally.id]  # nobody has asked for it
    assert held._outcome is not None
    visitor, worked_out = again.person(), held.outcome()
    before = visitor.get(f"{rally.url}/results")["rows"]
    assert held.outcome() is worked_out
    host = again.person()
    host.http.cookies.update(dict(rally.host.http.cookies))
    decision = {"crew": crew, "number": 1, "verdict": "false_entry", "text": "Another kit"}
    host.post(f"{rally.url}/decisions", decision)
    after = visitor.get(f"{rally.url}/results")["rows"]
    assert [row["status"] for row in after if row["name"] == "Ann"] == ["disqualified"]
    assert [row["status"] for row in before if row["name"] == "Ann"] != ["disqualified"]


def test_papers_and_drives_are_counted_for_each_crew(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    rally = Rally(house, ROUND, "private", "Ann").open()
    statuses = [
        rally.crews["Ann"].http.post(f"{rally.url}/papers", json={"kind": "sheet"}).status_code for _ in range(25)
    ]
    assert statuses[-1] == 429
    assert rally.info(rally.crews["Ann"])["status"] == "open"


def test_texts_are_bounded_and_long_papers_are_read(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open()
    ann = rally.crews["Ann"]
    long = sheet(KIT, 10) + "\n".join(["TC4,1,1,,,10"] * 300)
    assert len(long) > 1_000
    ann.ask("PUT", f"{rally.url}/draft", {"text": long, "device": "d"})
    assert ann.get(f"{rally.url}/draft")["text"] == long
    assert ann.ask("PUT", f"{rally.url}/draft", {"text": "x" * 400_001, "device": "d"}, 422)["code"] == "bad_value"
