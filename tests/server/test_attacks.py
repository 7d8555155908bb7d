"""What somebody tried who wished others ill, and what keeps them from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parcferme.server.api import access, document
from parcferme.server.ops.limits import KEPT, LIMITS, Limits, TooMany
from parcferme.server.people.moderation import read_range
from parcferme.server.storage import store
from tests.server.conftest import Opener
from tests.server.house import House, Json
from tests.server.rally import ROUND, Rally, account
from tests.server.test_mailing import Mails
from tests.server.test_notices import begin, mailing, send, sink, subjects

__all__ = ["sink"]  # a fixture
DATABASES = ["sqlite"]  # the statements are plain; tests of each part run on both
MAP = {"game": "toy_dash", "kind": "road", "document": {"length": 9, "note": "x" * 900}}


def test_a_name_that_is_somebodys_id_does_not_stand_for_them(shared: House) -> None:
    eve, ann = account(shared, "Eve"), account(shared, "Ann")
    asked = ann.get("/api/account")["id"]
    eve.ask("PATCH", "/api/account", {"name": asked})
    bob = account(shared, "Bob")
    told = bob.post(f"/api/friends/{asked}", {"deed": "ask"})
    assert [one["name"] for one in told["asked"]] == ["Ann"]
    assert eve.get("/api/friends")["asking"] == []


def test_a_keeper_lets_nobody_in_twice(shared: House) -> None:
    """Each time a letter went out; and a keeper who was let in again was none any more."""
    ann, bob = account(shared, "Keeper"), account(shared, "Joins")
    club = ann.post("/api/clubs", {"name": "The Club"}, 201)["id"]
    bob.post(f"/api/clubs/{club}/join", {})
    people = f"/api/clubs/{club}/people"
    ann.post(f"{people}/Joins", {"deed": "admit"})
    told = ann.post(f"{people}/Keeper", {"deed": "admit"})
    assert {one["driver"]["name"]: one["role"] for one in told["members"]} == {"Keeper": "keeper", "Joins": "member"}


def test_asking_again_and_again_leaves_room_for_letters_about_ones_turn(
    database: str, opener: Opener, sink: Mails
) -> None:
    house = mailing(opener, database, sink, mails_a_day=3)
    ann, bob, eve = house.person(), house.person(), account(house, "Eve")
    begin(ann, bob)
    for _ in range(5):
        eve.post("/api/friends/Ann", {"deed": "ask"})
        send(house, 0.001)
        eve.post("/api/friends/Ann", {"deed": "end"})
    letters = [subject for to, subject in subjects(sink) if to == "ann@example.org"]
    assert "Your turn: Winter cup" in letters
    assert len(letters) <= 2
    bob.join(ann.open(pace={"kind": "correspondence", "days": 20})["id"])
    assert send(house, 0.001) == 1


def test_what_one_address_has_kept_here_in_a_day_has_a_weight(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each visit was a new guest with a new allowance of documents, records and events: gigabytes in a day."""
    monkeypatch.setitem(LIMITS, "kilobytes", (3, 0.1))
    house = opener(str(tmp_path / "t.db"), limits=True)
    for _ in range(3):
        house.person().post("/api/documents", {**MAP, "title": "A road"}, 201)
    assert house.person().post("/api/documents", {**MAP, "title": "A road"}, 429)["code"] == "too_many"
    rally = {"regulations": {**ROUND, "text": "x" * 900}}
    assert house.person().post("/api/events", rally, 429)["code"] == "too_many"


def test_an_event_written_down_again_and_its_bulletins_count_too(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every version stays in the journal: one draft could have grown by a megabyte a second."""
    monkeypatch.setitem(LIMITS, "kilobytes", (3, 0.1))
    house = opener(str(tmp_path / "t.db"), limits=True)
    rally = Rally(house, ROUND, announced=False)
    long = {**ROUND, "about": "x" * 3_000}
    assert rally.host.ask("PUT", rally.url, {"regulations": long}, 429)["code"] == "too_many"
    rally.host.post(f"{rally.url}/announce")
    bulletin = {"text": "x", "changes": {"about": "x" * 3_000}}
    assert rally.host.post(f"{rally.url}/bulletins", bulletin, 429)["code"] == "too_many"


def test_everything_about_oneself_is_asked_for_seldom(tmp_path: Path, opener: Opener) -> None:
    """It holds every version of every document: forty megabytes, as often as one liked."""
    ann = account(opener(str(tmp_path / "t.db"), limits=True), "Ann")
    for _ in range(int(LIMITS["export"][0])):
        ann.get("/api/account/export", 200)
    assert ann.get("/api/account/export", 429)["code"] == "too_many"


def test_pages_of_frames_have_a_limit_of_their_own(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred positions take a fifth of a second: twenty a second of them were all there is."""
    monkeypatch.setitem(LIMITS, "replay", (4, 0.1))  # the running record, and three pages
    ann = opener(str(tmp_path / "t.db"), limits=True).person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    record = ann.post("/api/records", ann.get(f"/api/tables/{table}/record"), 201)["id"]
    paths = [f"/api/tables/{table}/frames", f"/api/records/{record}/frames", f"/api/records/{record}/choices"]
    for path in paths:
        ann.get(path, 200)
    assert [ann.get(path, 429)["code"] for path in paths] == ["too_many"] * 3


def test_who_wants_to_hear_everything_again_and_again_gets_the_position_alone(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table waits while what was missed is made: a stranger could have kept those who play from it."""
    monkeypatch.setitem(LIMITS, "missed", (8, 0.1))
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann, eve = house.person(), house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    node = ann.act(table, "gear:1")["node"]
    told = [eve.get(f"/api/tables/{table}/events?since=0") for _ in range(4)]
    assert [bool(one["missed"]) for one in told] == [True, True, False, False]
    assert {one["position"]["node"] for one in told} == {node}
    assert eve.line(table).next("hello")["missed"] == []


def test_buckets_are_not_all_looked_through_for_every_visitor() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    limits.take("request", "somebody")
    now[0] = 100.0  # enough for that one
    for n in range(KEPT):
        limits.take("ask", f"visitor {n}")
    assert len(limits.buckets) <= KEPT // 2 + 1


def test_the_weight_counts_in_any_amount() -> None:
    limits = Limits(clock=lambda: 0.0)
    most, _ = LIMITS["kilobytes"]
    limits.take("kilobytes", "here", most - 10.5)
    limits.take("kilobytes", "here", 10)
    with pytest.raises(TooMany):
        limits.take("kilobytes", "here", 1)
    limits.take("kilobytes", "here", 0.5)


def test_guests_of_one_address_do_not_crowd_an_event(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "crowd", (2, 0.1))
    house = opener(str(tmp_path / "t.db"), limits=True)
    rally = Rally(house, ROUND)

    def enter(name: str, status: int) -> Json:
        told: Json = house.person().post(f"{rally.url}/enter", {"name": name, "key": rally.key}, status)
        return told

    enter("Ann", 200)
    enter("Bob", 200)
    assert enter("Eve", 429)["code"] == "too_many"
    account(house, "Cat").post(f"{rally.url}/enter", {"key": rally.key}, 200)  # accounts have a bucket of their own


def test_an_entrant_does_not_drown_the_organiser_in_questions(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "ask", (2, 0.1))
    house = opener(str(tmp_path / "t.db"), limits=True)
    rally = Rally(house, ROUND, "private", "Ann")
    for _ in range(2):
        rally.crews["Ann"].post(f"{rally.url}/questions", {"text": "why?"})
    assert rally.crews["Ann"].post(f"{rally.url}/questions", {"text": "why?"}, 429)["code"] == "too_many"
    rally.host.post(f"{rally.url}/answers", {"number": 1, "text": "because"})


def test_what_the_api_says_of_itself_is_written_once_and_given_within_limits(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a megabyte was made anew for everybody, as often as they liked, while all tables waited."""
    written: list[object] = []
    render = document.FormsPlugin.render

    def look(*given: Any) -> bytes:
        written.append(given)
        return render(*given)

    monkeypatch.setattr(document.FormsPlugin, "render", look)
    monkeypatch.setitem(LIMITS, "request", (3, 0.1))
    house = opener(str(tmp_path / "t.db"), limits=True)
    eve = house.person()
    told = [eve.get("/api/schema/openapi.json", 200) for _ in range(2)]
    assert told[0]["paths"].keys() == told[1]["paths"].keys() >= {"/api/tables"}
    assert len(written) <= 1
    assert eve.http.get("/api/schema/nothing.json").status_code == 404
    assert eve.get("/api/schema/openapi.json", 429)["code"] == "too_many"


def test_bodies_are_counted_before_anybody_reads_them(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A megabyte of numbers takes a while to be read: who was refused anyway had it read as often as they liked."""
    monkeypatch.setitem(LIMITS, "body", (2, 0.1))
    eve = opener(str(tmp_path / "t.db"), limits=True).person()

    def send(path: str) -> str:
        answer = eve.http.post(path, content=b"[" * 900, headers={"Content-Type": "application/json"})
        return str(answer.json()["code"])

    assert [send("/api/tables") for _ in range(4)] == ["bad_request", "bad_request", "too_many", "too_many"]
    assert send("/api/records") == "too_many"


def test_nobody_is_taken_for_somebody_else_by_a_header_of_their_own(tmp_path: Path, opener: Opener) -> None:
    """A proxy may say where a visitor comes from in a header of its own, after what the visitor has sent."""
    house = opener(str(tmp_path / "t.db"), limits=True, trust_proxy=True)
    headers = [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-For", "198.51.100.1, 192.0.2.7")]
    house.person().http.get("/api/account", headers=headers)
    assert ("request", "192.0.2.7") in house.server.limits.buckets
    assert not any(who.startswith("203") for _, who in house.server.limits.buckets)


def test_a_closed_range_of_less_than_a_home_is_the_home() -> None:
    """Visitors are known by their /64: a single address of it would have kept nobody out."""
    assert str(read_range("2001:db8::1:2:3:4")) == "2001:db8::/64"
    assert str(read_range("2001:db8::/48")) == "2001:db8::/48"
    assert str(read_range("192.0.2.7")) == "192.0.2.7/32"


def test_links_that_were_renewed_without_end_make_no_key_hard_to_judge(
    shared: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them were made again for every wrong key, while all tables waited."""
    made: list[object] = []

    def look(*given: Any) -> str:
        made.append(given)
        return store.link_token(*given)

    monkeypatch.setattr(access, "link_token", look)
    ann, eve = shared.person(), shared.person()
    table = ann.open(visibility="private")["id"]
    shared.server.tables.rooms[table].table.watch_link = 100_000
    latest = next(link["key"] for link in ann.get(f"/api/tables/{table}")["links"] if link["seat"] == -1)
    ann.post(f"/api/tables/{table}/links", {"seat": -1})
    made.clear()
    assert eve.get(f"/api/tables/{table}?key=wrong", 404)["code"] == "not_found"
    assert eve.get(f"/api/tables/{table}?key={latest}", 404)["code"] == "link_used"
    assert len(made) < 200


@pytest.mark.parametrize("bad", ["abc\u202egnp", "Z" + 6 * "\u0301"])
def test_no_words_of_anybodys_turn_the_line_round_or_tower_over_it(house: House, bad: str) -> None:
    """On the sheet of a rally, at the desk, in an event: everything behind them was read the wrong way."""
    ann, bob = account(house, "Reads"), account(house, "Writes")
    wish = {"game": "rallyman", "options": {"drivers": [bad]}}
    assert bob.post("/api/tables", wish, 422)["code"] == "bad_option"
    table = ann.open(seats=[{"kind": "me"}, {"kind": "open"}])["id"]
    assert bob.post(f"/api/tables/{table}/report", {"seat": 0, "why": bad}, 422)["code"] == "bad_value"
    assert bob.post("/api/account/tokens", {"label": bad, "scopes": ["play"]}, 422)["code"] == "bad_value"
    record = {**ann.get(f"/api/tables/{table}/record"), "seats": [bad, "Bob"]}
    assert bob.post("/api/records", record, 422)["args"] == {"place": "seats[0]"}
    for lines in ({"title": bad}, {"about": f"Two\nlines {bad}"}, {"organiser": bad}):
        told = bob.post("/api/events", {"regulations": {**ROUND, **lines}, "visibility": "private"}, 422)
        assert told["code"] == "bad_record"
    rally = Rally(house, ROUND, "private", "Asks")
    for what, body in (("questions", {"text": bad}), ("bulletins", {"text": bad})):
        who = rally.host if what == "bulletins" else rally.crews["Asks"]
        assert who.post(f"{rally.url}/{what}", body, 422)["code"] == "bad_text"


def test_bytes_that_are_no_text_are_the_senders_fault(shared: House) -> None:
    """They were answered as a failure of the server, and filled its log."""
    eve = shared.person()
    headers = {"Content-Type": "application/json"}
    answer = eve.http.post("/api/tables", content=b'{"game": "rally", "title": "\xff\xfe"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_digits_of_another_script_are_no_numbers(shared: House) -> None:
    wish = {"game": "rally", "options": {"scope": "stage", "route": "\u0661-\u0662-\u0663"}}
    assert shared.person().post("/api/tables", wish, 422)["code"] == "bad_option"
