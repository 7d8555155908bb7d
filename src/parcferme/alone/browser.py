"""The house as a browser's worker starts it. Whatever comes from there is a function or an object of another language,
called with texts and numbers and answered with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from parcferme.alone.calls import Calls
from parcferme.alone.home import Home
from parcferme.alone.lines import Line
from parcferme.alone.memory import Memory
from parcferme.alone.ports import Full, Kept, Progress
from parcferme.alone.thinker import Channel
from parcferme.core.errors import ParcFermeError
from parcferme.house.codec import decode, encode_text
from parcferme.house.refusals import as_denied, refused

Ask = Callable[[str, Progress], Awaitable[str]]


class TextShelf:
    """A shelf that takes and gives texts."""

    def __init__(self, shelf: Any) -> None:
        self.shelf = shelf

    async def append(self, table: str, door: str, notes: list[Kept]) -> bool:
        return _is_kept(await self.shelf.append(table, door, encode_text(notes)))

    async def journal(self, table: str, after: int) -> list[Kept]:
        return decode(await self.shelf.journal(table, after), type=list[Kept])

    async def door(self, table: str) -> str | None:
        return _text(await self.shelf.door(table))

    async def doors(self) -> list[str]:
        return decode(await self.shelf.doors(), type=list[str])

    async def remove(self, table: str) -> None:
        await self.shelf.remove(table)

    async def put(self, name: str, text: str) -> None:
        _is_kept(await self.shelf.put(name, text))

    async def get(self, name: str) -> str | None:
        return _text(await self.shelf.get(name))

    async def swap(self, name: str, before: str, after: str) -> bool:
        return _is_kept(await self.shelf.swap(name, before, after))

    async def things(self, prefix: str) -> list[str]:
        return decode(await self.shelf.things(prefix), type=list[str])


def _is_kept(how: str) -> bool:
    if how == "full":
        raise Full
    return how == "kept"


def _text(found: object) -> str | None:
    """Another language has its own word for nothing."""
    return found if isinstance(found, str) else None


class House:
    """What a page can ask for."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.calls = Calls(home)

    async def call(self, method: str, path: str, body: str) -> tuple[bool, str]:
        return await self.calls.call(method, path, body)

    async def line(self, table: str, seat: int | None, since: int, send: Callable[[str], None]) -> Line | str:
        """A line to a table, which has greeted already; or why there is none."""
        try:
            line = Line(self.home, await self.home.room(table), seat, send)
            await line.greet(since)
        except ParcFermeError as error:
            return encode_text(refused(as_denied(error)))
        return line

    async def look_again(self, table: str) -> None:
        await self.home.look_again(table)


async def start(shelf: Any, ask: Ask, clock: Callable[[], float], changed: Callable[[str], None]) -> House:
    """Keep house with what the browser lends: no shelf where it keeps nothing."""
    home = Home(Memory() if shelf is None else TextShelf(shelf), Channel(ask), lambda: int(clock()))
    home.changed = changed
    await home.begin()
    return House(home)
