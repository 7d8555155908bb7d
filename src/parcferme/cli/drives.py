"""`parcferme event drive`: a crew drives an event's trial at this terminal, with the event's dice, which whoever sits
there neither chooses nor foresees. A drive that is left goes on where it was; no roll is ever taken back."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape

from parcferme.cli import parts
from parcferme.cli.console import out
from parcferme.cli.files import load_play
from parcferme.cli.seats import Dice, Seat, fresh_seed
from parcferme.cli.session import Session
from parcferme.core import registry
from parcferme.core.contract import Game, State
from parcferme.core.play import Play
from parcferme.core.trial import Trial
from parcferme.organise.dice import dice_of, next_roll
from parcferme.organise.event import Entry, Event
from parcferme.organise.regulations import NO_DICE
from parcferme.table.fairness import FairDice


class EventDice(Dice):
    """The dice of one drive."""

    def __init__(self, play: Play, dice: FairDice) -> None:
        super().__init__(fresh_seed())
        self.play = play
        self.dice = dice

    def draw(self, game: Game, state: State, length: int) -> int:
        return next_roll(self.play, self.dice)


class Drive(Session):
    """A sitting that ends where the trial ends."""

    def __init__(self, event: Event, entry: Entry, attempt: int, file: Path, language: str) -> None:
        task, secret = event.regulations.task(), event.secret
        assert secret is not None
        play = load_play(file)[1] if file.exists() else Play(task.game)
        dice = dice_of(secret, event.regulations.dice, entry.id, attempt)
        texts = parts.texts(task.game.id, language)
        title = registry.meta(task.game.id).title
        super().__init__(play, [Seat(0, entry.name, None)], title, texts, EventDice(play, dice), {})
        self.trial: Trial = task.trial
        self.legs = event.regulations.legs
        self.file = file

    def is_over(self) -> bool:
        return self.trial.is_over(self.play.state, self.legs)

    def may_take_back(self, passed: list[object]) -> bool:
        if "chance" in passed:
            out.print("[red]a roll of the event's dice is not taken back[/]")
            return False
        return super().may_take_back(passed)

    def _leave(self) -> None:
        self._autosave()
        out.print("\nSaved. The same command goes on with it.")

    def _finish(self) -> None:
        self._autosave()
        out.print(f"\nDriven to the end. The record is in {escape(str(self.file))}.")


def attempt_of(event: Event, entry: Entry) -> int:
    """The drive that was begun and not handed in; 0: none, or nothing is rolled."""
    if event.regulations.dice == NO_DICE:
        return 0
    return next((n for n in range(1, entry.attempts + 1) if entry.submission(n) is None), 0)
