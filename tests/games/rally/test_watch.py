"""The drivers who solve stages look at their watch between two solutions, and keep the best found by then."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally.helpers import make
from tests.support import Looks

from parcferme.core.bot import Bot
from parcferme.core.contract import CHANCE, OVER
from parcferme.games.rally.board.parts import NORMAL
from parcferme.games.rally.drive.bots import BOTS
from parcferme.games.rally.mechanics.crew import EACH
from parcferme.games.rally.par.planning import Placement, always, laying_worths, setup_worths
from parcferme.games.rally.par.solver import steady
from parcferme.games.rally.rules.game import RallyGame
from parcferme.games.rally.state import LAY, MECHANICS, SETUP, Position


class Tries:
    """Time for so many solutions."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.asked = 0

    def lasts(self) -> bool:
        self.asked += 1
        self.left -= 1
        return self.left >= 0


def at(phase: int, seed: int = 7) -> Position:
    """The first position of a stage for two where somebody is asked that."""
    game = make(players=2, scope="stage")
    state, rng = game.start(), Random(seed)
    while state.phase != phase:
        if state.kind() == CHANCE:
            state.apply(state.chance()[0][0])
        else:
            seat = state.to_act()[0]
            state.apply(rng.choice(state.legal(seat)) if state.phase == LAY else state.default(seat))
    return state


def test_mechanics_are_moved_about_as_long_as_there_is_time() -> None:
    p = at(MECHANICS, 1)
    turns = [placed(p, Tries(most).lasts) for most in (0, 5, 10_000)]
    assert turns[0] >= turns[1] >= turns[2]
    assert turns[0] > turns[2]
    assert turns[2] == placed(p, always)


def placed(p: Position, lasts: object) -> float:
    assert callable(lasts)
    found = Placement(p.tables, p.route, 1, steady(p.ring().skies[p.sector]), [NORMAL], lasts)
    found.improve(4)
    assert len(found.squares) == EACH
    return found.value


@pytest.mark.parametrize(("worths", "phase"), [(setup_worths, SETUP), (laying_worths, LAY)])
def test_who_has_no_time_imagines_one_road(worths: object, phase: int) -> None:
    assert callable(worths)
    p = at(phase)
    seat = p.to_act()[0]
    hurry, leisure = Tries(0), Tries(10_000)
    quick, slow = worths(p, seat, hurry.lasts), worths(p, seat, leisure.lasts)
    assert len(quick) == len(slow) == len(p.legal(seat))
    assert hurry.asked == 1 < leisure.asked
    assert slow == worths(p, seat)


@pytest.mark.parametrize("level", ["works", "ace"])
def test_a_driver_whose_time_is_over_still_drives(level: str) -> None:
    game = make(players=2, scope="stage")
    watch = Looks()
    drivers = [hurried(game, level, watch) for _ in range(2)]
    state, rng = game.start(), Random(3)
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
            continue
        before = watch.looks
        seats = state.to_act()
        moves = [drivers[seat].choose(state.resample(seat, rng), seat) for seat in seats]
        assert watch.looks - before <= 4 * EACH * len(seats)  # the searches that are begun look once or twice each
        assert all(move in state.legal(seat) for seat, move in zip(seats, moves, strict=True))
        state.apply_joint(moves) if len(moves) > 1 else state.apply(moves[0])


def hurried(game: RallyGame, level: str, watch: Looks) -> Bot:
    bot = BOTS[level](game, Random(level))
    bot.seconds, bot.watch = 0.001, watch
    return bot


@pytest.mark.parametrize("seed", range(4))
def test_an_ace_that_has_no_time_to_imagine_a_road_lays_as_the_works_driver_does(seed: int) -> None:
    p = at(LAY, seed)
    seat, game = p.to_act()[0], make(players=2, scope="stage")
    laid = hurried(game, "ace", Looks()).choose(p.copy(), seat)
    assert laid == BOTS["works"](game, Random("ace")).choose(p.copy(), seat)
