"""Exact odds, and the lone car's chain checked against play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import WAYS
from parcferme.games.rallye_code.analysis import EXPECTS, OUTCOME_OF, Roll, card_mean, expect, odds, release_chance
from parcferme.games.rallye_code.chain import CONDITIONS, FREE, HURT, PARKED, STUCK, Chain
from parcferme.games.rallye_code.chances import (
    above,
    at_most,
    failed_rolls,
    half_of,
    petrol_cost,
    refusal_chance,
    refusing_pays,
    stay_cost,
)
from parcferme.games.rallye_code.holding import Holding, Offer, rivals_before, turns_to_come
from parcferme.games.rallye_code.load import edition
from parcferme.games.rallye_code.pieces import HOTEL, PETROL
from parcferme.games.rallye_code.rules.game import RallyeState
from parcferme.games.rallye_code.state import (
    CELL,
    COND,
    HELD,
    HELD_AID,
    HELD_GARAGE,
    HELD_HOTEL,
    HIT,
    MISSING,
    ROUND,
    TANKING,
)

from .scenes import DICE, Scene


@pytest.mark.rule("RC-V01", "RC-05", "RC-06")
def test_vector_notes() -> None:
    notes = dict(edition("A").notes)
    assert notes == {500: 6, 1000: 7, 5000: 4, 10_000: 2}
    assert [500 * 6, 1000 * 7, 5000 * 4, 10_000 * 2] == [3000, 7000, 20_000, 20_000]
    assert sum(value * count for value, count in edition("A").notes) == 50_000
    assert 500 * 6 + 1000 * 7 + 5000 * 8 == 50_000
    six = Scene(players=6).state.view(None)
    assert six["notes"] == {"500": 36, "1000": 42, "5000": 24, "10000": 12}
    assert sum(int(value) * count for value, count in six["notes"].items()) == 300_000  # type: ignore[attr-defined]


@pytest.mark.rule("RC-V16", "RC-R06", "RC-48", "RC-53", "RC-57", "RC-62", "RC-63")
def test_vector_odds() -> None:
    assert (at_most(8), at_most(6), at_most(7), above(10)) == (
        Fraction(26, 36), Fraction(15, 36), Fraction(21, 36), Fraction(3, 36),
    )  # fmt: skip
    assert (failed_rolls(8), failed_rolls(6)) == (Fraction(10, 26), Fraction(21, 15))
    a, b = edition("A"), edition("B")
    assert round(stay_cost(a.garage, a.garage_again, a.leave_limit)) == 1385
    assert stay_cost(b.garage, b.garage_again, b.leave_limit) == 2400
    assert round(stay_cost(a.hotel, a.hotel_again, a.leave_limit)) == 1192
    assert stay_cost(b.hotel, b.hotel_again, b.leave_limit) == 3400
    assert petrol_cost(a) == petrol_cost(b) == 3500
    ways = [35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0]
    assert [refusal_chance(a, roll) for roll in range(2, 13)] == [Fraction(n, 36) for n in ways]
    assert {refusal_chance(b, roll) for roll in range(2, 13)} == {Fraction(575, 1296)}


@pytest.mark.rule("RC-V09", "RC-R29")
def test_half_is_rounded_down_to_500() -> None:
    assert [half_of(box) for box in (7500, 500, 1000, 1500, 0, 4000)] == [3500, 0, 500, 500, 0, 2000]


def test_refusing_pays_for_low_rolls_and_fat_boxes() -> None:
    a, b = edition("A"), edition("B")
    assert [refusing_pays(a, roll, 0, 4000) for roll in (2, 5, 6, 9, 12)] == [True, True, False, False, False]
    assert refusing_pays(a, 8, 20_000, 4000)
    assert not refusing_pays(b, 7, 8000, 4000)
    assert refusing_pays(b, 7, 16_000, 4000)


@pytest.mark.rule("RC-R12", "RC-R34", "RC-35")
@pytest.mark.parametrize(
    ("name", "bits", "ways"),
    [("A", HELD_GARAGE, 26), ("B", HELD_GARAGE, 15), ("A", HIT, 21), ("B", HIT | HELD_GARAGE, 15), ("A", 0, 36)],
)
def test_release_chance_is_what_the_rules_do(name: str, bits: int, ways: int) -> None:
    scene = Scene(name).put(c1="M2", c2="M12", c3="M12", c4="M12").condition("c1", bits)
    if bits & HIT:
        scene.state.blows = ((0, 1, 500),)
    assert release_chance(scene.state, 0) == Fraction(ways, 36)
    scene.go("roll")
    left = 0
    for outcome, weight in scene.state.chance():
        after = scene.state.copy()
        after.apply(outcome)
        cars = after.view(None)["cars"]
        left += weight * (cars[0]["cell"] != "M2")  # type: ignore[index]
    assert left == ways


def test_a_roll_played_out_gives_exact_chances_and_means() -> None:
    scene = Scene().put(c1="M6", c2="M12", c3="M12", c4="M12")
    scene.go("roll")
    roll = Roll(scene.state)
    assert roll.chances["accident"] == Fraction(5 + 0, 36)  # 8 onto M14
    assert roll.chances["phase:5"] == Fraction(6, 36)  # 7 onto M13
    assert roll.chances["pay_garage"] == Fraction(1, 36)  # 12 onto M18
    assert roll.gain[0] == -(Fraction(5, 36) * 2000 + Fraction(1, 36) * 1000)


def test_odds_are_offered_for_every_decision() -> None:
    scene = Scene().put(c1="M7").box(2, 7000, holder=2)
    keys = [key for key, _ in odds(scene.state, 0, scene.game.parse("roll"))]
    assert "odds.mean" in keys
    assert "odds.takeover" in keys
    scene.roll(9)
    refuse = odds(scene.state, 2, scene.game.parse("refuse"))
    assert refuse == [("odds.refusal", {"chance": "1/6", "price": 4500, "box": 7000, "worth": 1167})]
    assert odds(scene.state, 2, scene.game.parse("accept")) == [("odds.sale", {"price": 4500, "box": 7000})]
    short = Scene().put(c1="M16").box(5, 7500, holder=0).purse(0, 500)
    short.roll(2)
    assert odds(short.state, 0, short.game.parse("half:5")) == [("odds.half", {"amount": 3500, "left": 4000})]
    assert odds(short.state, 0, short.game.parse("give-up")) == [("odds.give_up", {"amount": 500})]
    held = Scene("B").put(c1="M18").condition("c1", HELD_GARAGE)
    assert odds(held.state, 0, held.game.parse("roll"))[0] == ("odds.release", {"chance": "5/12", "rolls": "2.40"})


def test_the_mean_of_the_house_deck_and_of_what_is_left_of_it() -> None:
    scene = Scene()
    assert card_mean(scene.state) == Fraction(25_000 - 16_500, 24)
    scene.roll(2, "card:14")
    assert card_mean(scene.state) == Fraction(25_000 - 16_500 - 3000, 23)
    assert odds(scene.state, 0, scene.game.parse("fine:1"))[0][1] == {"amount": round(Fraction(5500, 23))}


@pytest.fixture(scope="module")
def chain() -> Chain:
    return Chain(Scene("B").game.tables)


def test_chain_steps_are_probabilities(chain: Chain) -> None:
    for steps in chain.steps:
        assert abs(sum(chance for chance, _, _ in steps) - 1) < 1e-12
    assert abs(sum(chain.share) - 1) < 1e-9


def test_chain_is_what_the_rules_do_to_a_lone_car(chain: Chain) -> None:
    """Every turn from every state, all eleven totals: where the car gets to and what it pays, exactly."""
    t = chain.t
    visited = [state for state, share in enumerate(chain.share) if share > 0]
    assert len(visited) > 100
    for number in visited:
        cell, condition = divmod(number, CONDITIONS)
        if condition == PARKED:
            continue
        scene = Scene("B").turn(0).purse(0, 10**6)
        scene.put(c1=t.cells[cell].id).condition("c1", conditions(t.kind[cell], condition))
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
            landed = after.v[CELL] * CONDITIONS + condition_of(after.v[COND])
            reached[landed] = reached.get(landed, 0.0) + WAYS[total] / 36
        expected: dict[int, float] = {}
        for chance, landed, _ in chain.steps[number]:
            expected[landed] = expected.get(landed, 0.0) + chance
        assert reached == pytest.approx(expected), t.cells[cell].id
        assert bills == pytest.approx([chain.bills[gerance][number] for gerance in range(4)]), t.cells[cell].id


def conditions(kind: int, condition: int) -> int:
    """A chain's condition as the rules write it."""
    if condition == FREE:
        return TANKING if kind == PETROL else 0
    if condition == HURT:
        return HELD_GARAGE | HELD_AID
    return HELD_HOTEL if kind == HOTEL else HELD_GARAGE


def condition_of(bits: int) -> int:
    if bits & MISSING:
        return PARKED
    return HURT if bits & HELD_AID else STUCK if bits & HELD else FREE


def test_long_run_figures_of_the_house_board(chain: Chain) -> None:
    """The share of turns ending exactly on Paris, as the figures of the house data have it: about 1 in 100."""
    assert 0.008 < chain.stop_paris < 0.013
    assert all(0.008 < stop < 0.016 for stop in chain.stop_gerance)
    assert chain.income[0] > chain.income[1] > 0  # in B garages earn most


def test_the_box_is_collected_more_surely_with_time_and_certainly_where_every_roll_passes(chain: Chain) -> None:
    ids = [cell.id for cell in chain.t.cells]
    near = ids.index("M14") * CONDITIONS + FREE
    holding = Holding(chain, 0, 0, 1)
    assert holding.look(near, 0, 0)[0] == 0
    assert abs(holding.look(near, 1, 0)[0] - 1) < 1e-12  # two squares before gérance 2: every roll crosses it
    far = ids.index("M2") * CONDITIONS + FREE
    shares = [holding.look(far, turns, 0)[0] for turns in range(20)]
    assert shares == sorted(shares)
    held = ids.index("M14") * CONDITIONS + STUCK
    assert abs(holding.look(held, 1, 0)[0] - 15 / 36) < 1e-12


def test_a_gerance_is_worth_more_with_time_and_less_with_rivals_about(chain: Chain) -> None:
    start = chain.t.paris * CONDITIONS + FREE
    holding = Holding(chain, 0, 3, 1)
    assert holding.look(start, 0, 0) == (0.0, 0.0)
    worths = [holding.look(start, turns, 0)[1] for turns in (1, 3, 10, 30)]
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]
    alone, crowded = Holding(chain, 0, 0, 1), Holding(chain, 0, 5, 1)
    assert alone.look(start, 10, 0)[0] > holding.look(start, 10, 0)[0] > crowded.look(start, 10, 0)[0]
    assert holding.look(start, 10, 2)[0] < holding.look(start, 10, 0)[0]


def test_alone_a_holding_is_worth_the_bills_it_saves(chain: Chain) -> None:
    """Without rivals nothing is paid in and nobody comes to buy: what is left are the holder's own bills."""
    start = chain.t.paris * CONDITIONS + FREE
    where, saved = {start: 1.0}, 0.0
    for _ in range(6):
        after: dict[int, float] = {}
        for state, weight in where.items():
            saved += weight * chain.bills[0][state]
            for chance, reached, _ in chain.steps[state]:
                after[reached] = after.get(reached, 0.0) + weight * chance
        where = after
    assert Holding(chain, 0, 0, 1).look(start, 6, 0)[1] == pytest.approx(saved)


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
    scene.state.v[7] = 30
    late = Offer(scene.state)
    assert late.mine < early.mine
    assert late.sold() == pytest.approx(2000 + (2000 - late.theirs) / 3)


def test_expectation_is_the_purse_at_the_end_and_nothing_within_a_turn() -> None:
    assert EXPECTS == "francs"
    scene = Scene(rounds=1).turn(3).purse(3, 41_500)
    scene.state.v[ROUND] = 1
    before = expect(scene.state, 3)
    assert before is not None
    assert abs(before - 41_500) < 1500  # one turn left
    scene.go("roll")
    assert expect(scene.state, 3) is None
    scene.go(DICE[3])
    assert scene.state.result() is not None
    assert expect(scene.state, 3) == scene.cash(3)


def test_expectation_grows_with_box_office_and_gerance() -> None:
    plain, held = Scene(), Scene().box(2, 8000, holder=1)
    values = [expect(scene.state, 1) for scene in (plain, held)]
    assert values[0] is not None
    assert values[1] is not None
    assert values[1] > values[0] + 4000
    assert expect(plain.state, 3) > expect(plain.state, 2)  # type: ignore[operator]  # the Gendarme's fines


def test_expectation_tells_when_to_sell() -> None:
    """Looking through the answer and its dice: refuse a low offer early, take it when the bell is near."""
    for at, better in ((1, "refuse"), (30, "accept")):
        scene = Scene("A", rounds=30).put(c1="M12", c3="M60").box(2, 2000, holder=2)
        scene.state.v[ROUND] = at
        scene.roll(4)
        worth: dict[str, float] = {}
        for name in ("accept", "refuse"):
            after = scene.state.copy()
            after.apply(scene.game.parse(name))
            worth[name] = mean(after, 2)
        assert max(worth, key=lambda name: worth[name]) == better, worth


def mean(state: RallyeState, seat: int) -> float:
    """The expectation through whatever chance does first."""
    found = expect(state, seat)
    if found is not None:
        return found
    total = 0.0
    for outcome, weight in state.chance():
        after = state.copy()
        after.apply(outcome)
        total += weight * mean(after, seat)
    return total / sum(weight for _, weight in state.chance())


def test_dice_texts_cover_all_totals() -> None:
    assert sorted(DICE) == list(range(2, 13))
