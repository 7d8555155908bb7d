"""What a person may type when it is their turn, and the answers that need no change of the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

from rich.markup import escape
from rich.table import Table

from parcferme.cli.advice import show_hint
from parcferme.cli.catalogue import find_clauses, show_clauses
from parcferme.cli.console import out
from parcferme.cli.screen import Screen
from parcferme.core.contract import Game, State
from parcferme.core.errors import ParcFermeError

HELP = {
    "3": "take action number 3",
    "a notation": "take that action; a refusal says which rule forbids it",
    "Enter": "take the only action there is, else list them again",
    "list [WORD]": "all actions, or those that mention a word",
    "why ACTION": "why an action is not legal",
    "hint": "the best action, and what the others lose",
    "rules [WORDS]": "a clause by its id, or those that mention some words",
    "board": "draw the board again",
    "log": "everything that has happened",
    "undo": "take your last action back",
    "save [FILE]": "write the record",
    "quit": "leave",
}

ENDING = ("undo", "save", "quit")  # words that the session answers
WORDS = ("help", "?", "list", "why", "hint", "rules", "log", "board", *ENDING)


class Answer(NamedTuple):
    """What a person decided: an action, or one of the ENDING words with its argument."""

    action: int | None
    word: str = ""
    rest: str = ""


class Prompt(NamedTuple):
    """Asks one seat until it decides."""

    game: Game
    screen: Screen
    log: Callable[[int], None]  # shows a seat everything that happened

    def ask(self, state: State, seat: int) -> Answer:
        legal = state.legal(seat)
        offer_completion([self.game.format(action) for action in legal])
        while True:
            text = input("> ").strip()  # plain, so that line editing knows its width
            try:
                answer = self._answer(state, seat, legal, text)
            except ParcFermeError as error:
                out.print(f"[red]{escape(str(error))}[/]")
                continue
            if answer is not None:
                return answer

    def _answer(self, state: State, seat: int, legal: list[int], text: str) -> Answer | None:
        if text == "" and len(legal) == 1:
            return Answer(legal[0])
        word, _, rest = text.partition(" ")
        if text.isdecimal():
            if not 1 <= int(text) <= len(legal):
                raise ParcFermeError(f"there is no action {text}: they are numbered from 1 to {len(legal)}")
            return Answer(legal[int(text) - 1])
        named = {self.game.format(action): action for action in legal + state.interrupts(seat)}
        if text in named:
            return Answer(named[text])
        if word in ENDING:
            return Answer(None, word, rest.strip())
        if word in WORDS or not text:
            self._inform(state, seat, word, rest.strip())
        else:
            self.screen.refusal(state, seat, self._parse(text))
        return None

    def _parse(self, text: str) -> int:
        try:
            return self.game.parse(text)
        except ParcFermeError as error:
            raise ParcFermeError(f"{error}  (help lists what you can type)") from error

    def _inform(self, state: State, seat: int, word: str, rest: str) -> None:
        if word == "list":
            self.screen.actions(state, seat, rest, most=10_000)
        elif word == "why":
            if not self.screen.refusal(state, seat, self.game.parse(rest)):
                out.print(f"{escape(rest)} is legal now")
        elif word == "hint":
            show_hint(self.game, self.screen.texts, state, seat)
        elif word == "rules":
            show_clauses(find_clauses(self.game.id, rest.split()))
        elif word == "log":
            self.log(seat)
        elif word == "board":
            self.screen.board(state, seat)
        elif word:
            show_help()
        else:
            self.screen.actions(state, seat)


def show_help() -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for typed, meaning in HELP.items():
        table.add_row(f"[cyan]{escape(typed)}[/]", meaning)
    out.print(table)


def offer_completion(notations: list[str]) -> None:
    """The Tab key completes notations and words, where the terminal can."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:  # not every Python has it
        return
    known = sorted([*notations, *WORDS])

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in known if word.startswith(text)]
        return fitting[state] if state < len(fitting) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
