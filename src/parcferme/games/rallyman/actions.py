"""Action and outcome ids of Rallyman, their notation, and the parts of an action.

    end pass spare sisu accept ready tyres:asphalt tyres:snow
    roll:3/in    lock:W/go    place:W!/go       a die and the path it is driven on
    attack:234WW                                the dice of a time attack

Dice are numbered 0–4 for the gears 1–5, WHITE = 5, and in `place` WHITE_HAZARD = 6 for a white die that shows a hazard.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from mypy_extensions import i64

from parcferme.core.notation import Notation
from parcferme.lib.rows import vec

GO: Final = 0  # plain road, a bump, or across the finish line
IN: Final = 1  # a corner on its inside trajectory
SKID: Final = 2  # a corner sideways, in exactly its outside note
CUT: Final = 3  # the shortcut beside a corner
WIDE: Final = 4  # a corner too fast: control is lost
PATHS: Final = 5
PATH_NAMES: Final = ("go", "in", "skid", "cut", "wide")

WHITE: Final = 5
WHITE_HAZARD: Final = 6
DIE_NAMES: Final = ("1", "2", "3", "4", "5", "W", "W!")

END: Final = 0
PASS: Final = 1
SPARE: Final = 2
SISU: Final = 3
ACCEPT: Final = 4
READY: Final = 5
TYRES_ASPHALT: Final = 6
TYRES_SNOW: Final = 7
SIMPLE_NAMES: Final = ("end", "pass", "spare", "sisu", "accept", "ready", "tyres:asphalt", "tyres:snow")

ROLL: Final = 8  # + die * PATHS + path
LOCK: Final = ROLL + 6 * PATHS
PLACE: Final = LOCK + 6 * PATHS
ATTACK: Final = PLACE + 7 * PATHS


def _attack_sets() -> list[tuple[int, int]]:
    """(mask of gears, white dice) of every time attack: gears in a row, none to two white dice, two dice or more."""
    runs = [((1 << length) - 1) << low for length in range(6) for low in range(6 - length)]
    sets = [(mask, whites) for mask in sorted(set(runs)) for whites in range(3)]
    return [(mask, whites) for mask, whites in sets if mask.bit_count() + whites >= 2]


SETS: Final = _attack_sets()
SET_OF: Final = {mask * 3 + whites: number for number, (mask, whites) in enumerate(SETS)}


def dice_text(mask: int, whites: int) -> str:
    """The dice of a set: `234WW`."""
    return "".join(DIE_NAMES[die] for die in range(5) if mask >> die & 1) + "W" * whites


def _action_notation() -> Notation:
    texts = list(SIMPLE_NAMES)
    forms: list[dict[str, object]] = [
        {"kind": name.partition(":")[0], "tyres": name.partition(":")[2]} if ":" in name else {"kind": name}
        for name in SIMPLE_NAMES
    ]
    for kind, dice in (("roll", 6), ("lock", 6), ("place", 7)):
        for die in range(dice):
            for path in PATH_NAMES:
                texts.append(f"{kind}:{DIE_NAMES[die]}/{path}")
                forms.append({"kind": kind, "die": DIE_NAMES[die], "path": path})
    for mask, whites in SETS:
        texts.append(f"attack:{dice_text(mask, whites)}")
        forms.append({"kind": "attack", "dice": dice_text(mask, whites), "count": mask.bit_count() + whites})
    return Notation("a Rallyman action", texts, forms)


# Outcomes of chance: one id per physical event.
CLEAN: Final = 0  # + die (0–5)
HAZARD: Final = 6  # + die
FACES: Final = 12  # + mask of gear dice with a hazard * 3 + white dice with a hazard
K_GOOD: Final = FACES + 96
K_DIRTY: Final = K_GOOD + 1
K_PUNCTURE: Final = K_GOOD + 2
LOC_SPIN: Final = K_GOOD + 3
LOC_LEFT: Final = K_GOOD + 4
LOC_RIGHT: Final = K_GOOD + 5
DRY: Final = K_GOOD + 6
SNOW: Final = K_GOOD + 7
ORDER: Final = K_GOOD + 8
ORDERS: Final = [list(order) for count in (2, 3, 4) for order in permutations(range(count))]
ORDERS_FROM: Final = {2: 0, 3: 2, 4: 8}  # where the orders of so many drivers begin


def _outcome_notation() -> Notation:
    texts = [DIE_NAMES[die] for die in range(6)] + [f"{DIE_NAMES[die]}!" for die in range(6)]
    texts += [f"hazards:{dice_text(mask, whites) or '-'}" for mask in range(32) for whites in range(3)]
    texts += ["card:good", "card:dirty", "card:puncture", "loc:spin", "loc:left", "loc:right", "dry", "snow"]
    texts += ["order:" + "".join(str(seat) for seat in order) for order in ORDERS]
    return Notation("an outcome of Rallyman", texts)


ACTIONS: Final = _action_notation()
OUTCOMES: Final = _outcome_notation()


DICE: Final = vec[i64]([0] * ROLL + [die for count in (6, 6, 7) for die in range(count) for _ in range(PATHS)])
WAYS: Final = vec[i64]([0] * ROLL + list(range(PATHS)) * 19)


def die_of(action: int) -> int:
    """The die of a roll, lock or place."""
    return DICE[action]


def path_of(action: int) -> int:
    """The path of a roll, lock or place."""
    return WAYS[action]
