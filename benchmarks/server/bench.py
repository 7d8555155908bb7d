"""The server beside boardgame.io: the same relay, the same players, the same run.

    make bench-server [ARGS="--seconds 8 --tables 1 200 1000 --rounds 1 --quick --skip-bgio --skip-postgres"]

Moves per core are moves per second of processor time that the server's process used, so other work on the machine
disturbs them little; moves per second and latencies it does. "all" counts PostgreSQL's processes, too. Latencies are a
click's way: back to its own screen (p50, p95, p99), to the answer that it is kept ("kept") and to the other screen
("others"), medians. Ours send what the browser sends. Every move of ours is on the disk before it is answered;
boardgame.io keeps its matches in memory. boardgame.io 0.50 is installed from npm into build/bench-server, PostgreSQL
is started from a wheel.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from build_client import find_node

from benchmarks.server import entries, past, replay
from benchmarks.server.measured import Measured, Postgres, free_port, ours

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODULES = ROOT / "build" / "bench-server"
PACKAGES = ["boardgame.io@0.50.2", "socket.io-client@4", "ws@8"]
Json = dict[str, Any]


def install() -> str:
    """The players' and boardgame.io's packages; returns the Node.js to run them with."""
    node, npm = find_node()
    if not (MODULES / "node_modules" / "boardgame.io").exists():
        MODULES.mkdir(parents=True, exist_ok=True)
        (MODULES / "package.json").write_text('{"private": true}')
        path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
        words = [node, npm, "install", "--silent", "--no-audit", *PACKAGES]
        subprocess.run(words, cwd=MODULES, check=True, env={**os.environ, "PATH": path})
    return node


def theirs(node: str) -> Measured:
    port = free_port()
    environment = {"NODE_PATH": str(MODULES / "node_modules"), "NODE_ENV": "production"}
    return Measured("bgio", [node, str(HERE / "bgio.cjs"), str(port)], port, "/games", environment)


def load(node: str, server: Measured, tables: int, seconds: float, pause: int) -> Json:
    """Play for some seconds; returns moves per second, per core, and latencies."""
    words = [node, str(HERE / "load.cjs"), server.name, server.url, str(tables), str(seconds), str(pause)]
    environment = {**os.environ, "NODE_PATH": str(MODULES / "node_modules")}
    players = subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    _await(players, "warm")
    before_memory = server.memory()
    _nod(players)
    _await(players, "ready")
    before, kept, started = server.cpu(), _database_cpu(server), time.monotonic()
    _nod(players)
    result: Json = json.loads(_line(players))
    spent, elapsed = server.cpu() - before, time.monotonic() - started
    whole = spent + _database_cpu(server) - kept
    players.wait()
    result["per_second"] = result["moves"] / elapsed
    result["per_core"], result["all"] = (result["moves"] / max(used, 0.01) for used in (spent, whole))
    result["kb_per_table"] = (server.memory() - before_memory) / 1024 / tables
    return result


def _line(players: subprocess.Popen[str]) -> str:
    assert players.stdout is not None
    return players.stdout.readline()


def _await(players: subprocess.Popen[str], word: str) -> None:
    if _line(players).strip() != word:
        raise SystemExit(f"the players never said that they are {word}")


def _nod(players: subprocess.Popen[str]) -> None:
    assert players.stdin is not None
    players.stdin.write("go\n")
    players.stdin.flush()


def _database_cpu(server: Measured) -> float:
    return server.database.cpu() if server.database is not None else 0.0


def median(results: list[Json]) -> Json:
    """Field by field."""
    return {name: statistics.median(result[name] for result in results) for name in results[0]}


def memory_per_table(server: Measured, tables: int, moves: int = 10) -> float:
    """Kilobytes for each live table without connections: opened and played over HTTP."""
    line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)

    def call(path: str, body: Json, cookie: str = "") -> tuple[Json, str]:
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        line.request("POST", path, json.dumps(body), headers)
        answer = line.getresponse()
        given = [one.split(";")[0] for one in answer.headers.get_all("Set-Cookie") or []]
        return json.load(answer), "; ".join(given) or cookie

    wish = {"game": "relay", "seats": [{"kind": "me"}, {"kind": "me"}]}
    _, cookie = call("/api/tables", wish)
    for _ in range(50):  # until caches are filled
        call("/api/tables", wish, cookie)
    before = server.memory()
    for _ in range(tables):
        made, _ = call("/api/tables", wish, cookie)
        for node in range(moves):
            call(f"/api/tables/{made['id']}/act", {"node": node, "action": "add:1", "id": str(node)}, cookie)
    return (server.memory() - before) / 1024 / tables


def line(label: str, result: Json) -> str:
    return (
        f"{label:34} {result['per_second']:9.0f} {result['per_core']:9.0f} {result['all']:9.0f} "
        f"{result['p50']:9.2f} {result['p95']:9.2f} {result['p99']:9.2f} {result['kept']:9.2f} {result['others']:9.2f} "
        f"{result['kb_per_table']:9.1f}"
    )


def disk_milliseconds(folder: Path) -> float:
    """What one durable write costs here at the moment (median): no durable move can be quicker."""
    times: list[float] = []
    with (folder / "disk").open("wb") as file:
        for _ in range(200):
            file.write(bytes(4096))
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - started)
    return statistics.median(times) * 1000


Starter = Callable[[], Measured]


Rounds = dict[tuple[str, str], list[Json]]  # by server and number of tables


def measure(chosen: argparse.Namespace, node: str, runs: list[tuple[str, Starter]]) -> Rounds:
    """Everything, the servers in turn: a disturbance that lasts hits all of them."""
    names = ("moves/s", "per core", "all", "p50 ms", "p95 ms", "p99 ms", "kept ms", "others ms", "KB/table")
    print(f"{'':34} " + " ".join(f"{name:>9}" for name in names))
    found: Rounds = {}
    for tables, pause, what in [(1, 20, "idle"), *[(n, 0, f"{n} tables") for n in chosen.tables]]:
        for _ in range(chosen.rounds):
            for label, start in runs:
                server = start()
                found.setdefault((label, what), []).append(load(node, server, tables, chosen.seconds, pause))
                server.close()
        for label, _ in runs:
            print(line(f"{label}, {what}", median(found[label, what])), flush=True)
    return found


OURS = "SQLite, durable"
THEIRS = "boardgame.io 0.50, in memory"


def judge(found: Rounds, memory: float, disk: float) -> None:
    """The bars. A machine's speed wanders from minute to minute: moves per core are compared within each round."""
    idle = median(found[OURS, "idle"])
    ways = f"shown after {idle['p50']:.2f} ms, kept {idle['kept']:.2f}, on the other screen {idle['others']:.2f}"
    print(f"one move on an idle server, p50: {ways} (each at most 2); the disk alone: {disk:.2f} ms")
    alone = found.get((OURS, "1 tables"))
    if alone:
        print(f"one table, move after move: p50 {median(alone)['p50']:.2f} ms")
    print(f"memory: {memory:.1f} KB for each live table (at most 30); the figures above count its connections, too")
    for label in (OURS, "PostgreSQL, durable"):
        mine, other = found.get((label, "200 tables")), found.get((THEIRS, "200 tables"))
        if mine and other:
            ratios = [one["per_core"] / another["per_core"] for one, another in zip(mine, other, strict=True)]
            each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            times = f"{statistics.median(ratios):.2f} times boardgame.io's moves per core"
            print(f"{label}, 200 tables: {times} (at least 1.5; round by round {each})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8.0, help="of play in each measurement")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 200, 1000])
    parser.add_argument("--rounds", type=int, default=1, help="medians of so many rounds are shown")
    parser.add_argument("--quick", action="store_true", help="three seconds each, up to 200 tables")
    parser.add_argument("--skip-postgres", action="store_true")
    parser.add_argument("--skip-bgio", action="store_true")
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.seconds, chosen.tables = 3.0, [1, 200]
    node = install()
    with tempfile.TemporaryDirectory() as folder:
        disk = disk_milliseconds(Path(folder))
        runs: list[tuple[str, Starter]] = [(OURS, lambda: ours(str(Path(folder) / f"{time.time()}.db")))]
        postgres = None if chosen.skip_postgres else Postgres()
        try:
            if postgres is not None:
                runs.append(("PostgreSQL, durable", lambda: ours(postgres.fresh(), postgres)))
            if not chosen.skip_bgio:
                runs.append((THEIRS, lambda: theirs(node)))
            found = measure(chosen, node, runs)
            server = ours(str(Path(folder) / "memory.db"))
            memory = memory_per_table(server, 200 if chosen.quick else 1000)
            server.close()
            judge(found, memory, disk)
            replay.main()
            past.main()
            entries.main()
        finally:
            if postgres is not None:
                postgres.close()


if __name__ == "__main__":
    main()
