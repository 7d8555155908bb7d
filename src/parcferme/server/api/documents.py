"""Documents: drafts of one's own, publishing and withdrawing them, and the shelf of everybody's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from litestar import Response, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from parcferme.core.bounds import is_readable
from parcferme.house.codec import encode
from parcferme.house.studio import (
    DocumentForm,
    DocumentInfo,
    DocumentPage,
    PublishForm,
    RateForm,
    SaveForm,
    ShareForm,
    Stale,
    StaleDocument,
    WhyForm,
    playable,
)
from parcferme.server.api.access import By, Caller
from parcferme.server.api.answers import SAID, answer, answer_bytes, refusals
from parcferme.server.api.forms import Done
from parcferme.server.api.games import FOREVER
from parcferme.server.api.studio import looked_at
from parcferme.server.people import documents, moderation, shelf
from parcferme.server.people.documents import Reader
from parcferme.server.people.shelf import Published, Sort, Wanted
from parcferme.server.storage.clock import wall
from parcferme.table.errors import BAD_SETUP, Denied
from parcferme.table.names import one_line
from parcferme.table.setup import DRAFT

DocumentId = Annotated[str, PathParameter(description="a document's id", max_length=24)]
Hash = Annotated[str, PathParameter(description="the hash of a version", max_length=16)]
Key = Annotated[str, QueryParameter(description="the key of a draft's link", max_length=32)]
PageNumber = Annotated[int, QueryParameter(ge=1, le=1000, description="24 of them each")]
Word = Annotated[str, QueryParameter(max_length=40)]
Search = Annotated[str, QueryParameter(max_length=60, description="part of a title")]
HASH_LENGTH = 16  # ids are shorter
SAVING = {
    **refusals(404, 413),
    409: ResponseSpec(StaleDocument, description=SAID[409], generate_examples=False),
}


# --- one's own --------------------------------------------------------------------------------------------------------


@get("/api/documents", responses=refusals(), summary="Your documents")
async def mine(
    caller: By,
    in_state: Annotated[Literal["", "draft", "published", "withdrawn"], QueryParameter(name="state")] = "",
    game: Word = "",
    kind: Word = "",
    q: Search = "",
    page: PageNumber = 1,
) -> Response[DocumentPage]:
    """The last changed first."""
    if caller.identity is None:
        return answer(DocumentPage([], 1, 1, 0))
    caller.known()
    wanted = Wanted(game, kind, q, page)
    wanted.state = in_state
    return answer(await caller.server.store.read(lambda db: shelf.own(db, Reader(caller.identity), wanted)))


@post("/api/documents", responses=SAVING, summary="Keep a new one", status_code=201)
async def create(data: JSONBody[DocumentForm], caller: By) -> Response[DocumentInfo]:
    """A draft. A stranger becomes a guest, whose documents stay when they register."""
    caller.limit("document")
    caller.limit_weight()
    looked = await looked_at(caller, data.game, data.kind, data.document)
    identity = await caller.known_or_guest("create", data.name)
    most, now = caller.server.settings.documents, wall()

    def work(connection: Connection) -> DocumentInfo:
        id = documents.add(connection, identity, data, looked, most, now)
        return documents.open_one(connection, Reader(identity), id)

    return answer(await caller.server.store.write(work), 201)


@get("/api/documents/{document:str}", responses=refusals(404), summary="A document")
async def one(document: DocumentId, caller: By, key: Key = "") -> Response[DocumentInfo]:
    """To its makers the draft, to others the version that is published."""
    reader = _reader(caller, key)
    return answer(await caller.server.store.read(lambda db: documents.open_one(db, reader, document)))


@put("/api/documents/{document:str}", responses=SAVING, summary="Save the draft")
async def save(document: DocumentId, data: JSONBody[SaveForm], caller: By, key: Key = "") -> Response[Any]:
    """Refused as `stale`, with the newer one, where somebody else has saved since `revision`."""
    caller.limit("document")
    reader = _reader(caller, key, "create")
    row = await caller.server.store.read(lambda db: documents.draft_row(db, reader, document))
    looked = await looked_at(caller, row.game, row.kind, data.document)
    return await _change(
        caller, reader, document, lambda db: documents.save(db, reader, document, data, looked, wall())
    )


@delete("/api/documents/{document:str}", responses=refusals(404, 409), summary="Delete a draft",
        status_code=200)  # fmt: skip
async def remove(document: DocumentId, caller: By) -> Done:
    """One that was never published."""
    caller.limit("document")
    reader = _reader(caller, "", "create")
    await caller.server.store.write(lambda db: documents.remove(db, reader, document))
    return Done()


@post("/api/documents/{document:str}/publish", responses=SAVING, summary="Publish it", status_code=200)
async def publish(document: DocumentId, data: JSONBody[PublishForm], caller: By) -> Response[Any]:
    """As the next version, which never changes. It is checked once more, by the rules of now."""
    caller.limit("document")
    reader = _reader(caller, "", "create")
    row = await caller.server.store.read(lambda db: documents.own_row(db, reader, document))
    caller.limit_weight(len(row.body))
    looked = await looked_at(caller, row.game, row.kind, documents.content(row))
    return await _change(
        caller, reader, document, lambda db: documents.publish(db, reader, document, data, looked, wall())
    )


@post("/api/documents/{document:str}/withdraw", responses=refusals(404), summary="Withdraw it",
      status_code=200)  # fmt: skip
async def withdraw(document: DocumentId, caller: By) -> Response[Any]:
    """It leaves the shelf. Tables, events and records that have it keep it."""
    caller.limit("document")
    reader = _reader(caller, "", "create")
    return await _change(caller, reader, document, lambda db: documents.withdraw(db, reader, document))


@post("/api/documents/{document:str}/share", responses=refusals(404), summary="Share the draft",
      status_code=200)  # fmt: skip
async def share(document: DocumentId, data: JSONBody[ShareForm], caller: By) -> Response[Any]:
    """Give out a link by which others see and change the draft, or void it."""
    caller.limit("document")
    reader = _reader(caller, "", "create")
    return await _change(caller, reader, document, lambda db: documents.share(db, reader, document, data.shared))


# --- everybody's ------------------------------------------------------------------------------------------------------


@get("/api/shelf", responses=refusals(), summary="The shelf")
async def listed(
    caller: By,
    game: Word = "",
    kind: Word = "",
    length: FromQuery[Literal["", "short", "standard", "long"]] = "",
    difficulty: Annotated[int, QueryParameter(ge=0, le=3, description="0: any")] = 0,
    stars: Annotated[int, QueryParameter(ge=0, le=5, description="on average at least; 0: any, also unrated ones")] = 0,
    q: Search = "",
    sort: FromQuery[Sort] = "new",
    page: PageNumber = 1,
) -> Response[DocumentPage]:
    """What everybody has published: the latest, the best rated or the most used first."""
    wanted = Wanted(game, kind, q, page)
    wanted.length, wanted.difficulty, wanted.stars, wanted.sort = length, difficulty, stars, sort
    reader = _reader(caller)
    return answer(await caller.server.store.read(lambda db: shelf.shelf(db, reader, wanted)))


@get("/api/documents/hash/{hash:str}", responses=refusals(404), summary="A version's content")
async def content(hash: Hash, caller: By) -> Response[dict[str, Any]]:
    """The document alone. What has this hash never changes."""
    reader = _reader(caller)
    found = await caller.server.store.read(lambda db: shelf.by_hash(db, reader, hash))
    return answer_bytes(await asyncio.to_thread(encode, found.document), headers=FOREVER)


@post("/api/documents/{document:str}/rate", responses=refusals(404), summary="Rate it",
      status_code=200)  # fmt: skip
async def rate(document: DocumentId, data: JSONBody[RateForm], caller: By) -> Response[Any]:
    """With an account, and not one's own."""
    caller.limit("document")
    identity = caller.known("play")
    if not identity.is_account():
        raise Denied("needs_account", "guests do not rate: register first")
    return await _change(
        caller, Reader(identity), document, lambda db: shelf.rate(db, identity, document, data.stars, wall())
    )


@post("/api/documents/{document:str}/report", responses=refusals(404), summary="Report it",
      status_code=202)  # fmt: skip
async def report(document: DocumentId, data: JSONBody[WhyForm], caller: By) -> Done:
    """Tell the administrators of a published document."""
    caller.limit("report")
    identity, why = caller.known(), one_line(data.why)
    if not why or not is_readable(why):
        raise Denied("bad_value", "say why")

    def work(connection: Connection) -> None:
        told = documents.open_one(connection, Reader(None), document)
        person = documents.find(connection, document).person
        if person in identity.ids:
            raise Denied("own_work", "this is your own: withdraw it")
        moderation.report_document(connection, identity.id, person, document, told.title, why, wall())

    await caller.server.store.write(work)
    return Done()


# --- tables and events of one -----------------------------------------------------------------------------------------


class Played(NamedTuple):
    """What a table or an event is opened with: the options it sets, and how it is marked (`table/setup.py`)."""

    game: str
    options: dict[str, Any]
    mark: str = ""
    used: Published | None = None


async def played_with(caller: Caller, game: str, link: str) -> Played:
    """A published version by its hash, or a draft of one's own by its id; raises Denied where it cannot be played."""
    if not link:
        return Played(game, {})
    reader, store = _reader(caller), caller.server.store
    used: Published | None = None
    if len(link) == HASH_LENGTH:
        used = await store.read(lambda db: shelf.by_hash(db, reader, link))
        of, kind, document = used.game, used.kind, used.document
    else:
        row = await store.read(lambda db: documents.own_row(db, reader, link))
        of, kind, document = row.game, row.kind, documents.content(row)
    if game not in ("", of):
        raise Denied(BAD_SETUP, f"this is a document of {of}, not of {game}")
    options = playable(await looked_at(caller, of, kind, document))
    return Played(of, options, DRAFT if used is None else used.hash, used)


async def count_use(caller: Caller, played: Played) -> None:
    used = played.used
    if used is not None:
        await caller.server.store.write(lambda db: shelf.count_use(db, used))


def _reader(caller: Caller, key: str = "", scope: str = "read") -> Reader:
    if caller.identity is not None or (scope != "read" and not key):
        caller.known(scope)
    elif scope != "read":
        caller.must_be_welcome()
    return Reader(caller.identity, key)


async def _change(caller: Caller, reader: Reader, id: str, work: Callable[[Connection], None]) -> Response[Any]:
    """Change a document and show it as it is then; where that is refused as stale, show the newer one."""

    def changed(connection: Connection) -> DocumentInfo:
        work(connection)
        return documents.open_one(connection, reader, id)

    try:
        return answer(await caller.server.store.write(changed))
    except Stale as stale:
        caller.server.metrics.count("refused", stale.code)
        return answer(stale.told(), 409)


HANDLERS = [
    mine,
    create,
    one,
    save,
    remove,
    publish,
    withdraw,
    share,
    listed,
    content,
    rate,
    report,
]
