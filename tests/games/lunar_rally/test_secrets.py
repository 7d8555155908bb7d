"""What a seat may know: programs lie face down until their phase (LR-R08)."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core.contract import JOINT, OVER
from parcferme.core.events import Event
from parcferme.core.record import canonical
from parcferme.games.lunar_rally.actions import PROGRAM_ACTIONS, program_in
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.solve.playout import random_joint

from .helpers import give, idle, lunar, open_ground, placed, position, program, rover, rover_view


def traffic(events: list[Event], seat: int | None) -> str:
    return canonical([event.to_json() for event in events if event.visible_to(seat)])


def walk(game: LunarGame, seed: int, joints: int) -> LunarState | None:
    """A random position at a programming node, `None` if the game ended before."""
    rng = Random(seed)
    state = placed(game)
    while state.kind() != OVER and joints:
        if state.kind() == JOINT:
            joints -= 1
            state.apply_joint(random_joint(state, rng.random))
        else:
            state.apply(state.chance()[0][0] if state.chance() else state.legal(state.to_act()[0])[0])
    while state.kind() not in (JOINT, OVER):
        state.apply(state.chance()[0][0] if state.chance() else state.legal(state.to_act()[0])[0])
    return state if state.kind() == JOINT else None


@pytest.mark.rule("LR-R08")
@pytest.mark.parametrize("seed", range(12))
def test_two_positions_that_differ_in_hidden_programs_look_the_same(seed: int) -> None:
    game = lunar(players=2 + seed % 3, scenario="blue")
    state = walk(game, seed, seed % 7)
    if state is None:
        state = placed(game)
        idle(state)
    rng = Random(seed)
    for seat in range(game.players):
        other = state.resample(seat, rng)
        assert canonical(other.view(seat)) == canonical(state.view(seat))
        assert canonical(other.view(None)) == canonical(state.view(None))
        assert other.legal(seat) == state.legal(seat)
        assert len(canonical(other.view(seat))) == len(canonical(state.view(seat)))


@pytest.mark.rule("LR-R08", "LR-29")
@pytest.mark.parametrize("joints", [0, 1, 2, 3, 4])
def test_whatever_a_rival_seals_nobody_else_can_tell(joints: int) -> None:
    game = lunar(players=3, scenario="green")
    state = walk(game, 5, joints)
    assert state is not None
    rival = state.to_act()[-1]
    seen: list[list[str]] = []
    for choice in (0, 17, len(state.legal(rival)) - 1):
        after, events = state.copy(), list[Event]()
        moves = [state.legal(s)[choice] if s == rival else state.default(s) for s in state.to_act()]
        after.apply_joint(moves, events)
        watchers = [viewer for viewer in (0, 1, 2, None) if viewer != rival]
        seen.append([canonical(after.view(viewer)) + traffic(events, viewer) for viewer in watchers])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("LR-R08")
def test_the_owner_sees_the_cards_and_others_see_that_there_are_some() -> None:
    game = lunar()
    state = placed(game)
    events = program(game, state, "F1.AT.TL", "MI.LA.ST")
    assert rover_view(state, "B1", 0)["program"] == ["F1", "AT", "TL"]
    assert rover_view(state, "B1", 1)["program"] == ["hidden"] * 3
    assert rover_view(state, "B1", None)["program"] == ["hidden"] * 3
    told = [(e.kind, e.args["rover"], e.only) for e in events]
    assert told == [
        ("sealed", "B1", None), ("program", "B1", (0,)), ("sealed", "G1", None), ("program", "G1", (1,)),
    ]  # fmt: skip


@pytest.mark.rule("LR-R08", "LR-33")
def test_cards_lie_open_once_their_phase_has_been_played() -> None:
    game = lunar()
    state = placed(game)
    program(game, state, "F1.AT.TL", "F1.LA.ST")
    idle(state)
    assert rover_view(state, "G1", 0)["program"] == ["F1", "LA", "ST"]
    assert rover_view(state, "G2", 0)["program"] == ["hidden"] * 3


@pytest.mark.rule("LR-R08")
def test_cards_of_phases_never_reached_stay_hidden_after_the_finish() -> None:
    game = open_ground(2, finish=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((3, 3)), "G1": rover((5, 5))}, due=2)
    give(game, state, {"B1": "F1.LA.MI", "G1": "TL.TR.ST"})
    program(game, state, "F1.AT.RV")
    assert state.kind() == OVER
    assert rover_view(state, "B1", 1)["program"] == ["F1", "hidden", "hidden"]
    assert rover_view(state, "G2", 0)["program"] == ["hidden"] * 3


def test_only_programs_are_secret() -> None:
    game = lunar()
    for action in range(game.actions()):
        assert game.secret(action) == (action < PROGRAM_ACTIONS)
        assert game.secret(action) == (game.form(action)["kind"] == "program")


@pytest.mark.parametrize("seed", range(5))
def test_resampling_draws_programs_that_could_have_been_sealed(seed: int) -> None:
    game = lunar(players=3)
    state = walk(game, seed, 3)
    if state is None:
        return
    rng = Random(seed)
    drawn: set[str] = set()
    for _ in range(30):
        other = state.resample(0, rng)
        assert isinstance(other, LunarState)
        for before, after in zip(state.position.rovers, other.position.rovers, strict=True):
            assert before.program.length == after.program.length
            if before.seat == 0:
                assert before.program is after.program
            elif after.program is not before.program:
                drawn.add(after.program.text)
                legal = game.race.program_actions[after.number][after.program.length]
                assert after.program in [program_in(action) for action in legal]
            after.program = before.program
        assert other.dump() == state.dump(), "nothing but programs is drawn anew"
    assert len(drawn) > 10
