"""A game played at this terminal by people, bots or both: the loop, sealed choices, undo and saving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from rich.markup import escape

from parcferme.cli.bell import Bell
from parcferme.cli.console import confirm, out
from parcferme.cli.files import write_text
from parcferme.cli.prompt import Answer, Prompt
from parcferme.cli.screen import Screen
from parcferme.cli.seats import Dice, Seat
from parcferme.cli.story import Story, chapters_of
from parcferme.core.contract import CHANCE, JOINT
from parcferme.core.errors import ParcFermeError
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.text import Texts


class Leave(Exception):
    """Somebody wants to stop."""


class Session:
    """One sitting. Secrets stay secret: a seat sees its own view and news only, and the screen is handed over empty."""

    def __init__(
        self, play: Play, seats: list[Seat], title: str, texts: Texts, dice: Dice, notes: dict[str, object]
    ) -> None:
        names = [seat.name for seat in seats]
        self.play = play
        self.game = play.game
        self.seats = seats
        self.dice = dice
        self.notes = notes
        self.bell = Bell(play.game, notes)
        self.file: Path | None = None  # written before every question and at the end
        self.story = Story(play.game, texts, names, chapters_of(play)[0])
        self.screen = Screen(play.game, title, texts, names)
        self.prompt = Prompt(play.game, self.screen, self._tell_all)
        self.people = [seat.number for seat in seats if seat.bot is None]
        self.at_screen: int | None = self.people[0] if self.people else None
        self.hidden = Random(f"{dice.seed}/hidden")  # redraws what bots may not know

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            while not self.is_over():
                self._step()
        except (Leave, EOFError, KeyboardInterrupt):
            self._leave()
            return
        self._finish()

    def is_over(self) -> bool:
        return self.play.is_over()

    def _step(self) -> None:
        self._call_time()
        state = self.play.state
        if state.kind() == CHANCE:
            outcome = self.dice.draw(self.game, state, len(self.play.log))
            self._enter(lambda events: self.play.happen(outcome, events))
        elif state.kind() == JOINT:
            self._joint()
        else:
            seat = state.to_act()[0]
            action = self._choice(seat)
            self._call_time()  # the bell may have rung while somebody thought
            if action is not None and state.explain(seat, action) is None:
                self._act(seat, action)

    def _call_time(self) -> None:
        """The bell rings for every seat that has not called time itself."""
        for seat in self.bell.callers(self.play.state, len(self.seats)):
            self._act(seat, self.bell.action)

    def _joint(self) -> None:
        """Gather one sealed choice of every seat; nobody is told before all have chosen."""
        state = self.play.state
        chosen: list[int] = []
        for seat in state.to_act():
            action = self._choice(seat)
            if action is None:
                return  # an undo: the position is another one
            if action in state.interrupts(seat):
                self._act(seat, action)
                return
            chosen.append(action)
        self._enter(lambda events: self.play.act_jointly(chosen, events))

    def _act(self, seat: int, action: int) -> None:
        self._enter(lambda events: self.play.act(seat, action, events))

    def _choice(self, seat: int) -> int | None:
        bot = self.seats[seat].bot
        state = self.play.state
        return bot.choose(state.resample(seat, self.hidden), seat) if bot is not None else self._ask(seat)

    def _ask(self, seat: int) -> int | None:
        """A person's action, or `None` when an undo changed the position instead."""
        self._autosave()
        self._hand_over(seat)
        state = self.play.state
        self.screen.heading(self.seats[seat].name)
        if self.bell.call:
            out.print(f"[dim]{-(-self.bell.left() // 60)} minutes until the bell[/]")
        self.screen.lines(self.story.news(seat))
        self.screen.board(state, seat)
        self.screen.actions(state, seat)
        while True:
            answer = self.prompt.ask(state, seat)
            if answer.action is not None:
                return answer.action
            if answer.word == "quit":
                raise Leave
            if answer.word == "save":
                self._save_as(answer)
            elif self._undo(seat):
                return None

    def _hand_over(self, seat: int) -> None:
        """Between two people: empty the screen before the other one's view is shown."""
        if seat != self.at_screen:
            self.screen.clear()
            out.input(f"\nHand over the screen to [bold]{escape(self.seats[seat].name)}[/], then press Enter. ")
            self.screen.clear()
            self.at_screen = seat

    def _enter(self, move: Callable[[list[Event]], None]) -> None:
        """Make a move and keep what it caused."""
        events: list[Event] = []
        seats = self.play.state.to_act()
        move(events)
        self.story.add(len(self.play.log) - 1, self.play.log[-1], seats, events)
        if not self.people:
            self.screen.lines(self.story.tell(self.story.chapters[-1], None))

    # --- taking back -------------------------------------------------------------------------------------------------

    def _undo(self, seat: int) -> bool:
        """Back to before this seat's last decision: freely if nothing followed it, else by consent."""
        live = self.play.live
        own = [place for place, index in enumerate(live) if self._took_part(index, seat)]
        if not own:
            out.print("[red]there is nothing of yours to take back[/]")
            return False
        passed = [self.play.log[index][0] for index in live[own[-1] :]]
        if passed != [seat] and not self.may_take_back(passed):
            return False
        self.play.undo(live[own[-1]])
        self.story.cut(self.play.live)
        return True

    def may_take_back(self, passed: list[object]) -> bool:
        """More than the own choice."""
        return confirm(self._consent(passed))

    def _took_part(self, index: int, seat: int) -> bool:
        who, what = self.play.log[index]
        if who != "joint":
            return who == seat and not self.bell.rang(what)
        return any(chapter.at == index and seat in chapter.seats for chapter in self.story.chapters)

    def _consent(self, passed: list[object]) -> str:
        what = {"chance": "what chance brought", "joint": "choices already shown"}
        undone = [what.get(str(who), "moves of other seats") for who in passed[1:]] or [what["joint"]]
        listed = " and ".join(dict.fromkeys(undone))
        return f"This takes back {listed}{'; does everybody agree?' if len(self.people) > 1 else ' too. Do it?'}"

    # --- saving and ending -------------------------------------------------------------------------------------------

    def record_text(self) -> str:
        self.bell.note()
        return record_of(self.play, [seat.recorded for seat in self.seats], self.notes).to_text()

    def _autosave(self) -> None:
        if self.file is not None:
            write_text(self.file, self.record_text(), force=True)

    def _save_as(self, answer: Answer) -> None:
        target = Path(answer.rest) if answer.rest else self.file
        if target is None:
            out.print("[red]save where? Type: save FILE[/]")
            return
        try:
            write_text(target, self.record_text(), force=target == self.file)
        except ParcFermeError as error:
            out.print(f"[red]{escape(str(error).replace('--force overwrites it', 'choose another name'))}[/]")
            return
        out.print(f"saved to {escape(str(target))}")

    def _leave(self) -> None:
        self._autosave()
        if self.file is not None:
            out.print(f"\nSaved. Go on with: [cyan]parcferme play --resume {escape(str(self.file))}[/]")
        else:
            out.print("\nLeft without saving.")

    def _finish(self) -> None:
        self._autosave()
        result = self.play.state.result()
        if result is None:
            raise ParcFermeError("the game is over but has no result")
        self.screen.heading("the end")
        since = min((self.story.seen[seat] for seat in self.people), default=len(self.story.chapters))
        for chapter in self.story.chapters[since:]:
            self.screen.lines(self.story.tell(chapter, None, reveal=True))
        self.screen.board(self.play.state, None)
        self.screen.result(result)
        if self.file is not None:
            out.print(f"\nThe record is in {escape(str(self.file))}.")

    def _tell_all(self, seat: int) -> None:
        for chapter in self.story.chapters:
            self.screen.lines(self.story.tell(chapter, seat))
