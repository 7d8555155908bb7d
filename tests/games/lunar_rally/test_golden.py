"""Golden playthroughs of the four maps: a rule that changes shows here as a difference that a player can judge."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.support import check_golden, playthrough, random_play

from parcferme.core.contract import OVER, State
from parcferme.core.play import Play
from parcferme.core.record import read_record, record_of
from parcferme.games.lunar_rally.drive.drivers import ByTheClock, Lookout
from parcferme.games.lunar_rally.rules.game import LunarGame

from .helpers import lunar

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize(
    ("colour", "players", "shake"), [("blue", 2, 2.0), ("green", 3, 0.6), ("red", 4, 2.0), ("yellow", 2, None)]
)
def test_playthroughs(colour: str, players: int, shake: float | None, update_golden: bool) -> None:
    """With a hand that shakes, or by a lookout."""
    game = lunar(players=players, scenario=colour)
    hands = [Random(seat) for seat in range(players)]
    drivers = [Lookout(game, hand) if shake is None else ByTheClock(game, hand, shake) for hand in hands]

    def choose(state: State, seat: int) -> int:
        return drivers[seat].choose(state.resample(seat, Random(seat)), seat)

    text = playthrough(game, 3, choose)
    assert "finish" in text
    check_golden(FOLDER / f"{colour}.txt", text, update_golden)


def test_a_random_brawl(update_golden: bool) -> None:
    """Four random drivers on a thrown map: rams, pushes, contests, explosions, replacements, the cap."""
    check_golden(
        FOLDER / "brawl.txt", playthrough(lunar(players=4, scenario="tokens", round_cap=10), 11), update_golden
    )


@pytest.mark.parametrize(
    ("reason", "options"),
    [
        ("finish", {"players": 3, "scenario": "blue"}),
        ("destroyed", {"players": 2, "scenario": "blue"}),
        ("cap", {"players": 2, "round_cap": 3}),
        ("last", {"players": 2, "replacement": False}),
    ],
)
def test_finished_games_are_kept_as_records(reason: str, options: dict[str, object]) -> None:
    game = lunar(**options)
    play = _ended_by(game, reason)
    text = record_of(play, [f"seat {seat}" for seat in range(game.players)]).to_text()
    again = read_record(text).replay(game)
    result = again.state.result()
    assert result is not None
    assert result.reason == reason
    assert again.log == play.log


def _ended_by(game: LunarGame, reason: str) -> Play:
    for seed in range(60):
        play = random_play(game, seed)
        result = play.state.result()
        if result is not None and result.reason == reason and play.state.kind() == OVER:
            return play
    raise AssertionError(f"no random game of 60 ended by {reason}")
