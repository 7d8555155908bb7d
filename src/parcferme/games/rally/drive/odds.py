"""Exact odds of a move, as fractions: what a driver may know before he commits himself."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import State
from parcferme.games.rally.board.parts import DAMAGES, TYRES, UNHURT
from parcferme.games.rally.mechanics.braking import Way
from parcferme.games.rally.mechanics.crew import RADIUS
from parcferme.games.rally.mechanics.driving import too_hard, tyres_cost, tyres_help
from parcferme.games.rally.rules.ahead import factors_ahead, ways_ahead
from parcferme.games.rally.state import GEAR, MECHANICS, SERVICE, SOLO_MECHANICS, STEP, TYRES_FIT, Position

NONE: Final = Fraction(0)
SURE: Final = Fraction(1)
NO_BRAKE_YET: Final = -1  # the first step is still open

Facts = list[tuple[str, dict[str, object]]]


# ── squares ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def damage_odds(p: Position, factor: int, level: int) -> list[Fraction]:
    """Chance of each damage code on a square of this factor (RA-41, RA-42)."""
    chances = [NONE] * len(DAMAGES)
    difference = too_hard(factor, level)
    if difference <= 0:
        chances[UNHURT] = SURE
        return chances
    for outcome in p.tables.damage[difference]:
        chances[outcome] += Fraction(1, 6)
    return chances


def ends_over_die(p: Position, factors: list[int], levels: list[int]) -> list[Fraction]:
    """Chance of each damage code of driving these squares in order before the risk die is rolled, over its six faces:
    UNHURT, also out at the end of the stage, where nothing befalls the car."""
    ends = [NONE] * len(DAMAGES)
    for level in levels[1:]:
        alive = Fraction(1, 6)
        for factor in factors:
            chances = damage_odds(p, factor, level)
            for outcome in range(1, len(DAMAGES)):
                ends[outcome] += alive * chances[outcome]
            alive *= chances[UNHURT]
        ends[UNHURT] += alive
    return ends


# ── one action ───────────────────────────────────────────────────────────────────────────────────────────────────────


def odds(state: State, seat: int, action: int) -> Facts:
    """What to know before taking a legal action."""
    assert isinstance(state, Position)
    phase, ids = int(state.phase), state.tables.ids
    if phase == GEAR:
        gear = action - ids.overrev + 1 if action >= ids.overrev else action - ids.gear + 1
        return _gear_facts(state, seat, gear)
    if phase == STEP and action != ids.halt:
        return _step_facts(state, seat, action - ids.advance)
    if phase in (TYRES_FIT, SERVICE) and ids.fit <= action < ids.gear:
        return _tyre_facts(state, action - ids.fit)
    if phase in (MECHANICS, SOLO_MECHANICS):
        return _reach_facts(state, state.route.squares.index(action - ids.mechanic))
    return []


def _gear_facts(p: Position, seat: int, gear: int) -> Facts:
    plan = p.plan(p.cars[seat], gear)
    least, levels = int(plan.least), plan.levels
    ends = ends_over_die(p, factors_ahead(p, seat, [0] * least), levels)
    return [
        ("odds.levels", {"levels": " ".join(str(level) for level in levels[1:])}),
        ("odds.minimum", {"squares": least, "chance": str(ends[UNHURT])}),
        *_end_facts(ends),
        *_way_facts(p, seat, ways_ahead(p, seat, gear)),
    ]


def _way_facts(p: Position, seat: int, ways: list[Way], first: int = NO_BRAKE_YET) -> Facts:
    """The chance to come to each square unharmed, with the brakes that its way needs (RA-29 to RA-31)."""
    place, squares, numbers = int(p.cars[seat].place), p.route.squares, p.tables.deck.numbers
    facts: Facts = []
    for index, way in enumerate(ways, place + 1):
        if first != NO_BRAKE_YET and (way.brakes or [0])[0] != first:
            continue  # another step leads there better
        chance: dict[str, object] = {"chance": str(Fraction(way.weight, way.cases))}
        if index > p.route.length:
            facts.append(("odds.out", chance))
        else:
            facts.append(("odds.to", {"to": numbers[squares[index]], **chance}))
    return facts


def _end_facts(ends: list[Fraction]) -> Facts:
    return [(f"odds.end.{DAMAGES[code]}", {"chance": str(ends[code])}) for code in range(1, 6) if ends[code] > 0]


def _step_facts(p: Position, seat: int, brakes: int) -> Facts:
    factors = factors_ahead(p, seat, [brakes])
    chances = damage_odds(p, factors[0], int(p.level)) if factors else [SURE]
    told: Facts = (
        [] if chances[UNHURT] == 1 else [("odds.clean", {"chance": str(chances[UNHURT])}), *_end_facts(chances)]
    )
    return told + _way_facts(p, seat, ways_ahead(p, seat, 0), brakes)


def _tyre_facts(p: Position, tyres: int) -> Facts:
    """What these tyres will do in the two sectors that may come next (RA-65, RA-66)."""
    t, ring = p.tables, p.ring()
    sector, count = int(p.sector), len(ring.kinds)
    facts: Facts = []
    for name, at in (("odd", (sector - 1) % count), ("even", (sector + 1) % count)):
        lower = int(tyres_help(ring.kinds[at], tyres, t.any_tyre_helps))
        cost = tyres_cost(ring.kinds[at], tyres, t.cost_by_type)
        facts.append((f"odds.tyres.{name}", {"tyres": TYRES[tyres], "lower": lower, "cost": cost}))
    return facts


def _reach_facts(p: Position, place: int) -> Facts:
    """How much trouble a mechanic here is near to (RA-53): the levels of the squares within reach, added up, beside the
    most that any place of the road has."""
    levels = [level for card in p.route.cards for level in p.tables.deck.cards[card].levels]
    near = [sum(levels[max(0, at - RADIUS) : at + RADIUS + 1]) for at in range(len(levels))]
    return [("odds.reach", {"danger": near[place - 1], "most": max(near)})]
