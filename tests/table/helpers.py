"""A table without a server: commands are folded as soon as they are granted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import parcferme.games
from parcferme.house import positions, telling
from parcferme.house.codec import decode, encode
from parcferme.table import bots, moves, seating, setup, undo
from parcferme.table.journal import Audience, Happening, Note
from parcferme.table.notes import Played
from parcferme.table.table import PLAYING, Table, load

TOYS = Path(__file__).parent / "toys"
SECRET = bytes(range(32))


PLAIN = positions.Reader()


def played(happening: Happening | None) -> Played:
    """The move that has just been written down."""
    assert happening is not None
    assert isinstance(happening.note.body, Played)
    return happening.note.body


def seats(table: Table) -> list[positions.Seat]:
    return telling.seats(table, {})


def position(table: Table, audience: Audience, at: int | None = None) -> positions.Position:
    """What the audience is told without texts and odds."""
    return telling.position(table, audience, PLAIN, seats(table), at)


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
            message = telling.message(self.table, happening, audience, PLAIN, seats(self.table), turned=True)
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


def take_back_and_again(made: Club, times: int) -> None:
    """A journal that grows while the match does not: the last decision is taken back and made again. Written down
    without asking, because nobody may ask so often."""
    for _ in range(times):
        seat, to = made.table.to_act()[0], made.table.play.live[-1]
        made.fold(made.table.write(Played(seat, "undo", [["undo", to]], agreed=True), made.now))
        made.act(made.table.to_act()[0], "lift")


def long_match(turns: int, take_backs: int) -> Club:
    """Nobody gets anywhere: two entries a turn, and two for each time the last one is taken back."""
    made = club("toy_dash")
    for _ in range(turns):
        for action in ("gear:1", "lift"):
            made.act(made.table.to_act()[0], action)
    take_back_and_again(made, take_backs)
    return made
