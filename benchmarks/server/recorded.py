"""Ratings worked out anew from the journals of very many recorded bot games.

    python -m benchmarks.server.recorded [MATCHES] [DATABASE]

Bots play MATCHES (100,000 unless told) short games of all five kinds in turn, each with dice of its own; all are rated.
Each is written down and entered as a server does it. Told is how long `parcferme ratings --check` takes, which plays
every journal again, and with `--entered`, which believes the places. DATABASE is as for the other benchmarks; one that
holds some of the games gets the rest, and one that holds them all is only measured.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from random import Random
from typing import Final

from sqlalchemy import Connection, Engine, func, insert, select

from benchmarks.server.standings import asked_for
from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.house import catalogue, opening
from parcferme.house.codec import encode_text
from parcferme.house.forms import SeatWish
from parcferme.organise.finishes import Finish
from parcferme.server.live.filing import FinishTask, finish
from parcferme.server.ops import standings as verbs
from parcferme.server.storage import schema, standings
from parcferme.server.storage.standings import Entering
from parcferme.solve.entrants import enter
from parcferme.table import moves, setup
from parcferme.table.journal import Note
from parcferme.table.setup import LIVE, Pace
from parcferme.table.table import PLAYING
from parcferme.table.table import Table as Match

FAST: Final = "novice"  # who drives at nearly every table …
STRONG: Final = "clubman"  # … and who sits beside them at every fiftieth
START: Final = 1_600_000_000_000
MINUTE: Final = 60_000
PART: Final = 500  # games in a transaction
TOLD: Final = 10_000


class Recorded:
    """A game that was played: the rows of its table and journal, and what it has come to."""

    def __init__(self, number: int, match: Match, notes: list[Note]) -> None:
        self.id = f"game{number:06}"
        self.at = START + number * MINUTE
        written, secret = encode_text(match.setup.to_json()), match.dice.secret.hex()
        lines = [(note.seq, note.at, note.kind, encode_text(note.body)) for note in notes]
        self.row: dict[str, object] = {
            "id": self.id,
            "game": match.game.id,
            "setup": written,
            "secret": secret,
            "host": "",
            "summary": encode_text(catalogue.summary(match.setup)),
            "status": match.status,
            "visibility": "public",
            "pace": match.setup.pace.kind,
            "free_seats": 0,
            "seq": match.seq,
            "asked": 0,
            "driven": 0,
            "shift": 0,
            "created_at": self.at,
            "changed_at": self.at,
        }
        self.lines = [
            {"table_id": self.id, "seq": seq, "at": at, "kind": kind, "body": body} for seq, at, kind, body in lines
        ]
        self.finish: Finish = finish(FinishTask(written, secret, lines))


def recorded(number: int) -> Recorded:
    """The game of this number: always the same one."""
    games = registry.game_ids()
    return Recorded(number, *played(games[number % len(games)], number))


def played(game: str, number: int) -> tuple[Match, list[Note]]:
    """A rated game between bots, as a server keeps it."""
    rng = Random(f"{game}/{number}")
    options = {**courses_of(game).presets["short"], "players": 2}
    chosen = setup.make(game, options, Pace(LIVE), undo="off", aids=["odds"], rated=True)
    match = Match(chosen, rng.randbytes(32), catalogue.shared_game(chosen))
    levels = [FAST, STRONG if number // 5 % 50 == 0 else FAST]
    bots = [enter(level, match.game, rng) for level in levels]
    at = START + number * MINUTE
    notes = opening.first_notes(match, "", [SeatWish("bot", level) for level in levels], at)
    while match.status == PLAYING:
        for seat in match.owing()[:1]:
            action = bots[seat].choose(match.play.state.resample(seat, rng), seat)
            notes.append(moves.act_for_bot(match, seat, action, at + len(notes)))
            match.fold(notes[-1])
    return match, notes


def record(connection: Connection, one: Recorded) -> None:
    """Its rows, entered and rated."""
    connection.execute(insert(schema.tables), one.row)
    connection.execute(insert(schema.journal), one.lines)
    connection.execute(insert(schema.finishes), {"table_id": one.id, "at": one.at, "tries": 0})
    if one.finish.faulty or not one.finish.rated:
        raise RuntimeError(f"{one.id} is not rated: {one.finish.faulty}")
    if not standings.enter(connection, Entering(one.id, one.at, True, "", one.finish)):
        raise RuntimeError(f"{one.id} has been entered before")


def make(engine: Engine, wanted: int) -> None:
    """As many games as are wanted, those that are there already left alone; on all processors."""
    with engine.connect() as connection:
        first = connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        coming = pool.imap(recorded, range(first, wanted), 10)
        for start in range(first, wanted, PART):
            _record_some(engine, coming, min(PART, wanted - start))
            if start % TOLD + PART >= TOLD:
                print(f"{start + PART} games recorded", flush=True)


def _record_some(engine: Engine, coming: Iterator[Recorded], count: int) -> None:
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for _ in range(count):
            record(connection, next(coming))


def _told(database: str, entered: bool) -> None:
    started, before = time.perf_counter(), _processor_time()
    said, well = verbs.check(database, entered=entered)
    took, used = time.perf_counter() - started, _processor_time() - before
    how = "by places" if entered else "by journals"
    print(f"{how}: {said}, in {took:.1f} s ({used:.1f} s of processors, load {os.getloadavg()[0]:.1f}; {well})")


def _processor_time() -> float:
    """Of this process and of those it has begun that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    with asked_for(100_000) as (wanted, database, engine):
        make(engine, wanted)
        with engine.connect() as connection:
            notes = connection.execute(select(func.count()).select_from(schema.journal)).scalar_one()
            print(f"{notes} notes in their journals", flush=True)
        _told(database, entered=False)
        _told(database, entered=True)


if __name__ == "__main__":
    main()
