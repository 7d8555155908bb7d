"""Score A of a stage, points of a race, and the tables made of them: pure sums over the sheet of finished stages."""

from __future__ import annotations

from typing import Final

from parcferme.lib.standings import places

POINTS: Final = (9, 6, 4, 3, 2, 1)  # RA-72
DESTROYED: Final = 2  # RA-74


class StageResult:
    """A finished stage. By seat: score A, and the turns from the car's own start, below zero for a wreck."""

    __slots__ = ("race", "stage", "scores", "turns")

    def __init__(self, race: int, stage: int, scores: list[int], turns: list[int]) -> None:
        self.race = race
        self.stage = stage
        self.scores = scores
        self.turns = turns


Sheet = list[StageResult]


def stage_scores(exits: list[int], starts: list[int]) -> list[int]:
    """Score A by seat from exit turns (0 or less: eliminated) and start numbers (RA-69, RA-70, RA-R32)."""
    finished = [turn for turn in exits if turn > 0]
    if not finished:
        return [DESTROYED] * len(exits)  # RA-R34
    first = min(finished)
    scores = [turn - first - start for turn, start in zip(exits, starts, strict=True)]
    worst = max(score for score, turn in zip(scores, exits, strict=True) if turn > 0)  # RA-R34: the last by score
    return [score if turn > 0 else worst + DESTROYED for score, turn in zip(scores, exits, strict=True)]  # RA-74


def turns_driven(exit: int, start: int, squares_left: int) -> int:
    """Turns from a car's own start to its exit (RA-R41); a wreck walks home a square a turn, and counts below zero."""
    if exit > 0:
        return exit - start + 1
    return -(-exit - start + 1 + squares_left + 1)


def race_points(totals: list[int]) -> list[int]:
    """9-6-4-3-2-1 by place, lowest total first, for all who drove (RA-R38); ties share (RA-72, RA-73, RA-R36)."""
    return [POINTS[place - 1] for place in places([-total for total in totals])]


def race_totals(sheet: Sheet, race: int, players: int) -> list[int]:
    """Score A summed over the stages of a race driven so far, special ones too (RA-R37)."""
    totals = [0] * players
    for row in sheet:
        if row.race == race:
            for seat in range(players):
                totals[seat] += row.scores[seat]
    return totals


def stages_driven(sheet: Sheet, race: int) -> int:
    return sum(1 for row in sheet if row.race == race)


def championship(sheet: Sheet, stages: list[int], players: int) -> list[int]:
    """Points of the races that are over; `stages` is how many each has."""
    points = [0] * players
    for race, count in enumerate(stages):
        if stages_driven(sheet, race) == count:
            for seat, won in enumerate(race_points(race_totals(sheet, race, players))):
                points[seat] += won
    return points


def turns_in_all(sheet: Sheet, players: int) -> list[int]:
    """By seat, the turns of the finished stages from the car's own start (RA-R41)."""
    return [sum(abs(row.turns[seat]) for row in sheet) for seat in range(players)]
