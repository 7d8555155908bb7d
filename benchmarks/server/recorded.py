"""Ratings worked out anew from the journals of very many recorded bot games.

    python -m benchmarks.server.recorded [MATCHES] [DATABASE]

Bots play some short games of each kind, which are entered as a server enters them; then they are written down again and
again under other names until there are MATCHES (100,000 unless told) of them, all rated. Told is how long `parcferme
ratings --check` takes, which plays every journal again, and with `--entered`, which believes the places. DATABASE is as
for the other benchmarks; one that holds the games already is only measured.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from sqlalchemy import Connection, Table, func, insert, select, text

from benchmarks.server.standings import has_matches
from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.house import catalogue, opening
from parcferme.house.codec import encode_text
from parcferme.house.forms import SeatWish
from parcferme.server.live.filing import FinishTask, finish
from parcferme.server.ops import standings as verbs
from parcferme.server.ops.settings import Settings
from parcferme.server.storage import schema, standings
from parcferme.server.storage.database import migrate, open_engine
from parcferme.server.storage.standings import Entering
from parcferme.solve.entrants import enter
from parcferme.table import moves, setup
from parcferme.table.journal import Note
from parcferme.table.table import PLAYING
from parcferme.table.table import Table as Match

EACH: Final = 20  # games of a kind that are different
LEVELS: Final = ("novice", "clubman")
START: Final = 1_600_000_000_000


def played(game: str, number: int) -> tuple[Match, list[Note]]:
    """A rated game between bots, as a server keeps it."""
    rng = Random(f"{game}/{number}")
    options = {**courses_of(game).presets["short"], "players": 2}
    chosen = setup.make(game, options, undo="off", aids=["odds"], rated=True)
    match = Match(chosen, rng.randbytes(32), opening.game_for(chosen))
    levels = [LEVELS[(number + seat) % 2] for seat in range(match.game.players)]
    bots = [enter(level, match.game, rng) for level in levels]
    notes = opening.first_notes(match, "", [SeatWish("bot", level) for level in levels], START)
    while match.status == PLAYING:
        for seat in match.owing()[:1]:
            action = bots[seat].choose(match.play.state.resample(seat, rng), seat)
            notes.append(moves.act_for_bot(match, seat, action, START + len(notes)))
            match.fold(notes[-1])
    return match, notes


def record(connection: Connection, id: str, match: Match, notes: list[Note]) -> None:
    """Its journal and row, entered and rated."""
    written = encode_text(match.setup.to_json())
    row: dict[str, object] = {
        "id": id,
        "game": match.game.id,
        "setup": written,
        "secret": match.dice.secret.hex(),
        "host": "",
    }
    row |= {"summary": encode_text(catalogue.summary(match.setup)), "status": match.status, "visibility": "public"}
    row |= {"pace": match.setup.pace.kind, "free_seats": 0, "seq": match.seq, "asked": 0, "driven": 0, "shift": 0}
    connection.execute(insert(schema.tables), {**row, "created_at": START, "changed_at": START})
    lines = [(note.seq, note.at, note.kind, encode_text(note.body)) for note in notes]
    names = ("table_id", "seq", "at", "kind", "body")
    connection.execute(insert(schema.journal), [dict(zip(names, (id, *line), strict=True)) for line in lines])
    connection.execute(insert(schema.finishes), {"table_id": id, "at": START, "tries": 0})
    found = finish(FinishTask(written, match.dice.secret.hex(), lines))
    if not standings.enter(connection, Entering(id, START, True, "", found)):
        raise RuntimeError(f"{id} has been entered before")


def copy(connection: Connection, first: int, times: int, count: int) -> None:
    """Everything that was recorded once more, so many times, as later matches."""
    again = f"(WITH RECURSIVE t(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM t WHERE n < {first + times - 1}) "
    again += "SELECT n FROM t) AS t"
    parts: list[tuple[Table, str, dict[str, str]]] = [
        (schema.tables, "id", {}),
        (schema.journal, "table_id", {}),
        (schema.matches, "table_id", {"rated": f"s.rated + t.n * {count}", "at": "s.at + t.n"}),
        (schema.results, "table_id", {"at": "s.at + t.n"}),
    ]
    for table, key, other in parts:
        values = {**{column.name: f's."{column.name}"' for column in table.columns}, **other}
        values[key] = f"'c' || t.n || '-' || s.{key}"
        names = ", ".join(f'"{name}"' for name in values)
        source = f"FROM {table.name} s, {again} WHERE s.{key} >= 'first' AND s.{key} < 'g'"
        connection.execute(text(f"INSERT INTO {table.name} ({names}) SELECT {', '.join(values.values())} {source}"))


def make(connection: Connection, wanted: int) -> None:
    games = [(game, number) for number in range(EACH) for game in registry.game_ids()]
    for n, (game, number) in enumerate(games):
        record(connection, f"first{n:04}", *played(game, number))
    for first in range(1, wanted // len(games), 100):
        copy(connection, first, min(100, wanted // len(games) - first), len(games))
    standings.rebuild(connection)


def _told(database: str, entered: bool) -> None:
    started = time.perf_counter()
    said, well = verbs.check(database, entered=entered)
    print(f"{'by places' if entered else 'by journals'}: {said}, in {time.perf_counter() - started:.1f} s ({well})")


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        database = sys.argv[2] if len(sys.argv) > 2 else str(Path(folder) / "recorded.db")
        url = Settings(database=database).database_url()
        migrate(url)
        engine = open_engine(url)
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if not has_matches(connection):
                started = time.perf_counter()
                make(connection, wanted)
                print(f"{wanted} games recorded in {time.perf_counter() - started:.0f} s", flush=True)
            notes = connection.execute(select(func.count()).select_from(schema.journal)).scalar_one()
            print(f"{notes} notes in their journals", flush=True)
        engine.dispose()
        _told(database, entered=False)
        _told(database, entered=True)


if __name__ == "__main__":
    main()
