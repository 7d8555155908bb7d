"""Puzzles at a device of one's own: the same calls as a server's, answered by the house here; tries are kept on the
shelf."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from parcferme.alone.asking import asked
from parcferme.alone.home import ME, Home
from parcferme.core.record import Record
from parcferme.house import opening, puzzles
from parcferme.house.advice import finished_record
from parcferme.house.codec import decode, decode_object, encode_text
from parcferme.house.puzzle_ratings import START, Rated
from parcferme.house.puzzle_tries import Past, Tried
from parcferme.house.puzzles import (
    NextPuzzle,
    OwnPuzzleForm,
    PuzzleAnswer,
    PuzzleAsked,
    PuzzlePage,
    PuzzlesToday,
    PuzzleTry,
)
from parcferme.house.tables import TableInfo
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of
from parcferme.table.errors import Denied
from parcferme.table.fairness import SECRET_BYTES
from parcferme.table.table import Table

DAY: Final = 86_400_000
TRIED: Final = "puzzles"  # where the shelf keeps first tries …
OWN: Final = "puzzle/"  # … and puzzles made here
Query = dict[str, str]
Records = Callable[[str], Awaitable[Record]]


class PuzzleCalls:
    """Every question about puzzles."""

    def __init__(self, home: Home, record: Records) -> None:
        self.home = home
        self.record = record

    async def tried(self) -> list[Tried]:
        """All first tries, the latest last."""
        return await self.home.thing(TRIED, list[Tried], [])

    async def keep(self, tried: list[Tried]) -> None:
        """Tries that are not kept yet; the first of a puzzle stays."""

        def added(known: list[Tried]) -> list[Tried] | None:
            ids = {one.puzzle for one in known}
            more = [one for one in tried if one.puzzle not in ids]
            return [*known, *more] if more else None

        await self.home.change_thing(TRIED, list[Tried], [], added)

    @asked("GET", "puzzles/today")
    async def today(self, query: Query) -> PuzzlesToday:
        day, tried = self.home.clock() // DAY, await self.tried()
        rows = await self._rows(puzzles.today(day), tried)
        ratings = {one.game: one.own for one in tried}
        streak = puzzles.streak([one.day for one in tried], day)
        return PuzzlesToday(rows, streak, sum(one.right for one in tried), len(tried), ratings)

    @asked("GET", "puzzles")
    async def listed(self, query: Query) -> PuzzlePage:
        game = query.get("game", "")
        found, further = puzzles.page(game, query.get("after", ""), int(query.get("limit", "50")))
        return PuzzlePage(await self._rows(found, await self.tried()), further, len(puzzles_of(game)))

    async def _rows(self, found: list[Puzzle], tried: list[Tried]) -> list[puzzles.PuzzleRow]:
        known = {one.puzzle: one for one in tried}
        return [
            puzzles.row(one, known[one.id].theirs, known[one.id].right)
            if one.id in known
            else puzzles.row(one, one.found.rating, None)
            for one in found
        ]

    @asked("GET", "puzzles/next")
    async def following(self, query: Query) -> NextPuzzle:
        game, tried = query.get("game", ""), await self.tried()
        rating = next((one.own for one in reversed(tried) if not game or one.game == game), START)
        return NextPuzzle(puzzles.following(game, {one.puzzle for one in tried}, rating, query.get("after", "")))

    @asked("GET", "puzzles/*")
    async def one(self, id: str, query: Query) -> PuzzleAsked:
        found, _ = await self._found(id)
        past = await self._past(found)
        return puzzles.asked(found, past.puzzle.rating, past.first is not None)

    @asked("POST", "puzzles/*/tries")
    async def try_it(self, id: str, body: str) -> PuzzleAnswer:
        found, rated = await self._found(id)
        choice, day = decode(body, type=PuzzleTry).choice, self.home.clock() // DAY
        told, kept = puzzles.answered(found, choice, await self._past(found), day, rated)
        if kept is not None:
            await self.keep([kept])
        return told

    async def _past(self, puzzle: Puzzle) -> Past:
        tried = await self.tried()
        first = next((one for one in tried if one.puzzle == puzzle.id), None)
        of_game = [one for one in tried if one.game == puzzle.game]
        past = puzzles.nothing_tried(puzzle)
        if of_game:
            past.person = Rated(of_game[-1].own, len(of_game))
        if first is not None:
            past.first, past.puzzle, past.chosen = first, Rated(first.theirs, 1), {first.choice: 1}
        return past

    @asked("POST", "puzzles/*/drive")
    async def drive_on(self, id: str, body: str) -> TableInfo:
        chosen, seats = puzzles.drive((await self._found(id))[0])
        table = Table(chosen, secrets.token_bytes(SECRET_BYTES), opening.game_for(chosen))
        return (await self.home.create(table, opening.first_notes(table, ME, seats, self.home.clock()))).info()

    @asked("POST", "puzzles")
    async def make(self, body: str) -> NextPuzzle:
        form = decode(body, type=OwnPuzzleForm)
        record = await self.record(form.record) if form.record else await self._match(form.table)
        task = puzzles.own_task(record, form)
        text, refused = await self.home.thinker.puzzle(task)
        if refused:
            raise Denied(refused, text)
        id = secrets.token_hex(10)
        await self.home.keep_thing(OWN + id, encode_text({"game": task.game, "puzzle": decode_object(text)}))
        return NextPuzzle(id)

    async def _match(self, id: str) -> Record:
        return finished_record((await self.home.room(id)).table)

    async def _found(self, id: str) -> tuple[Puzzle, bool]:
        known = puzzles.house_puzzle(id)
        if known is not None:
            return known, True
        text = await self.home.shelf.get(OWN + id)
        if text is None:
            raise Denied("not_found", "there is no such puzzle on this device")
        return kept_puzzle(id, text), False


def kept_puzzle(id: str, text: str) -> Puzzle:
    """A puzzle that was made here, as it is kept."""
    kept = decode_object(text)
    return puzzles.kept_puzzle(id, str(kept["game"]), encode_text(kept["puzzle"]))
