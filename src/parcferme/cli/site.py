"""The games as a static site: `parcferme site FOLDER`. Any web host serves it; the engine runs in the browser."""

from __future__ import annotations

import ast
import json
import shutil
import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

import parcferme
from parcferme.cli.console import complain, out
from parcferme.core import registry
from parcferme.core.text import LANGUAGES
from parcferme.house import catalogue
from parcferme.house.codec import encode
from parcferme.house.installing import POLICY, hash_of, manifest

PACKAGE: Final = Path(parcferme.__file__).parent
CLIENT: Final = PACKAGE / "server" / "static"
ENGINE: Final = ("core", "lib", "games", "solve", "table", "organise", "house", "alone")
LIBRARY: Final = "python_stdlib.zip"
COUNTED: Final = ("pyodide.asm.wasm", LIBRARY)  # while they come: the large ones
PYTHON: Final = ("pyodide.mjs", "pyodide.asm.mjs", *COUNTED)
SPARE: Final = (  # of Python's library: for terminals, servers, processes, mail and tests, of which a browser has none
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "argparse", "bdb", "cgi", "cmd", "code", "configparser",
    "ctypes", "curses", "dbm", "difflib", "doctest", "email", "ensurepip", "ftplib", "getopt", "gettext", "html",
    "http", "imaplib", "mailbox", "mimetypes", "modulefinder", "multiprocessing", "optparse", "pdb", "pickletools",
    "plistlib", "poplib", "profile", "pstats", "pydoc", "smtplib", "socketserver", "sqlite3", "statistics", "tarfile",
    "tkinter", "trace", "unittest", "venv", "wsgiref", "xml", "xmlrpc",
    "_markupbase", "antigravity", "cProfile", "colorsys", "compileall", "filecmp", "fileinput", "getpass", "graphlib",
    "netrc", "nturl2path", "pty", "pyclbr", "quopri", "sched", "shelve", "symtable", "tabnanny", "this", "timeit",
    "wave", "webbrowser", "zipapp",
)  # fmt: skip
LETTERS: Final = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_16", "utf_8")  # to keep
LOOSE: Final = ("show/", "RULES.md", "view.json")  # of a game's folder: for terminals and readers, not for a board
DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
STILL: Final = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def site(
    folder: Annotated[Path, typer.Argument(help="The folder to write; a site that is there is replaced.")],
    parts: Annotated[
        Path, typer.Option("--parts", help="Where Pyodide's files and the engine's wheels for it lie (see docs).")
    ] = Path("build/site-parts"),
    base: Annotated[str, typer.Option("--base", help="The site's path on its host, for links that lead astray.")] = "/",
) -> None:
    """Write the games as a static site that needs no server: for any web host, or to play without a line."""
    missing = [str(path) for path in (CLIENT / "index.html", *(parts / name for name in PYTHON)) if not path.is_file()]
    if missing:
        complain(f"not here: {', '.join(missing)}. `make site` fetches and builds what is needed.")
        raise typer.Exit(2)
    folder = folder.resolve()
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").is_file():
        complain(f"{folder} is not empty, and no site: it stays as it is.")
        raise typer.Exit(2)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".site-", dir=folder.parent) as beside:
        fresh = Path(beside) / folder.name
        write(fresh, parts, base)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    out.print(f"{folder}: {size / 1e6:.1f} MB. Put it on any web host, or: python -m http.server -d {folder}")


def write(folder: Path, parts: Path, base: str) -> None:
    """The whole site, into a folder that is not there yet. `base`: its path on its host, however it is written."""
    base = "".join(f"/{part}" for part in base.split("/") if part) + "/"
    shutil.copytree(CLIENT, folder, ignore=shutil.ignore_patterns("*.br", "*.gz", "manifest.json", "robots.txt"))
    _write_engine(folder / "engine", parts)
    _write_data(folder / "data")
    _write_pages(folder, base)
    _write_worker(folder)


def _write_engine(folder: Path, parts: Path) -> None:
    folder.mkdir()
    for name in PYTHON:
        shutil.copy2(parts / name, folder / _served(name))
    _pack_library(parts / LIBRARY, folder / LIBRARY)
    lock = json.loads((parts / "pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    wheels = sorted(parts.glob("*.whl"))
    for wheel in wheels:
        shutil.copy2(wheel, folder / wheel.name)
    _pack(folder / "parcferme.zip")
    fetched = [*(folder / name for name in COUNTED), *folder.glob("*.whl"), folder / "parcferme.zip"]
    told = {
        "wheels": [wheel.name for wheel in wheels],
        "engine": "parcferme.zip",
        "bytes": sum(path.stat().st_size for path in fetched),
    }
    (folder / "parts.json").write_text(json.dumps(told), "utf-8")


def _served(name: str) -> str:
    """What a file is called on the host. Nginx for one sends scripts of other names as bytes, which no browser runs."""
    return name.replace(".mjs", ".js")


@cache
def _library(source: Path) -> dict[str, bytes]:
    """Python's library without what no page needs, which is a third of it, and without its comments, which are a third
    of what is left."""
    with zipfile.ZipFile(source) as whole:
        names = [name for name in sorted(whole.namelist()) if not name.endswith("/") and not _is_spare(name)]
        return {name: _bare_file(name, whole.read(name)) for name in names}


def _pack_library(source: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in _library(source).items():
            archive.writestr(zipfile.ZipInfo(name, STILL), data, zipfile.ZIP_DEFLATED, compresslevel=9)


def _bare_file(name: str, data: bytes) -> bytes:
    """A file of the library. What is written for a newer Python than this one stays as it is, and so does Pyodide's own
    part: it tells JavaScript what is in its docstrings."""
    if not name.endswith(".py") or "pyodide" in name:
        return data
    try:
        return bare(data.decode()).encode()
    except (SyntaxError, UnicodeError):
        return data


def _is_spare(name: str) -> bool:
    parts = Path(name).with_suffix("").parts
    return parts[0] in SPARE or (parts[0] == "encodings" and parts[1] not in LETTERS)


def _pack(target: Path) -> None:
    """The engine without its comments, and the games' content and texts."""
    files = [PACKAGE / "__init__.py", *(path for name in ENGINE for path in (PACKAGE / name).rglob("*"))]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            name = path.relative_to(PACKAGE).as_posix()
            if path.is_file() and path.suffix in (".py", ".json", ".toml") and not _is_loose(name):
                packed = bare(path.read_text("utf-8")).encode() if path.suffix == ".py" else path.read_bytes()
                archive.writestr(zipfile.ZipInfo(f"parcferme/{name}", STILL), packed, zipfile.ZIP_DEFLATED, 9)


def bare(source: str) -> str:
    """A module without comments and docstrings, which nobody reads there: a fifth of what the engine weighs."""
    module = ast.parse(source)
    for node in ast.walk(module):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(module)


def _is_loose(name: str) -> bool:
    return name.startswith("games/") and any(part in name for part in LOOSE)


def _write_data(folder: Path) -> None:
    """What never changes, where the pages ask for it: they need not wait for the engine."""
    _write(folder / "games.json", [catalogue.info(game) for game in registry.game_ids()])
    for game in registry.game_ids():
        _write(folder / "games" / game / "rules.json", catalogue.clauses(game))
        _write_bytes(folder / "games" / game / "courses.json", catalogue.courses(game))
        for language in LANGUAGES:
            _write(folder / "games" / game / "texts" / f"{language}.json", catalogue.texts(game, language).entries)
            _write_bytes(folder / "games" / game / "kit" / f"{language}.json", catalogue.kit(game, language))


def _write(path: Path, told: object) -> None:
    _write_bytes(path, encode(told))


def _write_bytes(path: Path, told: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(told)


def _write_pages(folder: Path, base: str) -> None:
    """The page, what a browser needs to install it, and where paths lead that only a server would know."""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<link rel="manifest" href="./manifest.webmanifest">'
    )
    page = (folder / "index.html").read_text("utf-8")
    page = page.replace("<html ", "<html data-alone ", 1).replace("<head>", f"<head>{head}", 1)
    (folder / "index.html").write_text(page, "utf-8")
    installing = json.dumps(manifest("./"), ensure_ascii=False)
    (folder / "manifest.webmanifest").write_text(installing, "utf-8")
    (folder / "404.html").write_text(f'<!doctype html><script src="{base}lost.js"></script>', "utf-8")
    astray = f"const base={json.dumps(base)};\n" + (
        'location.replace(base+"#/"+location.pathname.slice(base.length)+location.search);\n'
    )
    (folder / "lost.js").write_text(astray, "utf-8")


def _write_worker(folder: Path) -> None:
    """The list of all files, so that the browser keeps them and notices a new version; and the policy for them."""
    kept = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in ("sw.js", "404.html"))
    files = {path.relative_to(folder).as_posix(): hash_of(path.read_bytes()) for path in kept}
    version = hash_of(json.dumps(files).encode())
    worker = (folder / "sw.js").read_text("utf-8")
    for blank, told in (("FILES = {}", files), ('VERSION = "none"', version), ('POLICY = ""', POLICY)):
        worker = worker.replace(f"const {blank};", f"const {blank.split()[0]} = {json.dumps(told)};", 1)
    (folder / "sw.js").write_text(worker, "utf-8")
