"""The live line of a page to a table: greets with what was missed, then tells what happens; wishes go the other way."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from parcferme.alone.home import ME, Home, Room
from parcferme.core.errors import ParcFermeError
from parcferme.house import forms
from parcferme.house.changes import NOTHING, lighten
from parcferme.house.codec import DecodeError, encode_text
from parcferme.house.messages import CaughtUp, HelloMessage, OkMessage, PresenceMessage, RefusedMessage, Stream
from parcferme.house.missed import replayed
from parcferme.house.positions import Reader
from parcferme.house.refusals import as_denied, refused
from parcferme.house.telling import followed_eyes, message, position, seats, speaks_for
from parcferme.table import moves, seating, undo
from parcferme.table.errors import Denied
from parcferme.table.journal import Audience, Happening, Note
from parcferme.table.table import Table

_WISHES = msgspec.json.Decoder(forms.Wish)
log = logging.getLogger("parcferme.alone")
UNASKED = "why-bot"  # the id of a refusal that answers no wish: pages show it all the same
CATCH_UP = 200  # messages; who has missed more gets the position alone


class Line:
    """One page at one table."""

    def __init__(self, home: Home, room: Room, seat: int | None, send: Callable[[str], None]) -> None:
        self.home = home
        self.room = room
        self.seat = seat  # a chosen seat; None: follow the play
        self.send = send
        self.reader = Reader(None, odds=True, changes=True)
        self.last: Audience = None
        self.seen = NOTHING

    def audience(self, table: Table) -> Audience:
        return followed_eyes(table, self.room.yours(), self.seat, self.last)

    async def greet(self, since: int) -> None:
        """Everything up to now, and from now on every message."""
        room = self.room
        async with room.lock:
            told = await self._caught_up(since)
            present = PresenceMessage(room.yours(), 0)
            count = room.table.count_for(self.last)
            self.send(encode_text(HelloMessage(told.missed, told.position, count, present)))
            room.hearers.append(self)

    async def _caught_up(self, since: int) -> CaughtUp:
        table, names = self.room.table, self.room.names
        seen_by = self.last = self.audience(table)
        missed: list[Stream] = []
        if 0 < table.count_for(seen_by) - since <= CATCH_UP:
            before = table.stood_for(seen_by, since)
            notes = await self.home.notes_after(self.room, before.seq)
            missed = replayed(before, notes, seen_by, since, self.reader, names)
        told = CaughtUp(missed, position(table, seen_by, self.reader, seats(table, names), self.home.clock()))
        self.seen = lighten(told, seen_by, NOTHING)
        return told

    def tell(self, room: Room, happening: Happening) -> None:
        seen_by = self.audience(room.table)
        turned, self.last = seen_by != self.last, seen_by
        seated = seats(room.table, room.names)
        told = message(room.table, happening, seen_by, self.reader, seated, turned)
        if told is not None:
            self.seen = lighten(told, seen_by, self.seen)
            self.send(encode_text(told))

    def refuse(self, denied: Denied) -> None:
        answer = refused(denied)
        answer.id = UNASKED
        self.send(encode_text(answer))

    async def hear(self, text: str) -> None:
        """A wish from the page: answered by `ok` or `refused` with the wish's own id."""
        id: str | None = None
        try:
            wish: forms.Wish = _WISHES.decode(text)
            id = wish.id
            answer: OkMessage | RefusedMessage = await self._grant(wish)
        except DecodeError as error:
            answer = refused(Denied("bad_request", f"not a wish of this line: {error}"))
        except ParcFermeError as error:
            answer = refused(as_denied(error))
        except Exception as error:  # whatever a browser comes up with: nobody waits for ever
            log.exception("a wish failed")
            answer = refused(Denied("broken", f"{type(error).__name__}: {error}"))
        answer.id = id
        self.send(encode_text(answer))

    async def _grant(self, wish: forms.Wish) -> OkMessage:
        match wish:
            case forms.ActWish(node=node, action=action, id=client):
                return await self._for_seat(wish, lambda one, at, seat: moves.act(one, seat, node, action, client, at))
            case forms.UnsealWish(node=node):
                return await self._for_seat(wish, lambda one, at, seat: moves.unseal(one, seat, node, at))
            case forms.UndoWish(to=to, node=stood):
                return await self._for_seat(wish, lambda one, at, seat: undo.ask(one, seat, to, at, stood))
            case forms.AnswerWish(yes=yes, to=asked):
                return await self._for_seat(wish, lambda one, at, seat: undo.answer(one, seat, yes, at, asked))
            case forms.ReturnWish():
                return await self._for_seat(wish, lambda one, at, seat: seating.come_back(one, seat, ME, at))
            case forms.SayWish():
                raise Denied("no_chat", "nobody else is at the tables of this device")
            case forms.LookWish(seat=seat):
                return await self._look(seat)
            case forms.PingWish():
                return OkMessage()

    async def _for_seat(self, wish: forms.Wish, work: Callable[[Table, int, int], Note | None]) -> OkMessage:
        """What is wished for one of this device's seats: the one it names, else the one this line was opened for."""
        spoke: list[int] = []

        def command(room: Room) -> Note | None:
            spoke[:] = [speaks_for(room.table, room.yours(), self.seat if wish.seat is None else wish.seat)]
            return work(room.table, self.home.clock(), spoke[0])

        room = await self.home.perform(self.room.id, command)
        return OkMessage(node=room.table.node, n=room.table.count_for(spoke[0]))

    async def _look(self, seat: int | None) -> OkMessage:
        """Hotseat: see with the eyes of another of this device's seats (`None`: follow the play)."""
        if seat is not None:
            speaks_for(self.room.table, self.room.yours(), seat)
        async with self.room.lock:
            self.seat = seat
            now = self.room.table.count_for(self.audience(self.room.table))
            return OkMessage(position=(await self._caught_up(now)).position)

    def close(self) -> None:
        if self in self.room.hearers:
            self.room.hearers.remove(self)
