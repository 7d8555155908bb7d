"""Whoever may not do something is told why, by the clause that says so."""

from __future__ import annotations

import pytest

from .helpers import Scene


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


@pytest.mark.rule("RC-17", "RC-26", "RC-46", "RC-R16", "RC-R24")
def test_a_remark_that_is_not_ones_business_is_refused_by_its_own_clause_whoever_is_asked() -> None:
    scene = Scene(enforcement="table").put(c2="M2").box(2, 0, holder=1)  # player 4 is Gendarme
    scene.roll(2, "place:right")  # player 1 reaches a red-ringed sign
    assert scene.actor() == 3
    assert why(scene, 1, "challenge:1") == "RC-26"  # the next player has not played yet
    assert why(scene, 1, "fine:1") == "RC-17"
    assert why(scene, 2, "claim:2/1") == "RC-46"
    assert why(scene, 2, "fine:3") == "RC-26"  # it has played neither this turn nor the one before
    scene.go("pass", "pass")
    scene.roll(2, "place:right")  # player 2 too: now the fine that was forgotten may be pointed out
    assert why(scene, 3, "challenge:1") == "RC-R16"  # but neither by the Gendarme
    assert why(scene, 0, "challenge:1") == "RC-R16"  # nor by the offender
    assert why(scene, 1, "claim:2/2") == "RC-R24"
    assert why(scene, 2, "challenge:1") == "RC-17"  # the Gendarme is asked first
