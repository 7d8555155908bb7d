"""The OpenAPI document, tried out by schemathesis on a running server with real data behind the ids."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from parcferme.core import registry
from parcferme.core.contract import CHANCE, JOINT, OVER, Game
from parcferme.house import catalogue
from parcferme.house.catalogue import Action
from parcferme.house.forms import Wish
from parcferme.house.tables import Opening
from parcferme.server.api.refusals import STATUS
from parcferme.server.ops.limits import LIMITS
from tests.server.conftest import Opener
from tests.server.house import House, Json

DATABASES = ["sqlite"]  # what is written is the same on both; here it is about reading
EXAMPLES = 1  # of each call, besides some thirty that try its bounds
PHASES = "examples,coverage,fuzzing"
CONFIG = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "302", "401", "403", "404", "409", "413", "422", "429"]

[parameters]
"path.table" = "{table}"
"path.record" = "{record}"
"path.event" = "{event}"
"path.entry" = "schema"
"path.number" = "1"
"path.document" = "{document}"
"path.hash" = "{hash}"
"path.job" = "{job}"
"path.kind" = "road"
"path.game" = "toy_dash"
"path.person" = "Schema"
"path.course" = "none"
"path.language" = "en"
"path.name" = "road.json"
"""


REGULATIONS = {
    "title": "Schema rally",
    "game": "rally_round",
    "opens": "2020-01-01T00:00:00Z",
    "closes": "2090-01-01T00:00:00Z",
}


def prepare(house: House) -> tuple[dict[str, str], str]:
    """A table that runs, a record, an event that is open, a document that is published and one that is measured, and a
    token of somebody who has a part in all of them."""
    ann, bob = house.person(), house.person()
    ann.post("/api/account", {"name": "Schema", "password": "correct horse"}, 201)
    token = ann.post("/api/account/tokens", {"label": "s", "scopes": ["read", "play", "create", "organise"]}, 201)[
        "token"
    ]
    over = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1})["id"]
    for action, node in (("gear:1", 0), ("push", 1)):
        ann.act(over, action, node)
    record = ann.post("/api/records", ann.get(f"/api/tables/{over}/record"), 201)["id"]
    table = ann.open(chat="all", options={"length": 400})["id"]
    bob.join(table)
    event = ann.post("/api/events", {"regulations": REGULATIONS}, 201)["id"]
    ann.post(f"/api/events/{event}/announce")
    ann.post(f"/api/events/{event}/enter")
    road = {"game": "toy_dash", "kind": "road", "document": {"length": 9}}
    made = ann.post("/api/documents", {**road, "title": "Schema road"}, 201)["id"]
    hash = ann.post(f"/api/documents/{made}/publish", {"revision": 1})["hash"]
    job = ann.post("/api/studio/measure", road, 202)["id"]
    return {"table": table, "record": record, "event": event, "document": made, "hash": hash, "job": job}, token


def test_schemathesis_finds_nothing(shared: House, tmp_path: Path) -> None:
    known, token = prepare(shared)
    config = CONFIG.format(**known)
    found = schemathesis(shared, tmp_path, config, "-H", f"Authorization: Bearer {token}")
    assert f"Tested: {len(described_calls(shared))}\n" in found


def test_schemathesis_finds_nothing_in_a_browser(shared: House, tmp_path: Path) -> None:
    """A token cannot manage its account, so those calls are tried with a session, which logging out would end; one
    after another as well: tokens that were made are revoked."""
    ann = shared.person()
    ann.post("/api/account", {"name": "Browser", "password": "correct horse"}, 201)
    config = CONFIG.format(**dict.fromkeys(("table", "record", "event", "document", "hash", "job"), "none"))
    words = ["--include-path-regex", "^/api/account", "--exclude-path-regex", "/(logout|delete)$"]
    words += ["-H", f"Cookie: parcferme={ann.http.cookies['parcferme']}"]
    found = schemathesis(shared, tmp_path, config, *words, phases=f"{PHASES},stateful", examples=5)
    paths = ann.get("/api/schema/openapi.json")["paths"].items()
    calls = sum(len(calls) for path, calls in paths if path.startswith("/api/account"))
    assert f"Tested: {calls - 2}\n" in found
    assert "API Links:    1 covered" in found  # by the stateful phase: a token was made, and then revoked
    assert ann.get("/api/account")["account"] is True  # the session lives


def schemathesis(
    house: House, folder: Path, config: str, *more: str, phases: str = PHASES, examples: int = EXAMPLES
) -> str:
    """What it has found: nothing, or the test fails."""
    (folder / "schemathesis.toml").write_text(config)
    words = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(folder / "schemathesis.toml")]
    words += ["run", f"{house.url}/api/schema/openapi.json", "--max-examples", str(examples), "--seed", "1"]
    words += ["--no-color", "--phases", phases, *more]
    words += ["--exclude-checks", "ignored_auth"]  # most calls are for strangers, too
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def described_calls(house: House) -> list[Json]:
    document = house.person().get("/api/schema/openapi.json")
    return [call for path in document["paths"].values() for call in path.values()]


def test_every_call_is_described(shared: House) -> None:
    document = shared.person().get("/api/schema/openapi.json")
    calls = described_calls(shared)
    assert len(calls) > 40
    for call in calls:
        assert call["summary"]
        assert call["tags"]
    forms = document["components"]["schemas"]
    assert forms["ActForm"]["additionalProperties"] is False
    assert forms["ActForm"]["properties"]["node"]["minimum"] == 0


def test_the_document_alone_is_enough_to_play(shared: House) -> None:
    document = shared.person().get("/api/schema/openapi.json")
    forms = document["components"]["schemas"]
    assert forms["Position"]["properties"]["actions"]["items"] == {"$ref": "#/components/schemas/Action"}
    assert "notation" in forms["Action"]["required"]
    assert {"token": []} in document["security"]
    tour = document["info"]["description"]
    wishes = {str(wish.__struct_config__.tag) for wish in get_args(Wish)}
    assert "/api/tables/{table}/socket" in tour
    assert all(f"`{wish}`" in tour for wish in (*wishes - {"act"}, *STATUS))
    assert all(f"{kind} {most} + " in tour for kind, (most, _) in LIMITS.items())


def test_the_tour_says_what_a_bot_author_had_to_guess(shared: House) -> None:
    tour = shared.person().get("/api/schema/openapi.json")["info"]["description"]
    for said in ("options.players", "[least, most]", "`gathering` until all are taken", "/table/{table}?key={key}"):
        assert said in tour
    for said in ("/api/tables/{table}/join", "before or after the `play`", "with 1009", "`Retry-After`", "View_{game}"):
        assert said in tour


def test_a_bot_plays_and_a_friend_joins_as_the_tour_says(shared: House) -> None:
    ann, bob = shared.person(), shared.person()
    least, most = ann.get("/api/games/toy_dash")["seats"]
    assert 1 <= least <= most
    table = ann.open(visibility="private", options={"players": most}, seats=[{"kind": "me"}, {"kind": "open"}])
    assert [len(table["seats"]), table["status"]] == [most, "gathering"]
    link = next(link for link in table["links"] if link["seat"] == 1)
    assert link["path"] == f"/table/{table['id']}?key={link['key']}"
    assert 1 in bob.join(table["id"], key=link["key"])["yours"]


def test_a_message_over_16_kb_closes_the_line(shared: House) -> None:
    ann = shared.person()
    line = ann.line(ann.open()["id"])
    line.next("hello")
    line.socket.send("x" * 16_000)
    assert line.next("refused")["code"] == "too_large"
    line.socket.send("x" * 17_000)
    with pytest.raises(ConnectionClosed) as ended:
        line.next("never")
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 1009


def test_every_call_may_be_unavailable_and_every_body_too_large(shared: House) -> None:
    for call in described_calls(shared):
        assert "503" in call["responses"], call["summary"]
        assert ("413" in call["responses"]) >= ("requestBody" in call), call["summary"]
        limited = call["responses"].get("429")
        assert limited is None or limited["headers"]["Retry-After"]["schema"]["type"] == "integer"
    ann = shared.person()
    answer = ann.http.post("/api/games/toy_dash/check", json={"options": {"x": "y" * 1_100_000}})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_every_call_counts_against_the_limit_and_is_told_how_long_to_wait(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann = house.person()
    paths = [path for path, calls in ann.get("/api/schema/openapi.json")["paths"].items() if "get" in calls]
    house.server.limits.rates["request"] = (0, 6.0)
    assert len(paths) > 20
    for path in paths:
        if path != "/health":
            answer = ann.http.get(path.replace("{number}", "1").replace("{", "").replace("}", ""))
            assert answer.status_code == 429, path
            assert answer.headers["Retry-After"] == "10"
            assert "wait 10 s" in answer.json()["reason"]


def test_options_are_checked_seldom_and_beside_the_tables(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board of one's own takes a tenth of a second to be read, in which nobody else may have to wait."""
    house = opener(str(tmp_path / "t.db"), limits=True)
    read: list[threading.Thread] = []
    made = catalogue.game_of

    def noted(*given: Any) -> Game:
        read.append(threading.current_thread())
        return made(*given)

    monkeypatch.setattr(catalogue, "game_of", noted)
    house.server.limits.rates["upload"] = (2, 0.1)
    ann = house.person()
    for status in (200, 200, 429):
        ann.post("/api/games/toy_dash/check", {"options": {}}, status)
    assert len(read) == 2
    assert house.thread not in read


@pytest.mark.parametrize("game", registry.game_ids())
def test_the_document_says_what_is_in_every_view(shared: House, game: str) -> None:
    forms = shared.person().get("/api/schema/openapi.json")["components"]["schemas"]
    described = forms[f"View_{game}"]["properties"]
    assert all(len(field["description"]) > 5 for field in described.values())
    made = registry.create(game)
    state, rng = made.start(), Random(1)
    texts = catalogue.texts(game, "en").entries
    for _ in range(300):
        asked = state.to_act()
        for seat in (None, *asked):
            assert list(state.view(seat)) == list(described)
        assert all(f"action.{made.form(action)['kind']}" in texts for seat in asked for action in state.legal(seat))
        if state.kind() == OVER:
            break
        if state.kind() == CHANCE:
            state.apply(state.draw(rng.random()))
        elif state.kind() == JOINT:
            state.apply_joint([rng.choice(state.legal(seat)) for seat in asked])
        else:
            state.apply(rng.choice(state.legal(asked[0])))


@pytest.mark.parametrize("game", registry.game_ids())
def test_positions_of_every_game_are_as_the_document_says(shared: House, game: str) -> None:
    ann = shared.person()
    level = ann.get(f"/api/games/{game}")["bots"][0]
    players = ann.post(f"/api/games/{game}/check")["players"]
    bots = [{"kind": "bot", "level": level}] * (players - 1)
    table = ann.open(game, seats=[{"kind": "me"}, *bots])
    told = ann.get(f"/api/tables/{table['id']}/opening?lang=en&odds=true")
    strict = [msgspec.convert(told["position"][field], type=list[Action]) for field in ("actions", "interrupts")]
    assert all(isinstance(action.text, str) and isinstance(action.odds, list) for some in strict for action in some)
    msgspec.convert(told, type=Opening)
