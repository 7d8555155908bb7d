"""The race clock and par, and what is told before an action."""

from __future__ import annotations

import json
from random import Random

import pytest
from tests.support import follow

from parcferme.core import registry
from parcferme.core.text import read_texts
from parcferme.games.lunar_rally.board.hexes import CELL_OF
from parcferme.games.lunar_rally.board.maps import house_map
from parcferme.games.lunar_rally.drive.odds import odds
from parcferme.games.lunar_rally.mechanics.programs import BY_TEXT, programs
from parcferme.games.lunar_rally.par.clock import FAR, drive, par, race_clock, solo_time, turns
from parcferme.games.lunar_rally.show.commands import COMMANDS

from .helpers import idle, lunar, open_ground, placed, position, rover

PARS = {  # Rover 1 · Rover 2 · Rover 1 with two phases, with one · avoiding dust
    "blue": [(5, 5), (7, 7), (7, 8), (14, 15), (5, 5)],
    "green": [(8, 9), (11, 11), (12, 13), (23, 24), (9, 9)],
    "red": [(8, 9), (11, 12), (13, 13), (23, 24), (9, 10)],
    "yellow": [(10, 11), (13, 13), (13, 14), (23, 27), (13, 15)],
}


@pytest.mark.parametrize("colour", PARS)
def test_par_of_the_house_maps(colour: str) -> None:
    ground = house_map(colour)
    found = [par(ground, 1), par(ground, 2), par(ground, 1, 2), par(ground, 1, 1), par(ground, 1, 3, True)]
    assert found == PARS[colour]


def test_the_par_command_prints_them() -> None:
    text = COMMANDS["par"][1](["blue", "yellow"])
    assert "Tranquillity           5         7         7–8             14–15    5" in text
    assert "10–11" in text


@pytest.mark.parametrize(("number", "phases"), [(1, 3), (2, 3), (1, 1)])
def test_the_clock_is_the_best_program_and_then_the_clock_again(number: int, phases: int) -> None:
    """A second way to the same numbers: one turn of every program from random poses, by the plain list of programs."""
    ground = house_map("yellow")
    clock = race_clock(ground, number, phases)
    rng = Random(1)
    free = [cell for cell in ground.cells if cell not in ground.craters and not ground.is_finish[cell]]
    for _ in range(60):
        pose = 6 * rng.choice(free) + rng.randrange(6)
        times = [solo_time(ground, clock, pose, p) for p in programs(number, phases)]
        assert clock[pose] == min(times)
        assert clock[pose] < FAR


def test_no_route_at_all_is_far() -> None:
    game = open_ground(2)
    ground = game.race.grounds[0]
    corner = 6 * 0
    assert race_clock(ground, 1, 3)[corner + 1] == 23 + 2, "23 columns, a turn off the edge and one back to the line"
    assert turns(25) == 9
    assert drive(ground, corner, 1) == -1, "north of A1 is the edge"
    assert solo_time(ground, race_clock(ground, 1, 3), corner, BY_TEXT[1]["F1.F1.AT"]) == FAR


@pytest.mark.rule("LR-36", "LR-R38")
def test_the_clock_knows_that_wrong_cards_and_blanks_do_nothing() -> None:
    ground = house_map("blue")
    pose = 6 * CELL_OF["H9"] + 1
    still = solo_time(ground, race_clock(ground, 1, 3), pose, BY_TEXT[1]["ST.TL.TR"])
    for text in ("RV.RV.RV", "XX.XX.XX", "--.--.--"):
        assert solo_time(ground, race_clock(ground, 1, 3), pose, BY_TEXT[1][text]) == still


def test_odds_tell_clock_and_exposure() -> None:
    game = open_ground(2)
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((14, 0), "NW"), "G2": rover((3, 8))}
    state = position(game, rovers, due=1)
    told = odds(state, 0, game.parse("1:F1.LA.MI"))
    assert [key for key, _ in told] == ["odds.clock", "odds.exposed", "odds.assumption"]
    assert dict(told)["odds.exposed"] == {"rovers": "G1"}
    assert dict(told)["odds.clock"] == {"turns": 5}, "12 columns and a turn"


def test_odds_of_a_placement_are_its_par() -> None:
    game = lunar(scenario="yellow")
    state = game.start()
    follow(game, state, "BG/BR")
    told = [dict(odds(state, 0, action))["odds.par"]["turns"] for action in state.legal(0)]
    assert (min(told), max(told)) == (10, 11)  # type: ignore[type-var]
    assert odds(state, 0, game.parse("concede")) == []


def test_every_remark_has_a_text_in_every_language() -> None:
    game = lunar(players=4)
    state = placed(game)
    rng = Random(3)
    folder = registry.folder("lunar_rally")
    catalogues = [read_texts(folder, language) for language in ("en", "fr", "it")]
    for _ in range(12):
        for seat in state.to_act():
            for action in rng.sample(state.legal(seat), min(8, len(state.legal(seat)))):
                for key, args in odds(state, seat, action):
                    json.dumps(args)
                    for texts in catalogues:
                        assert "{" not in texts.say(key, args)
                        assert not texts.say(key, args).startswith("odds.")
        if state.kind() != 1:
            break
        idle(state)
