"""Of what people are told, how and when: switches, quiet hours, once until looked at, browsers."""

from __future__ import annotations

import base64
import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import insert, select, update

from parcferme.server.live import push, senders
from parcferme.server.ops.settings import BadSetting, Settings, check
from parcferme.server.people import telling
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import outbox, people, pushes
from parcferme.table.errors import Denied
from tests.server.conftest import Opener
from tests.server.house import House, Json, Person, wait_for

HOUR = 3_600_000
DAY = 24 * HOUR
PASSWORD = "correct horse"
DAYS = {"kind": "correspondence", "days": 3}


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "now", "until"),
    [
        ("Europe/Paris", "2026-01-10T21:30", "2026-01-11T06:00"),  # 22:30 there: until seven, an hour ahead
        ("Europe/Paris", "2026-01-10T20:30", "2026-01-10T20:30"),  # 21:30: not yet
        ("Europe/Paris", "2026-01-11T05:59", "2026-01-11T06:00"),
        ("Europe/Paris", "2026-01-11T06:00", "2026-01-11T06:00"),  # over
        ("Europe/Paris", "2026-07-10T20:30", "2026-07-11T05:00"),  # in summer two hours ahead
        ("America/Los_Angeles", "2026-01-11T07:00", "2026-01-11T15:00"),
        ("", "2026-01-10T23:00", "2026-01-11T07:00"),
    ],
)
def test_quiet_hours_are_kept_by_the_clock_of_ones_own_zone(zone: str, now: str, until: str) -> None:
    assert telling.quiet_until("22:00-07:00", zone, at(now)) == at(until)


def test_quiet_hours_within_a_day_and_none_at_all() -> None:
    assert telling.quiet_until("12:00-14:00", "", at("2026-01-10T13:00")) == at("2026-01-10T14:00")
    assert telling.quiet_until("12:00-14:00", "", at("2026-01-10T15:00")) == at("2026-01-10T15:00")
    assert telling.quiet_until("", "", at("2026-01-10T13:00")) == at("2026-01-10T13:00")


@pytest.mark.parametrize("hours", ["22:00", "25:00-07:00", "22:00-22:00", "22-7", "22:00-07:60", "x"])
def test_hours_that_cannot_be_are_refused(hours: str) -> None:
    with pytest.raises(Denied, match="22:00-07:00"):
        telling.must_be_hours(hours)


def test_zones_and_switches_that_nobody_knows_are_refused(shared: House) -> None:
    ann = account(shared, "Switch")
    for wrong in ({"zone": "Mars/Olympus"}, {"zone": "../etc"}, {"untold_of": ["mail.nothing"]}, {"quiet": "noon"}):
        assert ann.ask("PATCH", "/api/account", wrong, 422)["code"] in ("bad_value", "bad_hours")
    told = ann.ask("PATCH", "/api/account", {"untold_of": ["mail.over"], "quiet": "22:00-07:00", "zone": "Europe/Rome"})
    assert (told["untold_of"], told["quiet"], told["zone"]) == (["mail.over"], "22:00-07:00", "Europe/Rome")
    assert ann.get("/api/account/export")["person"]["quiet"] == "22:00-07:00"


def account(house: House, name: str) -> Person:
    person = house.person()
    person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    return person


class Posted:
    """What has left by a webhook or to a browser."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        self.calls: list[tuple[str, bytes, Any]] = []
        self.fails: type[Exception] | None = None
        for sender in ("mailer", "samples"):
            monkeypatch.setattr(f"parcferme.server.live.{sender}.post", self.post)

    def post(self, url: str, content: bytes, private: bool, headers: Any = senders.JSON) -> None:
        if self.fails is not None:
            raise self.fails("no")
        self.calls.append((url, content, headers))

    def kinds(self, later: int = 0) -> list[str]:
        """What goes out now, or so much later."""
        self.calls.clear()
        self.house.run(self.house.server.mailer.send_waiting(wall() + later))
        return [json.loads(content)["kind"] for url, content, _ in self.calls if url.endswith("/hook")]


@pytest.fixture
def posted(house: House, monkeypatch: pytest.MonkeyPatch) -> Posted:
    return Posted(house, monkeypatch)


def hooked(house: House, name: str) -> Person:
    person = account(house, name)
    person.ask("PATCH", "/api/account", {"webhook": "https://hooks.example/hook"})
    return person


def test_an_invitation_a_question_and_a_club_are_told_unless_switched_off(house: House, posted: Posted) -> None:
    ann, bob = account(house, "Asks"), hooked(house, "Hears")
    table = ann.open()["id"]
    ann.post(f"/api/tables/{table}/invite", {"person": "Hears"})
    ann.post("/api/friends/Hears", {"deed": "ask"})
    club = ann.post("/api/clubs", {"name": "Told", "about": ""}, 201)["id"]
    bob.post(f"/api/clubs/{club}/join")
    ann.post(f"/api/clubs/{club}/people/Hears", {"deed": "admit"})
    assert sorted(posted.kinds()) == ["club", "friend", "invite"]
    assert posted.kinds(DAY) == [], "once"
    bob.ask("PATCH", "/api/account", {"untold_of": ["hook.invite"]})
    other = ann.open()["id"]
    ann.post(f"/api/tables/{other}/invite", {"person": "Hears"})
    assert posted.kinds(DAY) == []


def test_an_invitation_that_was_turned_down_is_not_told_any_more(house: House, posted: Posted) -> None:
    ann, bob = account(house, "Early"), hooked(house, "Declines")
    table = ann.open()["id"]
    ann.post(f"/api/tables/{table}/invite", {"person": "Declines"})
    bob.post(f"/api/invitations/{table}/decline")
    assert posted.kinds(DAY) == []


def test_of_a_table_one_hears_once_until_one_has_looked(house: House, posted: Posted) -> None:
    ann, bob = hooked(house, "Sleeper"), account(house, "Mover")
    table = ann.open(pace=DAYS, options={"length": 40}, undo="free")["id"]
    bob.join(table)
    assert posted.kinds(HOUR) == ["turn"]
    node = ann.position(table)["node"]
    _ask_again(house, table, node)
    assert posted.kinds(HOUR) == [], "they have not looked since"
    ann.line(table).next("hello")
    ann.lines[0].close()
    wait_for(lambda: not house.server.tables.rooms[table].listeners)  # who is at the table is told nothing
    _ask_again(house, table, node)
    assert posted.kinds(HOUR) == ["turn"]


def _ask_again(house: House, table: str, node: int) -> None:
    """The same question once more, as a later node would put it."""
    asked = (outbox.c.table_id == table, outbox.c.kind == "turn")

    def work(connection: Any) -> None:
        first = connection.execute(select(outbox).where(*asked)).first()
        connection.execute(update(outbox).where(*asked).values(node=-outbox.c.id, done=True))
        again = {"node": node, "done": False, "tries": 0, "send_at": 0, "unseen": False}
        connection.execute(insert(outbox), {**{k: v for k, v in first._mapping.items() if k != "id"}, **again})

    house.run(house.server.store.write(work))


def test_in_quiet_hours_nothing_goes_out_and_afterwards_what_is_still_true(house: House, posted: Posted) -> None:
    ann, bob = account(house, "Awake"), hooked(house, "Asleep")
    now = datetime.fromtimestamp(wall() / 1000, UTC)
    quiet = f"{(now.hour - 1) % 24:02}:00-{(now.hour + 2) % 24:02}:00"
    bob.ask("PATCH", "/api/account", {"quiet": quiet, "zone": "UTC"})
    table = ann.open()["id"]
    ann.post(f"/api/tables/{table}/invite", {"person": "Asleep"})
    assert posted.kinds() == []
    assert posted.kinds(3 * HOUR) == ["invite"]


# Browsers


KEYS: Json = {
    "endpoint": "https://push.example/one",
    "p256dh": base64.urlsafe_b64encode(b"\x04" + bytes(64)).rstrip(b"=").decode(),
    "auth": base64.urlsafe_b64encode(bytes(16)).rstrip(b"=").decode(),
}


def test_a_server_tells_by_browser_only_where_its_operator_wants_and_by_https(shared: House) -> None:
    ann = account(shared, "No push")
    assert ann.get("/api/account")["push"] == ""
    assert ann.post("/api/account/push", KEYS, 409)["code"] == "no_push"
    with pytest.raises(BadSetting, match="https"):
        check(Settings(push=True, public_url="http://club.example"))
    assert check(Settings(push=True, public_url="https://club.example")).push


def test_what_is_sealed_for_a_browser_only_that_browser_reads() -> None:
    """Opened again as RFC 8291 says a browser does, and the signature checked with the public key alone."""
    browser, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    own = push.public(browser)
    body = push.message(b"Your turn", push.packed(own), push.packed(auth))
    salt, size, theirs = body[:16], body[20], body[21 : 21 + body[20]]
    assert (int.from_bytes(body[16:20]), size) == (4096, 65)
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared_secret = browser.exchange(ec.ECDH(), sender)

    def derived(secret: bytes, salt: bytes, what: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, what).derive(secret)

    secret = derived(shared_secret, auth, b"WebPush: info\0" + own + theirs, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    assert AESGCM(key).decrypt(nonce, body[21 + size :], None) == b"Your turn\x02"

    ours = push.private(push.new_key())
    headers = push.signed(ours, "https://push.example:8443/abc", "https://club.example", 1_000_000.0)
    token, public = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    told, _, signature = token.rpartition(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    der = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point = base64.urlsafe_b64decode(public + "=")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point).verify(
        der, told.encode(), ec.ECDSA(hashes.SHA256())
    )
    claims = json.loads(base64.urlsafe_b64decode(told.split(".")[1] + "=="))
    assert claims == {"aud": "https://push.example:8443", "exp": 1_000_000 + 43_200, "sub": "https://club.example"}


@pytest.fixture
def pushing(database: str, opener: Opener) -> House:
    return opener(database, push=True, public_url="https://club.example")


def key_pair() -> Json:
    made = push.private(push.new_key())
    return {**KEYS, "p256dh": push.packed(push.public(made))}


def secure(house: House, name: str) -> Person:
    """Cookies of such a server are for https: the test carries them itself."""
    person = house.person()
    answer = person.http.post("/api/account", json={"name": name, "password": PASSWORD})
    token = answer.headers["set-cookie"].split("parcferme=")[1].split(";")[0]
    person.http.headers["Cookie"] = f"parcferme={token}"
    return person


def test_a_browser_is_told_until_its_maker_forgets_it(pushing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    posted = Posted(pushing, monkeypatch)
    ann, bob = secure(pushing, "Pushes"), secure(pushing, "Is pushed")
    assert len(base64.urlsafe_b64decode(bob.get("/api/account")["push"] + "=")) == 65
    keys = key_pair()
    bob.post("/api/account/push", keys)
    assert bob.get("/api/account/export")["browsers"][0]["endpoint"] == keys["endpoint"]
    table = ann.open()["id"]
    ann.post(f"/api/tables/{table}/invite", {"person": "Is pushed"})
    posted.kinds()
    [(url, body, headers)] = posted.calls
    assert url == keys["endpoint"]
    assert headers["Content-Encoding"] == "aes128gcm"
    assert b"invited" not in body, "nobody on the way reads it"
    posted.fails = senders.Gone
    other = ann.open()["id"]
    ann.post(f"/api/tables/{other}/invite", {"person": "Is pushed"})
    posted.kinds()
    assert bob.get("/api/account/export")["browsers"] == []


def test_a_browser_is_somebodys_alone_and_goes_with_them(pushing: House) -> None:
    ann, bob = secure(pushing, "First owner"), secure(pushing, "Second owner")
    keys = key_pair()
    ann.post("/api/account/push", keys)
    bob.post("/api/account/push", keys)
    assert ann.get("/api/account/export")["browsers"] == []
    ann.post("/api/account/push/end", {"endpoint": keys["endpoint"]})
    assert len(bob.get("/api/account/export")["browsers"]) == 1, "nobody ends another's"
    bob.post("/api/account/delete", {"password": PASSWORD})
    left = pushing.run(pushing.server.store.read(lambda db: list(db.execute(select(pushes)))))
    assert left == []
    kept = pushing.run(pushing.server.store.read(lambda db: list(db.execute(select(people.c.quiet)).scalars())))
    assert set(kept) == {""}


@pytest.mark.parametrize(
    "wrong",
    [
        *[
            {"endpoint": wrong}
            for wrong in ("http://push.example/x", "https://", "https://[", "https://a.example:99999/")
        ],
        {"p256dh": "AAAA"},
        {"auth": "%%%"},
    ],
)
def test_what_is_no_browser_is_refused(pushing: House, wrong: Json) -> None:
    ann = secure(pushing, "Wrong keys")
    assert ann.post("/api/account/push", {**key_pair(), **wrong}, 422)["code"] == "bad_value"


def outcome(person: Person, way: str) -> str:
    return str(person.post("/api/account/test", {"way": way})["outcome"])


def test_a_test_goes_out_at_once_whatever_is_switched_off(house: House, posted: Posted) -> None:
    ann = account(house, "Tries")
    assert [outcome(ann, way) for way in telling.WAYS] == ["none"] * 3
    ann.ask("PATCH", "/api/account", {"webhook": "https://hooks.example/hook", "quiet": "00:00-23:59"})
    ann.ask("PATCH", "/api/account", {"untold_of": [f"hook.{occasion}" for occasion in telling.OCCASIONS]})
    assert outcome(ann, "hook") == "sent"
    [(url, content, _)] = posted.calls
    assert (url, json.loads(content)["kind"]) == ("https://hooks.example/hook", "test")
    posted.fails = OSError
    assert outcome(ann, "hook") == "failed"
    assert ann.post("/api/account/test", {"way": "pigeon"}, 400)["code"] == "bad_request"
    assert house.person().post("/api/account/test", {"way": "hook"}, 401)["code"] == "not_signed_in"


def test_a_test_by_browser_and_by_mail_counts_as_what_it_is(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opener(database, push=True, public_url="https://club.example", smtp="smtp://post.example", mails_a_day=1)
    posted, letters = Posted(house, monkeypatch), list[Any]()
    monkeypatch.setattr("parcferme.server.live.mailer.mail", lambda *given: letters.append(given))
    bob = secure(house, "Tries both")
    bob.post("/api/account/push", key_pair())
    assert outcome(bob, "push") == "sent"
    assert len(posted.calls) == 1
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(people).where(people.c.name == "Tries both").values(email="b@x.example", mail="new"))
    assert outcome(bob, "mail") == "none"  # nothing is sent to an address that nobody has confirmed
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(people).where(people.c.name == "Tries both").values(mail="on"))
    assert [outcome(bob, "mail"), outcome(bob, "mail")] == ["sent", "capped"]
    [(_, to, letter, one_click)] = letters
    assert (to, letter.subject) == ("b@x.example", "A test from Parc Fermé")
    assert "/mail/unsubscribe/" in letter.body
    assert one_click.startswith("https://club.example/api/mail/unsubscribe/")


def test_webhooks_that_keep_us_waiting_hold_up_no_letter(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight accounts with webhooks that never answer took every thread, also those of links to a new password."""
    house = opener(database, public_url="http://club.example", smtp="smtp://post.example")
    waiting, answered, sent = list[Any](), Event(), list[Any]()

    def tarpit(*given: Any) -> None:
        waiting.append(given)
        answered.wait(60)

    monkeypatch.setattr("parcferme.server.live.samples.post", tarpit)
    monkeypatch.setattr("parcferme.server.live.mailer.mail", lambda *given: sent.append(given))
    crowd = [account(house, f"Tarpit {letter}") for letter in "ABCDEFGH"]
    ann = account(house, "Waits")
    with house.server.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(update(people).values(webhook="http://tarpit.example/"))
        connection.execute(update(people).where(people.c.name == "Waits").values(email="a@x.example", mail="on"))
    with ThreadPoolExecutor(len(crowd)) as together:
        calls = [together.submit(outcome, one, "hook") for one in crowd]
        wait_for(lambda: len(waiting) == len(crowd))
        assert outcome(ann, "mail") == "sent"
        answered.set()
        assert [call.result() for call in calls] == ["sent"] * len(crowd)
    assert len(sent) == 1


def test_somebodys_slow_webhook_keeps_nobody_but_them_waiting(
    database: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person alone could have nine calls made, each of them ten seconds long, and filled every thread."""
    house = opener(database, public_url="http://club.example")
    slow, answered, quick = list[str](), Event(), list[str]()

    def call(url: str, *given: Any) -> None:
        (slow if "tarpit" in url else quick).append(url)
        if url in slow:
            answered.wait(60)

    monkeypatch.setattr("parcferme.server.live.samples.post", call)
    eve, ann = account(house, "Tarpit"), account(house, "Waits")
    eve.ask("PATCH", "/api/account", {"webhook": "http://tarpit.example/"})
    ann.ask("PATCH", "/api/account", {"webhook": "http://quick.example/"})
    with ThreadPoolExecutor(9) as together:
        calls = [together.submit(outcome, eve, "hook") for _ in range(9)]
        wait_for(lambda: slow)
        assert outcome(ann, "hook") == "sent"
        assert (len(slow), len(quick)) == (1, 1)
        answered.set()
        assert [call.result() for call in calls] == ["sent"] * 9
    assert not house.server.mailer.calls.lines, "nobody is remembered who is not called"


def test_tests_are_limited(database: str, opener: Opener) -> None:
    house = opener(database, limits=True)
    ann = account(house, "Impatient")
    for _ in range(5):
        assert outcome(ann, "hook") == "none"
    assert ann.post("/api/account/test", {"way": "hook"}, 429)["code"] == "too_many"
