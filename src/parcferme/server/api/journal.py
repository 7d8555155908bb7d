"""What a table has written down, and closing one that cannot be opened any more. Neither loads the table."""

from __future__ import annotations

from litestar import Response, get, post

from parcferme.house.tables import KeptForm
from parcferme.server.api.access import By
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.forms import Done
from parcferme.server.api.tables import TableId
from parcferme.server.live import unreadable
from parcferme.server.live.unreadable import Journal, Kept, Unreadable
from parcferme.table import errors
from parcferme.table.errors import Denied


@get("/api/tables/{table:str}/journal", responses=refusals(404, 409), summary="Its journal")
async def journal(table: TableId, caller: By) -> Response[Journal]:
    """Everything the table has written down, for its people once it is over; also where this program cannot open it."""
    caller.limit("upload")
    identity = caller.known()
    kept = await caller.server.store.read(lambda connection: Kept(connection, table))
    if not kept.is_of(identity.ids) and not identity.is_admin():
        raise Denied(errors.NOT_SEATED, "this is for those who sat at the table")
    if not kept.over:
        raise Denied(errors.NOT_OVER, "while the match is not over its journal holds what others have hidden")
    return answer(await caller.server.store.read(lambda db: unreadable.written(db, table)))


@get("/api/tables/{table:str}/kept", responses=refusals(404), summary="A table, unopened")
async def kept(table: TableId, caller: By) -> KeptForm:
    """What is known of a table without opening it, for its people: where this program cannot, they see why and what to
    do."""
    identity = caller.known()
    found = await caller.server.store.read(lambda connection: Kept(connection, table))
    if not found.is_of(identity.ids) and not identity.is_admin():
        raise Denied(errors.NOT_SEATED, "this is for those who sat at the table")
    return found.told(identity.ids)


@post(
    "/api/tables/{table:str}/abandon",
    responses=refusals(404, 409),
    summary="Close a table that cannot be opened",
    status_code=200,
)
async def abandon(table: TableId, caller: By) -> Done:
    """For its host, where this program cannot open the table (`unreadable`); otherwise `close` it."""
    caller.limit("join")
    identity = caller.known("create")
    kept = await caller.server.store.read(lambda connection: Kept(connection, table))
    if kept.host not in identity.ids and not identity.is_admin():
        raise Denied("not_host", "only the host of the table may do this")
    if kept.over:
        raise Denied(errors.NOT_PLAYING, "the table is closed already")
    try:
        await caller.server.tables.room(table)
    except Unreadable:
        await caller.server.store.write(lambda connection: unreadable.close(connection, table, identity.id))
        return Done()
    raise Denied("conflict", "the table can be opened: close it")


HANDLERS = [journal, kept, abandon]
