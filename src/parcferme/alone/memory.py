"""A shelf for a browser that keeps nothing: what is on it lasts as long as the page."""

from __future__ import annotations

from parcferme.alone.ports import Kept


class Memory:
    """Kept for now."""

    def __init__(self) -> None:
        self.notes: dict[str, list[Kept]] = {}
        self.on_doors: dict[str, str] = {}
        self.named: dict[str, str] = {}

    async def append(self, table: str, door: str, notes: list[Kept]) -> bool:
        kept = self.notes.setdefault(table, [])
        if notes[0].seq != len(kept) + 1:
            return False
        kept += notes
        self.on_doors[table] = door
        return True

    async def journal(self, table: str, after: int) -> list[Kept]:
        return [note for note in self.notes.get(table, []) if note.seq > after]

    async def door(self, table: str) -> str | None:
        return self.on_doors.get(table)

    async def doors(self) -> list[str]:
        return list(self.on_doors.values())

    async def remove(self, table: str) -> None:
        self.on_doors.pop(table, None)
        self.notes.pop(table, None)

    async def put(self, name: str, text: str) -> None:
        self.named[name] = text

    async def get(self, name: str) -> str | None:
        return self.named.get(name)

    async def swap(self, name: str, before: str, after: str) -> bool:
        if self.named.get(name, "") != before:
            return False
        self.named[name] = after
        return True

    async def things(self, prefix: str) -> list[str]:
        return [name for name, text in self.named.items() if name.startswith(prefix) and text]
