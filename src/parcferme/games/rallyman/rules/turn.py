"""One driver's turn: what is chosen before and between the dice. `begin.py` opens it, `step.py` drives each die.

begin → choose (die, lock, attack, spare, pass) → rolled / attack_rolled → the step is driven → choose …
"""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.actions import (
    ATTACK, DICE, DIE_NAMES, END, FACES, HAZARD, LOCK, ROLL, SETS, SET_OF, SPARE, dice_text,
)  # fmt: skip
from parcferme.games.rallyman.rules.cache import NO_CHOICES
from parcferme.games.rallyman.rules.begin import Events, change_tyre, offer_turn, tell
from parcferme.games.rallyman.rules.choices import PLACE_DICE, SET_SLOTS
from parcferme.games.rallyman.rules.step import (
    SISU_CHOICES, draw, flip, go_on_placing, offer_chain, step_of, take_card, take_step,
)  # fmt: skip
from parcferme.games.rallyman.state import (
    BAD_WHITE, CARD_DUE, CHAIN, DIE, FACES_DUE, LOC_DUE, MARKERS, NODE, PLACING, SISU_ASKED, STEP, STEP_DIE,
    STEP_HAZARD, TURN, Position,
)  # fmt: skip

# ------------------------------------------------------------------ decisions


def choose(p: Position, action: int, events: Events) -> None:
    """A decision before or between dice."""
    if action >= ATTACK:
        _attack(p, action - ATTACK, events)
    elif action >= LOCK:
        _lock(p, action, events)
    elif action >= ROLL:
        die = DICE[action]
        p.v[STEP] = step_of(p, action)
        p.v[STEP_DIE] = die
        p.phase = DIE
        p.odds = p.rally.rolls[die]
        p.choices = NO_CHOICES
    elif action == END:
        take_card(p, events)
    elif action == SPARE:
        change_tyre(p, p.car, events)
        offer_turn(p)
    else:
        _pass(p, events)


def _lock(p: Position, action: int, events: Events) -> None:
    """Pay for a die instead of rolling it: the first of a turn 1 marker, the second 2 more … (RM-44, RM-45)."""
    v, car = p.v, p.car
    p.locks = p.locks + 1
    v[car + MARKERS] = v[car + MARKERS] - p.locks
    die = DICE[action]
    v[STEP_DIE] = die
    v[STEP_HAZARD] = 0  # RM-46
    taken = step_of(p, action)
    if events is not None:
        args: dict[str, object] = {"die": DIE_NAMES[die], "price": p.locks, "markers": v[car + MARKERS]}
        tell(p, events, "lock", "RM-44", args)
    if take_step(p, taken, die, 0, events):
        offer_chain(p, events)


def _pass(p: Position, events: Events) -> None:
    """Blocked before the first die: the card of the current gear, which stays engaged (RM-77, RM-R31)."""
    if events is not None:
        tell(p, events, "blocked", "RM-77", {"space": p.road.ids[p.v[p.car + NODE]]})
    take_card(p, events, "RM-R31")


# ------------------------------------------------------------------ what the dice show


def rolled(p: Position, outcome: int, events: Events) -> None:
    """The die lies on the table (RM-27, RM-28)."""
    v = p.v
    hazard = 1 if outcome >= HAZARD else 0
    die = v[STEP_DIE]
    if events is not None:
        clause = "RM-28" if p.used or p.whites else "RM-27"
        tell(p, events, "roll_hazard" if hazard else "roll_clean", clause, {"die": DIE_NAMES[die]})
    if take_step(p, v[STEP], die, hazard, events):
        offer_chain(p, events)


def _attack(p: Position, number: int, events: Events) -> None:
    """RM-37: all dice of the set are rolled at once."""
    p.attacking = 1
    p.left = SET_SLOTS[number]
    p.phase = FACES_DUE
    p.choices = NO_CHOICES
    p.odds = p.rally.attack_rolls[number]
    if events is not None:
        tell(p, events, "attack", "RM-37", {"dice": dice_text(SETS[number][0], SETS[number][1])})


def attack_rolled(p: Position, outcome: int, events: Events) -> None:
    """The faces are seen; a second per die is earned (RM-40)."""
    p.earned = PLACE_DICE[p.left]
    if outcome > FACES:
        shown = outcome - FACES
        p.shown = shown // 3
        p.left = p.left + shown % 3 * BAD_WHITE
    if events is not None:
        hazards = dice_text(p.shown, p.dice_left()[2])
        tell(p, events, "faces", "RM-40", {"hazards": hazards or "-", "earned": p.earned})
    go_on_placing(p, events)


def reopen(p: Position) -> None:
    """What this node of a turn offers, worked out from the numbers alone."""
    phase = p.phase
    if phase == TURN:
        offer_turn(p)
    elif phase == CHAIN:
        offer_chain(p, None)
    elif phase == PLACING:
        go_on_placing(p, None)
    elif phase == SISU_ASKED:
        p.choices = SISU_CHOICES
    elif phase == DIE:
        p.odds = p.rally.rolls[p.v[STEP_DIE]]
    elif phase == FACES_DUE:
        black, whites, _ = p.dice_left()
        p.odds = p.rally.attack_rolls[SET_OF[black * 3 + whites]]
    elif phase == CARD_DUE:
        draw(p)
    elif phase == LOC_DUE:
        flip(p)
