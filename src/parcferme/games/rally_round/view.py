"""What a seat sees: everything but the order of undrawn cards, which a position does not hold at all."""

from __future__ import annotations

from parcferme.games.rally_round.board.laying import Laying
from parcferme.games.rally_round.board.map import (
    BEND,
    BRIDGE,
    COLOURS,
    FEATURES,
    GRADIENT,
    NOWHERE,
    QUIET,
    ROUGH,
    Board,
)
from parcferme.games.rally_round.board.route import PC, Control, Route
from parcferme.games.rally_round.mechanics.features import speed_limit
from parcferme.games.rally_round.mechanics.timing import KINDS
from parcferme.games.rally_round.rules.speeds import speed_range
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_FAULT,
    E_LEG,
    E_PART,
    N_CARS,
    N_OVER,
    N_SPEED,
    NOWHERE_YET,
    ON_ROAD,
    PHASE_NAMES,
    STATUS_NAMES,
    WAITING,
    Position,
)
from parcferme.games.rally_round.view_types import (
    AheadRow,
    ControlRow,
    Crew,
    LayingView,
    PackRow,
    Pair,
    RallyView,
    RouteView,
    SheetRow,
    SquareRow,
)

CAR_COLOURS = ("red", "blue", "yellow", "white", "green", "magenta")  # RR-12
SHOWN_AHEAD = 24  # squares of the Correct Route shown ahead of the car that moves

_MAPS: dict[int, tuple[Board, list[SquareRow]]] = {}


def view(p: Position, seat: int | None) -> RallyView:
    """The whole position as JSON values; the same for everybody but for whose turn it is."""
    node = p.phase
    return {
        "node": PHASE_NAMES[node],
        "seat": seat,
        "to_act": p.actor if p.actor >= 0 and node != N_OVER else None,
        "crew": p.crew + 1,
        "turn": p.minute,
        "part": p.part + 1,
        "competition": p.t.competition,
        "map": p.t.board.name,
        "squares": map_squares(p.t.board),
        "roads": map_roads(p.t.board),
        "crews": [_crew(p, crew) for crew in range(p.t.crews)] if node != N_CARS else [],
        "order": [p.order[place] + 1 for place in range(p.t.crews)] if p.minute > 0 else [],
        "route": _route(p.route) if p.route is not None else None,
        "laying": _laying(p.lay) if p.lay is not None and p.route is None else None,
        "ahead": _ahead(p) if p.route is not None and node != N_OVER and p.minute > 0 else [],
        "range": list(speed_range(p, p.crew)) if node == N_SPEED else None,
        "pack": _pack(p),
        "kit_cards": [[card, name] for card, name in zip(p.t.deck.kit_ids, p.t.deck.kit_names, strict=True)],
    }


def map_squares(board: Board) -> list[SquareRow]:
    """[id, x, y, colour, feature, value] of every square, Hidden Tracks last; made once for a board."""
    known = _MAPS.get(id(board))
    if known is not None and known[0] is board:
        return known[1]
    rows: list[SquareRow] = []
    for place in range(board.count):
        value = board.value[place]
        if board.feature[place] == GRADIENT:
            value = board.ids[board.arrow[place]] if board.value[place] == 1 else -board.ids[board.arrow[place]]
        kind = FEATURES[board.feature[place]]
        if place in board.chequered:
            kind = "chequered"
        elif place >= board.roads:
            kind = "hidden"
        rows.append([board.ids[place], board.x[place], board.y[place], COLOURS[board.colour[place]], kind, value])
    _MAPS[id(board)] = (board, rows)
    return rows


def map_roads(board: Board) -> list[Pair]:
    """Pairs of neighbouring squares by id, Hidden Tracks included."""
    return [
        [board.ids[board.tail[edge]], board.ids[board.head[edge]]]
        for edge in range(board.real)
        if board.tail[edge] < board.head[edge]
    ]


def _crew(p: Position, crew: int) -> Crew:
    car = p.cars[crew]
    deck, board = p.t.deck, p.t.board
    on_map = p.route is not None and car.status in (WAITING, ON_ROAD) and p.minute > 0
    came = board.tail[car.edge()] if on_map else NOWHERE
    return {
        "crew": crew + 1,
        "number": 0 if p.t.competition else crew + 1,
        "colour": CAR_COLOURS[crew],
        "seat": p.cars[crew].seat,
        "adopted": p.t.competitive and p.adopted == crew,
        "status": STATUS_NAMES[car.status] if car.status != NOWHERE_YET else "waiting",
        "square": board.ids[p.square(crew)] if on_map else None,
        "came_from": board.ids[came] if came != NOWHERE else None,
        "speed": car.speed,
        "missing": car.misses,
        "off": car.off,
        "section": car.section,
        "turns": car.turns,
        "run": car.run,
        "visited": car.visited,
        "kit": [deck.kit_ids[card] for card in car.cards if card >= 0],
        "hand": [deck.hazard_ids[card] for card in deck.cards_in(car.hand)],
        "penalty": car.penalty(),
        "other": car.other,
        "sheet": sheet_rows(p, crew),
    }


def sealed_crew(rally: Position, seat: int, status: str) -> Crew:
    """The only crew of a competitor's rally; `status` stands for what others may know of it."""
    row = _crew(rally, 0)
    row["crew"], row["seat"], row["colour"] = seat + 1, seat, CAR_COLOURS[seat]
    if status:
        row["status"] = status
    return row


def sheet_rows(p: Position, crew: int) -> list[SheetRow]:
    """The time sheet, a row for each section: speeds (0 = missed), running squares, time and penalty once booked."""
    rows: list[SheetRow] = []
    speeds: list[int] = []
    running: list[int] = []
    faults = 0
    length = 0
    due = 0
    for kind, one, two in p.cars[crew].entries():
        if kind == E_FAULT:
            faults += 1
        elif kind == E_LEG:
            length, due = one, two
        elif kind == E_BOOKED:
            rows.append([length, due, one, two, faults, speeds, running])
            speeds, running, faults = [], [], 0
        elif kind != E_PART:
            speeds.append(one if kind == 0 else 0)
            running.append(two)
    if speeds or faults:
        rows.append([None, None, None, None, faults, speeds, running])
    return rows


def _route(route: Route) -> RouteView:
    ids = route.board.ids
    return {
        "controls": [_control(route.board, control, number) for number, control in enumerate(route.controls)],
        "black_spots": [ids[square] for square in route.blacks],
        "path": [ids[square] for square in route.path],
        "sections": [
            {
                "to": section.label,
                "kind": KINDS[section.kind],
                "mph": section.mph,
                "squares": section.squares,
                "target": section.target,
                "pcs": [[label, at] for label, at in zip(section.pc_labels, section.pc_at, strict=True)],
            }
            for section in route.sections
        ],
    }


def _control(board: Board, control: Control, number: int) -> ControlRow:
    side = board.ids[control.approach] if control.approach != NOWHERE else None
    kind = "" if control.type == PC or number == 0 else KINDS[control.kind]
    return [control.label(number + 1), board.ids[control.square], side, kind, control.mph]


def _laying(lay: Laying) -> LayingView:
    ids = lay.board.ids
    return {
        "start": ids[lay.start],
        "finish": ids[lay.finish] if lay.finish != NOWHERE else None,
        "controls": [_control(lay.board, control, number) for number, control in enumerate(lay.controls)],
        "black_spots": [ids[square] for square in lay.blacks],
        "candidates": [[ids[square] for square in way] for way in lay.candidates],
        "since_tc": [len(way) - 1 - way.index(lay.last_time_control()) for way in lay.candidates],
        "complete": lay.complete,
    }


def _ahead(p: Position) -> list[AheadRow]:
    """The Correct Route ahead of the crew to move: [id, colour, feature, value, control, the crew's limit or 0]."""
    route = p.drives_on()
    crew = p.crew
    board = route.board
    place = p.section(crew).place[p.square(crew)]
    if place == NOWHERE:
        return []
    labels = {control.square: control.label(number + 1) for number, control in enumerate(route.controls)}
    rows: list[AheadRow] = []
    for offset in range(place + 1, min(place + 1 + SHOWN_AHEAD, len(route.path))):
        square = route.path[offset]
        kind, value = FEATURES[route.feature[square]], board.value[square]
        if route.feature[square] == GRADIENT:
            downhill = offset + 1 < len(route.path) and board.arrow[square] == route.path[offset + 1]
            kind = ("downhill" if downhill else "uphill") + str(value)
        limited = route.feature[square] in (BEND, BRIDGE, QUIET, ROUGH)
        limit = speed_limit(route, p.cars[crew].kit, square) if limited else 0
        rows.append([board.ids[square], COLOURS[board.colour[square]], kind, value, labels.get(square, ""), limit])
    return rows


def _pack(p: Position) -> list[PackRow]:
    """Cards not yet seen since the shuffle, and the known cards beneath them; one pack, or one for each competitor."""
    ids = p.t.deck.hazard_ids
    return [[p.pack.unseen.bit_count(), [ids[card] for card in p.pack.queue]]]
