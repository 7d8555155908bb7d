"""The exact solvers, by the games' own verbs (`parcferme tool`), each in a process of its own: answer and CPU time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.speed import measure
from benchmarks.tables import against_bar, aligned


class Solve(NamedTuple):
    """One verb of a game, the line of its answer that says it all, and the CPU seconds it may take (0: no bar)."""

    game: str
    verb: str
    line: int
    bar: float


SOLVES = (
    Solve("rally_round", "best all", 0, 10.0),
    Solve("rally_round", "best S3+A5+D2+DR3+N3+E4", 0, 0.0),
    Solve("rally", "par 1-12-6-18-13-4", 2, 2.0),
    Solve("rally", "mechanics 1-12-6-18-13-4 setup=stable", 1, 0.0),
    Solve("lunar_rally", "par", 1, 0.0),
    Solve("rallye_code", "takeover edition=A roll=7 box=4000 gerance=2", 0, 0.0),
)


def table(games: list[str]) -> Iterator[str]:
    """The solvers of these games, Rallyman's apart: they have a page of references of their own."""
    yield "Exact solvers, CPU seconds of one core, from nothing."
    rows = [["game", "verb", "answer", "seconds", "bar", ""]]
    for game, verb, line, bar in SOLVES:
        if game in games:
            found = measure("tool", f"{game} {verb}", 0.0)
            answer = found["answer"].splitlines()[line].strip()
            told = [f"≤ {bar:.0f}", against_bar(found["seconds"], bar, False)] if bar else []
            rows.append([game, verb, answer[:60], f"{found['seconds']:.2f}", *told])
    yield from aligned(rows)
