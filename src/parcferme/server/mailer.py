"""Sending what waits in the outbox: e-mail by SMTP and webhooks. Tried a few times, never more than once delivered
as far as the other side says so."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import smtplib
import socket
import ssl
import urllib.request
from email.message import EmailMessage
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from sqlalchemy import Connection, select, update

from parcferme.server import catalogue, notices
from parcferme.server.codec import encode
from parcferme.server.config import BadSetting, Settings
from parcferme.server.hall import Hall
from parcferme.server.metrics import Metrics
from parcferme.server.people import Identity, find
from parcferme.server.schema import mutes, outbox, people
from parcferme.server.store import Store, wall
from parcferme.table.errors import Denied

EVERY: Final = 2.0  # seconds
TRIES: Final = 5
TIMEOUT: Final = 10.0
log = logging.getLogger("parcferme.mailer")


class Mailer:
    """Empties the outbox in the background."""

    def __init__(self, settings: Settings, store: Store, hall: Hall, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.hall = hall
        self.metrics = metrics
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.send_waiting(wall())
            except Exception:
                log.exception("sending failed; it is tried again")

    async def send_waiting(self, now: int) -> int:
        """Send everything that is due; returns how many messages went out."""
        query = select(outbox).where(outbox.c.done.is_(False), outbox.c.send_at <= now).order_by(outbox.c.send_at)
        waiting = await self.store.read(lambda connection: list(connection.execute(query.limit(100))))
        sent = 0
        for row in waiting:
            if await self.store.write(partial(_claim, row=row, now=now)):
                sent += await self._handle(row)
        return sent

    async def _handle(self, row: Any) -> int:
        """Send one message if it is still wanted."""
        person = await self.store.read(lambda connection: _reader(connection, row))
        if person is None or not await self._still_true(row, person):
            await self._done(row)
            return 0
        try:
            ways = await self._send(row, person)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            self.metrics.count("mails", "failed")
            log.warning("could not notify", extra={"table": row.table_id, "reason": type(error).__name__})
            return 0
        await self._done(row)
        self.metrics.count("mails", "sent" if ways else "no_address")
        return ways

    async def _still_true(self, row: Any, person: Identity) -> bool:
        """Is the person still asked, and not looking at the table anyway?"""
        try:
            room = await self.hall.room(row.table_id)
        except Denied:
            return False
        if row.kind == "over":
            return True
        held = room.table.seats_of(person.ids)
        here, _ = room.present()
        owes = room.table.node == row.node and any(seat in room.table.owing() for seat in held)
        return owes and not (row.kind == "turn" and any(seat in here for seat in held))

    async def _send(self, row: Any, person: Identity) -> int:
        room = await self.hall.room(row.table_id)
        setup = room.table.setup
        title = setup.title or catalogue.title(setup.game)
        link = f"{self.settings.public_url.rstrip('/')}/table/{row.table_id}"
        ways = 0
        if person.email and self.settings.smtp:
            message = compose(self.settings, person.email, row.kind, title, link)
            await asyncio.to_thread(send_mail, self.settings, message)
            ways += 1
        if person.webhook:
            content = {"kind": row.kind, "table": row.table_id, "game": setup.game, "title": title, "link": link}
            await asyncio.to_thread(post, person.webhook, encode(content), self.settings.webhook_private)
            ways += 1
        return ways

    async def _done(self, row: Any) -> None:
        await self.store.write(
            lambda connection: connection.execute(update(outbox).where(outbox.c.id == row.id).values(done=True))
        )


def _claim(connection: Connection, row: Any, now: int) -> bool:
    """Take a message: count the try, and put it off so that nobody else sends it meanwhile."""
    tries = row.tries + 1
    later = {"tries": tries, "send_at": now + 60_000 * 2**tries, "done": tries >= TRIES}
    mine = update(outbox).where(outbox.c.id == row.id, outbox.c.tries == row.tries, outbox.c.done.is_(False))
    return connection.execute(mine.values(**later)).rowcount == 1


def _reader(connection: Connection, row: Any) -> Identity | None:
    """The person to tell (a merged guest's account), unless they muted the table."""
    merged = connection.execute(select(people.c.merged_into).where(people.c.id == row.person)).scalar_one_or_none()
    identity = find(connection, merged or row.person)
    muted = select(mutes.c.person).where(mutes.c.table_id == row.table_id, mutes.c.person.in_(identity.ids))
    return None if connection.execute(muted).first() is not None else identity


def compose(settings: Settings, to: str, kind: str, title: str, link: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = settings.mail_from or "parcferme@localhost"
    message["To"] = to
    message["Subject"] = notices.subject(kind, title)
    message.set_content(notices.body(kind, title, link))
    return message


def send_mail(settings: Settings, message: EmailMessage) -> None:
    """By the operator's SMTP server; raises SMTPException or OSError."""
    parts = urlsplit(settings.smtp)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadSetting("PARCFERME_SMTP: does not read as smtp://user:password@host:port")
    if parts.scheme == "smtps":
        secure: smtplib.SMTP = smtplib.SMTP_SSL(
            parts.hostname, parts.port or 465, timeout=TIMEOUT, context=ssl.create_default_context()
        )
    else:
        secure = smtplib.SMTP(parts.hostname, parts.port or 25, timeout=TIMEOUT)
    with secure as server:
        server.ehlo()
        if parts.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(message)


def post(url: str, content: bytes, private: bool) -> None:
    """A webhook. Addresses inside the operator's own network are refused unless the settings allow them."""
    check_webhook(url, private)
    request = urllib.request.Request(url, content, {"Content-Type": "application/json"}, method="POST")
    opener = urllib.request.build_opener(_NoRedirects())
    with opener.open(request, timeout=TIMEOUT) as answer:
        answer.read(1024)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could lead into the operator's network."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


def check_webhook(url: str, private: bool) -> None:
    """Raises ValueError when the address must not be called."""
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise ValueError("a webhook is an http or https address")
    if private:
        return
    port = parts.port or (443 if parts.scheme == "https" else 80)
    for *_, address in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM):
        if not ipaddress.ip_address(str(address[0]).split("%")[0]).is_global:
            raise ValueError("a webhook must not lead to a private address")
