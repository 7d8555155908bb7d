"""Creating, finding, joining, leaving: everything around a match."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import func, select

from parcferme.server.storage.schema import people
from tests.server.house import House, Json, Person, wait_for


def link(table: Json, seat: int) -> str:
    return str(next(one["key"] for one in table["links"] if one["seat"] == seat))


def finish(table: str, *people: Person) -> None:
    """Everybody concedes."""
    for person in people:
        person.act(table, "concede")


def test_the_games_are_offered_with_rules_texts_and_content(shared: House) -> None:
    ann = shared.person()
    dash = next(game for game in ann.get("/api/games") if game["id"] == "toy_dash")
    assert dash["bots"] == ["novice", "clubman"]
    assert dash["options"]["properties"]["length"]["maximum"] == 400
    assert ann.get("/api/games/toy_dash") == dash
    assert ann.get("/api/games/toy_dash/rules")[0]["id"] == "TD-01"
    french = ann.get("/api/games/toy_dash/texts/fr")
    assert french["action.gear"] == "Rapport {gear}"
    assert french["action.push"] == "Push"  # English where French has none
    assert ann.get("/api/games/toy_dash/content") == ["die.toml", "road.json"]
    assert ann.get("/api/games/toy_dash/content/die.toml")["faces"] == [1, 1, 1, 2, 2, 3]
    assert ann.get("/api/games/nothing", 404)["code"] == "unknown_game"
    assert ann.get("/api/games/toy_dash/texts/xx", 404)["code"] == "not_found"
    for bad in ("/../meta.py", "/%2e%2e/meta.py", "/nothing.json"):
        assert ann.http.get(f"/api/games/toy_dash/content{bad}").status_code == 404


def test_options_are_checked_by_the_games_own_schema(shared: House) -> None:
    ann = shared.person()
    checked = ann.post("/api/games/toy_dash/check", {"options": {"players": 3}})
    assert checked["variant"] == "toy_dash(players=3)"
    assert checked["players"] == 3
    assert checked["options"]["length"] == 10
    refused = ann.post("/api/games/toy_dash/check", {"options": {"players": 9}}, 422)
    assert refused["code"] == "bad_option"
    assert "players" in refused["reason"]


def test_the_lobby_lists_public_tables_by_game_pace_and_status(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    public = ann.open("toy_bids", title="Open to all", pace={"kind": "correspondence", "days": 2})["id"]
    private = ann.open("toy_bids", visibility="private")["id"]

    def ids(query: str) -> list[str]:
        return [row["id"] for row in bob.lobby(query)]

    assert public in ids("?game=toy_bids")
    assert private not in ids("?game=toy_bids")
    assert public not in ids("?game=toy_hide")
    assert public in ids("?pace=correspondence")
    assert public not in ids("?pace=live")
    row = next(row for row in bob.lobby("?game=toy_bids") if row["id"] == public)
    assert (row["title"], row["free_seats"], row["players"]) == ("Open to all", 1, 2)
    bob.join(public)
    assert public not in ids("?game=toy_bids")
    assert public in ids("?game=toy_bids&status=playing")
    assert {row["id"] for row in ann.mine()} >= {public, private}
    assert next(row for row in bob.mine() if row["id"] == public)["your_turn"] is True
    assert shared.person().mine() == []


def test_a_private_table_opens_by_link_only(shared: House) -> None:
    ann, bob, eve = shared.person(), shared.person(), shared.person()
    table = ann.open(visibility="private")
    path = f"/api/tables/{table['id']}"
    watch = link(table, -1)
    looks = ("", "/position", "/opening", "/record", "/frames", "/chat", "/events")
    for call in (f"{path}{look}" for look in looks):
        assert eve.get(call, 404)["code"] == "not_found"
        eve.get(f"{call}?key={watch}", 200)
    assert eve.get(f"{path}/review", 404)["code"] == "not_found"
    assert eve.get(f"{path}/review?key={watch}", 409)["code"] == "not_over"
    assert eve.line(table["id"]).next()["code"] == "not_found"
    assert eve.post(f"{path}/join", {}, 404)["code"] == "not_found"
    assert eve.get(f"{path}/position?key={watch}")["seat"] is None
    assert eve.line(table["id"], f"?key={watch}").next()["type"] == "hello"
    assert eve.post(f"{path}/join", {"key": watch}, 403)["code"] == "forbidden"
    assert bob.join(table["id"], key=link(table, 1))["yours"] == [1]
    assert [one["seat"] for one in bob.get(path)["links"]] == [1]  # the others are the host's to hand out


def test_a_link_can_be_revoked_and_takes_a_seat_over(shared: House) -> None:
    ann, bob, cid = shared.person(), shared.person(), shared.person()
    table = ann.open(visibility="private")
    id, old = table["id"], link(table, 1)
    renewed = ann.post(f"/api/tables/{id}/links", {"seat": 1})
    assert bob.post(f"/api/tables/{id}/join", {"key": old}, 404)["code"] == "link_used"
    bob.join(id, key=link(renewed, 1))
    assert bob.post(f"/api/tables/{id}/links", {"seat": 0}, 403)["code"] == "not_host"
    leaked = link(bob.get(f"/api/tables/{id}"), 1)
    own = link(bob.post(f"/api/tables/{id}/links", {"seat": 1}), 1)
    assert cid.post(f"/api/tables/{id}/join", {"key": leaked}, 404)["code"] == "link_used"
    assert cid.join(id, key=own)["yours"] == [1]
    assert bob.get(f"/api/tables/{id}", 404)["code"] == "not_found"
    assert ann.post(f"/api/tables/{id}/links", {"seat": 40}, 409)["code"] == "no_seat"


def test_a_wrong_key_at_a_public_table_is_said_to_be_wrong(shared: House) -> None:
    table = shared.person().open()["id"]
    assert shared.person().post(f"/api/tables/{table}/join", {"key": "0" * 32}, 404)["code"] == "bad_link"


def test_joining_twice_is_harmless_and_a_full_table_refuses(shared: House) -> None:
    ann, bob, cid = shared.person(), shared.person(), shared.person()
    table = ann.open()["id"]
    assert bob.join(table, name="Bob")["yours"] == [1]
    assert bob.join(table)["yours"] == [1]
    assert cid.post(f"/api/tables/{table}/join", {}, 409)["code"] == "no_seat"
    assert cid.post(f"/api/tables/{table}/join", {"seat": 0}, 409)["code"] == "seat_taken"
    assert ann.get(f"/api/tables/{table}")["seats"][1]["name"] == "Bob"


def test_leaving_before_and_during_a_match_and_returning(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(options={"length": 400, "players": 3})["id"]
    bob.join(table)
    bob.post(f"/api/tables/{table}/leave")
    assert ann.get(f"/api/tables/{table}")["seats"][1]["kind"] == "open"
    assert bob.post(f"/api/tables/{table}/leave", {}, 403)["code"] == "not_seated"
    bob.join(table, seat=1)
    ann.post(f"/api/tables/{table}/bots", {"seat": 2, "level": "novice"})
    line = ann.line(table)
    line.next("hello")
    ann.post(f"/api/tables/{table}/leave")
    assert line.next("seats")["seats"][0]["away"] == "left"
    while line.next("play")["position"]["to_act"] != [1]:
        pass
    assert ann.act(table, "gear:1", status=409)["code"] in ("away", "not_asked")
    assert ann.post(f"/api/tables/{table}/return")["ok"] is True
    assert ann.get(f"/api/tables/{table}")["seats"][0]["away"] == ""


def test_the_host_seats_bots_frees_seats_starts_and_closes(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(options={"players": 3})["id"]
    path = f"/api/tables/{table}"
    bob.join(table)
    assert ann.post(f"{path}/start", {}, 409)["code"] == "not_ready"
    assert bob.post(f"{path}/start", {}, 403)["code"] == "not_host"
    assert ann.post(f"{path}/free", {"seat": 1})["seats"][1]["kind"] == "open"
    assert ann.post(f"{path}/free", {"seat": 1}, 403)["code"] == "not_seated"
    assert ann.post(f"{path}/bots", {"seat": 1, "level": "genius"}, 422)["code"] == "bad_level"
    ann.post(f"{path}/bots", {"seat": 1, "level": "novice"})
    assert ann.post(f"{path}/bots", {"seat": 2, "level": "novice"})["status"] == "playing"
    assert bob.post(f"{path}/close", {}, 401 if not bob.http.cookies else 403)["code"] == "not_host"
    closed = ann.post(f"{path}/close")
    assert closed["status"] == "closed"
    assert "secret" in closed["dice"]


def test_rematch_seats_the_same_people_one_further_and_only_once(shared: House) -> None:
    ann, bob, eve = shared.person(), shared.person(), shared.person()
    table = ann.open()["id"]
    bob.join(table)
    assert ann.post(f"/api/tables/{table}/rematch", {}, 409)["code"] == "started"
    finish(table, ann, bob)
    line = bob.line(table)
    line.next("hello")
    again = ann.post(f"/api/tables/{table}/rematch")
    assert line.next("again")["table"] == again["id"]
    assert again["yours"] == [1]
    assert again["status"] == "playing"
    assert bob.post(f"/api/tables/{table}/rematch")["id"] == again["id"]
    eve.open()
    assert eve.post(f"/api/tables/{table}/rematch", {}, 403)["code"] == "not_seated"


def test_the_commitment_is_there_before_and_the_secret_after(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open()["id"]
    before = bob.join(table)["dice"]
    assert set(before) == {"scheme", "commitment"}
    finish(table, ann, bob)
    after = bob.get(f"/api/tables/{table}")["dice"]
    assert after["commitment"] == before["commitment"]
    assert len(after["secret"]) == 64


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "nothing"}, "unknown_game"),
        ({"game": "toy_dash", "options": {"length": 0}}, "bad_option"),
        ({"game": "toy_dash", "pace": {"kind": "live", "bank": 1}}, "bad_request"),
        ({"game": "toy_dash", "seats": [{"kind": "bot", "level": "x"}]}, "bad_level"),
        ({"game": "toy_dash", "seats": [{}, {}, {}, {}, {}]}, "bad_setup"),
        ({"game": "toy_dash", "title": "a\u0007b"}, "bad_title"),
        ({"game": "toy_dash", "wings": 1}, "bad_request"),
        ({}, "bad_request"),
        ([], "bad_request"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_nothing_is_made(shared: House, wish: object, code: str) -> None:
    ann = shared.person()
    answer = ann.http.post("/api/tables", json=wish)
    assert answer.json()["code"] == code
    assert answer.status_code in (400, 404, 422)
    assert not ann.http.cookies  # not even a guest


def test_records_are_uploaded_stepped_through_and_checked(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open()["id"]
    bob.join(table)
    ann.act(table, "gear:2")
    ann.act(table, "push")
    finish(table, bob, ann)
    record = ann.get(f"/api/tables/{table}/record")
    known = ann.post("/api/records", record, 201)
    assert known["entries"] == len(record["log"])
    assert ann.post("/api/records", record, 201)["id"] == known["id"]
    frames = bob.get(f"/api/records/{known['id']}/frames")
    assert [frame["at"] for frame in frames] == list(range(known["entries"] + 1))
    assert bob.get(f"/api/records/{known['id']}/frames?first=2&last=2") == [frames[2]]
    assert bob.get(f"/api/records/{known['id']}/frames?seat=7", 404)["code"] == "not_found"
    assert bob.get(f"/api/records/{known['id']}/text")["log"] == record["log"]
    assert bob.get(f"/api/records/{known['id']}")["result"] == record["result"]
    record["log"][0] = [0, "gear:1"]
    assert "entry" in ann.post("/api/records", record, 422)["reason"]
    assert ann.post("/api/records", {"format": "other"}, 422)["code"] == "bad_record"
    assert ann.get("/api/records/none", 404)["code"] == "not_found"


def test_a_rematch_keeps_no_seat_for_who_has_deleted_themselves(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open()["id"]
    bob.join(table)
    finish(table, ann, bob)
    bob.post("/api/account/delete")
    again = ann.post(f"/api/tables/{table}/rematch")
    assert (again["status"], again["yours"]) == ("gathering", [1])
    assert again["seats"][0]["kind"] == "open"
    assert shared.person().join(again["id"])["status"] == "playing"


def test_nobody_waits_at_a_rematch_for_who_was_away_and_they_can_return(shared: House) -> None:
    ann, bob, cid = shared.person(), shared.person(), shared.person()
    table = ann.open(options={"players": 3, "length": 400})["id"]
    for other in (bob, cid):
        other.join(table)
    ann.post(f"/api/tables/{table}/leave")
    bob.post(f"/api/tables/{table}/leave")
    ann.post(f"/api/tables/{table}/close")
    again = ann.post(f"/api/tables/{table}/rematch")
    assert again["status"] == "playing"
    assert [seat["away"] for seat in again["seats"]] == ["", "", "left"]  # Cid, Ann (who asked), Bob
    while cid.position(again["id"])["to_act"] == [0]:
        cid.play_first(again["id"])
    while ann.position(again["id"])["to_act"] == [1]:
        ann.play_first(again["id"])
    wait_for(lambda: cid.position(again["id"])["to_act"] == [0])  # a bot has driven for Bob
    assert bob.post(f"/api/tables/{again['id']}/return")["ok"] is True
    assert bob.get(f"/api/tables/{again['id']}")["seats"][2]["away"] == ""


def test_who_comes_by_a_link_is_told_what_it_opens(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(visibility="private")
    path = f"/api/tables/{table['id']}"
    for seat in (-1, 0, 1):
        assert bob.get(f"{path}?key={link(table, seat)}")["opens"] == seat
        assert bob.get(f"{path}/opening?key={link(table, seat)}")["table"]["opens"] == seat
    assert table["opens"] is None
    assert ann.get(path)["opens"] is None
    old = link(table, 1)
    ann.post(f"{path}/links", {"seat": 1})
    assert ann.get(f"{path}?key={old}")["opens"] is None


@contextmanager
def locked(house: House, table: str) -> Iterator[None]:
    """Nobody gets at the table meanwhile; they do afterwards, in the order they came."""
    lock = house.server.tables.rooms[table].lock
    loop = house.loop
    loop.call_soon_threadsafe(lambda: loop.create_task(lock.acquire()))
    wait_for(lock.locked)
    yield
    loop.call_soon_threadsafe(lock.release)


def queue(house: House, table: str) -> int:
    return len(house.server.tables.rooms[table].lock._waiters or ())


def test_a_link_revoked_while_its_bearer_waits_seats_nobody(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    bob.open()  # Bob is somebody already
    table = ann.open()
    id, old = table["id"], link(table, 1)
    with ThreadPoolExecutor(2) as pool:
        with locked(shared, id):
            renewing = pool.submit(ann.post, f"/api/tables/{id}/links", {"seat": 1})
            wait_for(lambda: queue(shared, id) == 1)
            joining = pool.submit(bob.post, f"/api/tables/{id}/join", {"key": old}, 404)
            wait_for(lambda: queue(shared, id) == 2)
        renewing.result()
        assert joining.result()["code"] == "bad_link"
    assert ann.get(f"/api/tables/{id}")["seats"][1]["kind"] == "open"


def test_a_refused_join_makes_nobody_a_guest(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    full, private = ann.open()["id"], ann.open(visibility="private")
    bob.join(full)
    open_table = ann.open()["id"]
    before = known_people(shared)
    for table, wish, code in (
        (full, {}, "no_seat"),
        (full, {"seat": 1}, "seat_taken"),
        (full, {"seat": 9}, "no_seat"),
        (open_table, {"key": "0" * 32}, "bad_link"),
        (private["id"], {}, "not_found"),
        (private["id"], {"key": link(private, -1)}, "forbidden"),
        ("nothing", {}, "not_found"),
    ):
        stranger = shared.person()
        answer = stranger.http.post(f"/api/tables/{table}/join", json=wish)
        assert answer.json()["code"] == code
        assert "set-cookie" not in answer.headers
    assert known_people(shared) == before


def known_people(house: House) -> int:
    with house.server.store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(people)).scalar_one()


def test_blanks_of_any_kind_in_titles_and_names_are_blanks(shared: House) -> None:
    ann = shared.person()
    table = ann.open(title="  Coupe\u00a0d’hiver\u202f2026\t", name="Ann\u00a0Lee")
    assert table["title"] == "Coupe d’hiver 2026"
    assert table["seats"][0]["name"] == "Ann Lee"
    for bad in ("left\u202eright", "a\u0007b", "a\u2066b", "Z" + 6 * "\u0301"):
        assert ann.post("/api/tables", {"game": "toy_dash", "title": bad}, 422)["code"] == "bad_title"
        assert ann.ask("PATCH", "/api/account", {"name": bad}, 422)["code"].startswith("name_")


def test_a_title_may_hold_joined_emoji_and_a_name_nothing_unseen(shared: House) -> None:
    ann = shared.person()
    crew = "Rallye 👩\u200d🔧 ❤\ufe0f"
    assert ann.open(title=crew)["title"] == crew
    for bad in ("\u200d", "\ufe0f\u200d"):
        assert ann.post("/api/tables", {"game": "toy_dash", "title": bad}, 422)["code"] == "bad_title"
    for bad in ("Ann\u200d", crew):
        assert ann.ask("PATCH", "/api/account", {"name": bad}, 422)["code"].startswith("name_")


def test_nobody_in_particular_starts_a_table(shared: House) -> None:
    ann = shared.person()
    table = ann.open()["id"]
    line = ann.line(table)
    line.next("hello")
    shared.person().join(table)
    told = line.next("start")
    assert (told["by"], told["cause"]) == (None, "start")


def test_no_link_leads_to_what_another_person_knows(shared: House) -> None:
    """Whoever handed a seat's link out must not follow by it and read what was sealed there."""
    ann, bob = shared.person(), shared.person()
    made = ann.open("toy_bids", visibility="private")
    key = next(link["key"] for link in made["links"] if link["seat"] == 1)
    assert [link["seat"] for link in made["links"]] == [-1, 0, 1]
    table = bob.join(made["id"], key=key)["id"]
    bob.act(table, "bid:11")
    assert [link["seat"] for link in ann.get(f"/api/tables/{table}")["links"]] == [-1, 0]
    assert [link["seat"] for link in bob.get(f"/api/tables/{table}")["links"]] == [1]
    assert ann.join(table, key=key)["yours"] == [0]
    assert shared.person().http.post(f"/api/tables/{table}/join", json={"key": key}).status_code == 404
    assert bob.join(table, key=key)["yours"] == [1]  # a second click
    own = bob.get(f"/api/tables/{table}")["links"][0]["key"]
    assert shared.person().join(table, key=own)["yours"] == [1]  # their own link takes the seat along


def test_a_token_that_may_only_read_gets_no_links(shared: House) -> None:
    ann = shared.person()
    ann.post("/api/account", {"name": "Ann of the links", "password": "long enough"}, 201)
    token = ann.post("/api/account/tokens", {"label": "eyes", "scopes": ["read"]}, 201)["token"]
    table = ann.open()["id"]
    assert shared.person(token).get(f"/api/tables/{table}")["links"] == []
