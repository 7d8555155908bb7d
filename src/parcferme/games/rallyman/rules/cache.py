"""What `choices.py` would say, looked up by what it depends on.

Nearly always the road ahead is free of other cars and dirt. Then a menu follows from the car's *cell* (where it stands,
and its gear) and its *slot* (the few other numbers that matter), both indices of a plain table. With something in reach
it is kept by that as well. Dice of a time attack that follow from one another on a free road are driven in one go
(`Leg`). The tests play all of it beside the plain rules.
"""

# isort: skip_file
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rallyman.actions import DICE, PATHS, WAYS, WHITE
from parcferme.games.rallyman.mechanics.dice import BLACK_DICE, black_dice, next_dice, white_dice
from parcferme.games.rallyman.mechanics.attack import MOST_DICE
from parcferme.games.rallyman.mechanics.paths import CLEAR, Obstacles, Step
from parcferme.games.rallyman.mechanics.track import STEP_REACH
from parcferme.games.rallyman.rules.choices import can_lock, chain_actions, may_change_tyre, place_actions, turn_actions
from parcferme.games.rallyman.rules.menu import NOT_ASKED, Menu, MenuTable
from parcferme.games.rallyman.rules.overtaking import obstacles_for
from parcferme.games.rallyman.state import Car, Position
from parcferme.lib.rows import vec

BLACKS: Final = vec[i64]([mask.bit_count() for mask in range(32)])  # how many dice a mask has


# ------------------------------------------------------------------ what lies ahead


def obstacles_ahead(p: Position, car: Car) -> Obstacles:
    """What lies within reach of this turn; CLEAR if nothing does: a car that leaves room for another is no obstacle."""
    space = car.space
    far = space + p.menus[car.tyres].track.turn_reach[space]
    near = p.dirt != 0
    for other in p.cars:
        if space < other.space <= far:
            near = True
    if not near:
        return CLEAR
    found, ahead = obstacles_for(p, car), int(space + 1)
    seen = (found.dirt | found.full | found.cuts_full) >> ahead
    return found if seen & ((1 << int(far - space)) - 1) else CLEAR


# ------------------------------------------------------------------ menus


def _open_blacks() -> list[int]:
    """By (damage * 6 + gear) * 32 + dice used: bits of the black dice left, the gear below, the same, the one above."""
    return [
        sum([1 << (die + 2 - gear) for die in next_dice(gear, used)]) if BLACKS[used] < black_dice(damage) else 0
        for damage in range(BLACK_DICE + 1)
        for gear in range(6)
        for used in range(32)
    ]


OPEN_BLACKS: Final = vec[i64](_open_blacks())
OPEN_WHITES: Final = vec[i64](  # by flats * 3 + white dice used: 8 for a first one, 16 for a second, 0 for none
    [8 * (whites + 1) if whites < white_dice(flats) else 0 for flats in range(4) for whites in range(3)]
)
CHAIN_LOCK: Final = 32
TURN_LOCK: Final = 32
SPARE_READY: Final = 64
WHITES_LEFT: Final = [  # of an attack: (placed before, which counts on snow tyres only; left clean; left with a hazard)
    (0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2), (1, 0, 0), (1, 1, 0), (1, 0, 1), (2, 0, 0),
]  # fmt: skip
WHITE_SLOTS: Final = vec[i64](  # by before * 9 + clean * 3 + bad: 32 times its place in that list
    [
        32 * WHITES_LEFT.index((n // 9, n // 3 % 3, n % 3)) if (n // 9, n // 3 % 3, n % 3) in WHITES_LEFT else 0
        for n in range(27)
    ]
)


def turn_menu(p: Position) -> Menu:
    """Before the first die. The slot: damage, flats, can a lock be paid, may the spare tyre be played?"""
    car = p.car
    slot = car.damage
    if car.markers and can_lock(p):
        slot += TURN_LOCK
    if car.flats:
        slot += 8 * car.flats
        if may_change_tyre(car):
            slot += SPARE_READY
    menus = p.menus[car.tyres]
    cell = car.space * 6 + car.gear
    found = menus.starts.free[cell][slot]
    if p.obstacles is CLEAR and found is not NOT_ASKED:
        return found
    near = p.obstacles.near(car.space + 1, menus.track.reach[car.space * (MOST_DICE + 1) + MOST_DICE])
    found = menus.starts.find(cell, slot, near)
    return found if found is not NOT_ASKED else menus.starts.keep(cell, slot, near, turn_actions(p))


def chain_menu(p: Position) -> Menu:
    """After a die. The slot: the black dice left, the white one, can a lock be paid?"""
    car, turn = p.car, p.turn
    slot = OPEN_BLACKS[(car.damage * 6 + car.gear) * 32 + turn.used] + OPEN_WHITES[car.flats * 3 + turn.whites]
    if car.markers and can_lock(p):
        slot += CHAIN_LOCK
    chains: MenuTable = p.menus[car.tyres].chains
    cell = car.space * 6 + car.gear
    found = chains.free[cell][slot]
    if p.obstacles is CLEAR and found is not NOT_ASKED:
        return found
    near = p.obstacles.near(car.space + 1, STEP_REACH)
    found = chains.find(cell, slot, near)
    return found if found is not NOT_ASKED else chains.keep(cell, slot, near, chain_actions(p))


def place_menu(p: Position) -> Menu:
    """The next die of a time attack. The slot: the dice left, and on snow tyres the white ones played."""
    car, turn = p.car, p.turn
    before = turn.whites if car.tyres else 0
    slot = turn.left + WHITE_SLOTS[before * 9 + turn.clean * 3 + turn.bad]
    menus = p.menus[car.tyres]
    cell = car.space * 6 + car.gear
    found = menus.places.free[cell][slot]
    if p.obstacles is CLEAR and found is not NOT_ASKED:
        return found
    dice = BLACKS[turn.left] + turn.clean + turn.bad
    near = p.obstacles.near(car.space + 1, menus.track.reach[car.space * (MOST_DICE + 1) + dice])
    found = menus.places.find(cell, slot, near)
    return found if found is not NOT_ASKED else menus.places.keep(cell, slot, near, place_actions(p))


def step_of(p: Position, action: int) -> Step:
    """The step that a legal roll, lock or placing takes."""
    car, die = p.car, DICE[action]
    gear = die + 1 if die < WHITE else car.gear
    track = p.menus[car.tyres].track
    if p.obstacles is CLEAR:
        found = track.steps[(car.space * 6 + gear) * PATHS + WAYS[action]]
        if found is not None:
            return found
    return track.step(car.space, gear, WAYS[action], p.obstacles)
