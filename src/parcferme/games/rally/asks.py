"""What a driver is asked, in one sentence, and who plays next: read off the view, nothing else."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Ask, View
from parcferme.lib.reading import fields, number, numbers, rows

NEAR: Final = 6  # squares looked ahead for the hardest one


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    """The text of what this seat decides now; `kinds` are the kinds of the actions it is offered."""
    phase = view["phase"]
    if phase == "setup":
        return "ask.setup", {"race": rows(view, "races")[number(view, "race")]["name"]}
    if phase == "lay":
        laid = len(rows(fields(view, "road"), "cards"))
        told: dict[str, object] = {"card": laid + 1, "cards": number(fields(view, "stage"), "cards")}
        return ("ask.lay" if laid else "ask.lay_first"), told
    if phase == "mechanics":
        return "ask.mechanics", {"mechanic": number(rows(view, "cars")[seat], "noted") + 1}
    if phase == "tyres":
        return _tyres(view)
    if phase == "service":
        return ("ask.service" if "fit" in kinds else "ask.drive_on"), {"weather": fields(view, "weather")["weather"]}
    return _gear(view, seat) if phase == "gear" else _step(view, seat, kinds)


def following(view: View) -> list[int]:
    """The seats that play after the present one, in the order of start; who has left the stage plays no more."""
    order = numbers(view, "order")
    seat = fields(view, "move").get("seat")
    if not isinstance(seat, int):
        return []
    turn = order.index(seat)
    cars = rows(view, "cars")
    return [other for other in order[turn + 1 :] + order[:turn] if cars[other]["status"] not in ("finished", "out")]


def _tyres(view: View) -> Ask:
    """RA-60: the weather moves one sector on or back."""
    weather = fields(view, "weather")
    sectors = weather["sectors"]
    assert isinstance(sectors, list)
    back, on = (str(sectors[sector][0]) for sector in numbers(weather, "next"))
    told: dict[str, object] = {
        "stage": number(fields(view, "stage"), "index") + 1, "weather": weather["weather"], "back": back, "on": on,
    }  # fmt: skip
    return ("ask.tyres_sure" if back == on else "ask.tyres"), told


def _gear(view: View, seat: int) -> Ask:
    ahead = numbers(fields(view, "move"), "ahead")[: min(NEAR, _squares_left(view, seat))]
    return ("ask.gear", {"squares": len(ahead), "factor": max(ahead)}) if len(ahead) > 1 else ("ask.gear_out", {})


def _step(view: View, seat: int, kinds: set[str]) -> Ask:
    if _squares_left(view, seat) == 0:
        return "ask.step_out", {}
    move = fields(view, "move")
    told: dict[str, object] = {"factor": numbers(move, "ahead")[0], "level": number(move, "level")}
    return ("ask.step" if "halt" in kinds else "ask.step_on"), told


def _squares_left(view: View, seat: int) -> int:
    """Squares of the road that lie ahead of a car."""
    return number(fields(view, "road"), "length") - number(rows(view, "cars")[seat], "place")
