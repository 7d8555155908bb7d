from __future__ import annotations

from dataclasses import replace

import pytest

from parcferme.core.errors import BadOption, UnknownGame
from parcferme.table import bots, errors, moves, seating, setup
from parcferme.table.errors import Denied
from parcferme.table.table import CLOSED, GATHERING, Table
from tests.table.helpers import SECRET, Club, club


def empty(**options: object) -> Club:
    return Club(Table(setup.make("toy_dash", options), SECRET))


def refused(made: Club, wish: object, *args: object, **more: object) -> str:
    with pytest.raises(Denied) as caught:
        wish(made.table, *args, made.now, **more)  # type: ignore[operator]
    assert caught.value.reason
    return caught.value.code


def test_people_and_bots_take_seats_and_the_match_starts_when_all_are_taken() -> None:
    made = empty(players=3)
    made.fold(seating.sit(made.table, "ann", None, made.now))
    made.fold(seating.sit(made.table, "bob", 2, made.now))
    assert refused(made, moves.start) == errors.NOT_READY
    made.fold(seating.seat_bot(made.table, 1, "novice", made.now))
    assert refused(made, seating.sit, "cid", None) == errors.NO_SEAT
    assert refused(made, seating.sit, "cid", 1, by_link=True) == errors.SEAT_TAKEN
    assert refused(made, seating.sit, "cid", 7) == errors.NO_SEAT
    made.fold(moves.start(made.table, made.now))
    assert refused(made, moves.start) == errors.STARTED
    assert made.table.seats_of(frozenset({"bob", "old-guest"})) == [2]


def test_a_seat_given_up_before_the_start_is_free_again() -> None:
    made = empty()
    made.fold(seating.sit(made.table, "ann", None, made.now))
    made.fold(seating.leave(made.table, 0, made.now))
    assert made.table.open_seats() == [0, 1]
    assert refused(made, seating.leave, 0) == errors.NOT_SEATED
    assert made.table.status == GATHERING


def test_one_person_may_hold_several_seats() -> None:
    made = empty()
    for seat in range(2):
        made.fold(seating.sit(made.table, "ann", seat, made.now))
    made.fold(moves.start(made.table, made.now))
    assert made.table.seats_of(frozenset({"ann"})) == [0, 1]


def test_who_leaves_a_running_match_is_driven_for_and_may_return() -> None:
    made = club("toy_dash")
    made.fold(seating.leave(made.table, 0, made.now))
    assert refused(made, seating.leave, 0) == errors.AWAY
    assert bots.level_for(made.table, 0) == "clubman"
    made.table.setup = replace(made.table.setup, stand_in="novice")
    assert bots.level_for(made.table, 0) == "novice"
    made.drive()
    assert made.table.to_act() == (1,)
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    assert refused(made, seating.come_back, 0, "p0") == errors.NOT_AWAY
    assert made.table.seats[0].stood_in


def test_the_bearer_of_a_seats_link_takes_it_over() -> None:
    made = club("toy_dash")
    assert refused(made, seating.sit, "eve", 0) == errors.SEAT_TAKEN
    made.fold(seating.sit(made.table, "eve", 0, made.now, by_link=True))
    assert made.table.seats[0].person == "eve"


def test_links_are_renewed_one_by_one_and_nobody_hears_of_it() -> None:
    made = club("toy_dash")
    told = {audience: len(lines) for audience, lines in made.told.items()}
    made.fold(seating.renew_link(made.table, 1, made.now))
    made.fold(seating.renew_link(made.table, seating.SPECTATORS, made.now))
    assert [seat.link for seat in made.table.seats] == [1, 2]  # sitting down has used up the first one of each seat
    assert made.table.watch_link == 1
    assert {audience: len(lines) for audience, lines in made.told.items()} == told
    assert refused(made, seating.renew_link, 9) == errors.NO_SEAT


def test_a_match_can_be_closed_and_played_again_but_only_then() -> None:
    made = club("toy_dash")
    assert refused(made, seating.play_again, "other") == errors.STARTED
    made.fold(seating.close(made.table, "p0", made.now))
    assert made.table.status == CLOSED
    assert refused(made, seating.close, "p0") == errors.NOT_PLAYING
    assert refused(made, seating.sit, "x", None) == errors.NOT_PLAYING
    made.fold(seating.play_again(made.table, "other", made.now))
    assert made.table.again == "other"


def test_bots_are_seated_by_level_before_the_start_only() -> None:
    made = empty()
    assert refused(made, seating.seat_bot, 0, "genius") == errors.BAD_LEVEL
    made.fold(seating.sit(made.table, "ann", 0, made.now))
    assert refused(made, seating.seat_bot, 0, "novice") == errors.SEAT_TAKEN
    running = club("toy_dash")
    assert refused(running, seating.seat_bot, 0, "novice") == errors.STARTED


def test_a_bot_may_only_act_where_it_drives() -> None:
    made = club("toy_dash")
    with pytest.raises(Denied) as caught:
        moves.act_for_bot(made.table, 0, 0, made.now)
    assert caught.value.code == errors.NOT_ASKED


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ({"game": "no_such"}, UnknownGame),
        ({"game": "toy_dash", "options": {"wings": 2}}, BadOption),
        ({"game": "toy_dash", "visibility": "secret"}, Denied),
        ({"game": "toy_dash", "undo": "maybe"}, Denied),
        ({"game": "toy_dash", "chat": "loud"}, Denied),
        ({"game": "toy_dash", "title": "x" * 61}, Denied),
        ({"game": "toy_dash", "title": "a\nb"}, Denied),
        ({"game": "toy_dash", "thinking": 0.05}, Denied),
        ({"game": "toy_dash", "thinking": 5.5}, Denied),
    ],
)
def test_a_bad_setup_is_refused(bad: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        setup.make(**bad)  # type: ignore[arg-type]


def test_a_setup_survives_being_written_and_read() -> None:
    pace = setup.Pace("live", bank=90)
    made = setup.make("toy_dash", {"players": 3}, pace, "private", "off", "all", "Sunday", thinking=0.2)
    assert setup.read(made.to_json()) == made


def test_a_bot_has_the_time_its_table_gives_it() -> None:
    made = Club(Table(setup.make("toy_dash", {"players": 2}, thinking=3.0), SECRET))
    for seat in range(2):
        made.fold(seating.seat_bot(made.table, seat, "novice", made.now))
    made.fold(moves.start(made.table, made.now))
    assert bots.task_for(made.table, made.table.owing()[0]).seconds == 3.0
