"""How far several workers on one PostgreSQL carry: people on live lines, a worker that dies, a million old matches.

    make scale [ARGS="--workers 1 2 4 --tables 500 2000 --period 10 --seconds 30 --matches 1000000"]

For each number of workers and tables: moves a second, the time from sending one to the answer that it is kept, and the
processor time for each of the server's processes and of PostgreSQL's, which other work on the machine disturbs least.
Who sits at a table is connected to any of the workers. With more than one worker one of them is killed then; told are
the lines that were lost, and the moves of the time after, those that were under way among them. Last, the first numbers
are measured in turn with an empty database and with one that holds so many finished matches.

Faults are: an acknowledged or shown move that the database does not have, a move that is refused, and somebody who fell
out. The load average stands in every line: what was measured while others use the machine is theirs, too.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from math import nan
from pathlib import Path

import psycopg
from sqlalchemy import Table

from benchmarks.server.crowd import Crowd
from benchmarks.server.measured import Measured, Postgres, descendants, ours, used, verdict
from benchmarks.server.mischief import share
from benchmarks.server.soak import Json, Match, faults_of, read_journals
from parcferme.server.storage.schema import journal, seats, tables

GAMES = ("toy_dash",)
SETTLE = 0.2  # of the time measured, before it
AT_ONCE = 50_000  # old matches that are written in one statement
OLD_NOTES = 20  # of each; a real one has about 220, which lie in the same index
FIGURES = ("moves/s", "p50", "p95", "p99", "server", "postgres")


class Trial:
    """Some workers with people at many tables."""

    def __init__(self, database: str, postgres: Postgres, workers: int, crowd: tuple[int, float, int]) -> None:
        self.postgres = postgres
        self.database = database
        self.server: Measured = ours(database, postgres, workers=workers)
        people, period, processes = crowd
        self.crowd = Crowd(self.server.url, people, period, GAMES, processes)
        self.faults: list[str] = []

    def measure(self, seconds: float, kill: bool = False) -> Json:
        """What happens in so many seconds, at the beginning of which one of the workers may be killed."""
        time.sleep(seconds * SETTLE)
        self._told()
        if kill:
            self._kill_one()
        family = descendants(self.server.process.pid)
        before, kept, started = used(family), self.postgres.cpu(), time.monotonic()
        time.sleep(seconds)
        told, elapsed = self._told(), time.monotonic() - started
        times = told["times"]
        moves = max(1, len(times))
        marks = {f"p{round(part * 100)}": share(times, part) * 1000 for part in (0.5, 0.95, 0.99)}
        spent = {"server": used(family) - before, "postgres": self.postgres.cpu() - kept}
        # nobody knows what those that have ended had used
        costs = {name: nan if kill else cost * 1000 / moves for name, cost in spent.items()}
        return {"moves/s": len(times) / elapsed, **marks, **costs, "lost": told["lost"]}

    def _told(self) -> Json:
        told = self.crowd.told()
        self.faults += [f"refused: {why}" for why in told["refused"]]
        return told

    def _kill_one(self) -> None:
        """Workers are the processes that the first one has started as copies of itself."""
        workers = [one for one in descendants(self.server.process.pid)[1:] if "spawn_main" in _words(one)]
        os.kill(workers[0], signal.SIGKILL)

    def all_faults(self) -> list[str]:
        """Everybody goes home."""
        return self.faults + faults_among(self.crowd, self.database)

    def close(self) -> None:
        self.crowd.end()
        self.server.close()


def faults_among(crowd: Crowd, database: str) -> list[str]:
    """Send everybody home, and compare what they were told with the journals."""
    heard = list(crowd.leave())
    matches = [one for one in heard if isinstance(one, Match)]
    journals = read_journals(database, [match.table for match in matches])
    faults = [f"somebody fell out: {one}" for one in heard if not isinstance(one, Match)]
    return faults + [fault for match in matches for fault in faults_of(match, journals[match.table])]


def _words(process: int) -> str:
    line = Path(f"/proc/{process}/cmdline")
    return line.read_text() if line.exists() else ""


def fill(database: str, matches: int) -> None:
    """So many finished matches, all like one that is there already, over the last half year."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        for first in range(0, matches, AT_ONCE):
            last = min(matches, first + AT_ONCE) - 1
            for statement in _copies(first, last):
                connection.execute(statement.encode())
            print(f"  {last + 1:,} of {matches:,} old matches written", flush=True)
        connection.execute("ANALYZE")


def _copies(first: int, last: int) -> Iterator[str]:
    """SQL that copies the eldest table under other ids: its row, who sat there, and its first notes. The ids come in
    their order, so that each index grows at its end."""
    one = "(SELECT * FROM tables WHERE id NOT LIKE 'old%' ORDER BY created_at LIMIT 1)"
    numbers = f"generate_series({first}::bigint, {last}) AS n"  # n times the gap is more than an integer holds
    older = {"id": "'old' || lpad(n::text, 9, '0')", "status": "'finished'", "due": "NULL", "driven": "0", "asked": "0"}
    older |= {"created_at": "s.created_at - n * 15552", "changed_at": "s.changed_at - n * 15552"}
    yield f"{_insert(tables, older)} FROM {one} AS s, {numbers}"
    for table, bound in ((seats, ""), (journal, f" AND s.seq <= {OLD_NOTES}")):
        source = f"{table.name} s, {one} AS t, {numbers} WHERE s.table_id = t.id{bound}"
        yield f"{_insert(table, {'table_id': older['id']})} FROM {source}"


def _insert(table: Table, other: dict[str, str]) -> str:
    """Everything as in the row `s`, but for these columns."""
    names = [column.name for column in table.columns]
    values = ", ".join(other.get(name, f"s.{name}") for name in names)
    return f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values}"


def told(label: str, found: Json) -> str:
    figures = " ".join(f"{found[name]:9.2f}" for name in FIGURES)
    return f"{label:34} {figures} {found['lost']:6} {os.getloadavg()[0]:6.1f}"


@contextmanager
def database_of_its_own() -> Iterator[Postgres]:
    postgres = Postgres()
    try:
        yield postgres
    finally:
        postgres.close()


def against_workers(chosen: argparse.Namespace, postgres: Postgres) -> list[str]:
    faults: list[str] = []
    for people in chosen.tables:
        for workers in chosen.workers:
            label = f"{workers} workers, {people} tables"
            with closing(Trial(postgres.fresh(), postgres, workers, (people, chosen.period, chosen.players))) as trial:
                print(told(label, trial.measure(chosen.seconds)), flush=True)
                if workers > 1:
                    print(told("… one of them killed", trial.measure(chosen.seconds, kill=True)), flush=True)
                faults += [f"{label}: {fault}" for fault in trial.all_faults()]
    return faults


def against_the_past(chosen: argparse.Namespace, postgres: Postgres) -> list[str]:
    """The two databases in turn, so that whatever else goes on here hits both."""
    faults: list[str] = []
    found: dict[str, list[Json]] = {"empty": [], "full": []}
    databases = {"empty": postgres.fresh(), "full": postgres.fresh()}
    people, workers = chosen.tables[0], chosen.workers[0]
    for number in range(chosen.rounds):
        for name, database in databases.items():
            with closing(Trial(database, postgres, workers, (people, chosen.period, chosen.players))) as trial:
                if name == "full" and not number:
                    fill(database, chosen.matches)
                found[name].append(trial.measure(chosen.seconds))
                print(told(f"{name}, {people} tables", found[name][-1]), flush=True)
                faults += [f"{name}: {fault}" for fault in trial.all_faults()]
    medians = {
        name: {figure: statistics.median(one[figure] for one in found[name]) for figure in FIGURES} for name in found
    }
    changed = [f"{figure} {medians['full'][figure] / medians['empty'][figure] - 1:+.1%}" for figure in FIGURES]
    print(f"with {chosen.matches:,} finished matches: " + ", ".join(changed))
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, nargs="+", default=[500, 2000, 5000])
    parser.add_argument("--period", type=float, default=10.0, help="seconds that people think")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--players", type=int, default=2, help="processes that play the people")
    parser.add_argument("--matches", type=int, default=1_000_000, help="finished ones; 0: leave that out")
    parser.add_argument("--rounds", type=int, default=3, help="of the two databases in turn")
    chosen = parser.parse_args()
    print(f"{'times in ms':34} " + " ".join(f"{name:>9}" for name in FIGURES) + f" {'lost':>6} {'load':>6}")
    with database_of_its_own() as postgres:
        faults = against_workers(chosen, postgres)
        if chosen.matches:
            faults += against_the_past(chosen, postgres)
    print(f"{len(faults)} faults")
    return verdict(faults)


if __name__ == "__main__":
    raise SystemExit(main())
