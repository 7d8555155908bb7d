"""A full house: a thousand live tables with bots and sockets on one process, for some minutes.

    python -m benchmarks.server.evening [--tables 1000 --minutes 10 --period 10 --games lunar_rally … --postgres]

Bots think in processes of their own, as on a real server. Every quarter of a minute a line: moves, the time from
sending one to the answer that it is kept, lines lost, memory of the server's process. Matches grow while they are
played, and with them the memory of their tables, until as many end as begin: what has to stay flat is the last half.

Faults are: a line that was lost, a move that is refused, somebody who fell out, an acknowledged or shown move that the
database does not have.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.server.crowd import Crowd
from benchmarks.server.measured import Measured, Postgres, ours, verdict
from benchmarks.server.mischief import share
from benchmarks.server.scale import faults_among
from benchmarks.server.soak import GAMES

EVERY = 15.0  # seconds between two lines
MEGABYTE = 1_000_000


@dataclass
class Evening:
    """The server, its people, and what is seen of them."""

    server: Measured
    crowd: Crowd
    memory: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def watch(self, minutes: float) -> None:
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end:
            time.sleep(EVERY)
            self._look()

    def _look(self) -> None:
        told = self.crowd.told()
        times = told["times"]
        self.memory.append(self.server.memory())
        self.faults += [f"refused: {why}" for why in told["refused"]]
        self.faults += [f"{told['lost']} lines lost"] if told["lost"] else []
        marks = " ".join(f"{share(times, part) * 1000:9.1f}" for part in (0.5, 0.95, 0.99))
        memory = self.memory[-1] / MEGABYTE
        print(f"{len(times):8} {marks} {told['lost']:6} {memory:9.1f} {os.getloadavg()[0]:6.1f}", flush=True)

    def growth(self) -> float:
        """Of the memory, in the last half of the time."""
        half = self.memory[len(self.memory) // 2 :]
        return half[-1] / half[0] - 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--period", type=float, default=10.0, help="seconds that people think")
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        database = str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "evening.db")
        postgres = Postgres() if chosen.postgres else None
        if postgres is not None:
            stack.callback(postgres.close)
            database = postgres.fresh()
        server = ours(database, postgres, bots="process")
        stack.callback(server.close)
        crowd = Crowd(server.url, chosen.tables, chosen.period, tuple(chosen.games), 2)
        stack.callback(crowd.end)
        evening = Evening(server, crowd)
        print(f"{'moves':>8} {'p50 ms':>9} {'p95 ms':>9} {'p99 ms':>9} {'lost':>6} {'MB':>9} {'load':>6}")
        evening.watch(chosen.minutes)
        faults = [*evening.faults, *faults_among(crowd, database)]
    print(f"{len(faults)} faults; memory {evening.growth():+.1%} in the last half")
    return verdict(faults)


if __name__ == "__main__":
    raise SystemExit(main())
