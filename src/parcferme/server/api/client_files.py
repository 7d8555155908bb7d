"""The browser client's files: what each page needs at once, and every file in the smallest form a browser takes.

The client's build leaves a manifest beside its files. From it a page's HTML names everything that page will ask for, so
that the browser fetches it all at the same time instead of one thing after another.
"""

from __future__ import annotations

import mimetypes
import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from parcferme.house.codec import decode

HASHED: Final = re.compile(r"-[\w-]{8}\.\w+$")  # a name that changes with what the file holds
FOREVER: Final = "public, max-age=31536000, immutable"
BRIEFLY: Final = "public, max-age=3600"
FORMS: Final = (("br", ".br"), ("gzip", ".gz"))  # the smallest first
FONT: Final = re.compile(r"archivo-latin-wdth-normal-[\w-]+\.woff2$")


class File(NamedTuple):
    """A file as it is sent."""

    data: bytes
    kind: str
    headers: dict[str, str]


class Client:
    """The built client in a folder. `head`: what else every page's head holds."""

    def __init__(self, folder: Path, head: str = "") -> None:
        self.folder = folder
        # built to lie in any folder; here every path of the site is the one page
        self.index = (folder / "index.html").read_text("utf-8").replace('"./', '"/').replace("<head>", f"<head>{head}")
        manifest = folder / "manifest.json"
        self.manifest: dict[str, dict[str, Any]] = decode(manifest.read_bytes()) if manifest.is_file() else {}
        fonts = [str(entry["file"]) for entry in self.manifest.values() if FONT.search(str(entry["file"]))]
        self.font = "".join(f'<link rel="preload" as="font" type="font/woff2" crossorigin href="/{f}">' for f in fonts)

    def page(self, sources: list[str], asked: list[str], preview: str = "") -> bytes:
        """The page, told to fetch these sources of the client, and these answers of the API, at once. `preview`: how a
        link to it looks elsewhere."""
        found: dict[str, str] = {}
        for source in sources:
            self._gather(source, found)
        calls = [f'<link rel="preload" as="fetch" crossorigin href="{escape(path)}">' for path in asked]
        links = [link for file, link in found.items() if f'"/{file}"' not in self.index]
        return self.index.replace("</head>", "".join([preview, *calls, *links, self.font]) + "</head>").encode()

    def _gather(self, source: str, found: dict[str, str]) -> None:
        """The links to a source and everything it imports: nothing for what the client does not have."""
        entry = self.manifest.get(source)
        if entry is None or entry["file"] in found:
            return
        found[entry["file"]] = f'<link rel="modulepreload" crossorigin href="/{entry["file"]}">'
        for style in entry.get("css", ()):
            found[style] = f'<link rel="stylesheet" crossorigin href="/{style}">'
        for picture in entry.get("assets", ()):
            if picture.endswith(".webp"):
                found[picture] = f'<link rel="preload" as="image" href="/{picture}">'
        for imported in entry.get("imports", ()):
            self._gather(imported, found)

    def file(self, name: str, accepted: str) -> File | None:
        """A file of the client, compressed if the browser can take that; None if there is none."""
        try:
            path = (self.folder / name).resolve()
            if not path.is_relative_to(self.folder.resolve()) or not path.is_file():
                return None
        except (OSError, ValueError):  # a name no file can have
            return None
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        headers = {"Cache-Control": FOREVER if HASHED.search(path.name) else BRIEFLY, "Vary": "Accept-Encoding"}
        for form, ending in FORMS:
            packed = path.with_name(path.name + ending)
            if form in accepted and packed.is_file():
                return File(_read(packed), kind, {**headers, "Content-Encoding": form})
        return File(_read(path), kind, headers)


@lru_cache(maxsize=256)
def _read(path: Path) -> bytes:
    return path.read_bytes()
