"""The end of a stage, of a race and of the game, and what comes next (RA-69 … RA-75)."""

from __future__ import annotations

from parcferme.core.events import Event, Events
from parcferme.core.result import Result
from parcferme.games.rally.mechanics.standings import (
    StageResult,
    championship,
    race_points,
    race_totals,
    stage_scores,
    turns_driven,
    turns_in_all,
)
from parcferme.games.rally.rules import prepare
from parcferme.games.rally.state import END, Position
from parcferme.lib.standings import places


def end_stage(p: Position, events: Events) -> None:
    """Every car has left or is out."""
    race, stage = int(p.race), int(p.stage)
    scores = arrival(p)
    turns = [_turns(p, seat) for seat in range(p.tables.players)]
    p.sheet = [*p.sheet, StageResult(race, stage, scores, turns)]
    if events is not None:
        events.append(Event("stage_over", "RA-70", {"stage": stage + 1, "scores": _listed(scores)}))
    if stage + 1 < len(p.tables.stages[race]):
        p.stage = stage + 1
        prepare.order_cars(p, events)
    else:
        _end_race(p, events)


def arrival(p: Position) -> list[int]:
    """Score A by seat, from the exits and the start numbers."""
    return stage_scores([int(car.exit) for car in p.cars], [p.start_number(seat) for seat in range(p.tables.players)])


def _turns(p: Position, seat: int) -> int:
    car = p.cars[seat]
    return turns_driven(int(car.exit), p.start_number(seat), p.route.length - int(car.place))


def _end_race(p: Position, events: Events) -> None:
    t = p.tables
    race = t.races[p.race]
    totals = race_totals(p.sheet, int(p.race), t.players)
    if events is not None:
        args: dict[str, object] = {"race": race.id, "name": race.name}
        args |= {"totals": _listed(totals), "points": _listed(race_points(totals))}
        events.append(Event("race_over", "RA-72", args))
    if p.race + 1 < len(t.races):
        p.race = p.race + 1
        p.stage = 0
        prepare.begin_race(p, events)
    else:
        p.phase = END
        if events is not None:
            events.append(Event("game_over", "RA-72", {"places": _listed(result(p).places)}))


def _listed(numbers: list[int]) -> list[object]:
    return list(numbers)


def points(p: Position) -> list[int]:
    """Championship points so far, by seat."""
    return championship(p.sheet, [len(stages) for stages in p.tables.stages], p.tables.players)


def result(p: Position) -> Result:
    """Points decide a championship, the sum of score A a race or stage, the turns a time trial."""
    t = p.tables
    if t.players == 1:
        turns = turns_in_all(p.sheet, 1)
        measures = {"turns": turns}
        if t.scope == "championship":
            measures["points"] = points(p)
        return Result([1], [-turns[0]], measures, "time_trial", "RA-R41")
    if t.scope == "championship":
        won = points(p)
        return Result(places(won), won, {"points": won}, "championship", "RA-72")
    totals = race_totals(p.sheet, 0, t.players)
    scores = [-total for total in totals]
    if t.scope == "race":
        return Result(places(scores), scores, {"score": totals, "points": race_points(totals)}, "race", "RA-72")
    return Result(places(scores), scores, {"score": totals}, "stage", "RA-70")
