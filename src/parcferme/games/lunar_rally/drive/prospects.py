"""Who will win? Each seat's share of the victory, from how soon its Rovers can be there and what they can take.

The weights were fitted to 400 races between works drivers, for two to four players on the four house maps: those under
which the winners were the least surprising.
"""

from __future__ import annotations

from math import exp
from typing import Final

from parcferme.games.lunar_rally.par.clock import FAR, race_clock
from parcferme.games.lunar_rally.state import ENDED, SEATS_OF, Position, Rover

PACE: Final = 1.16  # what a phase is worth to somebody who is about to arrive …
CALM: Final = 4.0  # … and half of that so many phases before anybody can
SECOND: Final = 0.64  # of that for each phase by which the second Rover is behind the first, up to
BEHIND: Final = 12.0
SHIELD: Final = 0.63  # a shield of the first Rover
PHASE: Final = 0.34  # a phase of its Control Board
MISSILE: Final = 0.29
SECOND_SHIELD: Final = 0.17
SECOND_PHASE: Final = 0.07
LOST: Final = 60.0  # phases that stand for having no Rover


def shares(position: Position, upcoming: int) -> list[float]:
    """For each seat, what it may expect of the victory; all together 1. The Rovers numbered `upcoming` act next."""
    players = position.race.players
    if position.phase == ENDED:
        return won(position)
    arrivals = [soonest(position, seat, upcoming) for seat in range(players)]
    pace = PACE / (1.0 + min(arrivals) / CALM)
    odds = [exp(chances(position, seat, upcoming, pace)) for seat in range(players)]
    whole = sum(odds)
    return [one / whole for one in odds]


def won(position: Position) -> list[float]:
    """The victory shared out."""
    winners = SEATS_OF[position.winners]
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(position.race.players)]


def arrival(position: Position, rover: Rover, upcoming: int) -> float:
    """Phases of the race, of both numbers, until a Rover can be at the finish; LOST at the latest."""
    if rover.cell < 0:
        return LOST
    time = race_clock(position.ground, rover.number, rover.phases)[6 * rover.cell + rover.facing]
    if time >= FAR:
        return LOST
    turn, phase = (time - 1) // 3, (time - 1) % 3
    return min(LOST, float(6 * turn + phase + (0 if rover.number == upcoming else 3)))


def soonest(position: Position, seat: int, upcoming: int) -> float:
    return min(
        arrival(position, position.rover(seat, 1), upcoming), arrival(position, position.rover(seat, 2), upcoming)
    )


def chances(position: Position, seat: int, upcoming: int, pace: float) -> float:
    """A seat's chances, as a logarithm."""
    one, two = position.rover(seat, 1), position.rover(seat, 2)
    here, there = arrival(position, one, upcoming), arrival(position, two, upcoming)
    if there < here:
        one, two, here, there = two, one, there, here
    behind = min(there - here, BEHIND)
    worth = -pace * (here + SECOND * behind)
    worth += SHIELD * float(one.shields) + PHASE * float(one.phases) + MISSILE * float(one.missiles)
    return worth + SECOND_SHIELD * float(two.shields) + SECOND_PHASE * float(two.phases)
