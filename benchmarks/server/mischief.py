"""Mischief: while honest people play, visitors do everything that is limited, as fast as they can.

    python -m benchmarks.server.mischief [--seconds 60] [--players 8] [--database FILE-or-postgresql://…]

First the honest play by themselves, then among the others, who are a process of their own and come from addresses of
their own (127.0.2.n: this needs Linux, where all of 127.0.0.0/8 is this machine). Told are the times of honest moves,
from sending to `ok`, both ways, and what became of the visitors' wishes. Faults are: an acknowledged or shown move that
the database does not have, somebody who was flagged, an answer that blames the server (5xx), and moves of which one in
a hundred takes over 250 ms, if it did not take half as long without the mischief.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server.measured import verdict
from benchmarks.server.soak import LOST, PATIENCE, ROOT, Json, Match, Soak, faults_of, read_journals

P99 = 0.25  # seconds
THINK = (0.02, 0.12)  # seconds a person thinks: quick, but within the limits
FEWEST = 30  # honest moves that say anything
BEGUN = 40  # wishes of the visitors, until all of them are at it
OPTIONS = {"players": 2, "length": 400}


class Visitor:
    """Somebody with a browser and an address of their own."""

    def __init__(self, url: str, address: str, seed: int = 1) -> None:
        self.url = url
        self.address = address
        self.rng = Random(seed)
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=20))
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=30)
        self.answers: Counter[int] = Counter()

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        try:
            answer = await self.http.request(method, path, **more)
        except LOST:
            self.answers[0] += 1  # the line was cut
            return None
        self.answers[answer.status_code] += 1
        return answer

    def line(self, table: str, since: int = 0) -> connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket?since={since}"
        headers = {"Cookie": cookies} if cookies else {}
        return connect(url, additional_headers=headers, max_size=None, local_addr=(self.address, 0))

    async def table(self, *seats: Json) -> str:
        """A table of theirs, as soon as they may have one."""
        body = {"game": "toy_dash", "options": OPTIONS, "seats": list(seats), "chat": "all"}
        while True:
            answer = await self.ask("POST", "/api/tables", json={**body, "pace": {"kind": "live", "bank": 60}})
            if answer is not None and answer.status_code == 201:
                return str(answer.json()["id"])
            await asyncio.sleep(1)


ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "works"}


class Honest(Visitor):
    """Plays against a bot over a live line, with a clock, and keeps the time of every move."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(url, f"127.0.1.{number}", number)
        self.times: list[float] = []
        self.matches: list[Match] = []
        self.flagged = 0

    async def play(self) -> None:
        while True:
            self.matches.append(Match(await self.table(ME, {**BOT, "level": "novice"})))
            with suppress(*LOST):
                await self._play(self.matches[-1])

    async def _play(self, match: Match) -> None:
        async with self.line(match.table) as line:
            sent: dict[str, tuple[float, int, str]] = {}
            async for data in line:
                message: Json = json.loads(data)
                match.played.hear(message)
                self._hear(message, match, sent)
                position = message.get("position") or {}
                if position.get("status") == "finished":
                    return
                if position.get("actions"):
                    await self._act(line, position, sent)

    def _hear(self, message: Json, match: Match, sent: dict[str, tuple[float, int, str]]) -> None:
        self.flagged += len(message.get("flagged") or [])
        if message["type"] == "ok" and message["id"] in sent:
            at, node, action = sent.pop(message["id"])
            self.times.append(time.perf_counter() - at)
            match.acknowledged[node] = action

    async def _act(self, line: ClientConnection, position: Json, sent: dict[str, tuple[float, int, str]]) -> None:
        await asyncio.sleep(self.rng.uniform(*THINK))
        id, node = secrets.token_hex(6), position["node"]
        action = self.rng.choice(position["actions"])["notation"]
        sent[id] = (time.perf_counter(), node, action)
        await line.send(json.dumps({"do": "act", "id": id, "node": node, "action": action}))


# What visitors do; each goes on until it is stopped


async def knock(one: Visitor, target: str) -> None:
    """Pages, lists and tokens that are not valid, one after another."""
    paths = ["/", "/health", "/api/tables?limit=100&status=playing", "/api/games", f"/api/tables/{target}/opening"]
    while True:
        await one.ask("GET", one.rng.choice(paths))
        await one.ask("GET", "/api/account", headers={"Authorization": f"Bearer pf_{secrets.token_hex(8)}"})


async def bring(one: Visitor, target: str) -> None:
    """Documents and records as large as may be, nested as deep as may be."""
    row = ["x" * 900] * 100
    while True:
        await one.ask("POST", "/api/games/toy_dash/check", json={"options": {"board": [row] * 10}})
        await one.ask("POST", "/api/records", json={"format": "parcferme-record", "log": [row] * 15})
        await one.ask("POST", "/api/games/toy_dash/check", content=b"[" * 500_000)


async def hang(one: Visitor, target: str) -> None:
    """Connections that never come to the point."""
    host, _, port = one.url.removeprefix("http://").partition(":")
    held: list[asyncio.StreamWriter] = []
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(one.address, 0))
            writer.write(b"POST /api/account HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            held.append(writer)
        if len(held) > 300:
            held.pop(0).close()
        held = [writer for writer in held if not writer.is_closing()]
        for writer in held[::50]:
            writer.write(b"x")
        await asyncio.sleep(0.01)


async def crowd(one: Visitor, target: str) -> None:
    """As many live lines to somebody else's table as are let in, opened again and again."""

    async def watch() -> None:
        while True:
            with suppress(*LOST):
                async with one.line(target) as line:
                    async with asyncio.timeout(5):
                        async for _ in line:
                            pass
            await asyncio.sleep(0.1)

    await asyncio.gather(*[watch() for _ in range(60)])


async def babble(one: Visitor, target: str) -> None:
    """Chat, reports and names, faster than anybody reads."""
    own = await one.table(ME, OPEN)
    while True:
        await one.ask("POST", f"/api/tables/{own}/chat", json={"text": secrets.token_hex(200)})
        await one.ask("POST", f"/api/tables/{target}/report", json={"seat": 0, "why": secrets.token_hex(20)})
        await one.ask("PATCH", "/api/account", json={"name": f"V {secrets.token_hex(4)}"})


async def dither(one: Visitor, target: str) -> None:
    """Moves and take-backs at a table of their own."""
    own = await one.table(ME, ME)
    while True:
        answer = await one.ask("GET", f"/api/tables/{own}/position")
        position = answer.json() if answer is not None and answer.status_code == 200 else {}
        if not position.get("actions"):
            own = await one.table(ME, ME)
            continue
        body = {"node": position["node"], "action": position["actions"][0]["notation"], "id": secrets.token_hex(4)}
        await one.ask("POST", f"/api/tables/{own}/act", json=body)
        await one.ask("POST", f"/api/tables/{own}/undo", json={"to": position["node"]})


async def breed(one: Visitor, target: str) -> None:
    """Tables of nothing but bots that think hard."""
    while True:
        await one.ask("POST", "/api/tables", json={"game": "toy_dash", "options": OPTIONS, "seats": [BOT, BOT]})


async def guess(one: Visitor, target: str) -> None:
    """Passwords, registrations, links by mail."""
    while True:
        name = f"G{secrets.token_hex(4)}"
        await one.ask("POST", "/api/account/login", json={"name": "Marshal", "password": name * 2})
        await one.ask("POST", "/api/account", json={"name": name, "password": name * 2})
        await one.ask("POST", "/api/mail/reset", json={"email": f"{name}@example.org"})
        await one.ask("POST", "/api/mail/password", json={"token": f"{name}.1.{'0' * 40}", "password": name * 2})


async def draw(one: Visitor, target: str) -> None:
    """Documents that are hard to look at: checked, measured, kept, drawn by lot, and tables and events of them."""
    roads = {"zones": [{"zone": "Q", "roads": [{"ends": ["0", "2"]}, {"ends": ["1", "3"]}] * 3000}]}
    grid = _grid(24)
    forms = [
        {"game": "rallyman", "kind": "zones", "document": roads},
        {"game": "rally_round", "kind": "map", "document": grid},
    ]
    while True:
        for form in forms:
            await one.ask("POST", "/api/studio/check", json=form)
            await one.ask("POST", "/api/studio/measure", json=form)
            await one.ask("POST", "/api/documents", json={**form, "title": secrets.token_hex(9)})
        await one.ask("POST", "/api/studio/surprise", json={"game": "rally_round", "kind": "route", "length": "long"})
        await one.ask("POST", "/api/tables", json={"game": "rallyman", "options": {"zones": roads}})
        await one.ask("POST", "/api/games/rally_round/check", json={"options": {"map": grid, "route": "laid"}})
        regulations = {"title": "Own", "game": "rallyman", "options": {"zones": roads}}
        await one.ask("POST", "/api/events", json={"regulations": regulations, "visibility": "private"})
        await one.ask("GET", f"/api/shelf?search={secrets.token_hex(3)}")


def _grid(side: int) -> Json:
    """A plain grid of roads: as many squares as a map may have."""
    ids = range(1, side * side + 1)
    squares = [{"id": n, "x": (n - 1) % side, "y": (n - 1) // side, "colour": "R"} for n in ids]
    edges = [[n, n + 1] for n in ids if n % side] + [[n, n + side] for n in ids if n + side <= side * side]
    squares[0]["chequered"], squares[-1]["chequered"] = "A", "B"
    about = {"format": "rally-round-map/1", "name": "Grid", "source": "mischief", "licence": "CC0-1.0"}
    return {**about, "squares": squares, "edges": edges}


async def look_back(one: Visitor, target: str) -> None:
    """A record of nothing but take-backs, as long as may be: kept, checked, stepped through, reviewed, a puzzle."""
    own = await one.table(ME, ME)
    answer = await one.ask("GET", f"/api/tables/{own}/record")
    blank: Json = answer.json() if answer is not None and answer.status_code == 200 else {}
    endless = {**blank, "log": [[0, "gear:1"], ["undo", 0]] * 9_990, "marks": [], "result": None, "notes": {}}
    while True:
        answer = await one.ask("POST", "/api/records", json=endless)
        kept = answer.json()["id"] if answer is not None and answer.status_code == 201 else "0" * 24
        await one.ask("GET", f"/api/records/{kept}/verify")
        await one.ask("GET", f"/api/records/{kept}/frames?first={one.rng.randrange(19_000)}")
        await one.ask("GET", f"/api/records/{kept}/review")
        await one.ask("POST", "/api/puzzles", json={"record": kept, "at": 10, "seat": 0})
        await one.ask(
            "POST", "/api/events/import", content=b'{"format": "parcferme-event", "journal": [' + b"0," * 2_000_000
        )


async def wander(one: Visitor, target: str) -> None:
    """Every list and page there is, one after another."""
    paths = [
        "/api/watch",
        "/api/puzzles?game=rallyman",
        "/api/puzzles/today",
        "/api/shelf",
        "/api/events",
        "/api/daily",
    ]
    paths += ["/api/tables?status=finished&limit=100", f"/api/tables/{target}/frames", f"/api/tables/{target}/record"]
    while True:
        await one.ask("GET", one.rng.choice(paths))


async def shout(one: Visitor, target: str) -> None:
    """Live lines on which nothing makes sense."""
    words = ["{", "[" * 3000, json.dumps({"do": "act", "node": 10**18, "action": "x" * 3000}), "x" * 15_000]
    while True:
        with suppress(*LOST):
            async with one.line(target) as line:
                for _ in range(50):
                    await line.send(one.rng.choice(words))
                    await line.recv()
        await asyncio.sleep(0.05)


async def drown(one: Visitor, target: str) -> None:
    """Signs of life and chunks of nothing, as many as are taken."""
    host, _, port = one.url.removeprefix("http://").partition(":")
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
    )
    ping = b"\x89\x81\0\0\0\0x"
    while True:
        with suppress(*LOST):
            async with asyncio.timeout(1), one.line(target) as line:
                while True:
                    if not line.transport.get_write_buffer_size():
                        line.transport.write(ping * 20_000)
                    await asyncio.sleep(0.01)
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(one.address, 0))
            writer.write(head)
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    while True:
                        writer.write(b"1\r\na\r\n" * 20_000)
                        await writer.drain()
            writer.transport.abort()


Deed = Callable[[Visitor, str], Awaitable[None]]
DEEDS: tuple[Deed, ...] = (
    knock, bring, hang, crowd, babble, dither, breed, guess, draw, look_back, wander, shout, drown,
)  # fmt: skip


async def visit(url: str, target: str) -> None:
    """All visitors, until standard input ends; then what they were answered is written. When all is under way they say
    so."""
    visitors = [Visitor(url, f"127.0.2.{number + 1}", number) for number in range(len(DEEDS))]
    tasks = [asyncio.ensure_future(deed(one, target)) for deed, one in zip(DEEDS, visitors, strict=True)]
    while sum(one.answers.total() for one in visitors) < BEGUN:
        await asyncio.sleep(0.05)
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    fallen = [repr(task.exception()) for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, *[one.http.aclose() for one in visitors], return_exceptions=True)
    answers: Counter[int] = sum((one.answers for one in visitors), Counter())
    print(json.dumps({"answers": answers, "fallen": fallen}))


class Rehearsal:
    """A server with its limits on, honest people, and then the others as well."""

    def __init__(self, database: str, players: int = 8) -> None:
        self.soak = Soak(database, tables=0, limits=True, bots="process")
        self.honest = [Honest(self.soak.url, number + 1) for number in range(players)]
        self.answers: Counter[int] = Counter()  # to the visitors, by status; 0: cut off
        self.before: list[float] = []
        self.during: list[float] = []
        self.faults: list[str] = []

    def run(self, seconds: float) -> None:
        asyncio.run(self._run(seconds))

    def summary(self) -> str:
        told = ", ".join(f"{count} × {status or 'cut off'}" for status, count in sorted(self.answers.items()))
        return f"alone: {_times(self.before)}\namong mischief: {_times(self.during)}\nvisitors were answered {told}"

    async def _run(self, seconds: float) -> None:
        await self.soak.start()
        tasks = [asyncio.create_task(one.play()) for one in self.honest]
        try:
            self.before = await self._measured(seconds / 2)
            async with self._visitors(self.honest[0].matches[-1].table):
                self.during = await self._measured(seconds)
        finally:
            self.faults += [f"somebody fell out: {task.exception()!r}" for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, *[one.http.aclose() for one in self.honest], return_exceptions=True)
            await self.soak.kill()
            self.soak.close_nursery()
        self._judge()

    @asynccontextmanager
    async def _visitors(self, target: str) -> AsyncIterator[None]:
        words = [sys.executable, "-m", "benchmarks.server.mischief", "--visit", self.soak.url, target]
        paths = os.pathsep.join([str(ROOT), *sys.path])
        environment = {**os.environ, "PYTHONPATH": paths}
        process = subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            await asyncio.to_thread(process.stdout.readline)
            yield
        finally:
            told, _ = await asyncio.to_thread(process.communicate)
        found = json.loads(told or '{"answers": {}, "fallen": ["all of them"]}')
        self.answers.update({int(status): count for status, count in found["answers"].items()})
        self.faults += [f"a visitor fell out: {why}" for why in found["fallen"]]

    async def _measured(self, seconds: float) -> list[float]:
        """The times of honest moves from now on; on a machine that is busy with other things until there are some."""
        await asyncio.sleep(seconds / 10)
        for one in self.honest:
            one.times.clear()
        end = time.monotonic() + seconds
        while time.monotonic() < end or (self._moves() < FEWEST and time.monotonic() < end + PATIENCE):
            await asyncio.sleep(0.05)
        return sorted(took for one in self.honest for took in one.times)

    def _moves(self) -> int:
        return sum(len(one.times) for one in self.honest)

    def _judge(self) -> None:
        matches = [match for one in self.honest for match in one.matches]
        journals = read_journals(self.soak.database, [match.table for match in matches])
        self.faults += [fault for match in matches for fault in faults_of(match, journals[match.table])]
        self.faults += [f"{one.address} was flagged {one.flagged} times" for one in self.honest if one.flagged]
        answers = sum((one.answers for one in self.honest), self.answers)
        blamed = sum(count for status, count in answers.items() if status >= 500)
        self.faults += [f"{blamed} answers blamed the server"] if blamed else []
        if not self.during or share(self.during, 0.99) > max(P99, 2 * share(self.before, 0.99)):
            self.faults.append(f"moves were slow: {_times(self.during)}")


def share(times: list[float], part: float) -> float:
    """So long, or less, this part of the moves took."""
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("inf")


def _times(times: list[float]) -> str:
    marks = ", ".join(f"p{round(part * 100)} {share(times, part) * 1000:.1f} ms" for part in (0.5, 0.95, 0.99))
    return f"{len(times)} moves, {marks}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--database", default="")
    parser.add_argument("--visit", nargs=2, metavar=("URL", "TABLE"), help="be the visitors")
    chosen = parser.parse_args()
    if chosen.visit:
        asyncio.run(visit(*chosen.visit))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        rehearsal = Rehearsal(chosen.database or str(Path(folder) / "mischief.db"), chosen.players)
        rehearsal.run(chosen.seconds)
    print(rehearsal.summary())
    return verdict(rehearsal.faults)


if __name__ == "__main__":
    raise SystemExit(main())
