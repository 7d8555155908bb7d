"""Documents that people make, as functions on a connection.

    draft       its maker's alone, and of those who were given its link; saved as often as one likes
    published   everybody's: a version that never changes, by its hash. The draft behind it goes on unseen
    withdrawn   nobody's but its maker's again. Tables, events and records hold whole documents: they go on as before

A save names the revision it was made from. Where somebody else has saved since, nothing is overwritten: `Stale` has the
newer one.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from parcferme.core.content import content_hash
from parcferme.house.codec import decode, encode_text
from parcferme.house.studio import (
    Checked,
    DocumentForm,
    DocumentInfo,
    DocumentVersion,
    DrawingForm,
    PublishForm,
    SaveForm,
    Stale,
    Told,
    fit_source,
    fit_title,
    playable,
    written,
)
from parcferme.server.people.accounts import Identity, names_of
from parcferme.server.storage.schema import document_ratings, document_versions, documents
from parcferme.table.errors import Denied

DRAFT, PUBLISHED, WITHDRAWN = "draft", "published", "withdrawn"
GUESTS_MOST: Final = 30  # documents of a guest; of an account as many as the operator says
CHARACTERS_MOST: Final = 32 * 1024**2  # of all drafts and versions of one person
VERSIONS_MOST: Final = 100  # of one document
DESCRIBED: Final = ("title", "licence", "source", "length", "difficulty", "body", "facts")  # of drafts and versions


class DocumentMissing(Denied):
    """There is no document of that id or hash, or it is not open to who asks."""

    def __init__(self) -> None:
        super().__init__("no_document", "there is no such document, or it is not open to you")


class Reader:
    """Who looks at a document: a person by all their ids, perhaps with the key of a link."""

    __slots__ = ("admin", "ids", "key")

    def __init__(self, identity: Identity | None, key: str = "") -> None:
        self.ids: frozenset[str] = frozenset() if identity is None else identity.ids
        self.admin = identity is not None and identity.is_admin()
        self.key = key

    def makes(self, row: Any) -> bool:
        """Is it their own?"""
        return row.person in self.ids

    def drafts(self, row: Any) -> bool:
        """May they see and change the draft?"""
        shared = bool(self.key and row.share) and hmac.compare_digest(self.key.encode(), row.share.encode())
        return self.makes(row) or shared

    def sees(self, row: Any) -> bool:
        """… or at least what was published? Administrators also look at what was reported and withdrawn."""
        return row.state == PUBLISHED or (self.admin and row.version > 0)


# --- keeping ----------------------------------------------------------------------------------------------------------


def add(connection: Connection, identity: Identity, form: DocumentForm, looked: Checked, most: int, now: int) -> str:
    """A new draft; returns its id."""
    values = _described(form, looked)
    _must_have_room(connection, identity, most, len(values["body"]))
    row = {"id": secrets.token_hex(6), "person": identity.id, "game": form.game, "kind": form.kind, "state": DRAFT}
    counts = dict.fromkeys(("kept", "version", "used", "stars", "votes", "published_at"), 0)
    begun = {"barred": False, "revision": 1, "share": "", "created_at": now, "changed_at": now}
    connection.execute(insert(documents), {**row, **values, **counts, **begun})
    return row["id"]


def _described(form: DrawingForm, looked: Checked) -> dict[str, Any]:
    return {
        "title": fit_title(form.title),
        "licence": form.licence,
        "source": fit_source(form.source),
        "length": form.length,
        "difficulty": form.difficulty,
        "body": written(form.document),
        "facts": encode_text(looked.facts),
        "stops": sum(finding.stops for finding in looked.findings),
    }


def _must_have_room(connection: Connection, identity: Identity, most: int, more: int) -> None:
    allowed = most if identity.is_account() else min(most, GUESTS_MOST)
    own = documents.c.person.in_(identity.ids)
    count = connection.execute(select(func.count()).select_from(documents).where(own)).scalar_one()
    if count >= allowed:
        raise Denied("full_shelf", f"one person keeps at most {allowed} documents here")
    _must_fit(connection, identity.ids, more)


def _must_fit(connection: Connection, ids: frozenset[str], more: int) -> None:
    """All of somebody's documents and versions together have a limit, too."""
    own = documents.c.person.in_(ids)
    drafts = select(func.coalesce(func.sum(func.length(documents.c.body)), 0)).where(own)
    kept = select(func.coalesce(func.sum(func.length(document_versions.c.body)), 0))
    kept = kept.join(documents, documents.c.id == document_versions.c.document_id).where(own)
    used = connection.execute(drafts).scalar_one() + connection.execute(kept).scalar_one()
    if used + more > CHARACTERS_MOST:
        raise Denied(
            "full_shelf", f"one person's documents have at most {CHARACTERS_MOST} bytes together", blanks={"most": 0}
        )


def save(connection: Connection, reader: Reader, id: str, form: SaveForm, looked: Checked, now: int) -> None:
    """Keep the draft as it is now; raises Stale. Saving the same again is harmless."""
    row = draft_row(connection, reader, id)
    values = _described(form, looked)
    if row.revision != form.revision:
        if _is_same(row, values):
            return
        raise Stale(told(connection, reader, row))
    _must_fit(connection, frozenset([row.person]), len(values["body"]) - len(row.body))
    mine = update(documents).where(documents.c.id == id, documents.c.revision == form.revision)
    changed = {**values, "revision": form.revision + 1, "changed_at": now}
    if connection.execute(mine.values(**changed)).rowcount == 0:  # another worker was quicker
        raise Stale(told(connection, reader, draft_row(connection, reader, id)))


def _is_same(row: Any, values: Mapping[str, object]) -> bool:
    return all(getattr(row, name) == values[name] for name in DESCRIBED)


def publish(connection: Connection, reader: Reader, id: str, form: PublishForm, looked: Checked, now: int) -> None:
    """Make the draft the next version. Publishing what is published already changes nothing."""
    row = own_row(connection, reader, id)
    if row.revision != form.revision:
        raise Stale(told(connection, reader, row))
    if row.barred:
        raise Denied("barred", "an administrator has withdrawn it")
    playable(looked)
    again = row.version > 0 and row.kept == row.revision
    number = row.version if again else row.version + 1
    if number > VERSIONS_MOST:
        raise Denied("full_shelf", f"a document has at most {VERSIONS_MOST} versions")
    values = {"state": PUBLISHED, "kept": row.revision, "version": number, "published_at": now}
    still = (documents.c.id == id, documents.c.revision == row.revision, documents.c.version == row.version)
    if connection.execute(update(documents).where(*still).values(**values)).rowcount == 0:
        raise Stale(told(connection, reader, own_row(connection, reader, id)))
    if not again:
        _must_fit(connection, reader.ids, len(row.body))
        _add_version(connection, row, number, now)


def _add_version(connection: Connection, row: Any, number: int, now: int) -> None:
    same = {name: getattr(row, name) for name in DESCRIBED}
    own = {"document_id": row.id, "number": number, "hash": content_hash(content(row)), "at": now, "used": 0}
    connection.execute(insert(document_versions), {**same, **own})


def withdraw(connection: Connection, reader: Reader, id: str) -> None:
    """Take it off the shelf; what was opened with it goes on."""
    own_row(connection, reader, id)
    taken = update(documents).where(documents.c.id == id, documents.c.state == PUBLISHED)
    connection.execute(taken.values(state=WITHDRAWN))


def share(connection: Connection, reader: Reader, id: str, shared: bool) -> None:
    """A new link to the draft, or none any more."""
    own_row(connection, reader, id)
    key = secrets.token_hex(16) if shared else ""
    connection.execute(update(documents).where(documents.c.id == id).values(share=key))


def remove(connection: Connection, reader: Reader, id: str) -> None:
    """A draft that was never published; others may have opened tables with what was."""
    if own_row(connection, reader, id).version:
        raise Denied("published", "what was published can be withdrawn, not deleted")
    connection.execute(delete(documents).where(documents.c.id == id))


# --- reading ----------------------------------------------------------------------------------------------------------


def find(connection: Connection, id: str) -> Any:
    row = connection.execute(select(documents).where(documents.c.id == id)).one_or_none()
    if row is None:
        raise DocumentMissing
    return row


def content(row: Any) -> dict[str, Any]:
    found: dict[str, Any] = decode(row.body)
    return found


def own_row(connection: Connection, reader: Reader, id: str) -> Any:
    """A document of one's own; raises as if there were none."""
    row = find(connection, id)
    if not reader.makes(row):
        raise DocumentMissing
    return row


def draft_row(connection: Connection, reader: Reader, id: str) -> Any:
    """… or a draft that one was given the link of."""
    row = find(connection, id)
    if not reader.drafts(row):
        raise DocumentMissing
    return row


def open_one(connection: Connection, reader: Reader, id: str) -> DocumentInfo:
    """To its makers the draft, to others the version that is published."""
    row = find(connection, id)
    if not reader.drafts(row) and not reader.sees(row):
        raise DocumentMissing
    return told(connection, reader, row)


def told(connection: Connection, reader: Reader, row: Any) -> DocumentInfo:
    found = list(connection.execute(_versions(row.id)))
    latest = found[0] if found else None
    mine = reader.drafts(row)
    shown = row if mine else latest
    assert shown is not None  # others see published ones only
    makes = reader.makes(row)
    return DocumentInfo(
        **common(row, shown, latest.hash if latest is not None else "", mine, makes),
        author=names_of(connection, [row.person]).get(row.person, ""),
        document=content(shown),
        versions=[DocumentVersion(one.number, one.hash, one.title, one.at, one.used) for one in found],
        rated=_own_stars(connection, reader, row.id),
        key=row.share if makes else "",
        barred=row.barred,
    )


def common(row: Any, shown: Any, hash: str, mine: bool, makes: bool) -> dict[str, Any]:
    """What lists tell, too: `shown` is the draft or the version that the reader sees."""
    described = {name: getattr(shown, name) for name in DESCRIBED if name not in ("body", "facts")}
    same = {name: getattr(row, name) for name in ("id", "game", "kind", "state", "version", "used", "votes")}
    times = {name: getattr(row, name) for name in ("created_at", "published_at")}
    return {
        **described,
        **same,
        **times,
        "hash": hash,
        "facts": decode(shown.facts, type=Told),
        "revision": row.revision if mine else 0,
        "changed": mine and row.version > 0 and row.kept != row.revision,
        "changed_at": row.changed_at if mine else row.published_at,
        "stops": row.stops if mine else 0,
        "yours": makes,
        "stars": row.stars / row.votes if row.votes else 0.0,
    }


def _versions(id: str) -> Select[Any]:
    return (
        select(document_versions)
        .where(document_versions.c.document_id == id)
        .order_by(document_versions.c.number.desc())
    )


def _own_stars(connection: Connection, reader: Reader, id: str) -> int:
    given = select(document_ratings.c.stars).where(
        document_ratings.c.document_id == id, document_ratings.c.person.in_(reader.ids)
    )
    return int(connection.execute(given.limit(1)).scalar_one_or_none() or 0)
