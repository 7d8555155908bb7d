"""The server beside boardgame.io: the same relay, the same players, the same run.

    python -m benchmarks.server.bench [--seconds 8] [--tables 1 200 1000] [--postgres URL] [--skip-bgio]

Moves per core are moves per second of processor time that the server's process used, so other work on the machine does
not count. Every move of ours is on the disk before it is answered; boardgame.io keeps its matches in memory.
boardgame.io 0.50 is installed from npm into build/bench-server; Node 20 or newer is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODULES = ROOT / "build" / "bench-server"
PACKAGES = ["boardgame.io@0.50.2", "socket.io-client@4", "ws@8"]
TICKS = os.sysconf("SC_CLK_TCK")
Json = dict[str, Any]


def install() -> None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("this benchmark needs Node 20 or newer with npm")
    if not (MODULES / "node_modules" / "boardgame.io").exists():
        MODULES.mkdir(parents=True, exist_ok=True)
        (MODULES / "package.json").write_text('{"private": true}')
        subprocess.run(["npm", "install", "--silent", "--no-audit", *PACKAGES], cwd=MODULES, check=True)


class Measured:
    """A server's process."""

    def __init__(self, name: str, command: list[str], port: int, ready: str, environment: dict[str, str]) -> None:
        self.name = name
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(self.url + ready, timeout=2):
                    return
            except urllib.error.HTTPError:
                return  # it answers
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"{name} does not start")

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def ours(database: str) -> Measured:
    port = free_port()
    settings = {"PARCFERME_LIMITS": "no", "PARCFERME_BOTS": "inline", "PARCFERME_LOG_LEVEL": "ERROR"}
    command = [sys.executable, str(HERE / "run_server.py"), str(port), database]
    return Measured("parcferme", command, port, "/health", settings)


def theirs() -> Measured:
    port = free_port()
    environment = {"NODE_PATH": str(MODULES / "node_modules"), "NODE_ENV": "production"}
    return Measured("bgio", ["node", str(HERE / "bgio.cjs"), str(port)], port, "/games", environment)


def load(server: Measured, tables: int, seconds: float, pause: int) -> Json:
    """Play for some seconds; returns moves per second, per core, and latencies."""
    words = ["node", str(HERE / "load.cjs"), server.name, server.url, str(tables), str(seconds), str(pause)]
    environment = {**os.environ, "NODE_PATH": str(MODULES / "node_modules")}
    before_memory = server.memory()
    players = subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert players.stdin is not None
    assert players.stdout is not None
    if players.stdout.readline().strip() != "ready":
        raise SystemExit(f"the players of {server.name} could not sit down")
    before, started = server.cpu(), time.monotonic()
    players.stdin.write("go\n")
    players.stdin.flush()
    result: Json = json.loads(players.stdout.readline())
    spent, elapsed = server.cpu() - before, time.monotonic() - started
    players.wait()
    result |= {"per_second": result["moves"] / elapsed, "per_core": result["moves"] / max(spent, 0.01)}
    result["kb_per_table"] = (server.memory() - before_memory) / 1024 / tables
    return result


def memory_per_table(server: Measured, tables: int = 1000, moves: int = 20) -> float:
    """Kilobytes for each live table without connections: opened, joined and played over HTTP."""

    def call(path: str, body: Json, cookie: str = "") -> tuple[Json, str]:
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        request = urllib.request.Request(server.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer), (answer.headers.get("Set-Cookie") or cookie).split(";")[0]

    seats = [{"kind": "me"}, {"kind": "me"}]
    _, cookie = call("/api/tables", {"game": "relay", "seats": seats})
    before = server.memory()
    for _ in range(tables):
        made, _ = call("/api/tables", {"game": "relay", "seats": seats}, cookie)
        for node in range(moves):
            call(f"/api/tables/{made['id']}/act", {"node": node, "action": "add:1", "id": str(node)}, cookie)
    return (server.memory() - before) / 1024 / tables


def line(label: str, result: Json) -> str:
    return (
        f"{label:34} {result['per_second']:9.0f} {result['per_core']:9.0f} "
        f"{result['p50']:9.2f} {result['p95']:9.2f} {result['p99']:9.2f} {result['kb_per_table']:9.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 200, 1000])
    parser.add_argument("--postgres", default="", help="address of an empty PostgreSQL database")
    parser.add_argument("--skip-bgio", action="store_true")
    parser.add_argument("--memory", action="store_true", help="also measure memory per table without connections")
    chosen = parser.parse_args()
    install()
    print(f"{'':34} {'moves/s':>9} {'per core':>9} {'p50 ms':>9} {'p95 ms':>9} {'p99 ms':>9} {'KB/table':>9}")
    with tempfile.TemporaryDirectory() as folder:
        runs = [("SQLite, durable", lambda: ours(str(Path(folder) / f"{time.time()}.db")))]
        if chosen.postgres:
            runs.append(("PostgreSQL, durable", lambda: ours(chosen.postgres)))
        if not chosen.skip_bgio:
            runs.append(("boardgame.io 0.50, in memory", theirs))
        for label, start in runs:
            server = start()
            print(line(f"{label}, idle", load(server, 1, chosen.seconds, 20)), flush=True)
            server.close()
            for tables in chosen.tables:
                server = start()
                print(line(f"{label}, {tables} tables", load(server, tables, chosen.seconds, 0)), flush=True)
                server.close()
        if chosen.memory:
            server = ours(str(Path(folder) / "memory.db"))
            print(f"memory: {memory_per_table(server):.1f} KB for each live table without connections")
            server.close()


if __name__ == "__main__":
    main()
