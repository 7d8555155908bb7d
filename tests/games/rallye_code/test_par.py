"""The lone car checked against play, and what a gérance is worth."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.events import Event
from parcferme.games.rallye_code.board.pieces import HOTEL, PETROL
from parcferme.games.rallye_code.mechanics.dice import OUTCOME_OF, WAYS
from parcferme.games.rallye_code.par.holding import Holding, Offer, rivals_before, turns_to_come
from parcferme.games.rallye_code.par.lone_car import CONDITIONS, FREE, HURT, PARKED, STUCK, LoneCar
from parcferme.games.rallye_code.par.traffic import busy_road
from parcferme.games.rallye_code.state import Car, Position

from .helpers import Scene


@pytest.fixture(scope="module")
def lone_car() -> LoneCar:
    return LoneCar(Scene("B").game.tables)


def test_the_ways_of_a_turn_are_probabilities(lone_car: LoneCar) -> None:
    for ways in lone_car.ways:
        assert abs(sum(chance for chance, _, _ in ways) - 1) < 1e-12
    assert abs(sum(lone_car.share) - 1) < 1e-9


def test_the_lone_car_does_what_the_rules_do(lone_car: LoneCar) -> None:
    """Every turn from every state, all eleven totals: where the car gets to and what it pays, exactly."""
    t = lone_car.t
    visited = [state for state, share in enumerate(lone_car.share) if share > 0]
    assert len(visited) > 100
    for number in visited:
        cell, condition = divmod(number, CONDITIONS)
        if condition == PARKED:
            continue
        scene = Scene("B").turn(0).purse(0, 10**6)
        scene.put(c1=t.cells[cell].id).bind("c1", *bonds(t.kind[cell], condition))
        scene.go("roll")
        bills = [0.0] * 4
        reached: dict[int, float] = {}
        for total in range(2, 13):
            after = scene.state.copy()
            events: list[Event] = []
            after.apply(OUTCOME_OF[total], events)
            for event in events:
                if event.kind.startswith("pay_") and "gerance" in event.args:
                    bills[int(str(event.args["gerance"])) - 2] += WAYS[total] * int(str(event.args["amount"])) / 36
            landed = after.cars[0].cell * CONDITIONS + condition_of(after.cars[0])
            reached[landed] = reached.get(landed, 0.0) + WAYS[total] / 36
        expected: dict[int, float] = {}
        for chance, landed, _ in lone_car.ways[number]:
            expected[landed] = expected.get(landed, 0.0) + chance
        assert reached == pytest.approx(expected), t.cells[cell].id
        assert bills == pytest.approx([lone_car.bills[gerance][number] for gerance in range(4)]), t.cells[cell].id


def bonds(kind: int, condition: int) -> list[str]:
    """The lone car's condition as the rules have it."""
    if condition == FREE:
        return ["petrol"] if kind == PETROL else []
    if condition == HURT:
        return ["garage", "first_aid"]
    return ["hotel"] if kind == HOTEL else ["garage"]


def condition_of(car: Car) -> int:
    if car.misses_turn:
        return PARKED
    return HURT if car.first_aid else STUCK if car.held() else FREE


def test_long_run_figures_of_the_house_board(lone_car: LoneCar) -> None:
    """The share of turns ending exactly on Paris, as the figures of the house data have it: about 1 in 100."""
    assert 0.008 < lone_car.stop_paris < 0.013
    assert all(0.008 < stop < 0.016 for stop in lone_car.stop_gerance)
    assert lone_car.income[0] > lone_car.income[1] > 0  # in B garages earn most


def test_the_box_is_collected_more_surely_with_time_and_certainly_where_every_roll_passes(lone_car: LoneCar) -> None:
    ids = [cell.id for cell in lone_car.t.cells]
    near = ids.index("M14") * CONDITIONS + FREE
    holding = Holding(lone_car, lone_car.income[0], 0, 0, 1)
    assert holding.look(near, 0, 0)[0] == 0
    assert abs(holding.look(near, 1, 0)[0] - 1) < 1e-12  # two squares before gérance 2: every roll crosses it
    far = ids.index("M2") * CONDITIONS + FREE
    shares = [holding.look(far, turns, 0)[0] for turns in range(20)]
    assert shares == sorted(shares)
    held = ids.index("M14") * CONDITIONS + STUCK
    assert abs(holding.look(held, 1, 0)[0] - 15 / 36) < 1e-12


def test_a_gerance_is_worth_more_with_time_and_less_with_rivals_about(lone_car: LoneCar) -> None:
    start = lone_car.t.paris * CONDITIONS + FREE
    holding = Holding(lone_car, lone_car.income[0], 0, 3, 1)
    assert holding.look(start, 0, 0) == (0.0, 0.0)
    worths = [holding.look(start, turns, 0)[1] for turns in (1, 3, 10, 30)]
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]
    alone, crowded = Holding(lone_car, lone_car.income[0], 0, 0, 1), Holding(lone_car, lone_car.income[0], 0, 5, 1)
    assert alone.look(start, 10, 0)[0] > holding.look(start, 10, 0)[0] > crowded.look(start, 10, 0)[0]
    assert holding.look(start, 10, 2)[0] < holding.look(start, 10, 0)[0]


def test_alone_a_holding_is_worth_the_bills_it_saves(lone_car: LoneCar) -> None:
    """Without rivals nothing is paid in and nobody comes to buy: what is left are the holder's own bills."""
    start = lone_car.t.paris * CONDITIONS + FREE
    where, saved = {start: 1.0}, 0.0
    for _ in range(6):
        after: dict[int, float] = {}
        for state, weight in where.items():
            saved += weight * lone_car.bills[0][state]
            for chance, reached, _ in lone_car.ways[state]:
                after[reached] = after.get(reached, 0.0) + weight * chance
        where = after
    assert Holding(lone_car, lone_car.income[0], 0, 0, 1).look(start, 6, 0)[1] == pytest.approx(saved)


def test_turns_to_come_and_rivals_in_between() -> None:
    scene = Scene(rounds=30)  # seat 3 was Gendarme, seat 0 begins
    assert [turns_to_come(scene.state, seat) for seat in range(4)] == [30, 30, 30, 30]
    assert [rivals_before(scene.state, seat) for seat in range(4)] == [0, 1, 2, 3]
    scene.go("roll")
    assert [turns_to_come(scene.state, seat) for seat in range(4)] == [29, 30, 30, 30]
    assert [rivals_before(scene.state, seat) for seat in range(4)] == [3, 0, 1, 2]


def test_an_offer_is_weighed_by_price_chance_and_what_is_left_to_earn() -> None:
    scene = Scene("A", rounds=30).put(c1="M12", c3="M60").box(2, 6000, holder=2)
    scene.roll(4)
    early = Offer(scene.state)
    assert (early.box, early.price, early.chance) == (6000, 2000, Fraction(30, 36))
    assert early.refused() > early.sold()
    scene.state.round = 30
    late = Offer(scene.state)
    assert late.mine < early.mine
    assert late.sold() == pytest.approx(2000 + (2000 - late.theirs) / 3)


def test_advice_on_takeovers_has_the_sign_of_games_played_on() -> None:
    """Refusing against selling in edition B, up to 9,000 games each (benchmarks/takeovers.py), if that can tell."""
    told = 0
    for found in json.loads((Path(__file__).parent / "takeovers.json").read_text(encoding="utf-8")):
        if abs(found["came"]) > 2 * found["error"]:
            state = registry.create_variant(found["variant"]).restore(found["position"])
            assert isinstance(state, Position)
            offer = Offer(state)
            assert (offer.refused() > offer.sold()) == (found["came"] > 0), found
            told += 1
    assert told == 40


def test_a_busy_road_pays_more_than_a_lone_car_and_the_first_aid_post_most_of_all(lone_car: LoneCar) -> None:
    paid = busy_road(lone_car.t)
    assert paid == busy_road(lone_car.t)  # the same dice each time
    assert paid[0] > lone_car.income[0]
    assert paid[1] > 2 * lone_car.income[1]
