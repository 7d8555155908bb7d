"""A game being played: its state, the log that made it, and undo.

The log is the save file. An entry is `[who, text]`:

    [2, "roll:3/go"]             seat 2 acts (or interrupts, for an action of `interrupts`)
    ["chance", "3!"]             an outcome
    ["joint", ["…", "…"]]        one action for each seat of `to_act()`, in that order
    ["undo", 17]                 back to the position after the first 17 entries

Undo appends, nothing is erased: `live` lists the indices of the entries that still count. Positions are kept along the
way, so that going back, or looking at any earlier position, takes a few steps and not the whole match again.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER, Game, State
from parcferme.core.errors import BadNotation, Diverged, ParcFermeError, Refusal, Refused
from parcferme.core.events import Event
from parcferme.core.position import Note

Entry = list[object]  # [who, text]; JSON as it stands
STRIDE: Final = 32  # entries between two positions that are kept
KEPT: Final = 500  # positions that are kept at most: whoever takes back again and again must not fill the memory


class Play:
    """A state, its log and the moves to extend both together. A refused move changes neither."""

    def __init__(self, game: Game, start: Note | None = None) -> None:
        self.game = game
        self.start = start  # the position it begins with, in the game's notation; `None`: as the rules begin
        self.state = game.start() if start is None else game.restore(start)
        self.log: list[Entry] = []
        self.live: list[int] = []
        self.last = [-1]  # for each length of the log, which of its entries is the last that counts; −1: none
        self.kept = {-1: self.state.copy()}  # positions along the way, by the entry they follow

    def act(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        """The deciding seat's action, or a seat's interrupting one; raises Refused."""
        self._must_exist(seat, action)
        state = self.state
        if action in state.interrupts(seat):
            state.interrupt(seat, action, events)
        else:
            self._must_be_legal(seat, action)
            if state.kind() != DECISION:
                raise ParcFermeError("several seats decide now: their actions are applied together")
            state.apply(action, events)
        self._append([seat, self.game.format(action)])

    def act_jointly(self, actions: list[int], events: list[Event] | None = None) -> None:
        """One action for each seat of `to_act()`, in that order; raises Refused."""
        seats = self.state.to_act()
        if self.state.kind() != JOINT or len(actions) != len(seats):
            raise ParcFermeError(f"{len(actions)} joint actions, but {len(seats)} seats decide now")
        for seat, action in zip(seats, actions, strict=True):
            self._must_exist(seat, action)
            self._must_be_legal(seat, action)
        self.state.apply_joint(actions, events)
        self._append(["joint", [self.game.format(action) for action in actions]])

    def happen(self, outcome: int, events: list[Event] | None = None) -> None:
        """An outcome of chance."""
        if self.state.kind() != CHANCE:
            raise ParcFermeError("chance does not act now")
        if all(outcome != possible for possible, _ in self.state.chance()):
            raise ParcFermeError(f"outcome {self.game.format_outcome(outcome)} cannot happen now")
        self.state.apply(outcome, events)
        self._append(["chance", self.game.format_outcome(outcome)])

    def undo(self, index: int) -> None:
        """Back to the position after the first `index` entries of the log."""
        if not 0 <= index <= len(self.log):
            raise ParcFermeError(f"cannot go back to entry {index}: the log has {len(self.log)}")
        self.state, self.live = self.at(index), self.live_after(index)
        self.last.append(self.last[index])
        self.log.append(["undo", index])

    def at(self, entries: int) -> State:
        """The position after the first `entries` entries of the log: a few steps from one that is kept."""
        missing: list[int] = []
        entry = self.last[entries]
        kept = self.kept.get(entry)
        while kept is None:
            missing.append(entry)
            entry = self.last[entry]
            kept = self.kept.get(entry)
        state = kept.copy()
        for index in reversed(missing):
            advance(self.game, state, self.log[index])
        return state

    def after(self, state: State, index: int, events: list[Event] | None = None) -> State:
        """The position after an entry of the log, from the one before it, which is used up."""
        if self.log[index][0] == "undo":
            return self.at(index + 1)
        advance(self.game, state, self.log[index], events)
        return state

    def live_after(self, entries: int) -> list[int]:
        """Which of the first `entries` entries counted then."""
        return _chain(self.last, entries)

    def copy(self) -> Play:
        """The same match, to be played on apart from this one."""
        other = Play(self.game, self.start)
        other.state, other.kept = self.state.copy(), dict(self.kept)
        other.log, other.live, other.last = self.log[:], self.live[:], self.last[:]
        return other

    def enter(self, entry: Entry, events: list[Event] | None = None) -> None:
        """Extend by one log entry; raises what the move would raise, or BadNotation."""
        who, what = _parts(entry)
        if who == "undo":
            if not isinstance(what, int) or isinstance(what, bool):
                raise BadNotation(str(what), "a number of entries to go back to", [])
            self.undo(what)
        elif who == "joint":
            if not isinstance(what, list):
                raise BadNotation(str(what), "a list of actions", [])
            self.act_jointly([self.game.parse(_text(text)) for text in what], events)
        elif who == "chance":
            self.happen(self.game.parse_outcome(_text(what)), events)
        elif isinstance(who, int) and not isinstance(who, bool) and 0 <= who < self.game.players:
            self.act(who, self.game.parse(_text(what)), events)
        else:
            raise BadNotation(str(who), f"a seat (0 to {self.game.players - 1}), chance, joint or undo", [])

    def is_over(self) -> bool:
        return self.state.kind() == OVER

    def _must_exist(self, seat: int, action: int) -> None:
        if not 0 <= seat < self.game.players:
            raise ParcFermeError(f"there is no seat {seat}: seats run from 0 to {self.game.players - 1}")
        self.game.format(action)  # raises BadNotation for an id that is no action

    def _must_be_legal(self, seat: int, action: int) -> None:
        refusal = objection(self.state, seat, action)
        if refusal is not None:
            raise Refused(self.game.format(action), refusal)

    def _append(self, entry: Entry) -> None:
        index = len(self.log)
        self.live.append(index)
        self.last.append(index)
        self.log.append(entry)
        if len(self.live) % STRIDE == 0:
            self._keep(index)

    def _keep(self, entry: int) -> None:
        if len(self.kept) > KEPT:
            del self.kept[list(self.kept)[1]]  # the oldest but for the start, which is always there
        self.kept[entry] = self.state.copy()


def advance(game: Game, state: State, entry: Entry, events: list[Event] | None = None) -> None:
    """Do to a position what an entry says that the rules are known to allow; not for `undo`."""
    who, what = entry
    if isinstance(what, list):
        state.apply_joint([game.parse(_text(text)) for text in what], events)
        return
    if who == "chance":
        state.apply(game.parse_outcome(_text(what)), events)
        return
    action = game.parse(_text(what))
    if isinstance(who, int) and action in state.interrupts(who):
        state.interrupt(who, action, events)
    else:
        state.apply(action, events)


def objection(state: State, seat: int, action: int) -> Refusal | None:
    """Why a log may not hold this action: the rules refuse it, and it is not what they do for a seat that is away."""
    refusal = state.explain(seat, action)
    if refusal is not None and seat in state.to_act() and action == state.default(seat):
        return None
    return refusal


def enter(play: Play, index: int, entry: Entry, events: list[Event] | None) -> None:
    """The next entry; raises Diverged where the rules do not allow it."""
    try:
        play.enter(entry, events)
    except Diverged:
        raise
    except ParcFermeError as error:
        raise Diverged(index, str(error)) from error


def replay(game: Game, log: list[Entry], events: list[Event] | None = None, start: Note | None = None) -> Play:
    """Play a whole log; raises Diverged at the first entry that the rules do not allow."""
    play = Play(game, start)
    for index, entry in enumerate(log):
        enter(play, index, entry, events)
    return play


def live_entries(log: list[Entry]) -> list[int]:
    """The indices of the entries that still count after every undo in the log."""
    last = [-1]
    for index, entry in enumerate(log):
        who, what = _parts(entry)
        undone = who == "undo" and isinstance(what, int) and 0 <= what <= index
        last.append(last[int(str(what))] if undone else index)
    return _chain(last, len(log))


def _chain(last: list[int], entries: int) -> list[int]:
    """The entries that count after so many, from the first to the last: each follows the last one before it."""
    live: list[int] = []
    entry = last[entries]
    while entry >= 0:
        live.append(entry)
        entry = last[entry]
    live.reverse()
    return live


def _text(what: object) -> str:
    if not isinstance(what, str):
        raise BadNotation(str(what), "the text of an action or outcome", [])
    return what


def _parts(entry: Entry) -> tuple[object, object]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadNotation(str(entry), "a log entry [who, what]", [])
    return entry[0], entry[1]
