"""One running server: its parts, put together and taken apart in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import secrets

from parcferme.house.messages import ChatLine
from parcferme.house.replays import Replays
from parcferme.server.live.advice import AdviceDesk
from parcferme.server.live.daily import DailyStage
from parcferme.server.live.decisions import Decisions
from parcferme.server.live.desk import Desk
from parcferme.server.live.door import Crowd
from parcferme.server.live.errands import Errands
from parcferme.server.live.events import Events
from parcferme.server.live.fanout import Fanout
from parcferme.server.live.filing import Filing
from parcferme.server.live.housekeeping import Housekeeping
from parcferme.server.live.looking_back import LookingBack
from parcferme.server.live.mailer import Mailer
from parcferme.server.live.pars import Pars
from parcferme.server.live.rounds import RoundTables
from parcferme.server.live.scheduler import Scheduler
from parcferme.server.live.studio import Workshop
from parcferme.server.live.tables import Tables
from parcferme.server.live.thinking import Thinker
from parcferme.server.ops.limits import Limits
from parcferme.server.ops.metrics import Metrics
from parcferme.server.ops.settings import Settings
from parcferme.server.people.passwords import Passwords
from parcferme.server.storage.database import migrate
from parcferme.server.storage.store import Store

Spoken = dict[tuple[str, ...], asyncio.Task[ChatLine]]
log = logging.getLogger("parcferme")


class Server:
    """Everything a request may need. Made before the first request, closed after the last."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        backend = settings.backend()
        backend.create()
        self.held = backend.hold()
        migrate(backend.url)
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.passwords = Passwords()
        self.store = Store(settings, f"{os.getpid()}-{secrets.token_hex(4)}")
        self.thinker = Thinker(settings.bots)
        self.advice = AdviceDesk(self.thinker, settings.bots)
        self.workshop = Workshop(self.store, settings.bots)
        self.tables = Tables(self.store, self.thinker, self.metrics)
        self.filing = Filing(self.store, self.thinker, self.metrics)
        self.tables.on_finish = self.filing.call
        self.looking_back = LookingBack(self.store, self.tables, self.advice)
        if settings.reviews:
            self.filing.on_entered = self.looking_back.remember
        self.scheduler = Scheduler(settings, self.store, self.tables)
        self.fanout = Fanout(self.store, self.tables)
        self.events = Events(self.store, self.thinker, self.metrics)
        self.fanout.renamed.append(self.events.let_go)
        self.rounds = RoundTables(self.events, self.tables)
        self.events.minders.append(self.rounds.mind)
        self.daily = DailyStage(self.events)
        self.events.minders.append(self.daily.mind)
        self.pars = Pars(self.events, settings.bots)
        self.events.minders.append(self.pars.look_at)
        if settings.daily:
            self.events.openers.append(self.daily.open_today)
        self.decisions = Decisions(self.events, self.advice)
        self.desk = Desk(self.store, self.tables, self.fanout)
        self.housekeeping = Housekeeping(settings, self.store, self.metrics)
        self.mailer = Mailer(settings, self.store, self.tables, self.metrics)
        self.errands = Errands()
        self.replays = Replays()
        self.spoken: Spoken = {}  # the last lines of chat, so that sending one twice is harmless
        self.lines = Crowd()  # live lines, by address, person and table
        self.key = b""
        self.well_at = float("-inf")  # when somebody last found out that the database can be written
        self.thresholds = gc.get_threshold()

    async def start(self) -> None:
        self.key = self.rounds.key = await self.store.key(self.settings.secret)
        await self.fanout.start()
        await self.scheduler.start()
        await self.events.start()
        await self.desk.start()
        for work in (self.desk.run(), self.housekeeping.run(), self.filing.run(), self.looking_back.run()):
            self.errands.begin(work)
        await self.mailer.start(self.key, await self._push_key())
        calm_collector()
        log.info("open", extra={"worker": self.store.worker, "database": self.store.backend.name})

    async def _push_key(self) -> str:
        """What signs messages to browsers, made once; none where the operator does not want any."""
        if not self.settings.push:
            return ""
        from parcferme.server.live import push

        return await self.store.once("push", push.new_key)

    async def stop(self) -> None:
        """In order: no more driving, everybody sent away, clocks stopped, everything written."""
        await self.tables.close()
        await self.errands.stop()
        await self.mailer.stop()
        await self.decisions.stop()
        self.pars.stop()
        await self.events.stop()
        try:
            await self.scheduler.stop()
        except Exception:
            log.exception("could not sign out; the tables are taken over as after a crash")
        await self.fanout.stop()
        self.advice.close()
        self.workshop.close()
        self.thinker.close()
        self.store.close()
        gc.unfreeze()
        gc.set_threshold(*self.thresholds)
        self.held.close()
        log.info("closed", extra={"worker": self.store.worker})


def calm_collector() -> None:
    """Tables live long and make no cycles: looking through all of them again and again is wasted time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
