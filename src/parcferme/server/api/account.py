"""People: registering, logging in, tokens, export and deletion; administration."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any

from litestar import Response, delete, get, patch, post
from litestar.params import JSONBody, PathParameter
from sqlalchemy import Connection

from parcferme.house.codec import encode
from parcferme.house.people import Token
from parcferme.server.api import commands
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import answer, answer_bytes, refusals
from parcferme.server.api.forms import (
    CredentialsForm,
    DeleteForm,
    Done,
    NewTokenForm,
    PasswordForm,
    PersonForm,
    ProfileForm,
    PushEnd,
    PushForm,
    RoleForm,
    SampleForm,
    SampleSent,
    TokenWish,
)
from parcferme.server.live import samples
from parcferme.server.people import accounts, mailing, pushes, shelf, telling
from parcferme.server.people.accounts import Identity, login_of
from parcferme.server.people.faces import plate_of
from parcferme.server.storage import standings
from parcferme.server.storage.clock import wall
from parcferme.table.errors import Denied

TokenId = Annotated[str, PathParameter(description="a token's id", max_length=24)]
Person = Annotated[str, PathParameter(description="a person's id", max_length=24)]


@get("/api/account", responses=refusals(), summary="Who am I", sync_to_thread=False)
def whoami(caller: By) -> PersonForm:
    """You, as the server knows you; before your first table only by the name and plate it offers you. A token is not
    told where you are notified."""
    told = person_form(caller, caller.identity)
    if caller.identity is not None and caller.identity.scopes is not None:  # a webhook's address is often a secret
        told.email = told.mail = told.webhook = ""
    return told


@post("/api/account", responses=refusals(409), summary="Register", status_code=201)
async def register(data: JSONBody[CredentialsForm], caller: By) -> PersonForm:
    """Make an account. If you have played as a guest, your games stay yours."""
    caller.limit("register")
    caller.must_be_welcome()
    if caller.identity is not None and (caller.identity.is_account() or caller.identity.scopes is not None):
        raise Denied("conflict", "you have an account already")
    guest = None if caller.identity is None else caller.identity.id
    hashed = await caller.server.passwords.hash(data.password)
    now, plate = wall(), 0 if guest else caller.visitor().plate
    identity = await caller.server.store.write(
        lambda connection: accounts.register(connection, guest, data.name, hashed, now, plate)
    )
    await caller.sign_in(identity)
    await caller.server.fanout.hang_up(identity.id)
    await caller.server.fanout.rename(identity.ids)
    return person_form(caller, identity)


@post("/api/account/login", responses=refusals(), summary="Log in", status_code=200)
async def login(data: JSONBody[CredentialsForm], caller: By) -> PersonForm:
    """Log in. Games you played as a guest in this browser go over to the account."""
    caller.limit("login")
    store = caller.server.store
    caller.server.limits.take("name", login_of(data.name))
    known = await store.read(lambda connection: accounts.password_of(connection, data.name))
    if not await caller.server.passwords.is_right(None if known is None else known[1], data.password) or known is None:
        raise Denied("wrong_login", "name and password do not match")
    account, guest = known[0], caller.identity
    if guest is not None and guest.kind == "guest" and guest.scopes is None:
        await store.write(lambda connection: accounts.merge(connection, guest.id, account))
        await caller.server.fanout.hang_up(guest.id)
        await caller.server.fanout.rename(guest.ids)
    identity = await store.read(lambda connection: accounts.find(connection, account))
    await caller.sign_in(identity)
    return person_form(caller, identity)


@post("/api/account/logout", responses=refusals(), summary="Log out", status_code=200)
async def logout(caller: By) -> Done:
    await caller.sign_out()
    return Done()


@patch("/api/account", responses=refusals(), summary="Change your profile")
async def change(data: JSONBody[ProfileForm], caller: By) -> PersonForm:
    """Your name and plate, which a stranger becomes a guest by; where to notify you (accounts)."""
    if caller.identity is None and (data.name or data.plate):
        await caller.known_or_guest("play", data.name or "")
    identity = in_person(caller)
    if not identity.is_account() and (data.email or data.webhook):
        raise Denied("forbidden", "notifications need an account")
    email = None if data.email is None else mailing.plain(data.email)
    if email and email != identity.email:
        _limit_letters(caller, identity, email)
    values: dict[str, object] = {} if data.webhook is None else {"webhook": _hook(data.webhook)}
    if data.plate is not None:
        values["plate"] = data.plate
    if data.hides is not None:
        values["hides"] = " ".join(sorted(set(data.hides)))
    values |= _telling(data)
    if data.letters is not None and identity.mail in (mailing.ON, mailing.OFF):
        values["mail"] = mailing.ON if data.letters else mailing.OFF
    now = caller.server.store.clock.now()
    changed = await caller.server.store.write(partial(_change, identity=identity, values=values, email=email, now=now))
    return person_form(caller, changed if data.name is None else await caller.rename(identity, data.name))


def _telling(data: ProfileForm) -> dict[str, object]:
    """Of what somebody is told, and when."""
    values: dict[str, object] = {}
    if data.untold_of is not None:
        values["untold_of"] = telling.must_be_switches(data.untold_of)
    if data.quiet is not None:
        values["quiet"] = telling.must_be_hours(data.quiet)
    if data.zone is not None:
        values["zone"] = telling.must_be_zone(data.zone)
    return values


def _change(
    connection: Connection, identity: Identity, values: dict[str, object], email: str | None, now: int
) -> Identity:
    changed = accounts.change(connection, identity.id, values)
    if "hides" in values:
        standings.relist(connection, identity.id)
    if email is None:
        return changed
    mailing.change_address(connection, identity, email, now)
    return accounts.find(connection, identity.id)


@post("/api/account/confirm", responses=refusals(409), summary="Ask for the link again", status_code=200)
async def ask_again(caller: By) -> Done:
    """Send the letter with the link that confirms your address once more."""
    identity = in_person(caller)
    if identity.mail != mailing.NEW or identity.email is None:
        raise Denied("conflict", "there is no address that has to be confirmed")
    _limit_letters(caller, identity, identity.email)
    now = caller.server.store.clock.now()
    await caller.server.store.write(lambda db: mailing.ask(db, identity.id, mailing.CONFIRM, now))
    return Done()


@post("/api/account/push", responses=refusals(409), summary="Be told by this browser", status_code=200)
async def add_push(data: JSONBody[PushForm], caller: By) -> Done:
    """For guests, too. A browser is told until it ends that, or its maker forgets it."""
    caller.limit("register")
    identity, now = in_person(caller), wall()
    if not caller.server.mailer.push_key:
        raise Denied("no_push", "this server does not tell by browser")
    await caller.server.store.write(lambda db: pushes.add(db, identity, data.endpoint, data.p256dh, data.auth, now))
    return Done()


@post("/api/account/test", responses=refusals(), summary="Send me a test", status_code=200)
async def send_test(data: JSONBody[SampleForm], caller: By) -> SampleSent:
    """At once by this way, whatever is switched off, and say how it went."""
    identity = in_person(caller)
    caller.server.limits.take("test", identity.id)
    outcome: Any = await samples.send(caller.server.mailer, identity, data.way)
    return SampleSent(outcome)


@post("/api/account/push/end", responses=refusals(), summary="… and not any more", status_code=200)
async def end_push(data: JSONBody[PushEnd], caller: By) -> Done:
    identity = in_person(caller)
    await caller.server.store.write(lambda db: pushes.drop(db, data.endpoint, identity.ids))
    return Done()


def _limit_letters(caller: Caller, identity: Identity, email: str) -> None:
    """Nobody's address is flooded with links, whoever writes it down."""
    caller.server.limits.take("letter", identity.id)
    caller.server.limits.take("letter", email)


def _hook(url: str) -> str | None:
    if url and not re.fullmatch(r"https?://[!-~]+", url):
        raise Denied("bad_webhook", "webhook: does not read as an http address")
    return url or None


@post("/api/account/password", responses=refusals(), summary="Change your password", status_code=200)
async def change_password(data: JSONBody[PasswordForm], caller: By) -> Done:
    """All other sessions end."""
    identity = in_person(caller)
    await _must_know_password(caller, identity, data.present)
    hashed = await caller.server.passwords.hash(data.next)

    def work(connection: Any) -> None:
        accounts.change(connection, identity.id, {"password": hashed})
        accounts.close_sessions(connection, identity.id)

    await caller.server.store.write(work)
    await caller.sign_in(identity)
    await caller.server.fanout.hang_up(identity.id)
    return Done()


@get("/api/account/export", responses=refusals(), summary="Everything kept about you")
async def export(caller: By) -> Response[dict[str, Any]]:
    identity = in_person(caller)
    caller.limit("export")

    def work(connection: Connection) -> bytes:
        return encode({**accounts.export(connection, identity), **shelf.export(connection, identity.ids)})

    return answer_bytes(await caller.server.store.read(work))


@post("/api/account/delete", responses=refusals(409), summary="Delete yourself", status_code=200)
async def forget(data: JSONBody[DeleteForm], caller: By) -> Done:
    """Your account, name, chat, uploads and documents go; matches stay for the others, without your name."""
    identity = in_person(caller)
    if identity.is_account():
        await _must_know_password(caller, identity, data.password)
    await caller.server.store.write(lambda connection: accounts.must_not_be_last_admin(connection, identity.id))
    await commands.leave_all(caller, identity)
    await caller.server.store.write(lambda connection: shelf.forget_person(connection, identity))
    await caller.server.fanout.rename(identity.ids)
    await caller.server.fanout.hang_up(identity.id)
    caller.set_cookie("", 0)
    return Done()


@get("/api/account/tokens", responses=refusals(), summary="Your tokens")
async def list_tokens(caller: By) -> Response[list[Token]]:
    identity = in_person(caller)
    found = await caller.server.store.read(lambda connection: accounts.list_tokens(connection, identity.id))
    return answer(found)


@post("/api/account/tokens", responses=refusals(), summary="Make a token", status_code=201)
async def add_token(data: JSONBody[TokenWish], caller: By) -> NewTokenForm:
    """A token for a bot or a script, limited to what it needs."""
    caller.limit("register")
    identity = in_person(caller)
    if not identity.is_account():
        raise Denied("forbidden", "tokens need an account")
    now = wall()
    number, token = await caller.server.store.write(
        lambda connection: accounts.add_token(connection, identity.id, data.label, list(data.scopes), now)
    )
    return NewTokenForm(number, token)


@delete("/api/account/tokens/{id:str}", responses=refusals(404), summary="Revoke", status_code=200)
async def revoke_token(id: TokenId, caller: By) -> Done:
    identity = in_person(caller)
    void = await caller.server.store.write(lambda connection: accounts.revoke_token(connection, identity.id, id))
    await caller.server.fanout.hang_up(void)
    return Done()


@post("/api/people/{person:str}/role", responses=refusals(404, 409), summary="Give a role", status_code=200)
async def give_role(person: Person, data: JSONBody[RoleForm], caller: By) -> PersonForm:
    """For administrators."""
    caller.admin()
    await caller.server.store.read(lambda connection: accounts.find(connection, person))

    def work(connection: Any) -> Identity:
        if data.role != "admin":
            accounts.must_not_be_last_admin(connection, person)
        return accounts.change(connection, person, {"role": data.role})

    changed = await caller.server.store.write(work)
    await caller.server.fanout.hang_up(person)  # what an administrator may watch, the others may not
    return person_form(caller, changed)


def in_person(caller: Caller) -> Identity:
    """The caller, in a browser: a token cannot manage the account it belongs to."""
    identity = caller.known()
    if identity.scopes is not None:
        raise Denied("forbidden", "a token cannot do this")
    return identity


async def _must_know_password(caller: Caller, identity: Identity, password: str) -> None:
    caller.limit("login")
    known = await caller.server.store.read(lambda connection: accounts.password_by_id(connection, identity.id))
    if not await caller.server.passwords.is_right(known, password):
        raise Denied("wrong_login", "the password is not right")


def person_form(caller: Caller, identity: Identity | None) -> PersonForm:
    mails = bool(caller.server.settings.smtp)
    if identity is None:
        visitor = caller.visitor()
        return PersonForm("", visitor.name, False, "player", "", "", "", mails, 0, visitor.plate, [])
    return PersonForm(
        identity.id,
        identity.name,
        identity.is_account(),
        identity.role,
        identity.email or "",
        identity.mail,
        identity.webhook or "",
        mails,
        identity.untold,
        plate_of(identity.id, identity.plate),
        sorted(identity.hides),
        sorted(identity.untold_of),
        identity.quiet,
        identity.zone,
        caller.server.mailer.push_public(),
    )


HANDLERS = [
    whoami,
    register,
    login,
    logout,
    change,
    ask_again,
    add_push,
    end_push,
    send_test,
    change_password,
    export,
    forget,
    list_tokens,
    add_token,
    revoke_token,
    give_role,
]
