"""What may be done at a node where a driver decides, worked out from the position. `cache.py` looks it up instead."""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.board.spaces import CORNER
from parcferme.games.rallyman.actions import (
    ATTACK, END, LOCK, PASS, PATHS, PLACE, READY, ROLL, SPARE, TYRES_ASPHALT, TYRES_SNOW, WHITE, WHITE_HAZARD, WIDE,
)  # fmt: skip
from parcferme.games.rallyman.mechanics.attack import attacks, owned, placements
from parcferme.games.rallyman.mechanics.dice import black_dice, lock_price, next_dice, white_fits
from parcferme.games.rallyman.mechanics.paths import Obstacles
from parcferme.games.rallyman.state import RETIRED, Car, Position


def turn_actions(p: Position) -> list[int]:
    """Before the first die (RM-24, RM-R04): a die, a time attack, the spare tyre; passing only when blocked."""
    car = p.car
    spare = [SPARE] if may_change_tyre(car) else []
    dice = dice_to_play(p, p.obstacles)
    if not dice:
        return [PASS, *spare] if blocked(p) else [*spare, forced_die(p)]
    found = spare + rolls_and_locks(p, dice)
    if p.rally.attack:
        sets = attacks(p.track(), car.space, car.gear, p.obstacles)
        found += [ATTACK + number for number in sets if owned(number, car.damage, car.flats)]
    return found


def may_change_tyre(car: Car) -> bool:
    """The spare tyre is fitted in 1st gear or neutral (RM-14, RM-91, RM-R37)."""
    return car.flats > 0 and car.spare and car.gear <= 1


def blocked(p: Position) -> bool:
    """Is it other cars that leave no die (RM-77, RM-R31)?"""
    return p.obstacles.full_at(p.car.space + 1) or bool(dice_to_play(p, p.obstacles.without_cars()))


def forced_die(p: Position) -> int:
    """Too fast for every die, and not blocked: the next lower gear, in 1st gear that one (RM-R14)."""
    die = max(p.car.gear - 2, 0)
    return ROLL + die * PATHS + (WIDE if p.road.kind[p.car.space + 1] == CORNER else 0)


def chain_actions(p: Position) -> list[int]:
    """After a die: another one, or the end of the turn (RM-28, RM-34)."""
    return [END, *rolls_and_locks(p, dice_to_play(p, p.obstacles))]


def dice_to_play(p: Position, obstacles: Obstacles) -> list[int]:
    """Every die and path for a basic move, as die * PATHS + path, ascending. Both are announced together (RM-R05)."""
    car, turn, track = p.car, p.turn, p.track()
    found: list[int] = []
    if int(turn.used).bit_count() < black_dice(car.damage):
        for die in next_dice(car.gear, turn.used):
            found += [die * PATHS + int(step.path) for step in track.paths(car.space, die + 1, obstacles)]
    if car.gear > 0:  # RM-25; RM-30, RM-R43: it stays as it is
        for step in track.paths(car.space, car.gear, obstacles):
            if white_fits(turn.whites, car.flats, car.tyres, p.road.snow[step.space]):
                found.append(WHITE * PATHS + step.path)
    found.sort()
    return found


def rolls_and_locks(p: Position, dice: list[int]) -> list[int]:
    """Any die may be rolled, and locked by who can pay for it: there is no credit (RM-44, RM-R19)."""
    found = [ROLL + number for number in dice]
    return found + [LOCK + number for number in dice] if can_lock(p) else found


def can_lock(p: Position) -> bool:
    return p.rally.locking and p.car.markers >= lock_price(p.turn.locks)


def place_actions(p: Position) -> list[int]:
    """The next die of a time attack; a white one with or without its hazard. None may be locked (RM-38, RM-47)."""
    car, turn = p.car, p.turn
    found: list[int] = []
    for placed in placements(
        p.track(), car.space, car.gear, turn.whites, turn.left, turn.clean + turn.bad, p.obstacles
    ):
        if placed.die < WHITE or turn.clean:
            found.append(PLACE + placed.die * PATHS + placed.step.path)
        if placed.die == WHITE and turn.bad:
            found.append(PLACE + WHITE_HAZARD * PATHS + placed.step.path)
    found.sort()
    return found


def service_actions(p: Position, seat: int) -> list[int]:
    """Before the start: the spare tyre (RM-93), tyres (RM-23, RM-81, RM-86), or ready; none if there is no choice."""
    car = p.cars[seat]
    if car.status == RETIRED:
        return []
    found: list[int] = []
    if car.flats and car.spare:
        found.append(SPARE)
    if p.rally.chooses_tyres and tyres_may_change(p) and not p.tyres_set:
        found += [TYRES_ASPHALT, TYRES_SNOW]
    return sorted([*found, READY]) if found else []


def tyres_may_change(p: Position) -> bool:
    """At the start of SS1 and in each assistance, at no other time (RM-81)."""
    return p.special == 0 or p.rally.assisted[p.special]
