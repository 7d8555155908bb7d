"""The notation of positions (POSITION.md): written from the fields, read back with every doubt told by its place.

A route that is being laid is written as its markers and laid again; penalties follow from the time sheets; what is left
from a move that is over is not written at all.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.errors import BadRecord
from parcferme.core.position import (
    Fields,
    Note,
    flag,
    list_at,
    note,
    number_at,
    object_at,
    places,
    shown,
    take,
    whole,
    wholes,
    word,
    word_at,
)
from parcferme.games.rally_round.actions import LAY_CLOSE, LAY_PC, LAY_TC
from parcferme.games.rally_round.board.cards import PER_TYPE, TYPES, Deck
from parcferme.games.rally_round.board.laying import Laying, first_laying
from parcferme.games.rally_round.board.map import NOWHERE, Board
from parcferme.games.rally_round.board.route import BLACK, PC, TC, Control
from parcferme.games.rally_round.board.tables import Tables
from parcferme.games.rally_round.mechanics.crew import Burden, burden_of, capped
from parcferme.games.rally_round.mechanics.timing import FAULT, FAULT_NAMES, KINDS
from parcferme.games.rally_round.mechanics.ways import MODE_NAMES
from parcferme.games.rally_round.rules.markers import accepts
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_FAULT,
    ENTRY_NAMES,
    N_ALLOWANCE,
    N_APPROACH,
    N_BLOCK,
    N_FORK,
    N_HAZARD,
    N_KIND,
    N_MPH,
    N_PROTEST,
    N_SQUARE,
    NOBODY,
    PHASE_NAMES,
    STATUS_NAMES,
    TRAIL_SIZE,
    UNASKED,
    Car,
    Pack,
    Position,
    new_car,
)
from parcferme.lib.rows import vec

MANY: Final = 1_000_000
MARKERS: Final = ("tc", "pc", "black", "close")
CONTROL_TYPES: Final = ("tc", "pc", "black")

RALLY: Final[Fields] = (
    word("phase", PHASE_NAMES),
    whole("crew", 5),
    whole("minute", MANY),
    whole("turn", 6),
    whole("part", 3),
    whole("arrivals", MANY),
    whole("adopted", 5),
    whole("forfeits", 30),
)
MOVE: Final[Fields] = (
    word("mode", MODE_NAMES),
    whole("said", 200),
    whole("after", 200),
    whole("left", 12),
    flag("limit_broken"),
    flag("rolled"),
    flag("must_climb"),
)
CAR: Final[Fields] = (
    whole("seat", 5, NOBODY),
    word("status", STATUS_NAMES),
    whole("speed", 100),
    whole("misses", 300),
    flag("off"),
    whole("section", 600),
    whole("turns", 200),
    whole("run", MANY),
    places("visited", 59),
    whole("feather", 1, -1),
    flag("turned_round"),
    whole("arrived", MANY),
)
LONGEST_CAP: Final = 9  # announcements that a card may bind
BURDEN: Final[Fields] = (
    whole("cap", 100),
    whole("cap_turns", LONGEST_CAP),
    wholes("later_caps", 100, 10, most=LONGEST_CAP),
    whole("no_acceleration", 9),
    whole("slow_start", 100),
)
IN_A_MOVE: Final = range(N_FORK, N_ALLOWANCE + 1)
WITH_MARKER: Final = (N_SQUARE, N_APPROACH, N_KIND, N_MPH)


# --- writing ----------------------------------------------------------------------------------------------------------


def noted(p: Position) -> Note:
    """The position as its notation."""
    found = note(RALLY, p)
    if p.minute > 0 and list(p.order) != list(range(p.t.crews)):
        found["order"] = list(p.order)
    found["cars"] = [_car_noted(p.t, car) for car in p.cars]
    if p.pack.size() != p.t.deck.count or p.pack.queue != p.t.known_cards:
        found["unseen"] = _cards_noted(p.t.deck, p.pack.unseen)
        found["pack"] = [p.t.deck.hazard_ids[card] for card in p.pack.queue]
    if p.lay is not None:
        found["laying"] = _laying_noted(p.lay)
    if p.phase in IN_A_MOVE:
        found["move"] = _move_noted(p)
    if p.phase in WITH_MARKER:
        found["marker"] = _marker_noted(p)
    return found


def _cards_noted(deck: Deck, cards: int) -> list[str]:
    return [deck.hazard_ids[card] for card in deck.cards_in(cards)]


def _car_noted(t: Tables, car: Car) -> Note:
    found = {**note(CAR, car), **note(BURDEN, car.burden)}
    found["kit"] = [t.deck.kit_ids[card] for card in car.cards if card >= 0]
    found["hand"] = _cards_noted(t.deck, car.hand)
    found["declared"] = _cards_noted(t.deck, car.declared)
    if car.is_in() and car.at > 0:
        top = max(car.top, car.at)
        lowest = max(car.floor, top - TRAIL_SIZE + 2)
        found["trail"] = [_step_noted(t.board, car.trail[place & 15]) for place in range(lowest, top + 1)]
        found["back"] = top - car.at
    found["sheet"] = [_entry_noted(t.board, kind, one, two) for kind, one, two in car.entries()]
    return {name: value for name, value in found.items() if value not in ([], 0) or type(value) is bool}


def _step_noted(board: Board, edge: int) -> str:
    """Came from>stands on; < after turning round there; the square alone where the car was put."""
    here, came = board.ids[board.head[edge]], board.tail[edge]
    if came == NOWHERE:
        return str(here)
    return f"{board.ids[came]}{'<' if edge >= board.real else '>'}{here}"


def _entry_noted(board: Board, kind: int, one: int, two: int) -> list[object]:
    if kind == E_FAULT:
        return [ENTRY_NAMES[kind], FAULT_NAMES[one], board.ids[two]]
    return [ENTRY_NAMES[kind], one, two]


def _laying_noted(lay: Laying) -> Note:
    ids = lay.board.ids
    found: Note = {"start": ids[lay.start]}
    if lay.finish != NOWHERE:
        found["finish"] = ids[lay.finish]
    markers = [_control_noted(lay.board, marker) for marker in lay.laid]
    return {**found, "markers": markers} if markers else found


def _control_noted(board: Board, marker: Control) -> Note:
    found: Note = {"type": CONTROL_TYPES[marker.type], "square": board.ids[marker.square]}
    if marker.type != BLACK:
        found["from"] = board.ids[marker.approach]
    if marker.type == TC:
        found["kind"] = KINDS[marker.kind]
    if marker.mph:
        found["mph"] = marker.mph
    return found


def _marker_noted(p: Position) -> Note:
    """The marker in hand."""
    found: Note = {"type": MARKERS[p.marker - LAY_TC]}
    if p.phase != N_SQUARE:
        found["square"] = p.t.board.ids[p.spot]
    if p.phase in (N_KIND, N_MPH):
        found["from"] = p.t.board.ids[p.side]
    return found


def _move_noted(p: Position) -> Note:
    """The move under way; places on the trail are counted back from its end."""
    car = p.car()
    top = max(car.top, car.at)
    found = note(MOVE, p)
    found["driven"] = top - p.depart
    if p.give_way_at > 0:
        found["give_way"] = top - p.give_way_at + 1
    if p.phase == N_PROTEST:
        found["drawn"] = p.t.deck.hazard_ids[p.drawn]
    if p.phase == N_BLOCK:
        found["blocker"] = p.blocker
    if p.phase == N_ALLOWANCE:
        found["taken"], found["owed"] = p.taken, p.owed
    return found


# --- reading ----------------------------------------------------------------------------------------------------------


def read_position(p: Position, given: object) -> None:
    """Set a fresh position from its notation; raises BadRecord. What must fit together is checked by `possible.py`."""
    known = object_at("position", given)
    beside = ("order", "cars", "unseen", "pack", "laying", "move", "marker")
    take(RALLY, p, "position", known, beside)
    t = p.t
    own = list(range(t.crews))
    order = list_at("position.order", known.get("order", own), t.crews, t.crews)
    p.order = vec[i64]([number_at(f"position.order[{n}]", crew, 0, t.crews - 1) for n, crew in enumerate(order)])
    cars = list_at("position.cars", known.get("cars"), t.crews, t.crews)
    p.cars = [_read_car(t, f"position.cars[{number}]", car) for number, car in enumerate(cars)]
    if "pack" in known or "unseen" in known:
        unseen = _read_cards(t.deck, "position.unseen", known.get("unseen", []))
        queue = _read_cards(t.deck, "position.pack", known.get("pack", []))
        p.pack = Pack(sum([1 << card for card in set(unseen)]), tuple(queue))
    p.lay = _read_laying(t, known["laying"]) if "laying" in known else None
    p.moves = UNASKED
    if p.crew >= t.crews:
        raise BadRecord("position.crew", f"there are {t.crews} crews")
    _read_move(p, known)
    _read_marker(p, known)


def _read_cards(deck: Deck, place: str, given: object) -> list[int]:
    cards = list_at(place, given, 0, deck.count)
    return [word_at(f"{place}[{n}]", card, tuple(deck.hazard_ids)) for n, card in enumerate(cards)]


def _read_car(t: Tables, place: str, given: object) -> Car:
    car = new_car(t.deck.standard)
    known = object_at(place, given)
    burden = [field.name for field in BURDEN]
    take(CAR, car, place, known, (*burden, "kit", "hand", "declared", "trail", "back", "sheet"))
    car.burden = _read_burden(place, known)
    kit = list_at(f"{place}.kit", known.get("kit", []), 0, len(TYPES))
    cards = [word_at(f"{place}.kit[{n}]", card, tuple(t.deck.kit_ids)) for n, card in enumerate(kit)]
    if len({card // PER_TYPE for card in cards}) != len(cards):
        raise BadRecord(f"{place}.kit", "has two cards of one type")
    car.cards = tuple([next((c for c in cards if c // PER_TYPE == kind), -1) for kind in range(len(TYPES))])
    if len(cards) == len(TYPES):
        car.kit = t.deck.kit_of(car.cards)
    for name in ("hand", "declared"):
        found = _read_cards(t.deck, f"{place}.{name}", known.get(name, []))
        setattr(car, name, sum([1 << card for card in set(found)]))
        if len(set(found)) != len(found):
            raise BadRecord(f"{place}.{name}", "names a card twice")
    _read_trail(t.board, car, place, known)
    _read_sheet(t.board, car, place, known)
    return car


def _read_burden(place: str, known: Note) -> Burden:
    burden = Burden(0, 0, 0, [], 0, 0)
    take(BURDEN, burden, place, {field.name: known[field.name] for field in BURDEN if field.name in known})
    caps = burden.caps()
    for name, speeds in (("cap", [burden.cap]), ("slow_start", [burden.slow_start]), ("later_caps", burden.later_caps)):
        if any(speed % 10 for speed in speeds):
            raise BadRecord(f"{place}.{name}", "is no multiple of 10")
    if len(caps) > LONGEST_CAP:
        raise BadRecord(f"{place}.later_caps", f"no cap is longer than {LONGEST_CAP} announcements")
    if caps:
        return capped(caps, burden.no_acceleration, burden.slow_start)
    return burden_of(burden.cap, 0, burden.no_acceleration, burden.slow_start)


def _read_trail(board: Board, car: Car, place: str, known: Note) -> None:
    steps = list_at(f"{place}.trail", known.get("trail", []), 0, TRAIL_SIZE - 1)
    for number, step in enumerate(steps):
        car.trail[number + 1] = _read_step(board, f"{place}.trail[{number}]", step)
    car.top = len(steps)
    car.floor = min(1, len(steps))
    car.at = car.top - number_at(f"{place}.back", known.get("back", 0), 0, max(0, len(steps) - 1))


def _read_step(board: Board, place: str, given: object) -> int:
    text = given if isinstance(given, str) else ""
    came, sign, here = text.partition("<" if "<" in text else ">")
    if not sign and came.isdecimal() and int(came[:9]) in board.index:
        return board.put(board.index[int(came[:9])])
    ends = [board.index.get(int(end[:9]), NOWHERE) if end.isdecimal() else NOWHERE for end in (came, here)]
    edge = board.edge_between(ends[0], ends[1]) if NOWHERE not in ends else NOWHERE
    if edge == NOWHERE:
        raise BadRecord(place, f"{shown(given)} is no step from square>square, square<square or a square alone")
    return edge if sign == ">" else board.turned[edge]


def _read_sheet(board: Board, car: Car, place: str, known: Note) -> None:
    for number, given in enumerate(list_at(f"{place}.sheet", known.get("sheet", []), 0, MANY)):
        where = f"{place}.sheet[{number}]"
        entry = list_at(where, given, 3, 3)
        kind = word_at(f"{where}[0]", entry[0], ENTRY_NAMES)
        if kind == E_FAULT:
            one = word_at(f"{where}[1]", entry[1], FAULT_NAMES)
            two = read_square(board, f"{where}[2]", entry[2])
            car.other += FAULT
        else:
            one, two = number_at(f"{where}[1]", entry[1], 0, MANY), number_at(f"{where}[2]", entry[2], -MANY, MANY)
        if kind == E_BOOKED:
            car.score += two
        car.enter(kind, one, two)


def read_square(board: Board, place: str, given: object) -> int:
    if type(given) is not int or board.index.get(given, board.count) >= board.count:
        raise BadRecord(place, f"{shown(given)} is no square of {board.name}")
    return board.index[given]


def _read_laying(t: Tables, given: object) -> Laying:
    place = "position.laying"
    known = object_at(place, given)
    take((), t, place, known, ("start", "finish", "markers"))  # no other names
    lay = first_laying(t.board, read_square(t.board, f"{place}.start", known.get("start")))
    if "finish" not in known:
        return lay
    lay = lay.with_finish(read_square(t.board, f"{place}.finish", known["finish"]))
    if lay.start == lay.finish or not {lay.start, lay.finish} <= set(t.board.chequered):
        raise BadRecord(f"{place}.finish", "Start and Finish are two chequered squares")
    for number, item in enumerate(list_at(f"{place}.markers", known.get("markers", []), 0, t.board.roads)):
        lay = _lay_again(t, lay, _read_control(t, f"{place}.markers[{number}]", item), f"{place}.markers[{number}]")
    return lay


def _read_control(t: Tables, place: str, given: object) -> Control:
    known = object_at(place, given)
    take((), t, place, known, ("type", "square", "from", "kind", "mph"))
    type = word_at(f"{place}.type", known.get("type"), CONTROL_TYPES)
    square = read_square(t.board, f"{place}.square", known.get("square"))
    if type == BLACK:
        return Control(BLACK, square, NOWHERE, 0, 0)
    side = read_square(t.board, f"{place}.from", known.get("from"))
    kind = word_at(f"{place}.kind", known.get("kind"), KINDS) if type == TC else 0
    return Control(type, square, side, kind, number_at(f"{place}.mph", known.get("mph", 0), 0, 30))


def _lay_again(t: Tables, lay: Laying, marker: Control, place: str) -> Laying:
    if not accepts(lay, marker, t.stage):
        raise BadRecord(place, "that marker may not be laid there")
    return lay.with_black(marker.square) if marker.type == BLACK else lay.with_control(marker)


def _belongs(name: str, wanted: bool, p: Position, known: Note) -> bool:
    """Is this part of a position there? It goes with its phases, and with no other."""
    if wanted != (name in known):
        raise BadRecord(f"position.{name}", f"does not fit the phase {PHASE_NAMES[p.phase]}")
    return wanted


def _read_move(p: Position, known: Note) -> None:
    if not _belongs("move", p.phase in IN_A_MOVE, p, known):
        return
    place, given = "position.move", object_at("position.move", known["move"])
    take(MOVE, p, place, given, ("driven", "give_way", "drawn", "blocker", "taken", "owed"))
    car = p.car()
    p.depart = car.top - number_at(f"{place}.driven", given.get("driven"), 0, 40)
    crossed = number_at(f"{place}.give_way", given.get("give_way", 0), 0, car.top)
    p.give_way_at = car.top - crossed + 1 if crossed else 0
    if p.phase == N_PROTEST:
        p.drawn = word_at(f"{place}.drawn", given.get("drawn"), tuple(p.t.deck.hazard_ids))
    if p.phase == N_BLOCK:
        p.blocker = number_at(f"{place}.blocker", given.get("blocker"), 0, p.t.crews - 1)
    if p.phase == N_ALLOWANCE:
        p.taken = number_at(f"{place}.taken", given.get("taken"), 0, MANY)
        p.owed = number_at(f"{place}.owed", given.get("owed"), 0, MANY)


def _read_marker(p: Position, known: Note) -> None:
    if not _belongs("marker", p.phase in WITH_MARKER, p, known):
        return
    place, given = "position.marker", object_at("position.marker", known["marker"])
    take((), p, place, given, ("type", "square", "from"))
    p.marker = LAY_TC + word_at(f"{place}.type", given.get("type"), MARKERS)
    if p.phase != N_SQUARE:
        p.spot = read_square(p.t.board, f"{place}.square", given.get("square"))
    if p.phase in (N_KIND, N_MPH):
        p.side = read_square(p.t.board, f"{place}.from", given.get("from"))


assert LAY_PC == LAY_TC + 1
assert LAY_CLOSE == LAY_TC + 3
assert PC == 1
assert N_HAZARD in IN_A_MOVE
