"""Pars of events that have closed: proved one after another in a process of their own, noted with their certificates.
Where bots think inline nobody proves anything: it would hold up the tables."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import Final

from parcferme.core.trial import Par, read_par
from parcferme.organise import commands
from parcferme.organise.event import Event
from parcferme.organise.journal import Note
from parcferme.organise.pars import Wanted, prove, wanted
from parcferme.server.live.events import Events, Ongoing
from parcferme.server.live.thinking import Mind

SECONDS: Final = 120.0  # of processor time for one par …
ENOUGH: Final = 100.0  # … after which bounds are taken where it is not proved
log = logging.getLogger("parcferme.pars")


class Pars:
    """Minds the events whose par is still to be found."""

    def __init__(self, events: Events, where: str) -> None:
        self.events = events
        self.mind = Mind() if where == "process" else None
        self.tried: set[tuple[str, int]] = set()  # events, by the version of their regulations
        self.working: asyncio.Task[None] | None = None

    async def look_at(self, found: Ongoing) -> None:
        """Set going what an event still wants, one at a time."""
        key, asked = (found.event.id, len(found.event.written)), wanted(found.event)
        if self.mind is not None and self.working is None and asked is not None and key not in self.tried:
            self.tried.add(key)
            self.working = asyncio.create_task(self._prove(self.mind, key, asked))

    async def _prove(self, mind: Mind, key: tuple[str, int], asked: Wanted) -> None:
        try:
            par = await asyncio.to_thread(_proved, mind, asked)
            if par is not None:
                await self.events.perform(key[0], lambda event, now: _noted(event, key[1], par, now))
        except Exception:
            log.exception("the par of an event could not be found", extra={"event": key[0]})
        finally:
            self.working = None

    def stop(self) -> None:
        """What is under way ends without an answer."""
        if self.working is not None:
            self.working.cancel()
        if self.mind is not None:
            self.mind.closed = True
            self.mind.interrupt()


def _proved(mind: Mind, asked: Wanted) -> Par | None:
    """… in the other process; a par comes back as a file has it, because the engine's own classes do not travel."""
    (told,) = mind.follow(prove_apart, asked, SECONDS)
    return None if told is None else read_par("par", told)


def prove_apart(asked: Wanted) -> Iterator[dict[str, object] | None]:
    """The proof itself, in another process."""
    until = time.process_time() + ENOUGH
    par = prove(asked, lambda: time.process_time() < until)
    yield None if par is None else par.to_json()


def _noted(event: Event, version: int, par: Par, now: int) -> Note | None:
    """Unless another worker was quicker, a bulletin has changed the task, or the results are final."""
    fits = wanted(event) is not None and len(event.written) == version
    return commands.note_par(event, par, now) if fits else None
