"""Exact odds: what to know before taking an action. Chances are fractions in lowest terms, written `1/27`.

`odds` is what a board shows beside every legal action; the other functions are the numbers behind it, for bots and for
anybody who wants to check a table of their own.
"""

# isort: skip_file
from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core.contract import State
from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, CUT, END, FACES, LOCK, LOC_LEFT, LOC_RIGHT, LOC_SPIN, PASS, PATHS, PLACE, ROLL, SETS, SISU, SPARE,
    TYRES_ASPHALT, TYRES_SNOW, WHITE, WHITE_HAZARD, die_of,
)  # fmt: skip
from parcferme.games.rallyman.drive.course import course_of
from parcferme.games.rallyman.drive.valuation import total
from parcferme.games.rallyman.board.rally import Components
from parcferme.games.rallyman.board.road import EFFECT_AT, LOST, NODE_AT, RISKY
from parcferme.games.rallyman.rules.choices import place_steps
from parcferme.games.rallyman.rules.step import hazard_limit, step_of
from parcferme.games.rallyman.state import (
    CAR, CARS, DIRT, FLATS, GEAR, MARKERS, NODE, SISU_HELD, TYRES, Position, decks_at,
)  # fmt: skip

Line = tuple[str, dict[str, object]]
EXPECTS: Final = "seconds"


def expect(state: State, seat: int) -> float | None:
    """The seat's time at the end of the rally if it drives on well, less than nought: fewer seconds are better.

    Alone on the road from its next turn on; the turn it is in is seen as it is. `None` before the weather is known and
    while chance acts on the seat's car.
    """
    if not isinstance(state, Position):
        return None
    seconds = total(course_of(state.rally), state, seat)
    return None if seconds is None else -seconds


def loc_chance(blacks: int, whites: int, limit: int, profile: str = "2010") -> Fraction:
    """The chance that so many dice show `limit` hazards or more; black dice from 1st gear upwards."""
    return set_loss((1 << blacks) - 1, whites, limit, profile)


def set_loss(mask: int, whites: int, limit: int, profile: str = "2010") -> Fraction:
    """The same for the black dice of a mask: some profiles have unequal dice."""
    components = Components(profile)
    lost = total = 0
    for outcome, weight in components.roll_all(mask, whites):
        total += weight
        if shown_hazards(outcome) >= limit:
            lost += weight
    return Fraction(lost, total)


def shown_hazards(outcome: int) -> int:
    """How many hazards an outcome of a time attack shows."""
    faces = outcome - FACES
    return (faces // 3).bit_count() + faces % 3


def hazard_chance(p: Position, die: int) -> Fraction:
    """The chance that a die (0–4 black, WHITE) shows a hazard."""
    return Fraction(p.rally.components.hazards[min(die, WHITE)], p.rally.components.faces)


def loss_now(p: Position, die: int, taken: int, locked: bool) -> Fraction:
    """The chance that this step loses control at once, before Sisu is asked."""
    effect = taken >> EFFECT_AT & 3
    if effect == LOST:
        return Fraction(1)
    if locked:
        return Fraction(0)  # RM-46, RM-R18
    car = CARS + p.actor * CAR
    last = not p.sisu_on and p.hazards + 1 >= hazard_limit(p.road, taken >> NODE_AT, p.v[car + TYRES])
    return hazard_chance(p, die) if effect == RISKY or last else Fraction(0)


class AttackOdds:
    """A time attack before it is rolled: the chance to lose control when the dice are arranged to avoid it, and where
    a full run ends."""

    def __init__(self, loss: Fraction, spaces: tuple[int, int], gears: tuple[int, int]) -> None:
        self.loss = loss
        self.spaces = spaces
        self.gears = gears


def attack_odds(p: Position, number: int) -> AttackOdds:
    """Exact odds of attack `number` for the car that decides now."""
    mask, whites = SETS[number]
    run = _Run(p)
    lost = total = 0
    for outcome, weight in p.rally.attack_rolls[number].outcomes:
        total += weight
        faces = outcome - FACES
        run.shown = faces // 3
        run.safe.clear()
        if not run.can_be_safe(run.first, mask, whites - faces % 3, faces % 3, 0):
            lost += weight
    ends = run.ends(run.first, mask, whites)
    start = p.road.at[run.first[0]]
    distances = [progress - start for progress, _ in ends]
    gears = [gear for _, gear in ends]
    return AttackOdds(Fraction(lost, total), (min(distances), max(distances)), (min(gears), max(gears)))


Place = tuple[int, int, int]  # node, gear, white dice placed


class _Run:
    """Every way to drive the dice of an attack."""

    def __init__(self, p: Position) -> None:
        self.p = p
        car = CARS + p.actor * CAR
        self.tyres = p.v[car + TYRES]
        self.first: Place = (p.v[car + NODE], p.v[car + GEAR], 0)
        self.shown = 0  # black dice with a hazard
        self.safe: dict[tuple[Place, int, int, int, int], bool] = {}

    def steps(self, at: Place, left: int, clean: int, bad: int) -> dict[int, int]:
        p, road = self.p, self.p.road
        node, gear, whites = at
        masks = p.v[DIRT], p.full, p.cuts_full
        return place_steps(road, road.at[node], gear, whites, self.tyres, left, clean, bad, *masks)

    def after(self, at: Place, action: int, taken: int) -> Place:
        die = (action - PLACE) // PATHS
        if die >= WHITE:
            return (taken >> NODE_AT, at[1], at[2] + 1)
        return (taken >> NODE_AT, die + 1, at[2])

    def can_be_safe(self, at: Place, left: int, clean: int, bad: int, hazards: int) -> bool:
        """Is there an order and route on which these faces do not lose control?"""
        if left == 0 and clean + bad == 0:
            return True
        key = (at, left, clean, bad, hazards)
        if key not in self.safe:
            self.safe[key] = any(
                self._safe_with(at, action, taken, left, clean, bad, hazards)
                for action, taken in self.steps(at, left, clean, bad).items()
            )
        return self.safe[key]

    def _safe_with(self, at: Place, action: int, taken: int, left: int, clean: int, bad: int, hazards: int) -> bool:
        die = (action - PLACE) // PATHS
        hazard = die == WHITE_HAZARD or (die < WHITE and self.shown >> die & 1 == 1)
        if hazard:
            hazards += 1
            limit = hazard_limit(self.p.road, taken >> NODE_AT, self.tyres)
            if hazards >= limit or taken >> EFFECT_AT & 3 == RISKY:
                return False
        there = self.after(at, action, taken)
        if die < WHITE:
            return self.can_be_safe(there, left & ~(1 << die), clean, bad, hazards)
        return self.can_be_safe(there, left, clean - (not hazard), bad - hazard, hazards)

    def ends(self, at: Place, left: int, whites: int) -> set[tuple[int, int]]:
        """(progress, gear) of every full run."""
        waiting = [(at, left, whites)]
        seen = set(waiting)
        found: set[tuple[int, int]] = set()
        while waiting:
            here, dice, whites_left = waiting.pop()
            if dice == 0 and whites_left == 0:
                found.add((self.p.road.at[here[0]], here[1]))
                continue
            for action, taken in self.steps(here, dice, whites_left, 0).items():
                die = (action - PLACE) // PATHS
                rest = (dice, whites_left - 1) if die >= WHITE else (dice & ~(1 << die), whites_left)
                then = (self.after(here, action, taken), rest[0], rest[1])
                if then not in seen:
                    seen.add(then)
                    waiting.append(then)
        return found


# ------------------------------------------------------------------ beside every action


def odds(state: State, seat: int, action: int) -> list[Line]:
    """What to know before taking a legal action."""
    if not isinstance(state, Position) or action not in state.legal(seat):
        return []
    p = state
    car = CARS + seat * CAR
    if action >= ATTACK:
        return _attack_lines(p, action - ATTACK)
    if action >= ROLL:
        return _die_lines(p, car, action)
    if action in (END, PASS):
        gear = p.v[car + GEAR]
        return [("odds.card", {"gear": gear, "seconds": p.rally.components.seconds[gear]})]
    if action == ACCEPT:
        return [("odds.loc", {"chance": "1"}), *_loc_lines(p, p.v[car + NODE], p.v[car + GEAR])]
    if action == SISU:
        return [("odds.sisu_played", {})]
    if action == SPARE:
        return [("odds.spare", {"flats": p.v[car + FLATS] - 1, "seconds": p.rally.spare_seconds})]
    if action in (TYRES_ASPHALT, TYRES_SNOW):
        snowy = sum(1 for index in range(1, p.road.finish) if p.road.snow[index])
        return [("odds.surface", {"snow": snowy, "spaces": p.road.length})]
    return []


def _attack_lines(p: Position, number: int) -> list[Line]:
    found = attack_odds(p, number)
    mask, whites = SETS[number]
    return [
        ("odds.loc", {"chance": str(found.loss)}),
        ("odds.distance", {"least": found.spaces[0], "most": found.spaces[1]}),
        ("odds.gears", {"lowest": found.gears[0], "highest": found.gears[1]}),
        ("odds.markers", {"earned": mask.bit_count() + whites}),
    ]


def _die_lines(p: Position, car: int, action: int) -> list[Line]:
    v = p.v
    die, taken = die_of(action), step_of(p, action)
    gear = v[car + GEAR] if die >= WHITE else die + 1
    node = taken >> NODE_AT
    lines: list[Line] = [("odds.target", {"space": p.road.ids[node], "gear": gear})]
    if action >= PLACE:
        hazard = die == WHITE_HAZARD or (die < WHITE and p.shown >> die & 1 == 1)
        loss = Fraction(1) if hazard and loss_now(p, die, taken, False) else Fraction(0)
    elif action >= LOCK:
        loss = loss_now(p, die, taken, True)
        lines.append(("odds.lock", {"price": p.locks + 1, "markers": v[car + MARKERS] - p.locks - 1}))
    else:
        loss = loss_now(p, die, taken, False)
        lines.append(("odds.hazard", {"chance": str(hazard_chance(p, die))}))
    lines.append(("odds.loc", {"chance": str(loss)}))
    if loss:
        if v[car + SISU_HELD] and taken >> EFFECT_AT & 3 == 0:
            lines.append(("odds.sisu", {}))
        lines += _loc_lines(p, node, gear)
    if taken & 7 == CUT:
        lines += _card_lines(p, car)
    return lines


def _loc_lines(p: Position, node: int, gear: int) -> list[Line]:
    """What a loss of control would do there."""
    if node == p.road.finish:
        return [("odds.finish_loss", {"seconds": p.rally.components.seconds[gear]})]
    weights = _weights(p, gear - 1, [weight for _, weight in p.rally.backs[gear].outcomes])
    total = sum(weights)
    progress = p.road.at[node]
    left, right = p.road.left[progress], p.road.right[progress]
    shares = [str(Fraction(weights[card - LOC_SPIN], total)) for card in (LOC_SPIN, LOC_LEFT, LOC_RIGHT)]
    args: dict[str, object] = {"spin": shares[0], "left": shares[1], "right": shares[2]}
    return [("odds.off", {**args, "left_damage": left, "right_damage": right, "seconds": p.rally.components.lost})]


def _card_lines(p: Position, car: int) -> list[Line]:
    weights = _weights(p, 5, p.rally.components.deck)
    total = sum(weights)
    shares = [str(Fraction(weight, total)) for weight in weights]
    lines: list[Line] = [("odds.shortcut", {"good": shares[0], "dirty": shares[1], "puncture": shares[2]})]
    if p.v[car + FLATS] == 2:
        lines.append(("odds.retire", {"chance": shares[2]}))
    return lines


def _weights(p: Position, deck: int, fresh: list[int]) -> list[int]:
    """The cards of a deck as they are now."""
    if not p.rally.physical:
        return fresh
    at = decks_at(p.rally.players) + 3 * deck
    return p.v[at : at + 3]
