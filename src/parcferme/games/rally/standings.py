"""Score A of a stage, points of a race, and the tables made of them: pure sums over the sheet of finished stages."""

from __future__ import annotations

from parcferme.core.result import Result
from parcferme.games.rally.state import Position
from parcferme.games.rally.tables import DESTROYED, POINTS
from parcferme.lib.standings import places


def stage_scores(exits: list[int], starts: list[int]) -> list[int]:
    """Score A by seat from exit turns (0 or less: eliminated) and start numbers (RA-69, RA-70, RA-74, RA-R34)."""
    finished = [turn for turn in exits if turn > 0]
    if not finished:
        return [DESTROYED] * len(exits)
    first = min(finished)
    scores = [turn - first - start for turn, start in zip(exits, starts, strict=True)]
    worst = max(score for score, turn in zip(scores, exits, strict=True) if turn > 0)
    return [score if turn > 0 else worst + DESTROYED for score, turn in zip(scores, exits, strict=True)]


def race_points(totals: list[int]) -> list[int]:
    """9-6-4-3-2-1 by place, lowest total first, ties sharing (RA-72, RA-73, RA-R36)."""
    return [POINTS[place - 1] for place in places([-total for total in totals])]


def race_totals(sheet: list[list[int]], race: int, players: int) -> list[int]:
    """Score A summed over the stages of a race driven so far."""
    totals = [0] * players
    for row in sheet:
        if row[0] == race:
            for seat in range(players):
                totals[seat] += row[2 + seat]
    return totals


def stages_driven(sheet: list[list[int]], race: int) -> int:
    return sum(1 for row in sheet if row[0] == race)


def championship(p: Position) -> list[int]:
    """Points of the races that are over."""
    points = [0] * p.tables.players
    for race in range(len(p.tables.races)):
        if stages_driven(p.sheet, race) == len(p.tables.stages[race]):
            for seat, won in enumerate(race_points(race_totals(p.sheet, race, p.tables.players))):
                points[seat] += won
    return points


def turns_driven(p: Position) -> list[int]:
    """By seat, the turns of the finished stages from the car's own start (RA-R41)."""
    players = p.tables.players
    return [sum(abs(row[2 + players + seat]) for row in p.sheet) for seat in range(players)]


def result(p: Position) -> Result:
    """Points decide a championship, the sum of score A a race or stage, the turns a time trial."""
    t = p.tables
    totals = race_totals(p.sheet, 0, t.players)
    if t.players == 1:
        turns = turns_driven(p)
        measures = {"turns": turns}
        if t.scope == "championship":
            measures["points"] = championship(p)
        return Result([1], [-turns[0]], measures, "time_trial", "RA-R41")
    if t.scope == "championship":
        points = championship(p)
        return Result(places(points), points, {"points": points}, "championship", "RA-72")
    scores = [-total for total in totals]
    if t.scope == "race":
        return Result(places(scores), scores, {"score": totals, "points": race_points(totals)}, "race", "RA-72")
    return Result(places(scores), scores, {"score": totals}, "stage", "RA-70")
