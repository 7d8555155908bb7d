"""What a seat may expect, and the drivers who go by it."""

from __future__ import annotations

import gc
from random import Random

import pytest
from tests.support import follow, random_play

from parcferme.core.contract import CHANCE, DECISION, OVER, State
from parcferme.core.registry import bots, create
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.drive.advice import EXPECTS, doubt, expect
from parcferme.games.rallyman.drive.bots import BOTS
from parcferme.games.rallyman.drive.course import MOST_CROWDS, MOST_SPECIALS, MOST_TURNS, OUT, course_of
from parcferme.games.rallyman.drive.drivers import ByCourse, by_whim
from parcferme.games.rallyman.drive.hunch import hunch
from parcferme.games.rallyman.drive.nerve import Nerve, Rivals
from parcferme.games.rallyman.drive.pace import Pace
from parcferme.games.rallyman.drive.valuation import Valuation
from parcferme.games.rallyman.mechanics.paths import Obstacles
from parcferme.games.rallyman.par.model import Condition, Terms
from parcferme.games.rallyman.par.solver import solve, terms_of
from parcferme.games.rallyman.par.sweep import Sweep
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.state import FINISHED, OVER_PHASE, PLACING, Position

from .helpers import at, drive, put, rally, start, to_play

HILLY = "Sgg C23ff Sgg B2gg Srr C34ff"


def looked_ahead(state: State, seat: int) -> float:
    """The mean over chance, and the best of the seat's decisions, until `expect` answers."""
    found = expect(state, seat)
    if found is not None:
        return found
    if state.kind() == CHANCE:
        outcomes = state.chance()
        return sum(weight * looked_ahead(after(state, move), seat) for move, weight in outcomes) / sum(
            weight for _, weight in outcomes
        )
    assert state.kind() == DECISION
    return max(looked_ahead(after(state, move), seat) for move in state.legal(seat))


def after(state: State, move: int) -> State:
    then = state.copy()
    then.apply(move)
    return then


def test_the_unit_is_seconds_and_fewer_are_better() -> None:
    assert EXPECTS == "seconds"
    _, state = start("Sgg " * 6)
    value = expect(state, 0)
    assert value is not None
    assert value < 0


def test_the_start_of_a_rally_is_worth_the_pars_of_its_specials() -> None:
    game, state = start("Sgg Sgg Sgg Sgg", sisu=False)  # nothing to keep for later: the specials add up
    par = solve(game.rally, terms=Terms(), car=Condition()).value
    assert expect(state, 0) == pytest.approx(-3 * par, abs=1e-6)


def test_sisu_is_kept_until_it_is_worth_playing() -> None:
    game, state = start("Sgg Sgg Sgg Sgg", sisu=True)
    par = solve(game.rally, terms=Terms(), car=Condition()).value
    once = solve(game.rally, terms=Terms(), car=Condition(sisu=1)).value
    value = expect(state, 0)
    assert value is not None
    assert -(2 * par + once) < value < -3 * once  # better than burning it at once, worse than a new one each time


@pytest.mark.parametrize("mode", [{}, {"time_attack": False}, {"sisu": True}, {"attack_pays_on_loc": False}])
def test_an_expectation_is_the_best_of_what_follows(mode: dict[str, object]) -> None:
    """Bellman on the real rules: wherever it answers, looking one move further gives the same."""
    _, state = start(HILLY, **mode)
    rng = Random(3)
    for _ in range(25):
        if state.special:
            break
        if state.kind() == DECISION:
            value = expect(state, 0)
            assert value is not None
            best = max(looked_ahead(after(state, move), 0) for move in state.legal(0))
            assert best == pytest.approx(value, abs=1e-6), state.view(0)
            state.apply(rng.choice(state.legal(0)))
        else:
            outcomes = [move for move, _ in state.chance()]
            state.apply(rng.choice(outcomes))
    assert state.cars[0].chrono or state.special


def test_where_nothing_is_left_to_guess_it_is_the_solvers_figure() -> None:
    """Alone in the last special, without time attacks and shortcuts; elsewhere it may be off."""
    game, state = at(HILLY, 1, 2, time_attack=False)
    assert doubt(state, 0)[0] > 0, "there are specials to come"
    state.special = SPECIALS - 1
    terms = terms_of(game.rally)
    terms.retired = OUT
    solved = solve(game.rally, state.special, terms=terms, car=Condition())
    assert doubt(state, 0) == (0.0, 0.0)
    assert expect(state, 0) == pytest.approx(-solved.expected(1, 2, Condition()), abs=1e-9)
    for more in ({}, {"time_attack": False, "players": 2}, {"time_attack": False, "physical_decks": True}):
        _, other = at(HILLY, 1, 2, **more)
        other.special = SPECIALS - 1
        assert doubt(other, 0)[0] > 0, more


def test_nothing_is_said_while_chance_acts_on_the_car() -> None:
    game, state = start("Sgg " * 6)
    follow(game, state, "roll:1/go")
    assert expect(state, 0) is None
    follow(game, state, "1")
    assert expect(state, 0) is not None


def test_nothing_is_said_before_the_weather() -> None:
    game, state = start("Sgg " * 4, weather="variable")
    assert expect(state, 0) is None
    follow(game, state, "snow")
    follow(game, state, "tyres:snow")
    assert expect(state, 0) is not None


def test_while_others_drive_a_seat_expects_its_next_turn() -> None:
    game, state = start("Sgg " * 6, players=2)
    before = expect(state, 1)
    drive(game, state, "1", "end")
    assert expect(state, 1) == before


def test_who_has_finished_expects_the_specials_to_come() -> None:
    game, state = start("Sgg Sgg", players=2)
    state.cars[0].status = 2
    state.cars[0].chrono = 70
    ahead = course_of(game.rally).ahead(1, 0, 0, 0)
    assert expect(state, 0) == pytest.approx(-70 - ahead)


def test_a_blocked_car_is_seen_as_it_is() -> None:
    """With a car in the way, the turn ends before it: worse than a free road."""
    _, state = start("Sgg Ngg Sgg Sgg Sgg Sgg", players=2)
    put(state, 0, 1, gear=2)
    put(state, 1, 2, gear=1)
    blocked = expect(to_play(state, 0), 0)
    _, free = at("Sgg Ngg Sgg Sgg Sgg Sgg", 1, 2)
    alone = expect(free, 0)
    assert blocked is not None
    assert alone is not None
    assert blocked < alone


@pytest.mark.parametrize("damage", range(5))
def test_without_assistance_damage_counts_in_the_next_special(damage: int) -> None:
    """Whatever a car may bring along is solved, also on a road that does no damage itself."""
    game, _ = start("Sgg K123rr Sgg", sisu=False, assistance="none")
    smooth, _ = start("Sgg Sgg C23gg Sgg", sisu=False, assistance="none")
    for chosen in (game.rally, smooth.rally):
        alone = solve(chosen, terms=Terms(quick=True, retired=1800.0), car=Condition(damage=damage)).value
        assert course_of(chosen).start(2, 0, 0, damage, 0) == pytest.approx(alone, abs=1e-6)
        assert course_of(chosen).start(1, 0, 0, damage, 0) >= 2 * alone - 1e-6


def test_courses_are_shared_by_equal_rallies() -> None:
    assert course_of(rally("Sgg Sgg").rally) is course_of(rally("Sgg Sgg", players=2).rally)
    assert course_of(rally("Sgg Sgg").rally) is not course_of(rally("Sgg Sgg", sisu=True).rally)


def test_who_makes_no_slip_takes_the_cheapest_action_everywhere() -> None:
    game, state = start(HILLY, sisu=True)
    bot = ByCourse(game, Random(1), 0.0)
    rng = Random(5)
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice([move for move, _ in state.chance()]))
            continue
        chosen = bot.choose(state.copy(), 0)
        assert chosen in state.legal(0)
        if len(state.legal(0)) > 1:
            assert isinstance(state, Position)
            valuation = Valuation(course_of(game.rally).driven(state, 0), state, 0)
            assert valuation.after(chosen) == min(valuation.after(action) for action in state.legal(0))
        state.apply(chosen)
    assert len(state.cars[0].times) == 3
    assert state.phase == OVER_PHASE
    assert state.cars[0].times[0] > 0


def test_tyres_are_chosen_for_the_weather() -> None:
    for snow, tyres in (("A", "tyres:snow"), ("", "tyres:asphalt")):
        game, state = start("Sgg " * 5, weather="fixed", snow=[snow] * 3)
        bot = ByCourse(game, Random(1), 0.0)
        assert game.format(bot.choose(state.copy(), 0)) == tyres


@pytest.mark.parametrize("level", BOTS)
def test_every_driver_can_take_over_in_the_middle_of_an_attack(level: str) -> None:
    game, state = at("Sgg " * 8, 1, 2)
    bot = bots("rallyman")[level](game, Random(1))
    follow(game, state, "attack:234W", "hazards:2W")
    assert state.phase == PLACING
    while state.phase == PLACING:
        chosen = bot.choose(state.copy(), 0)
        assert chosen in state.legal(0)
        state.apply(chosen)


def mean_score(level: str, games: int) -> float:
    game = create("rallyman", {"players": 1, "stages": ["J1-J4", "C3-C8", "C6-C7"]})
    bot = bots("rallyman")[level](game, Random(7))
    scores = []
    for seed in range(games):
        result = random_play(game, seed, lambda state, seat: bot.choose(state.copy(), seat)).state.result()
        assert result is not None
        scores.append(result.scores[0])
    return sum(scores) / games


@pytest.mark.long
def test_bots_are_ordered_in_strength() -> None:
    novice, clubman, works = (mean_score(level, 20) for level in ("novice", "clubman", "works"))
    assert novice + 20 < clubman < works


@pytest.mark.long
@pytest.mark.parametrize("level", BOTS)
def test_bots_play_legal_moves_in_every_kind_of_rally(level: str) -> None:
    options = {"players": 3, "weather": "variable", "assistance": "none", "stages": ["J1-J4", "J2-J3", "C3-C8"]}
    game = create("rallyman", options)
    drivers = [bots("rallyman")[level](game, Random(seat)) for seat in range(3)]
    for seed in range(2):
        play = random_play(game, seed, lambda state, seat: drivers[seat].choose(state.copy(), seat))
        assert play.state.kind() == OVER


def test_a_course_forgets_what_it_needs_no_more() -> None:
    """With variable weather there are as many specials as weathers: few are kept, and nothing of how they were solved.

    What is forgotten is solved again, to the same value.
    """
    game, _ = start("Sgg Sgg", weather="variable")
    course = course_of(game.rally)
    others = [id(sweep) for sweep in sweeps()]
    first = course.start(2, 7, 0, 0, 0)
    forgotten = course.special(2, 7, 0)
    for special in (2, 1, 0):
        for snow in range(8):
            course.special(special, snow, 0)
    assert len(course.specials.kept) <= MOST_SPECIALS
    assert course.special(2, 7, 0) is not forgotten
    assert course.start(2, 7, 0, 0, 0) == first
    assert [sweep for sweep in sweeps() if id(sweep) not in others] == []


def sweeps() -> list[Sweep]:
    """Those that somebody still holds."""
    gc.collect()
    return [part for part in gc.get_objects() if isinstance(part, Sweep)]


def test_what_a_crowd_remembers_is_bounded() -> None:
    game, state = start(HILLY)
    solved = course_of(game.rally).special(0, 0, 0)
    first = solved.crowd(state.obstacles)
    for _ in range(MOST_TURNS + 1):
        solved.crowd(state.obstacles)
    assert solved.crowd(state.obstacles) is not first
    for dirt in range(3 * MOST_CROWDS):
        solved.crowd(Obstacles(1 << dirt, 0, 0))
    assert len(solved.crowds) <= MOST_CROWDS


# --- habits and nerve -------------------------------------------------------------------------------------------------


def test_turns_are_remembered_only_of_the_special_that_is_driven() -> None:
    _, state = start("Sgg " * 6)
    course = course_of(state.rally)
    first, later = course.driven(state, 0), course.special(1, 0, 0)
    for solved in (first, later):
        solved.crowd(Obstacles(1 << 3, 0, 0))
        Valuation(solved, state, 0).after(state.legal(0)[0])
    assert course.driven(state, 0) is first
    assert first.crowds
    then = state.copy()
    then.special = 1
    course.driven(then, 0)
    assert not first.crowds
    assert not first.clear.attacks.trees


def test_a_whim_takes_what_costs_about_as_little() -> None:
    seconds = [10.0, 11.0, 40.0]
    assert by_whim(Random(1), [7, 8, 9], seconds, 0.0) == 7
    taken = [by_whim(Random(seed), [7, 8, 9], seconds, 2.0) for seed in range(200)]
    assert taken.count(7) > taken.count(8) > 20
    assert taken.count(9) == 0


def test_a_hunch_is_the_feel_for_the_road_and_what_a_car_has_lost() -> None:
    game, state = start(HILLY, sisu=True)
    model, pace = hunch(game.rally, state.road, 0).model, Pace(state.road, 0, game.rally.components)
    fresh = model.cell(damage=0, flats=0, spare=0, sisu=1, markers=0)
    for space in range(state.road.finish):
        for gear in range(1, 6):
            stopped = model.stop(space, gear)
            assert model.ends[stopped + fresh] == pace.stop(space, gear)
            assert model.ends[model.loss(space, gear) + fresh] == pace.loss(space, gear)
            assert model.ends[stopped + model.cell(1, 0, 0, 1, 0)] > pace.stop(space, gear)
            assert model.ends[stopped + model.cell(0, 0, 0, 0, 0)] > pace.stop(space, gear)


def last_special(behind: int, **more: object) -> tuple[RallymanGame, RallymanState]:
    """The last special in mid-road; the other car has finished, so many seconds after what the first has used."""
    game, state = start(HILLY, players=2, staggered_start=False, **more)
    state.special = 2
    put(state, 0, 1, gear=1, times=[40, 40], chrono=20)
    put(state, 1, 7, times=[40, 40], chrono=20 + behind)
    state.cars[1].status = FINISHED
    return game, to_play(state)


def test_rivals_cost_places_by_the_chance_to_be_behind_them() -> None:
    game, state = last_special(30)
    rivals = Rivals(course_of(game.rally), state, 0)
    assert rivals.times == [130.0]
    assert rivals.spreads == [0.0]  # it has finished the rally
    assert rivals.lost(130.0, 0.0) == pytest.approx(0.5)
    assert rivals.lost(100.0, 0.0) < 0.001
    assert rivals.lost(160.0, 0.0) > 0.999
    assert rivals.lost(120.0, 40.0) > rivals.lost(120.0, 0.0)  # what is still to come may go astray


def test_felt_seconds_keep_the_order_of_seconds() -> None:
    game, state = last_special(30)
    real = course_of(game.rally).driven(state, 0).model
    felt = Nerve(course_of(game.rally)).special(state, 0).model
    for gear in range(1, 6):
        costs = [(real.ends[real.stop(space, gear)], felt.ends[felt.stop(space, gear)]) for space in range(1, 7)]
        for one, bent in costs:
            for other, bent_other in costs:
                assert bent - bent_other >= one - other - 1e-6 or one < other


@pytest.mark.parametrize("behind", [-400, 2000])
def test_where_nothing_can_be_won_or_lost_the_ace_drives_for_time(behind: int) -> None:
    game, state = last_special(behind)
    works, ace = ByCourse(game, Random(1), 0.0), BOTS["ace"](game, Random(1))
    assert ace.choose(state.copy(), 0) == works.choose(state.copy(), 0)


def test_the_ace_drives_for_time_when_it_is_alone() -> None:
    game, state = at(HILLY, 1, 1)
    works, ace = ByCourse(game, Random(1), 0.0), BOTS["ace"](game, Random(1))
    assert ace.choose(state.copy(), 0) == works.choose(state.copy(), 0)
