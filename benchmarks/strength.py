"""The tables of docs/strength.md: every rung of a game's ladder against the one below, with 95 % intervals.

    python -m benchmarks.bench --only ladder [--matches 400] [--write] [GAME …]

Rows are measured, kept in strength.json beside this file, and written into the page between its marks. A game that is
not measured keeps its rows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.tables import aligned, between_marks
from parcferme.core import registry
from parcferme.solve.arena import duel, line_up
from parcferme.solve.farm import play_here

KEPT = Path(__file__).with_name("strength.json")
PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
VARIANTS = {
    "rally": "rally(players=2,scope=stage,layer=auto)",
    "rallye_code": "rallye_code(players=4,enforcement=table)",
}  # where it is not the game for two as it is usually played
LOW, HIGH = 0.6, 0.75  # where a rung's share should lie

Row = dict[str, Any]


def variant_of(game: str) -> str:
    return VARIANTS.get(game) or registry.variant_of(registry.create(game, {"players": 2}))


def measured(game: str, matches: int) -> Iterator[Row]:
    """Each rung against the one below."""
    for worse, better in pairwise(registry.bots(game)):
        matches_of = line_up(variant_of(game), [better, worse], matches, "ladder")
        found = duel(list(play_here(matches_of, os.cpu_count() or 1)), better, worse)
        figures = {"share": found.share, "low": found.low, "high": found.high}
        yield {"variant": variant_of(game), "better": better, "worse": worse, "games": matches, **figures}


def table(games: list[str], matches: int, write: bool) -> Iterator[str]:
    """The ladders as they are printed, each share beside its bar; with `write` kept and put on the page."""
    rows = {game: list(measured(game, matches)) for game in games}
    yield f"Each rung against the one below; a share should lie between {LOW:.0%} and {HIGH:.0%}."
    head = ["variant", "stronger", "weaker", "games", "places before", "95 % interval", ""]
    told = [
        [row["variant"], row["better"], row["worse"], *_figures(row), _verdict(row)]
        for game in rows
        for row in rows[game]
    ]
    yield from aligned([head, *told])
    if write:
        known = {**json.loads(KEPT.read_text("utf-8")), **rows}
        KEPT.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
        PAGE.write_text(with_tables(PAGE.read_text("utf-8"), known), "utf-8")


def with_tables(page: str, known: dict[str, list[Row]]) -> str:
    """The page with the rows of each game between its marks."""
    for game, rows in known.items():
        page = between_marks(page, f"ladder {game}", in_markdown(rows))
    return page


def in_markdown(rows: list[Row]) -> str:
    lines = ["| variant | stronger | weaker | games | share | 95 % |", "|---|---|---|---|---|---|"]
    for row in rows:
        lines.append("| " + " | ".join([f"`{row['variant']}`", row["better"], row["worse"], *_figures(row)]) + " |")
    return "\n".join(lines) + "\n"


def _figures(row: Row) -> list[str]:
    return [str(row["games"]), f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}"]


def _verdict(row: Row) -> str:
    if LOW <= row["share"] <= HIGH:
        return "met"
    return f"missed by {max(LOW - row['share'], row['share'] - HIGH):.1%}"
