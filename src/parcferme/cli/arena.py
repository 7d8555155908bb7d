"""`parcferme arena`: bots against bots, with honest error bars."""

from __future__ import annotations

import csv
import io
import os
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parcferme.cli import chart
from parcferme.cli.cluster import play_on_ray
from parcferme.cli.console import err, out, print_json
from parcferme.cli.files import must_be_free, write_text
from parcferme.cli.params import AsJson, Force, Seed, Settings, Variant, complete_bot, make_game
from parcferme.cli.ratings import Rating, rate
from parcferme.cli.seats import fresh_seed
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError
from parcferme.solve.arena import Duel, Match, Score, Standing, between_bots, duel, line_up, standings
from parcferme.solve.farm import play_here


class Outcome:
    """All that an arena found, for the printers below."""

    def __init__(self, variant: str, seed: int, asked: int, scores: list[Score], seconds: float) -> None:
        self.variant = variant
        self.seed = seed
        self.asked = asked
        self.scores = scores
        self.seconds = seconds
        self.rows: list[Standing] = standings(scores)
        self.ratings: dict[str, Rating] = rate(scores)
        self.between_bots = between_bots(scores)
        self.duels: list[Duel] = [duel(scores, a.bot, b.bot) for a, b in pairwise(self.rows)]


def arena(
    variant: Variant,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT…",
            help="Who plays: a level of the game's bots, random, greedy, search:SIMULATIONS or python:MODULE:MAKER.",
            autocompletion=complete_bot,
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 60,
    settings: Settings = None,
    seed: Seed = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes that play; default: every core.")] = (
        os.cpu_count() or 1
    ),
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster (`local`: start one here).")
    ] = None,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write every seat of every game.")] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="Write a chart.")] = None,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Let bots play each other on every seat in turn, and print who is better, and how sure that is."""
    names = bots or _strongest(variant)
    game = make_game(variant, settings, _seats(variant, len(names)))
    for path in (table, plot):
        if path is not None:
            must_be_free(path, force)
    seed = fresh_seed() if seed is None else seed
    matches = line_up(registry.variant_of(game), names, games, str(seed))
    began = time.perf_counter()
    scores = _play(matches, play_on_ray(matches, ray) if ray is not None else play_here(matches, workers))
    found = Outcome(registry.variant_of(game), seed, games, scores, time.perf_counter() - began)
    if table is not None:
        write_text(table, _csv(scores), force)
    if plot is not None:
        write_text(plot, chart.arena(found.variant, len(scores), found.rows, found.ratings), force)
    if as_json:
        print_json(_json(found))
    else:
        _show(found)


def _seats(variant: str, bots: int) -> int:
    """As many players as bots, within what the game allows."""
    fewest, most = registry.meta(_game_of(variant)).seats
    return max(fewest, min(most, bots))


def _strongest(variant: str) -> list[str]:
    """Who plays where nobody was named: the game's best drivers, as many as have a seat."""
    game = _game_of(variant)
    return list(registry.bots(game))[-registry.meta(game).seats[1] :]


def _game_of(variant: str) -> str:
    return variant.partition("(")[0].strip()


def _play(matches: list[Match], coming: Iterator[Score]) -> list[Score]:
    """The scores as they come in. Ctrl-C ends the arena with those that are there."""
    scores: list[Score] = []
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("playing", total=len(matches))
        try:
            for score in coming:
                scores.append(score)
                progress.advance(task)
        except KeyboardInterrupt:
            err.print(f"stopped after {len(scores)} of {len(matches)} games")
    if not scores:
        raise ParcFermeError("no game was played to its end")
    return scores


def _csv(scores: list[Score]) -> str:
    """One line per seat and game, for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "seed", "seat", "bot", "place", "score", "reason"])
    for score in scores:
        for seat, bot in enumerate(score.bots):
            row = [score.number, score.seed, seat, bot, score.places[seat], score.scores[seat], score.reason]
            writer.writerow(row)
    return text.getvalue()


def _json(found: Outcome) -> dict[str, object]:
    return {
        "variant": found.variant,
        "seed": found.seed,
        "games": len(found.scores),
        "asked": found.asked,
        "seconds": round(found.seconds, 3),
        "bots": [_row(row, found.ratings[row.bot]) for row in found.rows],
        "between_bots": found.between_bots,
        "duels": [{**one._asdict(), "clear": one.is_clear()} for one in found.duels],
    }


def _row(row: Standing, rating: Rating) -> dict[str, object]:
    return {**row._asdict(), "rating": round(rating.mu, 3), "unsure": round(rating.sigma, 3)}


def _show(found: Outcome) -> None:
    out.print(f"[bold]{found.variant}[/], {len(found.scores)} games, seed {found.seed}, {found.seconds:.1f} s")
    table = Table("bot", "seats", "wins", "share", "95 % interval", "mean place", "mean score", "rating", box=None)
    for row in found.rows:
        rating = found.ratings[row.bot]
        table.add_row(
            row.bot, str(row.seats), f"{row.wins:.1f}", f"{row.share:.0%}", f"{row.low:.0%}–{row.high:.0%}",
            f"{row.mean_place:.2f}", f"{row.mean_score:.1f}", f"{rating.mu:.1f} ± {1.96 * rating.sigma:.1f}",
        )  # fmt: skip
    out.print(table)
    for one in found.duels:
        verdict = "surely better" if one.is_clear() else "not surely better"
        out.print(
            f"{one.better} before {one.worse}: {one.share:.1%} ({one.low:.1%}–{one.high:.1%}), [bold]{verdict}[/]"
        )
    if len(found.rows) > 1:
        out.print(f"of the spread of scores {found.between_bots:.1%} lies between the bots, the rest is luck and seat")
