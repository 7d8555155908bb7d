"""People: guests, accounts, sessions, tokens, roles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed

from parcferme.server.ops.verbs import promote
from parcferme.server.people.accounts import SESSION_MS, digest
from parcferme.server.storage.clock import wall
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import metadata, people, sessions
from tests.server.conftest import Opener
from tests.server.house import House, Line, Person

PASSWORD = "correct horse"


def account(house: House, name: str) -> Person:
    person = house.person()
    person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    return person


def test_a_stranger_is_nobody_a_guest_has_a_cookie_that_scripts_cannot_read(shared: House) -> None:
    ann = shared.person()
    assert ann.get("/api/account")["id"] == ""
    answer = ann.http.post("/api/tables", json={"game": "toy_dash", "name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ann.get("/api/account")["name"] == "Ann"


def test_a_stranger_has_a_name_and_a_plate_at_once_and_keeps_them_as_guest_and_account(shared: House) -> None:
    ann = shared.person()
    first = ann.get("/api/account")
    assert re.fullmatch(r"Guest \d\d", first["name"])
    assert first["plate"] in range(1, 7)
    assert ann.get("/api/account") == first, "the second visit finds the same"
    ann.open()
    guest = ann.get("/api/account")
    assert (guest["name"], guest["plate"]) == (first["name"], first["plate"])
    ann.post("/api/account", {"name": "Annelie", "password": PASSWORD}, 201)
    assert ann.get("/api/account")["plate"] == first["plate"]
    straight = shared.person()
    plate = straight.get("/api/account")["plate"]
    assert straight.post("/api/account", {"name": "Straight", "password": PASSWORD}, 201)["plate"] == plate


def test_a_stranger_who_picks_a_plate_becomes_a_guest_who_wears_it(shared: House) -> None:
    ann = shared.person()
    name = ann.get("/api/account")["name"]
    worn = ann.ask("PATCH", "/api/account", {"plate": 4})
    assert worn["id"]
    assert (worn["name"], worn["plate"]) == (name, 4)


@pytest.mark.parametrize("cookie", ["7.Ann", "0.Ann", "1.", "x", "2.%00%01", "3.admin", "2." + "x" * 500, "1.Ann.5"])
def test_a_cookie_nobody_gave_is_no_name(shared: House, cookie: str) -> None:
    ann = shared.person()
    ann.http.cookies.set("visitor", cookie)
    assert re.fullmatch(r"Guest \d\d", ann.get("/api/account")["name"])


def test_a_guest_is_not_called_like_an_account(shared: House) -> None:
    account(shared, "Left Six")
    ann = shared.person()
    ann.http.cookies.set("visitor", "2.Left%20Six")
    assert ann.open()["seats"][0]["name"] == "Left Six 2"


def test_a_guest_who_registers_keeps_the_games(shared: House) -> None:
    ann = shared.person()
    table = ann.open()["id"]
    guest = ann.get("/api/account")["id"]
    registered = ann.post("/api/account", {"name": "Annika", "password": PASSWORD}, 201)
    assert registered["id"] == guest
    assert registered["account"] is True
    assert table in [row["id"] for row in ann.mine()]
    assert ann.post("/api/account", {"name": "Other", "password": PASSWORD}, 409)["code"] == "conflict"


def test_a_guest_who_logs_in_brings_the_games_along(shared: House) -> None:
    home = account(shared, "Bruno")
    there = shared.person()
    opponent = shared.person()
    table = there.open()["id"]
    opponent.join(table)
    there.post("/api/account/login", {"name": "bruno", "password": PASSWORD})
    assert there.get("/api/account")["name"] == "Bruno"
    assert there.act(table, "gear:1")["ok"] is True
    assert home.act(table, "lift")["ok"] is True  # the same person elsewhere
    assert table in [row["id"] for row in home.mine()]


def test_log_in_needs_the_right_password_and_tells_nothing_else(shared: House) -> None:
    account(shared, "Carla")
    eve = shared.person()
    wrong = eve.post("/api/account/login", {"name": "Carla", "password": "not this one"}, 401)
    nobody = eve.post("/api/account/login", {"name": "Nobody", "password": "not this one"}, 401)
    assert wrong == nobody
    assert eve.post("/api/account", {"name": "CARLA", "password": PASSWORD}, 409)["code"] == "name_taken"
    assert eve.post("/api/account", {"name": "Short", "password": "short"}, 400)["code"] == "bad_request"


def test_logging_out_ends_the_session(shared: House) -> None:
    dan = account(shared, "Dan")
    cookie = dan.http.cookies["parcferme"]
    dan.post("/api/account/logout")
    again = shared.person()
    again.http.cookies.set("parcferme", cookie)
    assert again.get("/api/account")["id"] == ""


def test_changing_the_password_ends_other_sessions(shared: House) -> None:
    one = account(shared, "Edda")
    two = shared.person()
    two.post("/api/account/login", {"name": "Edda", "password": PASSWORD})
    assert one.post("/api/account/password", {"present": "wrong", "next": "another one"}, 401)["code"] == "wrong_login"
    one.post("/api/account/password", {"present": PASSWORD, "next": "another one"})
    assert one.get("/api/account")["name"] == "Edda"
    assert two.get("/api/account")["id"] == ""


def test_passwords_are_kept_as_argon2_only(shared: House) -> None:
    account(shared, "Fritz")
    with shared.server.store.engine.connect() as connection:
        kept = [str(row) for table in metadata.sorted_tables for row in connection.execute(select(table))]
    assert PASSWORD not in "".join(kept)
    assert any("$argon2id$" in row for row in kept)


def test_everything_about_oneself_can_be_exported_and_deleted(shared: House) -> None:
    gina, bob = account(shared, "Gina"), shared.person()
    table = gina.open(chat="all")["id"]
    bob.join(table)
    gina.post(f"/api/tables/{table}/chat", {"text": "my words"}, 201)
    gina.ask("PATCH", "/api/account", {"email": "gina@example.org"})
    kept = gina.get("/api/account/export")
    assert kept["person"]["email"] == "gina@example.org"
    assert [held["table_id"] for held in kept["tables"]] == [table]
    assert [said["text"] for said in kept["chat"]] == ["my words"]
    assert gina.post("/api/account/delete", {"password": "wrong one"}, 401)["code"] == "wrong_login"
    gina.post("/api/account/delete", {"password": PASSWORD})
    assert gina.get("/api/account")["id"] == ""
    seats = bob.get(f"/api/tables/{table}")["seats"]
    assert seats[0]["name"] == ""
    assert bob.get(f"/api/tables/{table}/chat") == []
    assert bob.post("/api/account/login", {"name": "Gina", "password": PASSWORD}, 401)["code"] == "wrong_login"
    account(shared, "Gina")  # the name is free again


def test_tokens_are_scoped_and_revocable(shared: House) -> None:
    hugo = account(shared, "Hugo")
    table = hugo.open()["id"]
    made = hugo.post("/api/account/tokens", {"label": "my bot", "scopes": ["play", "read"]}, 201)
    bot = shared.person(made["token"])
    assert bot.get("/api/account")["name"] == "Hugo"
    assert bot.position(table)["seat"] == 0
    assert bot.post("/api/tables", {"game": "toy_dash"}, 403)["code"] == "forbidden"
    assert bot.get("/api/account/tokens", 403)["code"] == "forbidden"
    assert bot.post("/api/account/delete", {"password": PASSWORD}, 403)["code"] == "forbidden"
    reader = shared.person(hugo.post("/api/account/tokens", {"label": "r", "scopes": ["read"]}, 201)["token"])
    shared.person().join(table)
    assert reader.act(table, "gear:1", 0, status=403)["code"] == "forbidden"
    assert bot.act(table, "gear:1", 0)["ok"] is True
    listed = hugo.get("/api/account/tokens")
    assert [token["label"] for token in listed] == ["my bot", "r"]
    assert "token" not in listed[0]
    hugo.ask("DELETE", f"/api/account/tokens/{made['id']}")
    assert bot.get("/api/account", 401)["code"] == "not_signed_in"
    assert hugo.ask("DELETE", f"/api/account/tokens/{made['id']}", None, 404)["code"] == "not_found"


def test_guests_have_no_tokens_and_no_notifications_but_may_change_their_name(shared: House) -> None:
    guest = shared.person()
    assert guest.post("/api/account/tokens", {"label": "x", "scopes": ["read"]}, 401)["code"] == "not_signed_in"
    guest.open()
    assert guest.post("/api/account/tokens", {"label": "x", "scopes": ["read"]}, 403)["code"] == "forbidden"
    assert guest.ask("PATCH", "/api/account", {"email": "a@b.cd"}, 403)["code"] == "forbidden"
    assert guest.ask("PATCH", "/api/account", {"name": "Ivo  Wolf"})["name"] == "Ivo Wolf"


def test_profiles_are_checked(shared: House) -> None:
    jana = account(shared, "Jana")
    assert jana.ask("PATCH", "/api/account", {"email": "nonsense"}, 422)["code"] == "bad_email"
    assert jana.ask("PATCH", "/api/account", {"webhook": "ftp://x"}, 422)["code"] == "bad_webhook"
    assert jana.ask("PATCH", "/api/account", {"webhook": "https://example.org/x"})["webhook"] == "https://example.org/x"
    assert jana.ask("PATCH", "/api/account", {"webhook": ""})["webhook"] == ""


def test_roles_are_given_by_administrators_the_first_one_by_the_operator(shared: House) -> None:
    kurt, lena = account(shared, "Kurt"), account(shared, "Lena")
    person = lena.get("/api/account")["id"]
    assert kurt.post(f"/api/people/{person}/role", {"role": "organiser"}, 403)["code"] == "forbidden"
    assert "admin" in promote("kurt", "admin", shared.settings.database)
    assert kurt.post(f"/api/people/{person}/role", {"role": "organiser"})["role"] == "organiser"
    assert kurt.post("/api/people/nobody/role", {"role": "player"}, 404)["code"] == "not_found"
    table = lena.open(visibility="private")["id"]
    assert kurt.get(f"/api/tables/{table}")["id"] == table
    made = kurt.post("/api/account/tokens", {"label": "bot", "scopes": ["read", "play", "create"]}, 201)
    bot = shared.person(made["token"])
    assert bot.get(f"/api/tables/{table}", 404)["code"] == "not_found"
    assert bot.post(f"/api/tables/{table}/close", status=403)["code"] == "not_host"
    assert kurt.post(f"/api/tables/{table}/close")["status"] == "closed"


def test_an_organiser_opens_a_whole_round(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    house.server.limits.rates["create"] = (2, 1.0)
    olga = account(house, "Olga")
    promote("olga", "organiser", house.settings.database)
    scopes = {"round": ["create", "organise"], "single": ["create"]}
    tokens = {
        label: olga.post("/api/account/tokens", {"label": label, "scopes": some}, 201)["token"]
        for label, some in scopes.items()
    }

    def opened(person: Person) -> list[int]:
        return [person.http.post("/api/tables", json={"game": "toy_dash"}).status_code for _ in range(4)]

    assert opened(olga) == [201] * 4
    assert opened(house.person(tokens["round"])) == [201] * 4
    assert opened(house.person(tokens["single"])) == [201, 201, 429, 429]
    promote("olga", "player", house.settings.database)
    assert opened(olga) == [429] * 4
    assert opened(house.person(tokens["round"])) == [429] * 4


def test_who_knows_a_guests_cookie_does_not_know_the_account_it_becomes(shared: House) -> None:
    thief, mara = shared.person(), shared.person()
    table = thief.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    mara.http.cookies.update(dict(thief.http.cookies))
    line = thief.line(table)
    line.next("hello")
    mara.post("/api/account", {"name": "Mara", "password": PASSWORD}, 201)
    assert mara.get("/api/account")["name"] == "Mara"
    assert mara.position(table)["seat"] == 0
    assert thief.get("/api/account")["id"] == ""
    hung_up(line)


def hung_up(line: Line) -> None:
    """Is the line closed with the wish to come back, if one may?"""
    with pytest.raises(ConnectionClosed, match="1012"):
        line.next("never")


def test_a_line_ends_with_its_token_or_session_and_others_stay(shared: House) -> None:
    nils = account(shared, "Nils")
    table = nils.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    made = [nils.post("/api/account/tokens", {"label": "t", "scopes": ["play", "read"]}, 201) for _ in range(2)]
    lost, kept = (shared.person(token["token"]).line(table) for token in made)
    other = shared.person()
    other.post("/api/account/login", {"name": "Nils", "password": PASSWORD})
    page = other.line(table)
    for line in (lost, kept, page):
        line.next("hello")
    nils.ask("DELETE", f"/api/account/tokens/{made[0]['id']}")
    hung_up(lost)
    other.post("/api/account/logout")
    hung_up(page)
    assert kept.answer(do="ping")["type"] == "ok"
    nils.post("/api/account/delete", {"password": PASSWORD})
    hung_up(kept)


def test_changing_the_password_ends_the_lines_of_other_sessions(shared: House) -> None:
    olga, other = account(shared, "Olga"), shared.person()
    other.post("/api/account/login", {"name": "Olga", "password": PASSWORD})
    line = other.line(olga.open()["id"])
    line.next("hello")
    olga.post("/api/account/password", {"present": PASSWORD, "next": "another horse"})
    hung_up(line)
    assert other.get("/api/account")["id"] == ""


def test_pages_of_other_sites_cannot_use_the_cookie(shared: House) -> None:
    pia = account(shared, "Pia")
    body = {"content": b'{"game": "toy_dash"}'}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://["):
        for kind in ("text/plain", "application/json"):
            refused = pia.http.post("/api/tables", headers={"Origin": origin, "Content-Type": kind}, **body)  # type: ignore[arg-type]
            assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        assert pia.http.post("/api/account/logout", headers={"Origin": origin}).status_code == 403
    assert pia.http.post("/api/tables", headers={"Origin": shared.url}, **body).status_code == 201  # type: ignore[arg-type]
    assert pia.mine()


def test_a_token_is_not_told_where_its_owner_is_notified(shared: House) -> None:
    rosa = account(shared, "Rosa")
    rosa.ask("PATCH", "/api/account", {"email": "rosa@example.org", "webhook": "https://example.org/secret"})
    token = rosa.post("/api/account/tokens", {"label": "t", "scopes": ["play"]}, 201)["token"]
    assert rosa.get("/api/account")["webhook"] == "https://example.org/secret"
    told = shared.person(token).get("/api/account")
    assert (told["name"], told["email"], told["webhook"]) == ("Rosa", "", "")


def test_the_export_holds_what_one_hosts_and_mutes_and_a_merged_guest_can_unmute(shared: House) -> None:
    sven, guest = account(shared, "Sven"), shared.person()
    hosted = sven.open(seats=[{"kind": "open"}, {"kind": "open"}])["id"]
    guest.join(hosted, name="Sven at the club")
    guest.post(f"/api/tables/{hosted}/mute", {"muted": True})
    guest.post("/api/account/login", {"name": "Sven", "password": PASSWORD})
    kept = guest.get("/api/account/export")
    assert [row["id"] for row in kept["hosted"]] == [hosted]
    assert [row["name"] for row in kept["guests"]] == ["Sven at the club"]
    assert kept["muted"] == [hosted]
    assert len(kept["sessions"]) == 2
    guest.post(f"/api/tables/{hosted}/mute", {"muted": False})
    assert guest.get(f"/api/tables/{hosted}")["muted"] is False


def test_a_new_name_is_seen_at_open_tables_and_a_deleted_one_is_not(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(name="Ann")["id"]
    bob.join(table, name="Bob")
    ann.ask("PATCH", "/api/account", {"name": "Anna"})
    assert [seat["name"] for seat in bob.position(table)["seats"]] == ["Anna", "Bob"]
    bob.post("/api/account", {"name": "Robert", "password": "long enough"}, 201)
    assert [seat["name"] for seat in ann.position(table)["seats"]] == ["Anna", "Robert"]
    ann.post("/api/account/delete", {"password": ""})
    assert [seat["name"] for seat in bob.position(table)["seats"]] == ["", "Robert"]


DAY = 86_400_000


def session_ends(house: House, person: Person, in_days: int | None = None) -> int:
    """When a person's session ends; if `in_days` is given, let that be so soon first."""
    mine = sessions.c.hash == digest(person.http.cookies["parcferme"])
    engine = house.server.store.engine
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if in_days is not None:
            connection.execute(update(sessions).where(mine).values(expires_at=wall() + in_days * DAY))
        return int(connection.execute(select(sessions.c.expires_at).where(mine)).scalar_one())


def test_a_session_that_is_used_does_not_end(shared: House) -> None:
    guest = shared.person()
    table = guest.open(name="Tilda")["id"]
    soon = session_ends(shared, guest, in_days=46)
    assert "set-cookie" not in guest.http.get("/api/account").headers  # more than half is left
    assert session_ends(shared, guest) == soon
    cookie = guest.http.cookies["parcferme"]
    session_ends(shared, guest, in_days=44)
    sent = guest.http.get("/api/account").headers["set-cookie"]
    assert sent.startswith(f"parcferme={cookie}; Path=/; Max-Age={SESSION_MS // 1000}; HttpOnly")
    assert session_ends(shared, guest) >= wall() + SESSION_MS - 60_000
    assert "set-cookie" not in guest.http.get("/api/account").headers
    assert guest.get(f"/api/tables/{table}")["yours"] == [0]


def test_a_session_that_has_ended_or_is_ended_now_is_not_prolonged(shared: House) -> None:
    late, leaving = shared.person(), shared.person()
    for person in (late, leaving):
        person.open()
    session_ends(shared, late, in_days=-1)
    assert late.get("/api/account")["id"] == ""
    assert session_ends(shared, late) < wall()
    cookie = leaving.http.cookies["parcferme"]
    session_ends(shared, leaving, in_days=1)
    assert "Max-Age=0" in leaving.http.post("/api/account/logout").headers["set-cookie"]
    leaving.http.cookies.set("parcferme", cookie)
    assert leaving.get("/api/account")["id"] == ""


def test_a_live_line_does_not_prolong_a_session_it_could_not_send_the_cookie_of(shared: House) -> None:
    guest = shared.person()
    table = guest.open()["id"]
    soon = session_ends(shared, guest, in_days=1)
    guest.line(table).next("hello")
    assert session_ends(shared, guest) == soon


def test_a_table_only_its_deleted_host_waited_at_closes(shared: House) -> None:
    ulla, bob = account(shared, "Ulla"), shared.person()
    alone = ulla.open("toy_bids")["id"]
    with_bot = ulla.open("toy_bids", options={"players": 3}, seats=[{"kind": "bot", "level": "novice"}])["id"]
    assert {alone, with_bot} <= {row["id"] for row in bob.lobby("?game=toy_bids")}
    ulla.post("/api/account/delete", {"password": PASSWORD})
    assert not {alone, with_bot} & {row["id"] for row in bob.lobby("?game=toy_bids")}
    assert [bob.get(f"/api/tables/{table}")["status"] for table in (alone, with_bot)] == ["closed", "closed"]


def test_a_deleted_host_hands_the_table_to_the_first_of_the_others(shared: House) -> None:
    vera, bob, cid = account(shared, "Vera"), shared.person(), shared.person()
    table = vera.open(options={"players": 4})["id"]
    bob.join(table, seat=2, name="Bob")
    cid.join(table, seat=3)
    played = vera.open(options={"length": 400})["id"]
    bob.join(played)
    vera.post("/api/account/delete", {"password": PASSWORD})
    left = bob.get(f"/api/tables/{table}")
    assert (left["status"], left["host"], left["hosting"]) == ("gathering", "Bob", True)
    assert [seat["kind"] for seat in left["seats"]] == ["open", "open", "person", "person"]
    assert cid.get(f"/api/tables/{table}")["hosting"] is False
    assert [bob.post(f"/api/tables/{table}/bots", {"seat": n, "level": "novice"})["status"] for n in (0, 1)] == [
        "gathering",
        "playing",
    ]
    assert bob.get(f"/api/tables/{played}")["status"] == "playing"


def test_the_last_administrator_stays(shared: House) -> None:
    wanda, zoe = account(shared, "Wanda"), account(shared, "Zoe")
    others = administrators(shared)
    promote("Wanda", "admin", shared.settings.database)
    for other in others:
        wanda.post(f"/api/people/{other}/role", {"role": "player"})
    me, her = (person.get("/api/account")["id"] for person in (wanda, zoe))
    assert wanda.post(f"/api/people/{me}/role", {"role": "player"}, 409)["code"] == "last_admin"
    assert wanda.post("/api/account/delete", {"password": PASSWORD}, 409)["code"] == "last_admin"
    assert wanda.get("/api/account")["role"] == "admin"
    wanda.post(f"/api/people/{her}/role", {"role": "admin"})
    wanda.post(f"/api/people/{me}/role", {"role": "player"})
    assert zoe.post(f"/api/people/{her}/role", {"role": "organiser"}, 409)["code"] == "last_admin"


def administrators(house: House) -> list[str]:
    engine = open_engine(house.settings.database_url())
    with engine.connect() as connection:
        found = [str(id) for id in connection.execute(select(people.c.id).where(people.c.role == "admin")).scalars()]
    engine.dispose()
    return found


# Names


def test_a_guest_is_numbered_and_may_choose_a_name_before_the_first_table(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    assert re.fullmatch(r"Guest \d\d", ann.open()["seats"][0]["name"])
    made = bob.ask("PATCH", "/api/account", {"name": "  Night  Owl "})
    assert (made["name"], made["account"]) == ("Night Owl", False)
    assert bob.open()["seats"][0]["name"] == "Night Owl"
    assert bob.open(name="Left Four")["seats"][0]["name"] == "Left Four"


@pytest.mark.parametrize(
    ("name", "code"), [("", "name_short"), ("J", "name_short"), ("J" * 21, "name_long"), ("a_b", "name_letters")]
)
def test_what_is_wrong_with_a_name_has_a_code_of_its_own(shared: House, name: str, code: str) -> None:
    guest = shared.person()
    guest.open(name="Tilda")
    assert guest.ask("PATCH", "/api/account", {"name": name}, 422)["code"] == code
    assert guest.get("/api/account")["name"] == "Tilda"
    assert shared.person().post("/api/account", {"name": name, "password": PASSWORD}, 422)["code"] == code


def test_no_two_guests_at_a_table_are_called_alike(shared: House) -> None:
    ann, bob, cid = shared.person(), shared.person(), shared.person()
    table = ann.open(name="Jari", options={"players": 3})["id"]
    refused = bob.post(f"/api/tables/{table}/join", {"name": "jari"}, 409)
    assert (refused["code"], refused["args"]) == ("name_taken_here", {"name": "jari", "free": "jari 2"})
    assert bob.get("/api/account")["id"] == ""  # who is refused a seat is nobody still
    bob.join(table, name="Otto")
    cid.open(name="OTTO")
    assert cid.post(f"/api/tables/{table}/join", {}, 409)["code"] == "name_taken_here"
    cid.join(table, name="Otto 2")
    assert cid.get("/api/account")["name"] == "Otto 2"
    assert ann.ask("PATCH", "/api/account", {"name": "otto"}, 409)["args"]["free"] == "otto 3"
    assert [seat["name"] for seat in ann.position(table)["seats"]] == ["Jari", "Otto", "Otto 2"]


def test_an_account_is_let_in_beside_a_guest_of_its_name_and_shown_apart(shared: House) -> None:
    guest = shared.person()
    table = guest.open(name="Nora")["id"]  # before there was an account of that name
    nora = account(shared, "Nora")
    nora.join(table)
    assert [seat["name"] for seat in nora.position(table)["seats"]] == ["Nora", "Nora 2"]
    hotseat = guest.open(seats=[{"kind": "me"}, {"kind": "me"}])
    assert [seat["name"] for seat in hotseat["seats"]] == ["Nora", "Nora 2"]


def test_an_account_changes_its_name_and_logs_in_by_the_new_one(shared: House) -> None:
    account(shared, "Ulla")
    vera = account(shared, "Vera")
    assert vera.ask("PATCH", "/api/account", {"name": "ULLA"}, 409)["code"] == "name_taken"
    assert vera.ask("PATCH", "/api/account", {"name": "Verena"})["name"] == "Verena"
    again = shared.person()
    again.post("/api/account/login", {"name": "Vera", "password": PASSWORD}, 401)
    again.post("/api/account/login", {"name": "verena", "password": PASSWORD})
    again.post("/api/account/password", {"present": PASSWORD, "next": "another one"})


def test_a_new_name_is_told_over_the_line_at_once(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    table = ann.open(name="Ankarsvik")["id"]
    bob.join(table, name="Bertil")
    line = ann.line(table)
    line.next("hello")
    bob.ask("PATCH", "/api/account", {"name": "Robertino"})
    assert [seat["name"] for seat in line.next("names")["seats"]] == ["Ankarsvik", "Robertino"]


def test_bots_are_named_drivers_of_their_level(shared: House) -> None:
    ann = shared.person()
    offered = ann.get("/api/games")[0]["drivers"]
    assert "Tarmo" in offered["works"]
    wishes = [{"kind": "me"}, {"kind": "bot", "level": "works"}, {"kind": "bot", "level": "works", "driver": "Nives"}]
    table = ann.open("rallyman", options={"players": 3}, seats=wishes)
    assert [seat["name"] for seat in table["seats"][1:]] == ["Tarmo", "Nives"]
    lent = [{"kind": "me"}, {"kind": "bot", "level": "novice", "driver": "Tarmo"}]
    assert ann.post("/api/tables", {"game": "rallyman", "options": {"players": 2}, "seats": lent}, 422)["code"] == (
        "bad_level"
    )
    record = ann.get(f"/api/tables/{table['id']}/record")
    assert record["seats"][1:] == ["Tarmo", "Nives"]
