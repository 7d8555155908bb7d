"""Why an action is not legal now. Only asked for actions that are not: it looks for the rule that says so."""

# isort: skip_file
from __future__ import annotations

from parcferme.core.errors import Refusal
from parcferme.games.rallyman.board.spaces import BUMP, CORNER
from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, CUT, DIE_NAMES, END, GO, IN, LOCK, PASS, PATH_NAMES, PLACE, READY, ROLL, SETS, SISU, SKID,
    SPARE, TYRES_ASPHALT, TYRES_SNOW, WHITE, WHITE_HAZARD, WIDE, die_of, path_of,
)  # fmt: skip
from parcferme.games.rallyman.board.rally import WEATHER_NONE
from parcferme.games.rallyman.mechanics.attack import attacks
from parcferme.games.rallyman.mechanics.dice import black_dice, lock_price, next_dice, white_dice, white_fits
from parcferme.games.rallyman.mechanics.paths import Step, notes, too_fast
from parcferme.games.rallyman.rules.cache import BLACKS
from parcferme.games.rallyman.rules.choices import tyres_may_change
from parcferme.games.rallyman.state import (
    CHAIN, OVER_PHASE, PLACING, SERVICE, SISU_ASKED, TURN, Position,
)  # fmt: skip

DECIDING = (SERVICE, TURN, CHAIN, PLACING, SISU_ASKED)


def refusal(p: Position, seat: int, action: int) -> Refusal:
    """The rule that forbids this action to this seat."""
    phase = p.phase
    if phase == OVER_PHASE:
        return Refusal("over", "RM-102")
    if phase not in DECIDING:
        return Refusal("chance", "RM-24")
    if seat != p.actor:
        return Refusal("not_your_turn", "RM-24", {"car": p.actor, "driver": p.rally.driver(p.actor)})
    if action in (READY, TYRES_ASPHALT, TYRES_SNOW):
        return _service(p, action)
    if action in (SISU, ACCEPT):
        return _sisu(p, action)
    if action == SPARE:
        return _spare(p)
    if phase == SERVICE:
        return Refusal("service_first", "RM-R34")
    if phase == SISU_ASKED:
        return Refusal("sisu_first", "RM-R28")
    if action == END:
        return Refusal("first_die", "RM-R04") if phase == TURN else Refusal("attack_runs", "RM-42")
    if action == PASS:
        return Refusal("not_blocked", "RM-R31")
    if PLACE <= action < ATTACK:
        return _place(p, action)
    if phase == PLACING:
        return Refusal("attack_runs", "RM-47" if LOCK <= action < PLACE else "RM-42")
    if action >= ATTACK:
        return _attack(p, action - ATTACK)
    return _lock(p, action) if action >= LOCK else _die(p, die_of(action), path_of(action))


def _service(p: Position, action: int) -> Refusal:
    if action != READY and p.rally.weather == WEATHER_NONE:
        return Refusal("no_weather", "RM-R35")
    if p.phase != SERVICE:
        return Refusal("no_service", "RM-81")
    if p.tyres_set:
        return Refusal("tyres_chosen", "RM-81")
    return Refusal("no_assistance" if not tyres_may_change(p) else "tyres_given", "RM-81")


def _sisu(p: Position, action: int) -> Refusal:
    if action == SISU and not p.rally.sisu:
        return Refusal("no_sisu_card", "RM-22")
    if action == SISU and not p.car.sisu:
        return Refusal("sisu_used", "RM-88")
    return Refusal("no_loss", "RM-R28")


def _spare(p: Position) -> Refusal:
    car = p.car
    if not p.rally.spare:
        return Refusal("no_spare_card", "RM-22")
    if car.flats == 0:
        return Refusal("no_flat", "RM-92")
    if not car.spare:
        return Refusal("spare_used", "RM-94")
    if p.phase != TURN:
        return Refusal("spare_too_late", "RM-R37")
    return Refusal("spare_gear", "RM-91", {"gear": car.gear})


def _attack(p: Position, number: int) -> Refusal:
    car, (mask, whites) = p.car, SETS[number]
    if not p.rally.attack:
        return Refusal("no_attack", "RM-37")
    if p.phase == CHAIN:
        return Refusal("attack_late", "RM-42")
    if BLACKS[mask] > black_dice(car.damage):
        return Refusal("damaged", "RM-R23", {"left": black_dice(car.damage)})
    if whites > white_dice(car.flats):
        return Refusal("punctured", "RM-54", {"left": white_dice(car.flats)})
    left = p.road.finish - car.space
    if BLACKS[mask] + whites > left:
        return Refusal("too_many_dice", "RM-43", {"spaces": left})
    if car.gear == 0 and not mask & 1:
        return Refusal("neutral", "RM-25")
    return _no_order(p, number)


def _no_order(p: Position, number: int) -> Refusal:
    """Would the dice go together without the other cars, or without snow tyres?"""
    car = p.car
    if number in attacks(p.track(), car.space, car.gear, p.obstacles.without_cars()):
        return Refusal("attack_blocked", "RM-R30")
    if car.tyres and number in attacks(p.menus[0].track, car.space, car.gear, p.obstacles):
        return Refusal("snow_tyres", "RM-83")
    return Refusal("no_order", "RM-R06")


def _place(p: Position, action: int) -> Refusal:
    if p.phase != PLACING:
        return Refusal("no_attack_runs", "RM-38")
    die, path, turn = die_of(action), path_of(action), p.turn
    if die == WHITE:
        here = turn.clean > 0
    elif die == WHITE_HAZARD:
        here = turn.bad > 0
    else:
        here = turn.left >> die & 1 == 1
    if not here:
        return Refusal("not_rolled", "RM-38", {"die": DIE_NAMES[die]})
    wrong = _gear(p, min(die, WHITE)) or _path(p, min(die, WHITE), path)
    if wrong is None and path == WIDE:
        wrong = Refusal("wide_attack", "RM-R06")
    return wrong if wrong is not None else Refusal("rest_stuck", "RM-R06")


def _lock(p: Position, action: int) -> Refusal:
    if not p.rally.locking:
        return Refusal("no_locking", "RM-44")
    if action - LOCK + ROLL not in p.menu.ids:  # no seconds would help
        return _die(p, die_of(action), path_of(action))
    price = lock_price(p.turn.locks)
    if price > p.car.markers:
        return Refusal("lock_price", "RM-45", {"price": price, "markers": p.car.markers})
    return Refusal("forced", "RM-R14")  # it may be rolled, not bought


def _die(p: Position, die: int, path: int) -> Refusal:
    """A die in the chain, or the first one."""
    found = _used(p, die) or _gear(p, die) or _path(p, die, path) or _white(p, die, path)
    return found if found is not None else Refusal("forced", "RM-R14")


def _used(p: Position, die: int) -> Refusal | None:
    car, turn = p.car, p.turn
    if die == WHITE:
        if turn.whites >= 2:
            return Refusal("die_used", "RM-31", {"die": "W"})
        left = 2 - car.flats
        return Refusal("punctured", "RM-54", {"left": left}) if turn.whites >= left else None
    if turn.used >> die & 1:
        return Refusal("die_used", "RM-31", {"die": DIE_NAMES[die]})
    if BLACKS[turn.used] >= black_dice(car.damage):
        return Refusal("damaged", "RM-R23", {"left": black_dice(car.damage)})
    return None


def _gear(p: Position, die: int) -> Refusal | None:
    gear, used = p.car.gear, p.turn.used
    if gear == 0 and die != 0:
        return Refusal("neutral", "RM-25")
    if die == WHITE or die in next_dice(gear, used):
        return None
    return Refusal("gear_step", "RM-29" if used else "RM-26", {"die": DIE_NAMES[die], "gear": gear})


def _path(p: Position, die: int, path: int) -> Refusal | None:
    """Is this path there, is the gear right for it, and is it free?"""
    track, car, ahead = p.track(), p.car, p.car.space + 1
    gear = car.gear if die == WHITE else die + 1
    if _on(track.paths(car.space, gear, p.obstacles), path) is not None:
        return None
    args: dict[str, object] = {"space": p.road.ids[ahead], "gear": gear, "path": PATH_NAMES[path]}
    if (p.road.kind[ahead] == CORNER) != (path != GO) or (path == CUT and not p.road.cut_note[ahead]):
        return Refusal("no_path", "RM-32", args)
    if _on(track.paths(car.space, gear, p.obstacles.without_cars()), path) is not None:
        return Refusal("blocked", "RM-R30", args)
    if p.road.kind[ahead] == BUMP:
        return Refusal("bump_note", "RM-R13", {**args, "note": p.road.note[ahead]})
    return _note(p, ahead, gear, path, args)


def _on(steps: list[Step], path: int) -> Step | None:
    return next((step for step in steps if step.path == path), None)


def _note(p: Position, corner: int, gear: int, path: int, args: dict[str, object]) -> Refusal | None:
    inside, outside = notes(p.road, corner, p.dirt >> corner & 1 == 1)
    if path == IN:
        return Refusal("inside_note", "RM-48", {**args, "note": inside})
    if path == SKID:
        return Refusal("outside_note", "RM-49", {**args, "note": outside})
    if path == CUT:
        return Refusal("cut_note", "RM-50", {**args, "note": p.road.cut_note[corner]})
    return Refusal("far_too_fast" if too_fast(gear, inside, outside) else "not_too_fast", "RM-R12", args)


def _white(p: Position, die: int, path: int) -> Refusal | None:
    """Snow tyres allow one white die a turn on asphalt."""
    car = p.car
    if die != WHITE:
        return None
    step = _on(p.track().paths(car.space, car.gear, p.obstacles), path)
    if step is not None and not white_fits(p.turn.whites, car.flats, car.tyres, p.road.snow[step.space]):
        return Refusal("snow_tyres", "RM-83")
    return None
