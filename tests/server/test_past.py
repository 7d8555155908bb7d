"""Calls on a table that has lived through much cost what they show: counted in steps of the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, update

from parcferme.core.play import STRIDE
from parcferme.core.record import MARK_EVERY
from parcferme.server.live import tables as live_tables
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import journal, tables
from parcferme.server.storage.store import note_row
from parcferme.table.journal import Note
from parcferme.table.table import APART
from tests.server.conftest import Opener
from tests.server.house import House
from tests.table.helpers import long_match

TAKE_BACKS = 300
SEATS = [{"kind": "me"}, {"kind": "me"}]
Steps = Callable[[], int]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """How often the rules of `toy_dash` were applied since it was last asked, in whatever thread."""
    state: Any = type(long_match(1, 0).table.play.state)
    apply, counted = state.apply, [0]

    def counting(self: Any, *given: Any) -> None:
        counted[0] += 1
        apply(self, *given)

    monkeypatch.setattr(state, "apply", counting)

    def since() -> int:
        count, counted[0] = counted[0], 0
        return count

    return since


def age(house: House, table: str) -> int:
    """Write a long life into the journal of a table that has just begun; returns how many entries its log has now."""
    lived = long_match(100, TAKE_BACKS)
    engine = open_engine(house.settings.database_url())
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        notes = [note for note in lived.journal if note.kind == "play"]  # it has its own beginning
        connection.execute(insert(journal), [note_row(table, _moved(note)) for note in notes])
        connection.execute(update(tables).where(tables.c.id == table).values(seq=lived.table.seq))
    engine.dispose()
    house.server.tables.rooms.pop(table)
    return lived.table.node


def _moved(note: Note) -> Note:
    return Note(note.seq, note.at + 10**13, note.body)


def test_every_call_costs_what_it_shows(database: str, opener: Opener, steps: Steps) -> None:
    house = opener(database)
    ann = house.person()
    table = ann.open(seats=SEATS, undo="free")["id"]
    entries = age(house, table)
    steps()
    told = ann.position(table)
    assert told["node"] == entries
    assert steps() <= entries + TAKE_BACKS * STRIDE  # loaded once
    missed = ann.get(f"/api/tables/{table}/events?since={told['n'] - 2}")["missed"]
    assert [message["n"] for message in missed] == [told["n"] - 1, told["n"]]
    assert steps() <= (APART + 2) * STRIDE
    ann.get(f"/api/tables/{table}/frames?first={entries}")
    assert steps() <= 2 * STRIDE
    ann.act(table, "gear:1")
    steps()
    assert ann.post(f"/api/tables/{table}/undo", {"seat": told["seat"], "to": entries})["ok"]
    assert steps() <= 2 * STRIDE
    record = ann.get(f"/api/tables/{table}/record")
    assert len(record["log"]) == entries + 2
    assert steps() <= entries + (TAKE_BACKS + entries // MARK_EVERY + 1) * STRIDE


def test_what_could_not_be_kept_is_forgotten_without_folding_the_journal_again(
    database: str, opener: Opener, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opener(database)
    ann = house.person()
    table = ann.open(seats=SEATS)["id"]
    entries = age(house, table)
    line = ann.line(table)
    line.next("hello")
    line.caught_up()  # and everybody has been told that somebody is here
    writer = house.server.store.writer
    commit = writer._commit

    def broken(batch: Any) -> None:
        raise OSError("the database is away")

    monkeypatch.setattr(writer, "_commit", broken)
    ann.act(table, "gear:1", entries, status=503)
    monkeypatch.setattr(writer, "_commit", commit)
    steps()
    assert ann.position(table)["node"] == entries
    assert steps() <= APART * STRIDE
    assert ann.act(table, "gear:2", entries)["ok"]
    assert line.next("play")["steps"][0]["entry"][1] == "gear:2"
    assert ann.position(table)["node"] == entries + 1


def test_a_table_is_loaded_away_from_the_event_loop(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared.person()
    table = ann.open(seats=SEATS)["id"]
    age(shared, table)
    folded, where = live_tables._folded, []

    def watched(*given: Any) -> Any:
        try:
            asyncio.get_running_loop()
            where.append("in the loop")
        except RuntimeError:
            where.append("in a thread")
        return folded(*given)

    monkeypatch.setattr(live_tables, "_folded", watched)
    ann.position(table)
    assert where == ["in a thread"]
