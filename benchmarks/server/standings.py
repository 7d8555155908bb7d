"""People's pages, ladders and boards over very many finished matches: made up, then asked for, with the query plans.

    python -m benchmarks.server.standings [MATCHES] [DATABASE]

MATCHES (a million unless told) are written into a database of their own: a new SQLite file in a temporary folder, or
the database at the address DATABASE, which must be empty; one that holds them already is only measured. One person for
every twenty matches plays, and a dozen bots; every fifth match is a drive alone, on 200 courses, and every second of
the others is rated.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, event, func, insert, select, text

from parcferme.organise.finishes import house_courses
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
FIRST: Final = 50_000  # matches that are made one by one


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


def plans(connection: Connection) -> dict[str, list[str]]:
    """The plan of every statement that the pages make."""
    seen: dict[str, Any] = {}

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            seen.setdefault(statement, parameters)

    event.listen(connection, "before_cursor_execute", note)
    for ask in pages(connection).values():
        ask()
    event.remove(connection, "before_cursor_execute", note)
    word = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    asked = {statement: connection.exec_driver_sql(f"{word} {statement}", given) for statement, given in seen.items()}
    return {" ".join(statement.split()): [str(row[-1]) for row in rows] for statement, rows in asked.items()}


def has_matches(connection: Connection) -> bool:
    return connection.execute(select(schema.matches.c.table_id).limit(1)).first() is not None


def fill(connection: Connection, count: int) -> None:
    """Some matches with all that follows from them; more than that are the same once more, of other people."""
    started, first = time.perf_counter(), min(count, FIRST)
    make(connection, first)
    sum_up(connection)
    standings.rebuild(connection)
    for number in range(1, count // first):
        again(connection, number, first)
    print(f"{count // first * first} matches made in {time.perf_counter() - started:.0f} s", flush=True)


def again(connection: Connection, number: int, count: int) -> None:
    """The first matches once more. Nobody is the same but the bots, whose ratings are there already."""
    mark = f"'{number:02x}' || substr({{0}}, 3)"
    who, table = f"CASE WHEN who LIKE 'bot/%' THEN who ELSE {mark.format('who')} END", f"'c{number}-' || table_id"
    person = f"CASE WHEN person = '' THEN '' ELSE {mark.format('person')} END"
    at = f"at + {number * count * 60_000}"
    parts: list[tuple[Table, dict[str, str], str]] = [
        (schema.people, {"id": mark.format("id"), "login": f"login || '-{number}'"}, "id LIKE '00%'"),
        (schema.matches, {"table_id": table, "at": at, "rated": f"rated + {number * count}"}, "table_id LIKE 'm%'"),
        (schema.results, {"table_id": table, "at": at, "who": who, "person": person}, "table_id LIKE 'm%'"),
        (schema.tallies, {"person": mark.format("person")}, "person LIKE '00%'"),
        (schema.bests, {"table_id": table, "at": at, "who": who, "person": person}, "table_id LIKE 'm%'"),
        (schema.ratings, {"who": mark.format("who"), "person": person, "at": at}, "who LIKE '00%'"),
        (
            schema.rating_steps,
            {"who": who, "table_id": table, "at": at, "n": f"n + {number * count}"},
            "table_id LIKE 'm%'",
        ),
    ]
    for part, other, those in parts:
        values = {column.name: other.get(column.name, f'"{column.name}"') for column in part.columns}
        names = ", ".join(f'"{name}"' for name in values)
        connection.execute(
            text(
                f"INSERT INTO {part.name} ({names}) SELECT {', '.join(values.values())} FROM {part.name} WHERE {those}"
            )
        )


@contextmanager
def asked_for(count: int) -> Iterator[tuple[int, str, Engine]]:
    """What the command line says: how many, and the database; without one a new one, which is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        database = sys.argv[2] if len(sys.argv) > 2 else str(Path(folder) / "matches.db")
        url = Settings(database=database).database_url()
        migrate(url)
        engine = open_engine(url)
        yield int(sys.argv[1]) if len(sys.argv) > 1 else count, database, engine
        engine.dispose()


def main() -> None:
    with asked_for(1_000_000) as (count, _, engine):
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if not has_matches(connection):
                fill(connection, count)
        if engine.dialect.name != "sqlite":  # PostgreSQL does so by itself after a while
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("VACUUM ANALYZE"))
        with engine.connect() as connection:
            measure(connection)
            for statement, steps in plans(connection).items():
                print(f"\n{statement[:150]}", *steps, sep="\n    ")


if __name__ == "__main__":
    main()
