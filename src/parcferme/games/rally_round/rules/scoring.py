"""Classification and results (RR-101, RR-102, RR-R47, RR-R48)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parcferme.core.result import Result
from parcferme.games.rally_round.mechanics.ties import part_tied
from parcferme.games.rally_round.mechanics.timing import FAULT
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_FAULT,
    E_LEG,
    FINISHED,
    N_OVER,
    Position,
)

WORST: Final = -100 * 3600  # the score of a crew that is not classified


def classify(totals: list[list[int]], squares: list[int]) -> list[int]:
    """Places of any number of finishers from their running totals after each section: the least win (RR-03, RR-101)."""
    places = [0] * len(totals)
    place = 1
    for total in sorted({running[-1] for running in totals}):
        tied = [number for number, running in enumerate(totals) if running[-1] == total]
        for group in part_tied([totals[number] for number in tied], squares):  # RR-102, RR-R47
            for crew in group.crews:
                places[tied[crew]] = place
            place += len(group.crews)
    return places


def running_totals(p: Position, crew: int) -> list[int]:
    """Seconds of penalty, other penalties included, after each section driven."""
    total = 0
    totals: list[int] = []
    for kind, _one, two in p.cars[crew].entries():
        if kind == E_FAULT:
            total += FAULT
        elif kind == E_BOOKED:
            total += two
            totals.append(total)
    return totals


def penalty_of(p: Position, crew: int) -> int:
    car = p.cars[crew]
    return car.score + car.other


def is_classified(p: Position, crew: int) -> bool:
    return p.cars[crew].status == FINISHED


def crew_places(p: Position) -> list[int]:
    """Places by crew; those not classified share the place below all finishers."""
    finishers = [crew for crew in range(p.t.crews) if is_classified(p, crew)]
    places = [len(finishers) + 1] * p.t.crews
    totals = [running_totals(p, crew) for crew in finishers]
    squares = section_lengths(p, finishers[0]) if finishers else []
    for crew, place in zip(finishers, classify(totals, squares), strict=True):
        places[crew] = place
    return places


def section_lengths(p: Position, crew: int) -> list[int]:
    """Squares of every section the crew has driven, all parts together."""
    return [one for kind, one, _ in p.cars[crew].entries() if kind == E_LEG]


def result(p: Position) -> Result | None:
    if p.phase != N_OVER:
        return None
    if p.t.competitive:
        return _competitive(p)
    places = crew_places(p)
    if p.t.players == 1:
        seats = [places.index(min(places))]  # RR-104: alone, the best crew counts
    else:
        seats = [next(c for c in range(p.t.crews) if p.cars[c].seat == seat) for seat in range(p.t.players)]
    scores = [-penalty_of(p, crew) if is_classified(p, crew) else WORST for crew in seats]
    measures = {"penalty": [penalty_of(p, crew) for crew in seats], "car": [crew + 1 for crew in seats]}
    some = any(is_classified(p, crew) for crew in range(p.t.crews))
    return Result([places[crew] for crew in seats], scores, measures, "finished" if some else "nobody", "RR-101")


def competition_result(rallies: Sequence[Position]) -> Result:
    """RR-101: of several who each drove alone."""
    home = [number for number, rally in enumerate(rallies) if is_classified(rally, 0)]
    places = [len(home) + 1] * len(rallies)
    squares = section_lengths(rallies[home[0]], 0) if home else []
    for number, place in zip(home, classify([running_totals(rallies[n], 0) for n in home], squares), strict=True):
        places[number] = place
    penalties = [penalty_of(rally, 0) for rally in rallies]
    scores = [-penalty if number in home else WORST for number, penalty in enumerate(penalties)]
    measures = {"penalty": penalties, "car": [number + 1 for number in range(len(rallies))]}
    return Result(places, scores, measures, "finished" if home else "nobody", "RR-101")


def _competitive(p: Position) -> Result:
    """RR-105: the player wins if no other crew has as few penalties."""
    own = p.adopted
    places = crew_places(p)
    rivals = [penalty_of(p, crew) for crew in range(p.t.crews) if crew != own and is_classified(p, crew)]
    won = is_classified(p, own) and places[own] == 1 and places.count(1) == 1
    margin = (min(rivals) if rivals else -WORST) - penalty_of(p, own) if is_classified(p, own) else WORST
    measures = {"penalty": [penalty_of(p, own)], "car": [own + 1], "place": [places[own]]}
    place = 1 if won else max(2, places[own])  # a shared first place is not won
    return Result([place], [margin], measures, "competitive_won" if won else "competitive_lost", "RR-105")
