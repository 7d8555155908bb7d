"""Nothing spoils, over the wire: two events on one server that differ only in what others have handed in answer the
same bytes to everybody who must not know it: a crew, a stranger, the organiser, an administrator."""

from __future__ import annotations

import re

import pytest

from tests.server.house import House, Json, Person
from tests.server.rally import DICE, KIT, MATCH, ROUND, Rally, administrator, at, sheet

DATABASES = ["sqlite"]
CALLS = ["", "/results", "/standings", "/draft", "/drives", "/sheet", "/file", "/papers/crew1/1"]
CALLS += ["/papers/crew1/1/record", "/papers/crew1/2", "/papers/crew1/1/review", "/decisions", "/leader"]
PROFILE = ["", "/matches", "/games/rally_round", "/games/rallyman", "/bests/rallyman"]
LISTS = ["/api/events?status=open&limit=100", "/api/events/mine", "/api/tables/mine", "/api/tables?status=playing"]


def told(rally: Rally, watcher: Person) -> list[str]:
    """Everything a watcher can ask for, as text without what names the event, with its size and status."""
    rows = [_rows_of(rally, watcher.http.get(call).json()) for call in LISTS]
    pages = [watcher.http.get(f"{rally.url}{call}?key={rally.key}") for call in CALLS]
    bob = rally.crews["Bob"].get("/api/account")["id"]
    pages += [watcher.http.get(f"/api/people/{bob}{call}") for call in PROFILE]
    page = watcher.http.get(f"/events/{rally.id}")
    found = [f"{answer.status_code} {answer.text}" for answer in (*pages, page)]
    texts = [_masked(rally, text).replace(bob, "BOB") for text in (*map(str, rows), *found)]
    return texts + [str(len(_masked(rally, answer.text))) for answer in pages]


def _rows_of(rally: Rally, answer: Json) -> list[Json]:
    rows: list[Json] = answer["events"] if "events" in answer else answer["tables"]
    return [row for row in rows if row["id"] == rally.id]


def _masked(rally: Rally, text: str) -> str:
    text = text.replace(rally.id, "EVENT").replace(rally.key, "KEY")
    text = re.sub(r"Host \d+", "HOST", text)
    text = re.sub(r'"(since|plate)": ?\d+', "PROFILE", text)  # when they first came; the plate follows from their id
    return re.sub(r'("commitment": ?")[0-9a-f]{64}', r"\1HASH", text)


def watchers(rally: Rally) -> list[Person]:
    return [rally.crews["Ann"], rally.host, rally.house.person()]


def pair(house: House, regulations: Json, monkeypatch: pytest.MonkeyPatch) -> list[Rally]:
    """Two events with the same secret and titles; the clocks stand still, and ids are as long."""
    monkeypatch.setattr("parcferme.server.api.events.new_secret", lambda: bytes(32))
    monkeypatch.setattr("parcferme.server.api.events._entry_id", lambda event: f"crew{len(event.entries)}")
    made = [Rally(house, regulations, "private", "Ann", "Bob") for _ in range(2)]
    made[0].open()
    return made


def same(rallies: list[Rally]) -> None:
    views = [[told(rally, watcher) for watcher in watchers(rally)] for rally in rallies]
    for one, other in zip(*views, strict=True):
        for left, right in zip(one, other, strict=True):
            assert left == right


def test_sheets_and_drafts_of_others_show_nowhere(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet, busy = pair(shared, ROUND, monkeypatch)
    same([quiet, busy])
    busy.hand_in("Bob", sheet(KIT, 10, 20, 30))
    busy.hand_in("Bob", sheet(KIT, 20))
    busy.crews["Bob"].ask("PUT", f"{busy.url}/draft", {"text": "a long draft " * 50, "device": "phone"})
    busy.marked()
    same([quiet, busy])
    at(shared, "2096-11-18T12:00:00Z")
    quiet.marked()
    assert told(quiet, quiet.host) != told(busy, busy.host)  # now everybody sees everything


def test_drives_of_others_show_nowhere(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet, busy = pair(shared, DICE, monkeypatch)
    bob = busy.crews["Bob"]
    table = bob.post(f"{busy.url}/drives")["table"]
    for _ in range(5):
        bob.play_first(table)
    same([quiet, busy])
    assert table not in str(shared.person().lobby("?status=playing&limit=100"))
    admin = administrator(shared)
    assert admin.get(f"/api/tables/{table}", 404)["code"] == "not_found"
    for searched in (table, "Rallyman cup", ""):
        assert table not in str(admin.get(f"/api/moderation/tables?search={searched}&limit=100"))


def test_administrators_see_the_tables_of_match_events(shared: House) -> None:
    rally = Rally(shared, {**MATCH, "title": "Open tables"}, "private", "Ann", "Bob").open()
    table = rally.host.post(f"{rally.url}/rounds")["drawn"][0]["tables"][0]["table"]
    assert [row["id"] for row in administrator(shared).get("/api/moderation/tables?search=Open")["tables"]] == [table]


def test_open_results_show_places_and_measures_alone(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = pair(shared, {**ROUND, "results": "open"}, monkeypatch)
    for rally, cells in ((one, (10, 20)), (other, (10, 10, 10))):  # both retire on the first section
        rally.hand_in("Bob", sheet(KIT, *cells))
        rally.marked()
    same([one, other])


def test_the_task_is_sealed_until_the_opening(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann")
    ann = rally.crews["Ann"]
    assert rally.info(ann)["options"] == {}
    assert rally.info(rally.host)["options"] != {}
    for call in ("/sheet", "/file"):
        assert ann.get(f"{rally.url}{call}", 409)["code"] == "not_now"
    assert ann.post(f"{rally.url}/drives", status=409)["code"] == "not_now"
    rally.open()
    assert rally.info(ann)["options"] != {}
    assert "Route to" in ann.get(f"{rally.url}/sheet")["text"]


def test_the_organisers_file_before_the_closing_is_the_announcement(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open()
    rally.hand_in("Ann", sheet(KIT, 10, 20))
    rally.marked()
    text = rally.host.http.get(f"{rally.url}/file").text
    assert "journal" not in text
    assert "Kit" not in text
