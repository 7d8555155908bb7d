"""Where the links in letters lead: confirming an address, no more letters, another password. Nobody signs in for it."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from litestar import Request, Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody, PathParameter
from litestar.response import Redirect

from parcferme.server.api.access import By, address_of
from parcferme.server.api.account import person_form
from parcferme.server.api.answers import refusals
from parcferme.server.api.forms import AddressForm, Done, LinkForm, PersonForm, ResetForm
from parcferme.server.people import mailing
from parcferme.server.server import Server
from parcferme.server.storage.clock import wall

Token = Annotated[str, PathParameter(description="the last part of the link", max_length=100)]


@post("/api/mail/confirm", responses=refusals(404), summary="Confirm an address", status_code=200)
async def confirm(data: JSONBody[LinkForm], caller: By) -> AddressForm:
    """The address is yours: letters may come."""
    caller.limit("reset")
    key = caller.server.key
    return AddressForm(await caller.server.store.write(lambda db: mailing.confirm(db, key, data.token, wall())))


@post("/api/mail/unsubscribe/{token:str}", responses=refusals(404), summary="No more letters", status_code=200)
async def unsubscribe(token: Token, request: Request[Any, Any, Any]) -> Done:
    """In one click, as mail programs do it (RFC 8058): whatever the body says, and from any page."""
    server: Server = request.app.state.server
    server.limits.take("reset", address_of(request, server.settings.trust_proxy))
    await server.store.write(lambda db: mailing.unsubscribe(db, server.key, token, wall()))
    return Done()


@get(
    "/api/mail/unsubscribe/{token:str}",
    responses=refusals(),
    summary="… by a page",
    status_code=302,
    sync_to_thread=False,
)
def unsubscribe_page(token: Token, caller: By) -> Redirect:
    """A mail program that opens the header's link in a browser. Looking at a link must not change anything."""
    return Redirect(f"/mail/unsubscribe/{quote(token, safe='')}")


@post("/api/mail/reset", responses=refusals(), summary="Ask for a new password", status_code=202)
async def ask_reset(data: JSONBody[AddressForm], caller: By) -> Response[Done]:
    """A link comes by mail if an account has confirmed this address. If none has the answer is the same."""
    email = mailing.plain(data.email)
    caller.limit("reset")
    caller.server.limits.take("letter", email)
    now = caller.server.store.clock.now()
    ask = BackgroundTask(  # after the answer, so that its time tells nothing either
        caller.server.store.write, lambda db: mailing.ask_reset(db, email, now)
    )
    return Response(Done(), background=ask)


@post("/api/mail/password", responses=refusals(404), summary="Choose a new password", status_code=200)
async def reset(data: JSONBody[ResetForm], caller: By) -> PersonForm:
    """By a link for that, which works once. All sessions end, and you are signed in here."""
    caller.limit("reset")
    key, store = caller.server.key, caller.server.store
    await store.read(lambda db: mailing.person_of(db, key, mailing.RESET, data.token, wall()))
    hashed = await caller.server.passwords.hash(data.password)
    identity = await store.write(lambda db: mailing.reset(db, key, data.token, hashed, wall()))
    await caller.server.fanout.hang_up(identity.id)
    await caller.sign_in(identity)
    return person_form(caller, identity)


HANDLERS = [confirm, unsubscribe, unsubscribe_page, ask_reset, reset]
