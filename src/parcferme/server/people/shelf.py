"""The shelf: published documents of everybody, how they are found, rated and used; and lists of one's own.

A list is made of facts, hashes and names: no document is read for it.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, select, update

from parcferme.house.codec import as_written, decode
from parcferme.house.studio import DocumentPage, DocumentRow
from parcferme.server.people import accounts, bonds, clubs, invitations, pushes
from parcferme.server.people.accounts import Identity, names_of
from parcferme.server.people.documents import PUBLISHED, DocumentMissing, Reader, common, find
from parcferme.server.storage import events
from parcferme.server.storage.schema import document_ratings, document_versions, documents
from parcferme.table.errors import Denied

SHOWN: Final = 24  # documents of a page
Sort = Literal["new", "rated", "used"]
USUAL: Final = (3, 5)  # stars that few votes are drawn towards, and how many votes that weighs
_LISTED: Final = [column for column in documents.c if column.name != "body"]
_LATEST: Final = and_(
    document_versions.c.document_id == documents.c.id, document_versions.c.number == documents.c.version
)


class Wanted:
    """What somebody looks for; empty: everything."""

    __slots__ = ("difficulty", "game", "kind", "length", "page", "q", "sort", "stars", "state")

    def __init__(self, game: str = "", kind: str = "", q: str = "", page: int = 1) -> None:
        self.game = game
        self.kind = kind
        self.q = q.strip()
        self.page = page
        self.state = ""
        self.length = ""
        self.difficulty = 0
        self.stars = 0  # at least so many on average
        self.sort: Sort = "new"


def own(connection: Connection, reader: Reader, wanted: Wanted) -> DocumentPage:
    """One's own, drafts and all, the last changed first."""
    found = [documents.c.person.in_(reader.ids), *_alike(wanted, documents.c)]
    if wanted.state:
        found.append(documents.c.state == wanted.state)
    query = select(*_LISTED, document_versions.c.hash).outerjoin(document_versions, _LATEST).where(*found)
    rows, page = _page(connection, query.order_by(documents.c.changed_at.desc(), documents.c.id), wanted.page)
    names = names_of(connection, list({row.person for row in rows}))
    page.documents = [
        DocumentRow(**common(row, row, row.hash or "", True, True), author=names.get(row.person, "")) for row in rows
    ]
    return page


def shelf(connection: Connection, reader: Reader, wanted: Wanted) -> DocumentPage:
    """What everybody has published, as it was published."""
    found = [documents.c.state == PUBLISHED, *_alike(wanted, document_versions.c)]
    if wanted.length:
        found.append(document_versions.c.length == wanted.length)
    if wanted.difficulty:
        found.append(document_versions.c.difficulty == wanted.difficulty)
    if wanted.stars:
        found += [documents.c.votes > 0, documents.c.stars >= wanted.stars * documents.c.votes]
    version = [column.label(f"v_{column.name}") for column in document_versions.c if column.name != "body"]
    query = select(*_LISTED, *version).join(document_versions, _LATEST).where(*found)
    rows, page = _page(connection, query.order_by(_order(wanted.sort).desc(), documents.c.id), wanted.page)
    names = names_of(connection, list({row.person for row in rows}))
    page.documents = [_published(row, reader, names) for row in rows]
    return page


class _Version:
    """The columns of a row that are its version's."""

    def __init__(self, row: Any) -> None:
        self.row = row

    def __getattr__(self, name: str) -> Any:
        return getattr(self.row, f"v_{name}")


def _published(row: Any, reader: Reader, names: dict[str, str]) -> DocumentRow:
    known = common(row, _Version(row), row.v_hash, False, reader.makes(row))
    return DocumentRow(**known, author=names.get(row.person, ""))


def _alike(wanted: Wanted, titled: Any) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.game:
        found.append(documents.c.game == wanted.game)
    if wanted.kind:
        found.append(documents.c.kind == wanted.kind)
    if wanted.q:
        found.append(titled.title.icontains(wanted.q, autoescape=True))
    return found


def _order(sort: Sort) -> ColumnElement[Any]:
    mean, weight = USUAL
    return {
        "new": documents.c.published_at,
        "used": documents.c.used,
        "rated": (documents.c.stars + mean * weight) * 1.0 / (documents.c.votes + weight),
    }[sort]


def _page(connection: Connection, query: Select[Any], number: int) -> tuple[list[Any], DocumentPage]:
    total = int(connection.execute(select(func.count()).select_from(query.order_by(None).subquery())).scalar_one())
    rows = list(connection.execute(query.offset((number - 1) * SHOWN).limit(SHOWN)))
    return rows, DocumentPage([], number, max(1, -(-total // SHOWN)), total)


# --- by hash ----------------------------------------------------------------------------------------------------------


class Published:
    """A published version, as a table is opened with it."""

    __slots__ = ("document", "game", "hash", "id", "kind", "number", "title")

    def __init__(self, row: Any) -> None:
        self.id: str = row.id
        self.game: str = row.game
        self.kind: str = row.kind
        self.hash: str = row.hash
        self.number: int = row.number
        self.title: str = row.v_title
        self.document: dict[str, Any] = decode(row.body)


def by_hash(connection: Connection, reader: Reader, hash: str) -> Published:
    """A version of a published document; to its maker and administrators also of a withdrawn one. Of equal ones the one
    that was there first."""
    version = document_versions.c
    columns = (documents.c.id, documents.c.person, documents.c.game, documents.c.kind, documents.c.state)
    query = select(*columns, documents.c.version, version.hash, version.number, version.title.label("v_title"))
    query = query.add_columns(version.body).join(document_versions, version.document_id == documents.c.id)
    rows = connection.execute(query.where(version.hash == hash).order_by(version.at, documents.c.id))
    for row in rows:
        if reader.sees(row) or reader.makes(row):
            return Published(row)
    raise DocumentMissing


def count_use(connection: Connection, used: Published) -> None:
    """Another table was opened with it."""
    one = (document_versions.c.document_id == used.id, document_versions.c.number == used.number)
    connection.execute(update(document_versions).where(*one).values(used=document_versions.c.used + 1))
    connection.execute(update(documents).where(documents.c.id == used.id).values(used=documents.c.used + 1))


# --- ratings ----------------------------------------------------------------------------------------------------------


def rate(connection: Connection, identity: Identity, id: str, stars: int, now: int) -> None:
    """By an account, of what somebody else has published."""
    row = find(connection, id)
    if row.state != PUBLISHED:
        raise DocumentMissing
    if row.person in identity.ids:
        raise Denied("own_work", "nobody rates their own work")
    forget_ratings(connection, identity.ids, id)
    given = {"document_id": id, "person": identity.id, "stars": stars, "at": now}
    connection.execute(insert(document_ratings), given)
    _sum_up(connection, [id])


def forget_ratings(connection: Connection, ids: frozenset[str], id: str = "") -> None:
    """Take somebody's ratings away: of one document, or all of them."""
    theirs = document_ratings.c.person.in_(ids)
    given = and_(theirs, document_ratings.c.document_id == id) if id else theirs
    rated = list(connection.execute(select(document_ratings.c.document_id).where(given)).scalars())
    connection.execute(delete(document_ratings).where(given))
    _sum_up(connection, rated)


def _sum_up(connection: Connection, ids: list[str]) -> None:
    """Documents know the sum of their stars, for the order of the shelf."""
    for id in ids:
        columns = (func.count(), func.coalesce(func.sum(document_ratings.c.stars), 0))
        votes, stars = connection.execute(select(*columns).where(document_ratings.c.document_id == id)).one()
        connection.execute(update(documents).where(documents.c.id == id).values(votes=votes, stars=stars))


# --- people who go ----------------------------------------------------------------------------------------------------


def forget_person(connection: Connection, identity: Identity) -> None:
    """Delete a person with all that they have made and rated. Tables, events and records hold whole documents and
    stay, under no name."""
    accounts.forget(connection, identity)
    events.unname(connection, list(identity.ids))
    for part in (bonds, invitations, clubs, pushes):
        part.forget(connection, list(identity.ids))
    forget_ratings(connection, identity.ids)
    delete_documents(connection, list(connection.execute(_ids_of(identity.ids)).scalars()))


def _ids_of(ids: frozenset[str]) -> Select[Any]:
    return select(documents.c.id).where(documents.c.person.in_(ids))


def delete_documents(connection: Connection, ids: list[Any]) -> None:
    for part in (document_versions, document_ratings):
        connection.execute(delete(part).where(part.c.document_id.in_(ids)))
    connection.execute(delete(documents).where(documents.c.id.in_(ids)))


EXPORTED: Final = ("id", "game", "kind", "title", "licence", "source", "state", "version", "created_at", "changed_at")


def export(connection: Connection, ids: frozenset[str]) -> dict[str, list[dict[str, Any]]]:
    """Everything somebody has made, with all its versions, and what they have rated."""
    drafts = select(*[documents.c[name] for name in EXPORTED], documents.c.body).where(documents.c.person.in_(ids))
    own = select(document_versions).where(document_versions.c.document_id.in_(_ids_of(ids)))
    version = [document_versions.c[name] for name in ("document_id", "number", "hash", "title", "at", "body")]
    stars = select(document_ratings.c.document_id, document_ratings.c.stars, document_ratings.c.at)
    stars = stars.where(document_ratings.c.person.in_(ids))
    return {
        "documents": [_with_document(row) for row in connection.execute(drafts)],
        "document_versions": [_with_document(row) for row in connection.execute(own.with_only_columns(*version))],
        "document_ratings": [dict(row._mapping) for row in connection.execute(stars)],
        "friends": bonds.export(connection, list(ids)),
        "invitations": invitations.export(connection, list(ids)),
        "clubs": clubs.export(connection, list(ids)),
        "browsers": pushes.export(connection, list(ids)),
    }


def _with_document(row: Any) -> dict[str, Any]:
    known = dict(row._mapping)
    known["document"] = as_written(known.pop("body"))  # all versions together may be 32 million characters
    return known
