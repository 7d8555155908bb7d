"""Fuzz runs on every parser of the server: whatever comes in is refused with a code and a reason, or understood.

Records, options and notations have theirs in tests/core, tests/contract and tests/games.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from parcferme.bridge.linebot import BotFailed, _message
from parcferme.core.errors import ParcFermeError
from parcferme.house.codec import DecodeError, decode_object
from parcferme.house.refusals import as_denied
from parcferme.server.api.refusals import STATUS
from parcferme.server.ops.logs import blank
from parcferme.server.ops.settings import PREFIX, BadSetting, Settings, from_environment
from parcferme.table import setup
from parcferme.table.errors import Denied
from tests.server.house import House, Line, Person

DATABASES = ["sqlite"]  # what is written is the same on both; here it is about reading

# servers in other threads use `random` while values are drawn, which Hypothesis takes for our doing
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the .random. module")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["do", "id", "node", "action", "seat", "to", "yes", "text", "kind"]
VERBS = ["act", "unseal", "undo", "answer", "return", "look", "ping"]
HEARD = st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(["gear:1", "lift", 0, 1]), max_size=5)
WISHES = st.builds(lambda wish, verb: {**wish, "do": verb}, HEARD, st.sampled_from(VERBS)) | HEARD
SHARED = settings(
    max_examples=80,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # what is found is small enough as it is
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def seated(shared: House) -> tuple[Person, str, Line]:
    return sit_down(shared)


def sit_down(house: House) -> tuple[Person, str, Line]:
    """A person at a table whose match cannot move on: another seat is asked."""
    ann, bob = house.person(), house.person()
    table = bob.open(chat="off", undo="off")["id"]
    ann.join(table)
    line = ann.line(table)
    line.next("hello")
    return ann, table, line


@SHARED
@given(wish=WISHES)
def test_every_message_on_a_live_line_is_answered(seated: tuple[Person, str, Line], wish: dict[str, object]) -> None:
    ann, table, line = seated
    line.socket.send(json.dumps(wish))
    told = line.next("ok", "refused")
    assert told["type"] == "ok" or (told["code"] in STATUS and told["reason"])
    assert told.get("code") != "unavailable", told
    assert ann.position(table)["node"] == 0  # the match stands where it stood


@SHARED
@given(text=st.text(max_size=60) | st.binary(max_size=60))
def test_what_is_no_message_is_refused_and_the_line_goes_on(
    seated: tuple[Person, str, Line], text: str | bytes
) -> None:
    ann, table, line = seated
    line.socket.send(text)
    assert line.next("ok", "refused")["code"] == "bad_request"
    assert line.answer(do="ping")["type"] == "ok"
    assert ann.position(table)["node"] == 0


PLAIN = {"Content-Type": "application/json"}


def writing_calls(house: House) -> list[tuple[str, str, list[str]]]:
    """(method, path with its ids filled in, field names of the body) of every call that takes a body."""
    document = house.person().get("/api/schema/openapi.json")
    forms = document["components"]["schemas"]
    found = []
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            if "requestBody" in call:
                schema = call["requestBody"]["content"]["application/json"]["schema"]
                form = forms.get(schema.get("$ref", "").rpartition("/")[2], {})
                found.append((method.upper(), path, sorted(form.get("properties", {"format": None}))))
    return sorted(found, key=lambda call: call[1] == "/api/account/delete")  # who has done that is a stranger


@settings(SHARED, max_examples=5)
@given(data=st.data())
def test_every_body_is_read_or_refused(shared: House, data: Any) -> None:
    """Any JSON, and objects with the right names and any values, at every call that takes a body."""
    ann, table, _ = sit_down(shared)
    for method, path, names in writing_calls(shared):
        body = data.draw(JSON | st.dictionaries(st.sampled_from(names), JSON, max_size=len(names)))
        content = json.dumps(body).encode()  # with Infinity where that was drawn: no JSON
        answer = ann.http.request(method, _filled(path, table), content=content, headers=PLAIN)
        assert answer.status_code < 500, (method, path, body, answer.text)
        if not answer.is_success:
            assert answer.json()["code"] in STATUS, (method, path, body, answer.text)
            assert answer.json()["reason"]


def _filled(path: str, table: str) -> str:
    ids = {"{table}": table, "{game}": "toy_dash"}
    for name, value in ids.items():
        path = path.replace(name, value)
    return path.replace("{", "").replace("}", "")


HEADERS = st.sampled_from(["Authorization", "Cookie", "X-Forwarded-For", "Content-Type", "Accept"])
LATIN = st.characters(min_codepoint=33, max_codepoint=255, exclude_categories=["Cc"])


@SHARED
@given(headers=st.dictionaries(HEADERS, st.text(LATIN, max_size=30)))
def test_every_header_is_read_or_refused(seated: tuple[Person, str, Line], headers: dict[str, str]) -> None:
    sent = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    answer = seated[0].http.get("/api/account", headers=sent)
    assert answer.status_code in (200, 400, 401), answer.text


@SHARED
@given(text=st.text(max_size=80) | JSON.map(json.dumps))
def test_json_at_the_edges_is_an_object_or_refused(text: str) -> None:
    for read, refusal in ((decode_object, DecodeError), (_message, BotFailed)):  # a request's, a bot's line
        try:
            assert isinstance(read(text), dict)
        except refusal:
            continue


KINDS = st.sampled_from(setup.PACES)
SECONDS = st.integers(5, 3600)
PACES = st.fixed_dictionaries({}, optional=dict.fromkeys(("kind", "bank", "increment", "sealed", "days"), JSON))
GOOD_PACES = st.fixed_dictionaries({"kind": KINDS}, optional={"bank": SECONDS, "increment": SECONDS, "sealed": SECONDS})
OPTIONS = st.dictionaries(st.sampled_from(["players", "length", "x"]), st.integers(-1, 12) | JSON, max_size=2)
POLICIES = st.tuples(*map(st.sampled_from, (setup.VISIBILITIES, setup.UNDO_POLICIES, setup.CHAT_POLICIES)))
TITLES = st.text(max_size=setup.TITLE_LIMIT + 3)


def test_a_setup_is_made_or_refused_and_reads_back() -> None:
    """Policies are drawn from their values: else they are refused before anything else is read."""
    ended: Counter[str] = Counter()

    @SHARED
    @given(options=OPTIONS, pace=GOOD_PACES | PACES, policies=POLICIES, title=TITLES)
    def attempt(options: Any, pace: dict[str, Any], policies: tuple[str, str, str], title: str) -> None:
        try:
            made = setup.make("toy_dash", options, setup.Pace(**pace), *policies, title)
        except ParcFermeError as error:
            ended[as_denied(error).code] += 1
            return
        ended["made"] += 1
        assert setup.read(json.loads(json.dumps(made.to_json()))).to_json() == made.to_json()

    attempt()
    assert {"made", "bad_option", "bad_setup", "bad_title"} == set(ended)  # all of it was reached


@SHARED
@given(policies=POLICIES, place=st.integers(0, 2), words=st.text())
def test_a_policy_that_is_none_is_refused(policies: tuple[str, str, str], place: int, words: str) -> None:
    wrong = [*policies]
    wrong[place] = f"{words}?"
    with pytest.raises(Denied, match="is not one of"):
        setup.make("toy_dash", {}, setup.Pace(), *wrong)


@SHARED
@given(values=st.dictionaries(st.sampled_from(sorted(Settings.__dataclass_fields__)), st.text(max_size=12)))
def test_settings_are_read_or_refused_by_name(values: dict[str, str]) -> None:
    given_ = {PREFIX + name.upper(): value for name, value in values.items()}
    try:
        assert isinstance(from_environment(given_), Settings)
    except BadSetting:
        with pytest.raises(BadSetting, match=PREFIX):
            from_environment(given_)


@SHARED
@given(before=st.text(max_size=20), secret=st.text("abcXYZ019", min_size=24, max_size=40), after=st.text(max_size=20))
def test_no_secret_survives_in_a_log_line(before: str, secret: str, after: str) -> None:
    for written in (f"token={secret}", f"pf_{secret}", f"smtp://user:{secret}@host", f'"password": "{secret}"'):
        assert secret not in blank(f"{before} {written} {after}")
