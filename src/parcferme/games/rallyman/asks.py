"""What a driver is asked, in one sentence, and who plays next: read off the view, nothing else."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Ask, View
from parcferme.lib.reading import fields, number, numbers, rows

TOP_GEAR: Final = 5


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    """The text of what this seat decides now; `kinds` are the kinds of the actions it is offered."""
    phase = view["phase"]
    if phase == "service":
        return _service(view, "tyres" in kinds)
    if phase == "sisu":
        return "ask.sisu", {}
    if phase == "placing":
        return _placing(view)
    if "pass" in kinds:
        return "ask.blocked", {}
    return _first_die(view, seat) if phase == "turn" else _next_die(view, seat)


def following(view: View) -> list[int]:
    """The seats that play after the present one, in their order, as far as it is known."""
    order = fields(view, "order")
    start = numbers(order, "start")
    if view["turn"] is not None:
        coming = numbers(order, "waiting") + numbers(order, "next_round")
        return coming + [seat for seat in start if seat not in coming and _car(view, seat)["status"] == "waiting"]
    actor = view["actor"]
    return start[start.index(actor) + 1 :] if isinstance(actor, int) and actor in start else []


def _service(view: View, tyres: bool) -> Ask:
    """RM-23: tyres are chosen once the weather is known."""
    surfaces = list(fields(fields(view, "road"), "surfaces").values())
    snow = surfaces.count("snow")
    key = "ask.ready" if not tyres else "ask.tyres_snow" if snow else "ask.tyres"
    return key, {"special": number(view, "special"), "snow": snow, "zones": len(surfaces)}


def _placing(view: View) -> Ask:
    attack = fields(fields(view, "turn"), "attack")
    dice, hazards = len(str(attack["left"])), len(str(attack["hazards"] or ""))
    return ("ask.placing", {"dice": dice, "hazards": hazards}) if hazards else ("ask.placing_clean", {"dice": dice})


def _first_die(view: View, seat: int) -> Ask:
    return _with_road("ask.first", view, seat) if number(_car(view, seat), "gear") else ("ask.standstill", {})


def _next_die(view: View, seat: int) -> Ask:
    turn = fields(view, "turn")
    last = number(turn, "hazards") + 1 >= number(turn, "limit_ahead")
    return ("ask.last_hazard", {}) if last else _with_road("ask.next", view, seat)


def _with_road(key: str, view: View, seat: int) -> Ask:
    """… and what the road asks: the first place ahead that is slower than the engaged gear, else than the top gear."""
    car = _car(view, seat)
    gear, here = number(car, "gear"), number(car, "progress")
    slow = [place for place in _slow_places(view) if place[0] > here]
    slower = [place for place in slow if place[2] < gear] or [place for place in slow if place[2] < TOP_GEAR]
    for space, kind, most in slower or slow:
        return f"{key}_{kind}", {"space": space, "gear": most}
    return f"{key}_straight", {}


def _slow_places(view: View) -> list[tuple[int, str, int]]:
    """Every corner and bump in driving order: its space, which of the two, and the highest gear it takes."""
    road = fields(view, "road")
    dirt = {str(one["space"]): one for one in rows(road, "dirt")}
    found: list[tuple[int, str, int]] = []
    for space in rows(road, "spaces"):
        notes = dirt.get(str(space["id"]), space)  # dirt has lowered the corner's notes
        cut = fields(space, "cut")
        most = max(number(notes, "in"), number(notes, "out"), number(cut, "note"), number(space, "note"))
        if most:
            found.append((number(space, "progress"), str(space["kind"]), most))
    return found


def _car(view: View, seat: int) -> View:
    return rows(view, "cars")[seat]
