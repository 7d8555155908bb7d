"""Why an action is not possible now. Only asked about actions that are neither legal nor interrupting."""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import Refusal
from parcferme.games.rallye_code import state
from parcferme.games.rallye_code.actions import (
    ACCEPT,
    BELL,
    FINE,
    GIVE_UP,
    HALF,
    PASS,
    PLACE_NO_ENTRY,
    PLACE_RIGHT,
    REFUSE,
    ROLL,
)
from parcferme.games.rallye_code.board.pieces import UNIT
from parcferme.games.rallye_code.rules.phases import phase_shown
from parcferme.games.rallye_code.rules.setup import draws_lots
from parcferme.games.rallye_code.rules.window import turn_of
from parcferme.games.rallye_code.state import Position

ASKED_BY: Final = (
    "RC-16", "RC-10", "RC-10", "RC-15", "RC-18", "RC-62", "RC-62", "RC-62", "RC-65", "RC-26", "RC-08",
)  # fmt: skip  # by phase: the clause that says who decides or rolls
ROLE_CLAUSES: Final = ("RC-17", "RC-46", "RC-25")  # in a window: Gendarme, gérant, challenger


def refusal(s: Position, seat: int, action: int) -> Refusal:
    """The rule that forbids it, the most telling first."""
    t = s.tables
    if not 0 <= seat < t.players:
        return Refusal("no_such_seat", "RC-01", {"players": t.players})
    if not 0 <= action < len(t.ids.actions):
        return Refusal("no_such_action", "RC-10", {})
    if s.phase == state.P_OVER:
        return Refusal("over", "RC-08", {})
    if not s.alive(seat):
        return Refusal("eliminated", "RC-07", {})
    if action == BELL:
        return _bell(s)
    if not t.table and (PLACE_RIGHT <= action <= PLACE_NO_ENTRY or action >= PASS):
        return Refusal("only_at_the_table", "RC-R25", {})
    if s.actor < 0:
        clause = "RC-R04" if draws_lots(s) else ASKED_BY[s.phase]
        return Refusal("chance_acts", clause, {"phase": phase_shown(s)})
    wrong = _wrong_phase(s, action) or _no_office(s, seat, action)
    if wrong is not None:
        return wrong
    if seat != s.actor:
        clause = ROLE_CLAUSES[s.speakers[0].role] if s.phase == state.P_WINDOW else ASKED_BY[s.phase]
        return Refusal("not_asked", clause, {"player": s.actor + 1})
    return _wrong_choice(s, seat, action)


def _bell(s: Position) -> Refusal:
    if not s.tables.clock:
        return Refusal("no_clock", "RC-08", {})
    return Refusal("already_called", "RC-R32", {})


def _wrong_phase(s: Position, action: int) -> Refusal | None:
    phase = s.phase
    if action < PLACE_RIGHT:
        return None if phase == state.P_TURN else Refusal("not_time_to_roll", "RC-10", {})
    if action <= PLACE_NO_ENTRY:
        return None if phase == state.P_PLACE else Refusal("nothing_to_place", "RC-15", {})
    if action in (ACCEPT, REFUSE):
        return None if phase == state.P_TAKEOVER else Refusal("no_takeover", "RC-60", {})
    if HALF <= action <= GIVE_UP:
        return None if phase == state.P_SHORTFALL else Refusal("not_short", "RC-65", {})
    return None if phase == state.P_WINDOW else Refusal("no_window", "RC-26", {})


def _wrong_choice(s: Position, seat: int, action: int) -> Refusal:
    """The right seat in the right phase, but not this one."""
    if s.phase == state.P_TURN:
        return Refusal("choose_a_car" if action == ROLL else "no_choice_of_car", "RC-R03", {})
    if s.phase == state.P_PLACE:
        return Refusal("no_no_entry_here", "RC-22", {})
    if s.phase == state.P_SHORTFALL:
        gerance = action - HALF
        if s.holders[gerance] != seat:
            return Refusal("not_your_box", "RC-65", {"gerance": gerance + 2})
        args: dict[str, object] = {"gerance": gerance + 2, "amount": s.boxes[gerance], "least": 2 * UNIT}
        return Refusal("box_too_small", "RC-R29", args)
    return _not_again(s, action)


def _no_office(s: Position, seat: int, action: int) -> Refusal | None:
    """In a window: whose business is this car? Judged by offices and turns alone, never by what is owed."""
    ids = s.tables.ids
    if action < FINE:
        return None
    car = (action - FINE) % ids.cars
    named: dict[str, object] = {"car": ids.car_names[car]}
    if car not in (s.now.car, s.before.car):
        return Refusal("car_not_concerned", "RC-26", named)
    turn, owner = turn_of(s, car), s.tables.owner[car]
    if action < ids.challenge:
        return None if turn.gendarme == seat else Refusal("not_gendarme", "RC-17", named)
    if action < ids.claim:
        if turn is s.now:
            return Refusal("not_yet", "RC-26", named)
        return Refusal("not_challenger", "RC-R16", named) if seat in (turn.gendarme, owner) else None
    gerance = (action - ids.claim) // ids.cars
    if s.holders[gerance] != seat:
        return Refusal("not_gerant", "RC-46", {"gerance": gerance + 2})
    return Refusal("own_car", "RC-R24", named) if owner == seat else None


def _not_again(s: Position, action: int) -> Refusal:
    """In a window: the seat that is asked has said it already, or is asked as something else by now."""
    ids = s.tables.ids
    named: dict[str, object] = {"car": ids.car_names[(action - FINE) % ids.cars]}
    if ids.challenge <= action < ids.claim:
        return Refusal("not_challenging", "RC-26", named)
    return Refusal("already_said", "RC-17" if action < ids.challenge else "RC-46", named)
