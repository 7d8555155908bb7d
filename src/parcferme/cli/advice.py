"""Aids in the terminal: the hint a player asks for, and `parcferme review`, a finished game looked back on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from parcferme.cli.console import err, out, print_json
from parcferme.cli.files import load_play, naming
from parcferme.cli.params import AsJson, RecordFile
from parcferme.core.contract import Game, State
from parcferme.core.record import Record
from parcferme.core.text import Texts
from parcferme.solve.advice import BEST, EQUAL, PERCENT, SPENT, UNSURE, Advice, advise, yardstick_of
from parcferme.solve.mcts import Budget
from parcferme.solve.review import Moment, Review
from parcferme.solve.review import review as look_back

HINT: Final = Budget(200_000, 1.0)
MOST_ACTIONS: Final = 8
KEY_MOMENTS: Final = 5
WORDS: Final = {BEST: "best", EQUAL: "equal", UNSURE: "unsure"}


def show_hint(game: Game, texts: Texts, state: State, seat: int) -> None:
    """The best actions and what the others lose, worked out from what the seat may know."""
    advice = advise(game, state, seat, HINT, Random(0))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for rated in advice.rated[:MOST_ACTIONS]:
        loss = f"[red]−{amount(rated.loss, advice.unit)}[/]"
        lost = f"[green]{WORDS[advice.verdict()]}[/]" if rated.is_equal() else loss
        told = amount(rated.value, advice.unit) + (f" ± {amount(rated.doubt, advice.unit)}" if rated.doubt else "")
        if rated.tolls:
            told += f"; costs {', '.join([amount(cost, advice.unit) for cost in rated.tolls])} by seat"
        notation = escape(game.format(rated.action))
        table.add_row(lost, f"[cyan]{notation}[/]", escape(texts.action(game, rated.action)), f"[dim]{told}[/]")
    out.print(table)
    out.print(f"[dim]{_how(advice)}[/]")


def _how(advice: Advice) -> str:
    rest = len(advice.rated) - MOST_ACTIONS
    more = f"; {rest} more are worse" if rest > 0 else ""
    if advice.unit == PERCENT and advice.looked == 0:
        return f"as the works driver judges them: 100 % is to be first, 0 % last{more}"
    if advice.unit == PERCENT:
        return f"estimated from {advice.looked} simulated games: 100 % is to be first, 0 % last{more}"
    sure = "exactly" if advice.exact else "estimated" if advice.looked else "estimated, should all stay as it is"
    return f"by the game's own expectation, {sure}{more}"


def amount(value: float, unit: str) -> str:
    """A value or a loss in words; what is spent is kept negative inside and reads as people count it."""
    shown = -value if unit in SPENT and value < 0 else value
    return f"{shown:.0f} %" if unit == PERCENT else f"{shown:.1f} {unit}"


def signed(value: float, unit: str) -> str:
    sign = "+" if value >= 0 else "−"
    return f"{sign}{abs(value):.0f} %" if unit == PERCENT else f"{sign}{abs(value):.1f}"


def review(
    file: RecordFile,
    simulations: Annotated[
        int, typer.Option("--simulations", min=10, help="Games for each position where the game must be estimated.")
    ] = 300,
    as_json: AsJson = False,
) -> None:
    """Look back on a finished game: what luck gave and what decisions cost each seat, and the key moments.

    Ctrl-C stops early and shows what is known by then.
    """
    record, play = load_play(file)
    budget = Budget(simulations) if _estimated(play.game) else None
    with naming(file), _progress(len(play.live)) as progress:
        made = look_back(play.game, record, budget, 0.0, progress)
    if as_json:
        print_json(made.to_json())
    else:
        _show(record, made)


def _estimated(game: Game) -> bool:
    yardstick = yardstick_of(game)
    return yardstick.expect is None and yardstick.rate is None


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int, int], bool]]:
    """A bar, and Ctrl-C as a wish to stop at the next entry."""
    stopped: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: stopped.append(number))
    try:
        with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
            task = bar.add_task("looking back", total=total)

            def progress(done: int, total: int) -> bool:
                bar.update(task, completed=done)
                return not stopped

            yield progress
    finally:
        signal.signal(signal.SIGINT, before)


def _show(record: Record, made: Review) -> None:
    unit = "per cent of placing well" if made.unit == PERCENT else made.unit
    out.print(f"[bold]{made.judged} of {made.entries} entries judged[/], in {escape(unit)}{_doubt(made)}")
    table = Table("seat", "expected", "luck", "decisions", "others", "rest", "result", box=None, header_style="bold")
    for seat, account in enumerate(made.accounts):
        table.add_row(
            escape(record.seats[seat]),
            "?" if account.start is None else amount(account.start, made.unit),
            signed(account.luck, made.unit),
            signed(-account.decisions, made.unit),
            signed(account.others, made.unit),
            signed(account.noise, made.unit),
            amount(account.final, made.unit),
        )
    out.print(table)
    for seat, name in enumerate(record.seats):
        moments = made.highlights(seat, KEY_MOMENTS)
        if moments:
            out.print(f"\n[bold]{escape(name)}[/]")
        for moment in moments:
            out.print(f"  {_told(moment, made.unit)}")


def _doubt(made: Review) -> str:
    return "" if made.exact else "; estimated" if made.judged == made.entries else "; estimated, stopped early"


def _told(moment: Moment, unit: str) -> str:
    where, what = f"[dim]{moment.at:>4}[/]", f"[cyan]{escape(moment.text)}[/]"
    if moment.kind == "luck":
        colour = "green" if moment.amount > 0 else "red"
        return f"{where} [{colour}]{signed(moment.amount, unit)}[/] luck: {what}"
    better = f", [cyan]{escape(moment.best)}[/] was better" if moment.best else ""
    return f"{where} [red]{signed(-moment.amount, unit)}[/] {what}{better}"
