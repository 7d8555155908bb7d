"""Who has left a match, and which place that makes for a rating."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parcferme.organise.finishes import Folding, SeatFinish, finish_of
from parcferme.table import moves, seating
from parcferme.table.table import PLAYING, Table
from tests.table.helpers import SECRET, Club, club, toys_registered


@pytest.fixture(autouse=True, scope="module")
def toy_games() -> Iterator[None]:
    with toys_registered():
        yield


def go_on(made: Club, rounds: int = 1_000) -> None:
    """Bots drive for who has left, the others for themselves."""
    for _ in range(rounds):
        made.drive()
        if made.table.status != PLAYING:
            return
        for seat in made.table.owing():
            choose(made, seat)


def choose(made: Club, seat: int) -> None:
    made.act(seat, made.table.game.format(made.table.play.state.legal(seat)[0]))


def leave(made: Club, seat: int) -> None:
    made.fold(seating.leave(made.table, seat, made.now))


def come_back(made: Club, seat: int) -> None:
    made.fold(seating.come_back(made.table, seat, f"p{seat}", made.now))


def ended(made: Club) -> list[SeatFinish]:
    go_on(made)
    folding = Folding(Table(made.table.setup, SECRET))
    for note in made.journal:
        folding.fold(note)
    return finish_of(folding).seats


def test_who_is_away_for_a_moment_keeps_the_place() -> None:
    made = club("toy_dash", length=40)
    go_on(made, 4)
    leave(made, 1)
    go_on(made, 2)
    come_back(made, 1)
    assert made.table.seats[1].stood_in
    assert [seat.left for seat in ended(made)] == [False, False]


def test_who_comes_back_for_the_finish_alone_has_left() -> None:
    made = club("toy_dash", length=40)
    leave(made, 1)
    while made.table.play.state.result() is None and len(made.journal) < 30:
        go_on(made, 1)
    come_back(made, 1)
    seats = ended(made)
    assert [seat.left for seat in seats] == [False, True]
    assert [seat.rank for seat in seats] == [1, 2], "whatever the bot has made of it"


def test_changing_ones_mind_is_no_decision() -> None:
    """Else whoever lets a bot drive could make up for it by sealing the same choice a hundred times."""
    made = club("toy_bids", rounds=8)
    leave(made, 1)
    go_on(made, 3)
    come_back(made, 1)
    for _ in range(50):
        choose(made, 1)
        choose(made, 1)
        made.unseal(1)
    assert ended(made)[1].left


@pytest.mark.parametrize("first", [0, 1])
def test_where_everybody_goes_the_first_one_is_last(first: int) -> None:
    made = club("toy_dash", length=40)
    go_on(made, 2)
    leave(made, first)
    go_on(made, 1)
    leave(made, 1 - first)
    seats = ended(made)
    assert all(seat.left for seat in seats)
    assert (seats[first].rank, seats[1 - first].rank) == (2, 1)


def test_of_bots_nobody_asks_how_much_they_drive() -> None:
    made = club("toy_dash", start=False)
    made.fold(seating.leave(made.table, 1, made.now))
    made.fold(seating.seat_bot(made.table, 1, "novice", made.now))
    made.fold(moves.start(made.table, made.now))
    assert [seat.left for seat in ended(made)] == [False, False]
