"""One class for each database, and nobody else asks which it is."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import parcferme.server
from parcferme.server.storage.backend import backend_of

SERVER = Path(str(parcferme.server.__file__)).parent
KNOWING = {"sqlite.py", "postgres.py", "backend.py", "statements.py", "schema.py"}  # in storage/, and the migrations
DRIVERS = {"sqlite3", "psycopg"}
QUESTIONS = {"postgres", "is_sqlite", "is_postgres"}


def asks(source: str) -> list[str]:
    """Where a module imports a driver, or asks something which database it is."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in DRIVERS]
        elif isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in DRIVERS:
            found.append(str(node.module))
        elif isinstance(node, ast.Attribute) and node.attr == "name" and isinstance(node.value, ast.Attribute):
            found += ["dialect.name"] if node.value.attr == "dialect" else []
        elif isinstance(node, ast.Attribute) and node.attr in QUESTIONS:
            found.append(node.attr)
    return found


def test_only_the_backends_know_which_database_it_is() -> None:
    others = [path for path in SERVER.rglob("*.py") if not (path.parent.name == "storage" and path.name in KNOWING)]
    assert len(others) > 40
    assert {path.name: asks(path.read_text("utf-8")) for path in others if asks(path.read_text("utf-8"))} == {}


@pytest.mark.parametrize("source", ["import sqlite3", "from psycopg.rows import x", "a.dialect.name", "store.postgres"])
def test_who_asks_is_found(source: str) -> None:
    assert asks(source) != []


def test_an_address_says_which_database_it_is() -> None:
    file, address = backend_of("~/club.db"), backend_of("postgres://u:p@h/n")
    assert (file.name, file.shared, file.url) == ("sqlite", False, f"sqlite:///{Path.home()}/club.db")
    assert (address.name, address.shared, address.url) == ("postgresql", True, "postgresql+psycopg://u:p@h/n")
    for backend in (file, address):
        assert backend_of(backend.url).url == backend.url  # alembic hands it on in this form
    with pytest.raises(ValueError, match="neither"):
        backend_of("mysql://u@h/n")


POSIX = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop")


def test_everything_can_be_imported_where_posix_is_not() -> None:
    """Windows has none of these; the file's lock and the limit of open files are missing there."""
    run = f"import sys\nfor name in {POSIX}: sys.modules[name] = None\n"
    run += "import importlib, pkgutil, parcferme\n"
    run += "for found in pkgutil.walk_packages(parcferme.__path__, 'parcferme.'):\n"
    run += "    if found.name != 'parcferme.__main__': importlib.import_module(found.name)\n"
    run += "from parcferme.server.live.door import open_files, open_wide\n"
    run += "open_wide()\nassert open_files() == sys.maxsize\n"
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=False)
    assert done.stderr == ""
