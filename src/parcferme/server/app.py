"""The web application: routes, headers, documentation, start and stop."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import ModuleType
from typing import Any

import msgspec
from litestar import Litestar, Request, Router
from litestar.config.app import AppConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide

from parcferme.house.codec import decode
from parcferme.house.lengths import TEXT, must_be_keepable
from parcferme.server.api import (
    account,
    advice,
    championships,
    clubs,
    document,
    documents,
    event_decisions,
    event_desk,
    event_drives,
    event_import,
    event_papers,
    events,
    friends,
    games,
    journal,
    mail,
    moderation,
    pages,
    play,
    puzzles,
    records,
    sessions,
    socket,
    standings,
    studio,
    tables,
    watch,
)
from parcferme.server.api.access import count_request, provide_caller
from parcferme.server.api.answers import refuse
from parcferme.server.ops.settings import Settings, from_environment
from parcferme.server.server import Server
from parcferme.table.errors import Denied

PARTS: dict[str, list[ModuleType]] = {  # of the API's document: who answers their calls
    "games": [games],
    "tables": [tables, journal, watch],
    "play": [play],
    "aids": [advice],
    "records": [records],
    "people": [account, sessions, mail, friends, clubs],
    "moderation": [moderation],
    "": [socket, pages],  # not documented, or by themselves
    "events": [events, event_drives, event_papers, event_decisions, event_import, event_desk, championships],
    "standings": [standings],
    "puzzles": [puzzles],
    "studio": [studio, documents],
}
BODY_LIMIT = 1_000_000  # bytes: options may hold a whole board
AT_ONCE = 20_000  # bytes of a body that are read at once; more are read in a thread, so that nobody waits for it
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
EMBED = re.compile(r"/embed/[^/]+/?")  # … and no page that leads on to others
EMBEDDED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")  # of replays, which have nothing to press
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(settings: Settings | None = None) -> Litestar:
    """The application. Its server is made when it starts, by the settings in its state, and closed when it stops."""
    chosen = settings if settings is not None else from_environment()
    return Litestar(
        [*_routers(), *pages.page_handlers(chosen)],
        lifespan=[_lifespan],
        state=State({"settings": chosen}),
        dependencies={"caller": Provide(provide_caller)},
        exception_handlers={Exception: refuse},
        before_request=_check_body,
        before_send=[_add_headers],
        openapi_config=document.config(),
        request_max_body_size=BODY_LIMIT,
        on_app_init=[_quiet],
    )


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    server = app.state.server = Server(app.state.settings)
    await server.start()
    try:
        yield
    finally:
        await server.stop()


def _routers() -> list[Router]:
    parts = {part: [handler for module in modules for handler in module.HANDLERS] for part, modules in PARTS.items()}
    return [Router("/", route_handlers=handlers, tags=[part] if part else []) for part, handlers in parts.items()]


async def _check_body(request: Request[Any, Any, Any]) -> None:
    """Count bodies before anybody looks at them, and read them strictly: Litestar would take "1" for 1 and 0 for
    false."""
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    address = count_request(request)
    body = await request.body()
    request.scope["state"]["weight"] = len(body)
    request.app.state.server.limits.take("body", address, len(body) / 1000)
    form = field.annotation
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        if len(body) <= AT_ONCE:
            _must_read_as(form, body)
        else:
            await asyncio.to_thread(_must_read_as, form, body)


def _must_read_as(form: type[msgspec.Struct], body: bytes) -> None:
    try:
        value = decode(body)
        must_be_keepable(value, getattr(form, "LONGEST", TEXT))
        msgspec.convert(_whole(value), type=form)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Denied("bad_request", str(error)) from error


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 3.0 is a whole one."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return {key: _whole(item) for key, item in value.items()} if isinstance(value, dict) else value


async def _add_headers(message: Any, scope: Any) -> None:
    """Security headers on every answer, the cookies that somebody is known by, and the count of answers."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders(message)
    if EMBED.fullmatch(scope["path"]):
        headers["Content-Security-Policy"] = EMBEDDED
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    if scope["method"] == "OPTIONS" and "path_template" in scope:  # Litestar lists the methods of one handler only
        headers["Allow"] = ", ".join(_methods(scope["app"], scope["path_template"]))
    for cookie in scope["state"].get("cookies", {}).values():
        headers.add("Set-Cookie", cookie)
    scope["app"].state.server.metrics.count("requests", str(message["status"]))


def _methods(app: Litestar, template: str) -> list[str]:
    return sorted({method for route in app.routes if route.path_format == template for method in route.methods})


def _quiet(config: AppConfig) -> AppConfig:
    """Our own logging is set up by `commands.serve`; Litestar's stays off."""
    config.logging_config = None
    return config
