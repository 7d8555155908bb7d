"""Notations and forms of actions and outcomes."""

from __future__ import annotations

import pytest

from parcferme.core.registry import create

EXPECTED = [
    "roll", "roll:1", "roll:2", "place:right", "place:left", "place:no-entry", "accept", "refuse",
    "half:2", "half:3", "half:4", "half:5", "give-up", "bell", "pass",
]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_actions_round_trip(players: int) -> None:
    game = create("rallye_code", {"players": players})
    texts = [game.format(action) for action in range(game.actions())]
    assert texts[:15] == EXPECTED
    assert [game.parse(text) for text in texts] == list(range(game.actions()))
    assert game.actions() == 15 + 7 * game.score_bounds()[1] // 50_000
    outcomes = [game.format_outcome(outcome) for outcome in range(game.outcomes())]
    assert [game.parse_outcome(text) for text in outcomes] == list(range(game.outcomes()))
    assert len(outcomes) == 21 + 24 + players


def test_cars_are_named_by_player_and_number() -> None:
    two = create("rallye_code", {"players": 2})
    assert two.form(two.parse("fine:2.1")) == {"kind": "fine", "car": "2.1"}
    four = create("rallye_code", {"players": 4})
    assert four.form(four.parse("claim:3/4")) == {"kind": "claim", "gerance": 3, "car": "4"}
    assert four.form(four.parse("place:no-entry")) == {"kind": "place_no_entry", "side": "no_entry"}
