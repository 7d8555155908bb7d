"""Whole games beside a second opinion (reference.py)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.second_opinion import play_beside

from parcferme.core.content import read_document
from parcferme.core.registry import create, folder

from .reference import Match

CONTENT = folder("rallye_code") / "content"
SMALL = read_document(CONTENT / "courses" / "house-2.json")
OPTIONS = ("players", "limit", "rounds", "cap", "crossing_scope", "immobilised_below", "car_order", "enforcement")
VARIANTS: list[dict[str, object]] = [
    {},
    {"players": 2, "edition": "B"},
    {"players": 3, "edition": "B", "car_order": "free", "immobilised_below": "6"},
    {"players": 5, "crossing_scope": "other_roads", "board": SMALL},
    {"players": 6, "edition": "B", "limit": "survivor", "cap": 90, "board": SMALL},
    {"enforcement": "table"},
    {"players": 3, "edition": "B", "car_order": "free", "enforcement": "table", "board": SMALL},
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", VARIANTS)
def test_whole_games_agree_with_a_second_opinion(options: dict[str, object], seed: int) -> None:
    game = create("rallye_code", options)
    editions: Any = read_document(CONTENT / "editions.json")["editions"]
    match = Match(
        options.get("board") or read_document(CONTENT / "house-1.json"),
        read_document(CONTENT / "house-24.json"),
        editions[game.options["edition"]],
        {name: game.options[name] for name in OPTIONS},
    )
    state, money = play_beside(game, match.game(), Random(seed))
    ended = state.result()
    assert ended is not None
    assert ended.scores == money
