"""One driver's turn: what is chosen before and between the dice. `step.py` drives each die.

begin → choose (die, lock, attack, spare, pass) → rolled / attack_rolled → the step is driven → choose …
"""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.actions import (
    ATTACK, DICE, DIE_NAMES, END, FACES, HAZARD, LOCK, ROLL, SETS, SET_OF, SPARE, dice_text,
)  # fmt: skip
from parcferme.games.rallyman.kept import NOT_ASKED, NO_CHOICES
from parcferme.games.rallyman.load import CORNER
from parcferme.games.rallyman.road import INSIDE, ON_CUT, UPRIGHT, Road
from parcferme.games.rallyman.rules.choices import BLACKS, SPARE_READY, TURN_LOCK, turn_choices
from parcferme.games.rallyman.rules.step import (
    SISU_CHOICES, Events, acting, change_tyre, draw, flip, go_on_placing, offer_chain, step_of,
    take_card, take_step, tell,
)  # fmt: skip
from parcferme.games.rallyman.state import (
    ACTOR, ATTACKING, CAR, CARD_DUE, CARS, CHAIN, CROWDED, CUTS_FULL, DAMAGE, DIE, DIRT, DRIVING, EARNED, FACES_DUE,
    FLATS, FROM, FULL, GEAR, LEFT, LEFT_BAD, LEFT_CLEAN, LOCKS, LOC_DUE, MARKERS, NODE, OFF_LEFT, PHASE,
    PLACING, POSE, POSE_NAMES, SHOWN, SISU_ASKED, SPARE_HELD, SPUN, STATUS, STEP, STEP_DIE, STEP_HAZARD, TURN, TYRES,
    USED, WAITING, WHITES, Position,
)  # fmt: skip

FORGOTTEN = [0] * (STEP_HAZARD - ATTACKING + 1)  # a turn before it begins


# ------------------------------------------------------------------ before the first die


def begin(p: Position, seat: int, events: Events) -> None:
    """A driver's turn comes: the car is put back on the road (RM-67, RM-R26) and the first die is chosen."""
    v = p.v
    v[ATTACKING : STEP_HAZARD + 1] = FORGOTTEN
    v[ACTOR] = seat
    car = CARS + seat * CAR
    if v[car + STATUS] == WAITING:
        v[car + STATUS] = DRIVING
    back = v[car + POSE] >= SPUN
    if back:
        v[car + POSE] = _resting_pose(p.road, v[car + NODE])
    progress = p.road.at[v[car + NODE]]
    v[FROM] = progress
    if p.rally.players > 1:
        _look_around(p, car)
    if (v[DIRT] | v[FULL] | v[CUTS_FULL]) >> (progress + 1):
        v[CROWDED] = 1
    if events is not None:
        space = p.road.ids[v[car + NODE]]
        if back:
            tell(p, events, "back", "RM-67", {"space": space, "pose": POSE_NAMES[v[car + POSE]]})
        tell(p, events, "turn", "RM-24", {"space": space, "gear": v[car + GEAR]})
    offer_turn(p)


def _resting_pose(road: Road, node: int) -> int:
    """How a car stands that is put back: on a corner on the inside trajectory (RM-97, RM-R27)."""
    if node > road.finish:
        return ON_CUT
    return INSIDE if road.kind[node] == CORNER else UPRIGHT


def _look_around(p: Position, mine: int) -> None:
    """Note where other cars leave no room (RM-R30). Cars off the road, on START and on FINISH take none."""
    v, road = p.v, p.road
    once = 0
    for car in range(CARS, CARS + p.rally.players * CAR, CAR):
        if car == mine or v[car + STATUS] != DRIVING or v[car + POSE] >= OFF_LEFT:
            continue
        node = v[car + NODE]
        if node > road.finish:
            v[CUTS_FULL] = v[CUTS_FULL] | 1 << road.at[node]
        elif node > 0:
            bit = 1 << node
            if road.room[node] == 1 or once & bit:
                v[FULL] = v[FULL] | bit
            once |= bit


def offer_turn(p: Position) -> None:
    """What may be done before the first die."""
    v, road = p.v, p.road
    car = CARS + v[ACTOR] * CAR
    flats, gear, tyres = v[car + FLATS], v[car + GEAR], v[car + TYRES]
    slot = v[car + DAMAGE] + flats * 8
    if v[car + MARKERS] and p.rally.locking:
        slot += TURN_LOCK
    if flats and v[car + SPARE_HELD] and gear <= 1:  # RM-91
        slot += SPARE_READY
    cell = v[FROM] * 6 + gear
    found = road.kept[tyres].starts.free[cell][slot]
    if v[CROWDED] or found is NOT_ASKED:
        found = turn_choices(road, tyres, cell, slot, p.rally.attack, v[DIRT], v[FULL], v[CUTS_FULL])
    p.choices = found
    v[PHASE] = TURN


# ------------------------------------------------------------------ decisions


def choose(p: Position, action: int, events: Events) -> None:
    """A decision before or between dice."""
    if action >= ATTACK:
        _attack(p, action - ATTACK, events)
    elif action >= LOCK:
        _lock(p, action, events)
    elif action >= ROLL:
        v = p.v
        v[STEP] = step_of(p, action)
        v[STEP_DIE] = DICE[action]
        v[PHASE] = DIE
        p.odds = p.rally.rolls[v[STEP_DIE]]
        p.choices = NO_CHOICES
    elif action == END:
        take_card(p, events)
    elif action == SPARE:
        change_tyre(p, acting(p), events)
        offer_turn(p)
    else:
        _pass(p, events)


def _lock(p: Position, action: int, events: Events) -> None:
    """Pay for a die instead of rolling it: the first of a turn 1 marker, the second 2 more … (RM-44, RM-45)."""
    v = p.v
    v[LOCKS] = v[LOCKS] + 1
    v[acting(p) + MARKERS] = v[acting(p) + MARKERS] - v[LOCKS]
    die = DICE[action]
    v[STEP_DIE] = die
    v[STEP_HAZARD] = 0  # RM-46
    taken = step_of(p, action)
    if events is not None:
        args: dict[str, object] = {"die": DIE_NAMES[die], "price": v[LOCKS], "markers": v[acting(p) + MARKERS]}
        tell(p, events, "lock", "RM-44", args)
    if take_step(p, taken, die, 0, events):
        offer_chain(p, events)


def _pass(p: Position, events: Events) -> None:
    """Blocked before the first die: the card of the current gear, which stays engaged (RM-77, RM-R31)."""
    if events is not None:
        tell(p, events, "blocked", "RM-77", {"space": p.road.ids[p.v[acting(p) + NODE]]})
    take_card(p, events, "RM-R31")


# ------------------------------------------------------------------ what the dice show


def rolled(p: Position, outcome: int, events: Events) -> None:
    """The die lies on the table (RM-27, RM-28)."""
    v = p.v
    hazard = 1 if outcome >= HAZARD else 0
    die = v[STEP_DIE]
    if events is not None:
        clause = "RM-28" if v[USED] or v[WHITES] else "RM-27"
        tell(p, events, "roll_hazard" if hazard else "roll_clean", clause, {"die": DIE_NAMES[die]})
    if take_step(p, v[STEP], die, hazard, events):
        offer_chain(p, events)


def _attack(p: Position, number: int, events: Events) -> None:
    """RM-37: all dice of the set are rolled at once."""
    v = p.v
    mask, whites = SETS[number]
    v[ATTACKING] = 1
    v[LEFT] = mask
    v[LEFT_CLEAN] = whites
    v[PHASE] = FACES_DUE
    p.choices = NO_CHOICES
    p.odds = p.rally.attack_rolls[number]
    if events is not None:
        tell(p, events, "attack", "RM-37", {"dice": dice_text(mask, whites)})


def attack_rolled(p: Position, outcome: int, events: Events) -> None:
    """The faces are seen; a second per die is earned (RM-40)."""
    v = p.v
    v[EARNED] = BLACKS[v[LEFT]] + v[LEFT_CLEAN]
    if outcome > FACES:
        shown = outcome - FACES
        bad = shown % 3
        v[SHOWN] = shown // 3
        v[LEFT_BAD] = bad
        v[LEFT_CLEAN] = v[LEFT_CLEAN] - bad
    if events is not None:
        hazards = dice_text(v[SHOWN], v[LEFT_BAD])
        tell(p, events, "faces", "RM-40", {"hazards": hazards or "-", "earned": v[EARNED]})
    go_on_placing(p, events)


def reopen(p: Position) -> None:
    """What this node of a turn offers, worked out from the numbers alone."""
    v = p.v
    phase = v[PHASE]
    if phase == TURN:
        offer_turn(p)
    elif phase == CHAIN:
        offer_chain(p, None)
    elif phase == PLACING:
        go_on_placing(p, None)
    elif phase == SISU_ASKED:
        p.choices = SISU_CHOICES
    elif phase == DIE:
        p.odds = p.rally.rolls[v[STEP_DIE]]
    elif phase == FACES_DUE:
        p.odds = p.rally.attack_rolls[SET_OF[v[LEFT] * 3 + v[LEFT_CLEAN]]]
    elif phase == CARD_DUE:
        draw(p)
    elif phase == LOC_DUE:
        flip(p)
