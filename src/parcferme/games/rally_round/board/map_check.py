"""A map against the make-up of the published board: what a map maker should know, none of it fatal (RR-06)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from parcferme.core.errors import Fault
from parcferme.games.rally_round.board.map import BEND, BEND_NORM, COLOURS, FEATURES, GIVE_WAY, GRADIENT, ROUGH, Board

PER_COLOUR = {"hazard": 6, "bend": 4, "ford": 4, "qz": 2, "gradient 1": 2, "gradient 2": 2, "bridge": 2}
SQUARES = 300
CHEQUERED_GAP = 24


def survey(board: Board) -> list[Fault]:
    """Every way in which a map differs from the board of 300 squares with evenly spread features."""
    return [*_network(board), *_chequered(board), *_features(board), *_details(board), *_tracks(board)]


def _network(board: Board) -> list[Fault]:
    notes: list[Fault] = []
    if board.roads != SQUARES:
        reason = f"{board.roads} road squares, the board has {SQUARES}"
        notes.append(Fault("squares", reason, "RR-06", key="map_size", args={"count": board.roads, "wanted": SQUARES}))
    each = board.roads / 4
    for colour, name in enumerate(COLOURS):
        count = board.colour[: board.roads].count(colour)
        if abs(count - each) > 3:
            reason, args = (
                f"{count} squares of {name}, even would be {each:.0f}",
                {"count": count, "wanted": round(each)},
            )
            painted: dict[str, object] = {**args, "colour": f"road {name}"}
            notes.append(Fault("colours", reason, "RR-06", path="squares", key="map_colour", args=painted))
    for square in range(board.roads):
        if len(board.near[square]) == 1:
            notes.append(_note(board, square, "is a dead end: a car can only turn round", "RR-92", "dead_end"))
    return notes


def _chequered(board: Board) -> list[Fault]:
    if len(board.chequered) != 4:
        count = len(board.chequered)
        args: dict[str, object] = {"count": count, "wanted": 4}
        reason = f"{count} chequered squares, the board has 4"
        return [Fault("chequered", reason, "RR-16", path="squares", key="map_chequered", args=args)]
    far = board.spread()
    return [
        _close(board, a, b, far[a][b])
        for a in board.chequered
        for b in board.chequered
        if a < b and far[a][b] < CHEQUERED_GAP
    ]


def _close(board: Board, a: int, b: int, gap: int) -> Fault:
    one, two = board.ids[a], board.ids[b]
    args: dict[str, object] = {"one": one, "two": two, "gap": gap, "wanted": CHEQUERED_GAP}
    reason = f"{one} and {two} are only {gap} squares apart"
    return Fault("chequered", reason, "RR-16", path=f"squares[{a}]", key="chequered_close", args=args)


def _note(board: Board, square: int, reason: str, clause: str, key: str, **args: object) -> Fault:
    number = board.ids[square]
    told = {"square": number, **args}
    return Fault(f"square {number}", reason, clause, path=f"squares[{square}]", key=key, args=told)


def _kind(board: Board, square: int) -> str:
    kind = FEATURES[board.feature[square]]
    return f"{kind} {board.value[square]}" if board.feature[square] == GRADIENT else kind


def _features(board: Board) -> list[Fault]:
    table = Counter((_kind(board, square), board.colour[square]) for square in range(board.roads))
    notes: list[Fault] = []
    for name, each in PER_COLOUR.items():
        counts = [table[name, colour] for colour in range(4)]
        if sum(counts) != 4 * each or any(abs(count - each) > 1 for count in counts):
            reason = f"{counts} by colour, even would be {each} each"
            notes.append(_uneven(name, reason, "map_even", sum(counts), each))
    rough, give_way = board.feature.count(ROUGH), board.feature.count(GIVE_WAY)
    if rough != 4:
        notes.append(_uneven("rough", f"{rough} squares, the house map has 4", "map_few", rough, 4))
    if not 8 <= give_way <= 12:
        notes.append(_uneven("giveway", f"{give_way} squares, the house map has about 10", "map_few", give_way, 10))
    return notes


def _uneven(name: str, reason: str, key: str, count: int, wanted: int) -> Fault:
    args: dict[str, object] = {"feature": f"feature {name}", "count": count, "wanted": wanted}
    return Fault(name, reason, "RR-06", path="squares", key=key, args=args)


def _details(board: Board) -> list[Fault]:
    notes: list[Fault] = []
    for square in range(board.roads):
        kind = board.feature[square]
        if kind == BEND and board.value[square] != BEND_NORM[board.colour[square]]:
            norm = BEND_NORM[board.colour[square]]
            reason = f"bend sign {board.value[square]}, {norm} is the rule here"
            notes.append(_note(board, square, reason, "RR-R24", "bend_norm", limit=board.value[square], wanted=norm))
        if kind == GRADIENT and any(board.feature[near] == GRADIENT for near in board.near[square]):
            notes.append(_note(board, square, "two gradients side by side", "RR-R27", "gradients"))
        if kind and len(board.near[square]) > 2:
            notes.append(_note(board, square, "a feature on a junction", "RR-06", "junction"))
    return notes


def _tracks(board: Board) -> list[Fault]:
    notes: list[Fault] = []
    far = board.spread()
    for track in range(board.roads, board.count):
        ends = [board.head[edge] for edge in board.tracks[track]]
        for one, two in pairwise(ends):
            saved = far[one][two] - 2
            if not 3 <= saved <= 8:
                where, path = f"hidden track {board.ids[track]}", f"hidden_tracks[{track - board.roads}]"
                reason, args = f"saves {saved} squares, not 3 to 8", {"saved": saved, "low": 3, "high": 8}
                notes.append(Fault(where, reason, "RR-78", path=path, key="track_saves", args={**args}))
    return notes
