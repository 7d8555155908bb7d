"""A message to try a way of being told with: sent at once, past switches and quiet hours, because somebody waits for it
and asked for it. The answer says how it went."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Awaitable
from functools import partial
from http.client import HTTPException

from sqlalchemy import select

from parcferme.house.codec import encode
from parcferme.server.live.mailer import CAPPED, FAILED, SENT, Mailer
from parcferme.server.live.senders import post
from parcferme.server.people import letters, mailing, pushes
from parcferme.server.people.accounts import Identity
from parcferme.server.people.telling import Way
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import people

KIND = "test"
NO_WAY = "none"  # there is nothing to send it by
log = logging.getLogger("parcferme.samples")


async def send(mailer: Mailer, person: Identity, way: Way) -> str:
    """SENT, FAILED, CAPPED, or NO_WAY where the person has not given this way or the server has none."""
    by = {"mail": _by_mail, "hook": _by_webhook, "push": _by_push}[way]
    return await by(mailer, person)


async def _by_mail(mailer: Mailer, person: Identity) -> str:
    """To an address that was confirmed; it is one of today's letters."""
    to, settings = person.email, mailer.settings
    if not to or not settings.smtp or person.mail != mailing.ON:
        return NO_WAY
    if not await mailer.store.write(lambda db: mailing.take(db, person.id, wall(), settings.mails_a_day)):
        return CAPPED
    kept = await mailer.store.read(lambda db: db.execute(select(people).where(people.c.id == person.id)).one())
    token = mailing.sign(mailer.key, mailing.UNSUBSCRIBE, kept, wall())
    links = f"{mailer.home}/account", f"{mailer.home}/mail/unsubscribe/{token}"
    letter = letters.about_people(person.language, KIND, person.name, *links)
    return await _tried(mailer.send_letter(to, letter, f"{mailer.home}/api/mail/unsubscribe/{token}"))


async def _by_webhook(mailer: Mailer, person: Identity) -> str:
    if not person.webhook:
        return NO_WAY
    said = letters.in_short(person.language, KIND, person.name)
    content = encode({"kind": KIND, "title": said.subject, "link": f"{mailer.home}/account"})
    way = partial(post, person.webhook, content, mailer.settings.webhook_private)
    return await _tried(mailer.calls.make(person.id, way))


async def _by_push(mailer: Mailer, person: Identity) -> str:
    """It has come if one of their browsers has taken it."""
    browsers = await mailer.store.read(lambda connection: pushes.of(connection, person.ids))
    if not mailer.push_key or not browsers:
        return NO_WAY
    said = letters.in_short(person.language, KIND, person.name)
    told = encode({"title": said.subject, "body": said.body, "link": f"{mailer.home}/account", "about": KIND})
    ways = [partial(mailer.push, browser, told) for browser in browsers]
    outcomes = [await _tried(mailer.calls.make(person.id, way)) for way in ways]
    return SENT if SENT in outcomes else FAILED


async def _tried(sending: Awaitable[None]) -> str:
    try:
        await sending
    except (OSError, HTTPException, smtplib.SMTPException, ValueError) as error:
        log.info("a test did not go out", extra={"reason": type(error).__name__})
        return FAILED
    return SENT
