"""Files: records and documents read with errors that name the file, and written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.play import Play
from parcferme.core.position import Note
from parcferme.core.record import Record, read_record


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ParcFermeError(f"{path}: is not UTF-8 text") from error
    except OSError as error:
        raise ParcFermeError(f"{path}: cannot be read: {error.strerror}") from error


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Errors about a record say which file it is in."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{path}: {error.place}", error.reason) from error
    except ParcFermeError as error:
        raise ParcFermeError(f"{path}: {error}") from error


def load_play(path: Path) -> tuple[Record, Play]:
    """A record replayed through the rules; raises where it cannot be, naming file, place and reason."""
    text = read_text(path)
    with naming(path):
        record = read_record(text)
        game = registry.create_recorded(record)
        if record.notes.get("concealed") is True:
            raise BadRecord("notes.concealed", "this copy was made while the game ran and hides secret choices")
        return record, record.replay(game)


POSITION_FORMAT: Final = "parcferme-position"


def position_text(game: Game, position: Note) -> str:
    """A position as a file: what it is a position of, and the game's notation of it."""
    head = {"format": POSITION_FORMAT, "game": game.id, "rules": game.version, "options": game.options}
    return json.dumps({**head, "position": position}, indent=1) + "\n"


def load_position(path: Path) -> Play:
    """A game that begins with the position in a file; raises where it cannot be, naming file, place and reason."""
    text = read_text(path)
    with naming(path):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord("file", f"is not JSON: {error}") from error
        if not isinstance(data, dict) or data.get("format") != POSITION_FORMAT:
            raise BadRecord("format", f"is not {POSITION_FORMAT!r}")
        for name, kind in (("game", str), ("rules", int), ("options", dict), ("position", dict)):
            if not isinstance(data.get(name), kind):
                raise BadRecord(name, f"is missing or not of type {kind.__name__}")
        return Play(registry.create(data["game"], data["options"], data["rules"]), data["position"])


def must_be_free(path: Path, force: bool) -> None:
    """Refuse to overwrite a file that is there, unless told to."""
    if path.exists() and not force:
        raise ParcFermeError(f"{path} exists; --force overwrites it")


def write_text(path: Path, text: str, force: bool) -> None:
    """Write a file in one step: whoever reads it sees the old content or the new, never a part."""
    must_be_free(path, force)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise ParcFermeError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        _put(Path(temporary), path, force)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise ParcFermeError(f"{path}: cannot be written: {error.strerror}") from error
    except ParcFermeError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _put(temporary: Path, path: Path, force: bool) -> None:
    if not force:
        try:
            path.open("x").close()  # claims the name: another program may have taken it since we looked
        except FileExistsError as error:
            raise ParcFermeError(f"{path} exists; --force overwrites it") from error
    temporary.replace(path)
