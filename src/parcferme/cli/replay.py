"""`parcferme replay`: a record told entry by entry, or walked through step by step."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from parcferme.cli import parts
from parcferme.cli.console import out, print_json
from parcferme.cli.files import load_play
from parcferme.cli.params import AsJson, Language, RecordFile
from parcferme.cli.records import Viewer, must_be_seat
from parcferme.cli.screen import Screen
from parcferme.cli.story import Chapter, Story, chapters_of
from parcferme.core import registry
from parcferme.core.contract import State
from parcferme.core.errors import ParcFermeError
from parcferme.core.play import Play

STEP_HELP = "[dim]Enter next · b back · a number: go there · q quit[/]"


def replay(
    file: RecordFile,
    step: Annotated[bool, typer.Option("--step", help="Wait after every entry, showing the board.")] = False,
    start: Annotated[int, typer.Option("--from", metavar="N", help="Begin after the first N entries.")] = 0,
    viewer: Viewer = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show secrets of a game that is not over.")] = False,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Tell a record move by move. What an undo took back is left out."""
    record, play = load_play(file)
    must_be_seat(play, viewer)
    chapters, states = chapters_of(play)
    if not 0 <= start <= len(chapters):
        raise ParcFermeError(f"{file}: --from {start}: there are {len(chapters)} entries that count")
    everything = reveal or play.is_over()
    if as_json:
        print_json([as_dict(chapter, play, viewer, everything) for chapter in chapters[start:]])
        return
    texts = parts.texts(record.game, language)
    screen = Screen(play.game, registry.meta(record.game).title, texts, record.seats)
    story = Story(play.game, texts, record.seats, chapters)
    if step:
        walk(states, start, screen, story, viewer, everything)
    else:
        tell(play, start, screen, story, viewer, everything)


def tell(play: Play, start: int, screen: Screen, story: Story, viewer: int | None, everything: bool) -> None:
    """Every entry, then where they have led to."""
    for number, chapter in enumerate(story.chapters[start:], start + 1):
        screen.lines([f"[dim]{number:>4}[/]  {line}" for line in story.tell(chapter, viewer, everything)])
    screen.board(play.state, viewer)
    result = play.state.result()
    if result is not None:
        screen.result(result)


def as_dict(chapter: Chapter, play: Play, viewer: int | None, everything: bool) -> dict[str, object]:
    """An entry for programs; secret actions of others are null while the game is not over."""
    who, what = chapter.entry
    shown = what
    if isinstance(what, list):
        pairs = zip(chapter.seats, what, strict=True)
        shown = [_shown(play, seat, str(text), viewer, everything) for seat, text in pairs]
    elif isinstance(who, int):
        shown = _shown(play, who, str(what), viewer, everything)
    events = [event.to_json() for event in chapter.events if everything or event.visible_to(viewer)]
    return {"entry": chapter.at, "who": who, "what": shown, "events": events}


def _shown(play: Play, seat: int, text: str, viewer: int | None, everything: bool) -> str | None:
    hidden = not everything and seat != viewer and play.game.secret(play.game.parse(text))
    return None if hidden else text


def walk(states: list[State], place: int, screen: Screen, story: Story, viewer: int | None, everything: bool) -> None:
    """Step forth and back through a record."""
    last = len(story.chapters)
    while True:
        screen.heading(f"after {place} of {last} entries")
        if place > 0:
            screen.lines(story.tell(story.chapters[place - 1], viewer, everything))
        screen.board(states[place], viewer)
        result = states[place].result()
        if result is not None:
            screen.result(result)
        moved = _ask_place(place, last)
        if moved is None:
            return
        place = moved


def _ask_place(place: int, last: int) -> int | None:
    """Where to go next; `None` to leave."""
    while True:
        try:
            text = out.input(f"{STEP_HELP} ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return None
        if text == "q" or (text == "" and place == last):
            return None
        if text == "":
            return place + 1
        if text == "b":
            return max(0, place - 1)
        if text.isdecimal() and int(text) <= last:
            return int(text)
        out.print(f"[red]{escape(repr(text))} is none of these; entries run from 0 to {last}[/]")
