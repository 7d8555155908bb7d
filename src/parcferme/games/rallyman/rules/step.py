"""One die driven: the car moves, a shortcut card is drawn, control is kept or lost."""

# isort: skip_file
from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.games.rallyman.board.spaces import BUMP
from parcferme.games.rallyman.actions import CUT, GO, K_DIRTY, K_GOOD, K_PUNCTURE, PATH_NAMES, WHITE
from parcferme.games.rallyman.mechanics.dice import LAST_FLAT
from parcferme.games.rallyman.mechanics.paths import FINE, Step
from parcferme.games.rallyman.rules.begin import tell
from parcferme.games.rallyman.rules.control import keeps_control, retire
from parcferme.games.rallyman.rules.decks import SHORTCUTS, remove_card, shortcut_odds
from parcferme.games.rallyman.rules.menu import NO_MENU
from parcferme.games.rallyman.rules.turn_end import take_card
from parcferme.games.rallyman.state import CARD_DUE, POSE_NAMES, Position

MOVE_CLAUSES = ("RM-27", "RM-48", "RM-49", "RM-50", "RM-61")  # by path
BUMP_CLAUSES = ("RM-56", "RM-57", "RM-58", "RM-59")  # below its note, at it, one and two above


def take_step(p: Position, step: Step, die: int, hazard: bool, events: Events) -> bool:
    """Move the car: die used, gear engaged, one space or what path and bump make of it (RM-27, RM-28, RM-39, RM-R17).

    A hazard engages the gear and moves the car like any other face (RM-R01). Does the car drive on from there?
    """
    if events is not None:
        _tell_move(p, step, die, events)
    advance(p, step, die)
    car, turn = p.car, p.turn
    if step.path == CUT:
        turn.die = die
        turn.step = step
        turn.hazard = hazard
        draw(p)
        return False
    if (hazard or step.effect != FINE) and not keeps_control(p, step.effect, hazard, events):
        return False
    if car.space == p.road.finish:
        take_card(p, events)
        return False
    return True


def advance(p: Position, step: Step, die: int) -> None:
    """The die is used, its gear engaged, and the car stands where the step ends."""
    car, turn = p.car, p.turn
    if die < WHITE:
        used: int = turn.used
        turn.used = used | 1 << die  # RM-31
        car.gear = die + 1
    else:
        turn.whites = turn.whites + 1  # RM-07, RM-30: the gear stays
    p.arrivals = p.arrivals + 1
    car.space = step.space
    car.cut = step.cut
    car.pose = step.pose
    car.arrival = p.arrivals


def _tell_move(p: Position, step: Step, die: int, events: list[Event]) -> None:
    ahead = p.car.space + 1
    gear = die + 1 if die < WHITE else p.car.gear
    clause = MOVE_CLAUSES[step.path]
    if p.road.kind[ahead] == BUMP:
        clause = BUMP_CLAUSES[min(max(gear - p.road.note[ahead], -1), 2) + 1]
    elif step.path == GO and p.turn.attacking:
        clause = "RM-39"
    args: dict[str, object] = {"space": p.road.id(step.space, step.cut), "gear": gear, "pose": POSE_NAMES[step.pose]}
    tell(p, events, f"move_{PATH_NAMES[step.path]}", clause, args)


# ------------------------------------------------------------------ shortcut cards


def draw(p: Position) -> None:
    """One K card for every car that enters a shortcut (RM-12, RM-51, RM-96)."""
    p.phase = CARD_DUE
    p.menu = NO_MENU
    p.odds = shortcut_odds(p)


def card_drawn(p: Position, outcome: int, events: Events) -> bool:
    """Good, dirty or puncture; only then may control be lost (RM-52 to RM-55, RM-R21). Does the car drive on?"""
    car = p.car
    remove_card(p, SHORTCUTS, outcome - K_GOOD)
    if events is not None:
        card = ("good", "dirty" if p.rally.dirt else "dirty_spared", "puncture")[outcome - K_GOOD]
        clause = ("RM-52", "RM-53", "RM-54")[outcome - K_GOOD]
        tell(p, events, f"card_{card}", clause, {"space": p.road.ids[car.space]})
    if outcome == K_DIRTY and p.rally.dirt:
        corner: int = car.space
        p.dirt = p.dirt | 1 << corner  # RM-R20: one marker per corner
    elif outcome == K_PUNCTURE:
        car.flats = car.flats + 1
        if car.flats >= LAST_FLAT:
            retire(p, "RM-55", "flats", events)
            return False
    return keeps_control(p, p.turn.step.effect, p.turn.hazard, events)
