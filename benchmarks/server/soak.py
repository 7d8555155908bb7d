"""The soak: players at many tables while the server is killed again and again, at random moments.

    make soak [ARGS="--kills 1000 --tables 12 --seed 1 --database FILE-or-postgresql://… --postgres"]

Players act over live lines against bots and keep two lists: what was acknowledged and what they were shown. After
each kill the server is started again and every table is compared with what it has kept:

    every acknowledged move is in the log, at its node        (nothing acknowledged is lost)
    every entry that anybody was shown is in the log           (nothing was shown that was not kept)
    every table goes on                                        (a move is accepted after each restart)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from benchmarks.server.bench import Postgres
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Json = dict[str, Any]
TOYS = ("toy_dash", "toy_bids", "toy_hide")  # quick, and between them everything a table can do
GAMES = (*TOYS, "lunar_rally", "rally", "rally_round", "rallye_code", "rallyman")
PROGRESS = 25  # kills between two lines
Shown = dict[int, list[object]]


class Kept(NamedTuple):
    """A player's two lists of one match."""

    table: str
    acknowledged: dict[int, str]
    shown: Shown
    player: Player


class Player:
    """One person at one table with bots; plays any action, and starts a rematch when it is over."""

    def __init__(self, url: str, game: str, seed: int, gate: asyncio.Event) -> None:
        self.url = url
        self.game = game
        self.gate = gate  # shut while the server is compared
        self.rng = Random(seed)
        self.cookies: dict[str, str] = {}
        self.table = ""
        self.finished: list[Kept] = []  # matches to the end since they were last compared
        self.forget()
        self.sent = self.granted = 0

    def forget(self) -> None:
        """A new table: new lists."""
        self.acknowledged: dict[int, str] = {}  # node → action
        self.shown: Shown = {}  # log index → entry, as this seat may see it

    def kept(self) -> Kept:
        """What this player holds against the server at the present table."""
        return Kept(self.table, dict(self.acknowledged), dict(self.shown), self)

    def headers(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookie} if cookie else {}

    async def open(self, http: httpx.AsyncClient) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        options = {"players": 2, **({"length": 120} if self.game == "toy_dash" else {})}
        wish = {"game": self.game, "seats": seats, "options": options}
        answer = await http.post(f"{self.url}/api/tables", json=wish, headers=self.headers())
        answer.raise_for_status()
        self.cookies |= dict(answer.cookies)
        self.table = answer.json()["id"]
        self.forget()

    async def play(self) -> None:
        """Play until the line breaks."""
        async with httpx.AsyncClient(timeout=10) as http:
            while True:
                await self.gate.wait()
                try:
                    if not self.table:
                        await self.open(http)
                    if await self._match():
                        self.finished.append(self.kept())
                        self.table = ""
                except (OSError, ConnectionClosed, InvalidHandshake, httpx.HTTPError, TimeoutError):
                    await asyncio.sleep(0.02)

    async def _match(self) -> bool:
        """One connection; True when the match is over."""
        url = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/socket?since=0"
        async with connect(url, additional_headers=self.headers(), open_timeout=5, max_size=None) as line:
            waiting: dict[str, tuple[int, str]] = {}
            async for data in line:
                message = json.loads(data)
                kind = message["type"]
                if kind == "ok" and message["id"] in waiting:
                    node, action = waiting.pop(message["id"])
                    self.acknowledged[node] = action
                    self.granted += 1
                position = message.get("position")
                if kind == "hello":
                    for missed in message["missed"]:
                        self._saw(missed)
                self._saw(message)
                if position is None:
                    continue
                if position["status"] == "finished":
                    return True
                await self._answer(line, position, waiting)
        return False

    def _saw(self, message: Json) -> None:
        """Keep every entry that was shown, by its place in the log."""
        if message["type"] not in ("play", "start") or "position" not in message:
            return
        steps = message["steps"]
        first = message["position"]["node"] - len(steps)
        for number, step in enumerate(steps):
            self.shown[first + number] = step["entry"]

    async def _answer(self, line: Any, position: Json, waiting: dict[str, tuple[int, str]]) -> None:
        if not position["actions"] or position["own_seal"] is not None:
            return
        self.sent += 1
        id = f"{self.table}.{self.sent}"
        action = self.rng.choice(position["actions"])["notation"]
        waiting[id] = (position["node"], action)
        await line.send(json.dumps({"do": "act", "id": id, "node": position["node"], "action": action}))


class Soak:
    """The server, its players and the comparison."""

    def __init__(self, database: str, tables: int = 12, seed: int = 1, games: tuple[str, ...] = GAMES) -> None:
        self.database = database
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
        await self._start()
        self.gate.set()
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            for _ in range(kills):
                await self._random_moment()
                self.gate.clear()
                self._kill()
                self.kills += 1
                await asyncio.sleep(0.05)  # what was on its way to the players arrives
                kept = [one for player in self.players for one in player.finished]
                kept += [player.kept() for player in self.players if player.table]
                for player in self.players:
                    player.finished.clear()
                await self._start()
                await self._compare(kept)
                self.gate.set()
                if self.kills % PROGRESS == 0:
                    print(self.summary(), flush=True)
            await self._check_that_all_go_on()
        finally:
            self.faults += [f"a player fell out: {task.exception()!r}" for task in playing if task.done()]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self._kill()
            self._close_nursery()

    async def _random_moment(self) -> None:
        """Mostly in the midst of play; now and then while people still reconnect."""
        if self.rng.random() < 0.9:
            goal, end = self._granted() + self.rng.randrange(1, 20), time.monotonic() + 20
            while self._granted() < goal and time.monotonic() < end:
                await asyncio.sleep(0.005)
        await asyncio.sleep(self.rng.uniform(0, 0.1))

    def _granted(self) -> int:
        return sum(player.granted for player in self.players)

    def _open_nursery(self) -> subprocess.Popen[str]:
        environment = {**os.environ, "PARCFERME_BOTS": "inline", "PARCFERME_LIMITS": "no"}
        environment |= {"PARCFERME_LOG_LEVEL": "ERROR", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
        words = [sys.executable, str(HERE / "nursery.py"), str(self.port), self.database]
        return subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    async def _start(self) -> None:
        """A new server process; returns when it answers."""
        if self.nursery is None:
            self.nursery = self._open_nursery()
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write("start\n")
        self.nursery.stdin.flush()
        self.process = int(await asyncio.to_thread(self.nursery.stdout.readline))
        async with httpx.AsyncClient() as http:
            end = time.monotonic() + 120
            while time.monotonic() < end:
                try:
                    if (await http.get(f"{self.url}/health", timeout=5)).status_code == 200:
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.03)
        raise RuntimeError("the server does not start again")

    def _kill(self) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
        self.process = 0

    def _close_nursery(self) -> None:
        if self.nursery is not None:
            self.nursery.communicate()  # ends with its standard input

    async def _compare(self, kept: list[Kept]) -> None:
        """What players hold against what the server has."""
        async with httpx.AsyncClient(timeout=20) as http:
            for table, acknowledged, shown, player in kept:
                sealed = await self._own_seal(http, table, player)  # before the log: bots drive on meanwhile
                url = f"{self.url}/api/tables/{table}/record"
                log = (await http.get(url, headers=player.headers())).raise_for_status().json()["log"]
                self._check_acknowledged(table, acknowledged, log, sealed)
                self._check_shown(table, shown, log)
                self.checked += 1

    async def _own_seal(self, http: httpx.AsyncClient, table: str, player: Player) -> tuple[int, str | None]:
        url = f"{self.url}/api/tables/{table}/position"
        position = (await http.get(url, headers=player.headers())).raise_for_status().json()
        return position["node"], position["own_seal"]

    def _check_acknowledged(
        self, table: str, acknowledged: dict[int, str], log: list[Any], sealed: tuple[int, str | None]
    ) -> None:
        for node, action in acknowledged.items():
            self.acknowledged += 1
            entry = log[node] if node < len(log) else None
            if entry is None and sealed == (node, action):
                continue  # sealed, not opened yet
            if entry is not None and (entry == [0, action] or (entry[0] == "joint" and entry[1][0] == action)):
                continue
            self.faults.append(f"{table}: {action} at node {node} was acknowledged; the log has {entry}")

    def _check_shown(self, table: str, shown: Shown, log: list[Any]) -> None:
        for index, entry in shown.items():
            self.shown += 1
            found = log[index] if index < len(log) else None
            if found != entry and "?" not in json.dumps(entry):
                self.faults.append(f"{table}: entry {index} was shown as {entry}; the log has {found}")

    async def _check_that_all_go_on(self) -> None:
        """Every table moves on after the last restart."""
        before = [player.granted for player in self.players]
        end = time.monotonic() + 60
        waiting = set(range(len(self.players)))
        while waiting and time.monotonic() < end:
            await asyncio.sleep(0.1)
            for number in list(waiting):
                if self.players[number].granted > before[number]:
                    waiting.discard(number)
        self.faults += [f"{self.players[number].table}: does not go on" for number in waiting]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="a file or an address; by default a new file")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
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
    for fault in soak.faults[:20]:
        print(" ", fault)
    return 1 if soak.faults or soak.kills < chosen.kills else 0


if __name__ == "__main__":
    raise SystemExit(main())
