"""What somebody tried who wished others ill, and what keeps them from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcferme.server.ops.limits import LIMITS, Limits, TooMany
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
