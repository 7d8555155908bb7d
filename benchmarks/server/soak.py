"""The soak: players at many tables while the server is killed again and again, at random moments.

    make soak [ARGS="--kills 1000 --tables 12 --seed 1 --database FILE-or-postgresql://… --postgres --mischief SECONDS"]

At each table a player acts over a live line against a bot while a spectator watches. Both keep everything they are
told. After each kill, before a server runs again, all of it is compared with the journal in the database:

    every acknowledged move is in the log at its node, or sealed   (nothing acknowledged is lost)
    every entry anybody was shown is in the log at its place       (nothing was shown that was not kept)
    every seal anybody was told of is kept; no node was shown that the log does not reach

While no server runs, because bots choose the same again from the same position: a server that has come back may have
made up for what it had lost. Then the server is started, and somebody's move must be accepted.

Then mischief is made for a while (mischief.py): visitors do everything that is limited, at their limits and beyond,
while people play; their moves must not wait for it.

A kill ends a process, not the machine: what the process has handed to the operating system survives it. Whether the
disk keeps a commit through a power cut (fsync, SQLite's synchronous=FULL) is not tested here.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import parcferme
from benchmarks.server.measured import Postgres, used, verdict

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Json = dict[str, Any]
TOYS = ("toy_dash", "toy_bids", "toy_hide")  # quick, and between them everything a table can do
GAMES = (*TOYS, "lunar_rally", "rally", "rally_round", "rallye_code", "rallyman")
PROGRESS = 25  # kills between two lines
STARTING = 30.0  # seconds of its own processor time until a server counts as not starting
PATIENCE = 60.0  # seconds until something counts as not happening
BLANK = "?"  # stands for what a seat must not know
SEAT = 0  # the player's at every table
LOST = (OSError, ConnectionClosed, InvalidHandshake, httpx.HTTPError, TimeoutError)  # a server that has gone


class Told:
    """What one connection after another was told of a match."""

    def __init__(self) -> None:
        self.n = 0  # the last message
        self.node = 0  # the furthest
        self.entries: dict[int, list[Any]] = {}  # place in the log → entry, as this audience may see it
        self.seals: set[tuple[int, int]] = set()  # (node, seat)

    def hear(self, message: Json) -> None:
        self.n = max(self.n, message.get("n", 0))
        position = message.get("position")
        if position is not None:
            self.node = max(self.node, position["node"])
            self._place(position["node"], [message, *message.get("missed", ())])
        self.seals |= {(self.node, seat) for seat in (position or message).get("sealed", ())}

    def _place(self, node: int, messages: list[Json]) -> None:
        """The steps of some messages, the last of which ends at a node: what was missed tells no place of its own."""
        steps = [step for message in messages for step in message.get("steps", ())]
        for place, step in enumerate(steps, node - len(steps)):
            self.entries[place] = step["entry"]


class Match:
    """A match and what was told of it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.acknowledged: dict[int, str] = {}  # node → the player's action
        self.played = Told()
        self.watched = Told()


class Journal:
    """A match as the database keeps it."""

    def __init__(self, notes: list[tuple[str, Json]]) -> None:
        self.log: list[list[Any]] = []
        self.seals: dict[tuple[int, int], str] = {}  # (node, seat) → action
        for kind, body in notes:
            self.log += body.get("entries", [])
            if kind == "seal":
                self.seals[len(self.log), body["seat"]] = body["action"]

    def entry(self, place: int) -> list[Any] | None:
        return self.log[place] if place < len(self.log) else None


def read_journals(database: str, tables: list[str]) -> dict[str, Journal]:
    """Journals as they lie in the database. An SQLite file is only looked at: the next server finds it as it was."""
    query = "SELECT kind, body FROM journal WHERE table_id = {} ORDER BY seq"
    connection: Any
    if "://" in database:
        connection, query = psycopg.connect(database), query.format("%s")
    else:
        connection, query = sqlite3.connect(f"file:{database}?mode=ro", uri=True), query.format("?")
    with closing(connection):
        rows = {table: connection.execute(query, (table,)).fetchall() for table in tables}
    return {table: Journal([(kind, json.loads(body)) for kind, body in found]) for table, found in rows.items()}


@contextmanager
def held(database: str) -> Iterator[None]:
    """For a moment nobody else can commit: whatever is told then is told too early."""
    if "://" in database:
        with psycopg.connect(database) as lock:
            lock.execute("LOCK TABLE journal IN SHARE MODE")
            yield
            lock.rollback()
        return
    with closing(sqlite3.connect(database, timeout=PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        yield
        lock.rollback()


def faults_of(match: Match, journal: Journal) -> list[str]:
    """What was told of a match and is not kept."""
    faults = [
        f"{action} at node {node} was acknowledged; the log has {journal.entry(node)}"
        for node, action in match.acknowledged.items()
        if not _has_move(journal, node, action)
    ]
    for told in (match.played, match.watched):
        faults += [
            f"entry {place} was shown as {entry}; the log has {journal.entry(place)}"
            for place, entry in told.entries.items()
            if not _is_shown(entry, journal.entry(place))
        ]
        faults += [
            f"seat {seat} was said to have sealed at node {node}"
            for node, seat in told.seals
            if node >= len(journal.log) and (node, seat) not in journal.seals
        ]
        if told.node > len(journal.log):
            faults.append(f"node {told.node} was shown; the log has {len(journal.log)} entries")
    return [f"{match.table}: {fault}" for fault in faults]


def _has_move(journal: Journal, node: int, action: str) -> bool:
    entry = journal.entry(node)
    if entry is None:
        return journal.seals.get((node, SEAT)) == action
    return entry == [SEAT, action] or (entry[0] == "joint" and entry[1][0] == action)


def _is_shown(shown: object, kept: object) -> bool:
    """Is this how an entry, or a part of it, may have been shown?"""
    if isinstance(shown, list) and isinstance(kept, list) and len(shown) == len(kept):
        return all(map(_is_shown, shown, kept))
    return shown == kept or (shown == BLANK and isinstance(kept, str))


class Player:
    """One person at one table with a bot, and somebody who watches; plays any action, and then another match."""

    def __init__(self, url: str, game: str, seed: int, gate: asyncio.Event) -> None:
        self.url = url
        self.game = game
        self.gate = gate  # shut while the server is compared
        self.rng = Random(seed)
        self.cookies: dict[str, str] = {}
        self.match: Match | None = None
        self.finished: list[Match] = []  # since they were last compared
        self.lines = 0  # open ones
        self.sent = self.granted = 0

    def matches(self) -> list[Match]:
        """All that are to be compared now."""
        found = [*self.finished, *([self.match] if self.match is not None else [])]
        self.finished.clear()
        return found

    def headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    async def play(self) -> None:
        """Match after match, through all breaks."""
        while True:
            await self.gate.wait()
            try:
                if self.match is None:
                    self.match = await self._open()
                if await self._drive(self.match):
                    self.finished.append(self.match)
                    self.match = None
            except LOST:
                await asyncio.sleep(0.02)

    async def watch(self) -> None:
        """The spectator: a stranger, who is told less."""
        while True:
            await self.gate.wait()
            match = self.match
            with suppress(*LOST):
                if match is not None:
                    await self._listen(match.table, match.watched, {})
            await asyncio.sleep(0.02)

    async def _open(self) -> Match:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        options = {"players": 2, **({"length": 120} if self.game == "toy_dash" else {})}
        wish = {"game": self.game, "seats": seats, "options": options}
        async with httpx.AsyncClient(timeout=10) as http:
            answer = await http.post(f"{self.url}/api/tables", json=wish, headers=self.headers())
        answer.raise_for_status()
        self.cookies |= dict(answer.cookies)
        return Match(answer.json()["id"])

    async def _drive(self, match: Match) -> bool:
        """Play over one connection; True when the match is over."""
        waiting: dict[str, tuple[int, str]] = {}

        def answer(message: Json) -> str | None:
            if message["type"] == "ok" and message["id"] in waiting:
                node, action = waiting.pop(message["id"])
                match.acknowledged[node] = action
                self.granted += 1
            position = message.get("position")
            if position is None or not position["actions"] or position["own_seal"] is not None:
                return None
            self.sent += 1
            id = f"{match.table}.{self.sent}"
            waiting[id] = position["node"], self.rng.choice(position["actions"])["notation"]
            return json.dumps({"do": "act", "id": id, "node": position["node"], "action": waiting[id][1]})

        return await self._listen(match.table, match.played, self.headers(), answer)

    async def _listen(
        self, table: str, told: Told, headers: dict[str, str], answer: Callable[[Json], str | None] = lambda _: None
    ) -> bool:
        """One live line; keeps what it is told. True when the match is over."""
        url = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket?since={told.n}"
        async with connect(url, additional_headers=headers, open_timeout=5, max_size=None) as line:
            self.lines += 1
            try:
                async for data in line:
                    message = json.loads(data)
                    told.hear(message)
                    reply = answer(message)
                    if reply is not None:
                        await line.send(reply)
                    if message.get("position", {}).get("status") == "finished":
                        return True
            finally:
                self.lines -= 1
        return False


class Soak:
    """The server, its players and the comparison."""

    def __init__(
        self,
        database: str,
        tables: int = 12,
        seed: int = 1,
        games: tuple[str, ...] = GAMES,
        limits: bool = False,
        bots: str = "inline",
    ) -> None:
        self.database = database
        self.limits = limits  # of the server; players who do not think would soon pass them
        self.bots = bots  # where they think
        self.rng = Random(seed)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.gate = asyncio.Event()
        self.players = [Player(self.url, games[n % len(games)], seed * 1000 + n, self.gate) for n in range(tables)]
        self.nursery: subprocess.Popen[str] | None = None
        self.process = 0  # of the server that runs
        self.faults: list[str] = []
        self.kills = self.acknowledged = self.shown = self.checked = 0

    def run(self, kills: int) -> None:
        asyncio.run(self._run(kills))

    def summary(self) -> str:
        return (
            f"{self.kills} kills, {self.checked} tables compared, {self.acknowledged} acknowledgements and "
            f"{self.shown} shown entries checked, {len(self.faults)} faults"
        )

    async def _run(self, kills: int) -> None:
        await self.start()
        self.gate.set()
        tasks = [asyncio.create_task(work()) for player in self.players for work in (player.play, player.watch)]
        try:
            while self.kills < kills:
                await self._must_go_on(self.rng.randrange(1, 20))
                await self._strike()
                if self.kills < kills and self.rng.random() < 0.1:
                    await self._strike()  # while people still reconnect
            for player in self.players:
                await self._must_move(player)
        finally:
            self.faults += [f"somebody fell out: {task.exception()!r}" for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.kill()
            self.close_nursery()

    async def _strike(self) -> None:
        """Kill the server at a random moment, compare, and start it again. Between the news and its commit there is
        hardly a moment to hit, even where the order is wrong: every other time commits are held up before the kill."""
        with held(self.database) if self.rng.random() < 0.5 else nullcontext():
            await asyncio.sleep(self.rng.uniform(0, 0.1))
            self.gate.clear()
            await self.kill()
        self.kills += 1
        await self._until(
            lambda: not any(player.lines for player in self.players), "everybody has heard the last of it"
        )
        self._compare([match for player in self.players for match in player.matches()])
        await self.start()
        self.gate.set()
        if self.kills % PROGRESS == 0:
            print(self.summary(), flush=True)

    async def _must_go_on(self, moves: int) -> None:
        """Wait for some moves; none at all is a fault."""
        before = self._granted()
        await self._until(lambda: self._granted() > before, f"a move is accepted after kill {self.kills}")
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE / 3):
                while self._granted() < before + moves:
                    await asyncio.sleep(0.005)

    async def _must_move(self, player: Player) -> None:
        before = player.granted
        await self._until(lambda: player.granted > before, f"{player.game} goes on after the last kill")

    async def _until(self, happens: Callable[[], bool], what: str) -> None:
        """Wait for what has to happen."""
        end = time.monotonic() + PATIENCE
        while not happens():
            if time.monotonic() > end:
                self.faults.append(f"it does not happen that {what}")
                return
            await asyncio.sleep(0.005)

    def _granted(self) -> int:
        return sum(player.granted for player in self.players)

    def _compare(self, matches: list[Match]) -> None:
        """What everybody was told against the database, while no server runs."""
        journals = read_journals(self.database, [match.table for match in matches])
        for match in matches:
            self.faults += faults_of(match, journals[match.table])
            self.checked += 1
            self.acknowledged += len(match.acknowledged)
            self.shown += len(match.played.entries) + len(match.watched.entries)

    def _open_nursery(self) -> subprocess.Popen[str]:
        installed = Path(parcferme.__file__).parents[1]  # the very engine that is here: compiled, or from its sources
        environment = {**os.environ, "PARCFERME_BOTS": self.bots, "PARCFERME_LIMITS": "yes" if self.limits else "no"}
        environment |= {"PARCFERME_LOG_LEVEL": "ERROR", "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}"}
        words = [sys.executable, str(HERE / "nursery.py"), str(self.port), self.database]
        return subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    async def start(self) -> None:
        """A new server process; returns when it answers."""
        if self.nursery is None:
            self.nursery = self._open_nursery()
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write("start\n")
        self.nursery.stdin.flush()
        self.process = int(await asyncio.to_thread(self.nursery.stdout.readline))
        async with httpx.AsyncClient() as http:
            while not self._is_gone() and used([self.process]) < STARTING:  # a busy machine is no fault of its
                try:
                    if (await http.get(f"{self.url}/health", timeout=5)).status_code == 200:
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.03)
        raise RuntimeError("the server does not start again")

    async def kill(self) -> None:
        """Kill the server and wait until it is gone: a process may still write while it dies."""
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            await self._until(self._is_gone, f"process {self.process} ends")
        self.process = 0

    def _is_gone(self) -> bool:
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return True
        return False

    def close_nursery(self) -> None:
        if self.nursery is not None:
            self.nursery.communicate()  # ends with its standard input


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="a file or an address; by default a new file")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--mischief", type=float, default=120.0, metavar="SECONDS", help="0: none")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if chosen.postgres:
            postgres = Postgres()
            stack.callback(postgres.close)
            chosen.database = postgres.fresh()
        soak = Soak(chosen.database or str(folder / "soak.db"), chosen.tables, chosen.seed)
        started = time.monotonic()
        with suppress(KeyboardInterrupt):
            soak.run(chosen.kills)
        print(f"{soak.summary()}, {time.monotonic() - started:.0f} s")
        faults = [*soak.faults, *_mischief(soak.database, chosen.mischief)]
    return verdict(faults) or int(soak.kills < chosen.kills)


def _mischief(database: str, seconds: float) -> list[str]:
    if not seconds:
        return []
    from benchmarks.server.mischief import Rehearsal  # which is made of parts of this file

    rehearsal = Rehearsal(database)
    rehearsal.run(seconds)
    print(rehearsal.summary())
    return rehearsal.faults


if __name__ == "__main__":
    raise SystemExit(main())
