"""Friends, invitations and clubs over HTTP: who may ask whom for what, and who goes leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from parcferme.server.people import clubs
from tests.server.house import House, Json, Person

PASSWORD = "correct horse"
REGULATIONS = {"title": "Club night", "game": "rally_round", "opens": "2090-01-01T00:00:00Z"}
REGULATIONS["closes"] = "2090-01-02T00:00:00Z"


def account(house: House, name: str) -> Person:
    person = house.person()
    person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    return person


def befriend(person: Person, name: str, deed: str = "ask", status: int | None = None) -> Json:
    told: Json = person.post(f"/api/friends/{name}", {"deed": deed}, status)
    return told


def names(people: list[Json]) -> list[str]:
    return [one["name"] for one in people]


def test_two_become_friends_and_part_again(shared: House) -> None:
    ann, bob = account(shared, "Anouk F"), account(shared, "Bob F")
    assert names(befriend(ann, "Bob F")["asked"]) == ["Bob F"]
    assert names(bob.get("/api/friends")["asking"]) == ["Anouk F"]
    assert bob.get("/api/people/Anouk F")["bond"] == "asks"
    assert names(befriend(bob, "anouk f", "accept")["friends"]) == ["Anouk F"]
    assert names(ann.get("/api/friends")["friends"]) == ["Bob F"]
    assert ann.get("/api/people/Bob F")["bond"] == "friend"
    befriend(ann, "Bob F", "end")
    assert bob.get("/api/friends") == {"friends": [], "asking": [], "asked": [], "blocked": []}


def test_who_asks_somebody_that_asks_them_accepts(shared: House) -> None:
    ann, bob = account(shared, "Cross A"), account(shared, "Cross B")
    befriend(ann, "Cross B")
    assert names(befriend(bob, "Cross A")["friends"]) == ["Cross A"]


def test_who_is_blocked_cannot_ask_invite_or_look_and_is_not_told_so(shared: House) -> None:
    ann, bob = account(shared, "Block A"), account(shared, "Block B")
    befriend(ann, "Block B")
    befriend(bob, "Block A", "accept")
    assert names(befriend(bob, "Block A", "block")["blocked"]) == ["Block A"]
    assert ann.get("/api/friends")["friends"] == []
    assert befriend(ann, "Block B", "ask", 403)["code"] == "not_welcome"
    table = ann.open()["id"]
    assert ann.post(f"/api/tables/{table}/invite", {"person": "Block B"}, 403)["code"] == "not_welcome"
    page = ann.get("/api/people/Block B")
    assert (page["closed"], page["bond"], page["games"]) == (True, "", [])
    assert ann.get("/api/people/Block B/matches", 403)["code"] == "closed"
    befriend(bob, "Block A", "end")
    assert names(befriend(ann, "Block B")["asked"]) == ["Block B"]


def test_what_cannot_be_is_refused(shared: House) -> None:
    ann, guest = account(shared, "Refused A"), shared.person()
    assert befriend(ann, "Nobody At All", "ask", 404)["code"] == "not_found"
    assert befriend(ann, "Refused A", "ask", 422)["code"] == "bad_value"
    assert befriend(ann, "Refused A", "block", 422)["code"] == "bad_value"
    account(shared, "Refused B")
    assert befriend(ann, "Refused B", "accept", 409)["code"] == "conflict"
    guest.open()
    assert befriend(guest, "Refused A", "ask", 403)["code"] == "needs_account"
    assert befriend(shared.person(), "Refused A", "ask", 401)["code"] == "not_signed_in"


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_challenge_opens_a_table_that_the_other_finds_and_joins(shared: House, visibility: str) -> None:
    ann, bob = account(shared, f"Chal {visibility}"), account(shared, f"Gant {visibility}")
    table = ann.open(visibility=visibility, title="Snow again")["id"]
    ann.post(f"/api/tables/{table}/invite", {"person": f"Gant {visibility}"})
    ann.post(f"/api/tables/{table}/invite", {"person": f"Gant {visibility}"})  # twice is once
    [found] = bob.get("/api/invitations")
    assert (found["table"], found["title"], found["by"]["name"]) == (table, "Snow again", f"Chal {visibility}")
    key = found["path"].partition("?key=")[2]
    assert bool(key) == (visibility == "private")
    bob.join(table, key=key)
    assert bob.get("/api/invitations") == []
    assert ann.post(f"/api/tables/{table}/invite", {"person": f"Gant {visibility}"}, 409)["code"] == "started"


def test_an_invitation_is_turned_down_and_only_a_host_invites(shared: House) -> None:
    ann, bob, eve = account(shared, "Host I"), account(shared, "Asked I"), account(shared, "Eve I")
    table = ann.open()["id"]
    assert eve.post(f"/api/tables/{table}/invite", {"person": "Asked I"}, 403)["code"] == "not_host"
    ann.post(f"/api/tables/{table}/invite", {"person": "Asked I"})
    assert eve.get("/api/invitations") == []
    bob.post(f"/api/invitations/{table}/decline")
    assert bob.get("/api/invitations") == []


# Clubs


def club(person: Person, name: str) -> Json:
    made: Json = person.post("/api/clubs", {"name": name, "about": "Fridays at eight."}, 201)
    return made


def test_a_club_is_joined_by_its_link_or_by_asking_and_shows_members_to_members(shared: House) -> None:
    ann, bob, eve = account(shared, "Keeper C"), account(shared, "Member C"), account(shared, "Asker C")
    made = club(ann, "Night Stages")
    url = f"/api/clubs/{made['id']}"
    assert made["role"] == "keeper"
    seen = bob.get(f"{url}?key={made['key']}")
    assert (seen["invited"], seen["key"], names([one["driver"] for one in seen["members"]])) == (True, "", ["Keeper C"])
    assert bob.post(f"{url}/join", {"key": "wrong"}, 404)["code"] == "bad_link"
    assert bob.post(f"{url}/join", {"key": made["key"]})["role"] == "member"
    assert eve.post(f"{url}/join")["role"] == "asking"
    assert names([one["driver"] for one in bob.get(url)["members"]]) == ["Keeper C", "Member C"]
    assert [one["role"] for one in ann.get(url)["members"]] == ["keeper", "member", "asking"]
    assert bob.post(f"{url}/people/Asker C", {"deed": "admit"}, 403)["code"] == "not_keeper"
    ann.post(f"{url}/people/Asker C", {"deed": "admit"})
    assert [one["role"] for one in eve.get("/api/clubs")] == ["member"]
    ann.post(f"{url}/people/Asker C", {"deed": "remove"})
    assert eve.get("/api/clubs") == []
    assert eve.get(f"{url}/tables", 403)["code"] == "not_member"


def test_strangers_who_ask_keep_nobody_out_of_a_club(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MEMBERS_MOST", 2)
    monkeypatch.setattr(clubs, "ASKING_MOST", 1)
    ann, bob, eve, joe = (account(shared, f"{name} Crowd") for name in ("Ann", "Bob", "Eve", "Joe"))
    made = club(ann, "A Small Club")
    url = f"/api/clubs/{made['id']}"
    eve.post(f"{url}/join")
    assert joe.post(f"{url}/join", None, 409)["code"] == "list_full"
    bob.post(f"{url}/join", {"key": made["key"]})
    assert ann.post(f"{url}/people/Eve Crowd", {"deed": "admit"}, 409)["code"] == "list_full"


def test_a_new_link_makes_the_one_before_void(shared: House) -> None:
    ann, bob = account(shared, "Keeper L"), account(shared, "Late L")
    made = club(ann, "Links")
    url = f"/api/clubs/{made['id']}"
    changed = ann.ask("PATCH", url, {"name": "Links and more", "about": "", "renew_link": True})
    assert changed["name"] == "Links and more"
    assert bob.post(f"{url}/join", {"key": made["key"]}, 404)["code"] == "bad_link"
    assert bob.post(f"{url}/join", {"key": changed["key"]})["role"] == "member"
    assert bob.ask("PATCH", url, {"name": "Mine"}, 403)["code"] == "not_keeper"


@pytest.mark.parametrize(("name", "about", "code"), [("x", "", "bad_club_name"), ("a" * 41, "", "bad_club_name")])
def test_names_and_texts_of_clubs_have_limits(shared: House, name: str, about: str, code: str) -> None:
    ann = account(shared, f"Limit {len(name)}")
    assert ann.post("/api/clubs", {"name": name, "about": about}, 422)["code"] == code
    assert ann.post("/api/clubs", {"name": "Good name", "about": "x" * 401}, 422)["code"] == "bad_club_about"
    for bad in ("a\u202eb", "Zed" + 6 * "\u0301"):
        assert ann.post("/api/clubs", {"name": bad, "about": ""}, 422)["code"] == "bad_club_name"
        assert ann.post("/api/clubs", {"name": "The Club", "about": bad}, 422)["code"] == "bad_club_about"
    assert ann.get("/api/clubs") == []


def test_members_find_the_clubs_tables_events_and_standings(shared: House) -> None:
    ann, bob, eve = account(shared, "Keeper T"), account(shared, "Member T"), account(shared, "Eve T")
    made = club(ann, "Table club")
    url = f"/api/clubs/{made['id']}"
    bob.post(f"{url}/join", {"key": made["key"]})
    table = ann.open(visibility="private")["id"]
    ann.post(f"{url}/tables", {"table": table})
    assert bob.post(f"{url}/tables", {"table": table}, 403)["code"] == "not_host"
    [found] = bob.get(f"{url}/tables")
    bob.join(table, key=found["path"].partition("?key=")[2])
    event = ann.post("/api/events", {"regulations": REGULATIONS}, 201)["id"]
    assert bob.post(f"{url}/events", {"event": event}, 404)["code"] == "not_found"
    ann.post(f"{url}/events", {"event": event})
    assert bob.get(f"{url}/events") == [], "a draft is its organiser's alone"
    ann.post(f"/api/events/{event}/announce")
    [held] = bob.get(f"{url}/events")
    assert bob.get(f"/api/events/{event}?{held['path'].partition('?')[2]}")["title"] == "Club night"
    assert bob.get(f"{url}/standings/rally") == []
    for what in ("tables", "events", "standings/rally"):
        assert eve.get(f"{url}/{what}", 403)["code"] == "not_member"


def test_who_has_been_there_longest_keeps_a_club_that_its_keeper_leaves(shared: House) -> None:
    people = [account(shared, f"Heir {n}") for n in "abc"]
    made = club(people[0], "Heirs")
    url = f"/api/clubs/{made['id']}"
    for one in people[1:]:
        one.post(f"{url}/join", {"key": made["key"]})
    people[0].post(f"{url}/leave")
    assert [one["role"] for one in people[1].get(url)["members"]] == ["keeper", "member"]
    assert people[1].get(url)["role"] == "keeper"
    for one in people[1:]:
        one.post(f"{url}/leave")
    assert people[1].get(url, 404)["code"] == "not_found"


def test_who_deletes_themselves_is_gone_from_friends_invitations_and_clubs(house: House) -> None:
    ann, bob = account(house, "Gone A"), account(house, "Stays B")
    befriend(ann, "Stays B")
    befriend(bob, "Gone A", "accept")
    made = club(ann, "Left behind")
    url = f"/api/clubs/{made['id']}"
    bob.post(f"{url}/join", {"key": made["key"]})
    table = ann.open()["id"]
    ann.post(f"/api/tables/{table}/invite", {"person": "Stays B"})
    told: dict[str, Any] = ann.get("/api/account/export")
    assert [one["kind"] for one in told["friends"]] == ["friend"]
    assert [one["name"] for one in told["clubs"]] == ["Left behind"]
    assert [one["table_id"] for one in told["invitations"]] == [table]
    ann.post("/api/account/delete", {"password": PASSWORD})
    assert bob.get("/api/friends")["friends"] == []
    assert bob.get("/api/invitations") == []
    page = bob.get(url)
    assert (page["role"], names([one["driver"] for one in page["members"]])) == ("keeper", ["Stays B"])
    assert "Gone A" not in str(page)
