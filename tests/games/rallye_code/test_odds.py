"""Exact odds of a choice, and the purse to expect."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER
from parcferme.games.rallye_code.board.read import tariff
from parcferme.games.rallye_code.drive.advice import EXPECTS, expect
from parcferme.games.rallye_code.drive.odds import Roll, card_mean, odds, release_chance
from parcferme.games.rallye_code.mechanics.chances import refusing_pays
from parcferme.games.rallye_code.par.holding import left_in_boxes
from parcferme.games.rallye_code.par.traffic import busy_road
from parcferme.games.rallye_code.rules.game import RallyeState

from .helpers import DICE, Scene, look


def test_refusing_pays_for_low_rolls_and_fat_boxes() -> None:
    a, b = tariff("A"), tariff("B")
    assert [refusing_pays(a, roll, 0, 4000) for roll in (2, 5, 6, 9, 12)] == [True, True, False, False, False]
    assert refusing_pays(a, 8, 20_000, 4000)
    assert not refusing_pays(b, 7, 8000, 4000)
    assert refusing_pays(b, 7, 16_000, 4000)


@pytest.mark.rule("RC-R12", "RC-R34", "RC-35")
@pytest.mark.parametrize(
    ("name", "held", "hit", "ways"),
    [
        ("A", True, False, 26), ("B", True, False, 15), ("A", False, True, 21), ("B", True, True, 15),
        ("A", False, False, 36),
    ],
)  # fmt: skip
def test_release_chance_is_what_the_rules_do(name: str, held: bool, hit: bool, ways: int) -> None:
    scene = Scene(name).put(c1="M2", c2="M12", c3="M12", c4="M12").bind("c1", *["garage"] * held)
    scene.hit("c1", *[(1, 500)] * hit)
    assert release_chance(scene.state, 0) == Fraction(ways, 36)
    scene.go("roll")
    left = 0
    for outcome, weight in scene.state.chance():
        after = scene.state.copy()
        after.apply(outcome)
        cars = look(after)["cars"]
        left += weight * (cars[0]["cell"] != "M2")
    assert left == ways


def test_a_roll_played_out_gives_exact_chances_and_means() -> None:
    scene = Scene().put(c1="M6", c2="M12", c3="M12", c4="M12")
    scene.go("roll")
    roll = Roll(scene.state)
    assert roll.chances["accident"] == Fraction(5 + 0, 36)  # 8 onto M14
    assert roll.chances["card"] == Fraction(6, 36)  # 7 onto M13
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
    held = Scene("B").put(c1="M18").bind("c1", "garage")
    assert odds(held.state, 0, held.game.parse("roll"))[0] == ("odds.release", {"chance": "5/12", "rolls": "2.40"})


def test_the_mean_of_the_house_deck_and_of_what_is_left_of_it() -> None:
    scene = Scene()
    assert card_mean(scene.state) == Fraction(25_000 - 16_500, 24)
    scene.roll(2, "card:14")
    assert card_mean(scene.state) == Fraction(25_000 - 16_500 - 3000, 23)
    assert odds(scene.state, 0, scene.game.parse("fine:1"))[0][1] == {"amount": round(Fraction(5500, 23))}


def test_expectation_is_the_purse_at_the_end_and_nothing_within_a_turn() -> None:
    assert EXPECTS == "francs"
    scene = Scene(rounds=1).turn(3).purse(3, 41_500)
    scene.state.round = 1
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
        scene.state.round = at
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


MEANS = [("A", 2, 97972), ("A", 4, 48161), ("B", 2, 94684), ("B", 4, 45446)]


@pytest.mark.parametrize(("edition", "players", "came"), MEANS)
def test_what_is_expected_at_the_start_is_what_comes_on_the_mean(edition: str, players: int, came: int) -> None:
    """Mean purses of 400 games between works drivers. Collisions to come and boxes still to be won are in it."""
    state = registry.create("rallye_code", {"edition": edition, "players": players}).start()
    while state.kind() == CHANCE or expect(state, 0) is None:
        state.apply(state.chance()[0][0] if state.kind() == CHANCE else state.legal(state.to_act()[0])[0])
    told = [expect(state, seat) or 0.0 for seat in range(players)]
    assert sum(told) / players == pytest.approx(came, rel=0.02)


def test_a_turn_brings_on_the_mean_what_was_expected_of_it() -> None:
    """Who drives next may expect a little more: else every turn of one's own would look like a windfall."""
    game = registry.create("rallye_code", {"edition": "B", "players": 2})
    gains: list[float] = []
    for number in range(8):
        rng, state = Random(number), game.start()
        driver = registry.bots("rallye_code")["clubman"](game, rng)
        driving, before = -1, 0.0
        while state.kind() != OVER:
            turn = None if state.kind() == CHANCE else expect(state, state.to_act()[0])
            if turn is not None and driving >= 0:
                gains.append((expect(state, driving) or 0.0) - before)
            if turn is not None:
                driving, before = state.to_act()[0], turn
            if state.kind() == CHANCE:
                outcomes, weights = zip(*state.chance(), strict=True)
                state.apply(rng.choices(outcomes, weights)[0])
            else:
                state.apply(driver.choose(state, state.to_act()[0]))
    middle = sum(gains) / len(gains)
    error = sqrt(sum((gain - middle) ** 2 for gain in gains)) / len(gains)
    assert abs(middle) < 2 * error < 250


def test_no_franc_is_expected_twice() -> None:
    """All purses together are the money there is, less what will be left in the boxes."""
    scene = Scene("B")
    told = [expect(scene.state, seat) or 0.0 for seat in range(4)]
    assert sum(told) == pytest.approx(sum(scene.state.purses) - left_in_boxes(scene.state))


def test_traffic_is_the_same_however_short_the_game() -> None:
    games = [Scene(rounds=rounds).state.tables for rounds in (1, 25)]
    shortest, usual = (busy_road(tables) for tables in games)
    assert shortest == usual
