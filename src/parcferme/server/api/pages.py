"""Health, metrics, and the browser client's files."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from sqlalchemy import update

from parcferme import __version__
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError
from parcferme.core.text import LANGUAGES
from parcferme.house import catalogue
from parcferme.house.codec import encode
from parcferme.house.installing import manifest
from parcferme.house.puzzles import house_puzzle
from parcferme.organise.daily import daily_id
from parcferme.organise.moments import DAY
from parcferme.server.api import previews
from parcferme.server.api.access import address_of, is_of_this_machine, key_seat, language_of, may_watch, recognise
from parcferme.server.api.answers import refusals
from parcferme.server.api.client_files import Client, File
from parcferme.server.api.forms import HealthForm
from parcferme.server.api.site import KEEP, LINK, site_handlers
from parcferme.server.ops.engine import engine
from parcferme.server.ops.settings import Settings
from parcferme.server.people.accounts import names_of
from parcferme.server.server import Server
from parcferme.server.storage.events import public_title
from parcferme.server.storage.schema import workers
from parcferme.table.errors import Denied
from parcferme.table.seating import SPECTATORS
from parcferme.table.table import PLAYING

PACKAGED = Path(__file__).parent.parent / "static"
PAGE = "src/pages/{}.svelte"  # where the client keeps its pages
WELL_SECONDS = 1.0  # for so long nobody need write again to know that it can be done
OUR_OWN = ("index.html", "manifest.json", "robots.txt", "sw.js")  # files of the client that are not served as they are
WITH_BOARD = ("table", "replay", "tutorial")


@get("/health", tags=["operation"], summary="Is it well", responses=refusals())
async def health(request: Request[Any, Any, Any]) -> HealthForm:
    """Answers once the database has been written, or was within the last second."""
    server = _counted(request, "health")
    if time.monotonic() - server.well_at >= WELL_SECONDS:
        sign = update(workers).where(workers.c.id == server.store.worker).values(alive_at=server.store.clock.now())
        await server.store.write(lambda connection: connection.execute(sign))
        server.well_at = time.monotonic()
    kind = server.store.backend.name
    sockets = int(server.metrics.counts["sockets"][""])
    rooms = server.tables.rooms
    playing = sum(room.table.status == PLAYING for room in rooms.values())
    return HealthForm("ok", __version__, kind, len(rooms), sockets, playing, engine(server.settings.compiling))


def _counted(request: Request[Any, Any, Any], kind: str) -> Server:
    """The server, if whoever asks has not asked it too often."""
    server: Server = request.app.state.server
    server.limits.take(kind, address_of(request, server.settings.trust_proxy))
    return server


@get("/metrics", tags=["operation"], summary="For Prometheus", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """For this machine, unless the operator opens it: counters tell of what players do in secret."""
    server = _counted(request, "health")
    if not server.settings.metrics_open and not is_of_this_machine(request):
        raise Denied("forbidden", "these figures are for this machine alone")
    _take_stock(server)
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")


def _take_stock(server: Server) -> None:
    """Figures that others count by themselves."""
    writer, told = server.store.writer, server.metrics.set
    told("rooms", len(server.tables.rooms))
    told("commits", writer.commits)
    told("database_failures", writer.failures)
    told("writer_waiting", writer.waiting.qsize())
    told("thoughts_waiting", server.thinker.turns.length())
    for kind, count in server.limits.refused.items():
        told("limited", count, kind)


@get("/robots.txt", include_in_schema=False, sync_to_thread=False)
def robots(request: Request[Any, Any, Any]) -> Response[str]:
    """Search engines may read what everybody may; tables and replays are their people's."""
    _counted(request, "page")
    kept_out = "".join(
        f"Disallow: {path}\n" for path in ("/api/", "/table/", "/replay/", "/review/", "/account", "/mail/", "/people/")
    )
    return Response(f"User-agent: *\n{kept_out}", media_type="text/plain")


@get("/.well-known/security.txt", include_in_schema=False, sync_to_thread=False)
def security(request: Request[Any, Any, Any]) -> Response[str]:
    """Whom to tell of a weakness (RFC 9116), where the operator has said so."""
    contact = _counted(request, "page").settings.contact
    if not contact:
        raise NotFoundException("the operator has named nobody")
    where = contact if "://" in contact else f"mailto:{contact}"
    until = (datetime.now(UTC) + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(LANGUAGES)
    return Response(f"Contact: {where}\nExpires: {until}\nPreferred-Languages: {languages}\n", media_type="text/plain")


def web_folder(settings: Settings) -> Path | None:
    """Where the browser client lies, if it is there."""
    folder = Path(settings.web) if settings.web else PACKAGED
    return folder if (folder / "index.html").is_file() else None


def page_handlers(settings: Settings) -> list[Any]:
    """The client's pages: every path that is no file is the one page, which routes by itself."""
    folder = web_folder(settings)
    if folder is None:
        return [no_client]
    site = Path(settings.site) if settings.site else None
    client = Client(folder, KEEP if site else LINK)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        if path.startswith("/api/"):
            raise NotFoundException("there is no such call")
        _counted(request, "page")
        html = client.page(*await _wanted(request, path))
        return Response(html, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})

    @get("/assets/{path:path}", include_in_schema=False, sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        return _send(request, client.file(f"assets{path}", request.headers.get("accept-encoding", "")))

    plain = [path for path in sorted(folder.iterdir()) if path.is_file() and path.suffix not in (".br", ".gz")]
    files = [_file(client, path.name) for path in plain if path.name not in OUR_OWN]
    return [page, asset, to_install, *files, *(site_handlers(site, _counted) if site else [])]


@get("/app.webmanifest", include_in_schema=False, sync_to_thread=False)
def to_install(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a browser needs to put the pages among a device's applications."""
    _counted(request, "page")
    return Response(encode(manifest("/")), media_type="application/manifest+json")


def _file(client: Client, name: str) -> Any:
    @get(f"/{name}", include_in_schema=False, sync_to_thread=False, name=f"file {name}")
    def one_file(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _send(request, client.file(name, request.headers.get("accept-encoding", "")))

    return one_file


def _send(request: Request[Any, Any, Any], file: File | None) -> Response[bytes]:
    _counted(request, "page")
    if file is None:
        raise NotFoundException("there is no such file")
    return Response(file.data, media_type=file.kind, headers=file.headers)


async def _wanted(request: Request[Any, Any, Any], path: str) -> tuple[list[str], list[str], str]:
    """What the page at a path will ask for (sources of the client, answers of the API), and how a link to it looks."""
    page, _, rest = path.strip("/").partition("/")
    if page not in WITH_BOARD:
        return [PAGE.format((page or "home").capitalize())], [], await _preview(request, page, rest)
    shown = None if page == "tutorial" else await _shown(request, rest, page == "replay")
    game = shown.game if shown else rest
    if game not in registry.game_ids():
        return [PAGE.format(page.capitalize())], [], ""
    language = language_of(request)
    card = previews.of_table(shown, language) if shown else None
    preview = _tags(request, card, _passed_on(request, page, rest)) if card else ""
    sources = [PAGE.format(page.capitalize()), f"src/boards/{game}/index.ts"]
    words = [] if language == "en" else [f"src/text/{language}.json", f"src/boards/{game}/text/{language}.json"]
    asked = [f"/api/games/{game}/kit/{language}?v={catalogue.kit_digest(game)}"]
    if page == "table":
        key = request.query_params.get("key", "")
        asked.insert(0, f"/api/tables/{rest}/opening?odds=true" + (f"&key={quote(key)}" if key else ""))
        asked.append("/api/account")  # who talks there
    return sources + words, asked, preview


def _passed_on(request: Request[Any, Any, Any], page: str, rest: str) -> str:
    """The address of a page as it may stand in its tags, with the moment of a replay; none where a key opens it."""
    at = request.query_params.get("at", "")
    moment = f"?at={at}" if at.isdecimal() and len(at) < 8 else ""
    return "" if request.query_params.get("key") else f"/{page}/{rest}{moment}"


async def _preview(request: Request[Any, Any, Any], page: str, rest: str) -> str:
    """How a link to any other page looks: what is private is a page of the house like the others."""
    store, language = request.app.state.server.store, language_of(request)
    card, path = previews.of_site(language), ""
    if page == "puzzles":
        puzzle = await asyncio.to_thread(house_puzzle, rest)
        card = previews.of_puzzle(puzzle.game, language) if puzzle else card
    elif page == "daily" or (page == "events" and "/" not in rest):
        day = daily_id(request.app.state.server.events.calendar.now() // DAY)
        found = await store.read(lambda connection: public_title(connection, day if page == "daily" else rest))
        card = previews.of_event(found[0], found[1], page == "daily", language) if found else card
    if card != previews.of_site(language):
        path = f"/{page}/{rest}".rstrip("/")
    return _tags(request, card, path)


async def _shown(request: Request[Any, Any, Any], table: str, replay: bool) -> previews.Shown | None:
    """What may be told of a table the caller may see; nothing of another."""
    key = request.query_params.get("key", "")
    try:
        caller = await recognise(request)
        room = await caller.server.tables.room(table)
        may_watch(caller, room, key)
    except ParcFermeError:
        return None
    invites = bool(key) and key_seat(caller.server.key, room, key) not in (None, SPECTATORS)
    host = room.stored.host
    names = await caller.server.store.read(lambda connection: names_of(connection, [host])) if invites else {}
    chosen = room.table.setup
    return previews.Shown(chosen.game, chosen.title, room.table.status, names.get(host, ""), invites, replay)


def _tags(request: Request[Any, Any, Any], card: previews.Card, path: str) -> str:
    """With addresses as the operator has named them: what a visitor calls this server is not passed on to others."""
    settings: Settings = request.app.state.server.settings
    return previews.tags(card, language_of(request), settings.public_url.rstrip("/"), path)


@get("/", include_in_schema=False, sync_to_thread=False)
def no_client() -> Response[str]:
    said = f"Parc Fermé {__version__}: the table server is running. Its browser client is not installed here.\n"
    return Response(said, media_type="text/plain; charset=utf-8")


HANDLERS = [health, metrics, robots, security]
