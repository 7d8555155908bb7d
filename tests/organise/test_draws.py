"""Draws: the same for everybody, fair, and with as few repeats and byes as can be."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.errors import BadRecord
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import create
from parcferme.organise import commands, desk
from parcferme.organise.draws import everybody, heats, ladder, shuffled, table_sizes, tables_of
from parcferme.organise.event import TableResult
from parcferme.organise.rounds import byes_so_far, met_so_far, points_so_far, score_table, share
from parcferme.table.errors import Denied
from parcferme.table.fairness import FairDice
from tests.organise import draw_vectors
from tests.organise.helpers import CODE, HOST, SECRET, Desk
from tests.support import random_play

DICE = FairDice(SECRET)


def names(count: int) -> list[str]:
    return [f"e{number:02d}" for number in range(count)]


@given(st.integers(2, 60), st.integers(2, 6))
def test_tables_hold_everybody_and_nobody_sits_alone_where_three_can_play(entries: int, seats: int) -> None:
    sizes = table_sizes(entries, seats, 6)
    assert sum(sizes) == entries
    assert min(sizes) >= 2
    assert max(sizes) <= max(seats, 3)
    assert max(sizes) - min(sizes) <= 1


def test_a_game_for_two_needs_a_bye() -> None:
    assert table_sizes(5, 2, 2) == [2, 2, 1]
    assert table_sizes(5, 2, 4) == [3, 2]


@given(st.lists(st.sampled_from(names(20)), unique=True, min_size=2), st.integers(0, 10**6), st.binary(min_size=32))
def test_a_draw_does_not_depend_on_the_order_of_arrival(entries: list[str], seed: int, secret: bytes) -> None:
    other = list(entries)
    Random(seed).shuffle(other)
    sizes, dice = table_sizes(len(entries), 3, 6), FairDice(secret)
    points = {id: Fraction(len(id) + int(id[1:]) % 3) for id in entries}
    assert heats(entries, sizes, set(), dice) == heats(other, sizes, set(), dice)
    assert ladder(entries, sizes, points, set(), set(), dice) == ladder(other, sizes, points, set(), set(), dice)
    assert everybody(entries, 1, dice) == everybody(other, 1, dice)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    orders = Counter(tuple(shuffled(names(3), FairDice(bytes([n % 256, n // 256] * 16)))) for n in range(3000))
    assert len(orders) == 6
    assert all(abs(count - 500) < 100 for count in orders.values())


def test_a_ladder_puts_neighbours_together_and_parts_who_have_met() -> None:
    points = {id: Fraction(10 - number) for number, id in enumerate(names(6))}
    first = ladder(names(6), [3, 3], points, set(), set(), DICE)
    assert [sorted(table) for table in first] == [names(6)[:3], names(6)[3:]]
    again = ladder(names(6), [2, 2, 2], points, met_so_far([[["e00", "e01"], ["e02", "e03"]]]), set(), DICE)
    assert again == [["e00", "e02"], ["e01", "e03"], ["e04", "e05"]]


def test_those_who_have_met_change_places_with_a_neighbour() -> None:
    """The last two have met: one of them goes up a table, though nobody there has met anybody."""
    points = {id: Fraction(10 - number) for number, id in enumerate(names(6))}
    drawn = ladder(names(6), [2, 2, 2], points, met_so_far([[["e04", "e05"]]]), set(), DICE)
    assert drawn == [["e00", "e01"], ["e04", "e03"], ["e02", "e05"]]


@given(st.integers(0, 10**6), st.sampled_from([(8, 2, 4), (9, 2, 3), (16, 2, 4)]))
def test_in_the_first_rounds_at_tables_of_two_nobody_meets_anybody_twice(seed: int, size: tuple[int, int, int]) -> None:
    (crews, seats, rounds), rng = size, Random(seed)
    drawn: list[list[list[str]]] = []
    for _ in range(rounds):
        points = {id: Fraction(rng.randrange(20)) for id in names(crews)}
        sizes, met = table_sizes(crews, seats, 2), met_so_far(drawn)
        drawn.append(ladder(names(crews), sizes, points, met, byes_so_far(drawn), DICE))
        assert not met & met_so_far(drawn[-1:])


def test_a_bye_is_not_given_twice() -> None:
    points = {id: Fraction(10 - number) for number, id in enumerate(names(3))}
    assert ladder(names(3), [2, 1], points, set(), set(), DICE)[-1] == ["e02"]
    assert ladder(names(3), [2, 1], points, set(), {"e02"}, DICE)[-1] == ["e01"]


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_everybody_meets_everybody_once(count: int) -> None:
    rounds = count - 1 if count % 2 == 0 else count
    tables = [table for round in range(1, rounds + 1) for table in everybody(names(count), round, DICE)]
    met = Counter(frozenset(table) for table in tables if len(table) == 2)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    byes = Counter(table[0] for table in tables if len(table) == 1)
    assert set(byes.values()) <= {1}


def test_equal_places_share_the_points_of_the_places_they_cover() -> None:
    assert share([1, 2, 2, 4], 2, (9, 6, 4, 3)) == Fraction(5)
    assert share([1, 1, 1], 1, (9, 6, 4)) == Fraction(19, 3)
    assert share([1, 2], 2, (9,)) == 0


def test_who_is_absent_scores_nothing_and_the_others_keep_their_places() -> None:
    scored = score_table(["a", "b", "c"], TableResult([1, 2, 3], ["a"], ""), (9, 6, 4))
    assert {id: (s.place, s.points) for id, s in scored.items()} == {"b": (2, Fraction(6)), "c": (3, Fraction(4))}
    assert score_table(["a", "b"], TableResult([], [], ""), (9, 6)) == {}


def league() -> Desk:
    made = Desk(CODE).enter("ann", "bob", "cid", "dan", "eve", "fay").open()
    made.do(commands.draw(made.event, HOST, made.now))
    for table in (1, 2):
        made.result(1, table, [1, 2, 3])
    made.do(commands.draw(made.event, HOST, made.now))
    return made


def test_rounds_follow_from_results_and_the_published_seed() -> None:
    made = league()
    first, second = tables_of(made.event, 1), tables_of(made.event, 2)
    points = points_so_far(made.event, [first])
    assert sorted(points.values()) == [4, 4, 6, 6, 9, 9]
    winners = {table[0] for table in first}
    assert winners <= set(second[0]) | set(second[1])
    assert sorted(points[id] for id in second[0])[-2:] == [9, 9]
    assert tables_of(league().event, 2) == second  # anybody can draw it again
    made.result(2, 1, [])  # without a result nobody scores
    assert {line.points for line in made.outcome().standings} == {4, 6, 9}


def test_who_withdraws_keeps_points_and_is_drawn_no_more() -> None:
    made = league()
    made.do(commands.leave(made.event, "person-ann", made.now))
    made.do(commands.draw(made.event, HOST, made.now))
    assert all("ann" not in table for table in tables_of(made.event, 3))
    assert any(line.who == "ann" and line.points > 0 for line in made.outcome().standings)
    with pytest.raises(Denied, match="no round 4"):
        commands.draw(made.event, HOST, made.now)


def test_results_that_cannot_be_are_refused() -> None:
    made = league()
    for round, table, places, absent, reason in (
        (3, 1, [1, 2, 3], [], "no round 3"),
        (1, 3, [1, 2, 3], [], "no table 3"),
        (1, 1, [1, 2], [], "has 3 seats"),
        (1, 1, [1, 2, 4], [], "from 1 to 3"),
        (1, 1, [1, 2, 3], ["nobody"], "who was absent"),
    ):
        with pytest.raises(Denied, match=reason):
            desk.table_result(made.event, round, table, places, absent, HOST, made.now)


def test_a_tables_record_is_replayed() -> None:
    made = league()
    game = create("rallye_code", {**made.event.regulations.options, "players": 3})
    play = random_play(game, 1)
    result = play.state.result()
    assert result is not None
    text = record_of(play, ["a", "b", "c"]).to_text()
    event, now = made.event, made.now
    made.do(desk.table_result(event, 2, 1, result.places, [], HOST, now, text))
    wrong = [place % 3 + 1 for place in result.places]
    with pytest.raises(BadRecord, match="the places are"):
        desk.table_result(event, 2, 2, wrong, [], HOST, now, text)
    other = record_of(Play(create("rallye_code", {"players": 2})), ["a", "b"]).to_text()
    with pytest.raises(BadRecord, match="are not the event's"):
        desk.table_result(event, 2, 2, [1, 2, 3], [], HOST, now, other)


def test_the_browser_is_given_the_draws_as_they_are_made() -> None:
    """Its own code repeats these (web/src/lib/draw.test.ts)."""
    assert json.loads(draw_vectors.FILE.read_text()) == draw_vectors.vectors()
