"""Notifications of correspondence matches, with a real SMTP sink and a real webhook receiver."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from email import message_from_bytes
from email.policy import SMTP
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import delete, select, update

from parcferme.core.text import LANGUAGES
from parcferme.server.live import senders
from parcferme.server.live.senders import must_be_outside, post
from parcferme.server.people import letters
from parcferme.server.people.letters import Letter
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import outbox, people
from tests.server.conftest import Opener
from tests.server.house import House, Person, Postgres, wait_for
from tests.support import free_port

DAY = 86_400_000
PASSWORD = "correct horse"
HEADERS = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version"]
HEADERS += ["Content-Type", "Content-Transfer-Encoding", "List-Unsubscribe", "List-Unsubscribe-Post"]


class Sink:
    """Keeps every mail."""

    def __init__(self) -> None:
        self.mails: list[Any] = []

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:
        self.mails.append(envelope)
        return "250 OK"


@pytest.fixture
def sink() -> Iterator[tuple[Sink, int]]:
    kept, port = Sink(), free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    yield kept, port
    controller.stop()


@pytest.fixture
def hook() -> Iterator[tuple[list[dict[str, Any]], str]]:
    got: list[dict[str, Any]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield got, f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()
    thread.join()
    server.server_close()


def send(house: House, days: float) -> int:
    """Empty the outbox as it will be in so many days."""
    return house.run(house.server.mailer.send_waiting(wall() + int(days * DAY)))


def mailing(opener: Opener, database: str, sink: tuple[Sink, int], **settings: object) -> House:
    """A server that mails into the sink, when it is told to: by itself it might have sent what a test is about."""
    house = opener(
        database,
        smtp=f"smtp://127.0.0.1:{sink[1]}",
        mail_from="tables@club.example",
        public_url="http://club.example",
        webhook_private=True,
        **settings,
    )
    house.run(house.server.mailer.errands.stop())
    return house


def leave_address(person: Person, email: str) -> None:
    """… which is confirmed, as if the link in the letter had been opened."""
    person.ask("PATCH", "/api/account", {"email": email})
    engine = person.house.server.store.engine  # type: ignore[union-attr]
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(people).where(people.c.email == email).values(mail="on", mailed=0))
        connection.execute(delete(outbox).where(outbox.c.kind == "confirm"))


def begin(ann: Person, bob: Person) -> str:
    """A match of two who have left their addresses."""
    for name, person in (("Ann", ann), ("Bob", bob)):
        person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
        leave_address(person, f"{name.lower()}@example.org")
    table = str(ann.open(pace={"kind": "correspondence", "days": 4}, title="Winter cup")["id"])
    bob.join(table)
    return table


@pytest.fixture
def match(tmp_path: Path, opener: Opener, sink: tuple[Sink, int]) -> tuple[House, str, Person, Person]:
    house = mailing(opener, str(tmp_path / "t.db"), sink)
    ann, bob = house.person(), house.person()
    return house, begin(ann, bob), ann, bob


Match = tuple[House, str, Person, Person]


def subjects(sink: tuple[Sink, int]) -> list[tuple[str, str]]:
    return [(mail.rcpt_tos[0], _subject(mail)) for mail in sink[0].mails]


def _subject(mail: Any) -> str:
    text: str = mail.content.decode()
    return next(line for line in text.splitlines() if line.startswith("Subject: ")).removeprefix("Subject: ")


def look(person: Person, table: str) -> None:
    """… and go away again."""
    line = person.line(table)
    line.answer(do="look", seat=0)  # whatever it is told: who is answered has been seen
    line.close()


def test_whoever_is_asked_is_told_once_and_reminded_once(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, _ = match
    assert send(house, 0.001) == 1
    assert subjects(sink) == [("ann@example.org", "Your turn: Winter cup")]
    assert f"http://club.example/table/{table}" in sink[0].mails[0].content.decode()
    assert send(house, 2) == 0
    look(ann, table)
    assert send(house, 3.6) == 1
    assert send(house, 3.7) == 0
    assert subjects(sink)[1] == ("ann@example.org", "Your time runs out soon: Winter cup")
    ann.act(table, "gear:1")
    assert send(house, 0.001) == 1  # the next decision is Ann's again


def test_of_a_table_nothing_more_is_told_until_it_is_looked_at(match: Match, sink: tuple[Sink, int]) -> None:
    """Neither that the time runs out nor that it is over."""
    house, table, ann, _ = match
    ann.act(table, "gear:1", 0)
    ann.act(table, "lift", 1)
    assert send(house, 3.6) == 1
    assert subjects(sink) == [("bob@example.org", "Your turn: Winter cup")]
    ann.post(f"/api/tables/{table}/close")
    assert send(house, 3.7) == 1, "to Ann, who has been told nothing else"
    assert subjects(sink)[1:] == [("ann@example.org", "Over: Winter cup")]


def test_a_message_is_dated_numbered_and_marked_as_a_machines(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, _ = match
    send(house, 0.001)
    look(ann, table)
    send(house, 3.6)
    first, second = (message_from_bytes(mail.content) for mail in sink[0].mails)
    assert abs(parsedate_to_datetime(first["Date"]).timestamp() - wall() / 1000) < 300
    assert first["Message-ID"].endswith("@club.example>")
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Auto-Submitted"] == "auto-generated"


def test_an_answered_question_is_not_asked_any_more(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, bob = match
    ann.act(table, "gear:1", 0)
    ann.act(table, "lift", 1)
    assert send(house, 0.001) == 1
    look(bob, table)
    assert send(house, 3.6) == 1
    assert subjects(sink) == [
        ("bob@example.org", "Your turn: Winter cup"),
        ("bob@example.org", "Your time runs out soon: Winter cup"),
    ]


def test_who_looks_at_the_table_is_not_mailed(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, _ = match
    ann.line(table).next("hello")
    assert send(house, 0.001) == 0


def test_a_table_can_be_muted(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, _ = match
    ann.post(f"/api/tables/{table}/mute", {"muted": True})
    assert ann.get(f"/api/tables/{table}")["muted"] is True
    assert send(house, 3.6) == 0
    assert sink[0].mails == []


def test_the_end_is_told_to_everybody(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, bob = match
    ann.act(table, "concede")
    bob.act(table, "concede")
    send(house, 0.001)
    assert sorted(to for to, subject in subjects(sink) if subject.startswith("Over")) == [
        "ann@example.org",
        "bob@example.org",
    ]


def test_webhooks_get_the_same(match: Match, hook: tuple[list[dict[str, Any]], str]) -> None:
    house, table, ann, _ = match
    ann.ask("PATCH", "/api/account", {"email": "", "webhook": hook[1]})
    assert send(house, 0.001) == 1
    assert hook[0] == [
        {
            "kind": "turn",
            "table": table,
            "game": "toy_dash",
            "title": "Winter cup",
            "link": f"http://club.example/table/{table}",
        }
    ]


def test_a_failed_message_is_tried_again_later(match: Match, sink: tuple[Sink, int]) -> None:
    house, _, ann, _ = match
    ann.ask("PATCH", "/api/account", {"email": "", "webhook": f"http://127.0.0.1:{free_port()}/"})
    assert send(house, 0.001) == 0
    ann.ask("PATCH", "/api/account", {"webhook": ""})
    leave_address(ann, "ann@example.org")
    assert send(house, 0.001) == 0  # put off for a while
    assert send(house, 0.01) == 1


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/x", "http://[::1]/x", "http://10.0.0.1/", "ftp://example.org/", "http:///x"]
)
def test_webhooks_do_not_reach_into_the_operators_network(url: str) -> None:
    with pytest.raises(ValueError, match="webhook"):
        post(url, b"{}", private=False)


@pytest.mark.parametrize(
    "address", ["64:ff9b::7f00:1", "2002:a00:1::", "::ffff:10.0.0.1", "224.0.0.1", "fe80::1%eth0", "100.64.0.1"]
)
def test_an_address_inside_is_one_also_as_a_part_of_another(address: str) -> None:
    """Gateways read IPv4 addresses from those of IPv6, and pass on what comes."""
    with pytest.raises(ValueError, match="private address"):
        must_be_outside(address)


@pytest.mark.parametrize(
    "address",
    ["192.0.0.192", "192.88.99.1", "::127.0.0.1", "::ffff:0:a00:1", "64:ff9b:1::a00:1", "5f00::1", "fec0::1"],
)
def test_an_address_that_networks_use_inside_is_not_called(address: str) -> None:
    """The service that gives away a machine's keys answers at 192.0.0.192 in one cloud."""
    with pytest.raises(ValueError, match="private address"):
        must_be_outside(address)


def test_addresses_outside_are_called() -> None:
    for address in ("1.1.1.1", "2606:4700::1111", "64:ff9b::101:101", "2002:101:101::"):
        must_be_outside(address)


def test_live_matches_send_nothing(match: Match, sink: tuple[Sink, int]) -> None:
    house, _, ann, bob = match
    table = ann.open(pace={"kind": "live"}, title="Summer cup")["id"]
    bob.join(table)
    send(house, 9)
    assert {subject for _, subject in subjects(sink) if "Summer cup" in subject} == set()


def test_a_match_that_starts_when_it_is_made_sends_its_first_notices_too(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, bob = match
    ann.act(table, "concede")
    bob.act(table, "concede")
    send(house, 0.001)
    sink[0].mails.clear()
    again = bob.post(f"/api/tables/{table}/rematch")["id"]
    assert send(house, 0.001) == 1
    look(bob, again)
    assert send(house, 3.6) == 1
    assert subjects(sink) == [
        ("bob@example.org", "Your turn: Winter cup"),  # everybody sits one seat further
        ("bob@example.org", "Your time runs out soon: Winter cup"),
    ]


def test_who_takes_a_seat_over_is_told_that_it_is_asked(match: Match, sink: tuple[Sink, int]) -> None:
    house, table, ann, _ = match
    cat = house.person()
    cat.post("/api/account", {"name": "Cat", "password": PASSWORD}, 201)
    leave_address(cat, "cat@example.org")
    cat.join(table, key=_own_key(ann, table))
    assert send(house, 0.001) == 1
    assert subjects(sink) == [("cat@example.org", "Your turn: Winter cup")]
    ann.join(table, key=_own_key(cat, table))  # who knows of the question already is only reminded
    assert send(house, 3.6) == 1
    assert subjects(sink)[1:] == [("ann@example.org", "Your time runs out soon: Winter cup")]


def _own_key(person: Person, table: str) -> str:
    return next(str(link["key"]) for link in person.get(f"/api/tables/{table}")["links"] if link["seat"] == 0)


def test_what_one_way_has_taken_is_not_sent_again_because_the_other_failed(
    match: Match, sink: tuple[Sink, int]
) -> None:
    house, _, ann, _ = match
    ann.ask("PATCH", "/api/account", {"webhook": f"http://127.0.0.1:{free_port()}/"})
    assert [send(house, days) for days in (0.001, 0.01, 0.1, 1)] == [1, 0, 0, 0]
    assert subjects(sink) == [("ann@example.org", "Your turn: Winter cup")]


def test_a_webhook_that_refuses_or_leads_elsewhere_has_not_taken_it() -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(307)
            self.send_header("Location", "/inside")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        with pytest.raises(ValueError, match="was not taken"):
            post(f"http://127.0.0.1:{server.server_port}/hook", b"{}", private=True)
        thread.join()


def test_a_webhook_may_answer_in_pieces_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(pieces: list[bytes]) -> None:
        with server.accept()[0] as line, suppress(OSError):
            for piece in pieces:
                line.sendall(piece)
                time.sleep(0.1)

    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        for pieces, seconds in (([b"HT", b"TP/1.1 2", b"04 Taken\r\n"], 10.0), ([b"H"] * 11, 0.3)):
            monkeypatch.setattr(senders, "TIMEOUT", seconds)
            thread = threading.Thread(target=answer, args=(pieces,))
            thread.start()
            with nullcontext() if seconds > 1 else pytest.raises(TimeoutError):
                post(url, b"{}", private=True)
            thread.join()


def test_a_name_is_asked_for_once_and_leads_nowhere_else_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again it might lead inside: even a line that is hung up at once tells whether anybody is there."""
    seconds = _leading_to(["1.1.1.1"], monkeypatch)
    with pytest.raises(OSError, match="nobody"):
        post("http://turncoat.example/hook", b"{}", private=False)
    assert [place for place, _ in seconds] == [("1.1.1.1", 80)]


def test_a_name_that_leads_to_many_places_keeps_nobody_waiting_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(senders, "time", SimpleNamespace(monotonic=lambda: now[0]))
    seconds = _leading_to([f"1.1.1.{n}" for n in range(50)], monkeypatch, lambda spent: now.append(now.pop() + spent))
    with pytest.raises(OSError, match="too long"):
        post("http://hydra.example/hook", b"{}", private=False)
    assert sum(spent for _, spent in seconds) == senders.TIMEOUT


def _leading_to(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch, wait: Callable[[float], None] = lambda _: None
) -> list[tuple[Any, float]]:
    """A name that leads to these addresses, where nobody answers: who is called, and how long it is waited for them."""
    called: list[tuple[Any, float]] = []

    def connect(place: Any, timeout: float, *more: object) -> None:
        called.append((place, timeout))
        wait(timeout)
        raise OSError("nobody is there")

    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **more: found)
    monkeypatch.setattr(socket, "create_connection", connect)
    return called


def test_an_address_is_one_plain_address(match: Match) -> None:
    for email in ("a@b.c,d", "x<a@b.cd>", '"a"@b.cd', "a@b.cd;e", "a@b..cd", "a\x01@b.cd", "(a)@b.cd"):
        assert match[2].ask("PATCH", "/api/account", {"email": email}, 422)["code"] == "bad_email"
    for email in ("o'hara+tables@mail.example.org", "jürgen@example.org"):
        assert match[2].ask("PATCH", "/api/account", {"email": email})["email"] == email


SOON = ("ann@example.org", "Your time runs out soon: Winter cup")


def test_after_an_outage_the_reminder_comes_before_the_deadline_as_it_is_then(
    database: str, opener: Opener, sink: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    away = [0]  # days of outage
    real = time.time_ns
    monkeypatch.setattr("parcferme.server.storage.clock.time.time_ns", lambda: real() + away[0] * DAY * 1_000_000)
    house = mailing(opener, database, sink)
    ann = house.person()
    table = begin(ann, house.person())
    send(house, 0.001)
    look(ann, table)
    for days in (21, 42):  # twice
        house.close()
        away[0] = days
        house = mailing(opener, database, sink)
        assert [send(house, later) for later in (0, 1, 3.4)] == [0, 0, 0]
    assert tries(house, table, "soon") == 0  # putting off is not trying
    assert send(house, 3.6) == 1
    assert subjects(sink)[1:] == [SOON]
    house.close()
    house = mailing(opener, database, sink)
    assert [send(house, later) for later in (3.7, 9)] == [0, 0]
    assert subjects(sink)[1:] == [SOON]


def tries(house: House, table: str, kind: str) -> int:
    query = select(outbox.c.tries).where(outbox.c.table_id == table, outbox.c.kind == kind)
    with house.server.store.engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def test_who_looks_at_the_table_by_another_worker_is_not_mailed(
    postgres: Postgres, opener: Opener, sink: tuple[Sink, int]
) -> None:
    database = postgres.fresh()
    here, there = (mailing(opener, database, sink) for _ in range(2))
    ann, bob = there.person(), here.person()
    table = begin(ann, bob)
    ann.line(table).next("hello")
    wait_for(lambda: here.server.tables.rooms[table].presence().seats == [0])
    assert send(here, 0.001) == 0
    assert sink[0].mails == []


def test_an_address_that_a_mail_program_would_decode_is_refused(match: Match, sink: tuple[Sink, int]) -> None:
    house, _, ann, _ = match
    for address in ("=?utf-8?q?eve=40example.org,?=@example.org", "x=?utf-8?q?a?=@example.org"):
        assert ann.ask("PATCH", "/api/account", {"email": address}, 422)["code"] == "bad_email"
        with pytest.raises(ValueError, match="address"):  # nor if it was kept before
            senders.mail(house.settings, address, Letter("Your turn", "Cup"), "http://club.example/out")
    assert sink[0].mails == []


EVIL = [
    "=?utf-8?q?x=0D=0ABcc:_eve@example.org?=",
    "=?utf-8?q?x=0D=0A=0D=0AYour_account_is_closed?=",
    "=?utf-8?b?eA0KQmNjOiBldmVAZXhhbXBsZS5vcmc=?= cup",
    "Cup =?iso-8859-1?q?x=0ATo=3A_eve=40example=2Eorg?= of the club",
    "=?utf-8?q?=3D=3Futf-8=3Fq=3Fx=3D0D=3D0ABcc=3A_eve=3F=3D?=",
    "=??utf-8?q?x=0D=0ABcc:_eve@example.org?==",
    "Cup\u2063 https://eve.example/login eve@example.org www.eve.example",
]


@pytest.mark.parametrize("title", EVIL)
def test_a_title_neither_adds_a_header_nor_a_link_to_a_letter(
    title: str, tmp_path: Path, opener: Opener, sink: tuple[Sink, int]
) -> None:
    settings = mailing(opener, str(tmp_path / "t.db"), sink).settings
    link, out = "http://club.example/table/1", "http://club.example/out"
    kinds = [(kind, language) for kind in ("turn", "soon", "over") for language in LANGUAGES]
    for kind, language in kinds:
        senders.mail(settings, "ann@example.org", letters.about_match(language, kind, title, link, out), out)
    for mail in sink[0].mails:
        assert mail.rcpt_tos == ["ann@example.org"]
        head, _, _ = mail.content.partition(b"\r\n\r\n")
        names = {line.partition(b":")[0] for line in head.split(b"\r\n") if not line.startswith((b" ", b"\t"))}
        assert names == {name.encode() for name in HEADERS}
        read = message_from_bytes(mail.content, policy=SMTP)
        assert "\n" not in read["Subject"]
        body = str(read.get_content())
        for found in (str(read["Subject"]), body.replace(link, "").replace(out, "")):
            assert not re.search(r"(?i)^bcc|^to:|closed$", found, re.MULTILINE)
            assert not re.search(r"://|www\.\w|\w@\w|example\.\w", found)
        ours = [letters.texts(language)[f"{kind}.body"] for kind, language in kinds]
        assert body.splitlines()[0] in ours  # what we say comes first
