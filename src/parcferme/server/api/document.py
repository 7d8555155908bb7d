"""The OpenAPI document, at `/api/schema/openapi.json`.

Litestar writes it; the schemas of our own forms are then replaced by msgspec's, which keep every bound and say that
unknown fields are refused. Its description is a tour, and its schemas tell what every game's view means: a bot's author
needs nothing else.
"""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import Any

import msgspec
from litestar import Request, Response, Router
from litestar.constants import OPENAPI_JSON_HANDLER_NAME
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from parcferme import __version__
from parcferme.core import registry
from parcferme.house import (
    advice,
    catalogue,
    event_results,
    events,
    forms,
    frames,
    messages,
    people,
    positions,
    studio,
    tables,
)
from parcferme.house.codec import encode
from parcferme.server.api import event_forms
from parcferme.server.api import forms as own_forms
from parcferme.server.api.access import count_request
from parcferme.server.api.answers import SAID, answer_bytes
from parcferme.server.api.refusals import STATUS
from parcferme.server.live import unreadable
from parcferme.server.ops.limits import LIMITS

Schema = dict[str, Any]
_writing = Lock()
SHAPES = (
    forms,
    own_forms,
    catalogue,
    positions,
    messages,
    tables,
    frames,
    advice,
    events,
    event_results,
    event_forms,
    unreadable,
    people,
    studio,
)  # structs
TAGS = ("games", "tables", "play", "aids", "records", "events", "studio", "people", "moderation", "operation")
TOUR = """Tables for rally board games: everything the browser does, for bots and scripts as well.

**A match in five calls:** `POST /api/tables` with the game and a wish for each seat; `GET …/position` until `actions`
is not empty and `own_seal` is null; `POST …/act` with the position's `node`, the `notation` of one of its actions and
an `id` of your own; again, until `status` is `finished` or `closed`; `GET …/record`. A refusal is `{"code",
"reason"}` and has changed nothing; after `too_many` and `unavailable` the same call may be sent again, after `late`
ask for the position.

**Opening a table:** `seats` of a game is `[least, most]`; `options.players` sets how many seats the table has (`POST
/api/games/{game}/check` tells the number for any options). Send a wish for each of them, `{"kind": "me"}`, `{"kind":
"open"}` or `{"kind": "bot", "level": "…"}` with one of the game's `bots`: seats without a wish stay open, and the table
is `gathering` until all are taken. Then it starts by itself.

**Finding tables:** `GET /api/tables` and `GET /api/tables/mine` answer with a page, `{"tables": […], "next": "…"}`. Ask
again with `after=` and that `next` until it is empty.

**Friends:** the host finds `links` in the table. A friend's link is `/table/{table}?key={key}`; a program takes that
seat by `POST /api/tables/{table}/join` with `{"key": "…"}`. On a private table the same `key` goes with every call that
only looks.

**Who you are:** without anything, the first table or seat makes you a guest with the cookie `parcferme`. A bot sends
`Authorization: Bearer pf_…`, a token made by `POST /api/account/tokens`; it needs the scopes `read` and `play`, and
`create` to open and host tables.

**Events:** `GET /api/events` lists competitions by `status`; `GET /api/events/{event}` is one, as you may see it:
until it closes nobody is told another's papers, marks or place. `POST …/enter`, then hand in by `POST …/papers` a
sheet (`GET …/sheet` is a blank one) or a record, or drive it at a table by `POST …/drives`. `GET …/results` and, once
it has closed, `GET …/file`, which `parcferme event verify` checks. To organise takes the scope `organise`.

**The studio:** `GET /api/studio` lists what can be made; `POST /api/studio/check` says everything that is wrong with a
document and where; `POST /api/studio/measure` and `…/surprise` answer with an `id` to ask for until `done`. `POST
/api/documents` keeps a draft, `PUT /api/documents/{document}` saves it from a `revision` (refused as `stale`, with the
`newer` one, where somebody else has saved since), `POST …/publish` makes a version that never changes. `GET /api/shelf`
is what everybody has published; its `hash` as `document` of a new table or event plays it.

**What you see:** `view` is all that your seat may know. For each game the schema `View_{game}` in this document says
what its fields mean; `GET /api/games/{game}/rules` has every clause, `…/content` the boards and cards. An action's
`form` is its `notation` in parts: `kind` and whatever else it takes. What a kind does, `GET
/api/games/{game}/texts/en` says under `action.{kind}`, with the other parts in its braces; with `lang=en` each action
brings that sentence as `text`.
Likewise `event.{kind}`, `refusal.{code}` and `reason.{code}` explain events, refusals by the rules and results.

**The live line:** instead of asking again and again, open a WebSocket at `/api/tables/{table}/socket`, with the same
cookie or token. Parameters, all optional: `since` (the last `n` you know), `key` (of a link), `lang`, `odds=1`,
`seat`, `changes=1` (views hold only what changed; `kept` names the rest). The first message is `{"type": "hello",
"n", "missed", "position", "presence"}`. Then come objects with a `type`: `start` and `play` (`by`, `cause`,
`flagged`, `steps`, `position`), `seats` (`what`, `seat`, `seats`, `position`), `sealed` (`seat`, `sealed`,
`own_seal`, `clocks`), `ask` and `answer` (`seat`, `to` or `yes`, `position`), `chat` (`line`), `presence` (`seats`,
`spectators`), `again` (`table`), `close` (`position`). A step is a log `entry`, its `events` and the `view`
after it. You send `{"do": "act", "id", "node", "action"}`, and likewise `unseal` (`node`), `undo` (`to`, `node`),
`answer` (`yes`), `return`, `say` (`text`), `look` (`seat`) and `ping`, each at most 4 KB and with an `id`; `seat` may
be added. Everything else goes by HTTP. Each is answered by `{"type": "ok", "id"}` or `{"type": "refused", "id",
"code", "reason"}`. The `ok` of an action may come before or after the `play` with the new position: let positions
alone tell you what to do next, and `ok` only that your wish was kept. A line that is closed with code 1012 may be
opened again; one that is not allowed is told why and closed with 4000; a message over 16 KB closes it with 1009.

**Too much:** 429 (`too_many`) says in `Retry-After` how many seconds to wait, on the live line in the `reason`. A body
over 1 MB (of a record: 2 MB) is refused with 413 (`too_large`). 503 (`unavailable`): the server cannot keep or read
anything at the moment; nothing has changed, try again."""


def config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Parc Fermé",
        version=__version__,
        description=_description(),
        openapi_router=Router("/api/schema", route_handlers=[], before_request=give, include_in_schema=False),
        render_plugins=[FormsPlugin()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="an API token"),
                "session": SecurityScheme(type="apiKey", name="parcferme", security_scheme_in="cookie"),
            }
        ),
        security=[{}, {"token": []}, {"session": []}],  # strangers may do much: they become guests
        tags=[Tag(name) for name in TAGS],
        use_handler_docstrings=True,
    )


def _description() -> str:
    codes = ", ".join(f"`{code}` ({status})" for code, status in sorted(STATUS.items(), key=lambda one: one[1]))
    limits = ", ".join(f"{kind} {most} + {minute:g}" for kind, (most, minute) in LIMITS.items())
    return f"{TOUR}\n\n**Codes of refusals:** {codes}.\n\n**Limits, at once + per minute:** {limits}."


async def give(request: Request[Any, Any, Any]) -> Response[Any] | None:
    """The document, to whoever has not asked for too much; what else lies at its path answers for itself."""
    count_request(request)
    if request.route_handler.name != OPENAPI_JSON_HANDLER_NAME:
        return None
    made: bytes | None = request.app.state.get("document")
    return answer_bytes(await asyncio.to_thread(_written, request) if made is None else made)


def _written(request: Request[Any, Any, Any]) -> bytes:
    """It takes a second, so it is written once, and away from the tables."""
    state = request.app.state
    with _writing:
        if "document" not in state:
            state.document = FormsPlugin().render(request, request.app.openapi_schema.to_schema())
    made: bytes = state.document
    return made


class FormsPlugin(JsonRenderPlugin):
    """Writes the document with msgspec's schemas for our forms, the views of the games, and the answers every call may
    get."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        known: Schema = openapi_schema["components"]["schemas"]
        known.update({name: one for name, one in _form_schemas().items() if name in known})
        known.update({f"View_{game}": _view_schema(game) for game in registry.game_ids()})
        for calls in openapi_schema["paths"].values():
            for call in calls.values():
                _complete(call)
        return encode(openapi_schema)


def _view_schema(game: str) -> Schema:
    fields = {name: {"description": text} for name, text in catalogue.view_fields(game).items()}
    return {"type": "object", "description": f"`view` in {game}", "properties": fields, "required": list(fields)}


def _complete(call: Schema) -> None:
    """What may happen to any call, and what Litestar has no words for."""
    answers: Schema = call["responses"]
    answers.setdefault("503", _refusal(503))
    if "requestBody" in call:
        answers.setdefault("413", _refusal(413))
    if "429" in answers:
        wait = {"description": "seconds to wait", "schema": {"type": "integer", "minimum": 1}}
        answers["429"]["headers"] = {"Retry-After": wait}


def _refusal(status: int) -> Schema:
    form = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    return {"description": SAID[status], "content": form}


def _form_schemas() -> Schema:
    """Of everything that goes in and comes out: our own forms, and what the house tells."""
    found = [one for module in SHAPES for one in vars(module).values() if _is_struct(one, module.__name__)]
    _, components = msgspec.json.schema_components(found, ref_template="#/components/schemas/{name}")
    return components


def _is_struct(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module
