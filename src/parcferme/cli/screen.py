"""What a person sees: the board, the numbered actions with what they do and risk, the news, the result."""

from __future__ import annotations

from random import Random

from rich.markup import escape
from rich.rule import Rule
from rich.table import Table

from parcferme.cli import parts
from parcferme.cli.console import out
from parcferme.core.contract import Game, State
from parcferme.core.result import Result
from parcferme.core.text import Texts

MOST_ACTIONS = 30  # shown unasked; `list` shows all


class Screen:
    """Draws one game for whoever looks. It is given positions and never decides what may be seen: `State.view` does."""

    def __init__(self, game: Game, title: str, texts: Texts, names: list[str]) -> None:
        self.game = game
        self.title = title
        self.texts = texts
        self.names = names
        self.draw = parts.board(game.id)
        self.odds = parts.odds(game.id)

    def clear(self) -> None:
        """Empty the screen and what scrolled off it, so that nobody reads back what another seat saw."""
        if out.is_terminal:
            out.file.write("\033[3J\033[H\033[2J")
            out.file.flush()

    def heading(self, text: str) -> None:
        out.print()
        out.print(Rule(f"[bold]{escape(self.title)}[/] · {escape(text)}", align="left", style="cyan"))

    def board(self, state: State, viewer: int | None) -> None:
        out.print(self.draw(state.view(viewer)), soft_wrap=True)

    def lines(self, lines: list[str]) -> None:
        for line in lines:
            out.print(line, soft_wrap=True)

    def actions(self, state: State, seat: int, word: str = "", most: int = MOST_ACTIONS) -> None:
        """The legal actions, numbered from 1 in the order of their ids; with a word only those that mention it."""
        legal = state.legal(seat)
        rows = [(number, action, self._sentence(action)) for number, action in enumerate(legal, 1)]
        rows = [row for row in rows if word.lower() in f"{self.game.format(row[1])} {row[2]}".lower()]
        # effects and odds are worked out on what the seat may know, never on what is hidden from it
        known = state.resample(seat, Random(0))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for number, action, sentence in rows[:most]:
            notation = f"[cyan]{escape(self.game.format(action))}[/]"
            outlook = escape(self._outlook(known, seat, action))
            table.add_row(f"[bold]{number:>3}[/]", notation, escape(sentence), f"[yellow]{outlook}[/]")
        out.print(table)
        if len(rows) > most:
            out.print(f"[dim]    … and {len(rows) - most} more: list shows all, list WORD those that mention it[/]")
        if not rows:
            out.print(f"[dim]    no legal action mentions {escape(repr(word))}[/]")
        anytime = ", ".join(self.game.format(action) for action in state.interrupts(seat))
        if anytime and not word:
            out.print(f"[dim]    at any time: {escape(anytime)}[/]")

    def _sentence(self, action: int) -> str:
        return self.texts.action(self.game, action)

    def _outlook(self, state: State, seat: int, action: int) -> str:
        """What the action does, and its odds."""
        odds = self.odds(state, seat, action) if self.odds is not None else []
        said = [self.texts.say(key, args) for key, args in odds]
        return "; ".join([*self.texts.effect(state.effect(seat, action)), *said])

    def refusal(self, state: State, seat: int, action: int) -> bool:
        """Say why an action is refused; false when it is not."""
        refusal = state.explain(seat, action)
        if refusal is None:
            return False
        reason = escape(self.texts.refusal(refusal))
        out.print(f"[red]{escape(self.game.format(action))} is refused:[/] {reason}  [dim]{escape(refusal.clause)}[/]")
        return True

    def result(self, result: Result) -> None:
        reason = escape(self.texts.say(f"reason.{result.reason}", {}))
        out.print(f"\n[bold]{reason}[/]  [dim]{escape(result.clause)}[/]")
        table = Table("place", "seat", *result.measures, box=None, header_style="bold")
        for seat in sorted(range(len(result.places)), key=lambda seat: result.places[seat]):
            measures = [str(values[seat]) for values in result.measures.values()]
            table.add_row(f"{result.places[seat]}.", escape(self.names[seat]), *measures)
        out.print(table)
