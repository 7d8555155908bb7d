"""The position: Rovers with their Control Boards, what goes on around them, and its notation (POSITION.md).

A hex is a cell number of `board/hexes.py`; a Rover that is not on the board has cell −1 and no phases. A set of seats
is a number with a bit for each of them.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.core.errors import BadRecord
from parcferme.core.position import PLACE as HERE
from parcferme.core.position import (
    Fields,
    Note,
    flag,
    list_at,
    note,
    object_at,
    places,
    shown,
    take,
    whole,
    word,
    word_at,
)
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import CELL_OF, FACINGS, LABELS
from parcferme.games.lunar_rally.board.race import Race
from parcferme.games.lunar_rally.mechanics.programs import BY_TEXT, PROGRAMS, Program
from parcferme.lib.rows import vec

OFF: Final = -1  # the cell of a Rover that is not on the board
NOBODY: Final = -1  # the seat of nobody

# Phases, the rows of rules/phases.py
THROW_MAP: Final = 0
THROW_FIRST: Final = 1
PLACE: Final = 2
OPEN_1: Final = 3  # initial programming of Rover 1 …
OPEN_2: Final = 4  # … and of Rover 2
REPLACE: Final = 5
PROGRAM_1: Final = 6
PROGRAM_2: Final = 7
FLIP: Final = 8  # a turn has passed in which nobody had a Rover to program: the Moon Token is flipped
ENDED: Final = 9
PHASE_NAMES: Final = (
    "throw_map", "throw_first", "place", "open_1", "open_2", "replace", "program_1", "program_2", "flip", "over",
)  # fmt: skip
SHOWN_AS: Final = (  # in views: who programs does not care whether it is for the first time
    "throw_map", "throw_first", "place", "program_1", "program_2", "replace", "program_1", "program_2", "flip", "over",
)  # fmt: skip
PROGRAMMED: Final = vec[i64]([0, 0, 0, 1, 2, 0, 1, 2, 0, 0])  # the Rover number programmed in each phase, else 0

# How a game ends
REASONS: Final = ("", "finish", "tie", "destroyed", "last", "conceded", "cap")
REASON_CLAUSES: Final = ("", "LR-83", "LR-84", "LR-85", "LR-R36", "LR-R37", "LR-R39")
FINISH: Final = 1
TIE: Final = 2
DESTROYED: Final = 3
LAST: Final = 4
GIVEN_UP: Final = 5
CAP: Final = 6

SEATS_OF: Final = [tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16)]


@final
class Rover:
    """A Rover and its Control Board."""

    __slots__ = (
        "armed", "blows", "cell", "damage", "facing", "missiles", "name", "number", "phases", "program", "replaced",
        "seat", "shields", "target",
    )  # fmt: skip

    def __init__(
        self, name: str, seat: i64, number: i64, cell: i64, facing: i64, phases: i64, shields: i64, missiles: i64,
        armed: bool, program: Program, damage: i64, replaced: i64,
    ) -> None:  # fmt: skip
        self.name = name  # "B1"
        self.seat = seat
        self.number = number  # 1 or 2; also its full complement of missiles and of shields (LR-15)
        self.cell = cell
        self.facing = facing
        self.phases = phases  # that its board still has
        self.shields = shields
        self.missiles = missiles
        self.armed = armed  # its weapons are active (LR-57)
        self.program = program  # the cards on its board
        self.damage = damage  # taken so far
        self.replaced = replaced  # how often it has been replaced (LR-82)
        # Only while a step is resolved:
        self.target: i64 = OFF  # the hex its card leads to
        self.blows: i64 = 0  # damage done to it, not yet taken

    def copy(self) -> Rover:
        return Rover(
            self.name, self.seat, self.number, self.cell, self.facing, self.phases, self.shields, self.missiles,
            self.armed, self.program, self.damage, self.replaced,
        )  # fmt: skip

    def enter(self, cell: i64, facing: i64) -> None:
        """Come onto the board with everything a Rover starts with (LR-14, LR-15), weapons inactive (LR-57)."""
        self.cell = cell
        self.facing = facing
        self.phases = 3
        self.shields = self.number
        self.missiles = self.number
        self.armed = False
        self.program = PROGRAMS[self.number][0]

    def leave(self) -> None:
        """Leave the board with its tokens and cards; no wreck remains (LR-R32)."""
        self.cell = OFF
        self.phases = self.shields = self.missiles = 0
        self.armed = False
        self.program = PROGRAMS[self.number][0]


@final
class Position:
    """One position of a race. `rovers` holds the Rover 1s in the order of the seats, then the Rover 2s."""

    __slots__ = (
        "asked", "caches", "conceded", "first", "ground", "moon", "ones", "phase", "race", "reason", "revealed",
        "round", "rovers", "scenario", "throws", "turn", "twos", "winners",
    )  # fmt: skip

    def __init__(
        self, race: Race, phase: i64, scenario: i64, throws: i64, first: i64, turn: i64, asked: i64, moon: i64,
        revealed: i64, round: i64, caches: i64, conceded: i64, reason: i64, winners: i64, rovers: list[Rover],
    ) -> None:  # fmt: skip
        self.race = race
        self.phase = phase  # what is due now; not one of the three phases of a turn
        self.scenario = scenario  # index of the map in play, −1 before it is thrown for
        self.ground = race.grounds[scenario]  # the map itself; any of them before it is thrown for
        self.throws = throws  # throws for the first player so far
        self.first = first  # the first player's seat
        self.turn = turn  # placing: how many Rovers have had their turn; replacing: how many seats
        self.asked = asked  # the seats that decide now
        self.moon = moon  # the Rover number whose turn it is
        self.revealed = revealed  # how many phases of that turn have been
        self.round = round  # rounds begun
        self.caches = caches  # still on the board, a bit for each in the order of the map's
        self.conceded = conceded  # the seats that have
        self.reason = reason  # how the game ended
        self.winners = winners  # the seats that won or share the draw
        self.rovers = rovers
        self.ones = rovers[: race.players]
        self.twos = rovers[race.players :]

    def copy(self) -> Position:
        return Position(
            self.race, self.phase, self.scenario, self.throws, self.first, self.turn, self.asked, self.moon,
            self.revealed, self.round, self.caches, self.conceded, self.reason, self.winners,
            [rover.copy() for rover in self.rovers],
        )  # fmt: skip

    def numbered(self, number: i64) -> list[Rover]:
        """All Rovers of this number, in the order of the seats."""
        return self.ones if number == 1 else self.twos

    def rover(self, seat: i64, number: i64) -> Rover:
        return self.numbered(number)[seat]

    def standing_on(self, cell: i64) -> Rover | None:
        """The Rover on this hex (LR-49: there is at most one)."""
        for rover in self.rovers:
            if rover.cell == cell:
                return rover
        return None

    def with_rover(self, number: i64) -> i64:
        """The seats whose Rover of this number is on the board."""
        seats: i64 = 0
        for rover in self.numbered(number):
            if rover.cell >= 0:
                seats |= 1 << rover.seat
        return seats

    def driving(self) -> i64:
        """The seats with a Rover on the board."""
        seats: i64 = 0
        for rover in self.rovers:
            if rover.cell >= 0:
                seats |= 1 << rover.seat
        return seats

    def remaining(self) -> i64:
        """The seats that have not conceded."""
        return self.race.everyone & ~self.conceded


def new_position(race: Race) -> Position:
    """Nothing thrown, nobody placed; two Rovers for everyone, each with a Control Board (LR-03, LR-07)."""
    rovers = [
        Rover(race.letters[seat] + str(number), seat, number, OFF, 0, 0, 0, 0, False, PROGRAMS[number][0], 0, 0)
        for number in (1, 2)
        for seat in range(race.players)
    ]
    return Position(race, THROW_MAP, -1, 0, NOBODY, 0, 0, 1, 0, 0, 0, 0, 0, 0, rovers)


# --- the notation -----------------------------------------------------------------------------------------------------

COURSE: Final = (
    word("phase", PHASE_NAMES),
    whole("throws", 99),
    whole("first", 3, low=NOBODY, usual=NOBODY),
    whole("turn", 8),
    whole("moon", 2, low=1, usual=1),
    whole("revealed", 3, usual=3),
    whole("round", 200),
    places("conceded", 3),
    word("reason", REASONS),
    places("winners", 3),
)
GONE: Final = (whole("damage", 99_999), whole("replaced", 9_999))  # of a Rover that is not on the board


def _standing(number: int) -> Fields:
    """The fields of a Rover of this number on the board; usual is what it starts with, but for its weapons."""
    return (
        word("facing", FACINGS),
        whole("phases", 3, low=1, usual=3),
        whole("shields", number, usual=number),
        whole("missiles", number, usual=number),
        flag("armed", usual=True),
        *GONE,
    )


STANDING: Final[tuple[Fields, ...]] = ((), _standing(1), _standing(2))  # by Rover number


def written(position: Position) -> Note:
    """The position in its notation."""
    found = note(COURSE, position)
    race = position.race
    if race.throws_for_map and position.scenario >= 0:
        found["scenario"] = race.map_names[position.scenario]
    if position.scenario >= 0:
        ground = position.ground
        left = [LABELS[cell] for cell in ground.caches if position.caches & ground.cache_bit[cell]]
        if len(left) < len(ground.caches):
            found["caches"] = left
    rovers = {rover.name: _written_rover(rover) for rover in position.rovers}
    found["rovers"] = {name: described for name, described in rovers.items() if described}
    return found


def _written_rover(rover: Rover) -> Note:
    if rover.cell < 0:
        return note(GONE, rover)
    program: Note = {"program": rover.program.text} if rover.program.length else {}
    return {"hex": LABELS[rover.cell], **note(STANDING[rover.number], rover), **program}


def read_position(race: Race, given: object) -> Position:
    """The position that a notation describes, as far as each thing by itself goes; raises BadRecord.

    Who is asked is not written: rules/possible.py finds it, and refuses what cannot be.
    """
    position = new_position(race)
    take(COURSE, position, HERE, given, beside=("scenario", "caches", "rovers"))
    known = object_at(HERE, given)
    if "scenario" in known:
        position.scenario = word_at(f"{HERE}.scenario", known["scenario"], tuple(race.map_names))
    elif not race.throws_for_map:
        position.scenario = 0
    if position.scenario >= 0:
        position.ground = race.grounds[position.scenario]
        position.caches = _read_caches(position.ground, known)
    rovers = object_at(f"{HERE}.rovers", known.get("rovers", {}))
    for name, described in rovers.items():
        _read_rover(position, name, described)
    return position


def _read_caches(ground: Ground, known: Note) -> int:
    """The caches still there; all of the map's where nothing is said."""
    if "caches" not in known:
        return (1 << len(ground.caches)) - 1
    place = f"{HERE}.caches"
    left = list_at(place, known["caches"], 0, len(ground.caches))
    mask = 0
    for label in left:
        cell = CELL_OF.get(label, OFF) if isinstance(label, str) else OFF
        if cell not in ground.caches or mask & ground.cache_bit[cell]:
            raise BadRecord(place, f"{shown(label)} is no cache of this map, or is named twice (LR-24)")
        mask |= ground.cache_bit[cell]
    return mask


def _read_rover(position: Position, name: str, described: object) -> None:
    place = f"{HERE}.rovers.{name}"
    rover = next((one for one in position.rovers if one.name == name), None)
    if rover is None:
        raise BadRecord(place, f"the Rovers of this race are {', '.join(one.name for one in position.rovers)} (LR-13)")
    known = object_at(place, described)
    if "hex" not in known:
        take(GONE, rover, place, described)
        return
    cell = _read_hex(position, f"{place}.hex", known["hex"])
    take(STANDING[rover.number], rover, place, described, beside=("hex", "program"))
    rover.cell = cell
    if rover.shields and rover.phases < 3:
        raise BadRecord(f"{place}.shields", "a shield and a lost phase: shields are lost first (LR-73)")
    rover.program = _read_program(rover, f"{place}.program", known.get("program", ""))


def _read_hex(position: Position, place: str, label: object) -> int:
    cell = CELL_OF.get(label, OFF) if isinstance(label, str) else OFF
    if position.scenario < 0 or cell not in position.ground.cells:
        raise BadRecord(place, f"{shown(label)} is not a hex of this board (LR-05)")
    if cell in position.ground.craters:
        raise BadRecord(place, f"there is a crater at {label} (LR-53)")
    other = position.standing_on(cell)
    if other is not None:
        raise BadRecord(place, f"{other.name} stands at {label} (LR-49)")
    return cell


def _read_program(rover: Rover, place: str, text: object) -> Program:
    """Cards of the wrong deck or none are accepted here, and do nothing (LR-R38)."""
    program = BY_TEXT[rover.number].get(text) if isinstance(text, str) else None
    if program is None:
        raise BadRecord(place, f"{shown(text)} is not up to three cards with dots between")
    if program.length > rover.phases:
        raise BadRecord(place, f"{program.length} cards on {rover.phases} phases (LR-37)")
    if program.overused >= 0:
        raise BadRecord(place, f"{text}: a card more often than the deck holds it (LR-38)")
    return program
