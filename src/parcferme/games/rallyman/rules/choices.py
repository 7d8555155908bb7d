"""What is legal: dice and paths, time attacks, and the order of their dice.

Each answer is a list of ids, worked out here once and kept with the road (`kept.py`) by *cell*, where the car is and
its gear, and by *slot*, what else of the car bears on it. The whole road's dirt and full spaces come as masks by
progress.
"""

# isort: skip_file
from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.actions import (
    ATTACK as ATTACK_ID, CUT, DICE, END, LOCK, PASS, PATHS, PLACE, ROLL, SETS, SPARE, WAYS, WHITE, WHITE_HAZARD, WIDE,
)  # fmt: skip
from parcferme.games.rallyman.rules.cache import CELL_BITS, CERTAIN, MOST_KEPT, NO_CHOICES, NOT_ASKED, Choices, Leg
from parcferme.games.rallyman.load import CORNER
from parcferme.games.rallyman.board.road import (
    DIRT_ONLY, EFFECT_AT, FULL_AT, LOST, NODE_AT, POSE_AT, RISKY, Road, near, paths,
)  # fmt: skip
from parcferme.games.rallyman.state import WHITE_DICE, WHITE_SLOTS

MOST_DICE: Final = 7


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


def _open_dice() -> list[int]:
    """For (damage * 6 + gear) * 32 + mask of used dice: those dice as bits, the gear below, the same, the one above."""
    table: list[int] = []
    for damage in range(6):
        for number, dice in enumerate(NEXT_DICE):
            left = BLACKS[number % 32] < 5 - damage  # RM-R23
            table.append(sum([1 << (die + 2 - number // 32) for die in dice]) if left else 0)
    return table


NEXT_DICE: Final = _next_dice()
BLACKS: Final = [mask.bit_count() for mask in range(32)]
OPEN_DICE: Final = _open_dice()
# For flats * 3 + white dice used: is there another one (RM-54)? The second is an ON_SNOW one for snow tyres (RM-83).
FIRST: Final = 1
ON_SNOW: Final = 2
OPEN_WHITES: Final = [8 * white for white in (FIRST, ON_SNOW, 0, FIRST, 0, 0, 0, 0, 0)]


def white_allowed(road: Road, whites: int, flats: int, snow_tyres: int, progress: int) -> bool:
    """May another white die move a car onto this space? (RM-54, RM-83, RM-R10)"""
    if whites >= 2 - flats:
        return False
    return whites == 0 or snow_tyres == 0 or road.snow[progress]


# ------------------------------------------------------------------ die by die


# A slot is the black dice left + 8 * the white one + CHAIN_LOCK where the next lock can be paid.
CHAIN_LOCK: Final = 32


def chain_choices(road: Road, snow_tyres: int, cell: int, slot: int, dirt: int, full: int, cuts_full: int) -> Choices:
    """After a die: another one, or the end of the turn (RM-28, RM-34)."""
    kept = road.kept[snow_tyres].chains
    nearby = near(cell // 6, dirt, full, cuts_full)
    found = kept.find(cell, slot, nearby)
    if found is NOT_ASKED:
        dice = _dice(road, snow_tyres, cell, slot & 7, slot >> 3 & 3, nearby)
        found = kept.keep(cell, slot, nearby, [END, *_with_locks(dice, slot >> 5)])
    return found


def _dice(road: Road, snow_tyres: int, cell: int, blacks: int, white: int, nearby: int) -> list[int]:
    """Every die and path for a basic move, as die * PATHS + path."""
    progress, gear = cell // 6, cell % 6
    found: list[int] = []
    for place in range(3):
        if blacks >> place & 1:
            die = gear - 2 + place
            for taken in paths(road, progress, die + 1, nearby):
                found.append(die * PATHS + (taken & 7))
    if gear > 0 and white:
        for taken in paths(road, progress, gear, nearby):
            if white == FIRST or not snow_tyres or road.snow[road.at[taken >> NODE_AT]]:
                found.append(WHITE * PATHS + (taken & 7))
    found.sort()
    return found


def _with_locks(dice: list[int], lock: int) -> list[int]:
    rolls = [ROLL + number for number in dice]
    return rolls + [LOCK + number for number in dice] if lock else rolls


# ------------------------------------------------------------------ before the first die


# A slot is damage + 8 * flats + TURN_LOCK where a lock can be paid + SPARE_READY where the spare tyre may be played.
TURN_LOCK: Final = 32
SPARE_READY: Final = 64


def turn_choices(
    road: Road, snow_tyres: int, cell: int, slot: int, attack: bool, dirt: int, full: int, cuts_full: int
) -> Choices:
    """Before the first die (RM-24, RM-R04): a die, a time attack, the spare tyre; passing only when blocked."""
    kept = road.kept[snow_tyres].starts
    nearby = window(road, cell // 6, MOST_DICE, dirt, full, cuts_full)
    found = kept.find(cell, slot, nearby)
    if found is NOT_ASKED:
        found = kept.keep(cell, slot, nearby, _turn_ids(road, snow_tyres, cell, slot, attack, dirt, full, cuts_full))
    return found


def _turn_ids(
    road: Road, snow_tyres: int, cell: int, slot: int, attack: bool, dirt: int, full: int, cuts_full: int
) -> list[int]:
    damage, flats = slot & 7, slot >> 3 & 3
    nearby = near(cell // 6, dirt, full, cuts_full)
    first = [SPARE] if slot >> 6 else []
    blacks, white = OPEN_DICE[(damage * 6 + cell % 6) * 32], OPEN_WHITES[flats * 3] // 8
    dice = _dice(road, snow_tyres, cell, blacks, white, nearby)
    if not dice:
        free = _dice(road, snow_tyres, cell, blacks, white, nearby & DIRT_ONLY)
        return _stuck(road, cell, first, bool(free) or nearby >> FULL_AT & 1 == 1)
    found = first + _with_locks(dice, slot >> 5 & 1)
    if attack:
        usable = drivable(road, cell // 6, cell % 6, 0, snow_tyres, MOST_DICE, dirt, full, cuts_full)
        found += [ATTACK_ID + number for number in sets_in(usable & SETS_OWNED[damage * 3 + flats])]
    return found


def _stuck(road: Road, cell: int, first: list[int], blocked: bool) -> list[int]:
    """No die is legal: blocked by cars (RM-R31), or forced through far too fast (RM-R14)."""
    if blocked:
        return [PASS, *first]
    die = max(cell % 6 - 2, 0)
    return [*first, ROLL + die * PATHS + (WIDE if road.kind[cell // 6 + 1] == CORNER else 0)]


# ------------------------------------------------------------------ time attack


SET_BITS: Final = [mask * 3 + whites for mask, whites in SETS]
SETS_OWNED: Final = [  # by damage * 3 + flats: all sets of so few dice, as bits (RM-54, RM-R23)
    sum([((1 << 3 - flats) - 1) << mask * 3 for mask in range(32) if BLACKS[mask] <= 5 - damage])
    for damage in range(6)
    for flats in range(3)
]
NO_DICE: Final = 1  # the set without dice, always drivable
LACKING: Final = [  # for each die: all sets without it, as bits
    sum([7 << mask * 3 for mask in range(32) if not mask >> die & 1]) for die in range(5)
]
ROOM_FOR_WHITE: Final = sum([3 << mask * 3 for mask in range(32)])  # all sets with one white die at most


SETS_KEPT: Final[dict[int, list[int]]] = {}  # `sets_in` as asked before


def attacks(road: Road, progress: int, gear: int, snow_tyres: int, dirt: int, full: int, cuts_full: int) -> list[int]:
    """Numbers of the sets that some order and route can use up (RM-37, RM-38, RM-43, RM-R06), ascending."""
    return sets_in(drivable(road, progress, gear, 0, snow_tyres, MOST_DICE, dirt, full, cuts_full))


def sets_in(usable: int) -> list[int]:
    """Numbers of the sets whose bits are set."""
    found = SETS_KEPT.get(usable)
    if found is None:
        if len(SETS_KEPT) >= MOST_KEPT:
            SETS_KEPT.clear()
        found = [number for number, bit in enumerate(SET_BITS) if usable >> bit & 1]
        SETS_KEPT[usable] = found
    return found


def window(road: Road, progress: int, dice: int, dirt: int, full: int, cuts_full: int) -> int:
    """What lies within the reach of so many dice of a time attack, as one number that does not depend on the place."""
    if not (dirt | full | cuts_full):
        return 0
    ahead = progress + 1
    reach = road.reach[progress * 8 + dice]
    return dirt >> ahead & reach | (full >> ahead & reach) << 24 | (cuts_full >> ahead & reach) << 48


def drivable(
    road: Road, progress: int, gear: int, whites: int, snow_tyres: int, dice: int, dirt: int, full: int, cuts_full: int
) -> int:
    """Bit mask * 3 + white dice is set for every set of so many dice or fewer that some order and route uses up from
    here. White dice played before matter on snow tyres only."""
    if not snow_tyres:
        whites = 0
    kept = road.kept[snow_tyres]
    cell = (progress * 6 + gear) * 3 + whites
    nearby = window(road, progress, dice, dirt, full, cuts_full) if dirt | full | cuts_full else 0
    if nearby == 0:
        if kept.drivable[cell] == 0:
            _drive_everywhere(road, snow_tyres)
        return kept.drivable[cell]
    key = ((nearby << CELL_BITS) + cell << 3) + dice
    found = kept.drivable_busy.get(key, 0)
    if found == 0:
        found = _drive(road, progress, gear, whites, snow_tyres, dice, dirt, full, cuts_full)
        if len(kept.drivable_busy) >= MOST_KEPT:
            kept.drivable_busy.clear()
        kept.drivable_busy[key] = found
    return found


def _drive_everywhere(road: Road, snow_tyres: int) -> None:
    """The whole free road, from the finish backwards."""
    known = road.kept[snow_tyres].drivable
    for progress in range(road.finish, -1, -1):
        for gear in range(6):
            for whites in range(3 if snow_tyres else 1):
                sets = _drive(road, progress, gear, whites, snow_tyres, MOST_DICE, 0, 0, 0)
                known[(progress * 6 + gear) * 3 + whites] = sets


def _drive(
    road: Road, progress: int, gear: int, whites: int, snow_tyres: int, dice: int, dirt: int, full: int, cuts_full: int
) -> int:
    """Each die that may come next, followed by any set without it that can be driven from where it ends.

    A die is never played twice, so whether the first gear die has been played (RM-26, RM-29) makes no difference.
    """
    found = NO_DICE
    if progress == road.finish or dice == 0:
        return found
    nearby = near(progress, dirt, full, cuts_full)
    for die in NEXT_DICE[gear * 32]:
        for taken in paths(road, progress, die + 1, nearby):
            if taken >> EFFECT_AT & 3 != LOST:
                there = road.at[taken >> NODE_AT]
                rest = drivable(road, there, die + 1, whites, snow_tyres, dice - 1, dirt, full, cuts_full)
                found |= (rest & LACKING[die]) << (3 << die)
    for taken in paths(road, progress, gear, nearby) if gear else []:
        there = road.at[taken >> NODE_AT]
        if taken >> EFFECT_AT & 3 != LOST and white_allowed(road, whites, 0, snow_tyres, there):
            rest = drivable(road, there, gear, whites + 1, snow_tyres, dice - 1, dirt, full, cuts_full)
            found |= (rest & ROOM_FOR_WHITE) << 1
    return found


# A slot is the dice left as `Position.left` has them; so many are left then:
PLACE_DICE: Final = [BLACKS[mask] + clean + bad for _, clean, bad in WHITE_DICE for mask in range(32)]
SET_SLOTS: Final = [mask + WHITE_SLOTS[whites * 3] for mask, whites in SETS]  # before their faces are seen


def without(left: int, die: int, snow_tyres: int) -> int:
    """The dice left once this one has been placed."""
    if die < WHITE:
        return left - (1 << die)
    before, clean, bad = WHITE_DICE[left >> 5]
    if die == WHITE:
        clean -= 1
    else:
        bad -= 1
    return left & 31 | WHITE_SLOTS[(before + snow_tyres) * 9 + clean * 3 + bad]


def place_choices(road: Road, snow_tyres: int, cell: int, slot: int, dirt: int, full: int, cuts_full: int) -> Choices:
    """The next die of a time attack, such that the rest can still be driven (RM-38, RM-R06)."""
    kept = road.kept[snow_tyres].places
    nearby = window(road, cell // 6, PLACE_DICE[slot], dirt, full, cuts_full)
    found = kept.find(cell, slot, nearby)
    if found is NOT_ASKED:
        whites, clean, bad = WHITE_DICE[slot >> 5]
        steps = place_steps(road, cell // 6, cell % 6, whites, snow_tyres, slot & 31, clean, bad, dirt, full, cuts_full)
        found = kept.keep(cell, slot, nearby, sorted(steps))
    return found


def leg_of(road: Road, snow_tyres: int, cell: int, left: int, action: int) -> Leg:
    """This die and those that follow from it on a free road, up to a choice, a shortcut card or the last die."""
    dice = blacks = whites = bad = risky = taken = 0
    then, places = NO_CHOICES, road.kept[snow_tyres].places.free
    while WAYS[action] != CUT:  # there a card is drawn first
        die = DICE[action]
        if die < WHITE:
            cell += die + 1 - cell % 6
        taken = road.steps[cell * PATHS + WAYS[action]]
        in_doubt = taken >> EFFECT_AT & 3 == RISKY
        dice += 1
        if die < WHITE:
            blacks |= 1 << die
            risky |= 1 << die if in_doubt else 0
        else:
            whites += 1
            if die == WHITE_HAZARD:
                bad += CERTAIN if in_doubt else 1
        left = without(left, die, snow_tyres)
        cell = road.at[taken >> NODE_AT] * 6 + cell % 6
        then = places[cell][left]
        if then is NOT_ASKED:
            then = place_choices(road, snow_tyres, cell, left, 0, 0, 0)
        if len(then.ids) != 1:
            break
        action = then.ids[0]
    return Leg(dice, blacks, whites, bad, risky, taken >> NODE_AT, taken >> POSE_AT & 3, cell, left, then)


def place_steps(
    road: Road,
    progress: int,
    gear: int,
    whites: int,
    snow_tyres: int,
    left: int,
    clean: int,
    bad: int,
    dirt: int,
    full: int,
    cuts_full: int,
) -> dict[int, int]:
    """The next die of a time attack and its step, such that the rest can still be driven (RM-38, RM-R06)."""
    nearby = near(progress, dirt, full, cuts_full)
    more = BLACKS[left] + clean + bad - 1
    steps: dict[int, int] = {}
    for die in NEXT_DICE[gear * 32]:
        if left >> die & 1:
            rest = (left & ~(1 << die)) * 3 + clean + bad
            for taken in paths(road, progress, die + 1, nearby):
                there = road.at[taken >> NODE_AT]
                if taken >> EFFECT_AT & 3 != LOST and (
                    drivable(road, there, die + 1, whites, snow_tyres, more, dirt, full, cuts_full) >> rest & 1
                ):
                    steps[PLACE + die * PATHS + (taken & 7)] = taken
    if gear and clean + bad:
        rest = left * 3 + clean + bad - 1
        for taken in paths(road, progress, gear, nearby):
            there = road.at[taken >> NODE_AT]
            if not white_allowed(road, whites, 0, snow_tyres, there) or taken >> EFFECT_AT & 3 == LOST:
                continue
            if drivable(road, there, gear, whites + 1, snow_tyres, more, dirt, full, cuts_full) >> rest & 1:
                if clean:
                    steps[PLACE + WHITE * PATHS + (taken & 7)] = taken
                if bad:
                    steps[PLACE + WHITE_HAZARD * PATHS + (taken & 7)] = taken
    return steps
