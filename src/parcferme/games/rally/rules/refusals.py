"""Why an action is not legal. Called only for actions that are not: every path ends in a reason with its clause."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import Refusal
from parcferme.games.rally.board.parts import SETUPS
from parcferme.games.rally.mechanics.driving import ANY_GEAR, RESTART, most_brakes
from parcferme.games.rally.rules.phases import PHASES
from parcferme.games.rally.state import (
    GEAR,
    LAY,
    MECHANICS,
    SERVICE,
    SETUP,
    SHOWN_PHASES,
    SOLO_MECHANICS,
    SOLO_SETUP,
    STEP,
    TYRES_FIT,
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
    "setup": (SETUP, SOLO_SETUP),
    "lay": (LAY,),
    "mechanic": (MECHANICS, SOLO_MECHANICS),
    "fit": (TYRES_FIT, SERVICE),
    "gear": (GEAR,),
    "overrev": (GEAR,),
    "advance": (STEP,),
    "brake": (STEP,),
    "halt": (STEP,),
    "drive_on": (SERVICE,),
}


def reason(p: Position, seat: int, action: int, deciding: tuple[int, ...]) -> Refusal:
    """Whose turn, which phase, then the rule of the action itself."""
    name = SHOWN_PHASES[p.phase]
    kind = PHASES[p.phase].kind
    if kind == OVER:
        return Refusal("game_over", "RA-02")
    if kind == CHANCE:
        return Refusal("chance_acts", _PHASE_CLAUSE[name], {"phase": name})
    if seat not in deciding:
        return Refusal("not_your_turn", "RA-09" if p.phase == LAY else "RA-33", {"car": int(p.seat) + 1})
    if not 0 <= action < len(p.tables.ids.actions):
        return Refusal("not_now", _PHASE_CLAUSE[name], {"phase": name, "kind": str(action)})
    form = str(p.tables.ids.actions.form(action)["kind"])
    if int(p.phase) not in _PHASES_OF[form]:
        return Refusal("not_now", _PHASE_CLAUSE[name], {"phase": name, "kind": form})
    if p.phase == GEAR:
        return _gear(p, seat, action, form)
    if p.phase == STEP:
        return _step(p, form)
    if p.phase == SERVICE:
        return _service(p, seat, action)
    return _before_start(p, seat, action)


def _before_start(p: Position, seat: int, action: int) -> Refusal:
    ids, car = p.tables.ids, p.cars[seat]
    if p.phase in (SETUP, SOLO_SETUP):
        args: dict[str, object] = {"before": SETUPS[car.setup], "setup": SETUPS[action - ids.setup]}
        return Refusal("setup_jump", "RA-14", args)
    if p.phase == LAY:
        refusal = p.route.why_not(action - ids.lay)
        assert refusal is not None, "a card that may be laid was refused"
        return refusal
    number = p.tables.deck.numbers[action - ids.mechanic]
    if action - ids.mechanic not in p.route.squares:
        return Refusal("not_on_road", "RA-50", {"number": number})
    last = p.route.squares[car.crew.squares[-1]]
    return Refusal("mechanic_order", "RA-50", {"number": number, "last": p.tables.deck.numbers[last]})


def _gear(p: Position, seat: int, action: int, form: str) -> Refusal:
    car, ids = p.cars[seat], p.tables.ids
    gear = int(car.gear)
    if gear == RESTART:
        return Refusal("restart_in_first", "RA-26")
    if form == "gear":
        return Refusal("gear_step", "RA-18", {"gear": action - ids.gear + 1, "now": gear})
    if gear == ANY_GEAR:
        return Refusal("overrev_start", "RA-35")
    if not car.overrev:
        return Refusal("card_spent", "RA-22")
    return Refusal("overrev_two", "RA-R20", {"gear": action - ids.overrev + 1, "now": gear})


def _step(p: Position, form: str) -> Refusal:
    left = int(p.left)
    if form == "halt":
        return Refusal("minimum", "RA-28", {"left": left})
    return Refusal("too_many_brakes", "RA-R13", {"most": most_brakes(left)})


def _service(p: Position, seat: int, action: int) -> Refusal:
    if action - p.tables.ids.fit == p.cars[seat].tyres:
        return Refusal("same_tyres", "RA-55")
    return Refusal("no_mechanic", "RA-53")
