"""Whole games beside a second opinion (reference.py)."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.second_opinion import play_beside

from parcferme.core.content import read_document
from parcferme.core.registry import folder
from parcferme.games.rally.rules.game import RallyState

from .helpers import make
from .reference import Rally, game

BOXES = ("cards", "tables", "weather", "calendar")
OPTIONS = (
    "players", "scope", "races", "specials", "stage", "layer", "route", "surcharge", "tyre_cost", "tyre_match",
)  # fmt: skip
VARIANTS = [
    {"players": 1, "scope": "stage"},
    {"players": 1, "scope": "race", "races": ["safari"]},
    {"players": 2, "scope": "stage", "stage": "special"},
    {"players": 3, "scope": "race", "races": ["svezia"], "specials": True, "layer": "auto"},
    {
        "players": 4, "scope": "stage", "races": ["safari"], "layer": "auto", "surcharge": "occupied",
        "tyre_cost": "type", "tyre_match": "any",
    },
    {"players": 6, "scope": "championship", "races": ["marocco", "gran-bretagna"], "layer": "auto"},
]  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", VARIANTS)
def test_whole_games_agree_with_a_second_opinion(options: dict[str, object], seed: int) -> None:
    made = make(**options)
    content = folder("rally") / "content"
    cards, tables, weather, calendar = [read_document(content / f"{name}.json") for name in BOXES]
    rally = Rally(cards, tables, weather, calendar, {name: made.options[name] for name in OPTIONS})
    state, scores = play_beside(made, game(rally), Random(seed))
    assert isinstance(state, RallyState)
    ended = state.result()
    assert ended is not None
    assert ended.scores == scores
