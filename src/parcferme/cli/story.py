"""What has happened so far: every log entry with its events, told to each viewer as far as it may know."""

from __future__ import annotations

from typing import NamedTuple

from rich.markup import escape

from parcferme.core.contract import Game, State
from parcferme.core.events import Event
from parcferme.core.play import Entry, Play
from parcferme.core.text import Texts


class Chapter(NamedTuple):
    """One log entry and what it caused."""

    at: int
    entry: Entry
    seats: tuple[int, ...]  # who decided, in the order of a joint entry's actions
    events: list[Event]


def chapters_of(play: Play) -> tuple[list[Chapter], list[State]]:
    """The entries of a game that count, each with what it caused; and the positions: at the start and after each."""
    again = Play(play.game, play.start)
    chapters: list[Chapter] = []
    states = [again.state.copy()]
    for index in play.live:
        events: list[Event] = []
        seats = again.state.to_act()
        again.enter(play.log[index], events)
        chapters.append(Chapter(index, play.log[index], seats, events))
        states.append(again.state.copy())
    return chapters, states


class Story:
    """Chapters in order, and for each seat how many of them it has been shown."""

    def __init__(self, game: Game, texts: Texts, names: list[str], chapters: list[Chapter]) -> None:
        self.game = game
        self.texts = texts
        self.names = names
        self.chapters = chapters
        self.seen = [len(chapters)] * game.players

    def add(self, index: int, entry: Entry, seats: tuple[int, ...], events: list[Event]) -> None:
        self.chapters.append(Chapter(index, entry, seats, events))

    def cut(self, live: list[int]) -> None:
        """Forget what an undo took back."""
        kept = set(live)
        self.chapters = [chapter for chapter in self.chapters if chapter.at in kept]
        self.seen = [min(count, len(self.chapters)) for count in self.seen]

    def news(self, seat: int) -> list[str]:
        """What this seat has not been told yet, as markup."""
        fresh = self.chapters[self.seen[seat] :]
        self.seen[seat] = len(self.chapters)
        return [line for chapter in fresh for line in self.tell(chapter, seat)]

    def tell(self, chapter: Chapter, viewer: int | None, reveal: bool = False) -> list[str]:
        """A chapter as lines of markup. `reveal` shows everything, as when the game is over."""
        lines = [self.heading(chapter, viewer, reveal)]
        lines += [self.line(event) for event in chapter.events if reveal or event.visible_to(viewer)]
        return lines

    def heading(self, chapter: Chapter, viewer: int | None, reveal: bool) -> str:
        who, what = chapter.entry
        if isinstance(what, list):
            told = [self._move(seat, str(text), viewer, reveal) for seat, text in zip(chapter.seats, what, strict=True)]
            return "[dim]all at once:[/] " + ", ".join(told)
        if isinstance(who, int):
            return self._move(who, str(what), viewer, reveal)
        return f"[dim]{who}:[/] {escape(str(what))}"

    def _move(self, seat: int, text: str, viewer: int | None, reveal: bool) -> str:
        hidden = not reveal and seat != viewer and self.game.secret(self.game.parse(text))
        return f"[bold]{escape(self.names[seat])}[/] {'[dim](secret)[/]' if hidden else escape(text)}"

    def line(self, event: Event) -> str:
        clause = f"  [dim]{escape(event.clause)}[/]" if event.clause else ""
        return f"   {escape(self.texts.event(event))}{clause}"
