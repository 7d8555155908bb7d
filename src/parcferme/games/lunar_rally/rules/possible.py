"""Can a position that was written down be reached at all, or would it at least play on? And who is asked in it?"""

from __future__ import annotations

from parcferme.core.errors import BadRecord
from parcferme.core.position import PLACE as HERE
from parcferme.games.lunar_rally.rules.ending import may_replace
from parcferme.games.lunar_rally.rules.placing import has_free_start, placing_seat
from parcferme.games.lunar_rally.rules.tokens import MOST_THROWS
from parcferme.games.lunar_rally.state import (
    ENDED,
    FLIP,
    OPEN_1,
    OPEN_2,
    PHASE_NAMES,
    PLACE,
    PROGRAM_2,
    PROGRAMMED,
    REPLACE,
    SEATS_OF,
    THROW_FIRST,
    THROW_MAP,
    Position,
)


def ask_who_is_due(position: Position) -> None:
    """Set who decides; raises BadRecord for a position that no race comes to."""
    _check_seats(position)
    if position.scenario < 0 and position.phase not in (THROW_MAP, ENDED):
        raise _impossible("scenario", "the map has been thrown for (LR-20)")
    if position.phase == ENDED:
        _check_end(position)
        return
    if position.reason or position.winners:
        raise _impossible("reason", "a race that goes on has neither a reason nor winners")
    if len(SEATS_OF[position.remaining()]) < min(2, position.race.players):
        raise _impossible("conceded", "the last player left has won (LR-R37)")
    _check_course(position)
    if position.phase <= OPEN_2:
        _check_set_up(position)
    position.asked = _asked(position)
    if position.asked == 0 and PROGRAMMED[position.phase]:
        raise _impossible("phase", f"nobody has a Rover {PROGRAMMED[position.phase]} to program (LR-37)")


def _impossible(field: str, reason: str) -> BadRecord:
    return BadRecord(f"{HERE}.{field}", reason)


def _check_seats(position: Position) -> None:
    """Nobody is named who does not play, and who has conceded has no Rovers."""
    race = position.race
    if (position.conceded | position.winners) & ~race.everyone:
        raise _impossible("conceded", "names an empty seat, or the winners do (LR-01)")
    if position.first >= race.players:
        raise _impossible("first", "is an empty seat (LR-01)")
    if position.conceded & position.driving():
        raise _impossible("conceded", "a seat that has conceded has a Rover on the board (LR-R37)")
    if any(rover.replaced and rover.number == 2 for rover in position.rovers):
        raise _impossible("rovers", "only Rover 1s are replaced (LR-82)")


def _check_end(position: Position) -> None:
    nobody_won = position.winners == 0 and position.race.players > 1  # LR-R43
    if position.reason == 0 or nobody_won:
        raise _impossible("reason", "a race that is over has a reason and somebody who won or shares the draw")


def _check_course(position: Position) -> None:
    """The first player, the turns taken, the Moon Token and the round fit the phase."""
    phase = position.phase
    begun = phase > OPEN_2
    last_turn = position.moon == 2 and begun  # of a round
    if phase == THROW_MAP and position.scenario >= 0:
        raise _impossible("phase", "the map is known (LR-20)")
    if (position.first < 0) != (phase <= THROW_FIRST):
        raise _impossible("first", f"does not fit {PHASE_NAMES[phase]} (LR-25)")
    if position.throws >= MOST_THROWS or (position.throws and phase != THROW_FIRST):
        raise _impossible("throws", f"there are at most {MOST_THROWS}, and all for the first player (LR-25)")
    if position.turn and phase not in (PLACE, REPLACE):
        raise _impossible("turn", f"does not fit {PHASE_NAMES[phase]}")
    if position.moon != (2 if phase == PROGRAM_2 else 1) and phase != FLIP:
        raise _impossible("moon", f"does not fit {PHASE_NAMES[phase]} (LR-41)")
    if position.revealed != (3 if begun else 0):
        raise _impossible("revealed", f"does not fit {PHASE_NAMES[phase]} (LR-33)")
    if not (1 if begun else 0) <= position.round <= (position.race.round_cap - last_turn if begun else 0):
        raise _impossible("round", f"does not fit {PHASE_NAMES[phase]} (LR-R39)")


def _check_set_up(position: Position) -> None:
    """Before the race those Rovers are on the board whose turn to be placed has come (LR-27, LR-28)."""
    players = position.race.players
    placed = {PLACE: position.turn, OPEN_1: 2 * players, OPEN_2: 2 * players}.get(position.phase, 0)
    for rover in position.rovers:
        after_first = (rover.seat - position.first) % players
        place = after_first if rover.number == 1 else 2 * players - 1 - after_first
        there = place < placed and not position.conceded >> rover.seat & 1
        if there != (rover.cell >= 0):
            raise _impossible(f"rovers.{rover.name}", f"does not fit {PHASE_NAMES[position.phase]} (LR-27)")


def _asked(position: Position) -> int:
    """The seats that decide in this phase."""
    players = position.race.players
    if PROGRAMMED[position.phase]:
        return position.with_rover(PROGRAMMED[position.phase])
    if position.phase == PLACE:
        seat = placing_seat(position) if position.turn < 2 * players else 0
        if position.turn >= 2 * players or position.conceded >> seat & 1:
            raise _impossible("turn", "nobody has to place a Rover then (LR-27)")
        return 1 << seat
    if position.phase == REPLACE:
        seat = (position.first + position.turn) % players
        waiting = position.remaining() & ~position.driving()
        if position.turn >= players or not waiting >> seat & 1 or not may_replace(position, seat):
            raise _impossible("turn", "nobody is offered a replacement then (LR-82)")
        if not has_free_start(position):
            raise _impossible("rovers", "a replacement needs a free start hex (LR-R34)")
        return 1 << seat
    if position.phase == FLIP and (position.with_rover(position.moon) or not position.driving()):
        raise _impossible("moon", "the Moon Token is flipped where only Rovers of the other number are left (LR-41)")
    return 0
