"""Positions written down and read back (POSITION.md), and whether a rally can come to what was written.

What follows from the rest is not written: the road, what lies ahead, the menu, the odds, the seconds on a chrono pile.
"""

# isort: skip_file
from __future__ import annotations

import re
from typing import Final

from parcferme.core.errors import BadRecord
from parcferme.core.position import (
    PLACE, Field, Note, flag, flag_at, list_at, note, number_at, object_at, places, shown, take, whole, wholes, word,
    word_at,
)  # fmt: skip
from parcferme.games.rallyman.actions import DIE_NAMES, PATHS, PATH_NAMES, ROLL, SET_OF, WHITE, dice_text
from parcferme.games.rallyman.board.check import MOST_SPACES
from parcferme.games.rallyman.board.rally import SPECIALS, WEATHER_VARIABLE
from parcferme.games.rallyman.chrono_log import CARD_FLIPPED, CARD_TAKEN, SPLIT, TYRE_CHANGED, Entry, entries
from parcferme.games.rallyman.mechanics.dice import GRAVEST, LAST_FLAT, WHITE_DICE, black_dice
from parcferme.games.rallyman.rules.begin import offer_turn
from parcferme.games.rallyman.rules.cache import chain_menu, obstacles_ahead, place_menu, step_of, turn_menu
from parcferme.games.rallyman.rules.choices import service_actions
from parcferme.games.rallyman.rules.control import SISU_MENU, flip
from parcferme.games.rallyman.rules.decks import fresh_decks
from parcferme.games.rallyman.rules.menu import Menu
from parcferme.games.rallyman.rules.rounds import anybody_left
from parcferme.games.rallyman.rules.stage import FIRST_ARRIVAL
from parcferme.games.rallyman.rules.step import draw
from parcferme.games.rallyman.state import (
    CARD_DUE, CHAIN, DIE, DRIVING, FACES_DUE, FINISHED, LOC_DUE, NOBODY, OVER_PHASE, PHASE_NAMES, PLACING, POSE_NAMES,
    RETIRED, SERVICE, SISU_ASKED, START_ORDER, STATUS_NAMES, TURN, TYRE_NAMES, WAITING, WEATHER, Car, Position,
)  # fmt: skip

MOST: Final = 99_999  # seconds, markers, rounds, arrivals
MOST_ENTRIES: Final = 9_999  # of a log
RALLY: Final = (
    word("phase", PHASE_NAMES), whole("special", SPECIALS - 1), whole("round", MOST),
    whole("actor", 3, low=NOBODY, usual=NOBODY), places("dirt", MOST_SPACES), whole("zones_rolled", 26),
    whole("serviced", 3), flag("tyres_set"),
)  # fmt: skip
RALLY_BESIDE: Final = ("snow", "orders", "queue", "decks", "cars", "turn")
CAR: Final = (
    word("status", STATUS_NAMES), whole("space", MOST_SPACES + 1), flag("cut"), word("pose", POSE_NAMES),
    whole("gear", 5), whole("markers", MOST), whole("arrival", MOST), flag("sisu"), flag("spare"),
    whole("damage", GRAVEST), whole("flats", LAST_FLAT), word("tyres", TYRE_NAMES),
    wholes("times", MOST, low=-MOST, most=SPECIALS),
)  # fmt: skip
TURN_FIELDS: Final[tuple[Field, ...]] = (
    whole("began", MOST_SPACES + 1), flag("attacking"), whole("hazards", 3), whole("locks", 7), flag("sisu_on"),
    whole("earned", 7),
)  # fmt: skip
TURN_BESIDE: Final = ("used", "left", "shown", "die", "path", "hazard")
ENTRY: Final = re.compile(r"(?P<gear>[0-5])(?P<flipped>!?)|(?P<tyre>tyre)|@(?P<point>\d{1,2})=(?P<seconds>-?\d{1,5})")
DICE: Final = re.compile(r"(1?2?3?4?5?)(W{0,2})")

# ------------------------------------------------------------------ writing


def written(p: Position) -> Note:
    """The whole position."""
    found = note(RALLY, p)
    if any(p.snow) or p.snow != _usual_snow(p):
        found["snow"] = [_zones_text(p, special) for special in range(SPECIALS)]
    if p.orders:
        found["orders"] = [list(order) for order in p.orders]
    if p.waiting():
        found["queue"] = p.waiting()
    if p.rally.physical:
        found["decks"] = [list(deck) for deck in p.decks]
    if _in_turn(p):
        found["turn"] = _turn_note(p)
    found["cars"] = [_car_note(p, car) for car in p.cars]
    return found


def _in_turn(p: Position) -> bool:
    return TURN <= p.phase < OVER_PHASE


def _zones_text(p: Position, special: int) -> str:
    return "".join([zone for index, zone in enumerate(p.rally.zones[special]) if p.snow[special] >> index & 1])


def _turn_note(p: Position) -> Note:
    turn = p.turn
    found = note(TURN_FIELDS, turn)
    shown_left: int = turn.shown & turn.left
    for name, mask, whites in (
        ("used", turn.used, turn.whites),
        ("left", turn.left, turn.clean + turn.bad),
        ("shown", shown_left, turn.bad),
    ):
        if mask or whites:
            found[name] = dice_text(mask, whites)
    if p.phase in (DIE, CARD_DUE):
        found["die"] = DIE_NAMES[turn.die]
    if p.phase == DIE:
        found["path"] = PATH_NAMES[turn.step.path]
    if p.phase == CARD_DUE and turn.hazard:
        found["hazard"] = True
    return found


def _car_note(p: Position, car: Car) -> Note:
    found = note(CAR, car)
    if car.log is not None:
        found["log"] = _log_texts(car, p.special)
    return found


def _log_texts(car: Car, last: int) -> list[object]:
    """One text for each special so far: `1 3 5! tyre @2=57`."""
    words: list[list[str]] = [[] for _ in range(last + 1)]
    for entry in entries(car.log):
        if entry.kind == SPLIT:
            text = f"@{entry.value + 1}={entry.seconds}"
        elif entry.kind == TYRE_CHANGED:
            text = "tyre"
        else:
            text = f"{entry.value}!" if entry.kind == CARD_FLIPPED else f"{entry.value}"
        words[entry.special].append(text)
    return [" ".join(line) for line in words]


# ------------------------------------------------------------------ reading


def read_into(p: Position, given: object) -> None:
    """Become the position that was written down; raises BadRecord with place and reason."""
    known = object_at(PLACE, given)
    take(RALLY, p, PLACE, known, RALLY_BESIDE)
    if p.actor >= p.rally.players:
        raise BadRecord(f"{PLACE}.actor", f"there is no seat {p.actor}")
    p.snow = _read_snow(p, known["snow"]) if "snow" in known else _usual_snow(p)
    p.set_road(p.snow[p.special] if p.phase != WEATHER else 0)
    _read_orders(p, known.get("orders", []))
    p.queue, p.acted = _seats(p, f"{PLACE}.queue", known.get("queue", [])), 0
    _read_decks(p, known.get("decks", []))
    cars = list_at(f"{PLACE}.cars", known.get("cars"), p.rally.players, p.rally.players)
    for seat, car in enumerate(p.cars):
        _read_car(p, car, f"{PLACE}.cars[{seat}]", cars[seat])
    p.arrivals = max([FIRST_ARRIVAL, *[int(car.arrival) for car in p.cars]])
    p.car = p.cars[max(p.actor, 0)]
    if _in_turn(p):
        _check_actor(p)
        _read_turn(p, f"{PLACE}.turn", known.get("turn", {}))
        _reopen_turn(p)
    elif "turn" in known:
        raise BadRecord(f"{PLACE}.turn", "nobody's turn is in progress")
    else:
        _reopen(p)


def _usual_snow(p: Position) -> list[int]:
    """Where nothing is written: as the director has set it for the specials opened so far (RM-R35)."""
    opened = p.special + 1 if p.phase != START_ORDER else 0
    return [zones if special < opened else 0 for special, zones in enumerate(p.rally.fixed_snow)]


def _read_snow(p: Position, given: object) -> list[int]:
    place = f"{PLACE}.snow"
    snow: list[int] = []
    for special, zones in enumerate(list_at(place, given, SPECIALS, SPECIALS)):
        known = p.rally.zones[special]
        if not isinstance(zones, str) or "".join([zone for zone in known if zone in zones]) != zones:
            raise BadRecord(
                f"{place}[{special}]", f"{shown(zones)} are not zones of this special, in its order {known}"
            )
        snow.append(sum([1 << index for index, zone in enumerate(known) if zone in zones]))
    return snow


def _read_orders(p: Position, given: object) -> None:
    """A start order for each special that has been opened, each of drivers who were in the one before."""
    place, count = f"{PLACE}.orders", 0 if p.phase == START_ORDER else p.special + 1
    p.orders = []
    for special, order in enumerate(list_at(place, given, count, count)):
        where = f"{place}[{special}]"
        seats = _seats(p, where, order)
        before = p.orders[-1] if p.orders else list(range(p.rally.players))
        if not seats or not set(seats) <= set(before) or (special == 0 and len(seats) < p.rally.players):
            raise BadRecord(where, f"{shown(order)} does not name the drivers who start this special")
        p.orders.append(seats)


def _seats(p: Position, place: str, given: object) -> list[int]:
    most = p.rally.players
    seats = [
        number_at(f"{place}[{index}]", seat, 0, most - 1) for index, seat in enumerate(list_at(place, given, 0, most))
    ]
    if len(set(seats)) != len(seats):
        raise BadRecord(place, "names a seat twice")
    return seats


def _read_decks(p: Position, given: object) -> None:
    place, fresh = f"{PLACE}.decks", fresh_decks(p.rally.components) if p.rally.physical else []
    p.decks = []
    for index, deck in enumerate(list_at(place, given, len(fresh), len(fresh))):
        where, full = f"{place}[{index}]", fresh[index]
        left = [number_at(where, count, 0, most) for count, most in zip(list_at(where, deck, 3, 3), full, strict=True)]
        if not any(left):
            raise BadRecord(where, "is empty: it would have been shuffled anew")
        p.decks.append(left)


# ------------------------------------------------------------------ cars


def _read_car(p: Position, car: Car, place: str, given: object) -> None:
    take(CAR, car, place, given, ("log",))
    _read_log(p, car, f"{place}.log", object_at(place, given).get("log", []))
    _check_place(p, car, place)
    if (car.sisu and not p.rally.sisu) or (car.spare and not p.rally.spare):
        raise BadRecord(place, "holds a card that this rally does not have")
    if car.status != RETIRED and car.flats >= LAST_FLAT:
        raise BadRecord(f"{place}.flats", "the third flat puts a car out (RM-55)")
    mended = p.phase == WEATHER and p.rally.assisted[p.special]  # soon, RM-105
    if car.status in (WAITING, DRIVING) and car.damage >= GRAVEST and not mended:
        raise BadRecord(f"{place}.damage", "a car without a black die is out (RM-R23)")
    if p.phase != START_ORDER and p.cars.index(car) not in p.start_order() and car.status != RETIRED:
        raise BadRecord(f"{place}.status", "does not start this special, so it has retired")
    done = p.special + 1 if p.phase == OVER_PHASE else p.special
    if len(car.times) != done and (car.status != RETIRED or len(car.times) > done):
        raise BadRecord(f"{place}.times", f"has {len(car.times)} times, not {done}")


def _check_place(p: Position, car: Car, place: str) -> None:
    road, space = p.road, car.space
    if space > road.finish or (car.cut and not road.cut_note[space]):
        raise BadRecord(f"{place}.space", f"this special has no space {space}{' with a shortcut' if car.cut else ''}")
    if car.status == WAITING:
        _check_waiting(p, car, place)
    on_line = space == road.finish
    if car.status == FINISHED and not on_line:
        raise BadRecord(f"{place}.space", "has finished, but is not on FINISH")
    if car.status == DRIVING and on_line and not (p.phase == SISU_ASKED and p.cars.index(car) == p.actor):
        raise BadRecord(f"{place}.space", "is driving, but on FINISH")


def _check_waiting(p: Position, car: Car, place: str) -> None:
    """Who waits has arrived at its place in the start order, also where that is not written (RM-R29)."""
    seat = p.cars.index(car)
    turn = p.start_order().index(seat) if p.orders and seat in p.start_order() else 0
    if car.space > 0 or car.gear > 0 or car.arrival not in (0, turn):
        raise BadRecord(place, "waits, but not in neutral on START in start order")
    car.arrival = turn


def _read_log(p: Position, car: Car, place: str, given: object) -> None:
    """The log of a car that has none yet, and with it the seconds on the chrono pile."""
    car.chrono = 0
    for special, line in enumerate(list_at(place, given, 0, p.special + 1)):
        words = line.split() if isinstance(line, str) else []
        if not isinstance(line, str) or " ".join(words) != line or len(words) > MOST_ENTRIES:
            raise BadRecord(f"{place}[{special}]", f"{shown(line)} is no text of entries such as 1 3 5! tyre @2=57")
        for text in words:
            _read_entry(p, car, f"{place}[{special}]", special, text)
    if car.log is not None and len(list_at(place, given, 0, SPECIALS)) != p.special + 1:
        raise BadRecord(place, f"has no text for each of {p.special + 1} specials")


def _read_entry(p: Position, car: Car, place: str, special: int, text: str) -> None:
    match = ENTRY.fullmatch(text)
    if match is None or (match["point"] and not 0 < int(match["point"]) <= len(p.rally.checkpoints[special])):
        raise BadRecord(place, f"{shown(text)} is neither a card nor a changed tyre nor a split time")
    if match["point"]:
        car.write(SPLIT, special, int(match["point"]) - 1, int(match["seconds"]))
        return
    cards, gear = p.rally.components, int(match["gear"] or 0)
    if match["tyre"]:
        car.write(TYRE_CHANGED, special, 0, p.rally.spare_seconds)
    elif match["flipped"]:
        car.write(CARD_FLIPPED, special, gear, cards.lost)
    else:
        car.write(CARD_TAKEN, special, gear, cards.seconds[gear])
    if special == p.special:
        car.chrono = car.chrono + _seconds(car.log)


def _seconds(log: Entry | None) -> int:
    return log.seconds if log is not None else 0


# ------------------------------------------------------------------ the turn in progress


def _check_actor(p: Position) -> None:
    if p.actor == NOBODY or p.actor not in p.start_order() or p.car.status != DRIVING:
        raise BadRecord(f"{PLACE}.actor", "is not driving this special, but it is a turn")
    for index, seat in enumerate(p.queue):
        if seat == p.actor or p.cars[seat].status >= FINISHED:
            raise BadRecord(f"{PLACE}.queue[{index}]", f"seat {seat} does not act any more in this round")


def _read_turn(p: Position, place: str, given: object) -> None:
    turn = p.turn
    known = object_at(place, given)
    take(TURN_FIELDS, turn, place, known, TURN_BESIDE)
    turn.used, turn.whites = _dice(f"{place}.used", known.get("used", ""))
    turn.left, whites_left = _dice(f"{place}.left", known.get("left", ""))
    turn.shown, turn.bad = _dice(f"{place}.shown", known.get("shown", ""))
    turn.clean = whites_left - turn.bad
    turn.die = word_at(f"{place}.die", known.get("die", DIE_NAMES[0]), DIE_NAMES[: WHITE + 1])
    turn.hazard = flag_at(f"{place}.hazard", known.get("hazard", False))
    for name, phases in (("die", (DIE, CARD_DUE)), ("path", (DIE,)), ("hazard", (CARD_DUE,))):
        if (name in known) != (p.phase in phases) and (name != "hazard" or name in known):
            raise BadRecord(f"{place}.{name}", "belongs to a die that is rolled or driven, and only there")
    if p.phase == DIE:
        path = word_at(f"{place}.path", known["path"], PATH_NAMES)
        _announce(p, place, ROLL + turn.die * PATHS + path)
    _check_began(p, place)
    _check_dice(p, place)


def _check_began(p: Position, place: str) -> None:
    """A turn begins where the car stands before its first die, also where that is not written."""
    car, turn, unplayed = p.car, p.turn, p.phase in (TURN, FACES_DUE)
    if unplayed and turn.began == 0:
        turn.began = car.space
    if turn.began > car.space or (unplayed and turn.began < car.space):
        raise BadRecord(f"{place}.began", f"is {turn.began}, but the car is on {car.space}")


def _dice(place: str, given: object) -> tuple[int, int]:
    """Dice such as 234W: a mask of the black ones, and how many white ones."""
    match = DICE.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        raise BadRecord(place, f"{shown(given)} are not dice such as 234WW")
    return sum([1 << (int(gear) - 1) for gear in match[1]]), len(match[2])


def _check_dice(p: Position, place: str) -> None:
    car, turn, phase = p.car, p.turn, p.phase
    used, left, shown_dice = int(turn.used), int(turn.left), int(turn.shown)
    if not _leads_to(car.gear, used) or used.bit_count() > black_dice(car.damage):
        raise BadRecord(f"{place}.used", f"no turn of this car uses such dice and ends in gear {car.gear}")
    if used & left or shown_dice & ~left or turn.clean < 0 or turn.whites + turn.clean + turn.bad > WHITE_DICE:
        raise BadRecord(f"{place}.left", "the dice used, left and shown do not go together")
    if turn.attacking != (phase in (FACES_DUE, PLACING)) and phase in (TURN, CHAIN, DIE, FACES_DUE, PLACING):
        raise BadRecord(f"{place}.attacking", f"is not so in phase {PHASE_NAMES[phase]}")
    if not turn.attacking and (left or turn.clean or turn.bad or turn.earned):
        raise BadRecord(f"{place}.left", "only a time attack has dice left")
    if (used or turn.whites) and phase in (TURN, FACES_DUE):
        raise BadRecord(f"{place}.used", "no die has been played yet")
    if turn.hazards > 2 and phase not in (SISU_ASKED, LOC_DUE):
        raise BadRecord(f"{place}.hazards", "the third hazard loses control (RM-33)")


def _leads_to(gear: int, used: int) -> bool:
    """Dice used in a turn are gears in a row, and the last one is at an end of it."""
    if used == 0:
        return True
    lowest, highest = (used & -used).bit_length(), used.bit_length()
    return used + (1 << (lowest - 1)) == 1 << highest and gear in (lowest, highest)


def _announce(p: Position, place: str, action: int) -> None:
    """The die that is being rolled must be one that may be."""
    p.obstacles = obstacles_ahead(p, p.car)
    menu = chain_menu(p) if p.turn.used or p.turn.whites else turn_menu(p)
    if action not in menu.ids:
        raise BadRecord(f"{place}.die", "may not be rolled here on this path")
    p.turn.step = step_of(p, action)


# ------------------------------------------------------------------ what a node offers


def _reopen_turn(p: Position) -> None:
    p.obstacles = obstacles_ahead(p, p.car)
    car, turn, phase, place = p.car, p.turn, p.phase, f"{PLACE}.turn"
    if phase == TURN:
        offer_turn(p)
    elif phase in (CHAIN, PLACING):
        p.menu = chain_menu(p) if phase == CHAIN else place_menu(p)
        if len(p.menu.ids) < 2:
            raise BadRecord(place, "leaves no choice: the rally would have gone on")
    elif phase == SISU_ASKED:
        p.menu = SISU_MENU
        if not car.sisu or turn.sisu_on:
            raise BadRecord(place, "Sisu is asked for, but not at hand")
    elif phase == DIE:
        p.odds = p.rally.rolls[turn.die]
    elif phase == FACES_DUE:
        number = SET_OF.get(int(turn.left) * 3 + int(turn.clean), -1)
        if number < 0 or turn.bad or turn.shown:
            raise BadRecord(f"{place}.left", "is no time attack that is about to be rolled")
        p.odds = p.rally.attack_rolls[number]
    elif phase == CARD_DUE:
        if not car.cut:
            raise BadRecord(place, "draws a shortcut card, but is on no shortcut")
        turn.step = next(step for step in p.track().paths(car.space - 1, 1, p.obstacles.without_cars()) if step.cut)
        draw(p)
    else:
        if car.gear == 0:
            raise BadRecord(place, "loses control in neutral")
        flip(p)


def _reopen(p: Position) -> None:
    phase, rally = p.phase, p.rally
    if p.queue or (p.actor != NOBODY and phase != SERVICE):
        raise BadRecord(f"{PLACE}.actor", f"nobody acts in phase {PHASE_NAMES[phase]}")
    if phase == START_ORDER:
        if rally.players == 1 or rally.start_order or p.special:
            raise BadRecord(f"{PLACE}.phase", "this special has a start order")
        p.odds = rally.orders
    elif phase == WEATHER:
        if rally.weather != WEATHER_VARIABLE or p.zones_rolled >= len(rally.zones[p.special]):
            raise BadRecord(f"{PLACE}.zones_rolled", "no weather is left to be rolled")
        p.odds = rally.weather_roll
    elif phase == SERVICE:
        _reopen_service(p)
    elif anybody_left(p):
        raise BadRecord(f"{PLACE}.phase", "somebody is still driving")


def _reopen_service(p: Position) -> None:
    order = p.start_order()
    if p.serviced >= len(order) or p.actor != order[p.serviced]:
        raise BadRecord(f"{PLACE}.actor", "is not the next driver in service")
    ids = service_actions(p, p.actor)
    if not ids or any(p.cars[seat].status in (DRIVING, FINISHED) for seat in order):
        raise BadRecord(f"{PLACE}.phase", "nothing is to be chosen before the start")
    p.menu = Menu(ids)
