"""Dice of a time attack driven in one go, where that leads to the same place as one by one (`attack.arrange`).

On a free road the dice that follow from one another, without a choice or a shortcut card between them, are a *leg*. It
is worked out once and kept with the menu it starts from. It is taken whole if its hazards cannot lose control on the
way (RM-33, RM-41, RM-58) and nobody wants to be told of every die.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import CUT, DICE, PLACE, WAYS, WHITE, WHITE_HAZARD
from parcferme.games.rallyman.mechanics.dice import hazard_limit
from parcferme.games.rallyman.mechanics.paths import CLEAR, RISKY
from parcferme.games.rallyman.rules.attack import arrange, place, take_die
from parcferme.games.rallyman.rules.begin import Events
from parcferme.games.rallyman.rules.cache import BLACKS, place_menu, step_of
from parcferme.games.rallyman.rules.menu import Leg
from parcferme.games.rallyman.rules.step import advance
from parcferme.games.rallyman.rules.turn_end import take_card
from parcferme.games.rallyman.state import Position

CERTAIN: Final = 3  # as many hazards as lose control anywhere


def place_and_arrange(p: Position, action: int, events: Events) -> None:
    """This die of the attack, and those that follow from it, until there is a choice or the end."""
    if events is None and p.menu.free:
        _drive_legs(p, action)
    elif place(p, action, events):
        arrange(p, events)


def arrange_legs(p: Position, events: Events) -> None:
    """`attack.arrange` in one go, where nobody listens."""
    ids = p.menu.ids
    if len(ids) == 1 and events is None and p.menu.free:
        _drive_legs(p, ids[0])
    elif len(ids) < 2:
        arrange(p, events)


def _drive_legs(p: Position, action: int) -> None:
    while True:
        leg = p.menu.legs[action - PLACE]
        if leg is None:
            leg = _new_leg(p, action)
        if leg is not None and _drive(p, leg):
            p.menu = leg.then
        elif not place(p, action, None):
            return
        ids = p.menu.ids
        if len(ids) != 1:
            break
        action = ids[0]
    if not ids:
        take_card(p, None)


def _new_leg(p: Position, action: int) -> Leg | None:
    """The leg that begins with this die, kept from now on; none at a shortcut, where a card is drawn first."""
    menu = p.menu
    if not menu.free or WAYS[action] == CUT:
        return None
    leg = _worked_out(p, action)
    menu.keep_leg(action, leg)
    return leg


def _worked_out(p: Position, action: int) -> Leg:
    """This die and those that follow from it, driven by a copy of the position as if none showed a hazard."""
    twin = p.copy()
    assert isinstance(twin, Position)
    turn, car = twin.turn, twin.car
    twin.obstacles = CLEAR
    bad_whites = risky = 0
    while WAYS[action] != CUT:
        die, step = min(DICE[action], WHITE), step_of(twin, action)
        if step.effect == RISKY and die < WHITE:
            risky |= 1 << die
        if DICE[action] == WHITE_HAZARD:
            bad_whites += CERTAIN if step.effect == RISKY else 1
        take_die(turn, action)
        advance(twin, step, die)
        twin.menu = place_menu(twin)
        if len(twin.menu.ids) != 1:
            break
        action = twin.menu.ids[0]
    return Leg(
        twin.arrivals - p.arrivals,
        turn.used & ~p.turn.used,
        turn.whites - p.turn.whites,
        bad_whites,
        risky,
        car.space,
        car.pose,
        car.gear,
        turn.left,
        turn.clean,
        turn.bad,
        twin.menu,
    )


def _drive(p: Position, leg: Leg) -> bool:
    """All dice of a leg at once, if their hazards cannot lose control on the way."""
    car, turn = p.car, p.turn
    shown = turn.shown & leg.blacks
    hazards = turn.hazards + BLACKS[shown] + leg.bad_whites
    if hazards:
        if hazards >= hazard_limit(p.road.any_snow, car.tyres) or shown & leg.risky or turn.sisu_on:
            return False
        turn.hazards = hazards
    turn.used = turn.used | leg.blacks
    turn.whites = turn.whites + leg.whites
    turn.left = leg.left
    turn.clean = leg.clean
    turn.bad = leg.bad
    p.arrivals = p.arrivals + leg.dice
    car.space = leg.space
    car.cut = False
    car.pose = leg.pose
    car.gear = leg.gear
    car.arrival = p.arrivals
    return True
