"""A table without a server: commands are folded as soon as they are granted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import parcferme.games
from parcferme.house import messages, positions
from parcferme.house.codec import decode, encode
from parcferme.table import bots, moves, seating, setup, undo
from parcferme.table.journal import Audience, Happening, Note
from parcferme.table.table import PLAYING, Table, load

TOYS = Path(__file__).parent / "toys"
SECRET = bytes(range(32))


PLAIN = positions.Reader()


def seats(table: Table) -> list[positions.Seat]:
    return positions.seats(table, {})


def position(table: Table, audience: Audience, at: int | None = None) -> positions.Position:
    """What the audience is told without texts and odds."""
    return positions.position(table, audience, PLAIN, seats(table), at)


@contextmanager
def toys_registered() -> Iterator[None]:
    path = parcferme.games.__path__
    if str(TOYS) in path:
        yield
        return
    path.append(str(TOYS))
    try:
        yield
    finally:
        path.remove(str(TOYS))


class Club:
    """A table, its journal, and everything each audience was told, as bytes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.journal: list[Note] = []
        self.told: dict[Audience, list[bytes]] = {a: [] for a in self.audiences()}
        self.now = 1_000

    def audiences(self) -> list[Audience]:
        return [*range(len(self.table.seats)), None]

    def fold(self, note: Note | None) -> Happening | None:
        if note is None:
            return None
        note = Note(note.seq, note.at, decode(encode(note.body), type=type(note.body)))  # as a database gives it back
        happening = self.table.fold(note, self.audiences)
        self.journal.append(note)
        for audience in self.audiences():
            message = messages.message(self.table, happening, audience, PLAIN, seats(self.table), turned=True)
            if message is not None:
                self.told[audience].append(encode(message))
        return happening

    def act(self, seat: int, text: str, node: int | None = None, client: str = "") -> Happening | None:
        node = self.table.node if node is None else node
        return self.fold(moves.act(self.table, seat, node, text, client or f"{seat}.{self.table.seq}", self.now))

    def unseal(self, seat: int) -> None:
        self.fold(moves.unseal(self.table, seat, self.table.node, self.now))

    def undo(self, seat: int, to: int) -> None:
        self.fold(undo.ask(self.table, seat, to, self.now))

    def answer(self, seat: int, yes: bool) -> None:
        self.fold(undo.answer(self.table, seat, yes, self.now))

    def expire(self) -> Happening | None:
        return self.fold(moves.expire(self.table, self.now))

    def drive(self, limit: int = 1000) -> None:
        """Let bots decide until a person is asked; stand-ins rest where nobody waits for them."""
        for _ in range(limit):
            self.now = max(self.now, self.table.rests_until() or 0)
            seats = bots.to_drive(self.table, self.now)
            if not seats:
                return
            choice = bots.choose(bots.task_for(self.table, seats[0]), self.table.game)
            self.fold(moves.act_for_bot(self.table, seats[0], choice, self.now))

    def reloaded(self) -> Table:
        return load(self.table.setup, self.table.dice.secret, self.journal)


def club(game: str, pace: setup.Pace | None = None, start: bool = True, undo: str = "free", **options: object) -> Club:
    """A table with person p0 on seat 0, p1 on seat 1, …, started."""
    made = Club(Table(setup.make(game, options, pace, undo=undo), SECRET))
    for seat in range(len(made.table.seats)):
        made.fold(seating.sit(made.table, f"p{seat}", seat, made.now))
    if start:
        made.fold(moves.start(made.table, made.now))
    return made


def play_some(made: Club, nodes: int, seed: int = 1) -> None:
    """Random moves of people at so many nodes, or until the match is over."""
    rng = Random(seed)
    for _ in range(nodes):
        if made.table.status != PLAYING:
            return
        for seat in made.table.owing():
            made.now += rng.randrange(1, 900)
            made.act(seat, made.table.game.format(rng.choice(made.table.play.state.legal(seat))))


def play_out(made: Club, seed: int, limit: int = 2000) -> None:
    """Random moves of people until the match is over."""
    play_some(made, limit, seed)
    assert made.table.status != PLAYING, "the match does not end"
