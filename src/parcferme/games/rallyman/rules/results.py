"""Times, start orders and the result of a rally."""

from __future__ import annotations

from typing import Final

from parcferme.core.result import Result
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.state import RETIRED, Position
from parcferme.lib.standings import ranked

OUT_FOR: Final = 100_000  # in scores: worth more than any time, for each special not driven to the end


def next_order(p: Position) -> list[int]:
    """Fastest total first; drivers with equal totals keep their order (RM-100, RM-101, RM-R36)."""
    alive = [seat for seat in p.start_order() if p.cars[seat].status != RETIRED]
    ranks = sorted([(total(p, seat), place, seat) for place, seat in enumerate(alive)])
    return [seat for _, _, seat in ranks]


def total(p: Position, seat: int) -> int:
    """The seat's time over the specials it drove to the end."""
    return sum(p.cars[seat].times)


def result(p: Position) -> Result:
    """The shortest total wins (RM-02, RM-102); who retired comes after all others, by specials driven (RM-R39)."""
    done = [len(car.times) for car in p.cars]
    out = [1 if car.status == RETIRED else 0 for car in p.cars]
    totals = [total(p, seat) for seat in range(p.rally.players)]
    keys: list[tuple[int, ...]] = [(out[seat], -done[seat], totals[seat]) for seat in range(p.rally.players)]
    scores = [-totals[seat] - OUT_FOR * (SPECIALS - done[seat]) for seat in range(p.rally.players)]
    measures = {"seconds": totals, "specials": done}
    if all(out):
        return Result(ranked(keys), scores, measures, "all_retired", "RM-R39")
    return Result(ranked(keys), scores, measures, "finished", "RM-102")
