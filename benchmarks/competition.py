"""What Rally Round's best driver scores in a competition on each house route, beside the proved par.

    python -m benchmarks.bench --only competition [--write] rally_round

It is asked as at a table, for each choice anew. Its second is counted in positions, which is the same on every machine;
how long the longest thought took here is told beside it. Then it drives once more with a watch, as at a table, that
interrupts it after a second of CPU time. With `--write` the rows go into docs/strength.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.tables import aligned, between_marks
from parcferme.core import registry
from parcferme.core.bot import SECONDS, Watch
from parcferme.core.contract import OVER
from parcferme.core.courses import Course, courses_of
from parcferme.games.rally_round.mechanics.timing import clock

GAME = "rally_round"
LEVEL = "ace"
PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
HEAD = ["route", "seconds a choice", "longest, CPU", "driven", "longest with a watch", "driven", "proved par", ""]


def drive(course: Course, seconds: float, seed: int, watch: Watch | None = None) -> tuple[int, float]:
    """A competition of one: its penalty, and the longest thought."""
    game = registry.create(GAME, {**course.options, "players": 1, "mode": "competition", "kits": "free"})
    state, longest = game.start(), 0.0
    rng = Random(seed)
    while state.kind() != OVER:
        bot = registry.bots(GAME)[LEVEL](game, Random(rng.random()))
        bot.seconds, bot.watch = seconds, watch
        begun = process_time()
        action = bot.choose(state.copy(), 0)
        longest = max(longest, process_time() - begun)
        state.apply(action)
    result = state.result()
    assert result is not None
    return int(result.measures["penalty"][0]), longest


def row(course: Course, seconds: float) -> list[str]:
    par = course.figures["par"]
    drives = [drive(course, seconds, 1, watch) for watch in (None, process_time)]
    worst = max(driven for driven, _ in drives)
    told = [cell for driven, longest in drives for cell in (f"{longest:.2f}", clock(driven))]
    return [course.id, f"{seconds:g}", *told, clock(par), "proved" if worst == par else f"{worst - par} s more"]


def table(write: bool, seconds: float = SECONDS) -> Iterator[str]:
    """The routes as they are printed; with `write` put on the page."""
    yield f"Rally Round's {LEVEL} alone in a competition with free kits, counted and with a watch."
    rows = [row(course, seconds) for course in courses_of(GAME).courses]
    yield from aligned([HEAD, *rows])
    if write:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(between_marks(page, f"competition {GAME}", in_markdown(rows)), "utf-8")


def in_markdown(rows: list[list[str]]) -> str:
    lines = [HEAD, ["---"] * len(HEAD), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
