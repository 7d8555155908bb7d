"""`parcferme puzzles`: positions of bots' games in which one choice is clearly best, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from parcferme.cli.console import err, out
from parcferme.cli.files import load_play, must_be_free, write_text
from parcferme.cli.params import Force, GameId, Seed
from parcferme.cli.seats import fresh_seed
from parcferme.core.errors import ParcFermeError
from parcferme.core.record import Record
from parcferme.solve.puzzle_sets import Puzzle, gather, gather_from, recipe_of, written
from parcferme.solve.puzzles import EXACT


def puzzles(
    game_id: GameId,
    file: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write them.")] = Path("puzzles.json"),
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="How many.")] = 50,
    seed: Seed = None,
    record: Annotated[list[Path] | None, typer.Option("--record", help="A match to look in; once for each.")] = None,
    force: Force = False,
) -> None:
    """Let bots play, or take matches that people have driven, and keep the decisions in which one choice is clearly
    best, with what the others lose.

    Ctrl-C stops early and writes what was found by then.
    """
    must_be_free(file, force)
    chosen = fresh_seed() if seed is None else seed
    recipe = recipe_of(game_id)._replace(seed=str(chosen))
    driven = [_match(path, game_id) for path in record or []]
    found: list[Puzzle] = []
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("looking for puzzles", total=count)
        try:
            for puzzle in gather_from(driven, count) if driven else gather(game_id, recipe, count):
                found.append(puzzle)
                bar.update(task, completed=len(found))
        except KeyboardInterrupt:
            err.print(f"stopped after {len(found)} of {count} puzzles")
    if not found:
        raise ParcFermeError(f"no game of {game_id} has shown a puzzle")
    write_text(file, written(recipe, found), force)
    exact = sum(1 for puzzle in found if puzzle.found.judged.kind == EXACT)
    where = f"from {len(driven)} matches" if driven else f"seed {chosen}"
    out.print(f"{escape(str(file))}: {len(found)} puzzles, {exact} with exact figures, {where}")


def _match(path: Path, game_id: str) -> Record:
    """A match of that game that follows the rules."""
    record, _ = load_play(path)
    if record.game != game_id:
        raise ParcFermeError(f"{path}: is a match of {record.game}, not of {game_id}")
    return record
