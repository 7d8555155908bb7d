"""The cycle of turns, programming and what stays face down (LR-02, LR-04, LR-31 to LR-41)."""

from __future__ import annotations

import pytest

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.errors import Refused
from parcferme.core.events import Event
from parcferme.core.play import Play, replay
from parcferme.games.lunar_rally.rules.phases import PHASES
from parcferme.games.lunar_rally.rules.turns import flip_moon, seal_programs
from parcferme.games.lunar_rally.state import FLIP

from .helpers import (
    facing,
    give,
    health,
    idle,
    kinds,
    lunar,
    open_ground,
    placed,
    position,
    program,
    refused,
    rover,
    rover_view,
    where,
)


def revealed(events: list[Event]) -> list[tuple[object, object, object]]:
    return [(e.args["rover"], e.args["phase"], e.args["card"]) for e in events if e.kind == "reveal"]


@pytest.mark.rule("LR-31", "LR-41")
def test_execute_1_program_1_execute_2_program_2() -> None:
    game = lunar(players=2)
    state = placed(game)
    idle(state)
    seen = []
    events = idle(state)
    for _ in range(5):
        moved = {str(e.args["rover"])[1] for e in events if e.kind == "reveal"}
        seen.append(("".join(moved), state.view(None)["node"], state.view(None)["moon"]))
        events = idle(state)
    one, two = ("1", "program_1", 1), ("2", "program_2", 2)
    assert seen == [one, two, one, two, one]


@pytest.mark.rule("LR-04", "LR-40")
def test_a_program_runs_only_after_the_other_number_has_acted() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "B2": rover((5, 0), "SE"), "G2": rover((15, 3))}, due=1)
    give(game, state, {"B2": "F1.AT.TL"})
    program(game, state, "F1.F1.AT")
    assert where(game, state)["B1"] == (10, 0), "the new program waits"
    assert where(game, state)["B2"] == (7, 0)
    program(game, state, "TL.TR.ST", "TL.TR.ST")
    assert where(game, state)["B1"] == (13, 0)


@pytest.mark.rule("LR-32", "LR-33")
def test_all_rovers_of_a_number_act_phase_by_phase() -> None:
    game = open_ground(3)
    state = position(
        game, {"B1": rover((10, 0)), "G1": rover((14, 0)), "R1": rover((5, 2)), "R2": rover((5, 4))}, due=2
    )
    give(game, state, {"B1": "F1.AT.TL", "G1": "TL.TR.ST", "R1": "LA.TL.TR"})
    events = program(game, state, "TL.TR.ST")
    assert revealed(events) == [
        ("B1", 1, "F1"), ("G1", 1, "TL"), ("R1", 1, "LA"),
        ("B1", 2, "AT"), ("G1", 2, "TR"), ("R1", 2, "TL"),
        ("B1", 3, "TL"), ("G1", 3, "ST"), ("R1", 3, "TR"),
    ]  # fmt: skip


@pytest.mark.rule("LR-34", "LR-43")
def test_turn_before_move_before_laser_before_missile() -> None:
    game = open_ground(4)
    rovers = {
        "B1": rover((10, 0), "SE"),
        "G1": rover((14, 0), "S"),
        "R1": rover((5, 2), "N"),
        "Y1": rover((18, -4), "N"),
        "Y2": rover((20, -3)),
    }
    state = position(game, rovers, due=2)
    give(game, state, {"B1": "MI", "G1": "LA", "R1": "F1", "Y1": "TR"})
    steps = [k for k in kinds(program(game, state, "TL.TR.ST")) if k not in ("sealed", "program", "moon", "reveal")]
    assert steps == ["turn", "move", "laser_miss", "missile", "damage"]


@pytest.mark.rule("LR-35", "LR-72")
def test_a_laser_explosion_comes_before_the_missiles() -> None:
    game = open_ground(3)
    rovers = {
        "B1": rover((10, 0), "SE"),
        "G1": rover((13, 0), "N", "P1"),
        "R1": rover((13, 3), "N"),
        "R2": rover((13, -1), "N"),
    }
    state = position(game, rovers, due=2)
    give(game, state, {"B1": "LA", "R1": "MI"})
    events = program(game, state, "TL.TR.ST")
    order = [kind for kind in kinds(events) if kind in ("laser", "explode", "missile")]
    assert order == ["laser", "explode", "missile"]
    assert next(e for e in events if e.kind == "missile").args["target"] == "R2", "G1 is gone when the missile flies"


@pytest.mark.rule("LR-37", "LR-31")
def test_only_phases_still_there_are_programmed() -> None:
    game = open_ground(2)
    rovers = {"B1": rover((10, 0), "N", "P2"), "G1": rover((14, 0), "N", "P1"), "G2": rover((18, 0))}
    state = position(game, rovers, due=1)
    assert [len(state.legal(seat)) for seat in (0, 1)] == [43, 7]
    assert refused(game, state, 0, "1:F1.AT.TL") == ("length", "LR-37")
    assert refused(game, state, 1, "1:F1.AT") == ("length", "LR-37")
    assert refused(game, state, 0, "1:F1.--") == ("missing_card", "LR-37")
    assert refused(game, state, 0, "2:F1.AT.RV") == ("other_rover", "LR-31")
    assert refused(game, state, 0, "decline") == ("not_now", "LR-37")


@pytest.mark.rule("LR-38")
def test_a_card_serves_once_a_turn_and_again_the_next() -> None:
    game = lunar()
    state = placed(game)
    assert refused(game, state, 0, "1:AT.AT.F1") == ("too_many", "LR-38")
    assert refused(game, state, 0, "1:LA.TL.LA") == ("too_many", "LR-38")
    program(game, state, "AT.LA.ST", "AT.LA.ST")
    idle(state)
    program(game, state, "AT.LA.ST", "AT.LA.ST")
    assert rover_view(state, "B1", 0)["program"] == ["AT", "LA", "ST"]


@pytest.mark.rule("LR-39")
def test_copies_may_be_played_together_as_far_as_the_deck_goes() -> None:
    game = lunar()
    state = placed(game)
    assert state.explain(0, game.parse("1:F1.F1.AT")) is None
    assert refused(game, state, 0, "1:F1.F1.F1") == ("too_many", "LR-38")
    idle(state)
    assert state.explain(0, game.parse("2:F1.AT.RV")) is None
    assert refused(game, state, 0, "2:F1.F1.AT") == ("too_many", "LR-38")


@pytest.mark.rule("LR-36", "LR-R38")
def test_cards_of_the_wrong_deck_and_missing_cards_do_nothing() -> None:
    game = open_ground(2, loose_cards=True)
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((14, 2)), "G2": rover((14, 4))}, due=1)
    program(game, state, "XX.RV.--", "F1.F1.AT")
    events = idle(state)
    blanks = [(e.args["card"], e.clause) for e in events if e.kind == "blank"]
    assert blanks == [("XX", "LR-36"), ("RV", "LR-36"), ("--", "LR-R38")]
    assert where(game, state)["B1"] == (10, 0)
    assert health(game, state, "B1") == "P3 S1 M1"
    assert refused(game, state, 0, "1:AT.AT.--") == ("too_many", "LR-38")


@pytest.mark.rule("LR-R38", "LR-37")
def test_who_lets_the_time_run_out_has_blanks_that_nobody_may_choose() -> None:
    game = open_ground(2, repair=[(10, 0)])
    rovers = {"B1": rover((10, 0), "SE", "P2 S0"), "G1": rover((14, 2)), "G2": rover((14, 4))}
    state = position(game, rovers, due=1)
    blank = state.default(0)
    assert game.format(blank) == "1:--.--"
    assert blank not in state.legal(0)
    assert refused(game, state, 0, "1:--.--") == ("missing_card", "LR-37")
    state.apply_joint([blank, state.default(1)])
    events = idle(state)
    assert [(e.args["rover"], e.args["card"]) for e in events if e.kind == "blank"][:2] == [("B1", "--"), ("G1", "--")]
    assert (where(game, state)["B1"], facing(game, state, "B1")) == ((10, 0), "SE")
    assert health(game, state, "B1") == "P2 S0 M1", "no Still, so no repair"


@pytest.mark.rule("LR-R38")
def test_blanks_of_the_clock_are_kept_and_replayed() -> None:
    game = lunar(players=2, first="agreed")
    play = Play(game)
    while play.state.kind() == DECISION:
        play.act(play.state.to_act()[0], play.state.legal(play.state.to_act()[0])[0])
    play.act_jointly([play.state.default(seat) for seat in (0, 1)])
    assert play.log[-1] == ["joint", ["1:--.--.--", "1:--.--.--"]]
    assert replay(game, play.log).state.dump() == play.state.dump()
    with pytest.raises(Refused, match="missing_card"):
        play.act_jointly([game.parse("2:--.--.ST"), play.state.default(1)])


@pytest.mark.rule("LR-R38")
def test_a_position_from_elsewhere_may_hold_wrong_cards() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((14, 4))}, due=2)
    give(game, state, {"B1": "RV.XX.F1"})
    again = game.restore(state.dump())
    program(game, again, "TL.TR.ST")
    assert where(game, again)["B1"] == (11, 0), "only the card of its own deck works"


@pytest.mark.rule("LR-R08", "LR-74")
def test_a_card_that_leaves_with_its_phase_is_never_shown() -> None:
    game = open_ground(2)
    rovers = {"B1": rover((10, 0), "SE"), "G1": rover((13, 0), "N", "P3 S0"), "G2": rover((5, 5))}
    state = position(game, rovers, due=2)
    give(game, state, {"B1": "LA.TL.TR", "G1": "TL.TR.MI"})
    events = program(game, state, "TL.TR.ST")
    assert ("G1", 3, "MI") not in revealed(events)
    assert all("MI" not in e.args.values() for e in events if e.visible_to(0))
    assert rover_view(state, "G1", 0)["program"] == ["TL", "TR", "lost"]


@pytest.mark.rule("LR-41")
def test_a_turn_without_rovers_passes_without_showing_sealed_programs() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((14, 2))}, due=1)
    events = program(game, state, "F1.F1.AT", "TL.TR.ST")
    assert state.kind() == CHANCE
    assert [game.format_outcome(outcome) for outcome, _ in state.chance()] == ["moon"]
    assert not revealed(events)
    assert refused(game, state, 0, "1:F1.F1.AT") == ("passing", "LR-41")
    state.apply(game.parse_outcome("moon"))
    assert where(game, state)["B1"] == (13, 0)
    assert state.kind() == JOINT


@pytest.mark.rule("LR-02", "LR-83")
@pytest.mark.parametrize("name", ["B1", "B2"])
def test_either_rover_wins_the_race(name: str) -> None:
    game = open_ground(2, finish=[(11, 0)])
    other = "1" if name == "B2" else "2"
    rovers = {name: rover((10, 0), "SE"), f"G{other}": rover((5, 5)), f"G{name[1]}": rover((7, 7))}
    state = position(game, rovers, due=int(other))
    give(game, state, {name: "F1.TL.TR", f"G{name[1]}": "TL.TR.ST"})
    program(game, state, "TL.TR.ST")
    result = state.result()
    assert state.kind() == OVER
    assert result is not None
    assert (result.reason, result.places, result.clause) == ("finish", [1, 2], "LR-83")


def test_rows_that_are_called_by_name_are_the_tables() -> None:
    assert PHASES[FLIP].handler is flip_moon
    assert {phase.handler for phase in PHASES if phase.kind == JOINT} == {seal_programs}
