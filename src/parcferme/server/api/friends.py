"""Friends, and invitations to tables."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from parcferme.house.catalogue import Summary
from parcferme.house.codec import decode
from parcferme.house.people import Friends, Invitation
from parcferme.server.api.access import By, Caller, key_for, must_host
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.forms import Done, FriendWish, InviteForm
from parcferme.server.api.tables import TableId
from parcferme.server.live.rooms import Room
from parcferme.server.people import bonds, invitations
from parcferme.server.people.accounts import Identity
from parcferme.server.people.faces import driver_of, faces
from parcferme.server.storage.clock import wall
from parcferme.table import errors
from parcferme.table.errors import Denied
from parcferme.table.seating import SPECTATORS
from parcferme.table.table import GATHERING

Who = Annotated[str, PathParameter(description="an account's name or id", max_length=40)]


@get("/api/friends", responses=refusals(), summary="Your friends")
async def friends(caller: By) -> Response[Friends]:
    """Your friends, who asks you and whom you ask, and whom you have blocked. Guests have none."""
    identity = caller.identity
    if identity is None or not identity.is_account():
        return answer(Friends([], [], [], []))
    known = caller.known()
    return answer(await caller.server.store.read(lambda db: bonds.friends_of(db, known)))


@post("/api/friends/{person:str}", responses=refusals(404, 409), summary="Ask, accept, end, block", status_code=200)
async def befriend(person: Who, data: JSONBody[FriendWish], caller: By) -> Response[Friends]:
    """`ask` somebody to be friends, `accept` who has asked, `end` whatever there is between you, or `block` them: they
    cannot ask you for anything any more, nor see your page."""
    caller.limit("social")
    identity, now = account_of(caller, "play"), wall()

    def work(connection: Any) -> Friends:
        bonds.DEEDS[data.deed](connection, identity, bonds.account_called(connection, person), now)
        return bonds.friends_of(connection, identity)

    return answer(await caller.server.store.write(work))


def account_of(caller: Caller, scope: str) -> Identity:
    """The caller, who needs an account for this."""
    identity = caller.known(scope)
    if not identity.is_account():
        raise Denied("needs_account", "this needs an account")
    return identity


@post("/api/tables/{table:str}/invite", responses=refusals(404, 409), summary="Invite somebody", status_code=200)
async def invite(table: TableId, data: JSONBody[InviteForm], caller: By) -> Done:
    """Ask an account to a table you host, while it has a free seat: they see it on their first page, and are told."""
    caller.limit("social")
    identity = account_of(caller, "create")
    room = await caller.server.tables.room(table)
    async with room.lock:
        await caller.server.tables.refresh(room)
        must_host(identity, room)
        if room.table.status != GATHERING or not room.table.open_seats():
            raise Denied(errors.STARTED, "there is no free seat any more")
    now = wall()

    def work(connection: Any) -> None:
        other = bonds.account_called(connection, data.person)
        bonds.must_be_open_to(connection, identity, other)
        invitations.add(connection, table, identity.id, other.id, now)

    await caller.server.store.write(work)
    return Done()


@get("/api/invitations", responses=refusals(), summary="Who invites you")
async def invited(caller: By) -> Response[list[Invitation]]:
    """To tables that still gather, the latest first, each with the way to a free seat."""
    if caller.identity is None or not caller.identity.may("play"):
        return answer([])
    identity = caller.identity
    rows = await caller.server.store.read(lambda db: invitations.open_to(db, identity))
    known = await caller.server.store.read(lambda db: faces(db, {row.by for row in rows}))
    told = [await _invitation(caller, row, known) for row in rows]
    return answer([one for one in told if one is not None])


async def _invitation(caller: Caller, row: Any, known: Any) -> Invitation | None:
    path = await way_to(caller, row.table_id)
    if path is None:
        return None
    kept = decode(row.summary, type=Summary)
    by = driver_of(row.by, row.by, known)
    return Invitation(row.table_id, row.game, kept.title, kept.pace, by, row.at, path)


async def way_to(caller: Caller, id: str) -> str | None:
    """The way to a free seat of a table, or to where it is watched; none where the table cannot be read."""
    try:
        room = await caller.server.tables.room(id)
    except Denied:
        return None
    return f"/table/{id}" + ("" if room.table.setup.visibility == "public" else f"?key={_key(caller, room)}")


def _key(caller: Caller, room: Room) -> str:
    free = room.table.open_seats()
    return key_for(caller.server.key, room, free[0] if free else SPECTATORS)


@post("/api/invitations/{table:str}/decline", responses=refusals(), summary="Not this time", status_code=200)
async def decline(table: TableId, caller: By) -> Done:
    identity = caller.known("play")
    await caller.server.store.write(partial(invitations.decline, identity=identity, table=table))
    return Done()


HANDLERS = [friends, befriend, invite, invited, decline]
