"""Watching over HTTP: public tables that are played, with a spectator's view and nothing else."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosedError

from parcferme.server.api import play
from parcferme.server.live import rooms
from parcferme.server.live import tables as live_tables
from tests.server.house import House, Json, Person, wait_for

PAIR = [{"kind": "me"}, {"kind": "me"}]


def test_public_tables_are_shown_as_a_spectator_sees_them_and_private_ones_never(shared: House) -> None:
    ann, watcher = shared.person(), shared.person()
    public = ann.open(seats=PAIR)["id"]
    private = ann.open(seats=PAIR, visibility="private")["id"]
    gathering = ann.open()["id"]
    page = watcher.get("/api/watch")
    listed = {row["id"]: row for row in page["tables"]}
    assert public in listed
    assert not {private, gathering} & set(listed)
    assert listed[public]["view"] == watcher.position(public)["view"]
    assert ann.get("/api/watch")["tables"][0]["view"] == page["tables"][0]["view"], "players get no more of it here"
    assert "secret" not in str(page)


def test_pages_follow_each_other_and_games_can_be_chosen(shared: House) -> None:
    ann = shared.person()
    for _ in range(3):
        ann.open(seats=PAIR)
    first = ann.get("/api/watch?limit=2")
    second = ann.get(f"/api/watch?limit=2&after={first['next']}")
    assert len(first["tables"]) == 2
    assert not {row["id"] for row in first["tables"]} & {row["id"] for row in second["tables"]}
    assert ann.get("/api/watch?game=rally") == {"tables": [], "next": "", "total": 0}


LATE = 4_000  # milliseconds: within these a busy machine answers a few questions
RATED: Json = {"rated": True, "undo": "off", "aids": ["odds"], "pace": {"kind": "live"}, "options": {"length": 40}}


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a minute passes quickly."""
    for module in (rooms, live_tables, play):
        monkeypatch.setattr(module, "LATE_MS", LATE)


def test_who_only_watches_a_rated_match_sees_it_late_by_every_way(shared: House, soon: None) -> None:
    ann, bob, watcher = shared.person(), shared.person(), shared.person()
    table = ann.open(**RATED)["id"]
    bob.join(table)
    wait_for(lambda: watcher.position(table)["status"] == "playing")  # the start is seen late as well
    line = watcher.line(table)
    before = line.next("hello")["position"]["node"]
    moved = ann.act(table, "gear:1")["node"]
    assert moved > before
    for told in (watcher.position(table), watcher.get(f"/api/tables/{table}"), watched(watcher, table)):
        assert told["node"] <= before, "nobody on the stands knows of it yet"
    assert watched(watcher, table)["late"] is True
    assert [who.get(f"/api/tables/{table}")["late"] for who in (watcher, bob)] == [True, False]
    assert len(watcher.get(f"/api/tables/{table}/frames")) <= before + 1
    assert bob.position(table)["node"] == moved, "who plays is told at once"
    assert line.next("play")["position"]["node"] == moved
    wait_for(lambda: watcher.position(table)["node"] == moved)


def test_a_rated_match_that_has_just_begun_is_neither_shown_nor_counted(shared: House) -> None:
    ann, bob, watcher = shared.person(), shared.person(), shared.person()
    before = watcher.get("/api/watch?limit=12")["total"]
    table = ann.open(**RATED)["id"]
    bob.join(table)
    page = watcher.get("/api/watch?limit=12")
    assert (page["total"], [row["id"] for row in page["tables"]].count(table)) == (before, 0)


def test_whoever_was_there_before_a_rated_match_began_sees_it_late_too(shared: House, soon: None) -> None:
    ann, bob, watcher = shared.person(), shared.person(), shared.person()
    table = ann.open(**RATED)["id"]
    early = watcher.line(table)
    early.next("hello")
    bob.join(table)
    with pytest.raises(ConnectionClosedError) as sent_away:
        early.next("play", "start")
    assert sent_away.value.rcvd is not None
    assert sent_away.value.rcvd.code == 1012
    moved = ann.act(table, "gear:1")["node"]
    assert watcher.line(table).next("hello")["position"]["node"] < moved


def watched(person: Person, table: str) -> Json:
    page: list[Json] = person.get("/api/watch?limit=12")["tables"]
    return next(row for row in page if row["id"] == table)


def test_a_match_that_is_not_rated_is_seen_at_once(shared: House) -> None:
    ann, watcher = shared.person(), shared.person()
    table = ann.open(seats=PAIR)["id"]
    moved = ann.act(table, "gear:1")["node"]
    assert watcher.position(table)["node"] == moved
    assert watched(watcher, table)["late"] is False


def test_spectators_talk_among_themselves_until_the_match_is_over(shared: House) -> None:
    ann, bob, watcher = shared.person(), shared.person(), shared.person()
    table = ann.open(chat="all", options={"length": 1})["id"]
    bob.join(table)
    watcher.post("/api/account", {"name": "On the stands", "password": "correct horse"}, 201)
    seen, played = watcher.line(table), ann.line(table)
    seen.next("hello"), played.next("hello")
    watcher.post(f"/api/tables/{table}/chat", {"text": "She will lift", "id": "1"}, 201)
    assert seen.next("chat")["line"]["apart"] is True
    bob.post(f"/api/tables/{table}/chat", {"text": "Good luck", "id": "2"}, 201)
    assert played.next("chat")["line"]["text"] == "Good luck", "nothing of the stands came before"
    assert [line["text"] for line in ann.get(f"/api/tables/{table}/chat")] == ["Good luck"]
    assert [line["text"] for line in watcher.get(f"/api/tables/{table}/chat")] == ["She will lift", "Good luck"]
    ann.act(table, "gear:1")
    ann.act(table, "push")
    wait_for(lambda: ann.get(f"/api/tables/{table}")["status"] == "finished")
    assert len(ann.get(f"/api/tables/{table}/chat")) == 2


def test_a_spectator_of_a_private_table_says_nothing(shared: House) -> None:
    ann, watcher = shared.person(), shared.person()
    table = ann.open(seats=PAIR, visibility="private", chat="all")["id"]
    watcher.open()
    refused = watcher.post(f"/api/tables/{table}/chat", {"text": "Hello", "id": "1"}, 403)
    assert refused["code"] == "not_seated"


def test_spectators_are_named_if_they_like(shared: House) -> None:
    ann, shown, hidden = shared.person(), shared.person(), shared.person()
    table = ann.open(seats=PAIR)["id"]
    shown.ask("PATCH", "/api/account", {"name": "Shown"})
    hidden.ask("PATCH", "/api/account", {"name": "Hidden"})
    line = shown.line(table, "?named=1")
    line.next("hello")
    hidden.line(table).next("hello")
    seen = line.next("presence")
    while seen["spectators"] < 2:
        seen = line.next("presence")
    assert seen["names"] == ["Shown"]
