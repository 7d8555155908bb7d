"""A driver's hunch of a special: what every end of a turn would cost if only the basic technique came after it.

It takes no solving: the feel for the road (pace.py) is laid out as the table that turns are thought through on
(par/model.py). So a driver can weigh time attacks, locked dice and Sisu in the turn at hand, and has no idea what they
will be worth later.
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rallyman.board.rally import Rally
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.drive.course import MARKERS, OUT, Solved
from parcferme.games.rallyman.drive.pace import DIE_WORTH, Pace
from parcferme.games.rallyman.mechanics.dice import GRAVEST
from parcferme.games.rallyman.par.model import ENDS, LOST_AT, Condition, Model, Terms

SISU_WORTH: Final = 8.0  # seconds that the card seems to be worth as long as it is held


def hunch(rally: Rally, road: Road, tyres: int) -> Solved:
    """The special as it seems."""
    terms = Terms(rally.attack, rally.locking, rally.pays_on_loc, rally.spare_seconds, OUT, MARKERS, True)
    model = Model(road, tyres, rally.components, terms, Condition(damage=GRAVEST - 1, sisu=int(rally.sisu)))
    pace = Pace(road, tyres, rally.components)
    burden = [_burden(model, cell) for cell in range(model.cells)]
    for progress in range(model.finish + 1):
        for end in range(ENDS):
            cost = _cost(pace, progress, end)
            first = model.stop(progress, end)
            for cell in range(model.cells):
                model.ends[first + cell] = cost + burden[cell]
    return Solved(model)


def _burden(model: Model, cell: int) -> float:
    """What a car's damage and the lack of Sisu seem to cost later."""
    lacking = SISU_WORTH if model.sisus == 2 and cell < model.sisu_step else 0.0
    return DIE_WORTH * model.damage_of(cell) + lacking


def _cost(pace: Pace, progress: int, end: int) -> float:
    if end > LOST_AT:
        return pace.loss(progress, end - LOST_AT)
    if progress == pace.road.finish:
        return pace.card[end]
    return pace.stop(progress, end) if end else pace.start[progress * 6]
