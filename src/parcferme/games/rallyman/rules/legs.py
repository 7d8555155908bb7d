"""Dice of a time attack driven in one go, where that leads to the same place as one by one (`attack.arrange`).

On a free road the dice that follow from one another, without a choice or a shortcut card between them, are a *leg*. It
is worked out once and kept with the menu it starts from. It is taken whole if its hazards cannot lose control on the
way (RM-33, RM-41, RM-58) and nobody wants to be told of every die.
"""

from __future__ import annotations

from parcferme.core.events import Events
from parcferme.games.rallyman.actions import CUT, DICE, WAYS, WHITE
from parcferme.games.rallyman.mechanics.dice import hazard_limit
from parcferme.games.rallyman.mechanics.paths import CLEAR, RISKY
from parcferme.games.rallyman.rules.attack import arrange, place, take_die
from parcferme.games.rallyman.rules.cache import BLACKS, place_menu, step_of
from parcferme.games.rallyman.rules.menu import Leg
from parcferme.games.rallyman.rules.step import advance
from parcferme.games.rallyman.rules.turn_end import take_card
from parcferme.games.rallyman.state import Position


def place_and_arrange(p: Position, action: int, events: Events) -> None:
    """This die of the attack, and those that follow from it, until there is a choice or the end."""
    if events is None:
        _drive_legs(p, action)
    elif place(p, action, events):
        arrange(p, events)


def arrange_legs(p: Position, events: Events) -> None:
    """`attack.arrange` in one go, where nobody listens."""
    ids = p.menu.ids
    if len(ids) == 1 and events is None:
        _drive_legs(p, ids[0])
    elif len(ids) < 2:
        arrange(p, events)


def _drive_legs(p: Position, action: int) -> None:
    while _drives_on(p, action):
        ids = p.menu.ids
        if len(ids) != 1:
            if not ids:
                take_card(p, None)
            return
        action = ids[0]


def _drives_on(p: Position, action: int) -> bool:
    """The leg that begins with this die, or the die alone. Does the car drive on?"""
    leg = p.menu.known_leg(action)
    if leg is None and p.menu.free and WAYS[action] != CUT:  # at a shortcut a card is drawn first
        leg = _worked_out(p, action)
        p.menu.leg = leg
    if leg is None or not _drive(p, leg):
        return place(p, action, None)
    p.menu = leg.then
    return True


def _worked_out(p: Position, first: int) -> Leg:
    """This die and those that follow from it, driven by a copy of the position as if none showed a hazard."""
    twin = p.copy()
    assert isinstance(twin, Position)
    turn, car, action, risky = twin.turn, twin.car, first, False
    twin.obstacles = CLEAR
    while WAYS[action] != CUT:
        step = step_of(twin, action)
        risky = risky or step.effect == RISKY
        take_die(turn, action)
        advance(twin, step, min(DICE[action], WHITE))
        twin.menu = place_menu(twin)
        if len(twin.menu.ids) != 1:
            break
        action = twin.menu.ids[0]
    blacks, clean, bad = turn.used & ~p.turn.used, p.turn.clean - turn.clean, p.turn.bad - turn.bad
    return Leg(first, blacks, clean, bad, risky, car.space, car.pose, car.gear, twin.menu, p.menu.leg)


def _drive(p: Position, leg: Leg) -> bool:
    """All dice of a leg at once, if their hazards cannot lose control on the way."""
    car, turn = p.car, p.turn
    hazards = BLACKS[turn.shown & leg.blacks] + leg.bad
    if hazards:
        hazards += turn.hazards
        if leg.risky or turn.sisu_on or hazards >= hazard_limit(p.road.any_snow, car.tyres):
            return False
        turn.hazards = hazards
    turn.used = turn.used | leg.blacks
    turn.whites = turn.whites + leg.clean + leg.bad
    turn.left = turn.left & ~leg.blacks
    turn.clean = turn.clean - leg.clean
    turn.bad = turn.bad - leg.bad
    p.arrivals = p.arrivals + BLACKS[leg.blacks] + leg.clean + leg.bad
    car.space = leg.space
    car.cut = False
    car.pose = leg.pose
    car.gear = leg.gear
    car.arrival = p.arrivals
    return True
