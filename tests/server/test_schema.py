"""The OpenAPI document, tried out by schemathesis on a running server with real data behind the ids."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from parcferme.core import registry
from parcferme.server.api.forms import ActionForm, OpeningForm
from parcferme.server.api.socket import _WISHES
from parcferme.server.limits import LIMITS
from parcferme.server.refusals import STATUS
from tests.server.house import House, Json

EXAMPLES = 1  # of each call, besides some thirty that try its bounds
CONFIG = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "413", "422", "429"]

[parameters]
"path.table" = "{table}"
"path.record" = "{record}"
"path.game" = "toy_dash"
"path.language" = "en"
"path.name" = "road.json"
"""


def prepare(house: House) -> tuple[str, str, str]:
    """A table that runs, a record, and a token of somebody who sits at the table."""
    ann, bob = house.person(), house.person()
    ann.post("/api/account", {"name": "Schema", "password": "correct horse"}, 201)
    token = ann.post("/api/account/tokens", {"label": "s", "scopes": ["read", "play", "create"]}, 201)["token"]
    over = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1})["id"]
    for action, node in (("gear:1", 0), ("push", 1)):
        ann.act(over, action, node)
    record = ann.post("/api/records", ann.get(f"/api/tables/{over}/record"), 201)["id"]
    table = ann.open(chat="all", options={"length": 400})["id"]
    bob.join(table)
    return table, record, token


def test_schemathesis_finds_nothing(shared: House, tmp_path: Path) -> None:
    table, record, token = prepare(shared)
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.format(table=table, record=record))
    words = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config), "run"]
    words += [f"{shared.url}/api/schema/openapi.json", "--max-examples", str(EXAMPLES), "--seed", "1", "--no-color"]
    words += ["--phases", "examples,coverage,fuzzing", "-H", f"Authorization: Bearer {token}"]
    words += ["--exclude-checks", "ignored_auth"]  # most calls are for strangers, too
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    assert f"Tested: {len(described_calls(shared))}\n" in done.stdout


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
    assert forms["PositionForm"]["properties"]["actions"]["items"] == {"$ref": "#/components/schemas/ActionForm"}
    assert "notation" in forms["ActionForm"]["required"]
    assert {"token": []} in document["security"]
    tour = document["info"]["description"]
    assert "/api/tables/{table}/socket" in tour
    assert all(f"`{wish}`" in tour for wish in (*_WISHES.keys() - {"act"}, *STATUS))
    assert all(f"{kind} {most} + " in tour for kind, (most, _) in LIMITS.items())


@pytest.mark.parametrize("game", registry.game_ids())
def test_positions_of_every_game_are_as_the_document_says(shared: House, game: str) -> None:
    ann = shared.person()
    level = ann.get(f"/api/games/{game}")["bots"][0]
    players = ann.post(f"/api/games/{game}/check")["players"]
    bots = [{"kind": "bot", "level": level}] * (players - 1)
    table = ann.open(game, seats=[{"kind": "me"}, *bots])
    told = ann.get(f"/api/tables/{table['id']}/opening?lang=en&odds=true")
    strict = [msgspec.convert(told["position"][field], type=list[ActionForm]) for field in ("actions", "interrupts")]
    assert all(isinstance(action.text, str) and isinstance(action.odds, list) for some in strict for action in some)
    msgspec.convert(told, type=OpeningForm)
