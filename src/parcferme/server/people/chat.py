"""What people say at a table. Lines are numbered, and a host may mute somebody."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from parcferme.house.messages import ChatLine
from parcferme.server.people.accounts import Identity, names_of
from parcferme.server.storage.clock import wall
from parcferme.server.storage.schema import chat, mutes
from parcferme.server.storage.store import Store

CHAT_KEPT: Final = 200  # lines that are told to who comes later


async def say(store: Store, table: str, who: Identity, text: str, apart: bool = False) -> ChatLine:
    """Keep a line of chat and number it; `apart` is among spectators."""
    at = wall()

    def work(connection: Connection) -> int:
        last = connection.execute(select(func.max(chat.c.n)).where(chat.c.table_id == table)).scalar_one()
        n = (last or 0) + 1
        row = {"table_id": table, "n": n, "person": who.id, "at": at, "text": text, "apart": apart}
        connection.execute(insert(chat), row)
        return n

    try:
        n = await store.write(work)
    except IntegrityError:  # another worker took the same number
        n = await store.write(work)
    return ChatLine(n, who.id, who.name, at, text, apart)


async def said(store: Store, table: str, after: int = 0, apart: bool = False) -> list[ChatLine]:
    """The latest lines of chat, with the names of those who said them; what spectators say only to who may hear it."""
    query = select(chat).where(chat.c.table_id == table, chat.c.n > after)
    query = query if apart else query.where(chat.c.apart.is_(False))
    query = query.where(chat.c.text != "").order_by(chat.c.n.desc()).limit(CHAT_KEPT)  # taken away by an administrator

    def work(connection: Connection) -> list[ChatLine]:
        rows = list(connection.execute(query))[::-1]
        names = names_of(connection, list({row.person for row in rows}))
        return [ChatLine(row.n, row.person, names.get(row.person, ""), row.at, row.text, row.apart) for row in rows]

    return await store.read(work)


async def mute(store: Store, table: str, person: str, muted: bool) -> None:
    """Let somebody speak at a table, or not."""

    def work(connection: Connection) -> None:
        connection.execute(mutes.delete().where(mutes.c.table_id == table, mutes.c.person == person))
        if muted:
            connection.execute(insert(mutes), {"table_id": table, "person": person})

    await store.write(work)
