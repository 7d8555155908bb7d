"""The two Start Tokens (LR-20, LR-25, LR-R04, LR-R05).

One token shows Blue and Green or Red and Yellow, the other Blue and Red or Green and Yellow: a throw always shows one
colour twice, its opposite (Blue–Yellow, Green–Red) never, the other two once. An outcome is the colour shown twice.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.actions import FLIPPED, THROW_TEXTS
from parcferme.games.lunar_rally.board.race import LETTERS
from parcferme.games.lunar_rally.rules.placing import ask_to_place
from parcferme.games.lunar_rally.state import FLIP, PLACE, SEATS_OF, THROW_FIRST, Position

THROW: Final = [(0, 1), (1, 1), (2, 1), (3, 1)]
MOON: Final = [(FLIPPED, 1)]
MOST_THROWS: Final = 20  # the last throw lists only what decides: the odds stay the same, and the game has a bound


def outcomes(position: Position) -> list[tuple[int, int]]:
    """What chance can do now; nothing where players decide."""
    if position.phase > THROW_FIRST:
        return MOON if position.phase == FLIP else []
    if position.phase == THROW_FIRST and position.throws >= MOST_THROWS - 1:
        return [(outcome, 1) for outcome in range(4) if first_seat(position, outcome) >= 0]
    return THROW


def throw_for_map(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """LR-20: the colour shown twice names the map."""
    outcome = moves[0]
    if events is not None:
        events.append(Event("throw", "LR-20", {"tokens": THROW_TEXTS[outcome], "letter": LETTERS[outcome]}))
    choose_map(position, outcome, events)


def choose_map(position: Position, index: int, events: list[Event] | None) -> None:
    """LR-24: the map is laid out, with all its caches."""
    race = position.race
    position.scenario = index
    position.ground = race.grounds[index]
    position.caches = (1 << len(position.ground.caches)) - 1
    position.phase = THROW_FIRST
    if events is not None:
        args: dict[str, object] = {"scenario": race.map_names[index], "title": position.ground.title}
        events.append(Event("scenario", "LR-20", args))
    if race.agreed_first:
        _begin_placing(position, min(SEATS_OF[position.remaining()]), events)


def throw_for_first(position: Position, moves: list[int], events: list[Event] | None) -> None:
    """LR-25: the first player, or another throw."""
    outcome = moves[0]
    position.throws += 1
    if events is not None:
        events.append(Event("throw", "LR-25", {"tokens": THROW_TEXTS[outcome], "letter": LETTERS[outcome]}))
    seat = first_seat(position, outcome)
    if seat >= 0:
        _begin_placing(position, seat, events)
    elif events is not None:
        events.append(Event("rethrow", "LR-25", {}))


def first_seat(position: Position, outcome: int) -> int:
    """LR-R05: the seat whose colour is shown most, −1 when several share that (throw again)."""
    best, winner = -1, -1
    for seat in SEATS_OF[position.remaining()]:
        count = shown(outcome, position.race.colours[seat])
        if count == best:
            winner = -1
        elif count > best:
            best, winner = count, seat
    return winner


def shown(outcome: int, colour: int) -> int:
    """LR-R04: how often a throw shows a colour."""
    return 2 if colour == outcome else 0 if colour == 3 - outcome else 1


def _begin_placing(position: Position, seat: i64, events: list[Event] | None) -> None:
    position.first = seat
    position.throws = 0
    if events is not None:
        events.append(Event("first", "LR-25", position.race.who(seat)))
    position.phase = PLACE
    ask_to_place(position)
