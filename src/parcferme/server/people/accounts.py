"""People: guests, accounts, sessions and tokens, as functions on a connection.

Whoever creates or joins a table without being signed in becomes a guest: a person with a session cookie and nothing
else. Registering turns that very guest into an account, so the games follow. A guest who logs in to an existing
account is merged into it: the account then holds the guest's seats as well.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, Select, delete, insert, or_, select, union, update

from parcferme.core.bounds import is_readable
from parcferme.house.people import Session, Token
from parcferme.server.storage import standings
from parcferme.server.storage.schema import (
    championships,
    chat,
    diary,
    drafts,
    event_notes,
    event_people,
    events,
    mutes,
    outbox,
    own_puzzles,
    people,
    pushes,
    puzzle_tries,
    records,
    reports,
    seats,
    sessions,
    tables,
    tokens,
)
from parcferme.server.storage.store import must_find
from parcferme.table import names
from parcferme.table.errors import NAME_RESERVED, Denied

ROLES: Final = ("player", "organiser", "admin")
SCOPES: Final = ("read", "play", "create", "organise")
SESSION_MS: Final = 90 * 86_400_000  # from the last half of it on, every visit makes it whole again
SEEN_MS: Final = 3_600_000  # a visit is written down once in so long
LABEL_LIMIT: Final = 30
PASSWORD_LEAST: Final = 8
PASSWORD_MOST: Final = 200


class Identity:
    """Who is asking. `scopes` is None for a person in a browser, else what the API token allows. `proof` is the hash
    of the session or token they showed, `until` when that session ends (None where none was shown) and `seen_at` when
    it was last written down that it was used."""

    __slots__ = (
        "created_at",
        "email",
        "held",
        "held_until",
        "held_why",
        "hides",
        "id",
        "ids",
        "kind",
        "language",
        "mail",
        "name",
        "plate",
        "proof",
        "quiet",
        "role",
        "scopes",
        "seen_at",
        "until",
        "untold",
        "untold_of",
        "webhook",
        "zone",
    )

    def __init__(
        self,
        row: Any,
        ids: frozenset[str],
        proof: str = "",
        scopes: frozenset[str] | None = None,
        until: int | None = None,
        seen_at: int = 0,
    ) -> None:
        self.id: str = row.id
        self.ids = ids
        self.kind: str = row.kind
        self.name: str = row.name
        self.role: str = row.role
        self.created_at: int = row.created_at
        self.email: str | None = row.email
        self.mail: str = row.mail
        self.held: str = row.held
        self.held_until: int | None = row.held_until
        self.held_why: str = row.held_why
        self.untold: int = row.untold
        self.language: str = row.language
        self.webhook: str | None = row.webhook
        self.plate: int = row.plate
        self.hides: frozenset[str] = frozenset(row.hides.split())
        self.untold_of: frozenset[str] = frozenset(row.untold_of.split())
        self.quiet: str = row.quiet
        self.zone: str = row.zone
        self.proof = proof
        self.scopes = scopes
        self.until = until
        self.seen_at = seen_at

    def may(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes

    def is_held(self, now: int, *deeds: str) -> bool:
        """May they not do this for now? (`chat` or `play`)"""
        return self.held in deeds and (self.held_until is None or self.held_until > now)

    def is_account(self) -> bool:
        return self.kind == "account"

    def is_organiser(self) -> bool:
        """Who runs rallies for others, in person or by a token for that."""
        return self.role in ("organiser", "admin") and self.may("organise")

    def is_admin(self) -> bool:
        """An administrator in person: a token does not reach so far."""
        return self.role == "admin" and self.scopes is None


class Visit(NamedTuple):
    """What a browser says of itself with each request."""

    address: str
    browser: str
    language: str


def new_id() -> str:
    return secrets.token_hex(8)


def digest(token: str) -> str:
    """Tokens are random, so a plain hash keeps a stolen database from being used."""
    return hashlib.sha256(token.encode()).hexdigest()


def login_of(name: str) -> str:
    """What an account is found by. Names that were fit under an older rule still are found."""
    return names.folded(names.one_line(name))[:40]


def add_guest(connection: Connection, name: str, now: int, plate: int = 0) -> Identity:
    """A new guest."""
    row = {"id": new_id(), "kind": "guest", **_own_name(connection, name), "role": "player", "created_at": now}
    connection.execute(insert(people), {**row, "plate": plate})
    return find(connection, str(row["id"]))


def unclaimed(connection: Connection, name: str, others: list[str]) -> str:
    """What a guest is called who does not say: Guest 27, or the next number that neither somebody at the table nor an
    account has."""
    while True:
        name = names.free(name, others)
        other = _account_like(connection, name)
        if other is None:
            return name
        others = [*others, name]


def find(connection: Connection, person: str) -> Identity:
    row = must_find(connection, select(people).where(people.c.id == person), "person")
    return Identity(row, _ids(connection, person))


def _ids(connection: Connection, person: str) -> frozenset[str]:
    merged = connection.execute(select(people.c.id).where(people.c.merged_into == person)).scalars()
    return frozenset([person, *merged])


def register(connection: Connection, guest: str | None, name: str, password: str, now: int, plate: int = 0) -> Identity:
    """An account of this name; the guest who asks becomes it, a stranger brings a plate. `password` is a hash."""
    values = {"kind": "account", "password": password, **_account_name(connection, name)}
    if guest is None:
        guest = new_id()
        row = {"id": guest, "role": "player", "created_at": now, "plate": plate, **values}
        connection.execute(insert(people), row)
    else:
        _must_change_guest(connection, guest, values)
        close_sessions(connection, guest)  # whoever else knows the guest's cookie must not have the account
        standings.relist(connection, guest)
    return find(connection, guest)


def _own_name(connection: Connection, name: str, whose: str = "") -> dict[str, str]:
    """A name that is fit, no account's but their own, and not easily taken for one."""
    name = names.fit(name)
    other = _account_like(connection, name, whose)
    if other is not None:
        raise Denied("name_taken", f"there is an account called {other} already", blanks={"name": other})
    return {"name": name}


def must_not_pose(connection: Connection, text: str, identity: Identity) -> None:
    """What somebody calls themselves or their club beside their own name: nobody takes it for another account, a bot or
    the server."""
    if names.is_reserved(text):
        raise Denied(NAME_RESERVED, "organiser: reads like a bot's or the server's")
    alike = select(people.c.name).where(_is_like(text), people.c.id.not_in(identity.ids))
    other = connection.execute(alike.limit(1)).scalar()
    if other is not None:
        raise Denied("name_taken", f"organiser: there is an account called {other}", blanks={"name": other})


def _account_like(connection: Connection, name: str, whose: str = "") -> str | None:
    """The name of another account that is this one, or easily taken for it."""
    query = select(people.c.name).where(_is_like(name), people.c.id != whose).limit(1)
    found: str | None = connection.execute(query).scalar()
    return found


def _is_like(name: str) -> ColumnElement[bool]:
    """Accounts that are called so, or look like it."""
    return or_(people.c.login == login_of(name), people.c.look == names.look(name))


def _account_name(connection: Connection, name: str, whose: str = "") -> dict[str, str]:
    """The same, with what the account is found by and what its name looks like."""
    own = _own_name(connection, name, whose)
    return {**own, "login": login_of(own["name"]), "look": names.look(own["name"])}


def rename(connection: Connection, identity: Identity, name: str) -> dict[str, str]:
    """What changes when somebody is called differently. Nobody they sit with may be called so; an account logs in by
    its new name from now on."""
    names.must_be_free(names.fit(name), _neighbours(connection, identity))
    return (_account_name if identity.is_account() else _own_name)(connection, name, identity.id)


def _neighbours(connection: Connection, identity: Identity) -> list[str]:
    """What the others are called at the tables where somebody sits and that are not over."""
    mine = select(seats.c.table_id).where(seats.c.person.in_(identity.ids))
    running = select(tables.c.id).where(tables.c.id.in_(mine), tables.c.status.in_(["gathering", "playing"]))
    others = select(seats.c.person).where(seats.c.table_id.in_(running), seats.c.person.not_in(identity.ids))
    return list(names_of(connection, list(connection.execute(others).scalars())).values())


def password_of(connection: Connection, name: str) -> tuple[str, str] | None:
    """(person, password hash) of an account."""
    row = connection.execute(select(people.c.id, people.c.password).where(people.c.login == login_of(name))).first()
    return None if row is None or row.password is None else (row.id, row.password)


def password_by_id(connection: Connection, person: str) -> str | None:
    found: str | None = connection.execute(select(people.c.password).where(people.c.id == person)).scalar_one_or_none()
    return found


def _must_change_guest(connection: Connection, guest: str, values: dict[str, Any]) -> None:
    """Only who is still a guest becomes an account, or part of one: two may know the cookie and act at once."""
    still = (people.c.id == guest, people.c.kind == "guest", people.c.merged_into.is_(None))
    if connection.execute(update(people).where(*still).values(**values)).rowcount == 0:
        raise Denied("conflict", "this guest has an account by now: log in")


def merge(connection: Connection, guest: str, account: str) -> None:
    """The guest's games now belong to the account."""
    connection.execute(update(people).where(people.c.merged_into == guest).values(merged_into=account))
    _must_change_guest(connection, guest, {"merged_into": account})
    connection.execute(delete(sessions).where(sessions.c.person == guest))
    known = select(mutes.c.table_id).where(mutes.c.person == account)
    connection.execute(delete(mutes).where(mutes.c.person == guest, mutes.c.table_id.in_(known)))
    connection.execute(update(mutes).where(mutes.c.person == guest).values(person=account))
    connection.execute(update(pushes).where(pushes.c.person == guest).values(person=account))
    standings.merge(connection, guest, account)


def change(connection: Connection, person: str, values: dict[str, object]) -> Identity:
    """Change name, e-mail address, webhook, password or role."""
    if values:
        connection.execute(update(people).where(people.c.id == person).values(**values))
    return find(connection, person)


def must_not_be_last_admin(connection: Connection, person: str) -> None:
    """Somebody has to be left who can give roles. Where several workers ask at once they wait for each other."""
    admins = select(people.c.id).where(people.c.role == "admin", people.c.kind == "account").with_for_update()
    if list(connection.execute(admins).scalars()) == [person]:
        raise Denied("last_admin", "this is the only administrator: make another one first")


def open_session(connection: Connection, person: str, visit: Visit, now: int) -> str:
    """A new session; returns the token for the cookie."""
    token = secrets.token_urlsafe(32)
    row = {"hash": digest(token), "person": person, "expires_at": now + SESSION_MS, "opened_at": now}
    connection.execute(delete(sessions).where(sessions.c.expires_at < now))
    connection.execute(insert(sessions), row)
    see(connection, person, digest(token), visit, now)
    return token


def see(connection: Connection, person: str, proof: str, visit: Visit, now: int) -> None:
    """Somebody was here, by this session and in this language."""
    here = {"seen_at": now, "browser": visit.browser, "address": visit.address[:45]}
    connection.execute(update(sessions).where(sessions.c.hash == proof).values(**here))
    connection.execute(update(people).where(people.c.id == person).values(seen_at=now, language=visit.language))


def extend_session(connection: Connection, proof: str, now: int) -> bool:
    """Give a session its whole time again; False when it has ended meanwhile."""
    mine = update(sessions).where(sessions.c.hash == proof, sessions.c.expires_at > now)
    return connection.execute(mine.values(expires_at=now + SESSION_MS)).rowcount == 1


def close_session(connection: Connection, token: str) -> None:
    connection.execute(delete(sessions).where(sessions.c.hash == digest(token)))


def close_sessions(connection: Connection, person: str) -> None:
    connection.execute(delete(sessions).where(sessions.c.person == person))


SHOWN: Final = 16  # characters of a session's hash that name it


def list_sessions(connection: Connection, identity: Identity, now: int) -> list[Session]:
    """The one that asks first, then the latest."""
    mine = select(sessions).where(sessions.c.person == identity.id, sessions.c.expires_at > now)
    rows = connection.execute(mine.order_by(sessions.c.seen_at.desc()))
    found = [
        Session(row.hash[:SHOWN], row.browser, row.opened_at, row.seen_at, row.hash == identity.proof) for row in rows
    ]
    return sorted(found, key=lambda session: not session.here)


def end_sessions(connection: Connection, identity: Identity, id: str = "") -> list[str]:
    """End one session of a person, or all but the one that asks; returns their hashes."""
    held = select(sessions.c.hash).where(sessions.c.person == identity.id)
    held = held.where(sessions.c.hash.startswith(id, autoescape=True) if id else sessions.c.hash != identity.proof)
    ended = list(connection.execute(held).scalars())
    connection.execute(delete(sessions).where(sessions.c.hash.in_(ended)))
    return ended


def by_session(connection: Connection, token: str, now: int) -> Identity | None:
    shown = select(people, sessions.c.expires_at, sessions.c.seen_at.label("here_at"))
    query = shown.join(sessions, sessions.c.person == people.c.id)
    query = query.where(sessions.c.hash == digest(token), sessions.c.expires_at > now)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return Identity(row, _ids(connection, row.id), digest(token), until=row.expires_at, seen_at=row.here_at)


def by_token(connection: Connection, token: str) -> Identity | None:
    query = (
        select(people, tokens.c.scopes)
        .join(tokens, tokens.c.person == people.c.id)
        .where(tokens.c.hash == digest(token))
    )
    row = connection.execute(query).one_or_none()
    return (
        None if row is None else Identity(row, _ids(connection, row.id), digest(token), frozenset(row.scopes.split()))
    )


def add_token(connection: Connection, person: str, label: str, scopes: list[str], now: int) -> tuple[str, str]:
    """A new API token; returns (id, the token itself, shown once)."""
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown or not scopes:
        raise Denied("bad_value", f"scopes: choose among {', '.join(SCOPES)}")
    token, number = "pf_" + secrets.token_urlsafe(32), new_id()
    connection.execute(
        insert(tokens),
        {
            "id": number,
            "hash": digest(token),
            "person": person,
            "label": _label(label),
            "scopes": " ".join(sorted(set(scopes))),
            "created_at": now,
        },
    )
    return number, token


def _label(label: str) -> str:
    label = names.one_line(label)
    if not 1 <= len(label) <= LABEL_LIMIT or not is_readable(label):
        raise Denied("bad_value", f"label: 1 to {LABEL_LIMIT} printable characters")
    return label


def list_tokens(connection: Connection, person: str) -> list[Token]:
    rows = connection.execute(select(tokens).where(tokens.c.person == person).order_by(tokens.c.created_at))
    return [Token(row.id, row.label, row.scopes.split(), row.created_at) for row in rows]


def revoke_token(connection: Connection, person: str, number: str) -> str:
    """Void a token; returns its hash."""
    one = (tokens.c.person == person, tokens.c.id == number)
    known = must_find(connection, select(tokens.c.hash).where(*one), "token")
    connection.execute(delete(tokens).where(*one))
    return str(known.hash)


def names_of(connection: Connection, ids: list[str]) -> dict[str, str]:
    """Names by id; merged guests are called like their account, and who has deleted themselves has none."""
    columns = (people.c.id, people.c.kind, people.c.name, people.c.merged_into)
    found = {row.id: row for row in connection.execute(select(*columns).where(people.c.id.in_(ids)))}
    merged = [row.merged_into for row in found.values() if row.merged_into is not None]
    accounts = names_of(connection, merged) if merged else {}
    own = {id: "" if row.kind == "gone" else row.name for id, row in found.items()}
    return {id: accounts.get(row.merged_into, own[id]) for id, row in found.items()}


def departed(connection: Connection, ids: list[str]) -> set[str]:
    """Those of these people who have deleted themselves."""
    return set(connection.execute(select(people.c.id).where(people.c.id.in_(ids), people.c.kind == "gone")).scalars())


EXPORTED: Final = (
    *("id", "kind", "name", "email", "mail", "language", "webhook"),
    *("role", "created_at", "seen_at", "plate", "hides", "untold_of", "quiet", "zone"),
)
KEPT_OF: Final = {  # what is told of what somebody has here: whose it is, and its columns; none: all of them
    "guests": (people.c.merged_into, "id name created_at"),
    "hosted": (tables.c.host, "id game status created_at"),
    "chat": (chat.c.person, "table_id at text"),
    "records": (records.c.person, "id game created_at"),
    "puzzles": (puzzle_tries.c.person, ""),
    "own_puzzles": (own_puzzles.c.person, ""),
    "championships": (championships.c.organiser, "id document"),
    "drafts": (drafts.c.person, "event_id at text"),
    "notifications": (outbox.c.person, "table_id kind send_at"),
    "sessions": (sessions.c.person, "opened_at seen_at expires_at browser address"),
    "steps": (diary.c.person, "at deed table_id until reason"),
    "reports": (reports.c.by, "at table_id line why"),
}


def export(connection: Connection, identity: Identity) -> dict[str, object]:
    """Everything kept about a person."""
    ids = list(identity.ids)
    person = connection.execute(select(people).where(people.c.id == identity.id)).one()
    held = select(seats.c.table_id, seats.c.seat, tables.c.game, tables.c.status, tables.c.created_at)
    held = held.join(tables, tables.c.id == seats.c.table_id).where(seats.c.person.in_(ids))
    entered = select(event_people.c.event_id).where(event_people.c.person.in_(ids))
    theirs = union(entered, select(events.c.id).where(events.c.organiser.in_(ids)))
    noted = select(*[event_notes.c[name] for name in ("event_id", "at", "kind", "body")])
    noted = noted.where(event_notes.c.event_id.in_(theirs), event_notes.c.by.in_(ids))
    return {
        "person": {name: getattr(person, name) for name in EXPORTED},
        "tables": _all(connection, held),
        "events": list(connection.execute(entered).scalars()),
        "event_notes": _all(connection, noted.order_by(event_notes.c.event_id, event_notes.c.seq)),
        "muted": list(connection.execute(select(mutes.c.table_id).where(mutes.c.person.in_(ids))).scalars()),
        "tokens": list_tokens(connection, identity.id),
        **{name: _all(connection, _kept(*kept, ids)) for name, kept in KEPT_OF.items()},
        **standings.export(connection, ids),
    }


def _kept(whose: Column[Any], columns: str, ids: list[str]) -> Select[Any]:
    told = columns.split() or whose.table.c.keys()
    return select(*[whose.table.c[name] for name in told]).where(whose.in_(ids))


def _all(connection: Connection, query: Select[Any]) -> list[dict[str, object]]:
    return [dict(row._mapping) for row in connection.execute(query)]


def forget(connection: Connection, identity: Identity) -> None:
    """Delete a person: the matches stay for the others, under no name."""
    must_not_be_last_admin(connection, identity.id)
    ids = list(identity.ids)
    theirs = people.c.id.in_(ids)
    connection.execute(select(people.c.id).where(theirs).with_for_update())  # no match of theirs is entered meanwhile
    for table in (sessions, tokens, chat, mutes, outbox, records, reports, drafts, puzzle_tries, own_puzzles):
        connection.execute(delete(table).where(table.c.person.in_(ids)))
    connection.execute(update(reports).where(reports.c.by.in_(ids)).values(by=""))
    standings.forget(connection, ids)
    blank = {
        "kind": "gone",
        "name": "departed",
        "login": None,
        "look": None,
        "password": None,
        "email": None,
        "mail": "",
        "webhook": None,
        "plate": 0,
        **dict.fromkeys(("hides", "untold_of", "quiet", "zone"), ""),
    }
    connection.execute(update(people).where(theirs).values(**blank, role="player"))
