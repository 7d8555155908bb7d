"""People's pages, ladders and boards over very many finished matches: made up, then asked for, with the query plans.

    python -m benchmarks.server.standings [MATCHES] [DATABASE]

MATCHES (a million unless told) are written into a database of their own: a new SQLite file in a temporary folder, or
the PostgreSQL database at the address DATABASE, which must be empty. One person for every twenty matches plays, and a
dozen bots; every fifth match is a drive alone, on 200 courses, and every second of the others is rated.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, event, func, insert, select, text

from parcferme.organise.finishes import house_courses
from parcferme.server.ops import standings as verbs
from parcferme.server.ops.settings import Settings
from parcferme.server.people import courses, ladders, profiles
from parcferme.server.people.accounts import find
from parcferme.server.storage import schema, standings
from parcferme.server.storage.database import migrate, open_engine
from parcferme.server.storage.store import Page

BOTS: Final = 12
COURSES: Final = 200
BATCH: Final = 5_000
GAMES: Final = ("lunar_rally", "rally", "rallyman")
START: Final = 1_600_000_000_000
REPEATS: Final = 20


def person(number: int) -> str:
    return f"{number:016x}"


def make(connection: Connection, count: int) -> None:
    """Everything but the journals, as entering the matches leaves it."""
    rng = Random(1)
    people = max(100, count // 20)
    for part in _parts([_account(number) for number in range(people)]):
        connection.execute(insert(schema.people), part)
    own = [house_courses("rally")[0].key, *[f"{number:032x}" for number in range(1, COURSES)]]
    connection.execute(insert(schema.courses), [_course(key) for key in own])
    bests: dict[tuple[str, str], dict[str, object]] = {}
    for first in range(0, count, BATCH):
        matches, results = [], []
        for number in range(first, min(count, first + BATCH)):
            match, seats = _match(rng, number, people, own, bests)
            matches.append(match)
            results += seats
        connection.execute(insert(schema.matches), matches)
        connection.execute(insert(schema.results), results)
    for part in _parts(list(bests.values())):
        connection.execute(insert(schema.bests), part)


def _account(number: int) -> dict[str, object]:
    name = f"Driver {number}"
    row = {"id": person(number), "kind": "account", "name": name, "login": name.lower(), "role": "player"}
    return {**row, "created_at": START}


def _course(key: str) -> dict[str, object]:
    row = {"key": key, "game": "rally", "rules": 1, "title": "A course", "options": "{}"}
    return {**row, "runs": 1, "last_at": START}


def _match(
    rng: Random, number: int, people: int, own: list[str], bests: dict[tuple[str, str], dict[str, object]]
) -> tuple[dict[str, object], list[dict[str, object]]]:
    alone = number % 5 == 0
    game = "rally" if alone else GAMES[number % 3]
    seats = rng.sample(range(people), 1 if alone else rng.choice([2, 3, 4]))
    keys = [f"bot/works/{seat}" if not alone and seat < BOTS else person(seat) for seat in seats]
    table, at = f"m{number}", START + number * 60_000
    course = own[min(int(rng.expovariate(0.05)), COURSES - 1)] if alone else ""
    match = {"table_id": table, "game": game, "title": "", "course": course, "players": len(seats), "at": at}
    match |= {"public": True, "rated": number + 1 if not alone and number % 2 else None, "faulty": "", "measures": "{}"}
    if alone:
        _drive(bests, course, keys[0], table, at, rng.randrange(12, 60))
    return match, [_seat(match, place, who) for place, who in enumerate(keys)]


def _seat(match: dict[str, Any], place: int, who: str) -> dict[str, object]:
    shared = {name: match[name] for name in ("table_id", "game", "at", "public")}
    own = "" if standings.is_bot(who) else who
    row = {"seat": place, "who": who, "person": own, "place": place + 1, "rank": place + 1, "left": False}
    return {**shared, **row, "tally": '{"stages":3,"risks":8,"unhurt":5,"spins":2}'}


def _drive(bests: dict[tuple[str, str], Any], course: str, who: str, table: str, at: int, turns: int) -> None:
    known = bests.get((course, who))
    if known is None or turns < known["turns"]:
        row = {"course": course, "who": who, "public": True, "person": who, "game": "rally", "turns": turns}
        rank = standings.rank_text([turns, 0])
        bests[course, who] = {**row, "score": f"[{turns},0]", "rank": rank, "table_id": table, "at": at, "listed": 1}


def _parts(rows: list[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    for row in rows:
        row.pop("turns", None)
    for first in range(0, len(rows), BATCH):
        yield rows[first : first + BATCH]


def sum_up(connection: Connection) -> None:
    """Everybody's sums, in one statement each."""
    for name in ("#matches", "stages", "risks", "unhurt", "spins"):
        shown = select(schema.results.c.person, schema.results.c.game, schema.results.c.public, text(f"'{name}'"))
        counted = shown.add_columns(func.count()).where(schema.results.c.person != "")
        grouped = counted.group_by(schema.results.c.person, schema.results.c.game, schema.results.c.public)
        connection.execute(insert(schema.tallies).from_select(["person", "game", "public", "name", "total"], grouped))


def pages(connection: Connection) -> dict[str, Callable[[], object]]:
    """What a reader asks for."""
    reader = find(connection, person(50))
    one = profiles.find(connection, "Driver 20", reader)
    key = house_courses("rally")[0].key
    deep = Page(20, f"{START + 60_000}-m1")
    return {
        "person": lambda: profiles.profile(connection, one),
        "person, one game": lambda: profiles.game_page(connection, one, "rally"),
        "person, matches": lambda: profiles.matches_of(connection, one, "", Page(20)),
        "person, oldest matches": lambda: profiles.matches_of(connection, one, "rally", deep),
        "person, bests": lambda: profiles.bests_of(connection, one, "rally", Page(20)),
        "ladder": lambda: ladders.rating_page(connection, "rallyman", "people", 0, reader),
        "ladder, further down": lambda: ladders.rating_page(connection, "rallyman", "people", 500, reader),
        "courses": lambda: courses.course_page(connection, "rally", Page(20)),
        "board": lambda: ladders.board(connection, "rally", key, "people", 0, reader),
    }


def measure(connection: Connection) -> None:
    for name, ask in pages(connection).items():
        ask()
        took = sorted(_timed(ask) for _ in range(REPEATS))
        print(f"{name:24} median {took[REPEATS // 2]:7.1f} ms   longest {took[-1]:7.1f} ms")


def _timed(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return (time.perf_counter() - started) * 1000


def plans(connection: Connection) -> None:
    """The plan of every statement the pages make, once."""
    seen: dict[str, Any] = {}

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            seen.setdefault(statement, parameters)

    event.listen(connection, "before_cursor_execute", note)
    for ask in pages(connection).values():
        ask()
    event.remove(connection, "before_cursor_execute", note)
    word = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    for statement, parameters in seen.items():
        rows = connection.exec_driver_sql(f"{word} {statement}", parameters)
        print("\n" + " ".join(statement.split())[:150])
        for row in rows:
            print("   ", row[-1])


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        database = sys.argv[2] if len(sys.argv) > 2 else str(Path(folder) / "standings.db")
        url = Settings(database=database).database_url()
        migrate(url)
        engine = open_engine(url)
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            started = time.perf_counter()
            make(connection, count)
            sum_up(connection)
            print(f"{count} matches made in {time.perf_counter() - started:.0f} s")
            started = time.perf_counter()
            rated = standings.rebuild(connection)
            print(f"{rated} rated matches folded and written in {time.perf_counter() - started:.1f} s")
        started = time.perf_counter()
        print(*verbs.check(database, entered=True), f"in {time.perf_counter() - started:.1f} s")
        with engine.connect() as connection:
            if connection.dialect.name != "sqlite":  # PostgreSQL does so by itself after a while
                connection.execute(text("ANALYZE"))
            measure(connection)
            plans(connection)
        engine.dispose()


if __name__ == "__main__":
    main()
