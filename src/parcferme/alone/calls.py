"""What pages ask of the house without a server: the same methods and paths as a server's API, answered from here.

What needs other people (invitations, a lobby, accounts) has no answer here, and the pages do not ask.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import Meta, Struct, field

from parcferme.alone.asking import answers, asked
from parcferme.alone.daily import DailyCalls, Stages, must_be_sound
from parcferme.alone.home import ME, Door, Home, Room, not_here
from parcferme.alone.ports import Kept
from parcferme.alone.puzzles import OWN, PuzzleCalls, kept_puzzle
from parcferme.alone.studio import DeviceStudio, Drawer
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.play import Play
from parcferme.core.record import Record
from parcferme.house import advice, lessons, opening, records
from parcferme.house.advice import ReviewState, ReviewTold
from parcferme.house.codec import DecodeError, decode, encode_text
from parcferme.house.forms import BotForm, CheckForm, CreateForm, HintForm, HostSeat, JoinForm, SeatOnly
from parcferme.house.lessons import AttemptForm
from parcferme.house.positions import Reader
from parcferme.house.puzzle_tries import Tried
from parcferme.house.refusals import as_denied, refusal_of
from parcferme.house.replays import Replay, frame_end, page
from parcferme.house.studio import Stale
from parcferme.house.tables import KeptForm, Opening, TablePage
from parcferme.house.telling import chosen_eyes, position, seats, speaks_for
from parcferme.table import seating
from parcferme.table.errors import Denied
from parcferme.table.fairness import SECRET_BYTES
from parcferme.table.journal import Note
from parcferme.table.table import Table

T = TypeVar("T")
Query = dict[str, str]
RECORD: Final = "record/"  # where the shelf keeps records that were looked at
ALONG: Final = (RECORD, OWN)  # things that are taken along as they are
FORMAT: Final = 1  # of what is taken along
LAPSE: Final = 75_000  # milliseconds after which nobody waits for a review: even a hidden page asks once a minute
log = logging.getLogger("parcferme.alone")


class Who(Struct):
    """The people at this device, as a page asks for them."""

    id: str
    name: str
    account: bool = False
    role: str = "player"
    email: str = ""
    mail: str = ""
    webhook: str = ""
    mails: bool = False
    untold: int = 0
    plate: int = 1


class NameForm(Struct):
    """What the people at this device want to be called, and the plate they wear; leave out what stays."""

    name: str = ""
    plate: Annotated[int, Meta(ge=1, le=6)] | None = None


class Packed(Struct):
    """A table to take along: its door and its journal."""

    door: Door
    notes: list[Kept]


class Label(Struct, tag_field="what", tag="parcferme-device"):
    """What a newer version's luggage can be told by, whatever is in it."""

    format: int = FORMAT


class Luggage(Struct, tag_field="what", tag="parcferme-device"):
    """Everything that is kept on a device."""

    name: str
    tables: list[Packed]
    format: int = FORMAT
    plate: int = 1
    things: dict[str, str] = {}
    puzzles: list[Tried] = []
    documents: list[Drawer] = []
    daily: Stages = field(default_factory=Stages)


class Unread(Struct):
    """How many tables are kept here of which nothing can be read."""

    tables: int


class Journal(Struct):
    """All that is written down of a table that cannot be opened."""

    table: str
    door: str
    notes: list[Kept]


class Calls:
    """Every question a page may ask."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.reviews: dict[str, ReviewState] = {}
        self.wanted: dict[str, int] = {}  # when each of them was asked for last
        self.puzzles = PuzzleCalls(home, self._record)
        self.studio = DeviceStudio(home)
        self.daily = DailyCalls(home, self._reviewed)
        self.routes = answers(self, self.puzzles, self.studio, self.daily)

    async def call(self, method: str, path: str, body: str) -> tuple[bool, str]:
        """Granted or not, and the answer as JSON."""
        try:
            return True, await self._answer(method, path, body)
        except Stale as stale:
            return False, encode_text(stale.told())
        except (DecodeError, ValueError) as error:
            return False, encode_text(refusal_of(Denied("bad_request", str(error))))
        except ParcFermeError as error:
            return False, encode_text(refusal_of(as_denied(error)))
        except Exception as error:  # whatever a browser comes up with: nobody waits for ever
            log.exception("%s %s failed", method, path)
            return False, encode_text(refusal_of(Denied("broken", f"{type(error).__name__}: {error}")))

    async def _answer(self, method: str, path: str, body: str) -> str:
        split = urlsplit(path)
        parts = [unquote(part) for part in split.path.strip("/").split("/")]
        query = dict(parse_qsl(split.query))
        for (verb, pattern), work in self.routes.items():
            wanted = pattern.split("/")
            if verb == method and len(wanted) == len(parts) and _fits(wanted, parts):
                named = [part for part, want in zip(parts, wanted, strict=True) if want == "*"]
                answer = await work(*named, *([query] if method == "GET" else [body or "{}"]))
                return answer if isinstance(answer, str) else encode_text(answer)
        raise Denied("not_found", "there is no such call without a server")

    # People

    @asked("GET", "account")
    async def who(self, query: Query) -> Who:
        name = self.home.names[ME]
        return Who(ME if name else "", name, plate=self.home.plate)

    @asked("PATCH", "account")
    async def rename(self, body: str) -> Who:
        wanted = decode(body, type=NameForm)
        if wanted.name or wanted.plate is None:
            await self.home.rename(wanted.name)
        if wanted.plate is not None:
            await self.home.wear(wanted.plate)
        return await self.who({})

    # Tables

    @asked("POST", "games/*/check")
    async def check(self, game: str, body: str) -> Any:
        return opening.checked(game, decode(body, type=CheckForm).options)

    @asked("GET", "tables")
    async def lobby(self, query: Query) -> TablePage:
        return TablePage([], "")

    @asked("GET", "tables/mine")
    async def mine(self, query: Query) -> TablePage:
        """The tables of this device, a page at a time: `after` counts those before."""
        doors = await self.home.doors()
        first, limit = int(query.get("after") or 0), int(query.get("limit", "50"))
        after = first + limit
        return TablePage([door.row for door in doors[first:after]], str(after) if after < len(doors) else "")

    @asked("POST", "tables")
    async def create(self, body: str) -> Any:
        """Open a table. Nobody's clock runs at a device: whoever closes the page has not lost."""
        form = decode(body, type=CreateForm)
        form.pace.kind, form.visibility, form.chat = "untimed", "private", "off"
        if form.name:
            await self.home.rename(form.name)
        options, mark = await self.studio.played(form.game, form.document)
        form.options = {**form.options, **options}
        chosen = replace(opening.agreed(form), document=mark)
        table = Table(chosen, secrets.token_bytes(SECRET_BYTES), opening.game_for(chosen))
        wanted = opening.wishes(table, form.seats)
        return (await self.home.create(table, opening.first_notes(table, ME, wanted, self.home.clock()))).info()

    @asked("GET", "tables/*")
    async def table(self, id: str, query: Query) -> Any:
        return (await self.home.room(id)).info()

    @asked("DELETE", "tables/*")
    async def remove(self, id: str, body: str) -> Any:
        await self.home.remove(id)
        return {"ok": True}

    @asked("GET", "tables/*/opening")
    async def opening(self, id: str, query: Query) -> Opening:
        room = await self.home.room(id)
        async with room.lock:
            return Opening(room.info(), self._position(room, query))

    @asked("GET", "tables/*/position")
    async def position(self, id: str, query: Query) -> Any:
        room = await self.home.room(id)
        async with room.lock:
            return self._position(room, query)

    def _position(self, room: Room, query: Query) -> Any:
        seen_by = chosen_eyes(room.table, room.yours(), int(query.get("seat", "-1")))
        seated = seats(room.table, room.names)
        return position(room.table, seen_by, Reader(None, odds=True), seated, self.home.clock())

    @asked("GET", "tables/*/chat")
    async def chat(self, id: str, query: Query) -> list[Any]:
        return []

    @asked("GET", "tables/*/kept")
    async def kept(self, id: str, query: Query) -> KeptForm:
        """Of a table that cannot be opened: nobody here has to close it."""
        row = next((door.row for door in await self.home.doors() if door.id == id), None)
        return KeptForm(row.game if row else "", row.title if row else "", row.status if row else "", True, True)

    @asked("GET", "tables/*/journal")
    async def journal(self, id: str, query: Query) -> Journal:
        door = await self.home.shelf.door(id)
        if door is None:
            raise not_here()
        return Journal(id, door, await self.home.shelf.journal(id, 0))

    @asked("POST", "tables/*/join")
    async def join(self, id: str, body: str) -> Any:
        seat = decode(body, type=JoinForm).seat
        return (await self._perform(id, lambda table, at: seating.sit(table, ME, seat, at))).info()

    @asked("POST", "tables/*/bots")
    async def bot(self, id: str, body: str) -> Any:
        form = decode(body, type=BotForm)
        wish = lambda table, at: seating.seat_bot(table, form.seat, form.level, at, form.driver)  # noqa: E731
        return (await self._perform(id, wish)).info()

    @asked("POST", "tables/*/free")
    async def free(self, id: str, body: str) -> Any:
        seat = decode(body, type=HostSeat).seat
        return (await self._perform(id, lambda table, at: seating.leave(table, seat, at))).info()

    @asked("POST", "tables/*/close")
    async def close(self, id: str, body: str) -> Any:
        return (await self._perform(id, lambda table, at: seating.close(table, ME, at))).info()

    @asked("POST", "tables/*/leave")
    async def leave(self, id: str, body: str) -> Any:
        seat = await self._seat(id, body)
        return (await self._perform(id, lambda table, at: seating.leave(table, seat, at))).info()

    @asked("POST", "tables/*/return")
    async def come_back(self, id: str, body: str) -> Any:
        seat = await self._seat(id, body)
        return (await self._perform(id, lambda table, at: seating.come_back(table, seat, ME, at))).info()

    async def _seat(self, id: str, body: str) -> int:
        room = await self.home.room(id)
        return speaks_for(room.table, room.yours(), decode(body, type=SeatOnly).seat)

    async def _perform(self, id: str, wish: Callable[[Table, int], Note | None]) -> Room:
        return await self.home.perform(id, lambda room: wish(room.table, self.home.clock()))

    @asked("POST", "tables/*/rematch")
    async def rematch(self, id: str, body: str) -> Any:
        """The same again, each one seat further. Asking twice gives the same table."""
        old = await self.home.room(id)
        if not old.table.is_over():
            raise Denied("started", "the match is still running")
        fresh = Table(old.table.setup, secrets.token_bytes(SECRET_BYTES), old.table.game)
        notes = opening.seated_again(fresh, old.table, set(), frozenset({ME}), self.home.clock())
        other = hashlib.sha256(f"rematch/{id}".encode()).hexdigest()[:12]
        room = await self.home.create(fresh, notes, other)
        if not old.table.again:
            await self._perform(id, lambda table, at: seating.play_again(table, other, at))
        return room.info()

    # Looking back

    @asked("GET", "tables/*/frames")
    async def frames(self, id: str, query: Query) -> str:
        room = await self.home.room(id)
        async with room.lock:
            match = room.table
            seat = int(query.get("seat", "-1"))
            seen_by = seat if match.is_over() and seat >= 0 else chosen_eyes(match, room.yours(), seat)
            first, end = _page(query, match.node)
            return page(Replay(match.play, match.play.log), first, end, seen_by, match.is_over(), True).decode()

    @asked("GET", "tables/*/record")
    async def record(self, id: str, query: Query) -> str:
        room = await self.home.room(id)
        seen_by = chosen_eyes(room.table, room.yours(), -1)
        return records.of_match(room.table, seen_by, room.names, id, room.created_at)

    @asked("POST", "records")
    async def upload(self, body: str) -> Any:
        record = records.uploaded(body)
        text = record.to_text()
        id = hashlib.sha256(text.encode()).hexdigest()[:24]
        await self.home.keep_thing(RECORD + id, text)
        return records.described(id, record)

    async def _record(self, id: str) -> Record:
        return records.read(await self.record_text(id, {}))

    @asked("GET", "records/*/text")
    async def record_text(self, id: str, query: Query) -> str:
        text = await self.home.shelf.get(RECORD + id)
        if text is None:
            raise Denied("not_found", "there is no such record on this device")
        return text

    @asked("GET", "records/*")
    async def one_record(self, id: str, query: Query) -> Any:
        return records.described(id, await self._record(id))

    @asked("GET", "records/*/frames")
    async def record_frames(self, id: str, query: Query) -> str:
        known = await self._record(id)
        seat = int(query.get("seat", "-1"))
        first, end = _page(query, len(known.log))
        replay = self.home.replays.of(id, records.game_of(known), known.log, known.start)
        return page(replay, first, end, None if seat < 0 else seat, True, True).decode()

    @asked("GET", "records/*/choices")
    async def record_choices(self, id: str, query: Query) -> Any:
        at = int(query.get("at", "0"))
        return lessons.choices(await self._played(id, at), at, int(query.get("seat", "0")))

    @asked("POST", "records/*/attempts")
    async def try_move(self, id: str, body: str) -> Any:
        form = decode(body, type=AttemptForm)
        return lessons.attempt(await self._played(id, form.at + 1), form)

    async def _played(self, id: str, entries: int) -> Play:
        """A record, played as far as it is asked for."""
        known = await self._record(id)
        replay = self.home.replays.of(id, records.game_of(known), known.log, known.start)
        return replay.reach(min(entries, len(known.log)))

    @asked("GET", "records/*/verify")
    async def verdict(self, id: str, query: Query) -> Any:
        return records.verdict(await self._record(id))

    # Advice

    @asked("POST", "tables/*/hint")
    async def hint(self, id: str, body: str) -> Any:
        form = decode(body, type=HintForm)
        room = await self.home.room(id)
        seat = speaks_for(room.table, room.yours(), form.seat)
        return await self.home.thinker.hint(advice.question(room.table, seat, form.node, self.home.clock(), form.look))

    @asked("GET", "tables/*/review")
    async def review(self, id: str, query: Query) -> ReviewState:
        room = await self.home.room(id)
        end = int(query.get("stage", "0"))
        if not end:
            return self._reviewed(advice.finished_record(room.table))
        stage = advice.driven_stage(room.table, end)
        return advice.told_stage(self._reviewed(stage.record, unfinished=True), stage, room.yours())

    @asked("GET", "records/*/review")
    async def record_review(self, id: str, query: Query) -> ReviewState:
        return self._reviewed(await self._record(id))

    def _reviewed(self, record: Record, unfinished: bool = False, legs: int = 0) -> ReviewState:
        """How a review stands; who asks first sets it going."""
        key = f"{advice.record_hash(record)}/{legs}"
        self.wanted[key] = self.home.clock()
        if key not in self.reviews:
            self.reviews[key] = ReviewState("waiting", 0, len(record.log), None)
            self.home.aside(self._review(key, record, unfinished, legs))
        return self.reviews[key]

    async def _review(self, key: str, record: Record, unfinished: bool, legs: int) -> None:
        def progress(done: int, total: int, known: str) -> bool:
            self.reviews[key] = ReviewState("running", done, total, None)
            return self.home.clock() - self.wanted[key] < LAPSE

        try:
            made: ReviewTold = await self.home.thinker.review(record.to_text(), progress, unfinished, legs)
        except Exception as error:
            del self.reviews[key]  # the next to ask tries again
            log.info("a review came to nothing: %s", error)
            return
        self.reviews[key] = ReviewState("ready", made.entries, made.entries, made)

    # Taking everything along

    @asked("GET", "device")
    async def pack(self, query: Query) -> Luggage:
        """Everything that is kept here, as one document; a table that cannot be opened has a file of its own
        (`journal`), or no other device could unpack the rest."""
        found = [Packed(door, await self.home.shelf.journal(door.id, 0)) for door in await self.home.doors()]
        tables = [packed for packed in found if self._is_sound(packed)]
        return Luggage(
            name=self.home.names[ME],
            plate=self.home.plate,
            tables=tables,
            things={name: text for prefix in ALONG async for name, text in self.home.named(prefix)},
            puzzles=await self.puzzles.tried(),
            documents=await self.studio.drawers(),
            daily=await self.daily.kept(),
        )

    def _is_sound(self, packed: Packed) -> bool:
        try:
            self.home.read(packed.door, packed.notes)
        except (ParcFermeError, DecodeError):
            return False
        return True

    @asked("GET", "device/unread")
    async def unread(self, query: Query) -> Unread:
        return Unread(len(await self.home.shelf.doors()) - len(await self.home.doors()))

    @asked("POST", "device")
    async def unpack(self, body: str) -> Any:
        """Bring tables from another device; those that are here already stay as they are. Nothing is kept of a document
        in which something cannot be read."""
        luggage = await self._opened(body)
        brought = [await self.home.bring(packed.door, packed.notes) for packed in luggage.tables]
        for name, text in luggage.things.items():
            await self.home.keep_thing(name, text)
        await self.puzzles.keep(luggage.puzzles)
        await self.studio.bring(luggage.documents)
        await self.daily.bring(luggage.daily)
        if luggage.name and not self.home.names[ME]:
            await self.home.rename(luggage.name)
            await self.home.wear(luggage.plate)
        return {"tables": sum(brought)}

    async def _opened(self, body: str) -> Luggage:
        """Luggage in which everything can be read; between two tables others have their turn."""
        try:
            newer = decode(body, type=Label).format > FORMAT
            luggage = Luggage("", []) if newer else decode(body, type=Luggage)
            for packed in luggage.tables:
                self.home.read(packed.door, packed.notes)
                await asyncio.sleep(0)
            for name, text in luggage.things.items():
                _must_be_readable(name, text)
            must_be_sound(luggage.daily)
        except (DecodeError, RecursionError, ParcFermeError, ValueError, KeyError) as error:
            raise Denied("bad_luggage", f"this cannot be unpacked: {error}") from error
        if newer:
            raise Denied("newer_luggage", "this was packed by a newer version of the games")
        return luggage


def _must_be_readable(name: str, text: str) -> None:
    """A record, or a puzzle that was made on a device."""
    if name.startswith(RECORD):
        records.uploaded(text)
    elif name.startswith(OWN):
        kept_puzzle(name.removeprefix(OWN), text)
    else:
        raise BadRecord("things", f"{name} is nothing to be taken along")


def _fits(wanted: list[str], parts: list[str]) -> bool:
    return all(want in ("*", part) for want, part in zip(wanted, parts, strict=True))


def _page(query: Query, entries: int) -> tuple[int, int]:
    first, last = int(query.get("first", "0")), int(query.get("last", "-1"))
    end = frame_end(first, last, entries)
    return min(first, end), end
