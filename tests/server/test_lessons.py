"""Lessons over HTTP: choices in a record, other moves tried, and what is refused."""

from __future__ import annotations

from tests.server.house import House
from tests.server.test_aids import finished


def test_a_record_tells_its_choices_and_lets_other_moves_be_tried(shared: House) -> None:
    ann, table = finished(shared)
    record = ann.post("/api/records", ann.get(f"/api/tables/{table}/record"), 201)["id"]
    told = ann.get(f"/api/records/{record}/choices?at=0&seat=0")
    assert "gear:1" in [action["notation"] for action in told["actions"]]
    tried = ann.post(f"/api/records/{record}/attempts", {"at": 0, "seat": 0, "action": "gear:2"})
    assert tried["refusal"] is None
    assert tried["steps"][0]["entry"] == [0, "gear:2"]
    refused = ann.post(f"/api/records/{record}/attempts", {"at": 0, "seat": 0, "action": "push"})
    assert refused["steps"] == []
    assert refused["refusal"]["clause"]


def test_what_is_not_there_is_refused(shared: House) -> None:
    ann, table = finished(shared)
    record = ann.post("/api/records", ann.get(f"/api/tables/{table}/record"), 201)["id"]
    assert ann.get(f"/api/records/{record}/choices?at=99&seat=0", 404)["code"] == "not_found"
    assert ann.get(f"/api/records/{record}/choices?at=0&seat=9", 404)["code"] == "not_found"
    assert ann.get("/api/records/none/choices?at=0", 404)["code"] == "not_found"
    ann.post(f"/api/records/{record}/attempts", {"at": 0, "seat": 0, "action": "fly"}, 422)
