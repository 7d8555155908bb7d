"""Control kept or lost: hazards, errors, Sisu, and what a loss does to the car."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Events
from parcferme.games.rallyman.actions import ACCEPT, LOC_LEFT, LOC_SPIN, SISU
from parcferme.games.rallyman.board.spaces import CORNER
from parcferme.games.rallyman.chrono_log import CARD_FLIPPED
from parcferme.games.rallyman.mechanics.control import COUNTED, GONE, KEPT, TOO_MANY, control
from parcferme.games.rallyman.mechanics.dice import GRAVEST, hazard_limit
from parcferme.games.rallyman.mechanics.paths import notes, too_fast
from parcferme.games.rallyman.rules.begin import tell
from parcferme.games.rallyman.rules.decks import back_odds, remove_card
from parcferme.games.rallyman.rules.menu import NO_MENU, Menu
from parcferme.games.rallyman.rules.stage import next_turn
from parcferme.games.rallyman.rules.turn_end import announce_splits, pay_attack, take_card
from parcferme.games.rallyman.state import (
    LOC_DUE,
    OFF_LEFT,
    OFF_RIGHT,
    POSE_NAMES,
    RETIRED,
    SISU_ASKED,
    SPUN,
    Position,
)  # fmt: skip

SISU_MENU: Final = Menu([SISU, ACCEPT])


def keeps_control(p: Position, effect: int, hazard: bool, events: Events) -> bool:
    """Or is control lost by an error (RM-61, RM-62), or in doubt by the hazard that is one too many (RM-60)?

    The limit is that of the space just entered (RM-33, RM-82, RM-R08, RM-R10).
    """
    car, turn = p.car, p.turn
    limit = hazard_limit(p.road.snow[car.space], car.tyres)
    found = control(effect, hazard, turn.hazards, limit, turn.sisu_on)
    if found == GONE:
        if events is not None:
            tell(p, events, "too_fast", "RM-61" if _above_notes(p) else "RM-62", {})
        _lose(p, events)  # RM-90: Sisu is not asked for an error
    elif found != KEPT:
        turn.hazards = turn.hazards + 1
        if events is not None:
            tell(p, events, "hazard", "RM-33", {"count": turn.hazards, "limit": limit})
        if found == TOO_MANY:
            _ask_or_lose(p, events)
    return found <= COUNTED


def _above_notes(p: Position) -> bool:
    """Does the car stand on a corner that its gear was too high for?"""
    car, road = p.car, p.road
    if road.kind[car.space] != CORNER:
        return False
    inside, outside = notes(road, car.space, p.dirt >> int(car.space) & 1 == 1)
    return too_fast(car.gear, inside, outside)


def _ask_or_lose(p: Position, events: Events) -> None:
    """One hazard too many: who holds Sisu is asked (RM-88, RM-R28)."""
    if p.car.sisu:
        p.phase = SISU_ASKED
        p.menu = SISU_MENU
    else:
        _lose(p, events)


def answer(p: Position, action: int, events: Events) -> bool:
    """Sisu played or not: once a rally, against all hazards of the turn (RM-13, RM-88, RM-89, RM-R28). Is it?"""
    if action == ACCEPT:
        _lose(p, events)
        return False
    p.car.sisu = False
    p.turn.sisu_on = True
    p.turn.hazards = 0
    if events is not None:
        tell(p, events, "sisu", "RM-89", {})
    return True


def _lose(p: Position, events: Events) -> None:
    """Loss of control where the car stands (RM-63, RM-97): on the line it only damages it (RM-103 to RM-105), else a
    card decides (RM-64)."""
    car = p.car
    across = car.space == p.road.finish
    if events is not None:
        args: dict[str, object] = {"space": p.road.id(car.space, car.cut), "gear": car.gear}
        tell(p, events, "lost", "RM-103" if across else "RM-63", args)
    if not p.rally.pays_on_loc:
        p.turn.earned = 0  # RM-R07
    if not across:
        flip(p)
        return
    _damage(p, 1, "RM-105", events)
    take_card(p, events, "RM-104")


def flip(p: Position) -> None:
    """The card of the last gear is turned over."""
    p.phase = LOC_DUE
    p.menu = NO_MENU
    p.odds = back_odds(p, p.car.gear)


def loc_drawn(p: Position, outcome: int, events: Events) -> None:
    """The back of the gear card: a spin, or off the road into what grows there (RM-65, RM-66, RM-R24)."""
    car, gear = p.car, p.car.gear
    remove_card(p, gear - 1, outcome - LOC_SPIN)
    hurt = 0
    if outcome == LOC_SPIN:
        car.pose = SPUN
    elif outcome == LOC_LEFT:
        car.pose = OFF_LEFT
        hurt = p.road.left[car.space]
    else:
        car.pose = OFF_RIGHT
        hurt = p.road.right[car.space]
    if events is not None:
        clause = "RM-65" if outcome == LOC_SPIN else "RM-66"
        tell(p, events, POSE_NAMES[car.pose].replace("-", "_"), clause, {})
    _take_flipped_card(p, events)
    if hurt:
        _damage(p, hurt, "RM-69" if hurt == 1 else "RM-70", events)
    if car.damage >= GRAVEST:
        retire(p, "RM-R23", "damage", events)
        return
    if p.rally.timed:
        announce_splits(p, events)
    next_turn(p, events)


def _take_flipped_card(p: Position, events: Events) -> None:
    """A fixed time instead of the card's, and neutral: the next turn begins in 1st gear (RM-64, RM-67, RM-R25)."""
    car, gear, seconds = p.car, p.car.gear, p.rally.components.lost
    car.chrono = car.chrono + seconds
    car.gear = 0
    car.write(CARD_FLIPPED, p.special, gear, seconds)
    if events is not None:
        tell(p, events, "card_flipped", "RM-64", {"gear": gear, "seconds": seconds, "total": car.chrono})
    pay_attack(p)


def _damage(p: Position, dice: int, clause: str, events: Events) -> None:
    """Black dice are lost until an assistance (RM-10, RM-71)."""
    p.car.damage = min(GRAVEST, p.car.damage + dice)
    if events is not None:
        tell(p, events, "damage", clause, {"dice": dice, "damage": p.car.damage})


def retire(p: Position, clause: str, why: str, events: Events) -> None:
    """The car leaves the road and the rally (RM-R39)."""
    p.car.status = RETIRED
    if events is not None:
        tell(p, events, f"retired_{why}", clause, {})
    next_turn(p, events)
