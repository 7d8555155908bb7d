"""By decisions: drives of events looked at one after another, in the process that looks back on matches, once somebody
wants to know. What was found is kept, so that a restart goes on where it was."""

from __future__ import annotations

import asyncio
import logging

from parcferme.organise.classification import Drive
from parcferme.organise.decisions import DRIVE_SECONDS, QUICK, Lost, drives_to_judge, look_at, paper_of_drive
from parcferme.organise.marking import Paper
from parcferme.server.live.advice import AdviceDesk, is_wanted
from parcferme.server.live.events import Events, Ongoing
from parcferme.server.live.marking import task_of
from parcferme.server.storage import events as kept

log = logging.getLogger("parcferme.decisions")
Known = dict[tuple[str, int], Lost]


def judge(paper: Paper) -> Lost:
    """One drive; runs in the process that looks back."""
    return look_at(task_of(paper), paper, QUICK, DRIVE_SECONDS, is_wanted)


class Decisions:
    """What this process has found out about drives, and is finding out."""

    def __init__(self, events: Events, advice: AdviceDesk) -> None:
        self.events = events
        self.advice = advice
        self.working: dict[str, asyncio.Task[None]] = {}  # by event
        self.given_up: set[tuple[str, str, int]] = set()  # drives that could not be looked at

    async def of(self, found: Ongoing) -> tuple[Known, int]:
        """What is known by now, and how many drives are still to be looked at, which this sets going."""
        event, version = found.event, found.version
        known = await self.events.store.read(lambda connection: kept.decisions_of(connection, event.id, version))
        waiting = len(self._waiting(found, known))
        if waiting and event.id not in self.working:
            self.working[event.id] = asyncio.create_task(self._look(found, known))
        return known, waiting

    def _waiting(self, found: Ongoing, known: Known) -> list[Drive]:
        drives = drives_to_judge(found.event, found.marks)
        new = [drive for drive in drives if (drive.entry.id, drive.number) not in known]
        return [drive for drive in new if self._key(found, drive) not in self.given_up]

    def _key(self, found: Ongoing, drive: Drive) -> tuple[str, str, int]:
        return found.event.id, drive.entry.id, drive.number

    async def _look(self, found: Ongoing, known: Known) -> None:
        """The best results first: those are asked for first."""
        try:
            while waiting := self._waiting(found, known):
                best = min(waiting, key=lambda drive: (drive.mark.score, drive.entry.id))
                await self._look_at(found, best, known)
        finally:
            self.working.pop(found.event.id, None)

    async def _look_at(self, found: Ongoing, drive: Drive, known: Known) -> None:
        event, version = found.event, found.version
        try:
            lost = await self.advice.apart(judge, paper_of_drive(event, drive))
            await self.events.store.write(lambda connection: kept.keep_decisions(connection, event.id, version, lost))
            known[lost.entry, lost.number] = lost
        except Exception:
            log.exception("a drive could not be looked at", extra={"event": event.id, "entry": drive.entry.id})
            self.given_up.add(self._key(found, drive))

    async def stop(self) -> None:
        for task in list(self.working.values()):
            task.cancel()
