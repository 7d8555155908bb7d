"""Whole games in readable text: a change of the rules shows as a diff that a player can judge."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.support import check_golden, playthrough

from parcferme.core.contract import State
from parcferme.core.registry import create
from parcferme.games.rallye_code.drive.bots import Clubman

HERE = Path(__file__).parent / "playthroughs"

GAMES: dict[str, dict[str, object]] = {
    "a-2-players": {"players": 2, "edition": "A", "rounds": 12},
    "b-3-players": {"players": 3, "edition": "B", "rounds": 10},
    "a-6-players": {"players": 6, "edition": "A", "rounds": 12},
    "b-6-players-survivor": {"players": 6, "edition": "B", "limit": "survivor", "cap": 30},
    "b-2-players": {"players": 2, "edition": "B", "rounds": 12},
    "a-3-players-table": {"players": 3, "edition": "A", "rounds": 5, "enforcement": "table"},
    "a-4-players-other-roads": {"players": 4, "crossing_scope": "other_roads", "rounds": 12},
}


@pytest.mark.rule("RC-10", "RC-18", "RC-45")
@pytest.mark.parametrize("name", sorted(GAMES))
def test_playthrough(name: str, update_golden: bool) -> None:
    game = create("rallye_code", GAMES[name])
    driver = Clubman(game, Random(name))
    driver.misses = 1 / 6  # so that at the table something is said

    def choose(state: State, seat: int) -> int:
        return driver.choose(state, seat)

    text = playthrough(game, len(name) * 7, choose)
    check_golden(HERE / f"{name}.txt", text, update_golden)
