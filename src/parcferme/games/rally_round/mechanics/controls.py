"""Passage and Time Controls: what counts as a visit, and how a Time Control is reached (RR-63 … RR-74)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.board.cards import PASSAGE, Deck
from parcferme.games.rally_round.board.map import Board
from parcferme.games.rally_round.board.route import Section
from parcferme.games.rally_round.mechanics.crew import Crew
from parcferme.games.rally_round.mechanics.timing import F_OVERSHOT, F_WRONG_SIDE, NO_FAULT, ROAD, STAGE, flying
from parcferme.games.rally_round.mechanics.ways import DRIVING

DRIVEN_PAST: Final = 0
WRONG_WAY: Final = 1
VISITED: Final = 2


def visit(crew: Crew, section: Section, board: Board, edge: i64) -> bool:
    """A Passage Control is reached in a way that counts if the direction is right; True if it is (RR-63, RR-64).

    Controls are visited in order: what was visited before an earlier control must be visited again (RR-R10).
    """
    number = section.pcs.index(board.head[edge])
    if board.tail[edge] != section.pc_approach[number]:
        return False
    if not crew.visited >> number & 1:
        crew.visited = crew.visited & ((1 << number) - 1) | 1 << number
    return True


def pass_by(crew: Crew, deck: Deck, section: Section, board: Board, edge: i64, left: i64) -> int:
    """RR-64: to pass a Passage Control is to visit it on a Stage, elsewhere only if kit or card allow it."""
    if section.kind == STAGE:
        return VISITED if visit(crew, section, board, edge) else WRONG_WAY
    if left == 0 or not (crew.kit.passage or crew.has(deck, PASSAGE)):
        return DRIVEN_PAST
    if not visit(crew, section, board, edge):
        return WRONG_WAY
    if not crew.kit.passage:
        crew.use(deck, PASSAGE)
    return VISITED


def is_out_of_reach(section: Section, mode: i64, driven: i64, said: i64) -> bool:
    """RR-R55: a square added by a Hazard! card never reaches a second-timed control."""
    return section.kind != ROAD and mode == DRIVING and driven > said // 10


def last_minute(section: Section, mode: i64, driven: i64, said: i64) -> int:
    """Seconds of the minute in which the due control is reached: all of it on the road (RR-68, RR-R05) and for a car
    that rolls or makes room (RR-R07), else as many as its squares took (RR-70, RR-71)."""
    return 60 if section.kind == ROAD or mode != DRIVING else flying(driven, said // 10)


def arrival_fault(section: Section, board: Board, edge: i64, left: i64) -> int:
    """No more than one fault for one control (RR-R08): from the wrong side, or overshot on the road (RR-67, RR-R06)."""
    if board.tail[edge] != section.approach:
        return F_WRONG_SIDE
    return F_OVERSHOT if section.kind == ROAD and left > 0 else NO_FAULT
