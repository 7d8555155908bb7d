"""Who sits where, and who rolls the dice."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from rich.markup import escape

from parcferme.cli.console import out
from parcferme.core import registry
from parcferme.core.bot import Bot, usual_level
from parcferme.core.chance import Seeded
from parcferme.core.contract import Game, State
from parcferme.core.errors import ParcFermeError


class Seat(NamedTuple):
    """A person, or a bot with its level."""

    number: int
    name: str
    bot: Bot | None
    level: str = ""

    @property
    def recorded(self) -> str:
        """As records write it: `bot:LEVEL` for a bot, else the person's name."""
        return f"bot:{self.level}" if self.bot is not None else self.name


def fill(game: Game, given: list[str], seed: int) -> list[Seat]:
    """The seats as given, the rest filled: one person first if nobody was named, then bots."""
    if len(given) > game.players:
        raise ParcFermeError(f"{len(given)} seats are given, but the game has {game.players} players")
    wanted = given if given else ["human"]
    wanted = wanted + ["bot"] * (game.players - len(wanted))
    alone = sum(1 for text in wanted if text.startswith("human")) == 1
    return [read_seat(game, number, text, seed, alone) for number, text in enumerate(wanted)]


def read_seat(game: Game, number: int, text: str, seed: int, alone: bool) -> Seat:
    """`human`, `human:Anna` or `bot:works`; raises ParcFermeError."""
    kind, _, name = text.partition(":")
    if kind == "human":
        return Seat(number, name or ("You" if alone else f"Player {number + 1}"), None)
    if kind == "bot":
        return bot_seat(game, number, name or usual_level(registry.bots(game.id)), seed)
    raise ParcFermeError(f"seat {text!r} is neither human, human:NAME nor bot:LEVEL")


def recorded_seat(game: Game, number: int, name: str, seed: int) -> Seat:
    """The seat a record names."""
    return bot_seat(game, number, name[4:], seed) if name.startswith("bot:") else Seat(number, name, None)


def bot_seat(game: Game, number: int, level: str, seed: int) -> Seat:
    makers = registry.bots(game.id)
    if level not in makers:
        raise ParcFermeError(f"{game.id} has no bot {level!r}; its bots are {', '.join(makers)}")
    maker = makers[level]
    return Seat(number, f"Bot {number + 1} ({level})", maker(game, Random(f"{seed}/bot/{number}")), level)


class Dice:
    """Chance from a seed and the length of the log alone: a saved game goes on as it would have without the break."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def draw(self, game: Game, state: State, length: int) -> int:
        return Seeded(f"{self.seed}/{length}").draw(state.chance())


class RealDice(Dice):
    """Somebody rolls real dice and types what they show."""

    def draw(self, game: Game, state: State, length: int) -> int:
        possible = {game.format_outcome(outcome): outcome for outcome, _ in state.chance()}
        while True:
            text = out.input(f"[bold]What did chance bring?[/] [dim]{escape(_some(list(possible)))}[/] ").strip()
            if text in possible:
                return possible[text]
            if text == "quit":
                raise EOFError
            out.print(f"[red]{escape(repr(text))} cannot happen now[/]")


def _some(texts: list[str]) -> str:
    return ", ".join(texts[:20]) + (", …" if len(texts) > 20 else "")


def fresh_seed() -> int:
    """A seed nobody knows beforehand, short enough to be typed."""
    return Random().randrange(10**9)
