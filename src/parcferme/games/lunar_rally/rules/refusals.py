"""Why an action is not possible now: the same tests that make the legal lists, each with its clause."""

from __future__ import annotations

from parcferme.core.errors import Refusal
from parcferme.games.lunar_rally.actions import CONCEDE, DECLINE, PLACES, number_programmed, program_in
from parcferme.games.lunar_rally.board.decks import CARDS, MISSING, WRONG_DECK
from parcferme.games.lunar_rally.board.hexes import FACINGS, LABELS
from parcferme.games.lunar_rally.mechanics.programs import Program
from parcferme.games.lunar_rally.rules.placing import placed_cell, placed_facing, placing_number
from parcferme.games.lunar_rally.state import (
    ENDED,
    FLIP,
    OPEN_1,
    OPEN_2,
    PLACE,
    PROGRAMMED,
    REASON_CLAUSES,
    REPLACE,
    SHOWN_AS,
    THROW_FIRST,
    Position,
)


def refusal(position: Position, seat: int, action: int) -> Refusal | None:
    """`None` exactly when the seat may take the action now."""
    node = position.phase
    if node == ENDED:
        return Refusal("over", REASON_CLAUSES[position.reason])
    if not 0 <= seat < position.race.players:
        return Refusal("not_asked", "LR-01")
    if position.conceded >> seat & 1:
        return Refusal("conceded", "LR-R37")
    if action == CONCEDE:
        return None  # LR-86: at any time
    if node <= THROW_FIRST:
        return Refusal("tokens", "LR-25" if node == THROW_FIRST else "LR-20")
    if node == FLIP:
        return Refusal("passing", "LR-41")
    if not position.asked >> seat & 1:
        return Refusal("not_asked", _order_clause(position))
    if node in (PLACE, REPLACE):
        return _refused_placing(position, action)
    return _refused_program(position, seat, action)


def _order_clause(position: Position) -> str:
    """The rule that says who decides at this node."""
    if position.phase == PLACE:
        return "LR-27" if placing_number(position) == 1 else "LR-28"
    return "LR-82" if position.phase == REPLACE else "LR-37"


def _refused_placing(position: Position, action: int) -> Refusal | None:
    node, ground = position.phase, position.ground
    if action == DECLINE:
        return None if node == REPLACE else Refusal("must_place", _order_clause(position))
    if action < PLACES:
        return Refusal("not_now", "LR-29" if node == PLACE else "LR-82", {"now": SHOWN_AS[node]})
    cell = placed_cell(position.race, action)
    name = LABELS[cell]
    if not ground.is_start[cell]:
        return Refusal("not_start", "LR-26", {"hex": name})
    if position.standing_on(cell) is not None:
        return Refusal("taken", "LR-R06", {"hex": name})
    if placed_facing(action) not in ground.facings[cell]:
        return Refusal("facing", "LR-26", {"hex": name, "facing": FACINGS[placed_facing(action)]})
    return None


def _refused_program(position: Position, seat: int, action: int) -> Refusal | None:
    number = PROGRAMMED[position.phase]
    opening = position.phase in (OPEN_1, OPEN_2)
    clause = "LR-29" if opening else "LR-37"
    if number_programmed(action) == 0:
        return Refusal("not_now", clause, {"now": SHOWN_AS[position.phase]})
    if number_programmed(action) != number:
        return Refusal("other_rover", clause if opening else "LR-31", {"number": number})
    program = program_in(action)
    phases = position.rover(seat, number).phases
    if program.length != phases:
        return Refusal("length", clause, {"cards": program.length, "phases": phases})
    if program.allowed(position.race.loose_cards):
        return None
    return program_refusal(program, position.race.loose_cards, clause)


def program_refusal(program: Program, loose: bool, clause: str) -> Refusal:
    """What is wrong with a program that is not allowed."""
    if program.fault == WRONG_DECK and not loose:
        return Refusal("wrong_deck", "LR-16", {"number": program.number})
    if program.fault == MISSING and not loose:
        return Refusal("missing_card", clause)
    return Refusal("too_many", "LR-38", {"number": program.number, "card": CARDS[program.overused]})
