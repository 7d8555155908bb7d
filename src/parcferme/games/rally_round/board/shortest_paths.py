"""Correct Routes: the shortest legs between two controls (RR-25)."""

from __future__ import annotations

from parcferme.games.rally_round.board.map import NOWHERE, Board


def shortest_legs(board: Board, start: int, goal: int, approach: int, closed: list[bool], most: int) -> list[list[int]]:
    """Every shortest way from `start` to `goal` through squares that are not closed, at most `most` of them.

    `approach` is the only square the goal may be entered from (NOWHERE: any). A way lists its squares, both ends
    included.
    """
    far = [NOWHERE] * board.count
    before: list[list[int]] = [[] for _ in range(board.count)]
    far[start] = 0
    queue = [start]
    for here in queue:
        if here == goal or (far[goal] != NOWHERE and far[here] >= far[goal]):
            continue
        for there in board.near[here]:
            if there == goal:
                if approach not in (NOWHERE, here):
                    continue
            elif closed[there]:
                continue
            if far[there] == NOWHERE:
                far[there] = far[here] + 1
                queue.append(there)
            if far[there] == far[here] + 1:
                before[there].append(here)
    return _unwind(before, start, goal, most) if far[goal] > 0 else []


def _unwind(before: list[list[int]], start: int, goal: int, most: int) -> list[list[int]]:
    """All ways back from the goal through the table of predecessors, each in driving order."""
    done: list[list[int]] = []
    open_ways = [[goal]]
    while open_ways and len(done) < most:
        way = open_ways.pop()
        if way[-1] == start:
            done.append(way[::-1])
            continue
        for here in reversed(before[way[-1]]):
            open_ways.append([*way, here])
    return done
