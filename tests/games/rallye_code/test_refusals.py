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
