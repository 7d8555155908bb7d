"""The time attack: all dice of a set are rolled at once, then arranged and driven (RM-37 to RM-43)."""

from __future__ import annotations

from parcferme.core.events import Events
from parcferme.games.rallyman.actions import DICE, DIE_NAMES, FACES, SETS, WHITE, WHITE_HAZARD, dice_text
from parcferme.games.rallyman.rules.begin import tell
from parcferme.games.rallyman.rules.cache import BLACKS, place_menu, step_of
from parcferme.games.rallyman.rules.menu import NO_MENU
from parcferme.games.rallyman.rules.step import take_step
from parcferme.games.rallyman.rules.turn_end import take_card
from parcferme.games.rallyman.state import FACES_DUE, PLACING, Position, Turn


def attack(p: Position, number: int, events: Events) -> None:
    """RM-37: the dice of the set are announced and rolled; there is no way back to the basic technique (RM-42)."""
    turn = p.turn
    turn.attacking = True
    turn.left, turn.clean = SETS[number]
    p.phase = FACES_DUE
    p.menu = NO_MENU
    p.odds = p.rally.attack_rolls[number]
    if events is not None:
        tell(p, events, "attack", "RM-37", {"dice": dice_text(turn.left, turn.clean)})


def attack_rolled(p: Position, outcome: int, events: Events) -> None:
    """The faces are seen; a second per die is earned (RM-40)."""
    turn = p.turn
    turn.earned = BLACKS[turn.left] + turn.clean
    faces = outcome - FACES
    if faces:
        turn.shown = faces // 3
        turn.bad = faces % 3
        turn.clean = turn.clean - turn.bad
    p.phase = PLACING
    p.menu = place_menu(p)
    if events is not None:
        hazards = dice_text(turn.shown, turn.bad)
        tell(p, events, "faces", "RM-40", {"hazards": hazards or "-", "earned": turn.earned})


def arrange(p: Position, events: Events) -> None:
    """Dice are driven while there is only one that may come next, each goes there by itself (RM-R05). Stops where there
    is a choice, a card to draw, or the turn is over."""
    while len(p.menu.ids) == 1:
        if not place(p, p.menu.ids[0], events):
            return
    if not p.menu.ids:
        take_card(p, events)


def place(p: Position, action: int, events: Events) -> bool:
    """One die of the attack (RM-38, RM-39); hazards count in the order of placing (RM-41). Does the car drive on?"""
    step, die = step_of(p, action), min(DICE[action], WHITE)
    hazard = take_die(p.turn, action)
    if events is not None:
        tell(p, events, "place_hazard" if hazard else "place", "RM-38", {"die": DIE_NAMES[die]})
    if not take_step(p, step, die, hazard, events):
        return False
    p.menu = place_menu(p)
    return True


def take_die(turn: Turn, action: int) -> bool:
    """Take the die from those still to be placed; does it show a hazard?"""
    die = DICE[action]
    if die == WHITE:
        turn.clean = turn.clean - 1
        return False
    if die == WHITE_HAZARD:
        turn.bad = turn.bad - 1
        return True
    left: int = turn.left
    turn.left = left & ~(1 << die)
    return turn.shown >> die & 1 == 1
