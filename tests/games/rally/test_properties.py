"""What holds in every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rally.helpers import make
from tests.support import advance

from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.games.rally.board.content import deck
from parcferme.games.rally.board.parts import WEATHERS
from parcferme.games.rally.board.route import Route, Yard
from parcferme.games.rally.mechanics.driving import RESTART, level_in
from parcferme.games.rally.mechanics.standings import race_points, stage_scores
from parcferme.games.rally.rules import drive
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.rules.phases import PHASES
from parcferme.games.rally.state import (
    GEAR,
    PHASE_NAMES,
    RISK,
    STEP,
    stands_on_road,
)

pytestmark = pytest.mark.long

VARIANTS = [
    {"players": 1, "scope": "stage", "stage": "special"},
    {"players": 2, "scope": "race", "races": ["safari"]},
    {
        "players": 4,
        "scope": "stage",
        "layer": "auto",
        "surcharge": "occupied",
        "tyre_cost": "type",
        "tyre_match": "any",
    },
    {"players": 6, "scope": "race", "races": ["svezia"], "specials": True},
]


def check(game: RallyGame, state: RallyState) -> None:
    """The invariants of a position."""
    length = state.route.length
    assert 0 <= state.phase < len(PHASE_NAMES)
    for seat, car in enumerate(state.cars):
        assert 0 <= car.place <= length + 1
        assert car.road == (car.place if stands_on_road(state, seat) else 0)
        assert 0 <= car.stop <= 3
        assert 0 <= car.gear <= RESTART
        assert (car.place == length + 1 and length > 0) == (car.exit > 0)
        assert car.crew.squares == sorted(car.crew.squares)
        assert car.crew.is_possible()
    if state.phase == STEP:
        assert state.left <= state.room
        assert state.left != 1
        assert state.cars[state.seat].road == 0


@pytest.mark.parametrize("options", VARIANTS)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_invariants_hold_through_whole_games(options: dict[str, object], seed: int) -> None:
    game = make(**options)
    rng = Random(seed)
    state = game.start()
    steps = 0
    turn, places = 0, [0] * game.players
    while state.kind() != OVER:
        advance(state, rng)
        check(game, state)
        steps += 1
        now = [car.place for car in state.cars]
        if state.turn >= turn > 0:
            assert all(new >= old for new, old in zip(now, places, strict=True))  # nobody drives backwards
        turn, places = state.turn, now
    assert steps <= game.bound()
    result = state.result()
    assert result is not None
    low, high = game.score_bounds()
    if game.players == 1:
        assert low <= result.scores[0] <= high


@settings(max_examples=40, deadline=None)
@given(
    exits=st.lists(st.one_of(st.integers(5, 60), st.integers(-60, -1)), min_size=1, max_size=6), seed=st.integers(0, 99)
)
def test_scores_follow_the_order_of_real_times(exits: list[int], seed: int) -> None:
    starts = list(range(1, len(exits) + 1))
    Random(seed).shuffle(starts)
    scores = stage_scores(exits, starts)
    for one, turn in enumerate(exits):
        for other, later in enumerate(exits):
            if turn > 0 and later > 0:  # turns really driven decide between finishers
                assert (scores[one] < scores[other]) == (turn - starts[one] < later - starts[other])
            elif turn > 0:
                assert scores[one] <= scores[other] - 2
    assert sum(race_points(scores)) >= sum((9, 6, 4, 3, 2, 1)[: len(exits)])


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), race=st.sampled_from(["safari", "svezia", "coppa-delle-alpi", "gran-bretagna"]))
def test_a_road_can_always_be_finished_within_the_limits(seed: int, race: str) -> None:
    """Whatever is laid, some card may follow, and the finished road keeps the calendar, counted anew."""
    spec = make(players=1, races=[race]).tables.stages[0][0]
    cards = deck(None).cards
    rng = Random(seed)
    route = Route(Yard(deck(None), spec), [])
    while not route.is_complete():
        assert route.open
        for card in range(len(cards)):
            assert (route.why_not(card) is None) == (card in route.open)
        route = Route(route.yard, [*route.cards, rng.choice(route.open)])
    laid = [cards[card] for card in route.cards]
    assert laid[0].levels[0] == 0
    assert len(set(route.cards)) == len(laid) == spec.cards
    fords = sum(any(mark == "f" for mark in card.marks) for card in laid)
    hairpins = sum(any(mark == "h" for mark in card.marks) for card in laid)
    fast = sum(card.no <= 5 for card in laid)
    for count, least, most in zip((fords, hairpins, fast), spec.least, spec.most, strict=True):
        assert least <= count <= most
    assert len(set(route.cells[:-1])) == len(laid)
    squares = [(level, mark == "f") for card in laid for level, mark in zip(card.levels, card.marks, strict=True)]
    assert [deck(None).numbers[square] for square in route.squares[1:]] == [n for card in laid for n in card.numbers]
    assert sorted(route.squares[1:]) == route.rank
    for weather in range(len(WEATHERS)):
        plain = [level_in(weather, level, ford) for level, ford in squares]
        assert route.factors[2 * weather][1:] == plain
        assert route.factors[2 * weather + 1][1:] == [level - 1 for level in plain]


def test_moves_made_past_the_table_of_phases_are_the_ones_it_names() -> None:
    assert PHASES[STEP].handler is drive.choose_step
    assert PHASES[RISK].handler is drive.roll_risk
    assert PHASES[GEAR].handler is drive.set_gear


def test_dump_and_restore_give_the_same_game() -> None:
    game = make(players=3, scope="race", races=["italia"], specials=True)
    rng = Random(4)
    state = game.start()
    while state.kind() != OVER:
        again = game.restore(state.dump())
        assert again.dump() == state.dump()
        assert again.legal(0) == state.legal(0)
        assert again.chance() == state.chance()
        assert again.route.cells == state.route.cells
        advance(state, rng)


def test_the_position_without_events_is_the_position_with_them() -> None:
    game = make(players=3, scope="stage", layer="auto")
    rng = Random(6)
    state, silent = game.start(), game.start()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            move = rng.choice(state.chance())[0]
            state.apply(move, [])
            silent.apply(move)
        elif state.kind() == JOINT:
            moves = [rng.choice(state.legal(seat)) for seat in state.to_act()]
            state.apply_joint(moves, [])
            silent.apply_joint(moves)
        else:
            move = rng.choice(state.legal(state.to_act()[0]))
            state.apply(move, [])
            silent.apply(move)
        assert silent.dump() == state.dump()
