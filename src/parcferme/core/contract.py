"""The contract: what a game is to everyone who plays, watches, searches or referees it.

A `Game` is frozen: its rules version, options and static tables. A `State` is one position: mutable, without history,
randomness, clock or files. Chance is a player whose outcomes the state lists with exact integer weights; sealed moves
are gathered by the table and applied as one joint move. Whoever drives a state follows `kind()`:

    DECISION  one seat decides      legal(seat) → apply(action)
    JOINT     several seats decide  legal(seat) for each of to_act() → apply_joint(actions in that order)
    CHANCE    nobody decides        chance() → apply(outcome)
    OVER      the game has ended    result()

The lists that `legal`, `chance` and `interrupts` return belong to the state: read them, never change them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from parcferme.core.chance import random_outcome
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.notation import Notation
from parcferme.core.options import Options
from parcferme.core.position import Note
from parcferme.core.result import Result

DECISION: Final = 0
JOINT: Final = 1
CHANCE: Final = 2
OVER: Final = 3
KIND_NAMES: Final = ("decision", "joint", "chance", "over")

View = dict[str, object]  # JSON values only
Ask = tuple[str, dict[str, object]]  # what a seat is asked: the key of a text and its arguments
NO_LUCK: Final = Notation("an outcome", [])  # of a game without chance


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of a game."""

    __slots__ = ()

    @abstractmethod
    def kind(self) -> int:
        """DECISION, JOINT, CHANCE or OVER."""

    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide now, ascending; empty when chance acts or the game is over."""

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The actions this seat may take now, ascending; empty for a seat that is not asked."""

    @abstractmethod
    def explain(self, seat: int, action: int) -> Refusal | None:
        """Why this seat may not take this action now; `None` exactly when it may."""

    @abstractmethod
    def chance(self) -> list[tuple[int, int]]:
        """(outcome, weight) for every outcome that can happen now, outcomes ascending, weights positive."""

    def draw(self, share: float) -> int:
        """The outcome at `share` (0 ≤ share < 1) of the summed weights. A game that keeps its odds summed up
        (`lib/odds.py`) answers faster than this."""
        return random_outcome(self.chance(), share)

    @abstractmethod
    def apply(self, move: int, events: list[Event] | None = None) -> None:
        """The deciding seat's action, or chance's outcome. Appends what happened to `events` if given."""

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        """One action for each seat of `to_act()`, in that order."""
        raise ValueError("this game has no joint moves")

    def interrupts(self, seat: int) -> list[int]:
        """Actions this seat may take at any node, asked or not (conceding); never part of `legal`."""
        return []

    def interrupt(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        """Take an action of `interrupts(seat)`."""
        raise ValueError("this game has no interrupting actions")

    def default(self, seat: int) -> int:
        """The action taken for a seat whose clock ran out: harmless, and legal or what the rules put in the place of an
        answer that never came."""
        return self.legal(seat)[0]

    def effect(self, seat: int, action: int) -> Note:
        """What an action that this seat may take does on the board, in the words that docs/games.md lists: where it
        leads, what it costs, what it ends. A fact as far as the rules alone decide: no chance, no advice, no secret."""
        return {}

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What this seat (`None`: a spectator) may know, built from an allow-list."""

    @abstractmethod
    def resample(self, seat: int, rng: Random) -> State:
        """A copy with the same view for this seat and everything it cannot know redrawn."""

    @abstractmethod
    def result(self) -> Result | None:
        """The result once the game is over, else `None`."""

    @abstractmethod
    def copy(self) -> State:
        """An independent copy."""

    @abstractmethod
    def dump(self) -> Note:
        """The whole position, secrets too, in the game's notation (core/position.py); `Game.restore` reads it back."""

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> str:
        raise TypeError("a position is pickled as its dump: game.restore(state.dump())")


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game with its options chosen."""

    def __init__(
        self, id: str, version: int, players: int, options: Options, moves: Notation, luck: Notation = NO_LUCK
    ) -> None:
        self.id = id
        self.version = version
        self.players = players
        self.options = options
        self.moves = moves
        self.luck = luck

    @abstractmethod
    def start(self) -> State:
        """The position before anything has happened."""

    @abstractmethod
    def restore(self, dump: object) -> State:
        """The position that `State.dump` wrote; raises BadRecord with place and reason for what no position has."""

    def actions(self) -> int:
        """How many actions there are: ids run from 0 to this minus 1, the same in every position."""
        return len(self.moves)

    def format(self, action: int) -> str:
        """The one ASCII notation of an action, used in logs, URLs, the bot protocol and the terminal."""
        return self.moves.format(action)

    def parse(self, text: str) -> int:
        """The action a notation names; raises BadNotation."""
        return self.moves.parse(text)

    def form(self, action: int) -> dict[str, object]:
        """The action in parts, for a board to match with what was clicked: {"kind": "roll", "die": "3"}."""
        return self.moves.form(action)

    def outcomes(self) -> int:
        """How many chance outcomes there are: ids from 0 to this minus 1."""
        return len(self.luck)

    def format_outcome(self, outcome: int) -> str:
        """The one ASCII notation of a chance outcome."""
        return self.luck.format(outcome)

    def parse_outcome(self, text: str) -> int:
        """The outcome a notation names; raises BadNotation."""
        return self.luck.parse(text)

    def secret(self, action: int) -> bool:
        """Must the other seats not see this action in the log before the game is over?"""
        return False

    def bell(self) -> tuple[int, int] | None:
        """(minutes, action): so long after the start a table that keeps the time takes this interrupting action for
        every seat that may. `None` where no time was agreed."""
        return None

    @abstractmethod
    def bound(self) -> int:
        """No game takes more steps (moves, joint moves and chance outcomes together) than this."""

    @abstractmethod
    def score_bounds(self) -> tuple[int, int]:
        """The lowest and highest score worth telling apart, for scaling a solo result."""

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self  # frozen

    def __reduce__(self) -> tuple[Callable[[str, Options, int], Game], tuple[str, Options, int]]:
        return _again, (self.id, self.options, self.version)


def _again(id: str, options: Options, version: int) -> Game:
    """A pickled game: its name travels, not its tables."""
    from parcferme.core import registry  # which imports this module

    return registry.create(id, options, version)
