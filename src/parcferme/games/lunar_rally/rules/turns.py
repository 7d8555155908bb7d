"""The course of a race: tokens, placing, programming, and the cycle of turns (LR-31).

throw for the map · throw for the first player · place · program Rover 1, Rover 2
then for ever: Rover 1s act · replacements · program Rover 1 · Rover 2s act · program Rover 2
"""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import i64

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER, Game, State, View
from parcferme.core.errors import BadRecord, Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import Note, list_at, object_at
from parcferme.core.result import Result
from parcferme.games.lunar_rally.actions import (
    CONCEDE,
    DECLINE,
    PROGRAM_ACTIONS,
    RECIPES,
    THROW_TEXTS,
    notation,
    outcome_notation,
    program_action,
    program_in,
)
from parcferme.games.lunar_rally.cards import CUT, LENGTHS, TEXTS, blank_program
from parcferme.games.lunar_rally.load import FACINGS, LABELS, Ground
from parcferme.games.lunar_rally.meta import META
from parcferme.games.lunar_rally.rules.ending import end, end_if_settled, may_replace, remaining, result_of
from parcferme.games.lunar_rally.rules.phase import execute
from parcferme.games.lunar_rally.rules.placing import (
    free_starts,
    placed_cell,
    placed_facing,
    placements,
    placing_number,
    placing_seat,
    without_rovers,
)
from parcferme.games.lunar_rally.rules.race import LETTERS, Race
from parcferme.games.lunar_rally.rules.refusals import refusal
from parcferme.games.lunar_rally.rules.tokens import MOST_THROWS, first_seat, outcomes
from parcferme.games.lunar_rally.state import (
    ASKED,
    ASKS,
    CACHES,
    CAP,
    CONCEDED,
    ENDED,
    FIRST,
    FLIP,
    GIVEN_UP,
    LIVE,
    MOON,
    NODE,
    OPEN_1,
    OPEN_2,
    PHASE,
    PHASES,
    PLACE,
    PROGRAM,
    PROGRAM_1,
    PROGRAM_2,
    REPLACE,
    ROUND,
    ROVERS,
    SCENARIO,
    SEATS_OF,
    SIZE,
    SPENT,
    THROW_FIRST,
    THROW_MAP,
    THROWS,
    TURN,
    blank_position,
    enter,
    number_of,
    remove,
    rover_of,
    seat_of,
)
from parcferme.games.lunar_rally.view import build_view, face_up
from parcferme.lib.rows import vec

# By node
KINDS: Final = vec[i64]([CHANCE, CHANCE, DECISION, JOINT, JOINT, DECISION, JOINT, JOINT, CHANCE, OVER])


class LunarState(State):
    """One position of a race."""

    __slots__ = ("race", "v")

    def __init__(self, race: Race, v: vec[i64]) -> None:
        self.race = race
        self.v = v

    def ground(self) -> Ground | None:
        """The map in play; `None` before it is known."""
        index = self.v[SCENARIO]
        return self.race.grounds[index] if index >= 0 else None

    # What may happen

    def kind(self) -> int:
        return KINDS[self.v[NODE]]

    def to_act(self) -> tuple[int, ...]:
        return SEATS_OF[self.v[ASKED]]

    def legal(self, seat: int) -> list[int]:
        v = self.v
        if not v[ASKED] >> seat & 1:
            return []
        number = ASKS[v[NODE]]
        if number == 0:
            return placements(v, self.race, self.terrain())
        return self.race.program_actions[4 * number + v[PHASES + rover_of(seat, number)]]

    def explain(self, seat: int, action: int) -> Refusal | None:
        return refusal(self.v, self.race, self.ground(), seat, action)

    def chance(self) -> list[tuple[int, int]]:
        return outcomes(self.v, self.race)

    def interrupts(self, seat: int) -> list[int]:
        """LR-86: conceding, at any time."""
        return [CONCEDE] if self.explain(seat, CONCEDE) is None else []

    def default(self, seat: int) -> int:
        """LR-R38: blanks, which nobody may choose; the first free start hex; no replacement."""
        number = ASKS[self.v[NODE]]
        if number == 0:
            return self.legal(seat)[0]
        return program_action(number, blank_program(self.v[PHASES + rover_of(seat, number)]))

    # What happens

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        node = self.v[NODE]
        if node == THROW_MAP:
            self._throw_map(move, events)
        elif node == THROW_FIRST:
            self._throw_first(move, events)
        elif node == FLIP:
            self._turn(3 - self.v[MOON], events)
        else:
            self._place(move, events)

    def _throw_map(self, outcome: int, events: list[Event] | None) -> None:
        if events is not None:
            events.append(Event("throw", "LR-20", {"tokens": THROW_TEXTS[outcome], "letter": LETTERS[outcome]}))
        self._choose_map(outcome, events)

    def _choose_map(self, index: int, events: list[Event] | None) -> None:
        v = self.v
        race = self.race
        v[SCENARIO] = index
        v[CACHES] = (1 << len(race.grounds[index].caches)) - 1
        v[NODE] = THROW_FIRST
        if events is not None:
            args: dict[str, object] = {"scenario": race.map_names[index], "title": race.grounds[index].title}
            events.append(Event("scenario", "LR-20", args))
        if race.agreed_first:
            self._begin_placing(min(SEATS_OF[remaining(v, race)]), events)

    def _throw_first(self, outcome: int, events: list[Event] | None) -> None:
        self.v[THROWS] = self.v[THROWS] + 1
        if events is not None:
            events.append(Event("throw", "LR-25", {"tokens": THROW_TEXTS[outcome], "letter": LETTERS[outcome]}))
        seat = first_seat(self.v, self.race, outcome)
        if seat >= 0:
            self._begin_placing(seat, events)
        elif events is not None:
            events.append(Event("rethrow", "LR-25", {}))

    def _begin_placing(self, seat: int, events: list[Event] | None) -> None:
        self.v[FIRST] = seat
        if events is not None:
            events.append(Event("first", "LR-25", self.race.who(seat)))
        self.v[NODE] = PLACE
        self._ask_to_place()

    def _ask_to_place(self) -> None:
        """The next seat of the snake that is still in the race; after the last one programming begins."""
        v = self.v
        while v[TURN] < 2 * self.race.players and v[CONCEDED] >> placing_seat(v, self.race) & 1:
            v[TURN] = v[TURN] + 1
        if v[TURN] < 2 * self.race.players:
            v[ASKED] = 1 << placing_seat(v, self.race)
        else:
            v[NODE] = OPEN_1
            v[ASKED] = v[LIVE + 1]

    def _place(self, action: int, events: list[Event] | None) -> None:
        """Placing at the start (LR-27, LR-28), or entering or declining a replacement (LR-82)."""
        v = self.v
        (seat,) = SEATS_OF[v[ASKED]]
        rover = rover_of(seat, placing_number(v, self.race))
        if action != DECLINE:
            enter(v, rover, placed_cell(self.race, action), placed_facing(action))
        if events is not None:
            self._tell_placing(rover, action, events)
        v[TURN] = v[TURN] + 1
        if v[NODE] == PLACE:
            self._ask_to_place()
            return
        v[SPENT + seat] = v[SPENT + seat] + (0 if action == DECLINE else 1)
        if not self._offer_replacement(events):
            self._ask_program(1)

    def _tell_placing(self, rover: int, action: int, events: list[Event]) -> None:
        name = self.race.names[rover]
        if action == DECLINE:
            events.append(Event("decline", "LR-R34", self.race.who(seat_of(rover))))
            return
        args: dict[str, object] = {"rover": name, "hex": LABELS[placed_cell(self.race, action)]}
        args["facing"] = FACINGS[placed_facing(action)]
        if self.v[NODE] == REPLACE:
            events.append(Event("replace", "LR-82", args))
        else:
            events.append(Event("place", "LR-27" if number_of(rover) == 1 else "LR-28", args))

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        """LR-29, LR-37: sealed programs for all who were asked, then the other number acts (LR-41)."""
        v = self.v
        number = ASKS[v[NODE]]
        first = PROGRAM + 4 * (number - 1)
        seats = SEATS_OF[v[ASKED]]
        for index in range(len(seats)):
            v[first + seats[index]] = moves[index] % RECIPES + 1  # as `program_in`, for every turn of every search
        if events is not None:
            self._tell_programs(number, seats, events)
        self._after_programming(events)

    def _tell_programs(self, number: int, seats: tuple[int, ...], events: list[Event]) -> None:
        """Everybody sees that a program is sealed, its owner alone which."""
        clause = "LR-29" if self.v[NODE] in (OPEN_1, OPEN_2) else "LR-37"
        for seat in seats:
            rover = rover_of(seat, number)
            name = self.race.names[rover]
            events.append(Event("sealed", clause, {"rover": name}))
            cards = TEXTS[self.v[PROGRAM + rover]]
            events.append(Event("program", clause, {"rover": name, "cards": cards}, only=(seat,)))

    def _after_programming(self, events: list[Event] | None) -> None:
        v = self.v
        node = v[NODE]
        if node == OPEN_1:
            v[NODE] = OPEN_2
            v[ASKED] = v[LIVE + 2]
        else:
            # After the initial programming Rover 1 begins (LR-30); later the Moon Token flips (LR-41).
            self._turn(2 if node == PROGRAM_1 else 1, events)

    def _turn(self, number: int, events: list[Event] | None) -> None:
        """One turn of all Rovers of a number, up to the question of their next programs."""
        v = self.v
        v[MOON] = number
        v[PHASE] = 0
        if number == 1:
            v[ROUND] = v[ROUND] + 1
        if events is not None:
            events.append(Event("moon", "LR-41", {"number": number, "round": v[ROUND]}))
        execute(v, self.race, self.terrain(), number, events)
        if v[NODE] == ENDED:
            return
        if number == 2 and v[ROUND] >= self.race.round_cap:
            end(v, self.race, CAP, remaining(v, self.race), events)  # LR-R39
            return
        v[TURN] = 0
        if number == 2 or not self._offer_replacement(events):
            self._ask_program(number)

    def _offer_replacement(self, events: list[Event] | None) -> bool:
        """LR-R34: in first-player order; without a free start hex one waits. True when somebody is asked."""
        v = self.v
        if v[LIVE + 1] | v[LIVE + 2] == self.race.everyone or without_rovers(v, self.race) == 0:
            return False
        while v[TURN] < self.race.players:
            seat = (v[FIRST] + v[TURN]) % self.race.players
            if without_rovers(v, self.race) >> seat & 1 and may_replace(v, self.race, seat):
                if free_starts(v, self.terrain()):
                    v[NODE] = REPLACE
                    v[ASKED] = 1 << seat
                    return True
                if events is not None:
                    events.append(Event("no_room", "LR-R34", self.race.who(seat)))
            v[TURN] = v[TURN] + 1
        return False

    def _ask_program(self, number: int) -> None:
        """LR-37: everyone whose Rover of this number is on the board; if nobody has one, the turn just passes.

        Passing is a node of its own, so that programs sealed in one step are never shown in that same step.
        """
        v = self.v
        v[ASKED] = v[LIVE + number]
        v[NODE] = FLIP if v[ASKED] == 0 else PROGRAM_1 if number == 1 else PROGRAM_2

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        """LR-86, LR-R37: the seat's Rovers leave without an explosion; the last seat left wins."""
        v = self.v
        v[CONCEDED] = v[CONCEDED] | 1 << seat
        for number in (1, 2):
            remove(v, rover_of(seat, number))
        if events is not None:
            events.append(Event("concede", "LR-86", self.race.who(seat)))
        left = remaining(v, self.race)
        if left & (left - 1) == 0:
            end(v, self.race, GIVEN_UP, left, events)
        elif v[NODE] == PLACE:
            self._ask_to_place()
        elif v[NODE] > PLACE and not end_if_settled(v, self.race, events):
            self._stop_asking(seat, events)

    def _stop_asking(self, seat: int, events: list[Event] | None) -> None:
        """Go on where only the seat that has conceded was waited for."""
        v = self.v
        if v[ASKED] != 1 << seat:
            v[ASKED] = v[ASKED] & ~(1 << seat)
        elif v[NODE] != REPLACE:
            self._after_programming(events)
        elif not self._offer_replacement(events):
            self._ask_program(1)

    # What is known

    def view(self, seat: int | None) -> View:
        return build_view(self.v, self.race, seat)

    def resample(self, seat: int, rng: Random) -> State:
        """Other seats' face-down programs are redrawn, each alike, from those of the same length."""
        copy = LunarState(self.race, self.v[:])
        for rover in range(ROVERS):
            program = self.v[PROGRAM + rover]
            shown = face_up(self.v, rover)
            if seat_of(rover) != seat and LENGTHS[program] > shown:
                copy.v[PROGRAM + rover] = self._redrawn(program, number_of(rover), shown, rng)
        return copy

    def _redrawn(self, program: int, number: int, shown: int, rng: Random) -> int:
        known = CUT[4 * program + shown]
        actions = self.race.program_actions[4 * number + LENGTHS[program]]
        fitting = [program_in(a) for a in actions if CUT[4 * program_in(a) + shown] == known]
        return rng.choice(fitting) if fitting else program

    def result(self) -> Result | None:
        return result_of(self.v, self.race, self.ground()) if self.v[NODE] == ENDED else None

    def copy(self) -> State:
        return LunarState(self.race, self.v[:])

    def dump(self) -> Note:
        return {"parts": list(self.v)}

    def terrain(self) -> Ground:
        return self.race.grounds[self.v[SCENARIO]]


class LunarGame(Game):
    """Lunar Rally with its options chosen."""

    def __init__(self, options: Options, version: int) -> None:
        race = Race(options)
        super().__init__(META.id, version, race.players, options, notation(race.starts), outcome_notation())
        self.race = race

    def start(self) -> LunarState:
        state = LunarState(self.race, blank_position())
        if not self.race.throws_for_map:
            state._choose_map(0, None)
        return state

    def restore(self, dump: object) -> LunarState:
        parts = list_at("position", object_at("position", dump).get("parts"), SIZE, SIZE)
        v = [value for value in parts if isinstance(value, int)]
        if len(v) != SIZE:
            raise BadRecord("position", f"is not a list of {SIZE} whole numbers")
        return LunarState(self.race, vec[i64](v))

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
