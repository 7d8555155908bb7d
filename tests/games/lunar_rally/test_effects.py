"""What a program does is told before it is sealed, and is what happens while rivals stand still."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parcferme.games.lunar_rally.board.hexes import FACINGS, HEXES, LABELS
from parcferme.games.lunar_rally.rules.game import LunarState

from .helpers import give, lunar, open_ground, placed, position, rover


def told(state: LunarState, action: int) -> Any:
    return state.effect(0, action)


def kinds(effect: Any, phase: int) -> list[str]:
    return [kind for kind, _, at in effect.get("happens", []) if at == phase]


@pytest.mark.rule("LR-R08")
def test_the_own_other_rover_drives_first_and_rivals_stand() -> None:
    game = open_ground(2)
    rovers = {"B1": rover((10, 0), "SE"), "B2": rover((11, 0), "SE"), "G1": rover((14, 0)), "G2": rover((13, 4), "N")}
    state = position(game, rovers, due=1)
    give(game, state, {"B2": "F1.AT.TL", "G2": "F1.AT.TL"})
    action = game.parse("1:F1.F1.AT")
    effect = told(state, action)
    assert effect["path"] == [LABELS[HEXES.index(at)] for at in ((11, 0), (12, 0), (12, 0))]
    assert effect["facing"] == ["SE"] * 3
    assert kinds(effect, 3) == ["hit", "push_blocked", "damage"], "B2 moved on to (13,0), and G1 stands behind it"
    hidden = state.copy()
    assert isinstance(hidden, LunarState)
    give(game, hidden, {"G2": ""})
    assert told(hidden, action) == effect, "rivals' cards play no part"


def test_shots_are_told_with_their_phase() -> None:
    game = open_ground(2)
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((14, 0), "NW"), "G2": rover((3, 8))}
    effect = told(position(game, rovers, due=1), game.parse("1:F1.LA.MI"))
    assert kinds(effect, 1) == []
    assert kinds(effect, 2) == ["laser", "damage"]
    assert kinds(effect, 3) == ["missile", "damage", "phase_lost"]


def test_a_path_stops_where_the_rover_does() -> None:
    game = open_ground(2, craters=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE", "P2"), "G2": rover((3, 3))}, due=1)
    effect = told(state, game.parse("1:F1.F1"))
    assert len(effect["path"]) == 1, "the second phase is lost in the first"
    assert kinds(effect, 1) == ["bump", "damage", "phase_lost"]


@pytest.mark.rule("LR-33")
def test_a_rover_ends_where_its_effect_says_while_rivals_stand() -> None:
    game, rng = lunar(), Random(4)
    for _ in range(30):
        state = placed(game)
        action = rng.choice(state.legal(0))
        effect = told(state, action)
        state.apply_joint([action, state.default(1)])
        state.apply_joint([state.default(0), state.default(1)])
        stood = state.position.rover(0, 1)
        assert (LABELS[stood.cell], FACINGS[stood.facing]) == (effect["path"][-1], effect["facing"][-1])


@pytest.mark.rule("LR-26", "LR-86")
def test_placing_and_conceding() -> None:
    game = lunar(scenario="yellow")
    state = game.start()
    state.apply(state.chance()[0][0])
    action = state.legal(state.to_act()[0])[0]
    form = game.form(action)
    assert told(state, action) == {"to": form["hex"], "facing": form["facing"]}
    assert told(state, game.parse("concede")) == {"ends": "game"}
    assert told(state, game.parse("decline")) == {}
