"""Duplicate, late, reordered, malformed, oversized, unauthorised: refused with a stable code, and nothing changes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from parcferme.server.api.refusals import STATUS
from parcferme.server.ops.limits import LIMITS, Limits
from parcferme.server.ops.verbs import SOCKET_LIMIT
from parcferme.table import errors
from parcferme.table.errors import Denied
from tests.server.conftest import Opener
from tests.server.house import House, Person


@pytest.fixture
def match(shared: House) -> tuple[str, Person, Person]:
    ann, bob = shared.person(), shared.person()
    table = ann.open(options={"length": 400})["id"]
    bob.join(table)
    return table, ann, bob


Match = tuple[str, Person, Person]


def test_a_duplicate_is_granted_again_but_done_once(match: Match) -> None:
    table, ann, _ = match
    first = ann.act(table, "gear:1", 0, "x")
    again = ann.act(table, "gear:1", 0, "x")
    assert first == again
    assert ann.position(table)["node"] == 1
    line = ann.line(table)
    line.next("hello")
    for _ in range(2):
        assert line.answer(do="act", node=1, action="lift", id="y")["type"] == "ok"
    assert ann.position(table)["node"] == 2


def test_late_early_foreign_and_illegal_actions_change_nothing(match: Match) -> None:
    table, ann, bob = match
    ann.act(table, "gear:1", 0)
    before = ann.position(table)
    assert ann.act(table, "gear:2", 0, status=409)["code"] == errors.LATE
    assert ann.act(table, "lift", 7, status=409)["code"] == errors.EARLY
    assert bob.act(table, "gear:1", 1, status=409)["code"] == errors.NOT_ASKED
    refused = ann.act(table, "gear:1", 1, status=409)
    assert (refused["code"], refused["clause"]) == (errors.ILLEGAL, "TD-01")
    assert ann.act(table, "fly", 1, status=422)["code"] == errors.BAD_ACTION
    assert ann.position(table) == before


def test_reordered_messages_end_in_one_order(match: Match) -> None:
    table, ann, _ = match
    line = ann.line(table)
    line.next("hello")
    assert line.answer(do="act", node=1, action="lift", id="second")["code"] == errors.EARLY
    assert line.answer(do="act", node=0, action="gear:2", id="first")["type"] == "ok"
    assert line.answer(do="act", node=1, action="lift", id="second")["type"] == "ok"
    assert line.answer(do="act", node=0, action="gear:1", id="third")["code"] == errors.LATE


def test_the_unauthorised_are_refused(shared: House, match: Match) -> None:
    table, ann, _ = match
    eve = shared.person()
    act = {"node": 0, "action": "gear:1", "id": "e"}
    assert eve.post(f"/api/tables/{table}/act", act, 401)["code"] == "not_signed_in"
    eve.open()
    assert eve.post(f"/api/tables/{table}/act", act, 403)["code"] == errors.NOT_SEATED
    assert ann.post(f"/api/tables/{table}/act", {**act, "seat": 1}, 403)["code"] == errors.NOT_SEATED
    line = shared.person().line(table)
    line.next("hello")
    assert line.answer(do="act", **act)["code"] == "not_signed_in"
    forged = shared.person("pf_forged")
    assert forged.get("/api/account", 401)["code"] == "not_signed_in"
    basic = shared.person()
    assert basic.http.get("/api/account", headers={"Authorization": "Basic abc"}).status_code == 401
    assert ann.position(table)["node"] == 0


def test_a_page_of_another_site_cannot_open_a_line(match: Match) -> None:
    table, ann, _ = match
    assert ann.line(table, "", Origin="https://evil.example").next()["code"] == "forbidden"
    assert ann.line(table, "", Origin=ann.house.url).next()["type"] == "hello"


@pytest.mark.parametrize(
    "sent", ["", "x", "[]", "null", "{", '{"do": 3}', '{"do":"act"}', '{"do":"fly"}', "\x00", "[" * 2000]
)
def test_malformed_messages_are_refused_and_the_line_goes_on(match: Match, sent: str) -> None:
    table, ann, _ = match
    line = ann.line(table)
    line.next("hello")
    line.socket.send(sent)
    assert line.next("refused")["code"] == "bad_request"
    assert line.answer(do="ping")["type"] == "ok"


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "act", "node": -1, "action": "gear:1"},
        {"do": "act", "node": True, "action": "gear:1"},
        {"do": "act", "node": 0.5, "action": "gear:1"},
        {"do": "act", "node": 0, "action": 7},
        {"do": "act", "node": 0, "action": ""},
        {"do": "act", "node": 0, "action": "x" * 201},
        {"do": "act", "node": 0, "action": "gear:1", "id": 5},
        {"do": "act", "node": 0, "action": "gear:1", "seat": "0"},
        {"do": "undo"},
        {"do": "answer", "yes": "yes"},
        {"do": "undo", "to": 0, "node": "x"},
        {"do": "look", "seat": -1},
    ],
)
def test_wishes_of_the_wrong_shape_are_refused_by_field(match: Match, wish: dict[str, object]) -> None:
    table, ann, _ = match
    line = ann.line(table)
    line.next("hello")
    line.socket.send(json.dumps({"id": "w", **wish}))
    refused = line.next("refused", "ok")
    assert refused.get("code") == "bad_request", refused
    assert ann.position(table)["node"] == 0


@pytest.mark.parametrize("query", ["?since=-1", "?since=x", "?seat=q", "?lang=xx", "?since=99999999999"])
def test_a_line_with_wrong_parameters_is_refused(match: Match, query: str) -> None:
    table, ann, _ = match
    assert ann.line(table, query).next()["code"] == "bad_request"


def test_oversized_messages_and_bodies_are_refused(match: Match) -> None:
    table, ann, _ = match
    line = ann.line(table)
    line.next("hello")
    line.socket.send(json.dumps({"do": "ping", "id": "x" * 5000}))
    assert line.next("refused")["code"] == "too_large"
    assert ann.post("/api/tables", {"game": "toy_dash", "title": "x" * 1_100_000}, 413)["code"] == "too_large"
    assert ann.post("/api/records", {"format": "x" * 2_100_000}, 413)["code"] == "too_large"


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"", "application/json"), (b"{", "application/json"), (b"\xff\xfe", "application/json"), (b"a=b", "text/plain")],
)
def test_malformed_bodies_are_refused(shared: House, body: bytes, kind: str) -> None:
    answer = shared.person().http.post("/api/tables", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"


def test_unknown_paths_and_methods_are_refused(shared: House) -> None:
    ann = shared.person()
    assert ann.get("/api/nothing", 404)["code"] == "not_found"
    answer = ann.http.delete("/api/tables")
    assert answer.status_code == 405
    assert answer.json()["code"] == "bad_request"
    assert ann.get("/api/tables/nothing", 404)["code"] == "not_found"
    assert ann.line("nothing").next()["code"] == "not_found"


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        ("create", lambda p, t: p.http.post("/api/tables", json={"game": "toy_dash"})),
        ("join", lambda p, t: p.http.post(f"/api/tables/{t}/join", json={})),
        ("act", lambda p, t: p.http.post(f"/api/tables/{t}/act", json={"node": 9, "action": "x", "id": "i"})),
        ("chat", lambda p, t: p.http.post(f"/api/tables/{t}/chat", json={"text": "x"})),
        ("watch", lambda p, t: p.http.get("/api/watch")),
        ("login", lambda p, t: p.http.post("/api/account/login", json={"name": "a", "password": "12345678"})),
    ],
)
def test_there_are_rate_limits(tmp_path: Path, opener: Opener, kind: str, wish: object) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    house.server.limits.rates[kind] = (4, 1.0)
    ann = house.person()
    table = ann.open()["id"]
    answers = [wish(ann, table) for _ in range(6)]  # type: ignore[operator]
    assert [answer.status_code == 429 for answer in answers[-2:]] == [True, True], kind
    assert answers[0].status_code != 429
    assert answers[-1].json()["code"] == "too_many"


def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    most, per_minute = LIMITS["chat"]
    for _ in range(most):
        limits.take("chat", "ann")
    with pytest.raises(Denied, match="wait 3 s"):
        limits.take("chat", "ann")
    limits.take("chat", "bob")
    now[0] += 60 / per_minute
    limits.take("chat", "ann")
    with pytest.raises(Denied):
        limits.take("chat", "ann")


def test_nobody_alone_can_lock_an_account(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True, trust_proxy=True)
    wish = {"name": "Ann", "password": "12345678"}
    codes = []
    for address in ("2001:db8::1", "2001:db8::2", "192.0.2.7"):
        asker = house.person()
        asker.http.headers["X-Forwarded-For"] = address
        codes.append([asker.http.post("/api/account/login", json=wish).status_code for _ in range(9)])
    assert codes == [[401] * 8 + [429], [429] * 9, [401] * 8 + [429]]


def test_every_code_is_documented_and_has_a_status() -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE))
    assert set(STATUS) <= documented
    declared = {value for name, value in vars(errors).items() if name.isupper() and isinstance(value, str)}
    assert declared <= set(STATUS)


def test_full_buckets_are_forgotten_first_and_empty_ones_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parcferme.server.ops.limits.KEPT", 20)
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    for number in range(5):
        limits.take("request", f"long ago {number}")
    most, per_minute = LIMITS["request"]
    now[0] += 60 * most / per_minute + 1
    for number in range(16):
        limits.take("name", f"name {number}")
    assert {kind for kind, _ in limits.buckets} == {"name"}
    assert len(limits.buckets) == 16
    while limits.buckets["name", "name 0"][0] >= 1:
        limits.take("name", "name 0")
    for number in range(16, 21):
        limits.take("name", f"name {number}")  # nothing is full: the half that was asked for longest ago goes
    assert len(limits.buckets) == 11
    with pytest.raises(Denied):
        limits.take("name", "name 0")


def test_a_live_message_is_measured_in_bytes(shared: House) -> None:
    ann = shared.person()
    line = ann.line(ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"])
    for letters, answer in ((2_000, "ok"), (2_100, "refused")):  # of two bytes each
        line.socket.send('{"do": "ping", "id": "x", "more": "' + "é" * letters + '"}')
        told = line.next("ok", "refused")
        assert told["type"] == answer
    assert told["code"] == "too_large"


def test_a_message_far_too_long_ends_the_line(match: Match) -> None:
    table, ann, _ = match
    line = ann.line(table)
    line.next("hello")
    line.socket.send("x" * (SOCKET_LIMIT - 100))
    assert line.next("refused")["code"] == "too_large"
    line.socket.send("x" * (SOCKET_LIMIT + 1))
    with pytest.raises(ConnectionClosed, match="1009"):
        line.next("never")


@pytest.mark.parametrize(("path", "kind"), [("/health", "health"), ("/metrics", "health"), ("/nowhere", "page")])
def test_what_needs_no_caller_is_limited_too(path: str, kind: str, tmp_path: Path, opener: Opener) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<html><head></head></html>")
    (tmp_path / "web" / "manifest.json").write_text("{}")
    house = opener(str(tmp_path / "t.db"), limits=True, web=str(tmp_path / "web"))
    house.server.limits.rates[kind] = (4, 1.0)
    ann = house.person()
    assert [ann.http.get(path).status_code for _ in range(6)] == [200] * 4 + [429] * 2


def test_guessing_tokens_is_limited(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    house.server.limits.rates["token"] = (4, 1.0)
    answers = [house.person("pf_forged").http.get("/api/account").status_code for _ in range(6)]
    assert answers == [401] * 4 + [429] * 2
    assert house.person().http.get("/api/account").status_code == 200  # who does not guess is not in the way


def test_an_address_that_leads_nowhere_has_no_methods(shared: House) -> None:
    assert shared.person().http.options("/api/moderation/reports/none").status_code == 404


NOTHING = [
    ("POST", "/api/events", {"regulations": {}, "document": "\0"}),
    ("POST", "/api/tables", {"game": "toy_dash", "document": "\0"}),
    ("POST", "/api/account/login", {"name": "\0", "password": "12345678"}),
    ("POST", "/api/games/toy_dash/check", {"options": {"\0": [{"a": "b\0"}]}}),
]


@pytest.mark.parametrize(("method", "path", "body"), NOTHING)
def test_a_character_of_nothing_is_refused_wherever_it_stands(
    house: House, method: str, path: str, body: dict[str, object]
) -> None:
    """PostgreSQL takes it in no text: it was told as a fault of the server's."""
    assert house.person().ask(method, path, body, 422)["code"] == "bad_value"
