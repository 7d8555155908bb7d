"""A table: the fold over its journal. Nothing else changes a table, and folding the same notes gives the same table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from parcferme.core.contract import JOINT, OVER, Game, State
from parcferme.core.errors import Diverged
from parcferme.core.events import Event
from parcferme.core.play import Entry, Play
from parcferme.table import names
from parcferme.table.clock import DAY, Clocks
from parcferme.table.fairness import FairDice
from parcferme.table.journal import Audience, Happening, Note, Step
from parcferme.table.notes import (
    Answered,
    Asked,
    Body,
    BotSat,
    Cause,
    Closed,
    Left,
    Played,
    Relinked,
    Rematched,
    Returned,
    Sat,
    Sealed,
    Started,
    Stood,
    Unsealed,
)
from parcferme.table.seats import OPEN, PERSON, Seat
from parcferme.table.setup import CORRESPONDENCE, LIVE, UNTIMED, Setup

GATHERING: Final = "gathering"  # people still take their seats
PLAYING: Final = "playing"
FINISHED: Final = "finished"
CLOSED: Final = "closed"  # ended without a result
REST: Final = {LIVE: 5_000, UNTIMED: 5_000, CORRESPONDENCE: DAY // 2}  # of a stand-in nobody waits for, milliseconds
REMEMBERED: Final = 16  # accepted client ids kept per seat, so that sending twice is harmless
PAST: Final = 3  # how many copies of a table as it stood are kept, and how many notes everybody heard lie …
APART: Final = 100  # … between two of them


Watchers = Callable[[], Iterable[Audience]]  # called only where there is something to see between


def nobody() -> Iterable[Audience]:
    return ()


class Question:
    """An open question: may the match go back to node `to`?"""

    __slots__ = ("seat", "to", "yes")

    def __init__(self, seat: int, to: int) -> None:
        self.seat = seat
        self.to = to
        self.yes = {seat}

    def copy(self) -> Question:
        other = Question(self.seat, self.to)
        other.yes = set(self.yes)
        return other


class LastMove:
    """What the last move was: by whom, why, and everything it made happen."""

    __slots__ = ("by", "cause", "events")

    def __init__(self, by: int | None, cause: Cause, steps: list[Step]) -> None:
        self.by = by
        self.cause = cause
        self.events = [event for step in steps for event in step.events]


class Table:
    """One match. Read its fields freely; change them by folding notes only."""

    def __init__(self, setup: Setup, secret: bytes, game: Game | None = None) -> None:
        self.setup = setup
        self.dice = FairDice(secret)
        self.game = game if game is not None else setup.create_game()
        self.play = Play(self.game, setup.start)
        self.seats = [Seat() for _ in range(self.game.players)]
        self.clocks = Clocks(setup.pace, self.game.players)
        self.status = GATHERING
        self.seq = 0  # notes folded
        self.at = 0  # time of the last note
        self.sealed: dict[int, int] = {}  # seat → action, at the present node
        self.asked: Question | None = None
        self.accepted: list[dict[str, str]] = [{} for _ in self.seats]  # client id → "node action" it stood for
        self.heard = 0  # notes everybody was told of
        self.heard_at = 0  # when the last note was written that is not for one seat alone
        self.heard_alone = [0] * self.game.players  # … and those only one seat was told of
        self.watch_link = 0
        self.again = ""  # the rematch
        self.asking: tuple[int, ...] = ()
        self.happened: LastMove | None = None  # for whoever opens the table now
        self.bell = None if setup.pace.kind == CORRESPONDENCE else self.game.bell()  # minutes mean little over days
        self.began = 0  # when the match started
        self.waits: list[int] = []  # when the wait for each node on the way to this one began; of timed tables only
        self.fixed = 0  # what a bot or the clock has played up to this node is not taken back by oneself
        self.taken_back = 0  # how often moves were taken back, or that was asked for
        self.watchers: Watchers = nobody
        self.proving = False  # a match is folded again: nobody hears what its moves bring about, and what …
        self.fault: Diverged | None = None  # … is wrong with the first roll that its dice have not given is told here
        self.past: list[Table] = []  # itself as it stood a while ago, the latest last

    # Reading

    @property
    def node(self) -> int:
        """The number of the present node: how many entries the game's log has. It never repeats."""
        return len(self.play.log)

    def to_act(self) -> tuple[int, ...]:
        """The seats the position asks; kept by every fold, because it is read often."""
        return self.asking

    def is_joint(self) -> bool:
        return self.play.state.kind() == JOINT

    def is_over(self) -> bool:
        return self.status in (FINISHED, CLOSED)

    def due(self) -> int | None:
        """When the table's time will be up for those it waits for."""
        return self.clocks.due() if self.status == PLAYING else None

    def bell_due(self) -> int | None:
        """When the table will call time for the whole match; `None` where no time was agreed or all have called it."""
        if self.bell is None or self.status != PLAYING or not self.callers():
            return None
        return self.began + self.bell[0] * 60_000

    def callers(self) -> list[int]:
        """Seats for which time can still be called."""
        state, action = self.play.state, self.bell[1] if self.bell is not None else -1
        return [seat for seat in range(len(self.seats)) if action in state.interrupts(seat)]

    def rests_until(self) -> int | None:
        """Where every person has gone, stand-ins are in no hurry, so that whoever returns still finds a match: when
        the next of them drives on. `None` where they need not wait."""
        people = [seat for seat in self.seats if seat.kind == PERSON]
        if self.status != PLAYING or not people or any(not seat.away for seat in people):
            return None
        return self.at + REST[self.setup.pace.kind] if any(self.seats[n].away for n in self.owing()) else None

    def wakes(self) -> int | None:
        """When somebody must look at the table again: the earliest of these."""
        times = [at for at in (self.due(), self.bell_due(), self.rests_until()) if at is not None]
        return min(times, default=None)

    def rolls(self) -> int:
        """How often chance has acted, also where that was taken back."""
        return sum(1 for entry in self.play.log if entry[0] == "chance")

    def dice_notes(self) -> dict[str, object]:
        """What may be told of the dice: their secret once the match is over, of a drive's never (its event tells)."""
        return self.dice.public_notes(self.is_over() and not self.setup.drive)

    def owing(self) -> list[int]:
        """Seats that are asked and have not answered: in a sealed phase those that have not sealed."""
        return [seat for seat in self.to_act() if seat not in self.sealed]

    def seats_of(self, ids: frozenset[str]) -> list[int]:
        """The seats a person holds; `ids` are the person's own id and those of guests that became this account."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON and seat.person in ids]

    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == OPEN]

    def drivers(self, without: int) -> list[str]:
        """What the bots on the other seats are called."""
        return [seat.driver for number, seat in enumerate(self.seats) if seat.driver and number != without]

    def count_for(self, audience: int | None) -> int:
        """How many notes this audience has been told of: its place in the stream."""
        return self.heard + (self.heard_alone[audience] if audience is not None else 0)

    # Going back

    def stood(self, seq: int) -> Table:
        """This table as it stood after note `seq` or a while before, to fold again what is missing."""
        older = [kept for kept in self.past if kept.seq <= seq]
        if not older:
            return Table(self.setup, self.dice.secret, self.game)
        back = older[-1].copy()
        back.past = older
        return back

    def stood_for(self, audience: int | None, count: int) -> Table:
        """… when the audience had been told of so many notes at most."""
        return self.stood(max([kept.seq for kept in self.past if kept.count_for(audience) <= count], default=0))

    def copy(self) -> Table:
        """The same table, to be folded on apart from this one. It does not know its past."""
        other = Table(self.setup, self.dice.secret, self.game)
        other.play, other.clocks = self.play.copy(), self.clocks.copy()
        other.seats = [seat.copy() for seat in self.seats]
        other.status, other.seq, other.at = self.status, self.seq, self.at
        other.sealed = dict(self.sealed)
        other.asked = None if self.asked is None else self.asked.copy()
        other.accepted = [dict(known) for known in self.accepted]
        other.heard, other.heard_at, other.heard_alone = self.heard, self.heard_at, self.heard_alone[:]
        other.watch_link, other.again = self.watch_link, self.again
        other.asking, other.happened = self.asking, self.happened
        other.began, other.waits = self.began, self.waits[:]
        other.fixed, other.taken_back = self.fixed, self.taken_back
        return other

    def _keep_past(self) -> None:
        if self.heard - (self.past[-1].heard if self.past else 0) >= APART:
            self.past = [*self.past[1 - PAST :], self.copy()]

    # Folding

    def write(self, body: Body, at: int) -> Note:
        """The next note, not yet folded. The table's time never runs backwards."""
        return Note(self.seq + 1, max(at, self.at), body)

    def fold(self, note: Note, watchers: Watchers = nobody) -> Happening:
        """Take in the next note of the journal. For `watchers` the views between the note's steps are kept."""
        if note.seq != self.seq + 1:
            raise ValueError(f"note {note.seq} does not follow note {self.seq}")
        if not self.proving:
            self._keep_past()
        self.watchers = watchers
        happening = _FOLDS[note.kind](self, note, note.body)
        self.watchers = nobody  # they know the table: kept here, they would outlive it
        self.seq, self.at = note.seq, note.at
        self._count(happening)
        return happening

    def _count(self, happening: Happening) -> None:
        note, body = happening.note, happening.note.body
        if isinstance(body, Sealed) and not happening.first_seal:
            self.heard_alone[body.seat] += 1
        else:
            self.heard_at = note.at
            self.heard += 0 if note.kind == "link" else 1
        happening.heard, happening.heard_alone = self.heard, tuple(self.heard_alone)

    def _fold_sit(self, note: Note, body: Sat) -> Happening:
        self._give(body.seat, body.person, note.at)
        self.seats[body.seat].link += 1  # whoever handed the link out must not follow by it
        return Happening(note, [])

    def _fold_stand(self, note: Note, body: Stood) -> Happening:
        self.seats[body.seat].free()
        return Happening(note, [])

    def _fold_bot(self, note: Note, body: BotSat) -> Happening:
        driver = body.driver or names.driver(body.level, self.drivers(without=body.seat))
        self.seats[body.seat].give_to_bot(body.level, driver)
        self._drivers_changed(note.at)
        return Happening(note, [])

    def _fold_start(self, note: Note, body: Started) -> Happening:
        self.status, self.began = PLAYING, note.at
        return self._fold_entries(note, body.entries, None, "start", goes_back=False)

    def _fold_play(self, note: Note, body: Played) -> Happening:
        if body.id and body.by is not None:
            self._remember(body.by, body.id, self._chosen(body.entries[0], body.by))
        for seat in body.flagged:
            self.seats[seat].leave("time")
        undone = body.cause == "undo"
        happening = self._fold_entries(note, body.entries, body.by, body.cause, goes_back=undone and not body.agreed)
        if body.cause in ("bot", "time"):
            self.fixed = self.node
        self.taken_back += undone
        return happening

    def _chosen(self, entry: Entry, by: int) -> str:
        """The action by which a seat has made this entry happen."""
        who, what = entry
        return str(what[self.asking.index(by)] if who == "joint" and isinstance(what, list) else what)

    def _fold_entries(
        self, note: Note, entries: list[Entry], by: int | None, cause: Cause, goes_back: bool
    ) -> Happening:
        """`goes_back`: by oneself, to what is left of that decision's time."""
        steps: list[Step] = []
        before = self.play.state.copy() if self.sealed else None
        for entry in entries:
            if steps:
                steps[-1].views = {audience: self.play.state.view(audience) for audience in self.watchers()}
            steps.append(self._step(entry))
        interrupted = before is not None and all(isinstance(step.entry[0], int) for step in steps)
        self.sealed = still_sealed(self.sealed, before, self.play.state) if before is not None and interrupted else {}
        self.asked = None
        if self.play.state.kind() == OVER:
            self.status = FINISHED
        self.asking = self.play.state.to_act() if self.status == PLAYING else ()
        self.happened = LastMove(by, cause, steps)
        since = self._waited_since(note.at, steps, goes_back)
        self.clocks.ask(note.at, self.to_act(), self._waited_for(), self.is_joint(), since)
        if self.setup.pace.kind != UNTIMED:
            depth = len(self.play.live)
            del self.waits[depth:]
            self.waits += [since] * (depth + 1 - len(self.waits))
        return Happening(note, steps)

    def _waited_since(self, at: int, steps: list[Step], goes_back: bool) -> int:
        """When the wait for the present node began: now, unless it was only interrupted, or gone back to by oneself."""
        if goes_back:
            return self.waits[len(self.play.live)] if self.waits else at
        clocks = self.clocks
        interrupted = bool(steps) and all(_interrupts(step, clocks.joint) for step in steps)
        same = interrupted and clocks.joint == self.is_joint() and set(self.asking) <= set(clocks.asked)
        return clocks.since if same else at

    def _step(self, entry: Entry) -> Step:
        asked = self.play.state.to_act()
        events: list[Event] = []
        if self.proving and self.fault is None:
            self.fault = self.dice.objection(self.game, self.play.state, self.node, entry)
        self.play.enter(entry, None if self.proving else events)
        return Step(entry, asked, events)

    def _fold_seal(self, note: Note, body: Sealed) -> Happening:
        first = body.seat not in self.sealed
        self.sealed[body.seat] = self.game.parse(body.action)
        if body.id:
            self._remember(body.seat, body.id, body.action)
        self._drivers_changed(note.at)
        return Happening(note, [], first)

    def _fold_unseal(self, note: Note, body: Unsealed) -> Happening:
        self.sealed.pop(body.seat, None)
        self.accepted[body.seat].clear()  # what was withdrawn may be sent again
        self._drivers_changed(note.at)
        return Happening(note, [])

    def _fold_away(self, note: Note, body: Left) -> Happening:
        self.seats[body.seat].leave("left")
        self.asked = None  # those who are left may be asked again
        self._drivers_changed(note.at)
        return Happening(note, [])

    def _fold_back(self, note: Note, body: Returned) -> Happening:
        self._give(body.seat, body.person, note.at)
        return Happening(note, [])

    def _fold_ask(self, note: Note, body: Asked) -> Happening:
        self.asked = Question(body.seat, body.to)
        self.taken_back += 1
        return Happening(note, [])

    def _fold_answer(self, note: Note, body: Answered) -> Happening:
        if self.asked is not None:
            if body.yes:
                self.asked.yes.add(body.seat)
            else:
                self.asked = None
        return Happening(note, [])

    def _fold_link(self, note: Note, body: Relinked) -> Happening:
        if body.seat < 0:
            self.watch_link += 1
        else:
            self.seats[body.seat].link += 1
        return Happening(note, [])

    def _fold_close(self, note: Note, body: Closed) -> Happening:
        self.status, self.asking = CLOSED, ()
        return Happening(note, [])

    def _fold_again(self, note: Note, body: Rematched) -> Happening:
        self.again = body.table
        return Happening(note, [])

    def _give(self, number: int, person: str, at: int) -> None:
        seat = self.seats[number]
        flagged = seat.away == "time"
        seat.give(person)
        self.asked = None  # nobody answers for the one who sat there before
        self._drivers_changed(at)
        if flagged:  # who only got up, or handed the seat on, would gain time by it
            self.clocks.welcome(number, at)

    def _drivers_changed(self, at: int) -> None:
        if self.status == PLAYING:
            self.clocks.change(at, self._waited_for())

    def _waited_for(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.owing() if not self.seats[seat].driven())

    def _remember(self, seat: int, client: str, action: str) -> None:
        known = self.accepted[seat]
        known[client] = f"{self.node} {action}"
        if len(known) > REMEMBERED:
            del known[next(iter(known))]


def still_sealed(sealed: dict[int, int], before: State, after: State) -> dict[int, int]:
    """The sealed choices that outlive an interruption, such as a concession: those of seats that are asked the very
    same again. What they chose plays no part in that, so nothing shows."""
    if before.kind() != JOINT or after.kind() != JOINT:
        return {}
    asked = after.to_act()
    return {seat: sealed[seat] for seat in asked if seat in sealed and after.legal(seat) == before.legal(seat)}


def _interrupts(step: Step, joint: bool) -> bool:
    """Is this a seat's action that nobody had asked it for?"""
    who = step.entry[0]
    return isinstance(who, int) and (joint or who not in step.asked)


_FOLDS: Final[dict[str, Callable[[Table, Note, Any], Happening]]] = {
    "sit": Table._fold_sit,
    "stand": Table._fold_stand,
    "bot": Table._fold_bot,
    "start": Table._fold_start,
    "play": Table._fold_play,
    "seal": Table._fold_seal,
    "unseal": Table._fold_unseal,
    "away": Table._fold_away,
    "back": Table._fold_back,
    "ask": Table._fold_ask,
    "answer": Table._fold_answer,
    "link": Table._fold_link,
    "close": Table._fold_close,
    "again": Table._fold_again,
}


def load(setup: Setup, secret: bytes, journal: list[Note], game: Game | None = None) -> Table:
    """A table from its journal."""
    table = Table(setup, secret, game)
    for note in journal:
        table.fold(note)
    return table
