"""Health, metrics, and the browser client's files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from sqlalchemy import text

from parcferme import __version__
from parcferme.server.api.forms import HealthForm
from parcferme.server.config import Settings
from parcferme.server.server import Server

PACKAGED = Path(__file__).parent.parent / "static"


@get("/health", tags=["operation"], summary="Is it well", responses={})
async def health(request: Request[Any, Any, Any]) -> HealthForm:
    """Answers once the database has been read and written."""
    server: Server = request.app.state.server
    await server.store.write(lambda connection: connection.execute(text("SELECT 1")))
    kind = "postgresql" if server.store.postgres else "sqlite"
    sockets = server.metrics.counts["sockets"][""]
    return HealthForm("ok", __version__, kind, len(server.hall.rooms), sockets)


@get("/metrics", tags=["operation"], summary="For Prometheus", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    server: Server = request.app.state.server
    server.metrics.set("rooms", len(server.hall.rooms))
    server.metrics.set("commits", server.store.writer.commits)
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")


def web_folder(settings: Settings) -> Path | None:
    """Where the browser client lies, if it is there."""
    folder = Path(settings.web) if settings.web else PACKAGED
    return folder if (folder / "index.html").is_file() else None


def page_handlers(settings: Settings) -> list[Any]:
    """The client's pages: every path that is no file is the one page, which routes by itself."""
    folder = web_folder(settings)
    if folder is None:
        return [no_client]
    index = (folder / "index.html").read_bytes()

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        if path.startswith("/api/"):
            raise NotFoundException("there is no such call")
        return Response(index, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})

    handlers: list[Any] = [page]
    if (folder / "assets").is_dir():
        assets = create_static_files_router("/assets", [folder / "assets"], cache_control=None, include_in_schema=False)
        handlers.append(assets)
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.name != "index.html":
            handlers.append(_file(file))
    return handlers


def _file(path: Path) -> Any:
    import mimetypes

    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    @get(f"/{path.name}", include_in_schema=False, sync_to_thread=False, name=f"file {path.name}")
    def one_file() -> Response[bytes]:
        return Response(path.read_bytes(), media_type=kind)

    return one_file


@get("/", include_in_schema=False, sync_to_thread=False)
def no_client() -> Response[str]:
    said = f"Parc Fermé {__version__}: the table server is running. Its browser client is not installed here.\n"
    return Response(said, media_type="text/plain; charset=utf-8")


HANDLERS = [health, metrics]
