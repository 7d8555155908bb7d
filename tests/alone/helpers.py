"""A house without a server, its shelf in memory, its thinker at once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from parcferme.alone import memory
from parcferme.alone.calls import Calls
from parcferme.alone.home import Home
from parcferme.alone.lines import Line
from parcferme.alone.ports import Full, Kept, Progress
from parcferme.alone.thinker import Channel, think

Json = dict[str, Any]


class Memory(memory.Memory):
    """A shelf: what is appended stays, whatever becomes of the home that did."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    async def append(self, table: str, door: str, notes: list[Kept]) -> bool:
        self._must_have_room()
        return await super().append(table, door, notes)

    async def put(self, name: str, text: str) -> None:
        self._must_have_room()
        await super().put(name, text)

    async def swap(self, name: str, before: str, after: str) -> bool:
        self._must_have_room()
        await asyncio.sleep(0)  # another page may come between
        return await super().swap(name, before, after)

    def _must_have_room(self) -> None:
        if self.full:
            raise Full


async def at_once(work: str, progress: Progress) -> str:
    return think(work, progress)


class Page:
    """A page of the browser: asks, and opens lines."""

    def __init__(self, shelf: Memory) -> None:
        self.now = 1_000
        self.home = Home(shelf, Channel(at_once), self.clock)
        self.calls = Calls(self.home)

    def clock(self) -> int:
        self.now += 1
        return self.now

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        granted, answer = await self.calls.call(method, path, "" if body is None else json.dumps(body))
        assert granted, answer
        return json.loads(answer)

    async def refused(self, method: str, path: str, body: object = None) -> Json:
        granted, answer = await self.calls.call(method, path, "" if body is None else json.dumps(body))
        assert not granted, answer
        told: Json = json.loads(answer)
        return told

    async def open(self, game: str, seats: list[Json], **options: object) -> str:
        made = await self.ask("POST", "/tables", {"game": game, "options": options, "seats": seats, "name": "Jo"})
        return str(made["id"])

    async def line(self, table: str, since: int = 0, seat: int | None = None) -> Heard:
        heard = Heard()
        line = Line(self.home, await self.home.room(table), seat, heard.take)
        heard.line = line
        await line.greet(since)
        return heard

    async def settle(self) -> None:
        """Let bots drive until somebody is asked."""
        while self.home.tasks:
            await asyncio.wait(self.home.tasks)
            await asyncio.sleep(0)  # what is done says so a moment later


class Heard:
    """What came over a line."""

    line: Line

    def __init__(self) -> None:
        self.messages: list[Json] = []

    def take(self, text: str) -> None:
        self.messages.append(json.loads(text))

    def of(self, kind: str) -> list[Json]:
        return [message for message in self.messages if message["type"] == kind]

    async def wish(self, **wish: object) -> Json:
        before = len(self.messages)
        await self.line.hear(json.dumps(wish))
        return next(one for one in self.messages[before:] if one["type"] in ("ok", "refused"))
