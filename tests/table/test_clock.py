from __future__ import annotations

from collections.abc import Callable

import pytest

from parcferme.house.telling import clocks
from parcferme.table import bots, errors, moves, seating
from parcferme.table.clock import DAY, GRACE
from parcferme.table.errors import Denied
from parcferme.table.setup import CORRESPONDENCE, LIVE, Pace
from parcferme.table.table import FINISHED
from tests.table.helpers import club, play_out, play_some, played

BLITZ = Pace(LIVE, bank=60, increment=5, sealed=30)


def test_only_the_seat_that_decides_loses_time_and_gains_when_the_turn_passes() -> None:
    made = club("toy_dash", BLITZ)
    made.now += 10_000
    made.act(0, "gear:1")
    assert made.table.clocks.left == [50_000, 60_000]  # still the same turn: no increment yet
    made.now += 4_000
    made.act(0, "lift")
    assert made.table.clocks.left == [51_000, 60_000]
    assert made.table.due() == made.now + 60_000


def test_on_expiry_the_default_is_played_and_a_bot_drives_until_the_person_returns() -> None:
    made = club("toy_dash", BLITZ, length=400)
    made.now += 59_999
    assert made.expire() is None
    made.now += 1
    with pytest.raises(Denied) as caught:
        made.act(0, "gear:1")
    assert caught.value.code == errors.TIME_UP
    happening = made.expire()
    assert happening is not None
    assert played(happening).cause == "time"
    assert made.table.play.log == [[0, "gear:1"]]
    assert made.table.seats[0].away == "time"
    assert made.table.due() is None  # nobody is waited for: a bot drives
    made.drive()
    assert made.table.to_act() == (1,)
    with pytest.raises(Denied) as caught:
        made.act(0, "gear:1")
    assert caught.value.code == errors.AWAY
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    assert not made.table.seats[0].away
    assert made.table.seats[0].stood_in
    assert made.table.clocks.left[0] == GRACE


def test_a_sealed_phase_has_one_deadline_and_keeps_what_was_sealed() -> None:
    made = club("toy_bids", BLITZ, players=3)
    made.act(1, "bid:222")
    made.now += 20_000
    made.act(0, "bid:11")
    assert made.table.due() == 1_000 + 30_000
    made.now = 31_000
    made.expire()
    assert made.table.play.log == [["joint", ["bid:11", "bid:222", "bid:0"]]]
    assert [seat.away for seat in made.table.seats] == ["", "", "time"]
    assert made.table.clocks.left == [60_000] * 3  # banks are not touched


def test_correspondence_gives_days_for_each_decision() -> None:
    made = club("toy_dash", Pace(CORRESPONDENCE, days=2))
    assert made.table.due() == 1_000 + 2 * DAY
    made.now += DAY
    made.act(0, "gear:1")
    assert made.table.due() == made.now + 2 * DAY


def test_a_person_who_comes_back_in_a_sealed_phase_gets_the_rest_of_it() -> None:
    made = club("toy_bids", BLITZ)
    made.fold(seating.leave(made.table, 0, made.now))
    made.now += 5_000
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    assert made.table.due() == 1_000 + 30_000


def test_the_table_calls_time_for_everybody_at_the_agreed_minute() -> None:
    made = club("rallye_code", players=3, limit="clock", minutes=5)
    play_some(made, 40)
    began, before = 1_000, made.table.node
    assert clocks(made.table, began + 60_000).bell == 4 * 60_000
    assert made.table.wakes() == began + 5 * 60_000
    made.now = began + 5 * 60_000 - 1
    assert made.expire() is None
    made.now += 1
    asked = made.table.to_act()
    happening = made.expire()
    assert happening is not None
    assert (played(happening).cause, played(happening).by) == ("bell", None)
    assert made.table.play.log[before:] == [[seat, "bell"] for seat in range(3)]
    assert made.table.to_act() == asked  # the turn that runs is finished
    assert (made.table.wakes(), made.expire()) == (None, None)
    play_out(made, 4, limit=60)
    result = made.table.play.state.result()
    assert result is not None
    assert result.clause in ("RC-08", "RC-R32")
    assert made.reloaded().play.state.dump() == made.table.play.state.dump()


def test_who_has_called_time_already_is_not_called_for_and_undo_brings_the_bell_back() -> None:
    made = club("rallye_code", players=2, limit="clock", minutes=5)
    play_some(made, 12)
    made.act(1, "bell")
    node = made.table.node
    made.now = 1_000 + 5 * 60_000
    made.expire()
    assert made.table.play.log[node:] == [[0, "bell"]]
    made.undo(0, node)
    made.answer(1, True)
    assert made.table.bell_due() == 1_000 + 5 * 60_000
    made.expire()
    assert made.table.play.log[-1] == [0, "bell"]


def test_no_bell_rings_over_days_or_where_no_time_was_agreed() -> None:
    assert club("rallye_code", Pace(CORRESPONDENCE), limit="clock").table.wakes() is not None  # days for the decision
    assert club("rallye_code", Pace(CORRESPONDENCE), limit="clock").table.bell_due() is None
    assert club("rallye_code", limit="rounds").table.wakes() is None


def test_untimed_tables_never_expire() -> None:
    made = club("toy_dash")
    made.now += 10 * DAY
    assert made.expire() is None


def test_a_table_of_bots_plays_to_the_end() -> None:
    for game in ("toy_dash", "toy_bids", "toy_hide"):
        made = club(game, BLITZ)
        for seat in range(2):
            made.fold(seating.leave(made.table, seat, made.now))
        made.drive()
        assert made.table.status == FINISHED


@pytest.mark.parametrize("bad", [{"kind": "fast"}, {"bank": 0}, {"days": 99}, {"increment": True}])
def test_a_bad_pace_is_refused_by_name(bad: dict[str, object]) -> None:
    with pytest.raises(Denied, match="pace"):
        Pace(**bad)  # type: ignore[arg-type]


def test_nobody_gains_time_by_leaving_and_returning_or_by_changing_seats() -> None:
    made = club("toy_dash", BLITZ, length=400)
    made.now += 58_000
    made.act(0, "gear:1")
    made.act(0, "lift")
    assert made.table.clocks.left[0] == 7_000
    made.fold(seating.leave(made.table, 0, made.now))
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    made.fold(seating.sit(made.table, "p9", 0, made.now, by_link=True))
    assert made.table.clocks.left[0] == 7_000


def test_days_run_on_whoever_leaves_returns_or_takes_a_seat_over() -> None:
    made = club("toy_dash", Pace(CORRESPONDENCE, days=2))
    deadline = made.table.due()
    made.now += DAY
    made.fold(seating.leave(made.table, 0, made.now))
    assert made.table.due() is None  # a bot drives
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    assert made.table.due() == deadline
    made.fold(seating.sit(made.table, "p9", 0, made.now, by_link=True))
    made.fold(seating.leave(made.table, 1, made.now))
    assert made.table.due() == deadline


def test_a_sealed_phase_runs_on_while_only_bots_are_awaited() -> None:
    made = club("toy_bids", BLITZ)
    made.fold(seating.leave(made.table, 1, made.now))
    made.now += 20_000
    made.act(0, "bid:11")
    assert made.table.due() is None
    made.now += 5_000
    made.unseal(0)
    assert made.table.due() == 1_000 + 30_000
    made.act(0, "bid:0")
    made.now = 1_000 + 30_000
    too_late: list[Callable[[], object]] = [lambda: made.act(0, "bid:11"), lambda: made.unseal(0)]
    for late in too_late:
        with pytest.raises(Denied) as caught:
            late()
        assert caught.value.code == errors.TIME_UP


def test_who_returns_after_the_time_was_up_has_a_moment_in_a_sealed_phase_too() -> None:
    made = club("toy_bids", BLITZ)
    made.act(1, "bid:11")
    made.now += 30_000
    made.expire()
    began = made.now
    made.now += 29_000  # the bot that stands in is slow
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    assert made.table.due() == began + 29_000 + GRACE


def test_a_concession_does_not_lengthen_the_sealed_phase_it_interrupts() -> None:
    made = club("lunar_rally", BLITZ, players=4)
    while not made.table.is_joint():
        play_some(made, 1)
    deadline = made.table.due()
    made.now += 25_000
    made.act(3, "concede")
    assert made.table.is_joint()
    assert made.table.due() == deadline


@pytest.mark.parametrize(("pace", "rest"), [(BLITZ, 5_000), (None, 5_000), (Pace(CORRESPONDENCE, days=2), DAY // 2)])
def test_stand_ins_are_in_no_hurry_when_every_person_has_gone(pace: Pace | None, rest: int) -> None:
    made = club("toy_dash", pace, length=400)
    made.fold(seating.leave(made.table, 0, made.now))
    assert bots.to_drive(made.table, made.now) == [0]  # the other person waits for it
    made.fold(seating.leave(made.table, 1, made.now))
    assert bots.to_drive(made.table, made.now) == []
    assert made.table.wakes() == made.now + rest
    assert bots.to_drive(made.table, made.now + rest) == [0]
    made.fold(seating.come_back(made.table, 1, "p1", made.now))
    assert bots.to_drive(made.table, made.now) == [0]


def test_bots_that_hold_a_seat_do_not_rest() -> None:
    made = club("toy_dash", start=False)
    made.fold(seating.leave(made.table, 0, made.now))
    made.fold(seating.seat_bot(made.table, 0, "novice", made.now))
    made.fold(moves.start(made.table, made.now))
    made.fold(seating.leave(made.table, 1, made.now))
    assert bots.to_drive(made.table, made.now) == [0]
    assert made.table.rests_until() is None
