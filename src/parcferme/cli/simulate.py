"""`parcferme simulate`: bots against bots."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from parcferme.cli.console import err, out, print_json
from parcferme.cli.params import AsJson, Seed, Settings, Variant, make_game
from parcferme.cli.seats import fresh_seed
from parcferme.core import registry
from parcferme.core.bot import LEVELS
from parcferme.core.errors import ParcFermeError
from parcferme.solve import arena


def simulate(
    variant: Variant,
    bots: Annotated[
        str, typer.Option("--bots", metavar="LEVEL,LEVEL…", help="Who plays; bots fill the seats in turn.")
    ] = ",".join(LEVELS),
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 20,
    settings: Settings = None,
    seed: Seed = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes that play at the same time.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, taking turns on the seats, and print how they did."""
    names = [name.strip() for name in bots.split(",") if name.strip()]
    game = make_game(variant, settings, _seats(variant, len(names)))
    seed = fresh_seed() if seed is None else seed
    matches = arena.line_up(registry.variant_of(game), names, games, str(seed))
    began = time.perf_counter()
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("playing", total=games)
        scores = arena.run(matches, workers, lambda: progress.advance(task))
    seconds = time.perf_counter() - began
    rows = arena.standings(scores)
    if as_json:
        print_json({
            "variant": registry.variant_of(game),
            "seed": seed,
            "games": games,
            "seconds": round(seconds, 3),
            "bots": [_row(row) for row in rows],
        })  # fmt: skip
    else:
        _show(rows, registry.variant_of(game), games, seed, seconds)


def _seats(variant: str, bots: int) -> int:
    """As many players as bots, within what the game allows."""
    if bots == 0:
        raise ParcFermeError("--bots names no bot")
    fewest, most = registry.meta(variant.partition("(")[0].strip()).seats
    return max(fewest, min(most, bots))


def _row(row: arena.Standing) -> dict[str, object]:
    return {
        "bot": row.bot,
        "games": row.games,
        "wins": round(row.wins, 3),
        "share": round(row.share, 4),
        "low": round(row.low, 4),
        "high": round(row.high, 4),
        "mean_place": round(row.mean_place, 4),
        "mean_score": round(row.mean_score, 4),
    }


def _show(rows: list[arena.Standing], variant: str, games: int, seed: int, seconds: float) -> None:
    out.print(f"[bold]{variant}[/], {games} games, seed {seed}, {seconds:.1f} s")
    table = Table("bot", "seats", "wins", "share", "95 % interval", "mean place", "mean score", box=None)
    for row in rows:
        interval = f"{row.low:.0%}–{row.high:.0%}"
        table.add_row(
            row.bot, str(row.games), f"{row.wins:.1f}", f"{row.share:.0%}", interval,
            f"{row.mean_place:.2f}", f"{row.mean_score:.1f}",
        )  # fmt: skip
    out.print(table)
