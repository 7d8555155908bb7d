"""Exact odds: what to know before taking an action. Chances are fractions in lowest terms, written `1/27`.

`odds` is what a board shows beside every legal action; the other functions are the numbers behind it, for bots and for
anybody who wants to check a table of their own.
"""

# isort: skip_file
from __future__ import annotations

from fractions import Fraction

from parcferme.core.contract import State
from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, CUT, FACES, LOCK, PLACE, ROLL, SETS, TYRES_ASPHALT, TYRES_SNOW, WHITE, WHITE_HAZARD, die_of,
)  # fmt: skip
from parcferme.games.rallyman.board.components import Components
from parcferme.games.rallyman.drive.ahead import FARTHEST, run_from
from parcferme.games.rallyman.drive.risk import hazard_chance, loses_control, loss_now
from parcferme.games.rallyman.mechanics.attack import Placement, placements
from parcferme.games.rallyman.mechanics.dice import LAST_FLAT
from parcferme.games.rallyman.mechanics.paths import FINE, Step
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.rules.decks import SHORTCUTS, fresh_decks
from parcferme.games.rallyman.state import Position

Line = tuple[str, dict[str, object]]


def set_loss(mask: int, whites: int, limit: int, profile: str) -> Fraction:
    """The chance that the black dice of a mask and some white ones show `limit` hazards or more."""
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


def attack_loss(p: Position, number: int) -> Fraction:
    """The chance that attack `number` loses control although its dice are arranged to avoid it."""
    mask, whites = SETS[number]
    run = _Run(p)
    lost = total = 0
    for outcome, weight in p.rally.attack_rolls[number].outcomes:
        total += weight
        faces = outcome - FACES
        run.shown = faces // 3
        run.safe.clear()
        if not run.can_be_safe(run.first, (mask, whites - faces % 3, faces % 3), 0):
            lost += weight
    return Fraction(lost, total)


Spot = tuple[int, int, int]  # space, gear, white dice placed
Dice = tuple[int, int, int]  # to be placed: a mask of black ones, white ones without and with a hazard


class _Run:
    """Every way to drive the dice of an attack."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.first: Spot = (p.car.space, p.car.gear, 0)
        self.shown = 0  # black dice with a hazard
        self.safe: dict[tuple[Spot, Dice, int], bool] = {}

    def next(self, at: Spot, blacks: int, whites: int) -> list[Placement]:
        return placements(self.p.track(), at[0], at[1], at[2], blacks, whites, self.p.obstacles)

    def after(self, at: Spot, placed: Placement) -> Spot:
        if placed.die == WHITE:
            return (placed.step.space, at[1], at[2] + 1)
        return (placed.step.space, placed.die + 1, at[2])

    def can_be_safe(self, at: Spot, dice: Dice, hazards: int) -> bool:
        """Is there an order and route on which these faces do not lose control?"""
        blacks, clean, bad = dice
        if blacks == 0 and clean + bad == 0:
            return True
        key = (at, dice, hazards)
        if key not in self.safe:
            self.safe[key] = any(
                not loses_control(self.p, placed.step, hazard == 1, hazards)
                and self.can_be_safe(self.after(at, placed), rest, hazards + hazard)
                for placed in self.next(at, blacks, clean + bad)
                for hazard, rest in self._without(placed.die, dice)
            )
        return self.safe[key]

    def _without(self, die: int, dice: Dice) -> list[tuple[int, Dice]]:
        """The dice left without this one, and does it show a hazard? A white die may be one or the other."""
        blacks, clean, bad = dice
        if die < WHITE:
            return [(self.shown >> die & 1, (blacks & ~(1 << die), clean, bad))]
        found = [(0, (blacks, clean - 1, bad))] if clean else []
        return [*found, (1, (blacks, clean, bad - 1))] if bad else found


# ------------------------------------------------------------------ beside every action


def odds(state: State, seat: int, action: int) -> list[Line]:
    """What to know before taking a legal action."""
    if not isinstance(state, Position) or action not in state.legal(seat):
        return []
    p, car = state, state.cars[seat]
    if action >= ATTACK:
        return [("odds.loc", {"chance": str(attack_loss(p, action - ATTACK))})]
    if action >= ROLL:
        return _die_lines(p, action)
    if action == ACCEPT:
        return [("odds.loc", {"chance": "1"}), *_loc_lines(p, car.space, car.gear)]
    if action in (TYRES_ASPHALT, TYRES_SNOW):
        snowy = sum(1 for index in range(1, p.road.finish) if p.road.snow[index])
        return [("odds.surface", {"snow": snowy, "spaces": p.road.length})]
    return []


def _die_lines(p: Position, action: int) -> list[Line]:
    die, step = die_of(action), step_of(p, action)
    lines: list[Line] = []
    if action < LOCK:
        lines.append(("odds.hazard", {"chance": str(hazard_chance(p, die))}))
    loss = _loss_of(p, action, die, step)
    lines.append(("odds.loc", {"chance": str(loss)}))
    if loss:
        if p.car.sisu and step.effect == FINE:
            lines.append(("odds.sisu", {}))
        lines += _loc_lines(p, step.space, p.car.gear if die >= WHITE else die + 1)
    if action < LOCK:
        lines += _ahead_lines(p, action, step.space)
    return [*lines, *_card_lines(p)] if step.path == CUT else lines


def _ahead_lines(p: Position, action: int, space: int) -> list[Line]:
    """If the driver keeps going: the spaces behind it, with the safest dice and their risk in all."""
    lines: list[Line] = []
    for further in range(1, min(FARTHEST, p.road.finish - space) + 1):
        run = run_from(p, int(p.actor), action, further)
        if run.dice:
            told: dict[str, object] = {"to": p.road.id(space + further, False), "dice": run.dice}
            lines.append(("odds.ahead", {**told, "chance": str(run.risk)}))
    return lines


def _loss_of(p: Position, action: int, die: int, step: Step) -> Fraction:
    if action < PLACE:
        return loss_now(p, die, step, action >= LOCK)
    hazard = die == WHITE_HAZARD or (die < WHITE and p.turn.shown >> die & 1 == 1)
    return Fraction(int(loses_control(p, step, hazard, p.turn.hazards)))


def _loc_lines(p: Position, space: int, gear: int) -> list[Line]:
    """What a loss of control would do there."""
    if space == p.road.finish:
        return [("odds.finish_loss", {"seconds": p.rally.components.seconds[gear]})]
    spin, left, right = _shares(p, gear - 1)
    args: dict[str, object] = {"spin": spin, "left": left, "right": right}
    args |= {"left_damage": p.road.left[space], "right_damage": p.road.right[space]}
    return [("odds.off", {**args, "seconds": p.rally.components.lost})]


def _card_lines(p: Position) -> list[Line]:
    good, dirty, puncture = _shares(p, SHORTCUTS)
    lines: list[Line] = [("odds.shortcut", {"good": good, "dirty": dirty, "puncture": puncture})]
    if p.car.flats == LAST_FLAT - 1:
        lines.append(("odds.retire", {"chance": puncture}))
    return lines


def _shares(p: Position, deck: int) -> list[str]:
    """The chances of the three kinds of card in a deck as it is now."""
    cards = (p.decks if p.rally.physical else fresh_decks(p.rally.components))[deck]
    return [str(Fraction(count, sum(cards))) for count in cards]
