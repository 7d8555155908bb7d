"""Who asks, and what they may do: sessions, tokens, guests, seats, keys of links."""

from __future__ import annotations

import hmac
import ipaddress
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from sqlalchemy.exc import SQLAlchemyError

from parcferme.core.text import LANGUAGES
from parcferme.house.telling import speaks_for
from parcferme.server.live.rooms import Room
from parcferme.server.ops.limits import home_of
from parcferme.server.people import accounts, visitors
from parcferme.server.people.accounts import Identity, Visit
from parcferme.server.people.browsers import browser_of
from parcferme.server.people.visitors import Visitor
from parcferme.server.server import Server
from parcferme.server.storage.clock import wall
from parcferme.server.storage.openers import Opener
from parcferme.server.storage.store import link_token
from parcferme.table.errors import Denied
from parcferme.table.seating import SPECTATORS

COOKIE = "parcferme"
ADDRESS_MOST = 45  # characters
FORMER = 20  # links of a seat that are remembered when they are void
Connection = ASGIConnection[Any, Any, Any, State]


class Caller:
    """The one who sent a request."""

    __slots__ = ("address", "connection", "identity", "server")

    def __init__(self, server: Server, connection: Connection, identity: Identity | None) -> None:
        self.server = server
        self.connection = connection
        self.identity = identity
        self.address = address_of(connection, server.settings.trust_proxy)

    def limit(self, kind: str, amount: float = 1) -> None:
        """Count a wish against the person and the address; raises Denied when there are too many."""
        self.server.limits.take(kind, self.address, amount)
        if self.identity is not None:
            self.server.limits.take(kind, self.identity.id, amount)

    def limit_weight(self, bytes: int | None = None) -> None:
        """Count what is to be kept here, by default the request's body: guests are made for nothing, so what each of
        them may keep bounds nothing."""
        weight: int = self.connection.scope["state"].get("weight", 0) if bytes is None else bytes
        self.limit("kilobytes", weight / 1000)

    def limit_tables(self) -> None:
        """… for another table. An organiser needs many at once."""
        organises = self.identity is not None and self.identity.is_organiser()
        self.limit("organise" if organises else "create")

    def opener(self, identity: Identity) -> Opener | None:
        """Whose room a new table of this person takes. None: nobody's, for who runs rallies for others. Of an address
        nothing but a mark is kept."""
        settings = self.server.settings
        if identity.is_organiser() or not settings.limits:
            return None
        if identity.is_account():
            return Opener(identity.id, True, settings.tables)
        mark = hmac.digest(self.server.key, f"opener/{self.address}".encode(), "sha256").hex()[:24]
        return Opener(mark, False, settings.tables)

    def waits_as(self) -> str:
        """Whose turn it is where people wait for each other: a person's, or an address'."""
        return self.address if self.identity is None else self.identity.id

    def known(self, scope: str = "read") -> Identity:
        """The person; raises Denied for a stranger or a token that does not reach so far."""
        if self.identity is None:
            raise Denied("not_signed_in", "sign in, or join a table as a guest, first")
        if not self.identity.may(scope):
            raise Denied("forbidden", f"this token does not have the scope {scope!r}")
        if scope != "read":
            self.must_be_welcome()
        return self.identity

    def must_be_welcome(self) -> None:
        """Raises Denied, with the reason, for whom administrators keep from playing."""
        one, now = self.identity, wall()
        if one is not None and one.is_held(now, "play"):
            raise held_back("suspended" if one.held_until else "banned", one.held_why, one.held_until)
        closed = self.server.desk.closed_to(self.address, one)
        if closed is not None:
            raise held_back("banned", closed.reason, closed.until)

    async def known_or_guest(self, scope: str, name: str, others: list[str] | None = None) -> Identity:
        """The person; a stranger becomes a guest and gets a cookie with the answer. A guest who gives another name is
        called so from now on."""
        if self.identity is not None:
            known = self.known(scope)
            changes = name and not known.is_account() and name != known.name
            return await self.rename(known, name) if changes else known
        self.server.limits.take("guest", self.address)
        self.must_be_welcome()
        now, visitor = wall(), self.visitor()

        def work(connection: Any) -> Identity:
            chosen = name or accounts.unclaimed(connection, visitor.name, others or [])
            return accounts.add_guest(connection, chosen, now, visitor.plate)

        identity = await self.server.store.write(work)
        await self.sign_in(identity)
        return identity

    def visitor(self) -> Visitor:
        """The name and plate a stranger goes by; who comes for the first time gets them with the answer."""
        known = visitors.met(self.connection.cookies.get(visitors.COOKIE))
        if known is not None:
            return known
        fresh = visitors.newcomer(language_of(self.connection))
        self._set_cookie(visitors.COOKIE, fresh.cookie(), accounts.SESSION_MS // 1000)
        return fresh

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Somebody is called differently, and everybody they sit with sees it at once."""

        def work(connection: Any) -> Identity:
            return accounts.change(connection, identity.id, dict(accounts.rename(connection, identity, name)))

        changed = await self.server.store.write(work)
        identity.name = changed.name
        await self.server.fanout.rename(changed.ids)
        return identity

    def visit(self) -> Visit:
        """What the browser says of itself."""
        agent = self.connection.headers.get("user-agent", "")
        known = "en" if self.identity is None else self.identity.language
        return Visit(self.address, browser_of(agent), language_of(self.connection, known))

    async def sign_in(self, identity: Identity) -> None:
        """Open a session; the cookie leaves with the answer."""
        now, visit = wall(), self.visit()
        token = await self.server.store.write(lambda db: accounts.open_session(db, identity.id, visit, now))
        self.identity = identity
        self.set_cookie(token, accounts.SESSION_MS // 1000)

    async def sign_out(self) -> None:
        token = self.connection.cookies.get(COOKIE)
        if token is not None:
            await self.server.store.write(lambda connection: accounts.close_session(connection, token))
            await self.server.fanout.hang_up(accounts.digest(token))
        self.set_cookie("", 0)

    async def stay_signed_in(self) -> None:
        """A session that is used does not end: in the second half of its time it gets all of it again, and with the
        answer leaves a cookie that lasts as long."""
        identity, now = self.identity, wall()
        if identity is None or identity.until is None:
            return
        with suppress(SQLAlchemyError):  # a full disk must not hinder those who only look
            await self._be_seen(identity, now)
            if identity.until - now < accounts.SESSION_MS // 2 and await self.server.store.write(
                lambda db: accounts.extend_session(db, identity.proof, now)
            ):
                self.set_cookie(self.connection.cookies[COOKIE], accounts.SESSION_MS // 1000)

    async def _be_seen(self, identity: Identity, now: int) -> None:
        """Once an hour, and when the language changes: letters come in the one that was chosen last."""
        visit = self.visit()
        if now - identity.seen_at >= accounts.SEEN_MS or visit.language != identity.language:
            await self.server.store.write(lambda db: accounts.see(db, identity.id, identity.proof, visit, now))

    def set_cookie(self, token: str, seconds: int) -> None:
        self._set_cookie(COOKIE, token, seconds)

    def _set_cookie(self, name: str, value: str, seconds: int) -> None:
        """It leaves with the answer; the last one of a name counts."""
        secure = "; Secure" if self.server.settings.is_secure() else ""
        cookie = f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
        self.connection.scope["state"].setdefault("cookies", {})[name] = cookie

    def admin(self) -> Identity:
        identity = self.known()
        if not identity.is_admin():
            raise Denied("forbidden", "this is for administrators")
        return identity


def held_back(code: str, why: str, until: int | None) -> Denied:
    """A refusal that tells what an administrator has said, and how long it lasts."""
    day = "" if until is None else datetime.fromtimestamp(until / 1000, UTC).date().isoformat()
    return Denied(code, f"not until {day}: {why}" if day else why, blanks={"why": why, "until": day})


By: TypeAlias = NamedDependency[Caller]  # how a handler asks for its caller


async def provide_caller(request: Request[Any, Any, State]) -> Caller:
    """The caller of a request."""
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        same_origin(request)
    caller = await recognise(request)
    await caller.stay_signed_in()
    return caller


def same_origin(connection: Connection) -> None:
    """Browsers name the page that asks; cookies must not work for pages of others, not even of neighbours that share
    our domain, for whom SameSite is no hindrance."""
    origin = connection.headers.get("origin")
    own = {connection.headers.get("host", ""), _host(connection.app.state.server.settings.public_url)} - {""}
    if origin and _host(origin) not in own:
        raise Denied("forbidden", "this page belongs to another site")


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0]


async def recognise(connection: Connection) -> Caller:
    """By token, else by session cookie, else a stranger. A token that is not valid is refused, not ignored."""
    server: Server = connection.app.state.server
    if "\0" in connection.scope["path"] or b"%00" in connection.scope["query_string"]:
        raise Denied("bad_request", "an address has no zero bytes")  # PostgreSQL would fail over them
    address = count_request(connection)  # first: finding out who asks costs a look into the database
    header = connection.headers.get("authorization", "")
    if header:
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer":
            raise Denied("not_signed_in", "send the token as: Authorization: Bearer …")
        identity = await server.store.read(lambda database: accounts.by_token(database, token.strip()))
        if identity is None:
            server.limits.take("token", address)
            raise Denied("not_signed_in", "this token is not valid (any more)")
        return Caller(server, connection, identity)
    cookie = connection.cookies.get(COOKIE)
    if not cookie:
        return Caller(server, connection, None)
    now = wall()
    return Caller(server, connection, await server.store.read(lambda db: accounts.by_session(db, cookie, now)))


def count_request(connection: Connection) -> str:
    """One more request, counted once however often it is asked; returns the address it comes from."""
    server: Server = connection.app.state.server
    address = address_of(connection, server.settings.trust_proxy)
    if not connection.scope["state"].get("counted"):
        server.limits.take("request", address)
        connection.scope["state"]["counted"] = True
    return address


def address_of(connection: Connection, trust_proxy: bool) -> str:
    """Where a request comes from, for rate limits. What others have said of it stands before what our proxy says: in
    the same header, or in one before it."""
    if trust_proxy:
        forwarded = ",".join(connection.headers.getall("x-forwarded-for", []))
        if forwarded:
            return home_of(forwarded.rsplit(",", 1)[-1].strip()[:ADDRESS_MOST])
    client = connection.client
    return home_of(client.host) if client is not None else "local"


def language_of(connection: Connection, otherwise: str = "en") -> str:
    """The client's language: what it has chosen (a cookie tells), else the browser's first."""
    first = connection.cookies.get("language") or connection.headers.get("accept-language", "")[:2].lower()
    return first if first in LANGUAGES else otherwise


def is_of_this_machine(connection: Connection) -> bool:
    """Does this come from here, and not through a proxy that runs here?"""
    client = connection.client
    passed_on = {"x-forwarded-for", "forwarded", "x-real-ip"} & set(connection.headers)
    return client is not None and not passed_on and ipaddress.ip_address(client.host).is_loopback


# Seats and keys


def may_watch(caller: Caller, room: Room, key: str) -> None:
    """Public tables are open; private ones to their people, their host, administrators and who has a link."""
    identity = caller.identity
    if identity is not None and not identity.may("read"):
        raise Denied("forbidden", "this token does not have the scope 'read'")
    if room.table.setup.visibility == "public":
        return
    if identity is not None and (room.table.seats_of(identity.ids) or is_host(identity, room)):
        return
    if room.table.setup.drive:  # sealed until the event closes, for administrators too; then its papers are public
        raise Denied("not_found", "there is no such table, or it is private")
    if identity is not None and identity.is_admin():
        return
    if key and key_seat(caller.server.key, room, key) is not None:
        return
    if key and _was_key(caller.server.key, room, key):
        raise Denied("link_used", "this link has been used or replaced")
    raise Denied("not_found", "there is no such table, or it is private")


def key_seat(secret: bytes, room: Room, key: str) -> int | None:
    """Which seat (or SPECTATORS) a link's key opens at this table."""
    for seat in range(SPECTATORS, len(room.table.seats)):
        if hmac.compare_digest(key_for(secret, room, seat).encode(), key.encode()):
            return seat
    return None


def _was_key(secret: bytes, room: Room, key: str) -> bool:
    """Did this key open a seat, or the table, until somebody sat down by it or it was replaced? Links that are older
    than the last few are not known any more: renewing them without end would make every wrong key hard to judge."""
    issues = [(SPECTATORS, room.table.watch_link), *((n, seat.link) for n, seat in enumerate(room.table.seats))]
    known = [(seat, issue) for seat, issued in issues for issue in range(max(0, issued - FORMER), issued)]
    former = [link_token(secret, room.id, seat, issue) for seat, issue in known]
    return any(hmac.compare_digest(one.encode(), key.encode()) for one in former)


def key_for(secret: bytes, room: Room, seat: int) -> str:
    issue = room.table.watch_link if seat == SPECTATORS else room.table.seats[seat].link
    return link_token(secret, room.id, seat, issue)


def is_host(identity: Identity, room: Room) -> bool:
    return room.stored.host in identity.ids


def must_host(identity: Identity, room: Room) -> None:
    if not is_host(identity, room) and not identity.is_admin():
        raise Denied("not_host", "only the host of the table may do this")


def own_seat(identity: Identity, room: Room, seat: int | None) -> int:
    """The seat a person speaks for."""
    return speaks_for(room.table, room.table.seats_of(identity.ids), seat)
