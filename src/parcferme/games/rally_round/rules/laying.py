"""Laying the route: Start, Finish, controls, Black Spots, closing, resolving (RR-16 … RR-37)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.games.rally_round.actions import (
    KIND,
    LAY_BLACK,
    LAY_CLOSE,
    LAY_PC,
    LAY_TC,
    MPH,
)
from parcferme.games.rally_round.board.laying import Laying, Markers, first_laying
from parcferme.games.rally_round.board.route import PC, TC, Control
from parcferme.games.rally_round.mechanics.timing import FASTEST, KINDS, REGULARITY, ROAD, SELECTIVE, SLOWEST, STAGE
from parcferme.games.rally_round.rules.kit import begin_kits
from parcferme.games.rally_round.rules.markers import legal_markers, resolving_blacks
from parcferme.games.rally_round.state import (
    N_APPROACH,
    N_FINISH,
    N_KIND,
    N_MPH,
    N_RESOLVE,
    N_SQUARE,
    N_START,
    N_WHAT,
    Position,
)

MOST_FORFEITS = 30  # wrong markers a strict table accepts before it refuses them like any other


def begin_laying(p: Position, events: list[Event] | None) -> None:
    """RR-16: player 1 chooses the Start. On a marked map there is nothing to lay (RR-15)."""
    if p.t.route is not None:
        begin_kits(p, events)
        return
    p.crew = 0
    p.ask(N_START, p.cars[0].seat)


def choose_start(p: Position, square: int, events: list[Event] | None) -> None:
    p.lay = first_laying(p.t.board, square)
    p.crew = 1 % p.t.crews
    _tell(p, "start_at", "RR-16", square, events)
    p.ask_crew(N_FINISH)  # RR-18


def choose_finish(p: Position, square: int, events: list[Event] | None) -> None:
    p.lay = p.laying().with_finish(square)
    _tell(p, "finish_at", "RR-18", square, events)
    _next_player(p)


def _next_player(p: Position) -> None:
    """RR-19: number order, round and round."""
    p.crew = (p.crew + 1) % p.t.crews
    p.ask_crew(N_WHAT)


def _tell(p: Position, kind: str, clause: str, square: int, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event(kind, clause, {"crew": p.crew + 1, "square": p.t.board.ids[square]}))


def markers_of(p: Position) -> Markers:
    return legal_markers(p.laying())


def accepts_mistakes(p: Position) -> bool:
    return p.t.strict and p.forfeits < MOST_FORFEITS


# --- legal lists ---


def legal_start(p: Position) -> list[int]:
    return [p.t.square_base + square for square in p.t.board.chequered]


def legal_finish(p: Position) -> list[int]:
    start = p.laying().start
    return [p.t.square_base + square for square in p.t.board.chequered if square != start]


def legal_what(p: Position) -> list[int]:
    """RR-20, RR-34: what may be laid at all. There is no passing (RR-R41)."""
    markers = markers_of(p)
    offers = [(LAY_TC, bool(markers.tc)), (LAY_PC, bool(markers.pc)), (LAY_BLACK, bool(markers.black))]
    offers.append((LAY_CLOSE, bool(markers.close) or accepts_mistakes(p)))
    return [what for what, possible in offers if possible]


def fitting_squares(p: Position) -> list[int]:
    """Squares for the marker in hand."""
    markers, what = markers_of(p), p.marker
    if what == LAY_BLACK:
        return markers.black
    return sorted(markers.tc if what == LAY_TC else markers.pc)


def legal_square(p: Position) -> list[int]:
    squares = list(range(p.t.board.roads)) if accepts_mistakes(p) else fitting_squares(p)
    return [p.t.square_base + square for square in squares]


def approaches(p: Position) -> list[int]:
    """Squares the control in hand may be entered from."""
    markers, what = markers_of(p), p.marker
    if what == LAY_CLOSE:
        return markers.close
    return (markers.tc if what == LAY_TC else markers.pc)[p.spot]


def legal_approach(p: Position) -> list[int]:
    return [p.t.from_base + square for square in sorted(approaches(p))]


def legal_kind(p: Position) -> list[int]:
    """RR-04, RR-29: Road, Selective if the leg allows it (RR-30), Regularity."""
    selective = accepts_mistakes(p) or _may_be_selective(p)
    kinds = [ROAD, SELECTIVE, REGULARITY] if selective else [ROAD, REGULARITY]
    return [KIND + kind for kind in kinds]


def legal_mph(p: Position) -> list[int]:
    return list(range(MPH, MPH + FASTEST - SLOWEST + 1))


def legal_resolve(p: Position) -> list[int]:
    return [p.t.square_base + square for square in resolving_blacks(p.laying())]


# --- steps ---


def choose_what(p: Position, what: int, events: list[Event] | None) -> None:
    p.marker = what
    if what == LAY_CLOSE:
        _close(p, events)
    else:
        p.ask_crew(N_SQUARE)


def _close(p: Position, events: list[Event] | None) -> None:
    """RR-34: the Finish is the next Time Control, unless that comes too early (RR-35)."""
    p.spot = p.laying().finish
    if markers_of(p).close:
        _ask_approach(p, events)
    else:
        _forfeit(p, p.spot, events)


def choose_square(p: Position, square: int, events: list[Event] | None) -> None:
    if square not in fitting_squares(p):
        _forfeit(p, square, events)
        return
    p.spot = square
    if p.marker == LAY_BLACK:
        p.lay = p.laying().with_black(square)
        _tell(p, "lays_black", "RR-22", square, events)
        _next_player(p)
    else:
        _ask_approach(p, events)


def _forfeit(p: Position, square: int, events: list[Event] | None) -> None:
    """RR-33: a marker in the wrong place is taken back and the turn is over."""
    p.forfeits = p.forfeits + 1
    _tell(p, "misplaced", "RR-33", square, events)
    _next_player(p)


def _ask_approach(p: Position, events: list[Event] | None) -> None:
    sides = approaches(p)
    if len(sides) > 1:
        p.ask_crew(N_APPROACH)
    else:
        choose_approach(p, sides[0], events)


def choose_approach(p: Position, side: int, events: list[Event] | None) -> None:
    """RR-24: the arrow on the marker."""
    p.side = side
    if p.marker == LAY_PC:
        _lay_control(p, ROAD, 0, events)
    elif p.t.stage:
        _lay_control(p, STAGE, 0, events)  # RR-32, RR-R46
    else:
        p.ask_crew(N_KIND)


def choose_kind(p: Position, kind: int, events: list[Event] | None) -> None:
    if kind == REGULARITY:
        p.ask_crew(N_MPH)
    elif kind == SELECTIVE and not _may_be_selective(p):
        _forfeit(p, p.spot, events)
    else:
        _lay_control(p, kind, 0, events)


def choose_mph(p: Position, mph: int, events: list[Event] | None) -> None:
    _lay_control(p, REGULARITY, mph, events)


def _with_control(p: Position, kind: int, mph: int) -> Laying:
    type = PC if p.marker == LAY_PC else TC
    return p.laying().with_control(Control(type, p.spot, p.side, kind, mph))


def _may_be_selective(p: Position) -> bool:
    return _with_control(p, ROAD, 0).may_be_selective()


def _lay_control(p: Position, kind: int, mph: int, events: list[Event] | None) -> None:
    lay = _with_control(p, kind, mph)
    p.lay = lay
    control = lay.controls[-1]
    if events is not None:
        ids = p.t.board.ids
        args: dict[str, object] = {
            "crew": p.crew + 1,
            "control": control.label(len(lay.controls)),
            "square": ids[control.square],
            "side": ids[control.approach],
            "leg": KINDS[kind],
            "mph": mph,
        }
        events.append(Event("lays_pc" if control.type == PC else "lays_tc", "RR-23", args))
    if lay.complete:
        resolve(p, events)
    else:
        _next_player(p)


def resolve(p: Position, events: list[Event] | None) -> None:
    """RR-36: Black Spots until a single route is left (RR-R45); then the kits."""
    lay = p.laying()
    if len(lay.candidates) > 1 and resolving_blacks(lay):
        p.crew = (p.crew + 1) % p.t.crews
        p.ask_crew(N_RESOLVE)
        return
    p.route = lay.route(p.t.printed)
    if events is not None:
        events.append(Event("route_agreed", "RR-25", {"squares": len(lay.candidates[0]) - 1}))
    begin_kits(p, events)


def resolve_black(p: Position, square: int, events: list[Event] | None) -> None:
    p.lay = p.laying().with_black(square)
    _tell(p, "lays_black", "RR-36", square, events)
    resolve(p, events)
