"""Bots at a table. A bot is handed a position redrawn from what its seat may know: it cannot peek."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from parcferme.core import registry
from parcferme.core.bot import Watch, usual_level
from parcferme.core.contract import Game
from parcferme.core.options import Options
from parcferme.core.position import Note as Dump
from parcferme.table import moves
from parcferme.table.journal import Note
from parcferme.table.table import Table


class Task(NamedTuple):
    """A choice to make: everything a bot may know, in plain values that travel to another process."""

    game: str
    rules: int
    options: Options
    level: str
    seat: int
    node: int
    seed: bytes
    dump: Dump
    seconds: float

    def __reduce__(self) -> tuple[type[Task], tuple[str, int, Options, str, int, int, bytes, Dump, float]]:
        """Compiled, the class is built anew by its constructor."""
        asked = (self.game, self.rules, self.options, self.level, self.seat, self.node, self.seed, self.dump)
        return Task, (*asked, self.seconds)


def task_for(table: Table, seat: int) -> Task:
    """What the bot of a seat is asked now. The position is redrawn from what the seat may know."""
    chosen, seed = table.setup, table.dice.seed(f"bot/{table.node}/{seat}")
    dump = table.play.state.resample(seat, Random(seed)).dump()
    level = level_for(table, seat)
    return Task(chosen.game, chosen.rules, chosen.options, level, seat, table.node, seed, dump, chosen.thinking)


def asked(table: Table) -> list[int]:
    """Seats that owe a decision and are driven by a bot."""
    return [seat for seat in table.owing() if table.seats[seat].driven()]


def to_drive(table: Table, now: int) -> list[int]:
    """… stand-ins that rest left out."""
    driven = asked(table)
    rests = table.rests_until() if driven else None
    return driven if rests is None or now >= rests else [seat for seat in driven if not table.seats[seat].away]


def level_for(table: Table, seat: int) -> str:
    """The level of the seat's bot, or that of a stand-in: the one that was agreed on, else the usual."""
    agreed = table.seats[seat].level or table.setup.stand_in
    return agreed if agreed else usual_level(registry.bots(table.setup.game))


def choose(task: Task, game: Game, watch: Watch | None = None) -> int:
    """The bot's choice; with a watch no later than its table wants it, as far as the bot looks at it."""
    bot = registry.bots(task.game)[task.level](game, Random(task.seed + b"choice"))
    bot.seconds, bot.watch = task.seconds, watch
    return bot.choose(game.restore(task.dump), task.seat)


def note_for(table: Table, task: Task, action: int | None, now: int) -> Note | None:
    """The bot's choice (the game's default where it had none) as a note, unless the match has moved on meanwhile."""
    if table.node != task.node or task.seat not in to_drive(table, now):
        return None
    if action is None or table.play.state.explain(task.seat, action) is not None:
        action = table.play.state.default(task.seat)
    return moves.act_for_bot(table, task.seat, action, now)
