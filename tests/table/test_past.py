"""Looking back costs what is looked at, not what the table has lived through: counted in steps of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parcferme.core.play import KEPT, STRIDE, Play
from parcferme.core.record import MARK_EVERY
from parcferme.house.frames import frames
from parcferme.table import undo
from parcferme.table.export import log_for, record_for
from parcferme.table.setup import LIVE, Pace
from parcferme.table.table import APART, PAST, Table, load
from tests.table.helpers import SECRET, Club, club, long_match, play_some, position, take_back_and_again

TURNS = 150
SEAT = ("kind", "person", "level", "driver", "away", "stood_in", "link")
Steps = Callable[[Callable[[], object]], int]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Counts how often the rules of `toy_dash` are applied while something is done."""
    state: Any = type(club("toy_dash").table.play.state)
    apply, counted = state.apply, [0]

    def counting(self: Any, *given: Any) -> None:
        counted[0] += 1
        apply(self, *given)

    monkeypatch.setattr(state, "apply", counting)

    def count(work: Callable[[], object]) -> int:
        counted[0] = 0
        work()
        return counted[0]

    return count


def test_taking_back_takes_a_few_steps(steps: Steps) -> None:
    made = long_match(TURNS, 0)
    made.now += 1
    made.act(made.table.to_act()[0], "gear:1")
    seat, node = made.table.to_act()[0], made.table.node
    assert steps(lambda: made.undo(seat, node - 1)) <= 2 * STRIDE  # once to decide, once to fold
    assert made.table.play.live == list(range(2 * TURNS))


def test_loading_plays_each_entry_once_and_a_few_steps_for_each_take_back(steps: Steps) -> None:
    made = long_match(TURNS, 400)
    took = steps(lambda: load(made.table.setup, SECRET, made.journal))
    assert took <= len(made.table.play.log) + 400 * STRIDE
    assert took < 400 * TURNS  # as it was when each take-back played the match again
    assert position(made.reloaded(), 0) == position(made.table, 0)


def test_a_frame_is_a_few_steps_from_a_position_that_is_kept(steps: Steps) -> None:
    made = long_match(TURNS, 40)
    last = len(made.table.play.log)
    for at in (0, 1, STRIDE, last - 1, last):
        assert steps(lambda at=at: frames(made.table.play, at, at)) <= 2 * STRIDE  # type: ignore[misc]


def test_a_record_is_not_played_again_for_its_marks(steps: Steps) -> None:
    made = long_match(TURNS, 0)
    entries = len(made.table.play.log)
    assert steps(lambda: log_for(made.table, None)) <= entries
    assert steps(lambda: record_for(made.table, None, ["", ""], {})) <= entries + entries // MARK_EVERY * STRIDE


def test_positions_that_are_kept_are_not_too_many() -> None:
    made = long_match(STRIDE // 2, 0)
    take_back_and_again(made, KEPT + 20)  # every time it comes to where one is kept
    assert len(made.table.play.kept) == KEPT + 1
    play = made.table.play
    assert [play.at(n).dump() for n in (0, 1, STRIDE - 1)] == [_plainly(play, n) for n in (0, 1, STRIDE - 1)]


def _plainly(play: Play, entries: int) -> object:
    again = Play(play.game)
    for entry in play.log[:entries]:
        again.enter(entry)
    return again.state.dump()


def lived(game: str) -> Club:
    """A match with everything in it that a table remembers."""
    made = club(game, Pace(LIVE, 600, 5, 30))
    play_some(made, 1 if game == "toy_bids" else 8)
    if game == "toy_dash":
        made.act(made.table.to_act()[0], "gear:1")
        made.undo(made.table.to_act()[0], made.table.node - 1)
        made.act(made.table.to_act()[0], "gear:2")
        made.act(made.table.to_act()[0], "push")
        made.undo(1 - made.table.to_act()[0], 0)  # and asked, but not answered
    if game == "toy_bids":
        made.act(1, "bid:0")
    return made


@pytest.mark.parametrize("game", ["toy_dash", "toy_bids", "toy_hide"])
def test_a_copy_is_told_and_tells_the_same_as_the_table_it_was_made_of(game: str) -> None:
    made = lived(game)
    for count in range(len(made.journal) + 1):
        table = load(made.table.setup, SECRET, made.journal[:count])
        other = table.copy()
        assert _known(other) == _known(table)
        for note in made.journal[count:]:
            other.fold(note)
        assert _known(other) == _known(made.table)
        assert _known(table) == _known(load(made.table.setup, SECRET, made.journal[:count]))  # it was left alone


def _known(table: Table) -> list[object]:
    """All that a table knows, but for its past."""
    told: list[object] = [position(table, audience) for audience in (*range(len(table.seats)), None)]
    told += [[getattr(seat, name) for name in SEAT] for seat in table.seats]
    told += [table.accepted, table.waits, table.began, table.fixed, table.taken_back, table.heard_at, table.at]
    told += [table.watch_link, table.again, table.seq, undo.agreed(table), table.play.log, table.play.last]
    return told


def test_who_missed_something_is_told_from_a_table_that_stood_shortly_before(steps: Steps) -> None:
    made = long_match(TURNS, 3 * APART)
    heard = made.table.heard
    for since in (heard - 1, heard - APART, heard - (PAST - 1) * APART):
        before = made.table.stood_for(0, since)
        assert since - APART < before.count_for(0) <= since
        missed = made.journal[before.seq :]
        assert steps(lambda before=before, missed=missed: [before.fold(note) for note in missed]) <= (  # type: ignore[misc]
            len(missed) * (STRIDE + 1)
        )
        assert position(before, 0) == position(made.table, 0)
    assert made.table.stood_for(0, 5).seq == 0  # longer ago than anything that is kept
    assert len(made.table.past) == PAST
    assert all(kept.past == [] for kept in made.table.past)  # else they would all be kept for ever
