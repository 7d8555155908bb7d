"""The notation of positions: small, readable, and nothing but positions."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from parcferme.core.errors import BadRecord
from parcferme.core.registry import create
from parcferme.games.rallye_code.rules.phases import PHASE_NAMES
from parcferme.games.rallye_code.state import P_FIRST_ROLL, P_OVER, P_WINDOW

from .helpers import Scene, look


def test_the_start_is_who_still_rolls() -> None:
    assert create("rallye_code").start().dump() == {"rollers": [0, 1, 2, 3]}


def test_what_differs_is_told_by_name() -> None:
    scene = Scene().put(c1="M16").box(5, 7500, holder=2)
    scene.roll(2)
    assert scene.state.dump() == {
        "phase": "turn", "seat": 1, "car": "2", "round": 1, "gendarme": 3, "allotted": True,
        "purses": [49_000, 50_000, 50_000, 50_000], "boxes": [1000, 0, 0, 7500], "holders": [-1, -1, -1, 2],
        "dice": "1+1", "cars": [{"cell": "M18", "garage": True}, {}, {}, {}],
    }  # fmt: skip


def test_the_phases_stand_where_the_state_says() -> None:
    rows = [PHASE_NAMES[P_FIRST_ROLL], PHASE_NAMES[P_WINDOW], PHASE_NAMES[P_OVER]]
    assert rows == ["first_roll", "window", "over"]


@pytest.mark.rule("RC-R04")
def test_a_lot_is_drawn_among_those_who_were_level_too_often() -> None:
    game = create("rallye_code")
    tie = game.restore({"best_rollers": [1, 2], "best": 9, "rerolls": 5})
    assert look(tie)["phase"] == "lot"
    assert [game.format_outcome(outcome) for outcome, _ in tie.chance()] == ["lot:2", "lot:3"]
    assert [game.format_outcome(tie.draw(share)) for share in (0.0, 0.49, 0.5, 0.99)] == ["lot:2"] * 2 + ["lot:3"] * 2
    refusal = tie.explain(0, game.parse("roll"))
    assert refusal is not None
    assert (refusal.clause, refusal.args) == ("RC-R04", {"phase": "lot"})


MONEY = [50_000] * 4


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        ({"wings": 1}, "position.wings", "there is no such field"),
        ({"phase": "bog"}, "position.phase", "is none of first_roll"),
        ({"seat": 4}, "position.seat", "4 is not a whole number from 0 to 3"),
        ({"car": "1.1"}, "position.car", "is none of 1, 2, 3, 4"),
        ({"car": "3"}, "position.car", "it is not the car of the player whose turn it is"),
        ({"dice": "7+7"}, "position.dice", "'7+7' is none of"),
        ({"round": 0}, "position.gendarme", "a round must have begun (RC-16)"),
        ({"purses": [1000, *MONEY[1:]]}, "position.purses", "hold 151000, not 50000 a car (RC-04)"),
        ({"purses": [50_250, 49_750, *MONEY[2:]]}, "position.purses", "no multiple of 500 (RC-05)"),
        ({"out": [2]}, "position.purses", "a player who is out has money (RC-07)"),
        ({"out": [0], "purses": [0, 100_000, *MONEY[2:]]}, "position.seat", "has no turn (RC-07)"),
        ({"out": [1, 2, 3], "purses": [200_000, 0, 0, 0], "gendarme": 0}, "position.out", "too few players are left"),
        ({"holders": [0, 0, 0]}, "position.holders", "has 3 entries, not 4"),
        ({"called": [1]}, "position.called", "nobody calls time in a game without a clock (RC-08)"),
        ({"ended": "time"}, "position.ended", "exactly when it is over"),
        ({"phase": "over"}, "position.ended", "exactly when it is over"),
        ({"then": "land"}, "position.debts", "debts wait exactly in a shortfall"),
        ({"phase": "shortfall", "dice": "1+1"}, "position.debts", "debts wait exactly in a shortfall"),
        ({"cars": [{}] * 3}, "position.cars", "has 3 entries, not 4"),
        ({"cars": [{"cell": "M99"}, {}, {}, {}]}, "position.cars[0].cell", "'M99' is no cell of this board"),
        ({"cars": [{}, {"garage": 1}, {}, {}]}, "position.cars[1].garage", "1 is neither true nor false"),
        ({"cars": [{"blows": [{"by": 4}]}, {}, {}, {}]}, "position.cars[0].blows[0].by", "from 0 to 3"),
        ({"drawn": [3, 3]}, "position.drawn", "a card is drawn twice before all have been seen (RC-18)"),
        ({"drawn": [3], "draws": 2}, "position.draws", "2 is not a whole number from 1 to 1"),
        ({"phase": "card"}, "position.phase", "the dice have not been thrown"),
        ({"phase": "place", "dice": "1+1"}, "position.phase", "only in table mode"),
        ({"phase": "takeover", "dice": "1+1"}, "position.phase", "a gérance is bought from its holder"),
        ({"phase": "window"}, "position.phase", "only in table mode somebody who is in is asked (RC-26)"),
        ({"now": {"car": "1"}}, "position.now", "turns are left open in table mode only (RC-46)"),
        ({"speakers": [["gendarme", 3]]}, "position.speakers", "there is no window but in table mode (RC-26)"),
        ({"speakers": [["judge", 3]]}, "position.speakers[0][0]", "'judge' is none of gendarme, gerant, challenger"),
    ],
)
def test_what_is_no_position_is_refused_with_place_and_reason(
    change: dict[str, object], place: str, reason: str
) -> None:
    scene = Scene()
    with pytest.raises(BadRecord) as refused:
        scene.game.restore({**scene.state.dump(), **change})
    assert refused.value.place == place
    assert reason in refused.value.reason


def at_the_table() -> tuple[Scene, dict[str, Any]]:
    """The Gendarme is asked about car 2; car 1's turn was the one before."""
    scene = Scene(enforcement="table").put(c1="M23", c2="M2")
    scene.roll(2, "place:no-entry", "pass")
    scene.roll(2, "place:right")
    return scene, copy.deepcopy(scene.state.dump())


@pytest.mark.parametrize(
    ("field", "value", "place", "reason"),
    [
        ("before", {"car": "2", "gendarme": 3}, "position.before", "no car has two turns in a row"),
        ("before", {"car": "2", "gendarme": 4}, "position.before.gendarme", "4 is not a whole number from 0 to 3"),
        ("now", {"car": "3", "gendarme": 3}, "position.now", "it is not the turn of the car that moves"),
        ("now", {"car": "2", "misplaced": "no_entry"}, "position.now", "its car stands in no no-entry (RC-22)"),
        ("speakers", [["challenger", 0]], "position.speakers", "whoever is asked first has nothing to say"),
        ("said", ["speak"], "position.said[0]", "'speak' is none of"),
        ("phase", "card", "position.phase", "the turn the card is drawn for is closed (RC-26)"),
    ],
)
def test_what_no_table_can_have_open_is_refused(field: str, value: object, place: str, reason: str) -> None:
    scene, position = at_the_table()
    assert scene.game.restore(position).dump() == position
    position[field] = value
    if field == "phase":
        position |= {"card_for": "fine_now", "now": {}}
    if field == "speakers":
        position["before"] = {}
    with pytest.raises(BadRecord) as refused:
        scene.game.restore(position)
    assert refused.value.place == place
    assert reason in refused.value.reason


@pytest.mark.rule("RC-16")
def test_the_best_first_roll_is_somebodys() -> None:
    game = Scene().game
    with pytest.raises(BadRecord, match=r"position\.phase: the best first roll is somebody's"):
        game.restore({"rollers": [3], "seat": 3, "best": 12})


def test_a_restored_debtor_is_asked_again() -> None:
    scene = Scene().put(c1="M16").box(5, 7500, holder=0).purse(0, 1000).purse(1, 91_500)
    scene.roll(2)
    again = scene.game.restore(scene.state.dump())
    assert again.to_act() == (0,)
    assert again.legal(0) == scene.state.legal(0)
    lost = {**scene.state.dump(), "debts": [{"debtor": 1, "to": "box:2", "amount": 1000}]}
    with pytest.raises(BadRecord, match="a debtor who is short and holds a box is asked"):
        scene.game.restore(lost)
