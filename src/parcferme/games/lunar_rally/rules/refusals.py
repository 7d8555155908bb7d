"""Why an action is not possible now: the same tests that make the legal lists, each with its clause."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.errors import Refusal
from parcferme.games.lunar_rally.actions import CONCEDE, DECLINE, PLACES, number_programmed, program_in
from parcferme.games.lunar_rally.cards import (
    CARDS,
    FAULTS,
    LENGTHS,
    MISSING,
    SEQUENCES,
    WRONG_DECK,
    allowed,
    too_many,
)
from parcferme.games.lunar_rally.load import FACINGS, LABELS, Ground
from parcferme.games.lunar_rally.rules.placing import placed_cell, placed_facing, placing_number
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import (
    ASKED,
    ASKS,
    CELL,
    CONCEDED,
    ENDED,
    FLIP,
    NODE,
    NODE_NAMES,
    PHASES,
    PLACE,
    REASON,
    REASON_CLAUSES,
    REPLACE,
    ROVERS,
    THROW_FIRST,
    rover_of,
)
from parcferme.lib.rows import vec


def refusal(v: vec[i64], race: Race, ground: Ground | None, seat: int, action: int) -> Refusal | None:
    """`None` exactly when the seat may take the action now."""
    node = v[NODE]
    if node == ENDED:
        return Refusal("over", REASON_CLAUSES[v[REASON]])
    if not 0 <= seat < race.players:
        return Refusal("not_asked", "LR-01")
    if v[CONCEDED] >> seat & 1:
        return Refusal("conceded", "LR-R37")
    if action == CONCEDE:
        return None  # LR-86: at any time
    if node <= THROW_FIRST:
        return Refusal("tokens", "LR-25" if node == THROW_FIRST else "LR-20")
    if node == FLIP:
        return Refusal("passing", "LR-41")
    if not v[ASKED] >> seat & 1:
        return Refusal("not_asked", _order_clause(v, race))
    assert ground is not None
    if node in (PLACE, REPLACE):
        return _refused_placing(v, race, ground, action)
    return _refused_program(v, race, seat, action)


def _order_clause(v: vec[i64], race: Race) -> str:
    """The rule that says who decides at this node."""
    if v[NODE] == PLACE:
        return "LR-27" if placing_number(v, race) == 1 else "LR-28"
    return "LR-82" if v[NODE] == REPLACE else "LR-37"


def _refused_placing(v: vec[i64], race: Race, ground: Ground, action: int) -> Refusal | None:
    if action == DECLINE:
        return None if v[NODE] == REPLACE else Refusal("must_place", _order_clause(v, race))
    if action < PLACES:
        return Refusal("not_now", "LR-29" if v[NODE] == PLACE else "LR-82", {"now": NODE_NAMES[v[NODE]]})
    cell = placed_cell(race, action)
    name = LABELS[cell]
    if not ground.is_start[cell]:
        return Refusal("not_start", "LR-26", {"hex": name})
    if cell in v[CELL : CELL + ROVERS]:
        return Refusal("taken", "LR-R06", {"hex": name})
    if placed_facing(action) not in ground.facings[cell]:
        return Refusal("facing", "LR-26", {"hex": name, "facing": FACINGS[placed_facing(action)]})
    return None


def _refused_program(v: vec[i64], race: Race, seat: int, action: int) -> Refusal | None:
    number = ASKS[v[NODE]]
    if number_programmed(action) == 0:
        return Refusal("not_now", "LR-37", {"now": NODE_NAMES[v[NODE]]})
    if number_programmed(action) != number:
        return Refusal("other_rover", "LR-31", {"number": number})
    program = program_in(action)
    phases = v[PHASES + rover_of(seat, number)]
    if LENGTHS[program] != phases:
        return Refusal("length", "LR-37", {"cards": LENGTHS[program], "phases": phases})
    if allowed(number, program, race.loose_cards):
        return None
    return program_refusal(number, program, race.loose_cards)


def program_refusal(number: int, program: int, loose: bool) -> Refusal:
    """What is wrong with a program that is not allowed."""
    fault = FAULTS[number][program]
    card = too_many(number, SEQUENCES[program])
    if fault == WRONG_DECK and not loose:
        return Refusal("wrong_deck", "LR-16", {"number": number})
    if fault == MISSING and not loose:
        return Refusal("missing_card", "LR-37")
    return Refusal("too_many", "LR-38", {"number": number, "card": CARDS[card]})
