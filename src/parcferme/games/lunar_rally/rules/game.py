"""The game and its positions, as everybody outside knows them: each verb is one of the chapters beside this file."""

from __future__ import annotations

from random import Random
from typing import Final, final

from mypy_extensions import i64

from parcferme.core.contract import Game, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import Note
from parcferme.core.result import Result
from parcferme.games.lunar_rally.actions import (
    CONCEDE,
    PROGRAM_ACTIONS,
    notation,
    outcome_notation,
    program_action,
)
from parcferme.games.lunar_rally.board.race import Race
from parcferme.games.lunar_rally.effects import effect
from parcferme.games.lunar_rally.mechanics.programs import blank_program
from parcferme.games.lunar_rally.meta import META
from parcferme.games.lunar_rally.rules.conceding import concede
from parcferme.games.lunar_rally.rules.ending import result_of
from parcferme.games.lunar_rally.rules.phases import PHASES, make_move
from parcferme.games.lunar_rally.rules.placing_lists import placing_choices
from parcferme.games.lunar_rally.rules.possible import ask_who_is_due
from parcferme.games.lunar_rally.rules.programming import program_choices, redraw_hidden
from parcferme.games.lunar_rally.rules.refusals import refusal
from parcferme.games.lunar_rally.rules.tokens import MOST_THROWS, choose_map, outcomes
from parcferme.games.lunar_rally.state import (
    ENDED,
    PLACE,
    PROGRAMMED,
    REPLACE,
    SEATS_OF,
    Position,
    new_position,
    read_position,
    written,
)
from parcferme.games.lunar_rally.view import build_view
from parcferme.lib.rows import vec

KINDS: Final = vec[i64]([phase.kind for phase in PHASES])


@final
class LunarState(State):
    """One position of a race."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    # What may happen

    def kind(self) -> int:
        return KINDS[self.position.phase]

    def to_act(self) -> tuple[int, ...]:
        return SEATS_OF[self.position.asked]

    def legal(self, seat: int) -> list[int]:
        position = self.position
        if not position.asked >> seat & 1:
            return []
        if position.phase in (PLACE, REPLACE):
            return placing_choices(position)
        return program_choices(position, seat)

    def explain(self, seat: int, action: int) -> Refusal | None:
        return refusal(self.position, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        return outcomes(self.position)

    def draw(self, share: float) -> int:
        """All outcomes are equally likely."""
        possible = outcomes(self.position)
        return possible[int(share * float(len(possible)))][0]

    def interrupts(self, seat: int) -> list[int]:
        """LR-86: conceding, at any time."""
        return [CONCEDE] if self.explain(seat, CONCEDE) is None else []

    def default(self, seat: int) -> int:
        """LR-R38: blanks, which nobody may choose; the first free start hex; no replacement."""
        number = PROGRAMMED[self.position.phase]
        if number == 0:
            return self.legal(seat)[0]
        return program_action(blank_program(number, self.position.rover(seat, number).phases))

    # What happens

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        make_move(self.position, [move], events)

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        make_move(self.position, moves, events)

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        concede(self.position, seat, events)

    # What is known

    def effect(self, seat: int, action: int) -> Note:
        return effect(self.position, seat, action)

    def view(self, seat: int | None) -> View:
        return dict(build_view(self.position, seat))

    def resample(self, seat: int, rng: Random) -> State:
        """LR-R08: what lies face down is drawn anew."""
        position = self.position.copy()
        redraw_hidden(position, seat, rng)
        return LunarState(position)

    def result(self) -> Result | None:
        return result_of(self.position) if self.position.phase == ENDED else None

    def copy(self) -> State:
        return LunarState(self.position.copy())

    def dump(self) -> Note:
        return written(self.position)


@final
class LunarGame(Game):
    """Lunar Rally with its options chosen."""

    def __init__(self, options: Options, version: int) -> None:
        race = Race(options)
        super().__init__(META.id, version, race.players, options, notation(race.starts), outcome_notation())
        self.race = race
        self.first = new_position(race)
        if not race.throws_for_map:
            choose_map(self.first, 0, None)

    def start(self) -> LunarState:
        return LunarState(self.first.copy())

    def restore(self, dump: object) -> LunarState:
        position = read_position(self.race, dump)
        ask_who_is_due(position)
        return LunarState(position)

    def secret(self, action: int) -> bool:
        """LR-R08: programs lie face down."""
        return 0 <= action < PROGRAM_ACTIONS

    def bound(self) -> int:
        """Throws, placements, two opening programs; a round has two programs and a replacement for each seat."""
        return 1 + MOST_THROWS + 2 * self.players + 2 + self.race.round_cap * (2 + self.players) + self.players

    def score_bounds(self) -> tuple[int, int]:
        return 0, 2


def create(options: Options, version: int) -> LunarGame:
    return LunarGame(options, version)
