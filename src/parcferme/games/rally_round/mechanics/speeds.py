"""Which speeds a crew may announce, and how far they take it (RR-54 … RR-57)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS
from parcferme.games.rally_round.board.cards import ACCELERATION, DECELERATION, START, Deck
from parcferme.games.rally_round.board.map import TOP_SPEED
from parcferme.games.rally_round.mechanics.crew import Crew


def speed_range(crew: Crew, deck: Deck, colour: i64, uphill: bool) -> tuple[int, int]:
    """The lowest and highest speed from a square of this colour (RR-R15), road ahead not considered. `uphill`: may the
    next square be uphill?"""
    if crew.speed == 0:
        low, high = 10, flat_start(crew, deck, colour)
        if uphill:
            high = max(high, uphill_start(crew))
    else:
        low, high = _moving_range(crew, deck, colour)
    if crew.burden.cap_turns > 0:
        high = min(high, crew.burden.cap)  # the deceleration it takes is allowed
        low = min(low, high)
    return low, high


def _moving_range(crew: Crew, deck: Deck, colour: i64) -> tuple[int, int]:
    """RR-56: by the car, and the cards declared."""
    low = crew.speed - crew.kit.deceleration[colour]
    high = crew.speed + crew.kit.acceleration[colour]
    if crew.declared:
        if crew.has(deck, DECELERATION):
            low = 10
        high += sum([deck.amount[card] for card in deck.cards_in(crew.declared & deck.having[ACCELERATION])])
    if crew.burden.no_acceleration > 0:
        high = crew.speed
    return max(low, 10), min(high, 10 * SPEEDS)  # RR-57


def flat_start(crew: Crew, deck: Deck, colour: i64) -> int:
    """The highest Starting Speed on the flat (RR-54)."""
    high: int = crew.kit.start[colour]
    if crew.burden.slow_start > 0:
        high = crew.burden.slow_start
    if crew.declared:
        for card in deck.cards_in(crew.declared & deck.having[START]):
            high = max(high, deck.amount[card])
    return high


def uphill_start(crew: Crew) -> int:
    """RR-55: the Starting Speed allowed where an uphill square comes next."""
    return 20 if crew.burden.slow_start > 0 else crew.kit.uphill_start


def must_climb(crew: Crew, deck: Deck, colour: i64, uphill: bool, said: i64) -> bool:
    """RR-55: is this a Starting Speed that is allowed only because it leads uphill?"""
    return crew.speed == 0 and uphill and said > flat_start(crew, deck, colour)


def squares_driven(said: i64, feather: i64) -> i64:
    """One for every 10 mph (RR-61), one more or less by Feather Touch, never none."""
    squares: i64 = said // 10 + feather
    return squares if squares > 0 else 1


def fits(said: i64, feather: i64, room: i64) -> bool:
    """Can the announced squares be driven (RR-R57)? More than 100 mph needs no road at all (RR-89)."""
    return said > TOP_SPEED or squares_driven(said, feather) <= room
