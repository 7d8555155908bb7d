"""Sending what waits in the outbox by all ways a person has: e-mail, webhook, browsers. Tried a few times, until it has
reached them by one: what one of the ways has taken is not sent again because another failed.

Of a table somebody is told one thing at a time: whose turn it is, that time runs out, or that it is over, and nothing
more before they have looked at it. In their quiet hours nothing goes out but links that they have asked for."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPException
from typing import Any, Final

from sqlalchemy import Connection, select, update

from parcferme.core.errors import ParcFermeError
from parcferme.house import catalogue
from parcferme.house.codec import encode
from parcferme.organise.event import OPEN
from parcferme.server.live.calls import Calls
from parcferme.server.live.errands import Errands
from parcferme.server.live.rooms import Room
from parcferme.server.live.senders import Gone, mail, post
from parcferme.server.live.tables import Tables
from parcferme.server.ops.metrics import Metrics
from parcferme.server.ops.settings import Settings
from parcferme.server.people import bonds, clubs, invitations, letters, mailing, notices, pushes, telling
from parcferme.server.people.accounts import Identity, find, names_of
from parcferme.server.people.letters import Letter
from parcferme.server.storage import event_notices, events
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import mutes, outbox, people
from parcferme.server.storage.store import Store
from parcferme.table.errors import Denied

EVERY: Final = 2.0  # seconds
TRIES: Final = 10  # each twice as long after the one before: for two thirds of a day
SENT, FAILED, CAPPED, GONE = "sent", "failed", "capped", "gone"
LINKS: Final = (mailing.CONFIRM, mailing.RESET, mailing.UNUSED)  # letters that are about no table
SOCIAL: Final = (bonds.NOTICE, clubs.NOTICE)  # … but a person or a club
ASKING: Final = (*SOCIAL, invitations.NOTICE)  # letters that others cause as often as they like …
ASKING_SHARE: Final = 3  # … have this part of a day's letters: one's turn is told even so
log = logging.getLogger("parcferme.mailer")


class Mailer:
    """Empties the outbox in the background."""

    def __init__(self, settings: Settings, store: Store, tables: Tables, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.tables = tables
        self.metrics = metrics
        self.home = settings.public_url.rstrip("/")  # where links in letters lead
        self.key = b""  # … and what signs them
        self.push_key = ""  # what signs messages to browsers; empty: none are sent
        self.errands = Errands()
        self.mail_threads = ThreadPoolExecutor(4, "mail")  # to the operator's mail server …
        self.calls = Calls()  # … and to addresses of people's, for which no letter waits

    async def start(self, key: bytes, push_key: str = "") -> None:
        self.key, self.push_key = key, push_key
        self.errands.begin(self._run())

    def push_public(self) -> str:
        """What a browser subscribes with; nothing where none are told."""
        if not self.push_key:
            return ""
        from parcferme.server.live import push

        return push.packed(push.public(push.private(self.push_key)))

    async def stop(self) -> None:
        await self.errands.stop()
        self.mail_threads.shutdown(wait=False, cancel_futures=True)
        self.calls.close()

    async def _run(self) -> None:
        """A round now and then, whether the one before has ended or waits for somebody's slow webhook: each message is
        claimed by one of them."""
        while True:
            await asyncio.sleep(EVERY)
            self.errands.begin(self._round())

    async def _round(self) -> None:
        try:
            await self.send_waiting(self.store.clock.now())
        except Exception:
            log.exception("sending failed; it is tried again")

    async def send_waiting(self, now: int) -> int:
        """Send everything that is due; returns how many messages went out."""
        query = select(outbox).where(outbox.c.done.is_(False), outbox.c.send_at <= now).order_by(outbox.c.send_at)
        waiting = await self.store.read(lambda connection: list(connection.execute(query.limit(100))))
        mine: dict[str, list[Any]] = {}
        for row in waiting:
            if await self._take(row, now):
                mine.setdefault(row.person, []).append(row)
        return sum(await asyncio.gather(*[self._handle_all(rows, now) for rows in mine.values()]))

    async def _take(self, row: Any, now: int) -> bool:
        """Is this message to be sent now, and by this worker? A reminder whose deadline has moved on, because no server
        ran meanwhile, waits for its moment; that is not a try."""
        moment = await self._moment(row) if row.kind == "soon" else row.send_at
        if moment > now:
            await self.store.write(partial(_put_off, row=row, until=moment))
            return False
        return await self.store.write(partial(_claim, row=row, now=now))

    async def _moment(self, row: Any) -> int:
        """When a reminder is due by the table's present clock; as it was meant where the table does not say."""
        try:
            room = await self._room(row.table_id)
        except ParcFermeError:
            return int(row.send_at)
        moment = notices.reminder(room.table, room.stored.shift) if room.table.node == row.node else None
        return int(row.send_at) if moment is None else moment

    async def _room(self, id: str) -> Room:
        """A table as the database has it: another worker may have taken it over, by other clocks."""
        room = await self.tables.room(id)
        async with room.lock:
            await self.tables.refresh(room)
        return room

    async def _handle_all(self, rows: list[Any], now: int) -> int:
        """One person's messages, in order; others do not wait for their webhook."""
        return sum([await self._handle(row, now) for row in rows])

    async def _handle(self, row: Any, now: int) -> int:
        """Send one message if it is still wanted, by all ways the person has."""
        person = await self.store.read(lambda connection: _reader(connection, row))
        if person is None or not await self._still_true(row, person):
            await self._done(row)
            return 0
        until = now if row.kind in LINKS else telling.quiet_until(person.quiet, person.zone, now)
        if until > now:
            await self.store.write(partial(_wait, row=row, until=until))
            return 0
        outcomes = [
            await self._by_mail(row, person, now),
            await self._by_webhook(row, person),
            await self._by_push(row, person),
        ]
        for outcome in outcomes:
            if outcome:
                self.metrics.count("mails", outcome)
        if not any(outcomes):
            await self._done(row)
            self.metrics.count("mails", "no_address")
        elif CAPPED in outcomes and SENT not in outcomes:
            await self.store.write(partial(_put_off_to_tomorrow, row=row, now=now))
        return outcomes.count(SENT)

    async def _by_mail(self, row: Any, person: Identity, now: int) -> str:
        """How it went; nothing where no letter is wanted. So many a day come to one person, but for the link to a new
        password, which has limits of its own."""
        to = person.email
        takes = _takes_mail(row.kind, person.mail) and telling.wants(person, row.kind, "mail")
        if not to or not self.settings.smtp or not takes:
            return ""
        counts, most = row.kind != mailing.RESET, self.settings.mails_a_day
        if row.kind in ASKING:
            most = max(1, most // ASKING_SHARE)
        if counts and not await self.store.write(lambda db: mailing.take(db, person.id, now, most)):
            return CAPPED
        kept = await self.store.read(lambda db: db.execute(select(people).where(people.c.id == person.id)).one())
        token = mailing.sign(self.key, mailing.UNSUBSCRIBE, kept, wall())
        letter = await self._letter(row, kept, f"{self.home}/mail/unsubscribe/{token}")
        one_click = f"{self.home}/api/mail/unsubscribe/{token}"
        outcome = await self._try(row, self.send_letter(to, letter, one_click))
        if counts and outcome == FAILED:
            await self.store.write(lambda connection: mailing.give_back(connection, person.id))
        return outcome

    async def _letter(self, row: Any, person: Any, unsubscribe: str) -> Letter:
        """`person` is their row."""
        if row.kind in LINKS:
            unused = row.kind == mailing.UNUSED
            signed = "" if unused else f"/mail/{row.kind}/{mailing.sign(self.key, row.kind, person, wall())}"
            link = self.home + (signed or "/account")
            return letters.with_link(person.language, row.kind, person.name, link, unsubscribe)
        title, link = await self._about(row)
        if row.kind in SOCIAL:
            return letters.about_people(person.language, row.kind, title, link, unsubscribe)
        about = letters.about_event if row.kind in event_notices.KINDS else letters.about_match
        return about(person.language, row.kind, title, link, unsubscribe)

    async def _by_webhook(self, row: Any, person: Identity) -> str:
        if not person.webhook or row.kind in LINKS or not telling.wants(person, row.kind, "hook"):
            return ""
        title, link = await self._about(row)
        content = {"kind": row.kind, _what(row): row.table_id, "title": title, "link": link}
        if row.kind not in SOCIAL:
            content["game"] = await self._game(row)
        call = partial(post, person.webhook, encode(content), self.settings.webhook_private)
        return await self._try(row, self.calls.make(person.id, call))

    async def _by_push(self, row: Any, person: Identity) -> str:
        """To every browser they want to be told by; it has reached them if one has taken it."""
        if not self.push_key or row.kind in LINKS or not telling.wants(person, row.kind, "push"):
            return ""
        browsers = await self.store.read(lambda connection: pushes.of(connection, person.ids))
        if not browsers:
            return ""
        title, link = await self._about(row)
        said = letters.in_short(person.language, row.kind, title)
        told = encode({"title": said.subject, "body": said.body, "link": link, "about": row.table_id})
        outcomes = [await self._push_to(row, person, browser, told) for browser in browsers]
        return SENT if SENT in outcomes else FAILED

    async def _push_to(self, row: Any, person: Identity, browser: Any, told: bytes) -> str:
        """A browser that its maker does not know any more is forgotten."""
        outcome = await self._try(row, self.calls.make(person.id, partial(self.push, browser, told)))
        if outcome == GONE:
            await self.store.write(lambda connection: pushes.drop(connection, browser.endpoint))
        return outcome

    def push(self, browser: Any, told: bytes) -> None:
        """One message to one browser, in a thread. What seals it is loaded where there is a browser to tell."""
        from parcferme.server.live import push

        headers = push.signed(push.private(self.push_key), browser.endpoint, self.home)
        sealed = push.message(told, browser.key, browser.auth)
        post(browser.endpoint, sealed, self.settings.webhook_private, headers)

    async def _game(self, row: Any) -> str:
        if row.kind in event_notices.KINDS:
            found = await self.store.read(lambda connection: events.told(connection, row.table_id))
            return "" if found is None else found[0]
        return (await self.tables.room(row.table_id)).table.setup.game

    async def _about(self, row: Any) -> tuple[str, str]:
        """The title of the table or the event, or the name of the person or the club, and the way there."""
        if row.kind == bonds.NOTICE:
            names = await self.store.read(lambda connection: names_of(connection, [row.table_id]))
            return names.get(row.table_id, ""), f"{self.home}/friends"
        if row.kind == clubs.NOTICE:
            club = await self.store.read(lambda connection: clubs.find(connection, row.table_id))
            return str(club.name), f"{self.home}/clubs/{row.table_id}"
        if row.kind in event_notices.KINDS:
            found = await self.store.read(lambda connection: events.told(connection, row.table_id))
            return "" if found is None else found[2].title, f"{self.home}/events/{row.table_id}"
        setup = (await self.tables.room(row.table_id)).table.setup
        link = self.home if row.kind == invitations.NOTICE else f"{self.home}/table/{row.table_id}"
        return setup.title or catalogue.title(setup.game), link

    def send_letter(self, to: str, letter: Letter, unsubscribe: str) -> asyncio.Future[None]:
        """Hand a letter to the operator's mail server, in a thread."""
        way = partial(mail, self.settings, to, letter, unsubscribe)
        return asyncio.get_running_loop().run_in_executor(self.mail_threads, way)

    async def _try(self, row: Any, sending: Awaitable[None]) -> str:
        """Send by one way."""
        try:
            await sending
        except (OSError, HTTPException, smtplib.SMTPException, ValueError) as error:
            log.warning("could not notify", extra={"table": row.table_id, "reason": type(error).__name__})
            return GONE if isinstance(error, Gone) else FAILED
        await self._done(row, unseen=True)  # at once: while the other way still tries the server may be stopped
        return SENT

    async def _still_true(self, row: Any, person: Identity) -> bool:
        """Is the person still asked, and not looking at the table anyway?"""
        if row.kind in LINKS:
            return True
        if row.kind in event_notices.KINDS:
            return await self._event_still_true(row)
        if row.kind in _STILL:
            return await self.store.read(lambda connection: _STILL[row.kind](connection, person, row.table_id))
        try:
            room = await self._room(row.table_id)
        except Denied:
            return False
        if await self.store.read(lambda db: notices.is_unseen(db, row, person.ids)):
            return False
        if row.kind == "over":
            return True
        held = room.table.seats_of(person.ids)
        owes = room.table.node == row.node and any(seat in room.table.owing() for seat in held)
        return owes and not (row.kind == "turn" and _is_there(room, held))

    async def _event_still_true(self, row: Any) -> bool:
        """Is there such an event, and if its closing is announced, is that still to come?"""
        found = await self.store.read(lambda connection: events.told(connection, row.table_id))
        return found is not None and (row.kind != event_notices.IN_A_DAY or found[1] == OPEN)

    async def _done(self, row: Any, unseen: bool = False) -> None:
        mine = update(outbox).where(outbox.c.id == row.id).values(done=True, unseen=unseen)
        await self.store.write(lambda connection: connection.execute(mine))


def _is_there(room: Room, seats: list[int]) -> bool:
    """Does anybody on these seats look at the table, connected to whichever worker?"""
    here = room.presence().seats
    return any(seat in here for seat in seats)


def _what(row: Any) -> str:
    """What a message is about, as a webhook is told."""
    if row.kind in event_notices.KINDS:
        return "event"
    return {bonds.NOTICE: "person", clubs.NOTICE: "club"}.get(row.kind, "table")


def _still_asks(connection: Connection, person: Identity, other: str) -> bool:
    return bonds.bond(connection, person.id, other) == bonds.ASKS


def _is_member(connection: Connection, person: Identity, club: str) -> bool:
    return clubs.role_of(connection, club, person) in clubs.INSIDE


_STILL: Final[dict[str, Callable[[Connection, Identity, str], bool]]] = {
    bonds.NOTICE: _still_asks,
    clubs.NOTICE: _is_member,
    invitations.NOTICE: invitations.is_open,
}


def _wait(connection: Connection, row: Any, until: int) -> None:
    """Not now; that was not a try."""
    connection.execute(update(outbox).where(outbox.c.id == row.id).values(send_at=until, tries=row.tries, done=False))


def _put_off(connection: Connection, row: Any, until: int) -> None:
    waiting = update(outbox).where(outbox.c.id == row.id, outbox.c.tries == row.tries, outbox.c.done.is_(False))
    connection.execute(waiting.values(send_at=until))


def _claim(connection: Connection, row: Any, now: int) -> bool:
    """Take a message: count the try, and put it off so that nobody else sends it meanwhile."""
    tries = row.tries + 1
    later = {"tries": tries, "send_at": now + 60_000 * 2**tries, "done": tries >= TRIES}
    mine = update(outbox).where(outbox.c.id == row.id, outbox.c.tries == row.tries, outbox.c.done.is_(False))
    return connection.execute(mine.values(**later)).rowcount == 1


def _reader(connection: Connection, row: Any) -> Identity | None:
    """The person to tell (a merged guest's account), unless they muted the table."""
    kept = connection.execute(select(people.c.merged_into).where(people.c.id == row.person)).one_or_none()
    if kept is None:  # a guest who was forgotten long ago
        return None
    identity = find(connection, kept.merged_into or row.person)
    muted = select(mutes.c.person).where(mutes.c.table_id == row.table_id, mutes.c.person.in_(identity.ids))
    return None if connection.execute(muted).first() is not None else identity


def _put_off_to_tomorrow(connection: Connection, row: Any, now: int) -> None:
    """Whoever has had enough letters today gets this one tomorrow, if it is still true."""
    tomorrow = (now // mailing.DAY + 1) * mailing.DAY
    connection.execute(update(outbox).where(outbox.c.id == row.id).values(send_at=tomorrow, done=False))


def _takes_mail(kind: str, state: str) -> bool:
    """Does an address get letters of this kind? Until it is confirmed none but the one that asks for that."""
    if kind == mailing.CONFIRM:
        return state == mailing.NEW
    return state == mailing.ON or (kind in (mailing.RESET, mailing.UNUSED) and state == mailing.OFF)
