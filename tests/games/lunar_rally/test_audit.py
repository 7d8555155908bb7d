"""Unusual situations: ties told in order, strangers at the table, boards with odd values."""

from __future__ import annotations

from typing import Any

import pytest

from parcferme.core.errors import BadContent

from .helpers import kinds, lunar, open_ground, placed, position, refused, rover, run, scenario


@pytest.mark.rule("LR-32", "LR-84", "LR-R23")
def test_rovers_that_arrive_together_all_move_before_anyone_finishes() -> None:
    game = open_ground(finish=[(11, 0), (11, 1)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G1": rover((10, 2), "NE")})
    told = [event.kind for event in run(game, state, {"B1": "F1", "G1": "F1"}) if event.kind in ("move", "finish")]
    assert told == ["move", "move", "finish", "finish"]


@pytest.mark.rule("LR-32", "LR-57", "LR-R24")
def test_weapons_wake_after_all_moves_of_the_step() -> None:
    game = open_ground()
    pushed, pushing = rover((1, 1), "N", armed=False), rover((0, 2), "NE", armed=False)
    state = position(game, {"B1": pushing, "G1": pushed, "R1": rover((10, 0), "SE")})
    events = run(game, state, {"B1": "F1", "R1": "F1"})
    assert [kind for kind in kinds(events) if kind in ("push", "move", "armed")] == [
        "push", "move", "move", "armed", "armed",
    ]  # fmt: skip


@pytest.mark.rule("LR-01", "LR-86")
def test_only_who_sits_at_the_table_may_concede() -> None:
    game = lunar(players=2)
    state = placed(game)
    assert [len(state.interrupts(seat)) for seat in range(4)] == [1, 1, 0, 0]
    assert refused(game, state, 2, "concede") == ("not_asked", "LR-01")
    assert refused(game, state, 3, "1:ST.TL.TR") == ("not_asked", "LR-01")


@pytest.mark.parametrize("sections", [2.0, 3.0, True, "3", None, [3]])
@pytest.mark.rule("LR-05")
def test_sections_are_counted_in_whole_numbers(sections: Any) -> None:
    with pytest.raises(BadContent, match="a board has 2 or 3 sections"):
        lunar(map=scenario(sections=sections))


@pytest.mark.rule("LR-27", "LR-28", "LR-29")
def test_placing_out_of_turn_cites_the_way_there_or_the_way_back() -> None:
    game = lunar(players=2, first="agreed")
    state = game.start()
    assert refused(game, state, 1, "place:A3/NE") == ("not_asked", "LR-27")
    assert refused(game, state, 0, "decline") == ("must_place", "LR-27")
    assert refused(game, state, 0, "1:ST.TL.TR") == ("not_now", "LR-29")
    for _ in range(2):
        state.apply(state.legal(state.to_act()[0])[0])
    assert refused(game, state, 0, "place:A9/NE") == ("not_asked", "LR-28")
    assert refused(game, state, 1, "decline") == ("must_place", "LR-28")
