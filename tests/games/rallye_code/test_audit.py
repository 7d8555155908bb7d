"""Rare meetings of rules and odd files: each case here was once answered wrongly."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from parcferme.games.rallye_code.board.check import check
from parcferme.games.rallye_code.board.read import house_board

from .helpers import DICE, Scene

Document = dict[str, object]


def cell(document: Document, name: str) -> Document:
    cells = document["cells"]
    assert isinstance(cells, list)
    found: Document = next(one for one in cells if one["id"] == name)
    return found


@pytest.mark.rule("RC-R08", "RC-12")
@pytest.mark.parametrize(
    ("edit", "place", "clause"),
    [
        (lambda d: cell(d, "M25").update(divert="T1S3"), "cell M25.divert", "RC-R08"),
        (lambda d: cell(d, "T1S1").update(next="T1S3"), "cell T1S3", "RC-12"),
    ],
)
def test_a_transverse_is_entered_at_its_first_cell_and_followed_one_by_one(
    edit: Callable[[Document], object], place: str, clause: str
) -> None:
    document = copy.deepcopy(house_board())
    edit(document)
    assert (place, clause) in [(fault.place, fault.clause) for fault in check(document)]


@pytest.mark.rule("RC-R03")
def test_nobody_is_told_a_car_before_the_player_has_chosen_one_of_his_two() -> None:
    scene = Scene(players=2, car_order="free")
    turn = scene.state.view(None)["turn"]
    assert isinstance(turn, dict)
    assert (turn["seat"], turn["car"]) == (0, None)
    scene.go("roll:2", DICE[4])
    turn = scene.state.view(None)["turn"]
    assert isinstance(turn, dict)
    assert (turn["seat"], turn["car"]) == (1, None)


def why(scene: Scene, seat: int, text: str) -> str:
    refusal = scene.state.explain(seat, scene.game.parse(text))
    assert refusal is not None
    return refusal.clause


@pytest.mark.rule("RC-16", "RC-62", "RC-65", "RC-17")
def test_whoever_is_not_asked_is_told_the_clause_that_says_who_is() -> None:
    start = Scene()
    fresh = start.game.start().explain(0, start.game.parse("roll"))
    assert fresh is not None
    assert fresh.clause == "RC-16"
    takeover = Scene().put(c1="M10").box(2, 4000, holder=1)
    takeover.roll(6)
    assert why(takeover, 0, "accept") == "RC-62"
    short = Scene().put(c1="M20", c2="M23").purse(0, 2000).box(3, 1000, holder=0)
    short.roll(6)
    assert why(short, 1, "half:3") == "RC-65"
    window = Scene(enforcement="table").put(c1="M1")
    window.roll(4, "place:right")
    assert why(window, 0, "pass") == "RC-17"
