"""The games to keep on one's device: the static site (docs/site.md), served beside the server's own pages.

It lies at /alone/ and plays without the server. Its service worker may watch over all paths of this host: a page of the
server that cannot be reached is replaced by the site, so that people without a line go on with bots.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from parcferme.house.installing import POLICY, hash_of
from parcferme.server.api.client_files import Client, File

HERE: Final = "/alone/"
LINK: Final = '<link rel="manifest" href="/app.webmanifest">'
KEEP: Final = LINK.replace(">", " data-games>")  # … as the pages' sign that the games can be kept


def site_handlers(folder: Path, counted: Any) -> list[Any]:
    """What is served of a site's folder. `counted` limits how often one visitor asks."""
    site = Client(folder)

    @get([HERE, "/alone/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def kept_file(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        counted(request, "page")
        name = path.strip("/") or "index.html"
        own = {"index.html": _page, "sw.js": _worker}.get(name)
        file = own(folder) if own else site.file(name, request.headers.get("accept-encoding", ""))
        if file is None:
            raise NotFoundException("there is no such file")
        return Response(file.data, media_type=file.kind, headers={**file.headers, **_leave(name)})

    return [kept_file]


def _page(folder: Path) -> File:
    """The site's page, told that there is a server to come back to."""
    text = (folder / "index.html").read_text("utf-8").replace("<html data-alone ", "<html data-alone data-server ", 1)
    return File(text.encode(), "text/html; charset=utf-8", {"Cache-Control": "no-cache"})


def _worker(folder: Path) -> File:
    """The site's worker, told the hash of that page: it keeps no file that is not what it should be."""
    before, after = (hash_of(data) for data in ((folder / "index.html").read_bytes(), _page(folder).data))
    text = (folder / "sw.js").read_text("utf-8").replace(before, after)
    return File(text.encode(), "text/javascript; charset=utf-8", {"Cache-Control": "no-cache"})


def _leave(name: str) -> dict[str, str]:
    """WebAssembly is allowed here; the worker may stand in for every page of this host, and is asked for anew."""
    policy = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'"}
    return {**policy, "Service-Worker-Allowed": "/", "Cache-Control": "no-cache"} if name == "sw.js" else policy
