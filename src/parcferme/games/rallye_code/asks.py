"""What a player is asked, in one sentence, and who plays next: read off the view, nothing else."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Ask, View
from parcferme.lib.reading import fields, number, rows

SPEAKS: Final = ("fine", "claim", "challenge", "collect")  # of what one may say in table mode, the weightiest first


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    """The text of what this seat decides now; `kinds` are the kinds of the actions it is offered."""
    phase = view["phase"]
    if phase == "takeover":
        takeover = fields(view, "takeover")
        return "ask.takeover", {"gerance": takeover["gerance"], "price": takeover["price"]}
    if phase == "shortfall":
        return "ask.shortfall", {"amount": fields(view, "shortfall")["owed"]}
    if phase == "window":
        return next(f"ask.{kind}" for kind in SPEAKS if kind in kinds), {}
    if phase == "place":
        return "ask.place", {}
    return ("ask.which_car", {}) if "roll_car" in kinds else _roll(view, seat)


def following(view: View) -> list[int]:
    """The seats that play after the present one, going round."""
    players = rows(view, "players")
    turn = fields(view, "turn").get("seat")
    if not isinstance(turn, int):
        return []
    round_the_table = [*players[turn + 1 :], *players[:turn]]
    return [number(player, "seat") for player in round_the_table if player["in"]]


def _roll(view: View, seat: int) -> Ask:
    """What the roll is for: the road, or what holds the car (RC-35, RC-48, RC-53, RC-57) or sells it petrol."""
    name = str(fields(view, "turn")["car"])
    cars = rows(view, "cars")
    car = next(one for one in cars if one["name"] == name)
    held = rows(car, "holds")
    if held:
        return f"ask.leave_{held[0]['by']}", {"limit": held[0]["limit"]}
    hit = rows(car, "hit_by")
    if hit:
        return "ask.leave_wreck", {"limit": hit[0]["limit"]}
    if car["petrol"]:
        return "ask.petrol", {}
    town = _town(view, car)
    key = "ask.roll_road" if not town else "ask.roll_of" if "." in name else "ask.roll"
    return key, {"number": name.rpartition(".")[2], "town": town}


def _town(view: View, car: View) -> str:
    cells = rows(fields(view, "board"), "cells")
    return next((str(cell["town"]) for cell in cells if cell["id"] == car["cell"]), "")
