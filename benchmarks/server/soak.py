"""The soak: players at many tables while the server is killed again and again, at random moments.

    python -m benchmarks.server.soak --kills 1000 [--tables 12] [--database FILE | postgresql://…]

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
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]
GAMES = ("toy_dash", "toy_bids", "toy_hide")


class Player:
    """One person at one table with bots; plays any action, and starts a rematch when it is over."""

    def __init__(self, url: str, game: str, seed: int) -> None:
        self.url = url
        self.game = game
        self.rng = Random(seed)
        self.cookies: dict[str, str] = {}
        self.table = ""
        self.finished: list[tuple[str, Json]] = []
        self.forget()
        self.sent = self.granted = 0

    def forget(self) -> None:
        """A new table: new lists."""
        self.acknowledged: dict[int, str] = {}  # node → action
        self.shown: dict[int, list[object]] = {}  # log index → entry, as this seat may see it

    def headers(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookie} if cookie else {}

    async def open(self, http: httpx.AsyncClient) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        options = {"length": 120} if self.game == "toy_dash" else {}
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
                try:
                    if not self.table:
                        await self.open(http)
                    if await self._match():
                        self.finished.append((self.table, {"acknowledged": self.acknowledged, "shown": self.shown}))
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

    def __init__(self, database: str, tables: int = 12, seed: int = 1) -> None:
        self.database = database
        self.rng = Random(seed)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.players = [Player(self.url, GAMES[n % len(GAMES)], seed * 1000 + n) for n in range(tables)]
        self.process: subprocess.Popen[bytes] | None = None
        self.faults: list[str] = []
        self.kills = self.acknowledged = self.shown = self.checked = 0

    def run(self, kills: int) -> None:
        asyncio.run(self._run(kills))

    async def _run(self, kills: int) -> None:
        await self._start()
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            for _ in range(kills):
                await self._random_moment()
                self._kill()
                self.kills += 1
                await asyncio.sleep(0.05)  # what was on its way to the players arrives
                before = [(player, player.table, player.acknowledged, player.shown) for player in self.players]
                kept = [(table, dict(acked), dict(shown), player) for player, table, acked, shown in before if table]
                await self._start()
                await self._compare(kept)
            await self._check_that_all_go_on()
        finally:
            self.faults += [f"a player fell out: {task.exception()!r}" for task in playing if task.done()]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self._kill()

    async def _random_moment(self) -> None:
        """Mostly in the midst of play; now and then while people still reconnect."""
        if self.rng.random() < 0.9:
            goal, end = self._granted() + self.rng.randrange(1, 20), time.monotonic() + 20
            while self._granted() < goal and time.monotonic() < end:
                await asyncio.sleep(0.005)
        await asyncio.sleep(self.rng.uniform(0, 0.1))

    def _granted(self) -> int:
        return sum(player.granted for player in self.players)

    async def _start(self) -> None:
        runner = ROOT / "tests" / "server" / "run_server.py"
        environment = {**os.environ, "PARCFERME_BOTS": "inline", "PARCFERME_LIMITS": "no"}
        environment |= {"PARCFERME_LOG_LEVEL": "ERROR", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
        self.process = subprocess.Popen([sys.executable, str(runner), str(self.port), self.database], env=environment)
        async with httpx.AsyncClient() as http:
            end = time.monotonic() + 60
            while time.monotonic() < end:
                try:
                    if (await http.get(f"{self.url}/health", timeout=5)).status_code == 200:
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.03)
        raise RuntimeError("the server does not start again")

    def _kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.process = None

    async def _compare(self, kept: list[tuple[str, dict[int, str], dict[int, list[object]], Player]]) -> None:
        """What players hold against what the server has."""
        async with httpx.AsyncClient(timeout=20) as http:
            for table, acknowledged, shown, player in kept:
                url = f"{self.url}/api/tables/{table}/record"
                log = (await http.get(url, headers=player.headers())).raise_for_status().json()["log"]
                sealed = await self._own_seal(http, table, player)
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

    def _check_shown(self, table: str, shown: dict[int, list[object]], log: list[Any]) -> None:
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
    parser.add_argument("--database", default="")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(chosen.database or str(Path(folder) / "soak.db"), chosen.tables, chosen.seed)
        started = time.monotonic()
        soak.run(chosen.kills)
    print(
        f"{soak.kills} kills in {time.monotonic() - started:.0f} s, {soak.checked} tables compared, "
        f"{soak.acknowledged} acknowledgements and {soak.shown} shown entries checked, {len(soak.faults)} faults"
    )
    for fault in soak.faults[:20]:
        print(" ", fault)
    return 1 if soak.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
