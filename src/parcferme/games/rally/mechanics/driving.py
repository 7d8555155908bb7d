"""Driving one car: gears, ranges, levels, tyres, squares, brakes and stops, on plain numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally.board.parts import (
    CLEAR,
    GEARS,
    NORMAL,
    OVERCAST,
    RAIN,
    SNOW,
    SNOW_TYRES,
    SPIN,
    STORM,
    WEATHERS,
)

ANY_GEAR: Final = 0  # the flying start (RA-35)
RESTART: Final = 6  # 1st only (RA-26)
GEAR_WORDS: Final = ("any", "1st", "2nd", "3rd", "4th", "5th", "restart")
SPECIAL_EXTRA: Final = (0, 0, 2, 4, 6)  # RA-77: squares more in 1st … 5th
HIGHEST_DIE: Final = 6  # RA-40
WORST: Final = 5  # RA-R10: the last row of the damage table
FORD_IN_RAIN: Final = 5  # RA-63
FORD_IN_SNOW: Final = 3
SLOW: Final = 2  # RA-56: the highest gear from which a car may stop at its mechanics

# ── gears ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def gears_from(gear: int) -> list[int]:
    """The gears that may be set without a card: all at the start, 1st after a stop, else one step (RA-18, RA-58)."""
    if gear == ANY_GEAR:
        return list(range(1, GEARS + 1))
    if gear == RESTART:
        return [1]
    return [near for near in (gear - 1, gear, gear + 1) if 1 <= near <= GEARS]


def over_rev_gear(gear: int, card: bool) -> int:
    """The gear that the over-rev card shifts down to, two below; 0 where it is of no use (RA-22, RA-R20)."""
    return gear - 2 if card and 3 <= gear <= GEARS else 0


def gear_range(gear: int, printed: tuple[int, int], setup: int, cost: int, special: bool) -> tuple[int, int]:
    """Least and most squares (RA-17): set-up (RA-15, RA-20), tyres (RA-66); special stages lift the most (RA-77)."""
    if gear == 1:
        return 1, 1  # RA-21
    low = printed[0] + setup - cost
    high = printed[1] + setup - cost + (SPECIAL_EXTRA[gear - 1] if special else 0)
    return max(1, low), max(1, high)  # RA-27


def levels_by_face(risk: list[int], extra: int) -> list[int]:
    """The level each face bears, [0] unused: all modifiers first, then never beyond 6 (RA-37, RA-39, RA-62, RA-R06)."""
    return [0, *(risk[modified_die(face, extra) - 1] for face in range(1, 7))]


def modified_die(face: int, extra: int) -> int:
    return min(HIGHEST_DIE, face + extra)  # RA-40, RA-67


# ── tyres and weather ────────────────────────────────────────────────────────────────────────────────────────────────


def tyres_help(weather: int, tyres: int, any_helps: bool) -> bool:
    """Do these tyres make every square easier by one (RA-65)? By option any special tyre does in any wet weather."""
    if tyres == NORMAL or weather in (CLEAR, OVERCAST):
        return False
    return any_helps or (tyres == SNOW_TYRES) == (weather == SNOW)  # RA-R26


def tyres_cost(weather: int, tyres: int, by_type: bool) -> int:
    """The squares of movement that special tyres cost in dry weather (RA-66): by weather, as an option by tyre."""
    if tyres == NORMAL or weather not in (CLEAR, OVERCAST):
        return 0
    return tyres if by_type else 1 + weather  # RA-R25: clear 1, overcast 2


def level_in(weather: int, printed: int, ford: bool) -> int:
    """The level of a square before tyres, brakes and overtaking (RA-R27): fords change with the weather (RA-63)."""
    if ford and weather in (RAIN, STORM):
        return FORD_IN_RAIN
    if ford and weather == SNOW:
        return FORD_IN_SNOW
    return printed  # RA-R28


def factors_of(levels: list[int], marks: list[str]) -> list[list[int]]:
    """The factors of squares with these levels and marks in each weather, without and with the help of tyres
    (RA-65)."""
    rows: list[list[int]] = []
    for weather in range(len(WEATHERS)):
        here = [level_in(weather, level, mark == "f") for level, mark in zip(levels, marks, strict=True)]
        rows += [here, [level - 1 for level in here]]
    return rows


# ── squares ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def most_brakes(left: i64) -> i64:
    """On the next square: never more than end the move there (RA-R13)."""
    return left - 1 if left > 0 else 0


def left_after(left: i64, brakes: i64) -> i64:
    """Squares still compulsory after one more with these brakes (RA-28, RA-29)."""
    return left - 1 - brakes if left > 1 + brakes else 0


def too_hard(factor: i64, level: i64) -> i64:
    """By how much a square exceeds the level, read as 5 at most (RA-R10); 0 or less is safe (RA-41, RA-R09)."""
    difference = factor - level
    return difference if difference < WORST else WORST


# ── off the road ─────────────────────────────────────────────────────────────────────────────────────────────────────


def turns_lost(harm: i64, helpers: i64) -> i64:
    """Turns to be missed after a spin (RA-44) or damage (RA-45); each mechanic of the stack saves one (RA-51)."""
    turns = harm - SPIN - helpers
    return turns if turns > 0 else 0


def turns_lost_with_tyres(harm: i64, stop: i64) -> i64:
    """The same if tyres are changed, too: a repair down to a spin and tyres cost a turn (RA-57, RA-R24)."""
    return 1 if harm > SPIN and stop == 0 else stop
