"""Whole races beside a second opinion (reference.py)."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.second_opinion import play_beside

from parcferme.core.content import read_document
from parcferme.core.registry import folder

from .helpers import COLOURS, lunar
from .reference import Race

OPTIONS = (
    "players", "colours", "scenario", "first", "replacement", "replacement_limit", "push_finish", "play_on",
    "round_cap",
)  # fmt: skip
VARIANTS: list[dict[str, object]] = [
    {"players": 1, "first": "agreed"},
    {"replacement": False},
    {"players": 3, "scenario": "tokens", "replacement_limit": 1, "colours": ["yellow", "red"]},
    {"players": 4, "scenario": "red", "replacement": False, "play_on": True, "push_finish": False},
    {"players": 4, "round_cap": 12},
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", VARIANTS)
def test_whole_races_agree_with_a_second_opinion(options: dict[str, object], seed: int) -> None:
    game = lunar(**options)
    maps = {colour: read_document(folder("lunar_rally") / "content" / f"{colour}.json") for colour in COLOURS.values()}
    race = Race(maps, {name: game.options[name] for name in OPTIONS})
    state, scores = play_beside(game, race.race(), Random(seed))
    ended = state.result()
    assert ended is not None
    assert ended.scores == scores
