"""What Rally Round's best driver scores in a competition on each house route, beside the proved par.

    python -m benchmarks.bench --only competition [--write] rally_round

It is asked as at a table, for each choice anew. Its second is counted in positions, which is the same on every machine;
how long the longest thought took here is told beside it. With `--write` the rows go into docs/strength.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.tables import aligned, between_marks
from parcferme.core import registry
from parcferme.core.bot import SECONDS
from parcferme.core.contract import OVER
from parcferme.core.courses import Course, courses_of
from parcferme.games.rally_round.mechanics.timing import clock

GAME = "rally_round"
LEVEL = "ace"
PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
HEAD = ["route", "seconds a choice", "longest, CPU", "driven", "proved par", ""]


def drive(course: Course, seconds: float, seed: int) -> tuple[int, float]:
    """A competition of one: its penalty, and the longest thought."""
    game = registry.create(GAME, {**course.options, "players": 1, "mode": "competition", "kits": "free"})
    state, longest = game.start(), 0.0
    rng = Random(seed)
    while state.kind() != OVER:
        bot = registry.bots(GAME)[LEVEL](game, Random(rng.random()))
        bot.seconds = seconds
        begun = process_time()
        action = bot.choose(state.copy(), 0)
        longest = max(longest, process_time() - begun)
        state.apply(action)
    result = state.result()
    assert result is not None
    return int(result.measures["penalty"][0]), longest


def row(course: Course, seconds: float) -> list[str]:
    driven, longest = drive(course, seconds, 1)
    par = course.figures["par"]
    missed = "proved" if driven == par else f"{driven - par} s more"
    return [course.id, f"{seconds:g}", f"{longest:.2f}", clock(driven), clock(par), missed]


def table(write: bool, seconds: float = SECONDS) -> Iterator[str]:
    """The routes as they are printed; with `write` put on the page."""
    yield f"Rally Round's {LEVEL} alone in a competition with free kits, one drive each."
    rows = [row(course, seconds) for course in courses_of(GAME).courses]
    yield from aligned([HEAD, *rows])
    if write:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(between_marks(page, f"competition {GAME}", in_markdown(rows)), "utf-8")


def in_markdown(rows: list[list[str]]) -> str:
    lines = [HEAD, ["---"] * len(HEAD), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
