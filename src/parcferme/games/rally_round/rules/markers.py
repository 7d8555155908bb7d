"""Which markers may be laid next: all squares at once, per candidate route (`junctions.py`)."""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.board.junctions import Net
from parcferme.games.rally_round.board.laying import Laying, Markers
from parcferme.games.rally_round.board.route import BLACK, MOST_PASSAGES, PC, Control, passages
from parcferme.games.rally_round.mechanics.timing import FASTEST, REGULARITY, SELECTIVE, SLOWEST, STAGE

PC_GAP: Final = 3  # RR-27
TC_GAP: Final = 12  # RR-28


def legal_markers(lay: Laying) -> Markers:
    """Everything the next player may lay (RR-22 … RR-35); worked out once for a laying."""
    known = lay.markers
    if known is not None:
        return known
    markers = Markers()
    lay.markers = markers
    nets = lay.nets()
    since = [len(way) - 1 - way.index(lay.last_time_control()) for way in lay.candidates]
    on_any = {square for way in lay.candidates for square in way}
    legs: dict[tuple[int, int], int] = {}  # square and approach → fewest squares since the last Time Control
    for net, before in zip(nets, since, strict=True):
        for square, approach, length in net.controls():
            if square not in on_any:
                legs[square, approach] = min(before + length, legs.get((square, approach), before + length))
    markers.within_reach = {square for square, _ in legs}
    _sort_controls(lay, legs, markers)
    _find_closing(nets, since, markers)
    _find_blacks(lay, nets, markers)
    return markers


def _sort_controls(lay: Laying, legs: dict[tuple[int, int], int], markers: Markers) -> None:
    """Spacing decides which of the reachable squares take a Time Control, a Passage Control, or neither."""
    near_any, near_passage = near_controls(lay, False), near_controls(lay, True)
    full = passages(lay.controls) >= MOST_PASSAGES
    for (square, approach), length in sorted(legs.items()):
        if length >= TC_GAP and square not in near_passage:
            markers.tc.setdefault(square, []).append(approach)
        if not full and square not in near_any:
            markers.pc.setdefault(square, []).append(approach)


def near_controls(lay: Laying, passages_only: bool) -> set[int]:
    """RR-27, RR-R42: the squares less than three from a control (from a Passage Control), by the shortest road."""
    controls = [control.square for control in lay.controls if control.type == PC or not passages_only]
    if not passages_only:
        controls.append(lay.finish)
    near: set[int] = set()
    for square in controls:
        near |= lay.board.around(square, PC_GAP - 1)
    return near


def _find_closing(nets: list[Net], since: list[int], markers: Markers) -> None:
    only_move = not markers.tc and not markers.pc  # RR-R53
    close: set[int] = set()
    for net, before in zip(nets, since, strict=True):
        for approach, length in net.closings():
            if only_move or before + length >= TC_GAP:  # RR-35
                close.add(approach)
    markers.close = sorted(close)


def _find_blacks(lay: Laying, nets: list[Net], markers: Markers) -> None:
    """RR-22: where it lies off the route, or off one that it may still be, and leaves that a way to the Finish."""
    cuts = [set(net.cuts()) for net in nets]
    ways = [set(way) for way in lay.candidates]
    marked = {control.square for control in lay.controls} | set(lay.blacks) | {lay.finish}
    for square in range(lay.board.roads):
        if square in marked:
            continue
        if any(square not in way and square not in cut for way, cut in zip(ways, cuts, strict=True)):
            markers.black.append(square)


def resolving_blacks(lay: Laying) -> list[int]:
    """RR-36: squares that rule out some of the complete routes, but not all."""
    counts: dict[int, int] = {}
    for way in lay.candidates:
        for square in way:
            counts[square] = counts.get(square, 0) + 1
    return sorted([square for square, count in counts.items() if count < len(lay.candidates)])


def accepts(lay: Laying, marker: Control, stage: bool) -> bool:
    """May this marker be laid next?"""
    if marker.type == BLACK:
        return marker.square in (resolving_blacks(lay) if lay.complete else legal_markers(lay).black)
    if lay.complete or (marker.kind == REGULARITY) != (SLOWEST <= marker.mph <= FASTEST):
        return False
    markers = legal_markers(lay)
    if marker.type == PC:
        return marker.approach in markers.pc.get(marker.square, [])
    sides = markers.close if marker.square == lay.finish else markers.tc.get(marker.square, [])
    if marker.approach not in sides or (marker.kind == STAGE) != stage:  # RR-04
        return False
    return marker.kind != SELECTIVE or lay.with_control(marker).may_be_selective()
