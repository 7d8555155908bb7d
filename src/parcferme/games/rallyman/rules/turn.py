"""One driver's turn: what is chosen before and between the dice. `begin.py` opens it, `step.py` drives each die.

begin → choose (die, lock, attack, spare, pass) → rolled / attack_rolled → the step is driven → choose …
"""

# isort: skip_file
from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.games.rallyman.actions import ATTACK, DICE, DIE_NAMES, END, HAZARD, LOCK, ROLL, SPARE
from parcferme.games.rallyman.mechanics.dice import lock_price
from parcferme.games.rallyman.rules.attack import attack
from parcferme.games.rallyman.rules.begin import change_tyre, offer_turn, tell
from parcferme.games.rallyman.rules.cache import chain_menu, place_menu, step_of
from parcferme.games.rallyman.rules.choices import dice_to_play
from parcferme.games.rallyman.rules.legs import arrange_legs
from parcferme.games.rallyman.rules.menu import NO_MENU
from parcferme.games.rallyman.rules.step import take_step
from parcferme.games.rallyman.rules.turn_end import take_card
from parcferme.games.rallyman.state import CHAIN, DIE, PLACING, Position


def choose(p: Position, action: int, events: Events) -> None:
    """A decision before or between dice (RM-24)."""
    if action >= ATTACK:
        attack(p, action - ATTACK, events)
    elif action >= LOCK:
        _lock(p, action, events)
    elif action >= ROLL:
        _roll(p, action)
    elif action == END:
        take_card(p, events)
    elif action == SPARE:
        change_tyre(p, p.car, events)
        offer_turn(p)
    else:
        _pass(p, events)


def _roll(p: Position, action: int) -> None:
    """Die and path are announced together, before the roll (RM-R05)."""
    p.turn.die = DICE[action]
    p.turn.step = step_of(p, action)
    p.phase = DIE
    p.odds = p.rally.rolls[p.turn.die]
    p.menu = NO_MENU


def rolled(p: Position, outcome: int, events: Events) -> None:
    """The die lies on the table (RM-27, RM-28)."""
    turn, hazard = p.turn, outcome >= HAZARD
    if events is not None:
        clause = "RM-28" if turn.used or turn.whites else "RM-27"
        tell(p, events, "roll_hazard" if hazard else "roll_clean", clause, {"die": DIE_NAMES[turn.die]})
    if take_step(p, turn.step, turn.die, hazard, events):
        offer_chain(p, events)


def _lock(p: Position, action: int, events: Events) -> None:
    """Pay for a die instead of rolling it: it shows no hazard (RM-44, RM-45, RM-46, RM-R18)."""
    car, turn, die = p.car, p.turn, DICE[action]
    price = lock_price(turn.locks)
    turn.locks = turn.locks + 1
    car.markers = car.markers - price
    step = step_of(p, action)
    if events is not None:
        tell(p, events, "lock", "RM-44", {"die": DIE_NAMES[die], "price": price, "markers": car.markers})
    if take_step(p, step, die, False, events):
        offer_chain(p, events)


def _pass(p: Position, events: Events) -> None:
    """Blocked before the first die: the card of the current gear, which stays engaged (RM-77, RM-R31)."""
    if events is not None:
        _tell_blocked(p, events)
    take_card(p, events, "RM-R31")


def _tell_blocked(p: Position, events: list[Event]) -> None:
    tell(p, events, "blocked", "RM-77", {"space": p.road.id(p.car.space, p.car.cut)})


def _tell_no_die(p: Position, events: list[Event]) -> None:
    """Other cars are in the way, or nothing fits anyway."""
    if dice_to_play(p, p.obstacles.without_cars()):
        _tell_blocked(p, events)
    else:
        tell(p, events, "no_die", "RM-34", {})


def go_on(p: Position, events: Events) -> None:
    """Control is kept: across the line, the next die of the attack, or the next choice."""
    if p.car.space == p.road.finish:
        take_card(p, events)
    elif p.turn.attacking:
        p.phase = PLACING
        p.menu = place_menu(p)
        arrange_legs(p, events)
    else:
        offer_chain(p, events)


def offer_chain(p: Position, events: Events) -> None:
    """The next die or the end; without a legal die the turn ends by itself (RM-34), blocked or not (RM-77)."""
    p.menu = chain_menu(p)
    p.phase = CHAIN
    if len(p.menu.ids) == 1:
        if events is not None:
            _tell_no_die(p, events)
        take_card(p, events)
