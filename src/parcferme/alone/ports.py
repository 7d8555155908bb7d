"""What a house without a server needs from outside: somewhere to keep things, and somebody with time to think."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from parcferme.house.advice import Hint, HintTask, ReviewTold
from parcferme.house.puzzle_tries import OwnTask
from parcferme.house.studio import JobState, StudioTask, SurpriseForm
from parcferme.organise.decisions import Lost
from parcferme.organise.marking import Paper
from parcferme.table.bots import Task

# So many of so many; what is known by then as JSON, where that is of use. False: nobody wants to know any more.
Progress = Callable[[int, int, str], bool]


class Kept(Struct):
    """A note of a journal as it is kept: its number, its time, its kind, and the rest as JSON."""

    seq: int
    at: int
    kind: str
    body: str


class Shelf(Protocol):
    """Where journals are kept for good. What `append` has answered survives whatever happens next."""

    async def append(self, table: str, door: str, notes: list[Kept]) -> bool:
        """Keep the notes and what the table's door says now, all or nothing. False: another page was first."""

    async def journal(self, table: str, after: int) -> list[Kept]:
        """A table's notes after that number, in order; none of a table that is not here."""

    async def door(self, table: str) -> str | None:
        """What is written on a table's door."""

    async def doors(self) -> list[str]:
        """… on all doors."""

    async def remove(self, table: str) -> None:
        """Throw a table away."""

    async def put(self, name: str, text: str) -> None:
        """Keep a small thing under a name."""

    async def get(self, name: str) -> str | None:
        """… and what is kept there."""

    async def swap(self, name: str, before: str, after: str) -> bool:
        """Keep it if what is kept there is still what it was ("" for nothing). False: another page was first."""

    async def things(self, prefix: str) -> list[str]:
        """The names that begin so, under which something is kept."""


class Full(Exception):
    """The shelf has no room left."""


class Thinker(Protocol):
    """Whoever has time: answers take seconds, and the house goes on meanwhile."""

    async def choose(self, task: Task) -> int:
        """A bot's choice."""

    async def hint(self, task: HintTask) -> Hint:
        """What a seat might best do."""

    async def puzzle(self, task: OwnTask) -> tuple[str, str]:
        """A decision of a finished match as a puzzle, or why it is none."""

    async def review(self, record: str, progress: Progress, unfinished: bool = False, legs: int = 0) -> ReviewTold:
        """A match looked back on, finished or as far as it goes; `progress` is told now and then."""

    async def judge(self, paper: Paper) -> Lost:
        """What the decisions of a drive in an event lost."""

    async def measure(self, task: StudioTask, progress: Progress) -> JobState:
        """What takes long about a document; `progress` is told the figures as they get better."""

    async def surprise(self, form: SurpriseForm) -> JobState:
        """A document drawn by lot."""
