"""The administrators' desk: reports, steps and their reasons, the diary; by API, by command, and seen at the tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from parcferme.cli.main import app
from parcferme.server.live import desk
from parcferme.server.ops.limits import LIMITS
from parcferme.server.ops.verbs import promote
from parcferme.server.people.moderation import read_range
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import diary, people, ranges, reports
from parcferme.table.errors import Denied
from tests.server.conftest import Opener
from tests.server.house import House, Json, Person
from tests.server.test_account import PASSWORD, account, hung_up
from tests.server.test_unreadable import setup_with, spoil

DAY = 86_400_000
WHY = "Two rude lines after a warning."


@pytest.fixture
def admin(house: House) -> Person:
    person = account(house, "Marshal")
    promote("Marshal", "admin", house.settings.database)
    return person


@pytest.fixture
def kestrel(house: House) -> Person:
    return account(house, "Kestrel")


def id_of(person: Person) -> str:
    return str(person.get("/api/account")["id"])


def step(admin: Person, person: Person, deed: str, status: int | None = None, **more: object) -> Json:
    body = {"person": id_of(person), "deed": deed, "reason": WHY, **more}
    found: Json = admin.post("/api/moderation/steps", body, status)
    return found


def talk(kestrel: Person, rauno: Person) -> str:
    """A table at which Kestrel has been rude."""
    table = str(kestrel.open(chat="all")["id"])
    rauno.join(table, name="Rauno")
    rauno.post(f"/api/tables/{table}/chat", {"text": "good luck all"}, 201)
    kestrel.post(f"/api/tables/{table}/chat", {"text": "hurry up you snail"}, 201)
    return table


def reported(admin: Person, query: str = "") -> list[Json]:
    return list(admin.get(f"/api/moderation/reports{query}")["reports"])


def test_a_report_waits_with_its_line_its_chat_and_its_people(house: House, admin: Person, kestrel: Person) -> None:
    rauno = house.person()
    table = talk(kestrel, rauno)
    for _ in range(2):  # telling it twice adds nothing
        rauno.post(f"/api/tables/{table}/report", {"line": 2, "why": "rude"}, 202)
    rauno.post(f"/api/tables/{table}/report", {"seat": 0, "why": "slow on purpose"}, 202)
    kestrel.post(f"/api/tables/{table}/report", {"seat": 1, "why": "he began"}, 202)
    waiting = reported(admin)
    assert [(one["name"], one["by_name"], one["why"]) for one in waiting] == [
        ("Kestrel", "Rauno", "rude"),
        ("Kestrel", "Rauno", "slow on purpose"),
        ("Rauno", "Kestrel", "he began"),
    ]
    assert [one["reported_too"] for one in waiting] == [True, True, True]
    assert (waiting[0]["line"], waiting[0]["said"], waiting[0]["table"]) == (2, "hurry up you snail", table)
    opened = admin.get(f"/api/moderation/reports/{waiting[0]['id']}")
    assert [line["text"] for line in opened["chat"]] == ["good luck all", "hurry up you snail"]
    assert {one["name"]: one["reports"] for one in opened["people"]} == {"Kestrel": 2, "Rauno": 1}
    step(admin, kestrel, "nothing")
    assert [one["name"] for one in reported(admin)] == ["Rauno"]
    assert {one["name"] for one in reported(admin, "?closed=true")} == {"Kestrel"}
    assert kestrel.get("/api/account")["untold"] == 0  # nothing has happened to them
    assert admin.get("/api/moderation/reports/999", 404)["code"] == "not_found"


def test_reports_are_read_page_by_page_however_many_wait(house: House, admin: Person, kestrel: Person) -> None:
    about, count = id_of(kestrel), 250
    rows = [
        {"at": n // 3, "by": f"p{n}", "person": about, "table_id": "t", "said": "", "why": f"n{n}"}
        for n in range(count)
    ]
    change(house, insert(reports).values(rows))

    def everything(query: str) -> list[str]:
        found, after = [], ""
        while True:
            page = admin.get(f"/api/moderation/reports?limit=40{query}&after={after}")
            assert page["total"] == count
            found += [one["why"] for one in page["reports"]]
            after = page["next"]
            if not after:
                return found

    assert everything("") == [f"n{n}" for n in range(count)]
    change(house, update(reports).values(closed_at=reports.c.at))
    assert everything("&closed=true") == [f"n{n}" for n in reversed(range(count))]
    assert admin.get("/api/moderation/reports") == {"reports": [], "total": 0, "next": ""}
    assert admin.get("/api/moderation/reports?after=1-x", 422)["code"] == "bad_value"


def test_a_report_is_about_somebody_else_who_is_there(house: House, kestrel: Person) -> None:
    rauno, eve = house.person(), house.person()
    table = talk(kestrel, rauno)
    path = f"/api/tables/{table}/report"
    assert eve.post(path, {"line": 2, "why": "rude"}, 401)["code"] == "not_signed_in"
    assert kestrel.post(path, {"line": 2, "why": "me"}, 403)["code"] == "not_seated"
    for body, status in (
        ({"line": 9, "why": "x"}, 404),
        ({"seat": 7, "why": "x"}, 403),
        ({"why": "x"}, 422),
        ({"line": 2, "seat": 0, "why": "x"}, 422),
        ({"line": 2, "why": " "}, 422),
    ):
        rauno.post(path, body, status)
    private = kestrel.open(visibility="private")["id"]
    assert rauno.post(f"/api/tables/{private}/report", {"seat": 0, "why": "x"}, 404)["code"] == "not_found"


def test_reports_are_limited(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann, bob = house.person(), house.person()
    table = ann.open()["id"]
    bob.join(table)
    most, _ = LIMITS["report"]
    statuses = [
        bob.http.post(f"/api/tables/{table}/report", json={"seat": 0, "why": f"n {n}"}).status_code
        for n in range(most + 1)
    ]
    assert statuses == [202] * most + [429]


def test_every_step_needs_a_reason_which_the_person_reads_once(admin: Person, kestrel: Person) -> None:
    assert step(admin, kestrel, "warn", 422, reason=" ")["code"] == "no_reason"
    step(admin, kestrel, "warn")
    assert kestrel.get("/api/account")["untold"] == 1
    (told,) = kestrel.get("/api/account/steps")
    assert (told["deed"], told["reason"], told["by"]) == ("warn", WHY, "Marshal")
    kestrel.post("/api/account/steps/seen")
    assert (kestrel.get("/api/account")["untold"], kestrel.get("/api/account/steps")) == (0, [])
    assert [one["deed"] for one in kestrel.get("/api/account/export")["steps"]] == ["warn"]


def test_who_is_silenced_plays_on_without_a_word(house: House, admin: Person, kestrel: Person) -> None:
    table = talk(kestrel, house.person())
    step(admin, kestrel, "silence", days=7)
    refused = kestrel.post(f"/api/tables/{table}/chat", {"text": "x"}, 403)
    until = refused["args"]["until"]
    assert (refused["code"], refused["args"]["why"], len(until)) == ("silenced", WHY, 10)
    assert kestrel.act(table, "gear:1")["ok"] is True
    step(admin, kestrel, "lift")
    kestrel.post(f"/api/tables/{table}/chat", {"text": "sorry"}, 201)
    assert step(admin, kestrel, "silence", 422, days=0)["code"] == "bad_value"


def test_who_is_suspended_watches_and_comes_back_by_themselves(house: House, admin: Person, kestrel: Person) -> None:
    table = talk(kestrel, house.person())
    line = kestrel.line(table)
    line.next("hello")
    token = kestrel.post("/api/account/tokens", {"label": "t", "scopes": ["read", "play", "create"]}, 201)["token"]
    step(admin, kestrel, "suspend", days=7)
    hung_up(line)  # and comes back …
    again = kestrel.line(table)
    again.next("hello")
    assert again.answer(do="act", node=0, action="gear:1")["code"] == "suspended"
    for person in (kestrel, house.person(token)):
        assert person.post("/api/tables", {"game": "toy_dash"}, 403)["code"] == "suspended"
        assert person.act(table, "gear:1", 0, status=403)["args"]["why"] == WHY
    assert kestrel.get(f"/api/tables/{table}")["id"] == table
    assert kestrel.get("/api/account/export")["person"]["name"] == "Kestrel"
    change(house, update(people).where(people.c.name == "Kestrel").values(held_until=wall() - 1))
    assert kestrel.act(table, "gear:1", 0)["ok"] is True


def change(house: House, statement: Any) -> None:
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(statement)


def test_a_ban_is_for_good_and_follows_a_guest_who_becomes_an_account(house: House, admin: Person) -> None:
    guest = house.person()
    guest.open(name="Kestrel")
    step(admin, guest, "ban")
    assert guest.post("/api/tables", {"game": "toy_dash"}, 403)["code"] == "banned"
    assert guest.post("/api/account", {"name": "Kestrel9", "password": PASSWORD}, 403)["code"] == "banned"
    guest.post("/api/account/delete", {"password": ""})  # whoever is banned may still take their data and go


def test_somebody_is_renamed_and_the_tables_show_it(house: House, admin: Person, kestrel: Person) -> None:
    rauno = house.person()
    table = talk(kestrel, rauno)
    line = rauno.line(table)
    line.next("hello")
    step(admin, kestrel, "rename", name="Falcon")
    assert line.next("names")["seats"][0]["name"] == "Falcon"
    assert step(admin, kestrel, "rename", 409, name="Marshal")["code"] == "name_taken"
    assert admin.get("/api/moderation/diary")["steps"][0]["about"] == "Kestrel"
    house.person().post("/api/account/login", {"name": "Falcon", "password": PASSWORD})


def test_a_line_of_chat_is_taken_away_for_everybody(house: House, admin: Person, kestrel: Person) -> None:
    rauno = house.person()
    table = talk(kestrel, rauno)
    line = rauno.line(table)
    line.next("hello")
    path = f"/api/moderation/tables/{table}/chat"
    admin.post(f"{path}/2/hide", {"reason": WHY})
    gone = line.next("chat")["line"]
    assert (gone["n"], gone["text"]) == (2, "")
    assert [said["text"] for said in rauno.get(f"/api/tables/{table}/chat")] == ["good luck all"]
    assert admin.post(f"{path}/2/hide", {"reason": WHY}, 404)["code"] == "not_found"
    kestrel.post(f"/api/tables/{table}/chat", {"text": "again"}, 201)
    assert rauno.get(f"/api/tables/{table}/chat")[-1]["n"] == 3
    assert kestrel.get("/api/account/steps")[0]["deed"] == "hide"


def test_a_table_is_closed_at_once_even_one_that_cannot_be_opened(house: House, admin: Person, kestrel: Person) -> None:
    rauno = house.person()
    table, broken = talk(kestrel, rauno), talk(kestrel, house.person())
    line = rauno.line(table)
    line.next("hello")
    spoil(house, setup_with(game="chess"), broken)
    for one in (table, broken):
        admin.post(f"/api/moderation/tables/{one}/close", {"reason": WHY})
    assert line.next("close")["position"]["status"] == "closed"
    assert rauno.act(table, "gear:1", 0, status=409)["code"] == "not_playing"
    assert {row["status"] for row in kestrel.mine()} == {"closed"}
    assert admin.post(f"/api/moderation/tables/{table}/close", {"reason": WHY}, 409)["code"] == "not_playing"


# Ranges of addresses


def test_from_a_closed_range_no_stranger_plays_but_older_accounts_do(
    house: House, admin: Person, kestrel: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, stranger = house.person(), house.person()
    guest.open()
    admin.post("/api/moderation/ranges", {"range": "127.0.0.5/24", "reason": WHY, "days": 3})
    (closed,) = admin.get("/api/moderation/ranges")
    assert closed["range"] == "127.0.0.0/24"
    for person in (guest, stranger):
        refused = person.post("/api/tables", {"game": "toy_dash"}, 403)
        assert (refused["code"], refused["args"]["why"]) == ("banned", WHY)
    assert stranger.post("/api/account", {"name": "Newcomer", "password": PASSWORD}, 403)["code"] == "banned"
    assert stranger.get("/api/tables")["tables"]  # looking is free
    kestrel.open()
    admin.post(f"/api/moderation/ranges/{closed['id']}/lift", {"reason": "a school"})
    guest.open()
    assert admin.post(f"/api/moderation/ranges/{closed['id']}/lift", {"reason": WHY}, 404)["code"] == "not_found"
    admin.post("/api/moderation/ranges", {"range": "127.0.0.1", "reason": WHY})
    change(house, update(ranges).values(until=wall() - 1))
    guest.post("/api/tables", {"game": "toy_dash"}, 403)  # as it was read
    house.server.desk.ranges.clear()
    guest.open()


@pytest.mark.parametrize("text", ["", "all", "0.0.0.0/0", "10.0.0.0/8", "2000::/3", "1.2.3.4/33"])
def test_ranges_that_are_none_or_half_the_world_are_refused(text: str) -> None:
    with pytest.raises(Denied) as refused:
        read_range(text)
    assert refused.value.code == "bad_range"


# Lists


def test_people_and_tables_are_found_and_no_address_of_mail_is_told(
    house: House, admin: Person, kestrel: Person
) -> None:
    kestrel.http.headers["User-Agent"] = "Firefox Linux"
    kestrel.ask("PATCH", "/api/account", {"email": "kestrel@example.org"})
    table = kestrel.open(title="Val Noir", visibility="private")["id"]
    guest = house.person()
    guest.open(name="Kestrelle")
    found = admin.get("/api/moderation/people?search=KESTREL")["people"]
    assert [(one["name"], one["kind"], one["tables"]) for one in found] == [
        ("Kestrelle", "guest", 1),
        ("Kestrel", "account", 1),
    ]
    first = admin.get("/api/moderation/people?limit=1")
    then = admin.get(f"/api/moderation/people?limit=2&after={first['next']}")
    assert [one["name"] for page in (first, then) for one in page["people"]] == ["Kestrelle", "Kestrel", "Marshal"]
    tables = admin.get("/api/moderation/tables?search=val noir")["tables"]
    assert [(one["id"], one["host"], one["people"]) for one in tables] == [(table, "Kestrel", ["Kestrel"])]
    assert admin.get(f"/api/moderation/tables?search={table}")["tables"] == tables
    assert admin.get("/api/moderation/people?search=%25")["people"] == []  # no pattern
    step(admin, kestrel, "warn")
    one = admin.get(f"/api/moderation/people/{id_of(kestrel)}")
    assert (one["person"]["name"], one["addresses"], len(one["steps"])) == ("Kestrel", ["127.0.0.1"], 1)
    told = [found, tables, one, admin.get("/api/moderation/diary"), admin.get("/api/moderation/reports")]
    assert "example.org" not in json.dumps(told)
    assert admin.get("/api/moderation/people/nobody", 404)["code"] == "not_found"


def test_the_desk_is_for_administrators_in_person(house: House, admin: Person, kestrel: Person) -> None:
    token = admin.post("/api/account/tokens", {"label": "t", "scopes": ["read", "play", "create", "organise"]}, 201)
    calls = house.person().get("/api/schema/openapi.json")["paths"]
    paths = [(method, path) for path, found in calls.items() if path.startswith("/api/moderation") for method in found]
    assert len(paths) == 16
    bodies = {"name": "Owls", "reason": WHY, "person": id_of(kestrel), "deed": "warn", "range": "10.1.0.0/16"}
    for method, path in paths:
        url = path.replace("{number}", "1").replace("{person}", "x").replace("{table}", "x").replace("{document}", "x")
        url = url.replace("{club}", "x")
        own = {"steps": ("person", "deed"), "ranges": ("range",), "rename": ("name",)}.get(url.split("/")[-1], ())
        wanted = (*own, "reason")
        body = {name: bodies[name] for name in wanted} if method == "post" else None
        for person in (kestrel, house.person(token["token"])):
            assert person.ask(method.upper(), url, body, 403)["code"] == "forbidden", path
        assert house.person().ask(method.upper(), url, body, 401)["code"] == "not_signed_in", path
    assert admin.get("/api/moderation/diary")["steps"] == []


def test_administrators_are_not_held_back_by_each_other(house: House, admin: Person, kestrel: Person) -> None:
    promote("Kestrel", "admin", house.settings.database)
    assert step(admin, kestrel, "ban", 403)["code"] == "forbidden"
    nobody = {"person": "nobody", "deed": "ban", "reason": WHY}
    assert admin.post("/api/moderation/steps", nobody, 404)["code"] == "not_found"


def test_the_diary_says_who_did_what_and_why_page_by_page(
    house: House, admin: Person, kestrel: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parcferme.server.people.moderation.SHOWN", 2)
    for deed in ("warn", "silence", "lift"):
        step(admin, kestrel, deed, days=1)
    first = admin.get("/api/moderation/diary")
    then = admin.get(f"/api/moderation/diary?before={first['next']}")
    assert [one["deed"] for one in first["steps"] + then["steps"]] == ["lift", "silence", "warn"]
    assert (then["next"], then["steps"][0]["by"], then["steps"][0]["name"]) == ("", "Marshal", "Kestrel")


def test_a_step_that_is_committed_after_a_later_one_is_heeded_too(house: House, admin: Person, kestrel: Person) -> None:
    """Numbers are given when a step is written, which two workers do at once."""
    table = talk(kestrel, house.person())
    line = house.person().line(table)
    line.next("hello")
    row = {"at": wall(), "by": "", "deed": "hide", "person": id_of(kestrel), "about": "2", "reason": WHY}
    for number, where in ((900, ""), (899, table)):
        change(house, insert(diary).values({**row, "id": number, "table_id": where}))
        house.run(house.server.desk.heed())
    assert line.next("chat")["line"]["text"] == ""
    house.run(house.server.desk.heed())
    assert line.silent()  # once


# By command


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "EVERY", 0.05)


def moderate(house: House, *words: str, status: int = 0) -> str:
    done = CliRunner().invoke(app, ["moderate", *words, "--database", house.settings.database], env={"COLUMNS": "300"})
    assert done.exit_code == status, done.output
    return done.output


def test_clubs_are_renamed_and_closed_and_their_keepers_read_why(house: House, admin: Person, kestrel: Person) -> None:
    club = kestrel.post("/api/clubs", {"name": "Rude Snails", "about": "All are welcome"}, 201)["id"]
    found = admin.get("/api/moderation/clubs?search=snail")["clubs"]
    assert [(one["name"], one["keepers"], one["members"]) for one in found] == [("Rude Snails", ["Kestrel"], 1)]
    assert admin.get("/api/moderation/clubs?search=nothing")["clubs"] == []
    url = f"/api/moderation/clubs/{club}"
    assert admin.post(f"{url}/rename", {"name": "x", "reason": WHY}, 422)["code"] == "bad_club_name"
    assert admin.post(f"{url}/rename", {"name": "Snails", "reason": ""}, 422)["code"] == "no_reason"
    admin.post(f"{url}/rename", {"name": "Snails", "reason": WHY})
    told = house.person().get(f"/api/clubs/{club}")
    assert (told["name"], told["about"]) == ("Snails", "All are welcome")
    admin.post(f"{url}/close", {"reason": WHY})
    assert kestrel.get(f"/api/clubs/{club}", 404)["code"] == "not_found"
    assert kestrel.get("/api/clubs") == []
    assert admin.post(f"{url}/close", {"reason": WHY}, 404)["code"] == "not_found"
    read = [(one["deed"], one["about"], one["reason"]) for one in kestrel.get("/api/account/steps")]
    assert sorted(read) == [("close_club", "Snails", WHY), ("rename_club", "Rude Snails", WHY)]
    diary = [(one["deed"], one["by"], one["name"]) for one in admin.get("/api/moderation/diary")["steps"]]
    assert diary == [("close_club", "Marshal", "Kestrel"), ("rename_club", "Marshal", "Kestrel")]


@pytest.mark.usefixtures("quick")
def test_the_same_by_command_is_heeded_by_a_running_server(database: str, opener: Opener) -> None:
    house = opener(database)
    kestrel, rauno = account(house, "Kestrel"), house.person()
    table = talk(kestrel, rauno)
    rauno.post(f"/api/tables/{table}/report", {"line": 2, "why": "rude"}, 202)
    line, own = rauno.line(table), kestrel.line(table)
    for one in (line, own):
        one.next("hello")
    assert "hurry up you snail" in moderate(house, "reports")
    moderate(house, "hide", table, "2", "--why", WHY)
    assert line.next("chat")["line"]["text"] == ""
    moderate(house, "rename", "kestrel", "Falcon", "--why", WHY)
    assert line.next("names")["seats"][0]["name"] == "Falcon"
    moderate(house, "suspend", "Falcon", "--why", WHY, "--days", "3")
    with pytest.raises(ConnectionClosed, match="1012"):
        own.next("never")
    assert kestrel.act(table, "gear:1", 0, status=403)["code"] == "suspended"
    assert "Falcon" in moderate(house, "people", "falc")
    assert table in moderate(house, "tables")
    moderate(house, "close", table, "--why", WHY)
    assert line.next("close")["position"]["status"] == "closed"
    moderate(house, "close-range", "203.0.113.0/24", "--why", WHY)
    assert "203.0.113.0/24" in moderate(house, "ranges")
    moderate(house, "open-range", "1", "--why", WHY)
    for deed in ("nothing", "warn", "silence", "ban", "lift"):
        moderate(house, deed, id_of(kestrel), "--why", WHY)
    club = kestrel.post("/api/clubs", {"name": "Snails", "about": ""}, 201)["id"]
    assert club in moderate(house, "clubs", "snail")
    moderate(house, "rename-club", club, "Hares", "--why", WHY)
    assert "Hares" in moderate(house, "clubs")
    moderate(house, "close-club", club, "--why", WHY)
    assert "nothing" in moderate(house, "clubs")
    kept = moderate(house, "diary")
    assert kept.count("operator") == 13
    assert "there is no account called" in moderate(house, "warn", "Nobody", "--why", WHY, status=2)
    assert "reason" in moderate(house, "warn", "Falcon", "--why", "", status=2)
