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
        notes.append(Fault("squares", f"{board.roads} road squares, the board has {SQUARES}", "RR-06"))
    each = board.roads / 4
    for colour, name in enumerate(COLOURS):
        count = board.colour[: board.roads].count(colour)
        if abs(count - each) > 3:
            notes.append(Fault("colours", f"{count} squares of {name}, even would be {each:.0f}", "RR-06"))
    for square in range(board.roads):
        if len(board.near[square]) == 1:
            notes.append(Fault(f"square {board.ids[square]}", "is a dead end: a car can only turn round", "RR-92"))
    return notes


def _chequered(board: Board) -> list[Fault]:
    if len(board.chequered) != 4:
        return [Fault("chequered", f"{len(board.chequered)} chequered squares, the board has 4", "RR-16")]
    far = board.spread()
    return [
        Fault("chequered", f"{board.ids[a]} and {board.ids[b]} are only {far[a][b]} squares apart", "RR-16")
        for a in board.chequered
        for b in board.chequered
        if a < b and far[a][b] < CHEQUERED_GAP
    ]


def _kind(board: Board, square: int) -> str:
    kind = FEATURES[board.feature[square]]
    return f"{kind} {board.value[square]}" if board.feature[square] == GRADIENT else kind


def _features(board: Board) -> list[Fault]:
    table = Counter((_kind(board, square), board.colour[square]) for square in range(board.roads))
    notes: list[Fault] = []
    for name, each in PER_COLOUR.items():
        counts = [table[name, colour] for colour in range(4)]
        if sum(counts) != 4 * each or any(abs(count - each) > 1 for count in counts):
            notes.append(Fault(name, f"{counts} by colour, even would be {each} each", "RR-06"))
    if board.feature.count(ROUGH) != 4:
        notes.append(Fault("rough", f"{board.feature.count(ROUGH)} squares, the house map has 4", "RR-06"))
    if not 8 <= board.feature.count(GIVE_WAY) <= 12:
        notes.append(Fault("giveway", f"{board.feature.count(GIVE_WAY)} squares, the house map has about 10", "RR-06"))
    return notes


def _details(board: Board) -> list[Fault]:
    notes: list[Fault] = []
    for square in range(board.roads):
        kind, where = board.feature[square], f"square {board.ids[square]}"
        if kind == BEND and board.value[square] != BEND_NORM[board.colour[square]]:
            norm = BEND_NORM[board.colour[square]]
            notes.append(Fault(where, f"bend sign {board.value[square]}, {norm} is the rule here", "RR-R24"))
        if kind == GRADIENT and any(board.feature[near] == GRADIENT for near in board.near[square]):
            notes.append(Fault(where, "two gradients side by side", "RR-R27"))
        if kind and len(board.near[square]) > 2:
            notes.append(Fault(where, "a feature on a junction", "RR-06"))
    return notes


def _tracks(board: Board) -> list[Fault]:
    notes: list[Fault] = []
    far = board.spread()
    for track in range(board.roads, board.count):
        ends = [board.head[edge] for edge in board.tracks[track]]
        for one, two in pairwise(ends):
            saved = far[one][two] - 2
            if not 3 <= saved <= 8:
                notes.append(Fault(f"hidden track {board.ids[track]}", f"saves {saved} squares, not 3 to 8", "RR-78"))
    return notes
