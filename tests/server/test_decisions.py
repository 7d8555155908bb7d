"""Luck taken out: the classification by decisions, a drive explained, and the drive to race against."""

from __future__ import annotations

from pathlib import Path

from tests.server.conftest import Opener
from tests.server.house import House, Json, Person, wait_for
from tests.server.rally import DICE, ROUND, Rally, at, drive_to_the_end

DATABASES = ["sqlite"]
DAY = "daily-2026-11-18"  # a stage of dice


def handed_in(rally: Rally, *names: str) -> None:
    for name in names:
        _, attempt = drive_to_the_end(rally.crews[name], rally)
        rally.crews[name].post(f"{rally.url}/papers", {"kind": "drive", "attempt": attempt}, 201)


def by_decisions(person: Person, url: str) -> Json:
    """Once every drive was looked at."""
    wait_for(lambda: person.get(f"{url}/decisions")["waiting"] == 0, 120)
    told: Json = person.get(f"{url}/decisions")
    return told


def test_decisions_are_looked_at_once_and_kept(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"))
    rally = Rally(house, DICE, "private", "Ann", "Bob").open()
    handed_in(rally, "Ann", "Bob")
    ann = rally.crews["Ann"]
    assert ann.get(f"{rally.url}/decisions", 409)["code"] == "not_now"
    rally.close()
    rally.marked()
    told = by_decisions(ann, rally.url)
    assert (told["unit"], told["total"], len(told["rows"])) == ("seconds", 2, 2)
    assert [row["place"] for row in told["rows"]] in ([1, 2], [1, 1])
    assert told["own"]["name"] == "Ann"
    for row in told["rows"]:
        assert row["lost"] >= 0
        assert row["error"] == 0 or not row["exact"]
        assert abs(row["expected"] - row["luck"] + row["lost"] - row["score"]) < 1e-6
    house.server.decisions.given_up.clear()
    house.server.advice.pool = None  # whoever asked for another look would open it again
    assert ann.get(f"{rally.url}/decisions")["rows"] == told["rows"]
    assert house.server.advice.pool is None
    review = f"{rally.url}/papers/{told['rows'][0]['crew']}/1/review"
    wait_for(lambda: ann.get(review)["state"] == "ready", 120)
    looked_back = ann.get(review)["review"]
    assert (looked_back["unit"], looked_back["accounts"][0]["final"]) == ("seconds", -told["rows"][0]["score"])


def test_where_nothing_is_rolled_the_result_is_the_decisions(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open().close()
    refused = rally.host.get(f"{rally.url}/decisions", 409)
    assert refused["reason"] == "nothing is rolled in this event: the result is the decisions"


def test_the_leader_of_the_day_is_raced_by_those_who_have_driven(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"))
    at(house, "2026-11-18T08:00:00Z")
    house.server.events.openers.append(house.server.daily.open_today)
    house.server.events.swept = float("-inf")
    at(house, "2026-11-18T08:00:00Z")
    people = {name: house.person() for name in ("Ann", "Bob")}
    url = f"/api/events/{DAY}"
    for name, person in people.items():
        person.post(f"{url}/enter", {"name": name})
    assert people["Bob"].get(f"{url}/leader", 409)["code"] == "not_now"
    assert people["Bob"].get(f"{url}/decisions", 409)["code"] == "not_now"
    drive = people["Ann"]
    table = drive.post(f"{url}/drives")["table"]
    while not drive.get(f"{url}/drives")["drives"][0]["done"]:
        drive.play_first(table)
    drive.post(f"{url}/papers", {"kind": "drive", "attempt": 1}, 201)
    wait_for(lambda: drive.get(f"{url}/results")["total"] == 1)
    assert drive.get(f"{url}/leader", 404)["code"] == "no_such"  # nobody else is home
    for call in ("leader", "results"):  # the board of the day is for those who have driven
        assert people["Bob"].get(f"{url}/{call}", 409)["code"] == "not_now"
    assert "once you have driven" in house.person().get(f"{url}/results", 409)["reason"]
    told = drive.get("/api/daily")
    assert (told["run"], told["days"][-2:], told["driven"], told["yesterday"]) == (1, [False, True], True, None)
    at(house, "2026-11-19T00:00:01Z")
    house.server.events.swept = float("-inf")
    at(house, "2026-11-19T00:00:02Z")
    best = people["Bob"].get("/api/daily")["yesterday"]
    assert (best["event"], best["name"], best["unit"]) == (DAY, "Ann", "seconds")
    assert people["Bob"].get(f"{url}/results")["total"] == 1
    leader = people["Bob"].get(f"{url}/leader")
    assert (leader["name"], leader["score"], leader["record"]["game"]) == ("Ann", best["score"], "rallyman")
