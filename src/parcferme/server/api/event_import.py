"""An event that was held elsewhere, by mail or on another server: its file is worked out again and kept here, too."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Literal

from litestar import Request, Response, post
from litestar.params import FromQuery

from parcferme.house.events import EventInfo
from parcferme.organise import errors
from parcferme.server.api.access import By
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.events import described, must_have_room, must_organise_public
from parcferme.server.live.marking import checked, final_event, must_be_final

EVENT_FILE_LIMIT: Final = 8_000_000  # bytes


@post("/api/events/import", responses=refusals(409, 413), summary="Bring an event's file",
      status_code=201, request_max_body_size=EVENT_FILE_LIMIT)  # fmt: skip
async def bring(
    request: Request[Any, Any, Any], caller: By, visibility: FromQuery[Literal["public", "private"]] = "private"
) -> Response[EventInfo]:
    """One whose results are final: with its results, papers and journal as they were. Every number of it is worked out
    again; a file that does not hold is refused by the place of the first difference."""
    caller.limit("event")
    must_organise_public(caller, visibility)
    identity = await caller.known_or_guest("organise", "")
    await must_have_room(caller, identity)
    body = await request.body()
    caller.limit_weight(len(body))
    text = body.decode("utf-8", "replace")
    await caller.server.workshop.look_at(identity.id, must_be_final, text)  # nobody knows yet what it is
    await _must_hold(caller.server.thinker.work(checked, text, identity.id))
    event = await asyncio.to_thread(final_event, text)
    return answer(
        described(caller, await caller.server.events.create(event, identity.id, visibility, people=False)), 201
    )


async def _must_hold(work: Any) -> None:
    try:
        await work
    except Exception as error:  # in another process it arrives as what was said: the place, then the reason
        raise errors.no_paper("event", f"event file: {error}", place=str(error).partition(": ")[0]) from error


HANDLERS = [bring]
