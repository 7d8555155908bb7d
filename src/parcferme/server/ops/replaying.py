"""Rated matches played again from their journals, on all processors where there are many of them."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import Final

from sqlalchemy import Connection, Engine, select

from parcferme.core.errors import ParcFermeError
from parcferme.organise.finishes import ranks_of
from parcferme.server.live.filing import FinishTask, folded
from parcferme.server.ops.settings import from_environment
from parcferme.server.storage.schema import journal, tables
from parcferme.server.storage.standings import RatedMatch

PART: Final = 200  # matches at a time
FEW: Final = 1_000  # matches for which no process is worth its start
Places = dict[str, int] | str  # of everybody; or why they cannot be told
_shared: list[Engine] = []  # in a process of its own: the database


def places_again(rated: Iterator[RatedMatch], database: str | None) -> Iterator[tuple[RatedMatch, Places]]:
    """Each match with the places its journal leads to, in their order."""
    first = list(islice(rated, FEW))
    if len(first) < FEW:
        engine = _engine(database)
        try:
            yield from zip(first, _places(engine, [match.table for match in first]), strict=True)
        finally:
            engine.dispose()
    else:
        yield from _apart(chain(first, rated), database)


def _apart(rated: Iterator[RatedMatch], database: str | None) -> Iterator[tuple[RatedMatch, Places]]:
    """In processes; never more is begun than they are about to need."""
    count = os.cpu_count() or 1
    begun: deque[tuple[list[RatedMatch], Future[list[Places]]]] = deque()
    with ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (database,)) as pool:
        for part in _parts(rated):
            begun.append((part, pool.submit(_work, [match.table for match in part])))
            if len(begun) > 2 * count:
                yield from _next(begun)
        while begun:
            yield from _next(begun)


def _parts(rated: Iterator[RatedMatch]) -> Iterator[list[RatedMatch]]:
    while part := list(islice(rated, PART)):
        yield part


def _next(begun: deque[tuple[list[RatedMatch], Future[list[Places]]]]) -> Iterator[tuple[RatedMatch, Places]]:
    part, coming = begun.popleft()
    return zip(part, coming.result(), strict=True)


def _engine(database: str | None) -> Engine:
    return from_environment(database=database).backend().open()


def _begin(database: str | None) -> None:
    _shared[:] = [_engine(database)]


def _work(ids: list[str]) -> list[Places]:
    return _places(_shared[0], ids)


def _places(engine: Engine, ids: list[str]) -> list[Places]:
    """What each journal comes to."""
    with engine.connect() as connection:
        tasks = _journals(connection, ids)
    return [_place(tasks.get(id)) for id in ids]


def _place(task: FinishTask | None) -> Places:
    if task is None:
        return "the journal is gone"
    try:
        return ranks_of(folded(task))
    except ParcFermeError as error:
        return str(error)


def _journals(connection: Connection, ids: list[str]) -> dict[str, FinishTask]:
    """Journals by their tables."""
    shown = select(tables.c.id, tables.c.setup, tables.c.secret).where(tables.c.id.in_(ids))
    found = {row.id: FinishTask(row.setup, row.secret, []) for row in connection.execute(shown)}
    noted = select(journal.c.table_id, journal.c.seq, journal.c.at, journal.c.kind, journal.c.body)
    noted = noted.where(journal.c.table_id.in_(ids)).order_by(journal.c.table_id, journal.c.seq)
    for row in connection.execute(noted):
        id, seq, at, kind, body = row  # millions of them: a name looked up in each would take longer than they
        if id in found:
            found[id].notes.append((seq, at, kind, body))
    return found
