"""Match events on a running server: rounds are drawn, their tables open by themselves, and results add up."""

from __future__ import annotations

from typing import Any

import pytest

from parcferme.organise.verify import verify
from parcferme.table.bots import Task
from tests.server.house import House, Json, Person, rewind, wait_for
from tests.server.rally import CODE, MATCH, ROUND, Rally

DATABASES = ["sqlite"]

LONG = {**MATCH, "rounds": 1, "options": {"length": 12}}  # not over with the first roll


def test_a_match_event_is_drawn_and_scored(shared: House) -> None:
    rally = Rally(shared, CODE, "private", "Ann", "Bob", "Eve", "Joe").open()
    drawn = rally.host.post(f"{rally.url}/rounds")["drawn"]
    assert sorted(name for table in drawn[0]["tables"] for name in table["seats"]) == ["Ann", "Bob", "Eve", "Joe"]
    for number in (1, 2):
        rally.host.post(f"{rally.url}/tables", {"round": 1, "table": number, "places": [1, 2]})
    rows = rally.crews["Ann"].get(f"{rally.url}/standings")
    assert sorted(row["points"] for row in rows) == ["6", "6", "9", "9"]
    assert rally.crews["Ann"].get(f"{rally.url}/results", 409)["code"] == "not_now"


def test_tables_of_a_round_open_by_themselves_and_their_results_are_taken(house: House) -> None:
    rally = Rally(house, {**MATCH, "rounds": 1}, "private", "Ann", "Bob").open()
    drawn = rally.host.post(f"{rally.url}/rounds")["drawn"][0]["tables"]
    pair = drawn[0]
    crews = [rally.crews[name] for name in pair["seats"]]
    told = crews[0].get(f"/api/tables/{pair['table']}")
    assert (told["event"], told["status"], told["yours"]) == (rally.id, "playing", [0])
    crews[1].post(f"/api/tables/{pair['table']}/leave")  # a bot drives on for them, and they score nothing
    drive_alone(crews[0], pair["table"])
    result = taken(rally, drawn.index(pair))
    assert sorted(result["places"]) == [1, 2]
    assert result["absent"] == [pair["seats"][1]]
    rally.close()
    assert verify(rally.host.http.get(f"{rally.url}/file").text).rounds == 1
    points = {row["name"]: row["points"] for row in rally.host.get(f"{rally.url}/standings")}
    assert points[pair["seats"][1]] == "0"


def levels_asked(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The levels of bots that think from now on."""
    asked: list[str] = []
    choose = house.server.thinker.choose

    async def noted(task: Task, host: str) -> int:
        asked.append(task.level)
        return await choose(task, host)

    monkeypatch.setattr(house.server.thinker, "choose", noted)
    return asked


Drawn = tuple[list[str], Rally, Json]


@pytest.fixture
def drawn(house: House, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """The levels of bots that think from now on, and a round that is drawn: novices stand in."""
    asked = levels_asked(house, monkeypatch)
    rally = Rally(house, {**LONG, "stand_in": "novice"}, "private", "Ann", "Bob").open()
    return asked, rally, rally.host.post(f"{rally.url}/rounds")["drawn"][0]["tables"][0]


def test_a_bot_of_the_agreed_level_drives_for_a_crew_that_does_not_come(house: House, drawn: Drawn) -> None:
    asked, rally, pair = drawn
    here, away = (rally.crews[name] for name in reversed(pair["seats"]))
    table = pair["table"]
    assert [seat["away"] for seat in here.position(table)["seats"]] == ["", ""]
    rewind(house, table, 4 * 86_400)
    wait_for(lambda: here.position(table)["seats"][0]["away"] == "time")
    drive_alone(here, table)
    result = taken(rally, 0)
    assert (sorted(result["places"]), result["absent"]) == ([1, 2], [pair["seats"][0]])
    assert set(asked) == {"novice"}
    assert away.get(f"{rally.url}?key={rally.key}")["stand_in"] == "novice"
    points = {row["name"]: row["points"] for row in rally.host.get(f"{rally.url}/standings")}
    assert points[pair["seats"][0]] == "0"
    assert points[pair["seats"][1]] != "0"


def test_who_withdraws_after_the_draw_is_driven_for_at_once_and_cannot_return(house: House, drawn: Drawn) -> None:
    asked, rally, pair = drawn
    here, gone = (rally.crews[name] for name in reversed(pair["seats"]))
    gone.post(f"{rally.url}/leave")

    def driven_for() -> bool:
        house.server.events.swept = float("-inf")
        return bool(here.position(pair["table"])["seats"][0]["away"])

    wait_for(driven_for)
    gone.post(f"/api/tables/{pair['table']}/return")
    wait_for(driven_for)
    drive_alone(here, pair["table"])
    assert taken(rally, 0)["absent"] == [pair["seats"][0]]
    assert set(asked) == {"novice"}


def drive_alone(person: Person, table: str) -> None:
    """The first action offered, again and again, until the match has ended."""
    while person.get(f"/api/tables/{table}")["status"] == "playing":
        position = person.position(table)
        if position["actions"]:
            person.act(table, position["actions"][0]["notation"], position["node"])


def taken(rally: Rally, table: int) -> Any:
    """The result of a table of the first round, once it is noted."""
    rally.house.server.events.swept = float("-inf")  # type: ignore[union-attr]
    wait_for(lambda: rally.info()["drawn"][0]["tables"][table]["done"])
    return rally.info()["drawn"][0]["tables"][table]


def raced(house: House, title: str, *order: str) -> Rally:
    """A public match event with one table in which these came in this order; provisional."""
    rally = Rally(house, {**MATCH, "title": title, "rounds": 1, "seats": len(order)}, "public", *order).open()
    seats = rally.host.post(f"{rally.url}/rounds")["drawn"][0]["tables"][0]["seats"]
    places = [order.index(name) + 1 for name in seats]
    rally.host.post(f"{rally.url}/tables", {"round": 1, "table": 1, "places": places})
    rally.close()
    rally.host.post(f"{rally.url}/publish")
    return rally


def test_a_championship_adds_up_its_events_and_changes_by_bulletin(shared: House) -> None:
    one, two = raced(shared, "First", "Ann", "Bob"), raced(shared, "Second", "Bob", "Ann")
    wish = {"title": "Cup", "events": [one.id, two.id], "best": 1}
    assert one.crews["Ann"].post("/api/championships", wish, 403)["code"] == "forbidden"
    made = one.host.post("/api/championships", wish, 201)
    rows = made["standings"][""]
    assert [(row["name"], row["place"], row["points"]) for row in rows] == [("Bob", 1, "9"), ("Ann", 2, "9")]
    assert rows[1]["tie"] == "latest_event"
    assert made["id"] in str(shared.person().get("/api/championships"))
    url = f"/api/championships/{made['id']}"
    all_count = {**wish, "best": 2}
    assert one.host.ask("PUT", url, all_count, 409)["code"] == "frozen"
    changed = one.host.ask("PUT", url, {**all_count, "bulletin": "Both count"})
    assert [row["points"] for row in changed["standings"][""]] == ["15", "15"]
    assert changed["bulletins"] == ["Both count"]
    secret = Rally(shared, ROUND)
    assert one.host.post("/api/championships", {**wish, "events": [secret.id]}, 404)["code"] == "no_such"
