"""`parcferme play`: choosing the game, the seats and the file, then a session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from parcferme.cli import parts
from parcferme.cli.console import out
from parcferme.cli.files import load_play, load_position, must_be_free
from parcferme.cli.params import Force, Language, Seats, Seed, Settings, complete_game, make_game
from parcferme.cli.seats import Dice, RealDice, Seat, fill, fresh_seed, recorded_seat
from parcferme.cli.session import Session
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError
from parcferme.core.play import Play
from parcferme.core.record import Record


def play(
    variant: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game's id or a variant; asked for if not given.",
            autocompletion=complete_game,
        ),
    ] = None,
    settings: Settings = None,
    seats: Seats = None,
    seed: Seed = None,
    real_dice: Annotated[bool, typer.Option("--real-dice", help="Roll real dice and type what they show.")] = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep the record in this file.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    begin: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Begin with a position, see `parcferme position`.")
    ] = None,
    force: Force = False,
    language: Language = "en",
) -> None:
    """Play at this terminal, against bots or with others taking turns at the screen."""
    if resume is not None:
        if variant is not None or seats or settings or save is not None or begin is not None:
            raise ParcFermeError("--resume goes on with a game as it was saved: give no game, options, seats or --save")
        _resume(resume, seed, real_dice, language)
        return
    if save is not None:
        must_be_free(save, force)
    if begin is not None and (variant is not None or settings):
        raise ParcFermeError("--from begins with a position of its own game and options: give neither")
    played = (
        load_position(begin)
        if begin is not None
        else Play(make_game(variant or ask_game(), settings, len(seats) if seats else None))
    )
    seed = fresh_seed() if seed is None else seed
    notes: dict[str, object] = {"dice": "real"} if real_dice else {"seed": seed}
    start(played, fill(played.game, seats or [], seed), seed, real_dice, language, notes, save)


def _resume(file: Path, seed: int | None, real_dice: bool, language: str) -> None:
    record, played = load_play(file)
    if played.is_over():
        raise ParcFermeError(f"{file}: this game is over; `parcferme replay` shows it")
    seed = seed_of(record) if seed is None else seed
    seated = [recorded_seat(played.game, number, name, seed) for number, name in enumerate(record.seats)]
    start(played, seated, seed, real_dice, language, record.notes, file)


def seed_of(record: Record) -> int:
    """The seed a record was played with, or a fresh one."""
    seed = record.notes.get("seed")
    return seed if isinstance(seed, int) else fresh_seed()


def start(
    play: Play,
    seats: list[Seat],
    seed: int,
    real_dice: bool,
    language: str,
    notes: dict[str, object],
    file: Path | None,
) -> None:
    game = play.game
    out.print(f"[bold]{escape(registry.variant_of(game))}[/]  {'real dice' if real_dice else f'seed {seed}'}")
    out.print(f"{', '.join(escape(seat.name) for seat in seats)}. Type [cyan]help[/] at any time.")
    dice = RealDice(seed) if real_dice else Dice(seed)
    session = Session(play, seats, registry.meta(game.id).title, parts.texts(game.id, language), dice, notes)
    session.file = file
    session.run()


def ask_game() -> str:
    """Let the person choose a game and how many play."""
    ids = registry.game_ids()
    if not ids:
        raise ParcFermeError("there are no games here")
    table = Table(box=None, show_header=False, title="Which game?", title_justify="left", title_style="bold")
    for number, game_id in enumerate(ids, 1):
        meta = registry.meta(game_id)
        table.add_row(f"[bold cyan]{number}[/]", f"[bold]{escape(meta.title)}[/]", escape(meta.about))
    out.print(table)
    game_id = ids[_ask_number("\nNumber", 1, len(ids), 1) - 1]
    fewest, most = registry.meta(game_id).seats
    options = registry.meta(game_id).options.options
    usual = options["players"].default
    players = _ask_number("How many seats, yours and the bots'", fewest, most, int(str(usual)))
    return f"{game_id}(players={players})"


def _ask_number(question: str, low: int, high: int, usual: int) -> int:
    while True:
        try:
            text = out.input(f"{question} [dim]({low}–{high}, Enter for {usual})[/]: ").strip()
        except (EOFError, KeyboardInterrupt) as stop:
            raise typer.Exit(1) from stop
        if text == "":
            return usual
        if text.isdecimal() and low <= int(text) <= high:
            return int(text)
        out.print(f"[red]a number from {low} to {high}, please[/]")
