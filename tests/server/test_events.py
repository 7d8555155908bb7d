"""Events on a running server: their life, who may do what, what is kept, and that the file holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from parcferme.core import registry
from parcferme.core.errors import BadRecord
from parcferme.organise import commands, desk
from parcferme.organise.journal import START, link, read_notes
from parcferme.organise.verify import verify
from parcferme.server.api import events as api_events
from parcferme.server.live.events import Ongoing
from parcferme.server.storage.clock import BELIEVED_MS, Calendar
from parcferme.server.storage.schema import event_notes
from tests.server.conftest import Opener
from tests.server.house import House, Person, Spawned, wait_for
from tests.server.rally import CLOSES, KIT, OPENS, ROUND, Rally, SetClock, account, administrator, at, sheet
from tests.support import free_port

AFTER_PROTESTS = "2096-11-20T12:00:01Z"


def state(person: Person, rally: Rally) -> str:
    return str(rally.info(person)["status"])


def test_an_event_lives_from_a_draft_to_a_final_result_that_verifies(house: House, tmp_path: Path) -> None:
    rally = Rally(house, {**ROUND, "protest_days": 2}, "private", "Ann", "Bob")
    states = [state(rally.host, rally)]
    rally.open()
    states.append(state(rally.host, rally))
    rally.hand_in("Ann", sheet(KIT, 10, 20, 30))
    told = rally.hand_in("Bob", sheet(KIT, 10, 10))
    assert (told["paper"]["number"], told["left"]) == (1, 2)
    rally.close()
    states.append(state(rally.host, rally))
    rally.marked()
    states.append(rally.host.post(f"{rally.url}/publish")["status"])
    assert rally.host.post(f"{rally.url}/final", status=409)["code"] == "protests_open"
    at(house, AFTER_PROTESTS)
    states.append(rally.host.post(f"{rally.url}/final")["status"])
    assert states == ["announced", "open", "closed", "provisional", "final"]
    text = rally.host.http.get(f"{rally.url}/file").text
    checked = verify(text)
    assert (checked.marks, checked.event.status) == (2, "final")
    spoilt = json.loads(text)
    spoilt["classification"]["overall"][0]["submission"] = 2
    with pytest.raises(BadRecord, match=r"classification.overall\[0\].submission"):
        verify(json.dumps(spoilt))


def test_openings_and_closings_are_noted_for_their_moment_however_late_somebody_looks(house: House) -> None:
    rally = Rally(house, ROUND, "private", "Ann")
    at(house, "2096-12-24T00:00:00Z")
    assert state(rally.host, rally) == "closed"
    journal = rally.host.get(f"{rally.url}/file")["journal"]
    assert [(note["kind"], note["at"]) for note in journal[-2:]] == [("open", OPENS), ("close", CLOSES)]


def test_what_has_closed_stays_closed_when_the_clock_is_set_back(house: House) -> None:
    rally = Rally(house, ROUND, "private", "Ann").open().close()
    at(house, "2096-11-17T13:00:00Z")
    assert state(rally.host, rally) == "closed"
    refused = rally.hand_in("Ann", sheet(KIT, 10), 409)
    assert refused["code"] == "too_late"
    assert CLOSES in refused["reason"]


def test_a_paper_that_came_in_time_is_taken_although_the_event_closed_meanwhile(house: House) -> None:
    rally = Rally(house, ROUND, "private", "Ann").open()
    events = house.server.events
    find = events.find

    async def slowly(id: str) -> Ongoing:
        """The event closes while somebody waits for it."""
        clock: Any = SetClock(CLOSES)
        events.calendar = clock
        await events.keep_time(id)
        return await find(id)

    events.find = slowly  # type: ignore[method-assign]
    told = rally.hand_in("Ann", sheet(KIT, 10, 20))
    events.find = find  # type: ignore[method-assign]
    assert (told["paper"]["number"], state(rally.host, rally)) == (1, "closed")
    assert rally.hand_in("Ann", sheet(KIT, 10, 30), 409)["code"] == "too_late"


def test_a_wall_clock_that_jumps_is_believed_after_a_minute() -> None:
    shown, ticks = [1_000_000], [0]
    calendar = Calendar(lambda: shown[0], lambda: ticks[0])
    ticks[0], shown[0] = 10_000, 1_010_500  # put right a little, as happens all the time
    assert calendar.now() == 1_010_500
    ticks[0], shown[0] = 20_000, 9_000_000  # a jump
    assert calendar.now() == 1_020_500
    ticks[0], shown[0] = 30_000, 1_030_500  # … that is taken back
    assert calendar.now() == 1_030_500
    for step in range(0, BELIEVED_MS + 1, 10_000):
        ticks[0], shown[0] = 40_000 + step, 9_000_000 + step
        now = calendar.now()
    assert now == 9_000_000 + BELIEVED_MS


def test_a_restart_changes_nothing_and_catches_up(tmp_path: Path, opener: Opener) -> None:
    database = str(tmp_path / "t.db")
    first = opener(database)
    rally = Rally(first, ROUND, "private", "Ann").open()
    rally.hand_in("Ann", sheet(KIT, 10, 20))
    rally.marked()
    before = rally.info(rally.crews["Ann"])
    cookies = dict(rally.crews["Ann"].http.cookies)
    first.close()
    second = opener(database)
    ann = second.person()
    ann.http.cookies.update(cookies)
    rally.house = second
    at(second, OPENS)
    after = rally.info(ann)
    assert {**after, "now": 0} == {**before, "now": 0}
    at(second, CLOSES)
    assert state(ann, rally) == "closed"
    assert ann.get(f"{rally.url}/results")["rows"][0]["name"] == "Ann"


def test_a_kill_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    """At every change of state: whatever was granted before the kill is there after it."""
    server = Spawned(str(tmp_path / "t.db"), free_port())
    try:
        host, ann = server.person(), server.person()
        soon = {**ROUND, "opens": "2020-01-01T00:00:00Z", "closes": "2096-01-01T00:00:00Z"}
        made = host.post("/api/events", {"regulations": soon, "name": "Hedda"}, 201)
        url, key = f"/api/events/{made['id']}", made["key"]
        steps: list[tuple[Callable[[], object], str]] = [
            (lambda: host.post(f"{url}/announce"), "open"),
            (lambda: ann.post(f"{url}/enter", {"name": "Ann", "key": key}), "open"),
            (lambda: ann.post(f"{url}/papers", {"kind": "sheet", "text": sheet(KIT, 10)}, 201), "open"),
            (lambda: ann.ask("PUT", f"{url}/draft", {"text": "later", "device": "d"}), "open"),
            (lambda: host.post(f"{url}/cancel", {"reason": "snow"}), "cancelled"),
        ]
        for step, status in steps:
            step()
            server.kill()
            server.start()
            assert host.get(url)["status"] == status
        told = ann.get(url)
        assert (told["cancelled"], len(told["yours"]["papers"])) == ("snow", 1)
        assert ann.get(f"{url}/draft")["text"] == "later"
    finally:
        server.close()


def test_two_workers_take_turns_on_one_event(postgres: object, opener: Opener) -> None:
    database = postgres.fresh()  # type: ignore[attr-defined]
    one, two = opener(database), opener(database)
    at(two, "2096-11-17T08:00:00Z")
    rally = Rally(one, ROUND)
    crews = [(one if number % 2 else two).person() for number in range(6)]

    def enter(pair: tuple[int, Person]) -> None:
        pair[1].post(f"{rally.url}/enter", {"name": f"Crew {pair[0]}", "key": rally.key})

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(enter, enumerate(crews)))
    at(one, OPENS)
    at(two, OPENS)
    with ThreadPoolExecutor(6) as pool:
        list(
            pool.map(lambda who: who.post(f"{rally.url}/papers", {"kind": "sheet", "text": sheet(KIT, 10)}, 201), crews)
        )
    at(one, CLOSES)
    at(two, CLOSES)
    for person in (crews[0], crews[1]):
        wait_for(lambda: all(who.get(f"{rally.url}?key={rally.key}")["waiting"] == 0 for who in crews[:2]))
        assert person.get(f"{rally.url}/results")["total"] == 6
    assert verify(crews[0].http.get(f"{rally.url}/file").text).marks == 6


def test_anybody_holds_a_private_event_and_organisers_public_ones(shared: House) -> None:
    at(shared, "2096-11-17T08:00:00Z")
    guest = shared.person()
    wish = {"regulations": ROUND, "visibility": "public", "name": "Gast"}
    assert guest.post("/api/events", wish, 403)["code"] == "forbidden"
    made = guest.post("/api/events", {**wish, "visibility": "private"}, 201)
    url = f"/api/events/{made['id']}"
    stranger = shared.person()
    assert stranger.get(url, 404)["code"] == "not_found"
    guest.post(f"{url}/announce")
    assert stranger.get(url, 404)["code"] == "not_found"
    assert stranger.get(f"{url}?key={made['key']}")["title"] == ROUND["title"]
    assert stranger.get(f"{url}?key={made['key']}")["key"] == ""
    assert made["id"] not in str(stranger.get("/api/events?status=announced"))
    public = Rally(shared, {**ROUND, "title": "For all"}, "public")
    assert public.id in str(stranger.get("/api/events?status=announced&limit=100"))


@pytest.mark.parametrize(("organiser", "code"), [("Parc Fermé", "name_reserved"), ("0rganizer R0bin", "name_taken")])
def test_nobody_holds_an_event_under_anothers_name(shared: House, organiser: str, code: str) -> None:
    at(shared, "2096-11-17T08:00:00Z")
    robin = shared.person()
    if robin.http.post("/api/account", json={"name": "Organizer Robin", "password": "correct horse"}).is_success:
        robin.post("/api/events", {"regulations": {**ROUND, "organiser": "Organizer Robin"}}, 201)
    wish = {"regulations": {**ROUND, "organiser": organiser}, "name": "Gast"}
    assert shared.person().post("/api/events", wish, 422 if code == "name_reserved" else 409)["code"] == code
    shared.person().post("/api/events", {"regulations": {**ROUND, "organiser": "Motor Club"}, "name": "Gast"}, 201)


def test_one_person_writes_down_so_many_events(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_events, "MOST_EVENTS", 1)
    at(house, "2096-11-17T08:00:00Z")
    guest = house.person()
    guest.post("/api/events", {"regulations": ROUND, "name": "Gast"}, 201)
    assert guest.post("/api/events", {"regulations": ROUND}, 409)["code"] == "no_room"
    assert guest.post("/api/events/import", {}, 409)["code"] == "no_room"
    Rally(house, {**ROUND, "title": "First"}, "public")


def test_an_event_is_written_down_and_changed_so_often(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_WRITTEN", 2)
    monkeypatch.setattr(desk, "MOST_BULLETINS", 1)
    rally = Rally(shared, ROUND, announced=False)
    rally.host.ask("PUT", rally.url, {"regulations": ROUND})
    assert rally.host.ask("PUT", rally.url, {"regulations": ROUND}, 409)["code"] == "no_room"
    rally.host.post(f"{rally.url}/announce")
    rally.host.post(f"{rally.url}/bulletins", {"text": "One"})
    assert rally.host.post(f"{rally.url}/bulletins", {"text": "Two"}, 409)["code"] == "no_room"


def test_nobody_enters_under_a_name_that_is_taken_for_another(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Nicolo")
    twin = shared.person()
    key = rally.host.get(rally.url)["key"]
    assert twin.post(f"{rally.url}/enter", {"name": "Nico1o", "key": key}, 409)["code"] == "taken"


def test_a_token_organises_with_the_scope_for_it_alone(shared: House) -> None:
    at(shared, "2096-11-17T08:00:00Z")
    host = account(shared, "Token host")
    for scopes, status in ((["read", "play", "create"], 403), (["read", "organise"], 201)):
        token = host.post("/api/account/tokens", {"label": "t", "scopes": scopes}, 201)["token"]
        shared.person(token).post("/api/events", {"regulations": ROUND}, status)


def test_only_the_organiser_sits_at_the_desk(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann").open()
    ann = rally.crews["Ann"]
    for path, body in (
        ("publish", {}),
        ("final", {}),
        ("bulletins", {"text": "x"}),
        ("answers", {"number": 1, "text": "x"}),
        ("cancel", {"reason": "x"}),
        ("decisions", {"crew": rally.crew("Ann"), "number": 1, "verdict": "slip", "text": "x"}),
    ):
        refused = ann.http.post(f"{rally.url}/{path}", json=body)
        assert refused.json()["code"] in ("not_organiser", "not_now"), path
        assert refused.status_code in (403, 409)


def test_the_desk_tells_the_organiser_alone_and_nothing_of_papers_before_the_closing(shared: House) -> None:
    rally = Rally(shared, {**ROUND, "classes": ["clubman", "novice"]}, "private").open()
    ann = rally.crews["Ann"] = rally.enter("Ann", "novice")
    rally.hand_in("Ann", sheet(KIT, 10, 20, 30))
    assert rally.info(ann)["desk"] is None
    desk = rally.info(rally.host)["desk"]
    assert [tuple(one.values()) for one in desk["classes"]] == [("clubman", 0, 0), ("novice", 1, 0)]
    assert desk["arrived"] == []
    assert [one["kind"] for one in desk["log"]] == ["write", "announce", "open"]
    desk = rally.close().info(rally.host)["desk"]
    assert [one["handed_in"] for one in desk["classes"]] == [0, 1]
    assert len(desk["arrived"]) == 1
    assert desk["log"][-1]["kind"] == "close"


def test_questions_bulletins_and_protests(shared: House) -> None:
    rally = Rally(shared, ROUND, "private", "Ann", "Bob").open()
    ann, bob, host = rally.crews["Ann"], rally.crews["Bob"], rally.host
    ann.post(f"{rally.url}/questions", {"text": "Is the ford deep?"})
    host.post(f"{rally.url}/answers", {"number": 1, "text": "Go round it", "held": True})
    assert [rally.info(one)["questions"][0]["text"] for one in (ann, bob)] == ["Is the ford deep?", ""]
    assert rally.info(bob)["questions"][0]["answer"] is None
    assert rally.info(host)["questions"][0]["answer"] == "Go round it"
    later = {"text": "Snow", "changes": {"closes": "2096-11-18T13:00:00Z"}}
    assert host.post(f"{rally.url}/bulletins", later)["version"] == 2
    refused = host.post(f"{rally.url}/bulletins", {"text": "x", "changes": {"dice": "own"}}, 422)
    assert refused["code"] == "bad_regulations"
    rally.hand_in("Bob", sheet(KIT, 10, 20))
    at(shared, "2096-11-18T13:00:00Z")
    rally.marked()
    host.post(f"{rally.url}/publish")
    assert rally.info(bob)["questions"][0]["answer"] == "Go round it"
    ann.post(f"{rally.url}/protests", {"against": rally.crew("Bob"), "text": "He cut a corner"})
    at(shared, "2096-11-20T13:00:01Z")
    assert host.post(f"{rally.url}/final", status=409)["code"] == "protests_open"
    told = host.post(f"{rally.url}/rulings", {"number": 1, "upheld": True, "text": "So he did"})
    assert told["protests"][0]["upheld"] is True
    false = {"crew": rally.crew("Bob"), "number": 1, "verdict": "false_entry", "text": "He wrote another kit"}
    host.post(f"{rally.url}/decisions", false)
    rows = ann.get(f"{rally.url}/results")["rows"]
    assert [(row["name"], row["status"], row["place"]) for row in rows] == [("Bob", "disqualified", 0)]
    assert host.post(f"{rally.url}/final")["status"] == "final"


def spoil(house: House, rally: Rally) -> None:
    """A note that this program does not know."""
    mine = (event_notes.c.event_id == rally.id, event_notes.c.seq == 2)
    house.run(house.server.store.write(lambda db: db.execute(update(event_notes).where(*mine).values(kind="fly"))))
    house.server.events.held.clear()


def test_an_event_that_cannot_be_read_says_so_and_gives_its_file_away_once_closed(house: House) -> None:
    rally = Rally(house, ROUND, "private", "Ann").open()
    spoil(house, rally)
    assert rally.host.get(rally.url, 503)["code"] == "unreadable"
    assert rally.host.get(f"{rally.url}/file", 503)["code"] == "unreadable"
    other = Rally(house, ROUND, "private", "Ann").open()
    other.hand_in("Ann", sheet(KIT, 10, 20))
    other.close()
    spoil(house, other)
    assert house.person().get(f"{other.url}/file", 404)["code"] == "not_found"
    told = house.person().get(f"{other.url}/file?key={other.key}")
    assert [note["kind"] for note in told["journal"]] == ["write", "fly", "enter", "open", "submit", "close"]
    assert (told["status"], len(told["secret"])) == ("closed", 64)


def test_a_final_event_is_brought_from_elsewhere_if_every_number_holds(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "one.db"))
    rally = Rally(house, ROUND, "private", "Ann", "Bob").open()
    rally.hand_in("Ann", sheet(KIT, 10, 20, 30))
    rally.close()
    rally.marked()
    rally.host.post(f"{rally.url}/publish")
    unfinished = rally.host.http.get(f"{rally.url}/file").text
    at(house, AFTER_PROTESTS)
    rally.host.post(f"{rally.url}/final")
    text = rally.host.http.get(f"{rally.url}/file").text
    elsewhere = opener(str(tmp_path / "two.db"))
    at(elsewhere, AFTER_PROTESTS)
    carla = account(elsewhere, "Carla")
    assert carla.http.post("/api/events/import", content=unfinished).json()["code"] == "not_now"
    spoilt = json.loads(text)
    spoilt["classification"]["overall"][0]["submission"] = 2
    refused = carla.http.post("/api/events/import", content=json.dumps(spoilt)).json()
    assert (refused["code"], "classification.overall[0].submission" in refused["reason"]) == ("bad_paper", True)
    for unseen in ("Ann\u202eboB", "A" + "\u0301" * 9 + "nn"):
        noted, chain = json.loads(text), START
        for note in read_notes("journal", noted["journal"]):
            body = {**note.body, "name": unseen} if note.kind == "enter" else note.body
            chain = link(chain, note.seq, note.at, note.by, note.kind, body)
            noted["journal"][note.seq - 1] |= {"body": body, "chain": chain}
        refused = carla.http.post("/api/events/import", content=json.dumps(noted)).json()
        assert (refused["code"], "name: is a text that is too long" in refused["reason"]) == ("bad_paper", True)
    for id in ("daily-2026-12-24", "../x", "Club", ""):  # the house's own, and what would not be one part of an address
        refused = carla.http.post("/api/events/import", content=json.dumps({**json.loads(text), "id": id})).json()
        assert (refused["code"], refused["reason"][:15]) == ("bad_paper", "event file: id:")
    assert len(verify(text).signer) == 64
    brought = carla.http.post("/api/events/import", content=text)
    assert (brought.status_code, brought.json()["id"], brought.json()["status"]) == (201, rally.id, "final")
    assert carla.http.post("/api/events/import", content=text).json()["code"] == "taken"
    assert carla.get(f"{rally.url}/results")["rows"] == rally.host.get(f"{rally.url}/results")["rows"]
    again = carla.http.get(f"{rally.url}/file").text
    assert again.split('"signature"')[0] == text.split('"signature"')[0]
    assert verify(again).signer != verify(text).signer  # each server signs what it gives away


DATABASES = ["sqlite"]


def sweep(house: House, moment: str, done: Callable[[], bool]) -> None:
    """It is this time now; everything is looked at until something has come of it."""
    at(house, moment)

    def look() -> bool:
        house.server.events.swept = float("-inf")
        house.run(house.server.events.tick())
        return done()

    wait_for(look)


def test_the_house_opens_a_stage_every_day_and_ends_it(house: House) -> None:
    at(house, "2096-11-17T08:00:00Z")
    ann = house.person()
    assert ann.get("/api/daily", 404)["code"] == "not_found"  # none is opened where the operator wants none
    house.server.events.openers.append(house.server.daily.open_today)
    sweep(house, "2096-11-17T08:00:00Z", lambda: ann.http.get("/api/daily").is_success)
    today = ann.get("/api/daily")
    assert (today["event"]["id"], today["event"]["status"], today["run"]) == ("daily-2096-11-17", "open", 0)
    assert list(today["event"]["options"]["marked_map"]) == ["document"]
    drawn = registry.create(today["game"], today["course"]).options["marked_map"]
    assert isinstance(drawn, dict)
    assert "document" not in drawn, "whole, so that it can be drawn"
    ann.post("/api/events/daily-2096-11-17/enter", {"name": "Ann"})
    sweep(house, "2096-11-18T00:00:01Z", lambda: ann.get("/api/events/daily-2096-11-17")["status"] == "final")
    assert ann.get("/api/daily")["event"]["id"] == "daily-2096-11-18"
    assert verify(ann.http.get("/api/events/daily-2096-11-17/file").text).event.status == "final"


def test_a_championship_of_the_house_is_opened_with_one_call(shared: House) -> None:
    organiser = Rally(shared, ROUND, "public").host
    wish = {"season": "mixed", "opens": "2096-12-01T08:00:00Z", "title": "Five games"}
    assert shared.person().post("/api/seasons", wish, 401)["code"] == "not_signed_in"
    made = organiser.post("/api/seasons", wish, 201)
    assert [event["status"] for event in made["events"]] == ["announced"] * 5
    assert len({event["game"] for event in made["events"]}) == 5
    assert {row["id"] for row in organiser.get("/api/seasons")} >= {"mixed", "rally_round", "rallyman"}


def test_where_the_organiser_drives_an_administrator_decides(shared: House) -> None:
    rally = Rally(shared, {**ROUND, "protest_days": 1}, "private", "Ann").open()
    rally.host.post(f"{rally.url}/enter", {})
    rally.hand_in("Ann", sheet(KIT, 10, 20))
    admin = administrator(shared)
    assert admin.get(rally.url, 404)["code"] == "not_found"
    rally.close().marked()
    rally.host.post(f"{rally.url}/publish")
    own = rally.info()["yours"]["crew"]
    told = rally.crews["Ann"].post(f"{rally.url}/protests", {"against": own, "text": "You knew the map"})
    assert (told["protests"][0]["own"], told["protests"][0]["paper"]) == (True, 0)
    ruling = {"number": 1, "upheld": False, "text": "So does everybody now"}
    assert rally.host.post(f"{rally.url}/rulings", ruling, 403)["code"] == "own_case"
    assert rally.crews["Ann"].post(f"{rally.url}/rulings", ruling, 403)["code"] == "own_case"
    assert admin.get(rally.url)["judging"] is True
    assert admin.post(f"{rally.url}/rulings", ruling)["protests"][0]["upheld"] is False
    at(shared, AFTER_PROTESTS)
    assert admin.post(f"{rally.url}/final", status=403)["code"] == "not_organiser"
    assert rally.host.post(f"{rally.url}/final")["status"] == "final"
    other = Rally(shared, ROUND, "private", "Ann").open().close()
    assert admin.get(other.url)["judging"] is False
