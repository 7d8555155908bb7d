"""One SQLite file is used by one server: a second one would drive the same tables.

Two locks, both let go of when the process ends, however it ends. The one beside the file belongs to its name: it lasts
while a restore puts another file in its place. The one on the file itself belongs to what is stored there: the file may
have other names by hard links, and stand in other folders by mounts, also of other containers. It is taken by `flock`,
which on Linux leaves SQLite's own locks (`fcntl`) alone; elsewhere the two may hinder each other, and only the name is
locked.
"""

from __future__ import annotations

import fcntl
import sys
from contextlib import ExitStack
from pathlib import Path

from parcferme.server.ops.settings import BadSetting, Settings

PRIVATE = 0o600  # a database holds the secrets of running matches


def make_private(path: Path) -> None:
    """A new file is its owner's alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(PRIVATE)


def hold_database(settings: Settings) -> ExitStack | None:
    """Hold an SQLite file until the answer is closed; raises BadSetting where another server does. That must not be
    done before every connection to it is closed: a process that closes a file lets go of SQLite's locks on it, too."""
    if not settings.is_sqlite():
        return None
    path = settings.sqlite_file().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        try:
            _lock(held, Path(f"{path}.lock"), "w")
            if path.exists() and sys.platform == "linux":
                _lock(held, path, "r")
        except BlockingIOError as error:
            raise BadSetting(f"another server uses {path} already") from error
        return held.pop_all()


def _lock(held: ExitStack, path: Path, mode: str) -> None:
    file = held.enter_context(open(path, mode))  # noqa: SIM115 (held until the server stops)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
