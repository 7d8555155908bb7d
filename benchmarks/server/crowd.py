"""Many people at many tables, each on a live line, as a process of its own. `scale.py` and `evening.py` start it.

    python -m benchmarks.server.crowd URL TABLES PERIOD [--games toy_dash …] [--seed 1]

Everybody plays against a bot and thinks about PERIOD seconds before a move. A move is sent until it is answered,
through lost lines and restarts, under one id, as the browser does. When all sit and have a line, "ready" is written;
after that one JSON line is answered to each line on standard input: what has happened since the last one. At the end of
standard input comes what everybody was told, to be compared with the journals.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server.soak import LOST, ROOT, Json, Match

OPENING = 20  # tables that are opened at the same time
OPTIONS = {"toy_dash": {"length": 400}}  # as long as it gets
BOT = {"kind": "bot", "level": "novice"}


class Tally:
    """What has happened since it was last asked for."""

    def __init__(self) -> None:
        self.times: list[float] = []  # from sending a move to its `ok`
        self.refused: list[str] = []
        self.lost = 0  # lines

    def told(self) -> Json:
        found = {"times": self.times, "refused": self.refused, "lost": self.lost}
        self.times, self.refused, self.lost = [], [], 0
        return found


@dataclass(eq=False)
class Guest:
    """One person at one table with a bot, match after match."""

    url: str
    game: str
    period: float
    rng: Random
    tally: Tally
    cookies: dict[str, str] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    sending: tuple[str, int, str, float] | None = None  # id, node, action and since when
    thinking: asyncio.Task[None] | None = None
    here: asyncio.Event = field(default_factory=asyncio.Event)  # the first line was greeted

    async def sit_down(self) -> None:
        """With a browser of their own: one that all share would keep the cookie of whoever came last."""
        seats = [{"kind": "me"}, BOT]
        body = {"game": self.game, "seats": seats, "options": {"players": 2, **OPTIONS.get(self.game, {})}}
        async with httpx.AsyncClient(timeout=120, verify=False) as http:
            answer = await http.post(f"{self.url}/api/tables", json=body, headers=self._headers())
        answer.raise_for_status()
        self.cookies |= dict(answer.cookies)
        self.matches.append(Match(answer.json()["id"]))
        self.sending = None

    def _headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    async def play(self) -> None:
        while True:
            try:
                if await self._over_a_line(self.matches[-1]):
                    await self.sit_down()
            except LOST:
                self.tally.lost += 1
                await asyncio.sleep(self.rng.uniform(0.1, 1.0))

    async def _over_a_line(self, match: Match) -> bool:
        """True when the match is over."""
        address = f"{self.url.replace('http', 'ws')}/api/tables/{match.table}/socket?since={match.played.n}"
        async with connect(address, additional_headers=self._headers(), open_timeout=60, max_size=None) as line:
            try:
                async for data in line:
                    message: Json = json.loads(data)
                    self.here.set()
                    match.played.hear(message)
                    self._answered(match, message)
                    if (message.get("position") or {}).get("status") == "finished":
                        return True
                    await self._go_on(line, message)
            finally:
                if self.thinking is not None:
                    self.thinking.cancel()
        return False

    def _answered(self, match: Match, message: Json) -> None:
        if self.sending is None or message.get("id") != self.sending[0]:
            return
        _, node, action, since = self.sending
        self.sending = None
        if message["type"] == "ok":
            match.acknowledged[node] = action
            self.tally.times.append(time.perf_counter() - since)
        else:
            self.tally.refused.append(f"{message.get('code')}: {message.get('reason')}")

    async def _go_on(self, line: ClientConnection, message: Json) -> None:
        """What a new line is greeted with shows whether a move under way has come through: it is sent again."""
        position = message.get("position")
        if message["type"] == "hello" and self.sending is not None:
            await self._send(line)
        elif position is not None and position.get("actions") and position.get("own_seal") is None:
            if self.thinking is not None:
                self.thinking.cancel()
            self.thinking = asyncio.create_task(self._think(line, position))

    async def _think(self, line: ClientConnection, position: Json) -> None:
        await asyncio.sleep(self.period * self.rng.uniform(0.5, 1.5))
        action = self.rng.choice(position["actions"])["notation"]
        self.sending = secrets.token_hex(6), position["node"], action, time.perf_counter()
        try:
            await self._send(line)
        except LOST:
            return  # whoever reads the line notices, too

    async def _send(self, line: ClientConnection) -> None:
        assert self.sending is not None
        id, node, action, _ = self.sending
        await line.send(json.dumps({"do": "act", "id": id, "node": node, "action": action}))


async def visit(url: str, tables: int, period: float, games: list[str], seed: int) -> None:
    rng, tally = Random(seed), Tally()
    people = [Guest(url, games[n % len(games)], period, Random(rng.random()), tally) for n in range(tables)]
    for at in range(0, tables, OPENING):
        await asyncio.gather(*[one.sit_down() for one in people[at : at + OPENING]])
    tasks = [asyncio.create_task(one.play()) for one in people]
    await asyncio.gather(*[one.here.wait() for one in people])
    print("ready", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(tally.told()), flush=True)
    fallen = [repr(task.exception()) for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps({"fallen": fallen, "matches": [_written(one) for guest in people for one in guest.matches]}))


def _written(match: Match) -> Json:
    played = match.played
    return {
        "table": match.table,
        "acknowledged": list(match.acknowledged.items()),
        "node": played.node,
        "entries": list(played.entries.items()),
        "seals": list(played.seals),
    }


def _read(data: Json) -> Match:
    match = Match(data["table"])
    match.acknowledged = dict(data["acknowledged"])
    match.played.node, match.played.entries = data["node"], dict(data["entries"])
    match.played.seals = {(node, seat) for node, seat in data["seals"]}
    return match


class Crowd:
    """Such processes, from outside."""

    def __init__(self, url: str, tables: int, period: float, games: tuple[str, ...], processes: int = 1) -> None:
        shares = [tables // processes + (n < tables % processes) for n in range(processes)]
        self.processes = [self._start(url, share, period, games, n) for n, share in enumerate(shares) if share]
        for process in self.processes:
            if self._line(process).strip() != "ready":
                raise SystemExit("the players never sat down")

    def _start(self, url: str, tables: int, period: float, games: tuple[str, ...], seed: int) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "benchmarks.server.crowd", url, str(tables), str(period)]
        words += ["--seed", str(seed), "--games", *games]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        return subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _line(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline()

    def told(self) -> Json:
        """What has happened since the last time."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        heard: list[Json] = [json.loads(self._line(process)) for process in self.processes]
        return {
            "times": sorted(took for one in heard for took in one["times"]),
            "refused": [why for one in heard for why in one["refused"]],
            "lost": sum(one["lost"] for one in heard),
        }

    def leave(self) -> Iterator[Any]:
        """What each match was told, and then who fell out, as texts."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.close()
        for process in self.processes:
            found = json.loads(self._line(process))
            process.wait()
            yield from [_read(match) for match in found["matches"]]
            yield from found["fallen"]

    def end(self) -> None:
        """Whatever has become of the evening, nobody stays."""
        for process in self.processes:
            process.kill()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("tables", type=int)
    parser.add_argument("period", type=float)
    parser.add_argument("--games", nargs="+", default=["toy_dash"])
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    asyncio.run(visit(chosen.url, chosen.tables, chosen.period, chosen.games, chosen.seed))


if __name__ == "__main__":
    main()
