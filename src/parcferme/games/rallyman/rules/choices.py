"""What is legal: dice and paths, time attacks, and the order of their dice.

Legality depends on the road, the car and what lies near it; each answer is worked out once and kept with the road. The
whole road's dirt and full spaces come as masks by progress.
"""

# isort: skip_file
from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import (
    ATTACK as ATTACK_ID, END, LOCK, PASS, PATHS, PLACE, ROLL, SETS, SPARE, WHITE, WHITE_HAZARD, WIDE,
)  # fmt: skip
from parcferme.games.rallyman.load import BUMP, CORNER
from parcferme.games.rallyman.road import (
    DIRT_ONLY, EFFECT_AT, FULL_AT, INSIDE, LOST, NODE_AT, Choices, Road, fly_off, near, paths, step,
)  # fmt: skip

MOST_KEPT: Final = 2_000  # answers per place and gear; more than a game of four cars needs


def _next_dice() -> list[list[int]]:
    """For gear * 32 + mask of used dice: the black dice (0–4) that may be played next."""
    table: list[list[int]] = []
    for gear in range(6):
        for used in range(32):
            if gear == 0:
                gears = [1]  # RM-25: from a standstill only 1st
            elif used == 0:
                gears = [gear - 1, gear, gear + 1]  # RM-26, RM-R02: the first gear die of the turn
            else:
                gears = [gear - 1, gear + 1]  # RM-29
            table.append([g - 1 for g in gears if 1 <= g <= 5 and not used >> (g - 1) & 1])  # RM-31
    return table


NEXT_DICE: Final = _next_dice()
AFTER_START: Final = [  # the same when a gear die was played before: the gear must change (RM-29)
    [die for die in NEXT_DICE[number] if die + 1 != number // 32] for number in range(192)
]
BLACKS: Final = [mask.bit_count() for mask in range(32)]


class Car:
    """What of a car bears on the dice it may play."""

    __slots__ = ("progress", "gear", "used", "whites", "damage", "flats", "snow_tyres", "lock", "spare")

    def __init__(
        self,
        progress: int,
        gear: int,
        used: int,
        whites: int,
        damage: int,
        flats: int,
        snow_tyres: int,
        lock: int,
        spare: int,
    ) -> None:
        self.progress = progress
        self.gear = gear
        self.used = used
        self.whites = whites
        self.damage = damage
        self.flats = flats
        self.snow_tyres = snow_tyres
        self.lock = lock  # can the next lock be paid?
        self.spare = spare  # may the spare tyre be played?


def white_allowed(road: Road, whites: int, flats: int, snow_tyres: int, progress: int) -> bool:
    """May another white die move a car onto this space? (RM-54, RM-83, RM-R10)"""
    if whites >= 2 - flats:
        return False
    return whites == 0 or snow_tyres == 0 or road.snow[progress]


def _die_steps(road: Road, car: Car, nearby: int) -> dict[int, int]:
    """Every die and path for a basic move: die * PATHS + path → step."""
    found: dict[int, int] = {}
    if BLACKS[car.used] < 5 - car.damage:  # RM-R23
        for die in NEXT_DICE[car.gear * 32 + car.used]:
            for taken in paths(road, car.progress, die + 1, nearby):
                found[die * PATHS + (taken & 7)] = taken
    if car.gear > 0:
        for taken in paths(road, car.progress, car.gear, nearby):
            if white_allowed(road, car.whites, car.flats, car.snow_tyres, road.at[taken >> NODE_AT]):
                found[WHITE * PATHS + (taken & 7)] = taken
    return found


def _with_locks(first: list[int], dice: dict[int, int], lock: int) -> Choices:
    steps = {ROLL + number: taken for number, taken in dice.items()}
    if lock:
        for number, taken in dice.items():
            steps[LOCK + number] = taken
    return Choices(first + sorted(steps), steps)


def chain_choices(road: Road, car: Car, dirt: int, full: int, cuts_full: int) -> Choices:
    """After a die: another one, or the end of the turn (RM-28, RM-34)."""
    nearby = near(car.progress, dirt, full, cuts_full)
    return _with_locks([END], _die_steps(road, car, nearby), car.lock)


def turn_choices(road: Road, car: Car, attack: bool, dirt: int, full: int, cuts_full: int) -> Choices:
    """Before the first die (RM-24, RM-R04): a die, a time attack, the spare tyre; passing only when blocked."""
    nearby = near(car.progress, dirt, full, cuts_full)
    first = [SPARE] if car.spare else []
    dice = _die_steps(road, car, nearby)
    if not dice:
        return _stuck(road, car, nearby, first)
    found = _with_locks(first, dice, car.lock)
    if attack:
        for number in attacks(road, car.progress, car.gear, car.snow_tyres, dirt, full, cuts_full):
            mask, whites = SETS[number]
            if BLACKS[mask] <= 5 - car.damage and whites <= 2 - car.flats:
                found.ids.append(ATTACK_ID + number)
    return found


def _stuck(road: Road, car: Car, nearby: int, first: list[int]) -> Choices:
    """No die is legal: blocked by cars (RM-R31), or forced through far too fast (RM-R14)."""
    die = max(car.gear - 2, 0)
    ahead = car.progress + 1
    number = die * PATHS + (WIDE if road.kind[ahead] == CORNER else 0)
    if _die_steps(road, car, nearby & DIRT_ONLY) or nearby >> FULL_AT & 1:
        return Choices([PASS, *first], {})
    bump = road.kind[ahead] == BUMP
    taken = fly_off(road, ahead, nearby >> FULL_AT) if bump else step(WIDE, LOST, INSIDE, ahead)
    return Choices([*first, ROLL + number], {ROLL + number: taken})


def attacks(road: Road, progress: int, gear: int, snow_tyres: int, dirt: int, full: int, cuts_full: int) -> list[int]:
    """Numbers of the sets that some order and route can use up (RM-37, RM-38, RM-43, RM-R06), ascending."""
    usable = drivable(road, progress, gear, 0, 0, snow_tyres, dirt, full, cuts_full)
    return [number for number, (mask, whites) in enumerate(SETS) if usable >> (mask * 3 + whites) & 1]


def window(road: Road, progress: int, dice: int, dirt: int, full: int, cuts_full: int) -> int:
    """What lies within the reach of so many dice of a time attack, as one number that does not depend on the place."""
    ahead = progress + 1
    reach = road.reach[progress * 8 + dice]
    return dirt >> ahead & reach | (full >> ahead & reach) << 24 | (cuts_full >> ahead & reach) << 48


def drivable(
    road: Road,
    progress: int,
    gear: int,
    started: int,
    whites: int,
    snow_tyres: int,
    dirt: int,
    full: int,
    cuts_full: int,
) -> int:
    """Bit mask * 3 + whites is set for every set of dice that some order and route uses up from here.

    `started`: a gear die was played before, so the gear must change. `whites` played before matter on snow tyres only.
    """
    if not snow_tyres:
        whites = 0
    key = started | whites << 1
    if dirt | full | cuts_full:
        key |= window(road, progress, 7, dirt, full, cuts_full) << 3
    kept = road.kept[snow_tyres].drivable[progress * 6 + gear]
    found = kept.get(key)
    if found is None:
        found = _drive_all(road, progress, gear, started, whites, snow_tyres, dirt, full, cuts_full)
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = found
    return found


def _drive_all(
    road: Road,
    progress: int,
    gear: int,
    started: int,
    before: int,
    snow_tyres: int,
    dirt: int,
    full: int,
    cuts_full: int,
) -> int:
    """Walk every order and route: a place is progress, gear, mask of dice played and white dice played."""
    waiting = [progress | gear << 10]
    seen = set(waiting)
    reached = 0
    while waiting:
        now = waiting.pop()
        here, engaged, mask, whites = now & 1023, now >> 10 & 7, now >> 13 & 31, now >> 18
        reached |= 1 << (mask * 3 + whites)
        if here == road.finish:
            continue
        nearby = near(here, dirt, full, cuts_full)
        for die in AFTER_START[engaged * 32 + mask] if started else NEXT_DICE[engaged * 32 + mask]:
            for taken in paths(road, here, die + 1, nearby):
                if taken >> EFFECT_AT & 3 != LOST:
                    then = road.at[taken >> NODE_AT] | (die + 1) << 10 | (mask | 1 << die) << 13 | whites << 18
                    if then not in seen:
                        seen.add(then)
                        waiting.append(then)
        if engaged and whites < 2:
            for taken in paths(road, here, engaged, nearby):
                landing = road.at[taken >> NODE_AT]
                if taken >> EFFECT_AT & 3 != LOST and white_allowed(road, before + whites, 0, snow_tyres, landing):
                    then = landing | engaged << 10 | mask << 13 | (whites + 1) << 18
                    if then not in seen:
                        seen.add(then)
                        waiting.append(then)
    return reached


def place_choices(
    road: Road,
    progress: int,
    gear: int,
    started: int,
    whites: int,
    snow_tyres: int,
    left: int,
    clean: int,
    bad: int,
    dirt: int,
    full: int,
    cuts_full: int,
) -> Choices:
    """The next die of a time attack, such that the rest can still be driven (RM-38, RM-R06)."""
    nearby = near(progress, dirt, full, cuts_full)
    steps: dict[int, int] = {}
    for die in AFTER_START[gear * 32] if started else NEXT_DICE[gear * 32]:
        if left >> die & 1:
            rest = 1 << ((left & ~(1 << die)) * 3 + clean + bad)
            for taken in paths(road, progress, die + 1, nearby):
                here = road.at[taken >> NODE_AT]
                if taken >> EFFECT_AT & 3 != LOST and rest & drivable(
                    road, here, die + 1, 1, whites, snow_tyres, dirt, full, cuts_full
                ):
                    steps[PLACE + die * PATHS + (taken & 7)] = taken
    if gear and clean + bad:
        rest = 1 << (left * 3 + clean + bad - 1)
        for taken in paths(road, progress, gear, nearby):
            here = road.at[taken >> NODE_AT]
            if not white_allowed(road, whites, 0, snow_tyres, here) or taken >> EFFECT_AT & 3 == LOST:
                continue
            if rest & drivable(road, here, gear, started, whites + 1, snow_tyres, dirt, full, cuts_full):
                if clean:
                    steps[PLACE + WHITE * PATHS + (taken & 7)] = taken
                if bad:
                    steps[PLACE + WHITE_HAZARD * PATHS + (taken & 7)] = taken
    return Choices(sorted(steps), steps)
