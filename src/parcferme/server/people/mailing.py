"""Addresses of mail: nothing is sent to one before its owner has confirmed it, and no letter after they have said so.

    new   an address that somebody has written down; only the letter with the link to confirm it goes there
    on    confirmed
    off   confirmed, but no letters about matches; a link for a new password still comes if it is asked for

The links in letters work without signing in. Each is signed with the server's key, for one deed and one person; one to
confirm an address holds for that address, one for a new password for the password as it is: used once, it is void.
"""

from __future__ import annotations

import hmac
import re
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from parcferme.server.people.accounts import Identity, close_sessions, find
from parcferme.server.storage.schema import outbox, people
from parcferme.table.errors import Denied

NEW, ON, OFF = "new", "on", "off"
CONFIRM, RESET, UNSUBSCRIBE = "confirm", "reset", "unsubscribe"
UNUSED = "unused"  # an account that will be deleted unless somebody comes
DAY: Final = 86_400_000
VALID_MS: Final = {CONFIRM: DAY, RESET: 30 * 60_000, UNSUBSCRIBE: 0}  # 0: for ever
ACCOUNTS: Final = 5  # that may have one address and are sent a link for a new password
EMAIL: Final = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+")  # one plain address: no names, lists, quotes
_TOKEN: Final = re.compile(r"(\w{1,24})\.([0-9]{1,15})\.([0-9a-f]{40})")


def plain(email: str) -> str:
    """An address as it is kept; raises Denied where it is none, or one that mail programs would decode."""
    if email and (not EMAIL.fullmatch(email) or "=?" in email):
        raise Denied("bad_email", "email: does not read as an e-mail address")
    return email.lower()


def change_address(connection: Connection, identity: Identity, email: str, now: int) -> None:
    """Write to another address from now on, or to none. It has to be confirmed."""
    if email == (identity.email or ""):
        return
    values = {"email": email or None, "mail": NEW if email else ""}
    connection.execute(update(people).where(people.c.id == identity.id).values(**values))
    if email:
        ask(connection, identity.id, CONFIRM, now)


def ask(connection: Connection, person: str, kind: str, now: int, about: str = "") -> None:
    """Put a letter into the outbox: with a link, or `about` a table, a person or a club. One that waits there already
    is replaced."""
    same = (outbox.c.person == person, outbox.c.kind == kind, outbox.c.table_id == about)
    connection.execute(delete(outbox).where(*same))
    row = {"table_id": about, "node": 0, "person": person, "kind": kind, "send_at": now, "tries": 0, "done": False}
    connection.execute(insert(outbox), row)


def ask_reset(connection: Connection, email: str, now: int) -> None:
    """Send a link for a new password to everybody who has confirmed this address."""
    query = select(people.c.id).where(people.c.email == email, people.c.mail.in_([ON, OFF]), people.c.kind == "account")
    for person in list(connection.execute(query.limit(ACCOUNTS)).scalars()):
        ask(connection, person, RESET, now)


# Links


def sign(key: bytes, deed: str, person: Any, now: int) -> str:
    """The token of a link; `person` is a row of people."""
    until = now + VALID_MS[deed] if VALID_MS[deed] else 0
    return f"{person.id}.{until}.{_seal(key, deed, person, until)}"


def _seal(key: bytes, deed: str, person: Any, until: int) -> str:
    holds_for = {CONFIRM: person.email, RESET: person.password, UNSUBSCRIBE: ""}[deed]
    return hmac.digest(key, f"mail/{deed}/{person.id}/{until}/{holds_for}".encode(), "sha256").hex()[:40]


def person_of(connection: Connection, key: bytes, deed: str, token: str, now: int) -> Any:
    """Whose link this is, as a row of people; raises Denied where it is not valid, or not any more."""
    found = _TOKEN.fullmatch(token)
    row = None
    if found is not None and (found[2] == "0" or int(found[2]) > now):
        row = connection.execute(select(people).where(people.c.id == found[1])).one_or_none()
    if found is None or row is None or not hmac.compare_digest(_seal(key, deed, row, int(found[2])), found[3]):
        raise Denied("bad_link", "this link is not valid (any more)")
    return row


def confirm(connection: Connection, key: bytes, token: str, now: int) -> str:
    """The address is its owner's; returns it."""
    row = person_of(connection, key, CONFIRM, token, now)
    connection.execute(update(people).where(people.c.id == row.id, people.c.mail == NEW).values(mail=ON))
    return str(row.email)


def unsubscribe(connection: Connection, key: bytes, token: str, now: int) -> None:
    """No more letters. An address that was never confirmed is forgotten: it may be a stranger's."""
    row = person_of(connection, key, UNSUBSCRIBE, token, now)
    values: dict[str, object] = {"mail": OFF} if row.mail == ON else {}
    if row.mail == NEW:
        values = {"mail": "", "email": None}
    if values:
        connection.execute(update(people).where(people.c.id == row.id).values(**values))


def reset(connection: Connection, key: bytes, token: str, password: str, now: int) -> Identity:
    """Another password (its hash) by a link that was mailed; all sessions end."""
    row = person_of(connection, key, RESET, token, now)
    if row.kind != "account":
        raise Denied("bad_link", "this link is not valid (any more)")
    connection.execute(update(people).where(people.c.id == row.id).values(password=password))
    close_sessions(connection, row.id)
    return find(connection, row.id)


# So many a day


def take(connection: Connection, person: str, now: int, most: int) -> bool:
    """Count a letter of today; False where the person has had as many as there may be."""
    mine = people.c.id == person
    connection.execute(
        update(people).where(mine, people.c.mailed_on != now // DAY).values(mailed_on=now // DAY, mailed=0)
    )
    one_more = update(people).where(mine, people.c.mailed < most).values(mailed=people.c.mailed + 1)
    return connection.execute(one_more).rowcount == 1


def give_back(connection: Connection, person: str) -> None:
    """It could not be sent."""
    connection.execute(update(people).where(people.c.id == person).values(mailed=people.c.mailed - 1))
