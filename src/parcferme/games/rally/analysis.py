"""Exact odds of a move, as fractions: what a driver may know before he commits himself.

A *plan* is a gear and the brakes on each square to be entered: `[0, 2, 0]` enters three squares and brakes twice on the
second. `forecast` gives the chance of every end of a plan; `odds` puts what matters of one action into text keys.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import State
from parcferme.core.errors import Refusal, Refused
from parcferme.games.rally import expectation
from parcferme.games.rally.actions import TYRES as TYRE_NAMES
from parcferme.games.rally.load import DAMAGES, UNHURT
from parcferme.games.rally.mechanics import best_stack, stack_size
from parcferme.games.rally.planning import mechanic_values
from parcferme.games.rally.state import (
    GEAR,
    MECHANICS,
    P_DIFFERENCE,
    P_ENTERED,
    P_LEFT,
    P_LEVEL,
    P_PHASE,
    P_RACE,
    P_ROOM,
    P_SEAT,
    P_SECTOR,
    PLACE,
    SERVICE,
    STEP,
    TYRES,
    Position,
)

NONE: Final = Fraction(0)
SURE: Final = Fraction(1)

Facts = list[tuple[str, dict[str, object]]]

EXPECTS: Final = expectation.EXPECTS


def expect(state: State, seat: int) -> float | None:
    """Minus the turns this car may expect to need for the running stage; `None` before it is driven."""
    return expectation.expect(state, seat)


def foresee(state: State, seat: int) -> list[float] | None:
    """What each action is worth, in the same unit, where mechanics are placed; `None` elsewhere. Not exact."""
    assert isinstance(state, Position)
    return mechanic_values(state, seat) if state.v[P_PHASE] == MECHANICS else None


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
    if factor <= level:
        chances[UNHURT] = SURE
        return chances
    for outcome in p.tables.damage[min(5, factor - level)]:
        chances[outcome] += Fraction(1, 6)
    return chances


def path_factors(p: Position, seat: int, brakes: list[int]) -> list[int]:
    """Factors of the next squares with these brakes, the car's tyres, the weather and the cars to be overtaken."""
    place = p.v[PLACE + seat]
    moving = p.v[P_PHASE] == STEP and p.v[P_SEAT] == seat
    entered = p.v[P_ENTERED] if moving else 0
    printed = p.factors_of(seat)
    found: list[int] = []
    for index, brake in enumerate(brakes):
        square = place + index + 1
        if square > p.route.length:
            break  # RA-R16: the way out is no square
        if p.tables.surcharge_on_occupied:
            overtaken = p.rivals_on(seat, square)
        else:
            overtaken = p.rivals_on(seat, square - 1) if entered + index > 0 else 0  # RA-R14, RA-R15
        found.append(max(0, printed[square] + brake + overtaken))  # RA-R27
    return found


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
        if not 0 <= brake <= max(0, left - 1):
            return Refusal("too_many_brakes", "RA-R13", {"most": max(0, left - 1)})
        left -= 1 + brake
    if len(brakes) > most:
        return Refusal("maximum", "RA-17", {"most": most})
    if not brakes or (left > 0 and len(brakes) <= squares_left):
        return Refusal("minimum", "RA-28", {"left": max(1, left)})
    return None


def forecast(p: Position, seat: int, gear: int, brakes: list[int]) -> Forecast:
    """All ends of a plan before the risk die is rolled, over its six faces; raises Refused for an impossible plan."""
    least, most, _, levels = p.plan(seat, gear)
    fault = plan_fault(least, most, brakes, p.route.length - p.v[PLACE + seat])
    if fault is not None:
        raise Refused(f"gear:{gear} {'/'.join(str(brake) for brake in brakes)}", fault)
    return _over_die(p, path_factors(p, seat, brakes), levels)


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
    for gear in range(1, 6):
        least, most, _, levels = p.plan(seat, gear)
        factors = path_factors(p, seat, [0] * most)
        whole = _over_die(p, factors, levels)
        short = _over_die(p, factors[:least], levels)
        ends = {DAMAGES[code]: str(chance) for code, chance in enumerate(short.ends)}
        reach = [str(chance) for chance in whole.reach]
        rows.append({"gear": gear, "least": least, "most": most, "levels": levels[1:], "reach": reach, "ends": ends})
    return rows


# ── one action ───────────────────────────────────────────────────────────────────────────────────────────────────────


def odds(state: State, seat: int, action: int) -> Facts:
    """What to know before taking a legal action."""
    assert isinstance(state, Position)
    phase, ids = state.v[P_PHASE], state.tables.ids
    if phase == GEAR:
        gear = action - ids.overrev + 1 if action >= ids.overrev else action - ids.gear + 1
        return _gear_facts(state, seat, gear)
    if phase == STEP:
        return _halt_facts(state, seat) if action == ids.halt else _step_facts(state, seat, action - ids.advance)
    if phase in (TYRES, SERVICE) and ids.fit <= action < ids.fit + 3:
        return _tyre_facts(state, action - ids.fit)
    return []


def _gear_facts(p: Position, seat: int, gear: int) -> Facts:
    least, most, _, levels = p.plan(seat, gear)
    factors = path_factors(p, seat, [0] * most)
    ends = _over_die(p, factors[:least], levels)
    facts: Facts = [
        ("odds.range", {"least": least, "most": most}),
        ("odds.levels", {"levels": " ".join(str(level) for level in levels[1:])}),
        ("odds.minimum", {"squares": least, "chance": str(ends.clean())}),
    ]
    facts += _end_facts(ends.ends)
    whole = _over_die(p, factors, levels)
    facts.append(("odds.maximum", {"squares": most, "chance": str(whole.clean())}))
    return facts


def _end_facts(ends: list[Fraction]) -> Facts:
    return [(f"odds.end.{DAMAGES[code]}", {"chance": str(ends[code])}) for code in range(1, 6) if ends[code] > 0]


def _step_facts(p: Position, seat: int, brakes: int) -> Facts:
    factors = path_factors(p, seat, [brakes])
    if not factors:
        return [("odds.out", {})]
    level = p.v[P_LEVEL]
    square = p.v[PLACE + seat] + 1
    facts: Facts = [("odds.square", {"factor": factors[0], "level": level, "left": max(0, p.v[P_LEFT] - 1 - brakes)})]
    if factors[0] <= level:
        return [*facts, ("odds.safe", {})]
    chances = damage_odds(p, factors[0], level)
    facts.append(("odds.clean", {"chance": str(chances[UNHURT])}))
    return facts + _end_facts(chances) + _help_facts(p, seat, square)


def _help_facts(p: Position, seat: int, square: int) -> Facts:
    """The seat's own mechanics that would act there."""
    stack = best_stack(p.v, seat, square)
    return [("odds.mechanics", {"mechanics": stack_size(p.v, seat, stack)})] if stack > 0 else []


def _halt_facts(p: Position, seat: int) -> Facts:
    return [("odds.halt", {"entered": p.v[P_ENTERED], "room": p.v[P_ROOM]})]


def _tyre_facts(p: Position, tyres: int) -> Facts:
    """What these tyres do in the present sector and in the two that may come next (RA-65, RA-66)."""
    ring = p.tables.race_rings[p.v[P_RACE]]
    sector, count = p.v[P_SECTOR], len(ring.kinds)
    facts: Facts = []
    for name, at in (("now", sector), ("odd", (sector - 1) % count), ("even", (sector + 1) % count)):
        lower, cost = p.tables.tyre_effect(ring.kinds[at], tyres)
        facts.append((f"odds.tyres.{name}", {"tyres": TYRE_NAMES[tyres], "lower": lower, "cost": cost}))
    return facts


def pending_damage(p: Position) -> list[Fraction]:
    """At a damage roll: the chance of each damage code."""
    chances = [NONE] * len(DAMAGES)
    for outcome in p.tables.damage[p.v[P_DIFFERENCE]]:
        chances[outcome] += Fraction(1, 6)
    return chances
