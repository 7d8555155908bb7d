"""What a crew is asked when it announces a speed: the one fact that matters to that speed."""

from __future__ import annotations

from parcferme.core.contract import View
from parcferme.games.rally_round.asks import asked

CAR = {"seat": 0, "status": "driving", "kit": [], "missing": 0}


def road(*ahead: tuple[str, int]) -> list[object]:
    """Squares ahead, each with the control and the limit on it."""
    return [[n, "R", "", "", control, limit] for n, (control, limit) in enumerate(ahead)]


def announcing(least: int, most: int, *ahead: tuple[str, int]) -> View:
    return {"node": "speed", "crew": 1, "crews": [CAR], "range": [least, most], "ahead": road(*ahead)}


def test_a_limit_is_told_only_to_who_could_break_it() -> None:
    ahead = (("", 0), ("", 40), ("PC3", 0))
    assert asked(announcing(10, 50, *ahead), 0, {"speed"})[0] == "ask.speed_limit"
    key, told = asked(announcing(10, 40, *ahead), 0, {"speed"})
    assert (key, told["control"], told["squares"]) == ("ask.speed_control", "PC3", 3)


def test_who_has_one_speed_alone_is_told_whether_it_may_turn_round() -> None:
    assert asked(announcing(10, 10), 0, {"speed"})[0] == "ask.speed_only"
    assert asked(announcing(10, 10), 0, {"speed", "turn"})[0] == "ask.speed_or_turn"
