"""Addresses that are confirmed before anything is sent, letters that can be ended, and passwords that come back."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from parcferme.server.ops.limits import LIMITS
from parcferme.server.ops.settings import BadSetting, from_environment
from parcferme.server.people.browsers import browser_of
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import outbox, people
from tests.server.conftest import Opener
from tests.server.house import House, Person, wait_for
from tests.server.test_account import account, hung_up
from tests.server.test_moderation import change
from tests.server.test_notices import DAY, PASSWORD, Sink, begin, look, mailing, send, sink

Mails = tuple[Sink, int]
__all__ = ["sink"]  # a fixture


@pytest.fixture
def house(database: str, opener: Opener, sink: Mails) -> House:
    return mailing(opener, database, sink)


def letters(sink: Mails) -> list[EmailMessage]:
    return [message_from_bytes(mail.content, policy=SMTP) for mail in sink[0].mails]


def link(letter: EmailMessage, deed: str) -> str:
    """The token of a link in a letter."""
    found = re.search(rf"http://club\.example/mail/{deed}/(\S+)", letter.get_content())
    assert found is not None
    return found[1]


def with_address(house: House, sink: Mails, name: str, **cookies: str) -> Person:
    """An account with an address that it has confirmed, in a browser with these cookies."""
    person = house.person()
    person.http.cookies.update(cookies)
    person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    person.ask("PATCH", "/api/account", {"email": f"{name}@Example.org"})
    (letter,) = arrive(house, sink, 1)
    house.person().post("/api/mail/confirm", {"token": link(letter, "confirm")})
    sink[0].mails.clear()
    return person


def arrive(house: House, sink: Mails, count: int, days: float = 0.0001) -> list[EmailMessage]:
    """So many letters come, and no more; the server may send them by itself meanwhile."""

    def have_come() -> bool:
        send(house, days)
        return len(sink[0].mails) >= count

    wait_for(have_come)
    send(house, days)
    assert len(sink[0].mails) == count
    return letters(sink)


def rows(house: House, column: Any) -> list[Any]:
    with house.server.store.engine.connect() as connection:
        return list(connection.execute(select(column)).scalars())


def test_nothing_is_sent_to_an_address_before_its_owner_confirms_it(house: House, sink: Mails) -> None:
    ann, bob = account(house, "Ann"), account(house, "Bob")
    told = ann.ask("PATCH", "/api/account", {"email": "Ann@Example.org"})
    assert (told["email"], told["mail"]) == ("ann@example.org", "new")
    table = ann.open(pace={"kind": "correspondence", "days": 4})["id"]
    bob.join(table)
    (letter,) = arrive(house, sink, 1, 0.001)  # the turn is not among them
    assert (letter["To"], letter["Subject"]) == ("ann@example.org", "Confirm your address")
    token = link(letter, "confirm")
    assert house.person().post("/api/mail/confirm", {"token": token}) == {"email": "ann@example.org"}
    assert ann.get("/api/account")["mail"] == "on"
    assert send(house, 3.6) == 1  # the reminder is
    assert letters(sink)[1]["Subject"].startswith("Your time runs out soon")


def test_a_link_to_confirm_holds_for_one_address_one_person_and_a_day(house: House, sink: Mails) -> None:
    ann, eve = account(house, "Ann"), account(house, "Eve")
    ann.ask("PATCH", "/api/account", {"email": "ann@example.org"})
    token = link(arrive(house, sink, 1)[0], "confirm")
    ann.ask("PATCH", "/api/account", {"email": "other@example.org"})
    me = eve.get("/api/account")["id"]
    person, until, seal = token.split(".")
    late = f"{person}.{int(until) + 5 * DAY}.{seal}"
    for wrong in (token, f"{me}.{until}.{seal}", late, token[:-1] + "0", "x", f"{person}.0.{seal}"):
        assert ann.post("/api/mail/confirm", {"token": wrong}, 404)["code"] == "bad_link"
    assert ann.get("/api/account")["mail"] == "new"
    arrive(house, sink, 2)
    ann.post("/api/account/confirm")
    sent = arrive(house, sink, 3)
    assert [letter["To"] for letter in sent] == ["ann@example.org", "other@example.org", "other@example.org"]
    ann.post("/api/mail/confirm", {"token": link(sent[2], "confirm")})
    assert ann.get("/api/account")["mail"] == "on"
    assert ann.post("/api/account/confirm", status=409)["code"] == "conflict"


def test_links_expire(house: House, sink: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = with_address(house, sink, "Ann")
    ann.post("/api/mail/reset", {"email": "ann@example.org"}, 202)
    token = link(arrive(house, sink, 1)[0], "reset")
    real = wall()
    monkeypatch.setattr("parcferme.server.api.mail.wall", lambda: real + 31 * 60_000)
    body = {"token": token, "password": "another horse"}
    assert ann.post("/api/mail/password", body, 404)["code"] == "bad_link"


def test_every_letter_can_be_ended_in_one_click_without_signing_in(house: House, sink: Mails) -> None:
    ann, bob = with_address(house, sink, "Ann"), account(house, "Bob")
    table = ann.open(pace={"kind": "correspondence", "days": 4})["id"]
    bob.join(table)
    send(house, 0.001)
    (letter,) = letters(sink)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = letter["List-Unsubscribe"].strip("<>")
    path = url.removeprefix("http://club.example")
    assert path.endswith(link(letter, "unsubscribe"))  # as people find it below
    stranger = house.person().http
    opened = stranger.get(path)  # a program that follows links for safety's sake ends nothing
    assert (opened.status_code, opened.headers["location"]) == (302, path.removeprefix("/api"))
    assert ann.get("/api/account")["mail"] == "on"
    form = {"List-Unsubscribe": "One-Click"}
    assert stranger.post(path, data=form, headers={"Origin": "https://mail.example"}).status_code == 200
    assert stranger.post(path, data=form).status_code == 200  # twice is harmless
    assert ann.get("/api/account")["mail"] == "off"
    assert send(house, 3.6) == 0
    assert ann.ask("PATCH", "/api/account", {"letters": True})["mail"] == "on"
    assert stranger.post(path[:-1] + "x").status_code == 404


def test_whoever_was_written_to_by_mistake_is_forgotten_by_that_click(house: House, sink: Mails) -> None:
    ann = account(house, "Ann")
    ann.ask("PATCH", "/api/account", {"email": "stranger@example.org"})
    ann.post(f"/api/mail/unsubscribe/{link(arrive(house, sink, 1)[0], 'unsubscribe')}")
    told = ann.get("/api/account")
    assert (told["email"], told["mail"]) == ("", "")
    assert ann.ask("PATCH", "/api/account", {"letters": True})["mail"] == ""  # there is nothing to write to


@pytest.mark.parametrize(
    ("language", "subject"), [("fr", "À vous de jouer : Winter cup"), ("it", "Tocca a te: Winter cup")]
)
def test_letters_come_in_the_readers_language(house: House, sink: Mails, language: str, subject: str) -> None:
    ann = with_address(house, sink, "Ann", language=language)
    table = ann.open(pace={"kind": "correspondence", "days": 4}, title="Winter cup")["id"]
    account(house, "Bob").join(table)
    send(house, 0.001)
    assert letters(sink)[-1]["Subject"] == subject
    ann.http.cookies.set("language", "en")  # the settings are changed
    ann.get("/api/account")
    look(ann, table)
    send(house, 3.6)
    assert letters(sink)[-1]["Subject"] == "Your time runs out soon: Winter cup"


def test_one_person_gets_so_many_letters_a_day_and_the_next_one_tomorrow(
    database: str, opener: Opener, sink: Mails
) -> None:
    house = mailing(opener, database, sink, mails_a_day=2)
    ann, bob = house.person(), house.person()
    begin(ann, bob)
    for _ in range(2):
        bob.join(ann.open(pace={"kind": "correspondence", "days": 20})["id"])
    assert send(house, 0.001) == 2
    assert [send(house, 0.001), send(house, 0.01)] == [0, 0]
    assert send(house, 1) == 1
    ann.post("/api/mail/reset", {"email": "ann@example.org"}, 202)  # … but a new password comes
    assert arrive(house, sink, 4, 1)[3]["Subject"] == "A new password"


def test_a_letter_that_could_not_be_sent_does_not_count(database: str, opener: Opener, sink: Mails) -> None:
    house = mailing(opener, database, sink, mails_a_day=1)
    ann, bob = house.person(), house.person()
    begin(ann, bob)
    house.server.mailer.settings = from_environment({}, smtp="smtp://127.0.0.1:9", public_url="http://club.example")
    assert send(house, 0.001) == 0
    house.server.mailer.settings = house.settings
    assert send(house, 0.01) == 1


def test_the_setting_for_it_is_checked() -> None:
    with pytest.raises(BadSetting, match="MAILS_A_DAY"):
        from_environment({"PARCFERME_MAILS_A_DAY": "0"})


def test_nobody_is_flooded_with_links_by_somebody_else(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    most, _ = LIMITS["letter"]
    statuses = []
    for name in ("Ann", "Bob", "Cat"):
        person = account(house, name)
        for address in ("victim@example.org", "other@example.org"):
            statuses.append(person.http.patch("/api/account", json={"email": address}).status_code)
    assert statuses.count(200) == 6 <= most * 2
    extra = account(house, "Dan")
    found = [extra.http.patch("/api/account", json={"email": "victim@example.org"}).status_code for _ in range(1)]
    found.append(extra.http.patch("/api/account", json={"email": ""}).status_code)
    found.append(extra.http.patch("/api/account", json={"email": "victim@example.org"}).status_code)
    assert found == [200, 200, 429]


# A new password


def test_a_lost_password_comes_back_by_mail_once_and_all_sessions_end(house: House, sink: Mails) -> None:
    ann = with_address(house, sink, "Ann")
    line = ann.line(ann.open()["id"])
    line.next("hello")
    lost = house.person()
    assert lost.post("/api/mail/reset", {"email": "ANN@example.org"}, 202) == {"ok": True}
    (letter,) = arrive(house, sink, 1)
    assert letter["Subject"] == "A new password"
    assert "30 minutes" in letter.get_content()
    body = {"token": link(letter, "reset"), "password": "another horse"}
    assert lost.post("/api/mail/password", body)["name"] == "Ann"
    assert lost.get("/api/account")["name"] == "Ann"
    assert ann.get("/api/account")["id"] == ""
    hung_up(line)
    assert lost.post("/api/mail/password", body, 404)["code"] == "bad_link"
    house.person().post("/api/account/login", {"name": "Ann", "password": "another horse"})


def test_the_answer_is_the_same_whether_or_not_somebody_has_the_address(house: House, sink: Mails) -> None:
    with_address(house, sink, "Ann")
    account(house, "Bob").ask("PATCH", "/api/account", {"email": "bob@example.org"})  # not confirmed
    arrive(house, sink, 1)
    sink[0].mails.clear()
    eve = house.person()
    answers = [
        eve.http.post("/api/mail/reset", json={"email": f"{name}@example.org"}) for name in ("ann", "bob", "nobody")
    ]
    assert len({(one.status_code, one.text, tuple(sorted(one.headers))) for one in answers}) == 1
    assert [letter["To"] for letter in arrive(house, sink, 1)] == ["ann@example.org"]


def test_asking_for_a_new_password_is_limited(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    eve = house.person()
    most, _ = LIMITS["reset"]
    statuses = [
        eve.http.post("/api/mail/reset", json={"email": f"n{n}@example.org"}).status_code for n in range(most + 2)
    ]
    assert statuses == [202] * most + [429] * 2


def test_every_account_of_an_address_gets_its_own_link(house: House, sink: Mails) -> None:
    for name in ("Ann", "Anna"):
        with_address(house, sink, name)
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(people).values(email="both@example.org"))
    house.person().post("/api/mail/reset", {"email": "both@example.org"}, 202)
    assert {letter.get_content().split(",")[0] for letter in arrive(house, sink, 2)} == {"Ann", "Anna"}


def test_who_has_gone_gets_nothing(house: House, sink: Mails) -> None:
    ann = with_address(house, sink, "Ann")
    ann.post("/api/account/delete", {"password": PASSWORD})
    ann.post("/api/mail/reset", {"email": "ann@example.org"}, 202)
    arrive(house, sink, 0)
    assert rows(house, people.c.email) == [None]


def test_who_has_an_address_is_warned_a_month_before_the_account_goes(house: House, sink: Mails) -> None:
    with_address(house, sink, "Ann", language="fr")
    account(house, "Bob")
    day = 86_400_000
    change(house, update(people).values(seen_at=wall() - 1070 * day))
    for _ in range(2):  # told once
        house.run(house.server.housekeeping.prune())
    (letter,) = arrive(house, sink, 1)
    assert letter["Subject"] == "Votre compte sera supprimé dans 30 jours"
    assert "http://club.example/account" in letter.get_content()
    change(house, update(people).values(seen_at=wall() - 1100 * day))
    house.run(house.server.housekeeping.prune())
    assert sorted(rows(house, people.c.name)) == ["Ann", "departed"]  # nobody could warn Bob
    change(house, update(outbox).values(send_at=wall() - 31 * day))
    house.run(house.server.housekeeping.prune())
    assert rows(house, people.c.name) == ["departed", "departed"]


# Where somebody is signed in

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"


def test_one_sees_where_one_is_signed_in_and_signs_out_there(house: House) -> None:
    home, phone, club = (house.person() for _ in range(3))
    home.http.headers["User-Agent"], phone.http.headers["User-Agent"] = FIREFOX, PHONE
    home.post("/api/account", {"name": "Ann", "password": PASSWORD}, 201)
    for other in (phone, club):
        other.post("/api/account/login", {"name": "Ann", "password": PASSWORD})
    account(house, "Bob")
    line = phone.line(home.open()["id"])
    line.next("hello")
    listed = home.get("/api/account/sessions")
    assert [one["here"] for one in listed] == [True, False, False]
    assert listed[0]["browser"] == "Firefox, Linux"
    assert abs(listed[0]["seen_at"] - wall()) < 300_000
    there = next(one["id"] for one in listed if one["browser"] == "Chrome, Android")
    assert len(there) == 16
    home.ask("DELETE", f"/api/account/sessions/{there}")
    assert phone.get("/api/account")["id"] == ""
    hung_up(line)
    assert home.ask("DELETE", f"/api/account/sessions/{there}", None, 404)["code"] == "not_found"
    home.post("/api/account/sessions/end")
    assert club.get("/api/account")["id"] == ""
    assert len(home.get("/api/account/sessions")) == 1


def test_nobody_ends_the_sessions_of_others(house: House) -> None:
    ann, eve = account(house, "Ann"), account(house, "Eve")
    theirs = ann.get("/api/account/sessions")[0]["id"]
    assert eve.ask("DELETE", f"/api/account/sessions/{theirs}", None, 404)["code"] == "not_found"
    assert eve.ask("DELETE", "/api/account/sessions/________________", None, 404)["code"] == "not_found"
    eve.post("/api/account/sessions/end")
    assert ann.get("/api/account")["name"] == "Ann"
    token = ann.post("/api/account/tokens", {"label": "t", "scopes": ["play"]}, 201)["token"]
    assert house.person(token).get("/api/account/sessions", 403)["code"] == "forbidden"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Chrome, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Mobile Safari/604",
            "Safari, iOS",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140", "Edge, Windows"),
        ("curl/8", ""),
    ],
)
def test_browsers_are_called_as_people_call_them(agent: str, name: str) -> None:
    assert browser_of(agent) == name
