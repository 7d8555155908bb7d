"""The table of phases: who decides what, and what may follow. Conceding leads on from anywhere (LR-86)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.events import Event
from parcferme.core.phases import Phase
from parcferme.games.lunar_rally.rules.placing import place
from parcferme.games.lunar_rally.rules.replacing import replace
from parcferme.games.lunar_rally.rules.tokens import throw_for_first, throw_for_map
from parcferme.games.lunar_rally.rules.turns import flip_moon, seal_programs, stay_ended
from parcferme.games.lunar_rally.state import FLIP, OPEN_1, OPEN_2, PROGRAM_1, PROGRAM_2, Position

# What was decided: one action or outcome, or one program for each seat that was asked
Handler = Callable[[Position, list[int], list[Event] | None], None]

EVERYONE: Final = "everyone with such a Rover, sealed"

PHASES: Final[tuple[Phase[Handler], ...]] = (
    Phase("throw_map", CHANCE, "the Start Tokens", throw_for_map, ("throw_first", "place")),  # LR-20
    Phase("throw_first", CHANCE, "the Start Tokens", throw_for_first, ("throw_first", "place")),  # LR-25
    Phase("place", DECISION, "there and back, in turn", place, ("place", "open_1")),  # LR-27, LR-28
    Phase("open_1", JOINT, EVERYONE, seal_programs, ("open_2",)),  # LR-29
    Phase("open_2", JOINT, EVERYONE, seal_programs, ("replace", "program_1", "flip", "over")),  # LR-29
    Phase("replace", DECISION, "who has lost both Rovers", replace, ("replace", "program_1", "flip")),  # LR-82
    Phase("program_1", JOINT, EVERYONE, seal_programs, ("program_2", "flip", "over")),  # LR-37
    Phase("program_2", JOINT, EVERYONE, seal_programs, ("replace", "program_1", "flip", "over")),  # LR-37
    Phase("flip", CHANCE, "the Moon Token", flip_moon, ("replace", "program_1", "program_2", "over")),  # LR-41
    Phase("over", OVER, "", stay_ended, ()),
)


def make_move(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """What was decided, by its row. Rows of most moves are called by name: faster than by a table's entry."""
    if position.phase in (PROGRAM_1, PROGRAM_2, OPEN_1, OPEN_2):
        seal_programs(position, moves, events)
    elif position.phase == FLIP:
        flip_moon(position, moves, events)
    else:
        PHASES[position.phase].handler(position, moves, events)
