"""The OpenAPI document, at `/api/schema/openapi.json`.

Litestar writes it; the schemas of our own forms are then replaced by msgspec's, which keep every bound and say that
unknown fields are refused.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from parcferme import __version__
from parcferme.server.api import forms
from parcferme.server.codec import encode
from parcferme.server.limits import LIMITS
from parcferme.server.refusals import STATUS

Schema = dict[str, Any]
TOUR = """Tables for rally board games: everything the browser does, for bots and scripts as well.

**A match in five calls:** `POST /api/tables` with the game and a wish for each seat; `GET …/position` until `actions`
is not empty and `own_seal` is null; `POST …/act` with the position's `node`, the `notation` of one of its actions and
an `id` of your own; again, until `status` is `finished` or `closed`; `GET …/record`. A refusal is `{"code",
"reason"}` and has changed nothing; after `too_many` and `unavailable` the same call may be sent again, after `late`
ask for the position.

**Who you are:** without anything, the first table or seat makes you a guest with the cookie `parcferme`. A bot sends
`Authorization: Bearer pf_…`, a token made by `POST /api/account/tokens`; it needs the scopes `read` and `play`, and
`create` to open and host tables.

**The live line:** instead of asking again and again, open a WebSocket at `/api/tables/{table}/socket`, with the same
cookie or token. Parameters, all optional: `since` (the last `n` you know), `key` (of a link), `lang`, `odds=1`,
`seat`, `changes=1` (views hold only what changed; `kept` names the rest). The first message is `{"type": "hello",
"n", "missed", "position", "presence", "draft"}`. Then come objects with a `type`: `start` and `play` (`by`, `cause`,
`flagged`, `steps`, `position`), `seats` (`what`, `seat`, `seats`, `position`), `sealed` (`seat`, `sealed`,
`own_seal`, `clocks`), `ask` and `answer` (`seat`, `to` or `yes`, `position`), `chat` (`line`), `presence` (`seats`,
`spectators`), `draft`, `again` (`table`), `close` (`position`). A step is a log `entry`, its `events` and the `view`
after it. You send `{"do": "act", "id", "node", "action"}`, and likewise `unseal` (`node`), `undo` (`to`), `answer`
(`yes`), `leave`, `return`, `chat` (`text`), `look` (`seat`), `draft` (`node`, `draft`) and `ping`, each at most 4 KB
and with an `id`; `seat` may be added. Each is answered by `{"type": "ok", "id"}` or `{"type": "refused", "id",
"code", "reason"}`. A line that is closed with code 1012 may be opened again; one that is not allowed is told why and
closed with 4000."""


def config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Parc Fermé",
        version=__version__,
        description=_description(),
        path="/api/schema",
        render_plugins=[FormsPlugin()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="an API token"),
                "session": SecurityScheme(type="apiKey", name="parcferme", security_scheme_in="cookie"),
            }
        ),
        security=[{}, {"token": []}, {"session": []}],  # strangers may do much: they become guests
        tags=[Tag(name) for name in ("games", "tables", "play", "aids", "records", "people", "operation")],
        use_handler_docstrings=True,
    )


def _description() -> str:
    codes = ", ".join(f"`{code}` ({status})" for code, status in sorted(STATUS.items(), key=lambda one: one[1]))
    limits = ", ".join(f"{kind} {most} + {minute:g}" for kind, (most, minute) in LIMITS.items())
    return f"{TOUR}\n\n**Codes of refusals:** {codes}.\n\n**Limits, at once + per minute:** {limits}."


class FormsPlugin(JsonRenderPlugin):
    """Writes the document with msgspec's schemas for our forms."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        known: Schema = openapi_schema["components"]["schemas"]
        known.update({name: one for name, one in _form_schemas().items() if name in known})
        return encode(openapi_schema)


def _form_schemas() -> Schema:
    structs = [one for one in vars(forms).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    _, components = msgspec.json.schema_components(
        [one for one in structs if one is not msgspec.Struct], ref_template="#/components/schemas/{name}"
    )
    return components
