"""Looking ahead: the safest dice to the next spaces, by the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.rallyman.helpers import start
from tests.support import follow

from parcferme.games.rallyman.drive.ahead import run_from
from parcferme.games.rallyman.drive.odds import odds
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState


def ahead(game: RallymanGame, state: RallymanState, action: str) -> list[tuple[str, Fraction]]:
    told = [args for key, args in odds(state, 0, game.parse(action)) if key == "odds.ahead"]
    return [(str(args["dice"]), Fraction(str(args["chance"]))) for args in told]


@pytest.mark.rule("RM-33", "RM-60")
def test_with_two_hazards_up_every_die_counts() -> None:
    game, state = start()
    follow(game, state, "roll:1/go", "1!", "roll:2/go", "2!")
    black, white = Fraction(2, 3), Fraction(5, 6)
    assert ahead(game, state, "roll:3/go") == [("3W", 1 - black * white), ("3WW", 1 - black * white * white)]


def test_the_first_dice_of_a_turn_risk_nothing_before_the_third() -> None:
    game, state = start()
    (_, second), (_, third) = ahead(game, state, "roll:1/go")
    assert second == 0
    assert 0 < third <= Fraction(1, 27)


def test_a_corner_that_no_die_takes_is_reached_by_none_and_the_road_ends_at_its_finish() -> None:
    game, state = start("Sgg Sgg Sgg")
    follow(game, state, "roll:1/go", "1")
    assert [dice for dice, _ in ahead(game, state, "roll:2/go")] == ["23", "234"]
    follow(game, state, "roll:2/go", "2", "roll:3/go", "3")
    last = game.parse("roll:4/go")
    assert ahead(game, state, "roll:4/go") == []
    assert run_from(state, 0, last, 2).dice == "4", "whoever crosses the line needs no further die"
