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
Driven = tuple[Position, int]  # a crew, and the position it drives in


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


def is_classified(p: Position, crew: int) -> bool:
    return p.cars[crew].status == FINISHED


def places_of(driven: Sequence[Driven]) -> list[int]:
    """Places; those not classified share the place below all finishers."""
    home = [number for number, (p, crew) in enumerate(driven) if is_classified(p, crew)]
    places = [len(home) + 1] * len(driven)
    totals = [running_totals(*driven[number]) for number in home]
    squares = section_lengths(*driven[home[0]]) if home else []
    for number, place in zip(home, classify(totals, squares), strict=True):
        places[number] = place
    return places


def crew_places(p: Position) -> list[int]:
    return places_of([(p, crew) for crew in range(p.t.crews)])


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
        crews = [places.index(min(places))]  # RR-104: alone, the best crew counts
    else:
        crews = [next(c for c in range(p.t.crews) if p.cars[c].seat == seat) for seat in range(p.t.players)]
    return _result([(p, crew) for crew in crews], [places[crew] for crew in crews], crews)


def competition_result(rallies: Sequence[Position]) -> Result:
    """RR-101: of several who each drove alone."""
    driven = [(rally, 0) for rally in rallies]
    return _result(driven, places_of(driven), list(range(len(rallies))))


def _result(driven: Sequence[Driven], places: list[int], numbers: list[int]) -> Result:
    """Each seat's, for the crew it drove."""
    penalties = [p.cars[crew].penalty() for p, crew in driven]
    home = [is_classified(p, crew) for p, crew in driven]
    scores = [-penalty if done else WORST for penalty, done in zip(penalties, home, strict=True)]
    measures = {"penalty": penalties, "car": [number + 1 for number in numbers]}
    return Result(places, scores, measures, "finished" if any(home) else "nobody", "RR-101")


def _competitive(p: Position) -> Result:
    """RR-105: the player wins if no other crew has as few penalties."""
    own, places = p.adopted, crew_places(p)
    penalty = p.cars[own].penalty()
    rivals = [car.penalty() for crew, car in enumerate(p.cars) if crew != own and is_classified(p, crew)]
    won = is_classified(p, own) and places[own] == 1 and places.count(1) == 1
    margin = (min(rivals) if rivals else -WORST) - penalty if is_classified(p, own) else WORST
    measures = {"penalty": [penalty], "car": [own + 1], "place": [places[own]]}
    place = 1 if won else max(2, places[own])  # a shared first place is not won
    return Result([place], [margin], measures, "competitive_won" if won else "competitive_lost", "RR-105")
