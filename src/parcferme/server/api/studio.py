"""The studio: what can be made, what is wrong with it, how good it is, and surprises. Documents are in documents.py."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from parcferme.house import studio
from parcferme.house.studio import (
    Checked,
    HouseDocument,
    JobStarted,
    JobState,
    StudioForm,
    StudioKind,
    StudioTask,
    SurpriseForm,
)
from parcferme.server.api.access import By, Caller, language_of
from parcferme.server.api.answers import answer, refusals
from parcferme.server.api.forms import Done
from parcferme.server.api.games import CACHED, Game
from parcferme.table.errors import Denied

JobId = Annotated[str, PathParameter(description="a job's id", max_length=24)]


@get("/api/studio", responses=refusals(), summary="What can be made", sync_to_thread=True)
def kinds(caller: By) -> Response[list[StudioKind]]:
    """Every kind of document of every game."""
    return answer(studio.kinds(), headers=CACHED)


@get("/api/studio/{game:str}/{kind:str}/house", responses=refusals(404), summary="The house's own",
     sync_to_thread=True)  # fmt: skip
def house(game: Game, kind: Annotated[str, PathParameter(max_length=20)], caller: By) -> Response[list[HouseDocument]]:
    """What the house offers to drive, as documents to start from."""
    return answer(studio.house_documents(game, kind), headers=CACHED)


@post("/api/studio/check", responses=refusals(404, 413), summary="Check a document", status_code=200)
async def check(data: JSONBody[StudioForm], caller: By) -> Response[Checked]:
    """Everything that is wrong with it and where, what can be told of it at once, and the options of a table."""
    caller.limit("check")
    return answer(await looked_at(caller, data.game, data.kind, data.document, data.lang))


@post("/api/studio/measure", responses=refusals(404, 413), summary="Measure it", status_code=202)
async def measure(data: JSONBody[StudioForm], caller: By) -> Response[JobStarted]:
    """Begin to work out what takes long. One at a time: another one ends yours."""
    caller.limit("measure")
    studio.playable(await looked_at(caller, data.game, data.kind, data.document))
    task = StudioTask(data.game, data.kind, data.document)
    return answer(JobStarted(await caller.server.workshop.measure(task, caller.waits_as())), 202)


@post("/api/studio/surprise", responses=refusals(404), summary="Surprise me", status_code=202)
async def surprise(data: JSONBody[SurpriseForm], caller: By) -> Response[JobStarted]:
    """Begin to make a document that passes every check. The same seed makes the same one."""
    caller.limit("measure")
    if not studio.kind_of(data.game, data.kind).generates():
        raise Denied("no_kind", f"nobody draws {data.kind} by lot")
    form = data if data.seed else msgspec.structs.replace(data, seed=secrets.token_hex(4))
    return answer(JobStarted(await caller.server.workshop.surprise(form, caller.waits_as())), 202)


@get(["/api/studio/measure/{job:str}", "/api/studio/surprise/{job:str}"], responses=refusals(404),
     summary="How far is it?")  # fmt: skip
async def state(job: JobId, caller: By) -> Response[JobState]:
    """For who began it."""
    return answer(await caller.server.workshop.state(job, visitors(caller)))


@delete(["/api/studio/measure/{job:str}", "/api/studio/surprise/{job:str}"], responses=refusals(404),
        summary="Give it up", status_code=200)  # fmt: skip
async def cancel(job: JobId, caller: By) -> Done:
    await caller.server.workshop.cancel(job, visitors(caller))
    return Done()


async def looked_at(caller: Caller, game: str, kind: str, document: object, lang: str = "") -> Checked:
    """What a check says of a document, in the caller's language; raises Denied for one that is too large."""
    studio.kind_of(game, kind)
    if isinstance(document, dict):
        studio.written(document)
    known = "en" if caller.identity is None else caller.identity.language
    task = StudioTask(game, kind, document, lang or language_of(caller.connection, known))
    return await caller.server.workshop.check(task, caller.waits_as())


def visitors(caller: Caller) -> set[str]:
    """… under every name they may have begun something."""
    return {caller.address, *(() if caller.identity is None else caller.identity.ids)}


HANDLERS = [kinds, house, check, measure, surprise, state, cancel]
