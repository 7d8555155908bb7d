"""What a driver is told of the road with the next die: the place that asks for a lower gear."""

from __future__ import annotations

from parcferme.core.contract import View
from parcferme.games.rallyman.asks import asked, following


def bend(progress: int, most: int) -> View:
    return {"id": f"A{progress}", "progress": progress, "kind": "corner", "in": most, "out": 0, "cut": {}, "note": 0}


def on_the_road(gear: int, *bends: View) -> View:
    return {
        "phase": "turn",
        "cars": [{"gear": gear, "progress": 1}],
        "road": {"dirt": [], "spaces": list(bends)},
    }


def test_a_bend_that_the_top_gear_takes_is_passed_over() -> None:
    told = asked(on_the_road(2, bend(6, 5), bend(9, 3)), 0, {"roll"})
    assert told == ("ask.first_corner", {"space": 9, "gear": 3})
    assert asked(on_the_road(2, bend(6, 5)), 0, {"roll"})[1]["space"] == 6, "but the road is not called straight"
    assert asked(on_the_road(2), 0, {"roll"})[0] == "ask.first_straight"


def test_an_attack_without_hazards_is_not_said_to_have_nought_of_them() -> None:
    def placing(left: str, hazards: str) -> View:
        return {"phase": "placing", "turn": {"attack": {"left": left, "hazards": hazards, "earned": 5}}}

    assert asked(placing("3W", "W"), 0, {"place"}) == ("ask.placing", {"dice": 2, "hazards": 1})
    assert asked(placing("3W", ""), 0, {"place"}) == ("ask.placing_clean", {"dice": 2})


def test_who_starts_rounds_later_follows_all_the_same() -> None:
    """RM-R29: the cars set off one a round, in the order of the start."""
    order = {"start": [0, 2, 1], "now": 0, "waiting": [], "next_round": [0, 2]}
    cars = [{"status": "driving"}, {"status": "waiting"}, {"status": "waiting"}]
    assert following({"turn": {}, "actor": 0, "order": order, "cars": cars}) == [0, 2, 1]
    cars[1]["status"] = "retired"
    assert following({"turn": {}, "actor": 0, "order": order, "cars": cars}) == [0, 2]
