"""Exact odds of a move, as fractions: what a driver may know before he commits himself.

A *plan* is a gear and the brakes on each square to be entered: `[0, 2, 0]` enters three squares and brakes twice on the
second. `forecast` gives the chance of every end of a plan; `odds` puts what matters of one action into text keys.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import State
from parcferme.core.errors import Refusal, Refused
from parcferme.games.rally.board.parts import DAMAGES, GEARS, TYRES, UNHURT
from parcferme.games.rally.mechanics.braking import Way
from parcferme.games.rally.mechanics.crew import RADIUS
from parcferme.games.rally.mechanics.driving import left_after, most_brakes, too_hard, tyres_cost, tyres_help
from parcferme.games.rally.rules.ahead import factors_ahead, ways_ahead
from parcferme.games.rally.state import GEAR, MECHANICS, SERVICE, SOLO_MECHANICS, STEP, TYRES_FIT, Position

NONE: Final = Fraction(0)
SURE: Final = Fraction(1)
NO_BRAKE_YET: Final = -1  # the first step is still open

Facts = list[tuple[str, dict[str, object]]]


class Forecast:
    """How a plan may end.

    ends     chance by damage code: 0 unharmed (also: out at the end of the stage), 1 spin, 2 to 4 degrees, 5 eliminated
    reach    chance of passing each square unharmed, in order
    """

    __slots__ = ("ends", "reach")

    def __init__(self, ends: list[Fraction], reach: list[Fraction]) -> None:
        self.ends = ends
        self.reach = reach

    def clean(self) -> Fraction:
        return self.ends[UNHURT]


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


def path_forecast(p: Position, factors: list[int], level: int) -> Forecast:
    """Driving these squares in order at a known level."""
    ends = [NONE] * len(DAMAGES)
    reach: list[Fraction] = []
    alive = SURE
    for factor in factors:
        chances = damage_odds(p, factor, level)
        for outcome in range(1, len(DAMAGES)):
            ends[outcome] += alive * chances[outcome]
        alive *= chances[UNHURT]
        reach.append(alive)
    ends[UNHURT] = alive
    return Forecast(ends, reach)


# ── plans ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def plan_fault(least: int, most: int, brakes: list[int], squares_left: int) -> Refusal | None:
    """What is wrong with a plan in a gear of this range, with so many squares to the end of the road."""
    left = least
    for index, brake in enumerate(brakes):
        if index >= squares_left and brake > 0:
            return Refusal("no_square_to_brake", "RA-30", {"square": index + 1})
        if not 0 <= brake <= most_brakes(left):
            return Refusal("too_many_brakes", "RA-R13", {"most": most_brakes(left)})
        left = left_after(left, brake)
    if len(brakes) > most:
        return Refusal("maximum", "RA-17", {"most": most})
    if not brakes or (left > 0 and len(brakes) <= squares_left):
        return Refusal("minimum", "RA-28", {"left": max(1, left)})
    return None


def forecast(p: Position, seat: int, gear: int, brakes: list[int]) -> Forecast:
    """All ends of a plan before the risk die is rolled, over its six faces; raises Refused for an impossible plan."""
    car = p.cars[seat]
    plan = p.plan(car, gear)
    fault = plan_fault(int(plan.least), int(plan.most), brakes, p.route.length - int(car.place))
    if fault is not None:
        raise Refused(f"gear:{gear} {'/'.join(str(brake) for brake in brakes)}", fault)
    return _over_die(p, factors_ahead(p, seat, brakes), plan.levels)


def _over_die(p: Position, factors: list[int], levels: list[int]) -> Forecast:
    ends = [NONE] * len(DAMAGES)
    reach = [NONE] * len(factors)
    for face in range(1, 7):
        one = path_forecast(p, factors, levels[face])
        ends = [sum_ + chance / 6 for sum_, chance in zip(ends, one.ends, strict=True)]
        reach = [sum_ + chance / 6 for sum_, chance in zip(reach, one.reach, strict=True)]
    return Forecast(ends, reach)


def preview(p: Position, seat: int) -> list[dict[str, object]]:
    """For each gear: its range, the level of each face, the chance to pass each square, and the ends of the minimum."""
    rows: list[dict[str, object]] = []
    for gear in range(1, GEARS + 1):
        plan = p.plan(p.cars[seat], gear)
        least, most = int(plan.least), int(plan.most)
        factors = factors_ahead(p, seat, [0] * most)
        whole = _over_die(p, factors, plan.levels)
        short = _over_die(p, factors[:least], plan.levels)
        ends = {DAMAGES[code]: str(chance) for code, chance in enumerate(short.ends)}
        reach = [str(chance) for chance in whole.reach]
        row: dict[str, object] = {"gear": gear, "least": least, "most": most, "levels": plan.levels[1:]}
        rows.append({**row, "reach": reach, "ends": ends})
    return rows


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
    ends = _over_die(p, factors_ahead(p, seat, [0] * least), levels)
    return [
        ("odds.levels", {"levels": " ".join(str(level) for level in levels[1:])}),
        ("odds.minimum", {"squares": least, "chance": str(ends.clean())}),
        *_end_facts(ends.ends),
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
