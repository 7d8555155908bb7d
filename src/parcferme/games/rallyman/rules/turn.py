"""One driver's turn: what is chosen before and between the dice. `step.py` drives each die.

begin → choose (die, lock, attack, spare, pass) → rolled / attack_rolled → the step is driven → choose …
"""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.actions import (
    ATTACK, DIE_NAMES, END, FACES, HAZARD, LOCK, PATHS, ROLL, SETS, SPARE, dice_text,
)  # fmt: skip
from parcferme.games.rallyman.load import CORNER
from parcferme.games.rallyman.road import INSIDE, ON_CUT, UPRIGHT, Road
from parcferme.games.rallyman.rules.choices import MOST_KEPT, Car, turn_choices, window
from parcferme.games.rallyman.rules.step import (
    SISU_CHOICES, Events, acting, change_tyre, draw, flip, go_on_placing, offer_chain, take_card, take_step, tell,
)  # fmt: skip
from parcferme.games.rallyman.state import (
    ACTOR, ATTACKING, CAR, CARD_DUE, CARS, CHAIN, CROWDED, CUTS_FULL, DAMAGE, DIE, DIRT, DRIVING, EARNED, FACES_DUE,
    FLATS, FROM, FULL, GEAR, LEFT, LEFT_BAD, LEFT_CLEAN, LOCKS, LOC_DUE, MARKERS, NODE, NO_CHOICES, OFF_LEFT, PHASE,
    PLACING, POSE, POSE_NAMES, SHOWN, SISU_ASKED, SPARE_HELD, SPUN, STATUS, STEP, STEP_DIE, STEP_HAZARD, TURN, TYRES,
    USED, WHITES, Position,
)  # fmt: skip

FORGOTTEN = [0] * (STEP_HAZARD - ATTACKING + 1)  # a turn before it begins


# ------------------------------------------------------------------ before the first die


def begin(p: Position, seat: int, events: Events) -> None:
    """A driver's turn comes: the car is put back on the road (RM-67, RM-R26) and the first die is chosen."""
    v = p.v
    v[ATTACKING : STEP_HAZARD + 1] = FORGOTTEN
    v[ACTOR] = seat
    car = CARS + seat * CAR
    v[car + STATUS] = DRIVING
    back = v[car + POSE] >= SPUN
    if back:
        v[car + POSE] = _resting_pose(p.road, v[car + NODE])
    v[FROM] = p.road.at[v[car + NODE]]
    if p.rally.players > 1:
        _look_around(p, seat)
    v[CROWDED] = 1 if (v[DIRT] | v[FULL] | v[CUTS_FULL]) >> (v[FROM] + 1) else 0
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


def _look_around(p: Position, seat: int) -> None:
    """Note where other cars leave no room (RM-R30). Cars off the road, on START and on FINISH take none."""
    v, road = p.v, p.road
    full = once = cuts = 0
    for other in range(p.rally.players):
        car = CARS + other * CAR
        if other == seat or v[car + STATUS] != DRIVING or v[car + POSE] >= OFF_LEFT:
            continue
        node = v[car + NODE]
        if node > road.finish:
            cuts |= 1 << road.at[node]
        elif node > 0:
            bit = 1 << node
            if road.room[node] == 1 or once & bit:
                full |= bit
            once |= bit
    v[FULL] = full
    v[CUTS_FULL] = cuts


def offer_turn(p: Position) -> None:
    """What may be done before the first die."""
    v, road = p.v, p.road
    car = CARS + v[ACTOR] * CAR
    progress = v[FROM]
    lock = 1 if p.rally.locking and v[car + MARKERS] > 0 else 0
    spare = 1 if v[car + FLATS] and v[car + SPARE_HELD] and v[car + GEAR] <= 1 else 0  # RM-91
    key = lock | spare << 1 | v[car + DAMAGE] << 2 | v[car + FLATS] << 5
    if v[CROWDED]:
        key |= window(road, progress, 7, v[DIRT], v[FULL], v[CUTS_FULL]) << 7
    kept = road.kept[v[car + TYRES]].starts[progress * 6 + v[car + GEAR]]
    found = kept.get(key)
    if found is None:
        state = Car(progress, v[car + GEAR], 0, 0, v[car + DAMAGE], v[car + FLATS], v[car + TYRES], lock, spare)
        found = turn_choices(road, state, p.rally.attack, v[DIRT], v[FULL], v[CUTS_FULL])
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = found
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
        v[STEP] = p.choices.steps[action]
        v[STEP_DIE] = (action - ROLL) // PATHS
        v[PHASE] = DIE
        p.outcomes = p.rally.rolls[v[STEP_DIE]]
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
    v[LOCKS] += 1
    v[acting(p) + MARKERS] -= v[LOCKS]
    die = (action - LOCK) // PATHS
    v[STEP_DIE] = die
    v[STEP_HAZARD] = 0  # RM-46
    taken = p.choices.steps[action]
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
    p.outcomes = p.rally.faces(mask, whites)
    if events is not None:
        tell(p, events, "attack", "RM-37", {"dice": dice_text(mask, whites)})


def attack_rolled(p: Position, outcome: int, events: Events) -> None:
    """The faces are seen; a second per die is earned (RM-40)."""
    v = p.v
    shown = outcome - FACES
    v[SHOWN] = shown // 3
    v[LEFT_BAD] = shown % 3
    v[EARNED] = v[LEFT].bit_count() + v[LEFT_CLEAN]
    v[LEFT_CLEAN] -= v[LEFT_BAD]
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
        p.outcomes = p.rally.rolls[v[STEP_DIE]]
    elif phase == FACES_DUE:
        p.outcomes = p.rally.faces(v[LEFT], v[LEFT_CLEAN])
    elif phase == CARD_DUE:
        draw(p)
    elif phase == LOC_DUE:
        flip(p)
