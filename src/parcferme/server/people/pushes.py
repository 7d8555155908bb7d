"""Browsers that somebody wants to be told by: each is an address its maker has given it, and a key to seal for."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, insert, select

from parcferme.server.people.accounts import Identity
from parcferme.server.storage.schema import pushes
from parcferme.table.errors import Denied

MOST: Final = 10  # browsers of one person; the oldest makes room
POINT: Final = 65  # bytes of a browser's key: a point of P-256, not compressed
SECRET: Final = 16


def unpacked(text: str) -> bytes:
    """Base64 as browsers write it; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def add(connection: Connection, identity: Identity, endpoint: str, key: str, auth: str, now: int) -> None:
    """Tell somebody by this browser from now on; it is nobody else's any more."""
    _must_be_address(endpoint)
    _must_have(key, POINT)
    _must_have(auth, SECRET)
    id = _id(endpoint)
    connection.execute(delete(pushes).where(pushes.c.id == id))
    row = {"id": id, "person": identity.id, "endpoint": endpoint, "key": key, "auth": auth, "at": now}
    connection.execute(insert(pushes), row)
    mine = select(pushes.c.id).where(pushes.c.person == identity.id).order_by(pushes.c.at.desc(), pushes.c.id)
    for old in list(connection.execute(mine.offset(MOST)).scalars()):
        connection.execute(delete(pushes).where(pushes.c.id == old))


def _id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _must_be_address(endpoint: str) -> None:
    if not endpoint.isascii() or not endpoint.isprintable() or not _is_secure(endpoint):
        raise Denied("bad_value", "endpoint: does not read as https://…")


def _is_secure(endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        return parts.scheme == "https" and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port or an IPv6 address that cannot be
        return False


def _must_have(text: str, size: int) -> None:
    try:
        fits = len(unpacked(text)) == size
    except (binascii.Error, ValueError):
        fits = False
    if not fits:
        raise Denied("bad_value", f"keys: {size} bytes in base64")


def of(connection: Connection, ids: frozenset[str]) -> list[Any]:
    return list(connection.execute(select(pushes).where(pushes.c.person.in_(ids))))


def drop(connection: Connection, endpoint: str, ids: frozenset[str] | None = None) -> None:
    """Somebody does not want to be told there any more, or (without `ids`) its maker does not know it any more."""
    theirs = [] if ids is None else [pushes.c.person.in_(ids)]
    connection.execute(delete(pushes).where(pushes.c.id == _id(endpoint), *theirs))


def export(connection: Connection, ids: list[str]) -> list[dict[str, object]]:
    query = select(pushes.c.endpoint, pushes.c.at).where(pushes.c.person.in_(ids))
    return [dict(row._mapping) for row in connection.execute(query)]


def forget(connection: Connection, ids: list[str]) -> None:
    """Somebody has gone."""
    connection.execute(delete(pushes).where(pushes.c.person.in_(ids)))
