"""Replacement Rovers, finishing, draws, conceding, the round cap (LR-82 to LR-86)."""

from __future__ import annotations

import pytest
from tests.support import follow, names

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.result import Result
from parcferme.games.lunar_rally.actions import CONCEDE
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState

from .helpers import (
    first,
    give,
    health,
    idle,
    kinds,
    label,
    lunar,
    open_ground,
    placed,
    position,
    program,
    refused,
    rover,
    rover_of,
    rover_view,
    where,
)


def ended(state: LunarState) -> Result:
    assert state.kind() == OVER
    result = state.result()
    assert result is not None
    return result


def shoot_out(game: LunarGame, green: dict[str, dict[str, object]] | None = None) -> LunarState:
    """Green's last Rover is about to be shot by B1, with B2 still to be programmed."""
    rovers = {"B1": rover((10, 0), "SE"), "B2": rover((3, 5)), "G1": rover((13, 0), "N", "P1"), **(green or {})}
    state = position(game, rovers, due=2)
    give(game, state, {"B1": "LA.TL.TR", "G1": "TL"})
    return state


@pytest.mark.rule("LR-82", "LR-R34")
def test_who_has_lost_both_rovers_may_enter_a_new_one_and_program_it() -> None:
    game = open_ground(2)
    state = shoot_out(game)
    program(game, state, "TL.TR.ST")
    assert state.kind() == DECISION
    assert state.to_act() == (1,)
    assert names(game, state)[0] == "decline"
    assert len(state.legal(1)) == 1 + sum(len(game.race.grounds[0].facings[c]) for c in game.race.starts)
    events = follow(game, state, "place:A3/NE")
    assert first(events, "replace").args == {"rover": "G1", "hex": "A3", "facing": "NE"}
    assert health(game, state, "G1") == "P3 S1 M1"
    assert rover_view(state, "G1")["armed"] is False
    assert state.kind() == JOINT
    assert state.to_act() == (0, 1)
    program(game, state, "TL.TR.ST", "F1.TL.TR")
    program(game, state, "TL.TR.ST")
    assert where(game, state)["G1"] == (1, 1), "it acts in the next Rover 1 turn"


@pytest.mark.rule("LR-R34")
def test_a_replacement_can_be_declined_and_taken_later() -> None:
    game = open_ground(2)
    state = shoot_out(game)
    program(game, state, "TL.TR.ST")
    follow(game, state, "decline")
    assert state.to_act() == (0,)
    idle(state)
    idle(state)
    assert names(game, state)[:2] == ["decline", "place:A1/SE"]


@pytest.mark.rule("LR-R34")
@pytest.mark.parametrize(("limit", "asked"), [(0, True), (1, False), (2, True)])
def test_the_limit_on_replacements_is_kept(limit: int, asked: bool) -> None:
    game = open_ground(3, replacement_limit=limit)
    state = shoot_out(game, {"R2": rover((3, 8))})
    rover_of(state, "G1").replaced = 1
    program(game, state, "TL.TR.ST", "TL.TR.ST")
    assert (state.kind() == DECISION) == asked
    if asked:
        follow(game, state, "place:A3/NE")
        assert rover_of(state, "G1").replaced == 2


@pytest.mark.rule("LR-R34")
def test_the_first_player_is_asked_first() -> None:
    game = open_ground(3)
    rovers = {
        "R1": rover((10, 0), "SE"),
        "R2": rover((3, 5)),
        "G1": rover((13, 0), "N", "P1"),
        "B1": rover((14, 0), "N", "P1"),
    }
    state = position(game, rovers, due=2, first=1)
    give(game, state, {"R1": "LA.TL.TR", "G1": "TL", "B1": "TL"})
    program(game, state, "TL.TR.ST")
    assert state.to_act() == (1,)
    follow(game, state, "place:A3/NE")
    assert state.to_act() == (0,)
    assert refused(game, state, 0, "place:A3/NE") == ("taken", "LR-R06")


@pytest.mark.rule("LR-R34")
def test_without_a_free_start_hex_one_waits() -> None:
    """Eight start hexes always leave one free, so this ground has only one."""
    game = open_ground(2)
    ground = game.race.grounds[0]
    empty: dict[str, list[int]] = {"craters": [], "dust": [], "repair": [], "caches": []}
    game.race.grounds[0] = Ground(3, {"start": ground.starts[:1], "finish": ground.finishes, **empty})
    state = shoot_out(game, {"B2": rover((0, 0))})
    events = program(game, state, "TL.TR.ST")
    assert first(events, "no_room").args == {"seat": 1, "letter": "G"}
    assert state.to_act() == (0,)
    assert state.view(None)["node"] == "program_1"


@pytest.mark.rule("LR-83")
def test_the_first_on_the_finish_line_wins() -> None:
    game = open_ground(3, finish=[(11, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((3, 3)), "R2": rover((5, 5))}, due=2)
    give(game, state, {"B1": "TL.TR.F1"})
    events = program(game, state, "TL.TR.ST", "TL.TR.ST")
    result = ended(state)
    assert (result.reason, result.places, result.scores) == ("finish", [1, 2, 2], [2, 0, 0])
    assert first(events, "finish").args == {"rover": "B1", "hex": label((11, 0))}
    assert kinds(events)[-1] == "end"


@pytest.mark.rule("LR-84", "LR-R23")
def test_two_rovers_of_one_player_arriving_together_are_one_winner() -> None:
    game = open_ground(2, finish=[(11, 0), (12, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "B2": rover((11, 0), "N"), "G2": rover((3, 3))}, due=2)
    give(game, state, {"B1": "F1.TL.TR"})
    program(game, state, "TL.TR.ST", "TL.TR.ST")
    result = ended(state)
    assert (result.reason, result.winners()) == ("finish", [0])


@pytest.mark.rule("LR-84")
def test_those_who_arrive_together_tie() -> None:
    game = open_ground(3, finish=[(11, 0), (11, 1)])
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((10, 2), "NE"), "R2": rover((3, 3))}
    state = position(game, rovers, due=2)
    give(game, state, {"B1": "F1.TL.TR", "G1": "F1.TL.TR"})
    program(game, state, "TL.TR.ST")
    result = ended(state)
    assert (result.reason, result.places, result.clause) == ("tie", [1, 1, 3], "LR-84")


@pytest.mark.rule("LR-R21")
def test_a_rover_that_explodes_on_the_finish_line_has_won() -> None:
    game = open_ground(3, finish=[(11, 0)], craters=[(13, 0)])
    rovers = {"B1": rover((10, 0), "SE", "P1"), "R1": rover((12, 0), "SE", "P1"), "G2": rover((3, 3))}
    state = position(game, rovers, due=2)
    give(game, state, {"B1": "F1", "R1": "F1"})
    events = program(game, state, "TL.TR.ST")
    assert [e.args["rover"] for e in events if e.kind == "explode"] == ["R1", "B1"]
    assert set(where(game, state)) == {"G2"}
    assert (ended(state).reason, ended(state).winners()) == ("finish", [0])


@pytest.mark.rule("LR-R22")
@pytest.mark.parametrize("counts", [True, False])
def test_being_pushed_onto_the_finish_line(counts: bool) -> None:
    game = open_ground(2, finish=[(12, 0)], push_finish=counts)
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((11, 0))}, due=2)
    give(game, state, {"B1": "F1.TL.TR"})
    events = program(game, state, "TL.TR.ST")
    assert where(game, state)["G2"] == (12, 0)
    if counts:
        assert ended(state).winners() == [1]
    else:
        assert state.kind() != OVER
        assert "finish" not in kinds(events)


@pytest.mark.rule("LR-85", "LR-R35")
def test_when_no_rover_is_left_all_draw_even_with_replacements() -> None:
    game = open_ground(2, replacement=True)
    state = position(game, {"B1": rover((10, 0), "SE", "P1"), "G1": rover((13, 0), "NW", "P1")}, due=1)
    give(game, state, {"B1": "LA", "G1": "LA"})
    program(game, state, "LA", "LA")
    state.apply(game.parse_outcome("moon"))
    result = ended(state)
    assert (result.reason, result.places, result.scores) == ("destroyed", [1, 1], [1, 1])


@pytest.mark.rule("LR-R35")
def test_who_conceded_does_not_share_the_draw() -> None:
    game = open_ground(3)
    rovers = {"B1": rover((10, 0), "SE", "P1"), "G1": rover((13, 0), "NW", "P1"), "R1": rover((3, 3))}
    state = position(game, rovers, due=1)
    state.interrupt(2, CONCEDE)
    program(game, state, "LA", "LA")
    state.apply(game.parse_outcome("moon"))
    assert ended(state).places == [1, 1, 3]


@pytest.mark.rule("LR-R36")
@pytest.mark.parametrize(
    ("replacement", "play_on", "over"), [(False, False, True), (False, True, False), (True, False, False)]
)
def test_the_last_player_with_rovers_wins_when_nobody_can_come_back(
    replacement: bool, play_on: bool, over: bool
) -> None:
    game = open_ground(2, replacement=replacement, play_on=play_on)
    state = shoot_out(game)
    program(game, state, "TL.TR.ST")
    if over:
        assert (ended(state).reason, ended(state).places) == ("last", [1, 2])
    else:
        assert state.kind() != OVER


@pytest.mark.rule("LR-R36")
def test_a_used_up_replacement_limit_ends_the_race_too() -> None:
    game = open_ground(2, replacement_limit=2)
    state = shoot_out(game)
    rover_of(state, "G1").replaced = 2
    program(game, state, "TL.TR.ST")
    assert ended(state).reason == "last"


@pytest.mark.rule("LR-86", "LR-R37")
def test_conceding_is_possible_at_every_node_and_the_last_player_wins() -> None:
    game = lunar(players=2, scenario="tokens")
    play = Play(game)
    seen = set()
    for _ in range(12):
        state = play.state
        seen.add(state.view(None)["node"])
        assert [state.interrupts(seat) for seat in (0, 1)] == [[CONCEDE], [CONCEDE]]
        assert CONCEDE not in state.legal(0)
        trial = state.copy()
        trial.interrupt(0, CONCEDE)
        result = trial.result()
        assert result is not None
        assert (result.reason, result.places) == ("conceded", [2, 1])
        if state.kind() == CHANCE:
            play.happen(0)
        elif state.kind() == JOINT:
            play.act_jointly([state.default(seat) for seat in state.to_act()])
        else:
            play.act(state.to_act()[0], state.legal(state.to_act()[0])[0])
    assert seen == {"throw_map", "throw_first", "place", "program_1", "program_2"}
    play.act(1, CONCEDE)
    assert play.log[-1] == [1, "concede"]
    assert play.state.interrupts(0) == []
    assert refused(game, play.state, 0, "concede")[0] == "over"  # type: ignore[arg-type]


@pytest.mark.rule("LR-R37")
def test_the_rovers_of_who_concedes_leave_without_a_bang() -> None:
    game = open_ground(3)
    rovers = {"B1": rover((10, 0)), "B2": rover((4, 4)), "G1": rover((11, 0), "N", "P1"), "R1": rover((12, 0))}
    state = position(game, rovers, due=1)
    events: list[Event] = []
    state.interrupt(1, CONCEDE, events)
    assert kinds(events) == ["concede"]
    assert set(where(game, state)) == {"B1", "B2", "R1"}
    assert health(game, state, "R1") == "P3 S1 M1"
    assert state.to_act() == (0, 2)
    assert refused(game, state, 1, "concede") == ("conceded", "LR-R37")


@pytest.mark.rule("LR-R37", "LR-86")
def test_the_race_goes_on_where_only_the_conceding_player_was_waited_for() -> None:
    game = open_ground(3)
    state = position(game, {"B1": rover((10, 0)), "G2": rover((4, 4)), "R2": rover((6, 6))}, due=1)
    give(game, state, {"G2": "F1.TL.TR", "R2": "TL.TR.ST"})
    state.interrupt(0, CONCEDE)
    assert state.view(None)["node"] == "program_2"
    assert where(game, state)["G2"] == (4, 3)
    game = lunar(players=3)
    state = game.start()
    state.apply(0)
    state.interrupt(0, CONCEDE)
    assert state.to_act() == (1,), "placing passes on"
    while state.kind() == DECISION:
        state.apply(state.legal(state.to_act()[0])[0])
    assert sorted(where(game, state)) == ["G1", "G2", "R1", "R2"]


@pytest.mark.rule("LR-R39")
@pytest.mark.parametrize("cap", [1, 3])
def test_the_round_cap_ends_the_race_in_a_draw(cap: int) -> None:
    game = lunar(players=3, round_cap=cap)
    state = placed(game)
    state.interrupt(1, CONCEDE)
    while state.kind() == JOINT:
        idle(state)
    result = ended(state)
    assert state.position.round == cap
    assert (result.reason, result.places, result.clause) == ("cap", [1, 3, 1], "LR-R39")


def test_the_result_tells_rounds_rovers_damage_and_distance() -> None:
    game = open_ground(2, replacement=False)
    state = shoot_out(game)
    program(game, state, "TL.TR.ST")
    assert ended(state).measures == {
        "rounds": [2, 2], "rovers": [2, 0], "damage": [0, 1], "to_finish": [13, -1]
    }  # fmt: skip
