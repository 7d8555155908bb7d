"""Where somebody is signed in, and signing out there."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import PathParameter

from parcferme.house.people import Session
from parcferme.server.api.access import By, Caller
from parcferme.server.api.account import in_person
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.forms import Done
from parcferme.server.people import accounts
from parcferme.server.people.accounts import Identity
from parcferme.server.storage.clock import wall
from parcferme.table.errors import Denied

SessionId = Annotated[str, PathParameter(description="a session's id", min_length=16, max_length=16)]


@get("/api/account/sessions", responses=refusals(), summary="Where you are signed in")
async def list_sessions(caller: By) -> Response[list[Session]]:
    identity, now = in_person(caller), wall()
    return answer(await caller.server.store.read(lambda db: accounts.list_sessions(db, identity, now)))


@delete("/api/account/sessions/{which:str}", responses=refusals(404), summary="Sign out elsewhere", status_code=200)
async def end_session(which: SessionId, caller: By) -> Done:
    """Sign out of one browser."""
    if not await _end(caller, in_person(caller), which):
        raise Denied("not_found", "there is no such session")
    return Done()


@post("/api/account/sessions/end", responses=refusals(), summary="Sign out everywhere else", status_code=200)
async def end_others(caller: By) -> Done:
    """All sessions but this one end; tokens stay."""
    await _end(caller, in_person(caller))
    return Done()


async def _end(caller: Caller, identity: Identity, session: str = "") -> list[str]:
    ended = await caller.server.store.write(lambda db: accounts.end_sessions(db, identity, session))
    for proof in ended:
        await caller.server.fanout.hang_up(proof)
    return ended


HANDLERS = [list_sessions, end_session, end_others]
