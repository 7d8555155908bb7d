"""Content files: boards, decks and tables that lie beside a game's rules, or that a user brings."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path

from parcferme.core.errors import BadContent, Fault, ParcFermeError
from parcferme.core.record import canonical


def read_document(path: Path) -> dict[str, object]:
    """A JSON or TOML file as an object; raises BadContent naming the file and the line."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(str(path), [Fault("file", f"cannot be read: {error}")]) from error
    try:
        document = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadContent(str(path), [Fault("file", f"is not {path.suffix.lstrip('.').upper()}: {error}")]) from error
    if not isinstance(document, dict):
        raise BadContent(str(path), [Fault("file", "does not hold an object")])
    return document


def write_document(path: Path, document: object) -> None:
    """A document as JSON, whole or not at all; raises ParcFermeError where it cannot be written."""
    write_text(path, json.dumps(document) + "\n")


def write_text(path: Path, text: str) -> None:
    """A text, whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_text(text, "utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ParcFermeError(f"{path}: cannot be written: {error.strerror}") from error


def content_hash(document: object) -> str:
    """Sixteen hex digits that name a document's content, whatever its layout."""
    return hashlib.sha256(canonical(document).encode("ascii")).hexdigest()[:16]
