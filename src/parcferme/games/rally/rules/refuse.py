"""Why an action is not legal. Called only for actions that are not: every path ends in a reason with its clause."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import Refusal
from parcferme.games.rally.actions import SETUPS as SETUP_NAMES
from parcferme.games.rally.state import (
    AT_START,
    CARD,
    GEAR,
    GEARBOX,
    LAY,
    MECH,
    MECHANICS,
    P_LEFT,
    P_PHASE,
    P_ROUND,
    P_SEAT,
    PHASES,
    RUBBER,
    SERVICE,
    SETUP,
    SETUPS,
    STEP,
    TYRES,
    Position,
)

_PHASE_CLAUSE: Final = {
    "draw": "RA-75",
    "setup": "RA-12",
    "mark": "RA-R30",
    "lay": "RA-09",
    "mechanics": "RA-50",
    "weather": "RA-59",
    "tyres": "RA-64",
    "gear": "RA-36",
    "risk": "RA-36",
    "step": "RA-38",
    "damage": "RA-42",
    "service": "RA-56",
}
_PHASES_OF: Final = {
    "setup": (SETUP,),
    "lay": (LAY,),
    "mechanic": (MECHANICS,),
    "fit": (TYRES, SERVICE),
    "gear": (GEAR,),
    "overrev": (GEAR,),
    "advance": (STEP,),
    "brake": (STEP,),
    "halt": (STEP,),
    "drive_on": (SERVICE,),
}


def reason(p: Position, seat: int, action: int, deciding: tuple[int, ...]) -> Refusal:
    """Whose turn, which phase, then the rule of the action itself."""
    phase = p.v[P_PHASE]
    name = PHASES[phase]
    if p.tables.kinds[phase] == OVER:
        return Refusal("game_over", "RA-02")
    if p.tables.kinds[phase] == CHANCE:
        return Refusal("chance_acts", _PHASE_CLAUSE[name], {"phase": name})
    if seat not in deciding:
        return Refusal("not_your_turn", "RA-09" if phase == LAY else "RA-33", {"car": p.v[P_SEAT] + 1})
    if not 0 <= action < len(p.tables.ids.actions):
        return Refusal("not_now", _PHASE_CLAUSE[name], {"phase": name, "kind": str(action)})
    kind = str(p.tables.ids.actions.form(action)["kind"])
    if phase not in _PHASES_OF[kind]:
        return Refusal("not_now", _PHASE_CLAUSE[name], {"phase": name, "kind": kind})
    if phase == GEAR:
        return _gear(p, seat, action, kind)
    if phase == STEP:
        return _step(p, kind)
    if phase == SERVICE:
        return _service(p, seat, action)
    return _before_start(p, seat, action)


def _before_start(p: Position, seat: int, action: int) -> Refusal:
    v, ids = p.v, p.tables.ids
    if v[P_PHASE] == SETUP:
        args: dict[str, object] = {"before": SETUP_NAMES[v[SETUPS + seat]], "setup": SETUP_NAMES[action - ids.setup]}
        return Refusal("setup_jump", "RA-14", args)
    if v[P_PHASE] == LAY:
        refusal = p.route.why_not(action - ids.lay)
        assert refusal is not None, "a card that may be laid was refused"
        return refusal
    number = p.tables.deck.numbers[action - ids.mechanic]
    if action - ids.mechanic not in p.route.squares:
        return Refusal("not_on_road", "RA-50", {"number": number})
    last = p.route.squares[v[MECH + 3 * seat + v[P_ROUND] - 1]]
    return Refusal("mechanic_order", "RA-50", {"number": number, "last": p.tables.deck.numbers[last]})


def _gear(p: Position, seat: int, action: int, kind: str) -> Refusal:
    gear = p.v[GEARBOX + seat]
    if kind == "gear":
        return Refusal("gear_step", "RA-18", {"gear": action - p.tables.ids.gear + 1, "now": gear})
    if gear == AT_START:
        return Refusal("overrev_start", "RA-35")
    if p.v[CARD + seat] == 0:
        return Refusal("card_spent", "RA-22")
    return Refusal("overrev_two", "RA-R20", {"gear": action - p.tables.ids.overrev + 1, "now": gear})


def _step(p: Position, kind: str) -> Refusal:
    left = p.v[P_LEFT]
    if kind == "halt":
        return Refusal("minimum", "RA-28", {"left": left})
    return Refusal("too_many_brakes", "RA-R13", {"most": max(0, left - 1)})


def _service(p: Position, seat: int, action: int) -> Refusal:
    if action - p.tables.ids.fit == p.v[RUBBER + seat]:
        return Refusal("same_tyres", "RA-55")
    return Refusal("no_mechanic", "RA-53")
