"""Whole rallies beside a second opinion (reference.py)."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.second_opinion import play_beside

from parcferme.games.rallyman.rules.game import RallymanState

from .helpers import rally
from .reference import Rally, random_road

VARIANTS: list[dict[str, object]] = [
    {"players": 1, "sisu": True},
    {"players": 2, "weather": "variable", "sisu": True, "assistance": "ss1"},
    {"players": 3, "time_attack": False, "staggered_start": False, "assistance": "none", "dirt": False},
    {"players": 4, "weather": "variable", "spare_tyre_seconds": 7, "attack_pays_on_loc": False, "assistance": "ss2"},
    {"players": 4, "weather": "fixed", "snow": ["A", "B", ""], "tyres": "snow", "locking": False},
]
OPTIONS = (
    "players", "assistance", "time_attack", "locking", "dirt", "weather", "snow", "tyres", "sisu", "spare_tyre",
    "spare_tyre_seconds", "staggered_start", "attack_pays_on_loc",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", VARIANTS)
def test_whole_rallies_agree_with_a_second_opinion(options: dict[str, object], seed: int) -> None:
    rng = Random(seed)
    road = f"{random_road(rng, 6)} | {random_road(rng, 5).replace('|', '')}"
    road = " | ".join(part for part in road.split("|")[:2])
    game = rally(road, **options, start_order=[])
    opinion = Rally(road, {name: game.options[name] for name in OPTIONS})
    state, times = play_beside(game, opinion.rally(), rng)
    assert isinstance(state, RallymanState)
    assert [car.times for car in state.cars] == times
