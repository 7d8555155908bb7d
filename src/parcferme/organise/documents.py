"""Own boards, maps and decks of an event: kept once, named by their hash wherever they are used."""

from __future__ import annotations

from typing import Final

from parcferme.core.content import content_hash
from parcferme.core.errors import BadRecord
from parcferme.core.options import Options

BY_HASH: Final = "document"  # {"document": "0123456789abcdef"} stands for the document itself
Documents = dict[str, dict[str, object]]


def put_away(options: Options, documents: Documents) -> dict[str, object]:
    """The options with every document named by its hash; the documents themselves are added to `documents`."""
    named: dict[str, object] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            documents[content_hash(value)] = value
            named[name] = {BY_HASH: content_hash(value)}
        else:
            named[name] = value
    return named


def take_out(place: str, named: dict[str, object], documents: Documents) -> dict[str, object]:
    """The options with every document in its place again; raises BadRecord where one is missing or was changed."""
    found: dict[str, object] = {}
    for name, value in named.items():
        found[name] = value
        if isinstance(value, dict) and set(value) == {BY_HASH}:
            found[name] = _document(f"{place}.{name}", str(value[BY_HASH]), documents)
    return found


def _document(place: str, hash: str, documents: Documents) -> dict[str, object]:
    if hash not in documents:
        raise BadRecord(place, f"document {hash} is missing")
    if content_hash(documents[hash]) != hash:
        raise BadRecord(f"documents.{hash}", f"was changed: its hash is {content_hash(documents[hash])}")
    return documents[hash]
