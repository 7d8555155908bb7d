"""The end of a stage, of a race and of the game, and what comes next (RA-69 … RA-75)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally.rules import prepare
from parcferme.games.rally.standings import race_points, race_totals, result, stage_scores
from parcferme.games.rally.state import (
    END,
    EXIT,
    KEY,
    ORDER,
    P_PHASE,
    P_RACE,
    P_STAGE,
    PLACE,
    Position,
)


def end_stage(p: Position, events: list[Event] | None) -> None:
    """Every car has left or is out."""
    v, players = p.v, p.tables.players
    starts = [0] * players
    for slot in range(players):
        starts[v[ORDER + slot]] = slot + 1
    exits = v[EXIT : EXIT + players]
    scores = stage_scores(exits, starts)
    turns = [_turns(p, seat, starts[seat]) for seat in range(players)]
    p.sheet = [*p.sheet, [v[P_RACE], v[P_STAGE], *scores, *turns]]
    for seat in range(players):
        v[KEY + seat] = scores[seat]  # RA-R35
    if events is not None:
        events.append(Event("stage_over", "RA-70", {"stage": v[P_STAGE] + 1, "scores": _listed(scores)}))
    if v[P_STAGE] + 1 < len(p.tables.stages[v[P_RACE]]):
        v[P_STAGE] += 1
        prepare.order_cars(p, events)
    else:
        _end_race(p, events)


def _turns(p: Position, seat: int, start: int) -> int:
    """Turns from the car's own start to its exit; a wreck is walked home at a square a turn and counts below zero."""
    turn = p.v[EXIT + seat]
    if turn > 0:
        return turn - start + 1
    return -(-turn - start + 1 + p.route.length + 1 - p.v[PLACE + seat])


def _end_race(p: Position, events: list[Event] | None) -> None:
    v, t = p.v, p.tables
    totals = race_totals(p.sheet, v[P_RACE], t.players)
    if events is not None:
        args: dict[str, object] = {"race": t.races[v[P_RACE]].id, "name": t.races[v[P_RACE]].name}
        args |= {"totals": _listed(totals), "points": _listed(race_points(totals))}
        events.append(Event("race_over", "RA-72", args))
    if v[P_RACE] + 1 < len(t.races):
        v[P_RACE] += 1
        v[P_STAGE] = 0
        prepare.begin_race(p, events)
    else:
        v[P_PHASE] = END
        if events is not None:
            events.append(Event("game_over", "RA-72", {"places": _listed(result(p).places)}))


def _listed(numbers: list[int]) -> list[object]:
    return list(numbers)
