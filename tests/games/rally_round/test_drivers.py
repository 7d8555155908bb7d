"""The best driver in competitions: it finds the proved par, and obeys its watch."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally_round.roads import Road
from tests.games.rally_round.test_solver import competition, detour, shortcut, track
from tests.support import Looks

from parcferme.core.bot import Bot
from parcferme.core.contract import OVER
from parcferme.core.courses import courses_of
from parcferme.core.registry import create
from parcferme.games.rally_round.board.cards import PER_TYPE
from parcferme.games.rally_round.drive.bots import BOTS, POSITIONS
from parcferme.games.rally_round.drive.kits import FIRST_KIT, best_kit
from parcferme.games.rally_round.par.search import WATCHED
from parcferme.games.rally_round.par.solver import Solver
from parcferme.games.rally_round.rules import RallyGame, RallyState

pytestmark = pytest.mark.long

LUCKY = Road().section("stage", "W18", {4: "!"})  # the second card of its pack takes a minute off


def ace(game: RallyGame) -> Bot:
    return BOTS["ace"](game, Random("ace"))


def driven(game: RallyGame) -> RallyState:
    """A rally of an ace who is asked as at a table: by somebody else every time, who remembers nothing."""
    state = game.start()
    while state.kind() != OVER:
        state.apply(ace(game).choose(state.copy(), 0))
    return state


@pytest.mark.rule("RR-14", "RR-45", "RR-81")
@pytest.mark.parametrize("road", [detour(), shortcut(), track(), LUCKY])
def test_the_ace_drives_the_proved_par_of_a_competition(road: Road) -> None:
    game = competition(road, "any", ("H32", "H3"))
    t = game.tables
    assert t.route is not None
    par = Solver(t.route, t.deck, t.max_turns).solve()
    assert par.proved()
    assert driven(game).cars[0].penalty() == par.cost


@pytest.mark.rule("RR-81")
def test_the_ace_drives_for_a_card_that_it_knows_to_come() -> None:
    game = competition(LUCKY, "", ("H32", "H3"))
    t = game.tables
    assert t.route is not None
    solver = Solver(t.route, t.deck, t.max_turns)
    without = solver.without_cards((), 10_000)
    assert without is not None
    assert driven(game).cars[0].penalty() == solver.solve_kit(()).cost < without[0]


def test_a_kit_search_stops_when_its_watch_says_so_and_keeps_the_best_so_far() -> None:
    game = competition(shortcut(), "any")
    costs = [cost_with(game, kit_after(game, looks)) for looks in (0, 20, 10_000)]
    assert costs[0] >= costs[1] >= costs[2]
    assert costs[0] > costs[2]


def kit_after(game: RallyGame, looks: int) -> list[int]:
    """The kit that is found in so many looks at a watch."""
    bot, watch = ace(game), Looks()
    bot.watch, bot.seconds = watch, looks / 1000
    state = game.start()
    while len([card for card in state.cars[0].cards if card >= 0]) < len(FIRST_KIT):
        before = watch.looks
        state.apply(bot.choose(state.copy(), 0))
        assert watch.looks - before <= looks + 4  # one to begin with, and at most two searches that are not begun
    return [card for card in state.cars[0].cards if card >= 0]


def cost_with(game: RallyGame, kit: list[int]) -> int:
    t = game.tables
    assert t.route is not None
    found = Solver(t.route, t.deck, t.max_turns).without_cards(
        tuple(sorted(kit, key=lambda card: card // PER_TYPE)), 9999
    )
    assert found is not None
    return found[0]


@pytest.mark.parametrize("level", ["works", "ace"])
def test_a_drive_is_planned_within_the_watch(level: str) -> None:
    """However little time there is, a turn is chosen, and the search does not look at the watch for ever."""
    game = competition(detour(), "")
    state, watch = game.start(), Looks()
    bot = BOTS[level](game, Random("hurry"))
    bot.watch, bot.seconds = watch, 0.003
    while state.kind() != OVER:
        before = watch.looks
        action = bot.choose(state.copy(), 0)
        assert action in state.legal(0)
        assert watch.looks - before < 40  # a few for each of the searches that are begun and given up
        state.apply(action)


def test_without_a_watch_so_many_positions_make_a_second() -> None:
    """The same on every machine: a thought ends after a number of positions, and is the same the next time."""
    game = competition(detour(), "any")
    bot, other = ace(game), ace(game)
    bot.seconds = other.seconds = 50 * WATCHED / POSITIONS
    state = game.start()
    assert bot.choose(state.copy(), 0) == other.choose(state.copy(), 0)
    assert best_kit(state, Random(1)) == best_kit(state, Random(1))


@pytest.mark.rule("RR-81")
def test_a_kit_is_judged_with_the_cards_that_come_although_that_takes_longer() -> None:
    """Where few cards are left to choose, all kits are soon judged without: the rest of the time is for lines that draw
    cards, such as that of Fallow Green's par."""
    course = courses_of("rally_round").find("fallow-green")
    game = create("rally_round", {**course.options, "players": 1, "mode": "competition", "kits": "free"})
    assert isinstance(game, RallyGame)
    state = game.start()
    for card in ("N1", "E2", "DR2", "A1"):
        state.apply(game.parse(f"take:{card}"))
    kit = best_kit(state, Random(0))
    solver = Solver(state.drives_on(), state.t.deck, state.t.max_turns)
    best = solver.with_cards(tuple(kit), course.figures["par"] + 1)
    assert best is not None
    assert best.cost == course.figures["par"]
