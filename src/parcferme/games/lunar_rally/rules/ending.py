"""How a race ends (LR-83 to LR-85)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.core.result import Result
from parcferme.games.lunar_rally.state import (
    DESTROYED,
    ENDED,
    FINISH,
    LAST,
    REASON_CLAUSES,
    REASONS,
    SEATS_OF,
    TIE,
    Position,
)
from parcferme.lib.standings import places


def end(position: Position, reason: i64, winners: i64, events: list[Event] | None) -> None:
    position.phase = ENDED
    position.asked = 0
    position.reason = reason
    position.winners = winners if position.race.players > 1 or reason == FINISH else 0  # LR-R43
    if events is not None:
        seats: list[object] = list(SEATS_OF[position.winners])
        letters = "+".join(position.race.letters[seat] for seat in SEATS_OF[position.winners or position.race.everyone])
        args: dict[str, object] = {"reason": REASONS[reason], "seats": seats, "letters": letters}
        events.append(Event("end", REASON_CLAUSES[reason], args))


def end_at_finish(position: Position, finishers: i64, events: list[Event] | None) -> None:
    """LR-02, LR-83, LR-84: who arrives alone wins, who arrives together ties; a player's Rovers are one (LR-R23)."""
    end(position, FINISH if len(SEATS_OF[finishers]) == 1 else TIE, finishers, events)


def end_if_settled(position: Position, events: list[Event] | None) -> bool:
    """After Rovers have left the board: nobody has one left (LR-85), or of several only one seat can still arrive
    (LR-R36); who drives alone drives on (LR-R43)."""
    driving = position.driving()
    remaining = position.remaining()
    if driving == 0:
        end(position, DESTROYED, remaining, events)  # LR-R35: conceded seats do not share the draw
        return True
    alone = driving & (driving - 1) == 0 and position.race.players > 1
    if alone and not position.race.play_on and not _can_return(position, remaining & ~driving):
        end(position, LAST, driving, events)
        return True
    return False


def _can_return(position: Position, waiting: i64) -> bool:
    return any(may_replace(position, seat) for seat in SEATS_OF[waiting])


def may_replace(position: Position, seat: i64) -> bool:
    """LR-82, LR-R34: has this seat a replacement Rover left?"""
    race = position.race
    used = position.rover(seat, 1).replaced
    return race.replacement and (race.replacement_limit == 0 or used < race.replacement_limit)


def result_of(position: Position) -> Result:
    """Winners first, everyone else together behind them: the rules rank no losers."""
    seats = range(position.race.players)
    drawn = position.reason not in (FINISH, LAST) and len(SEATS_OF[position.winners]) > 1
    worth = 1 if drawn and position.reason != TIE else 2
    scores = [worth if position.winners >> seat & 1 else 0 for seat in seats]
    measures: dict[str, list[int]] = {
        "rounds": [position.round for _ in seats],
        "rovers": [sum(position.rover(seat, number).cell >= 0 for number in (1, 2)) for seat in seats],
        "damage": [damage_of(position, seat) for seat in seats],
        "to_finish": [_to_finish(position, seat) for seat in seats],
    }
    return Result(places(scores), scores, measures, REASONS[position.reason], REASON_CLAUSES[position.reason])


def damage_of(position: Position, seat: int) -> int:
    """All damage that a seat's Rovers have taken."""
    return position.rover(seat, 1).damage + position.rover(seat, 2).damage


def _to_finish(position: Position, seat: int) -> int:
    """Hexes from the seat's nearest Rover to the finish as the crow flies; −1 without a Rover."""
    cells = [position.rover(seat, number).cell for number in (1, 2)]
    return min((position.ground.to_finish[cell] for cell in cells if cell >= 0), default=-1)
