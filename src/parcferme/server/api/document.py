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

Schema = dict[str, Any]


def config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Parc Fermé",
        version=__version__,
        description="Tables for rally board games: everything the browser does. See docs/api.md for a tour.",
        path="/api/schema",
        render_plugins=[FormsPlugin()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="an API token"),
                "session": SecurityScheme(type="apiKey", name="parcferme", security_scheme_in="cookie"),
            }
        ),
        tags=[Tag(name) for name in ("games", "tables", "play", "aids", "records", "people", "operation")],
        use_handler_docstrings=True,
    )


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
