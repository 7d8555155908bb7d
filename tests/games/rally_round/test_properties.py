"""Properties that hold whatever the cards, the speeds and the luck."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rally_round.roads import Road, planner, planner_for, say
from tests.support import random_play

from parcferme.core.contract import CHANCE, OVER, Game
from parcferme.core.play import replay
from parcferme.core.record import fingerprint, read_record, record_of
from parcferme.core.registry import create
from parcferme.games.rally_round.board.cards import build_kit
from parcferme.games.rally_round.board.check import house_board, house_deck, house_route
from parcferme.games.rally_round.board.route_file import read_route
from parcferme.games.rally_round.rules import RallyGame, RallyState

pytestmark = pytest.mark.long

VARIANTS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 4, "kits": "deal"},
    {"players": 1, "mode": "competition"},
    {"players": 3, "strict": True, "kits": "free"},
    {"players": 2, "route": "laid"},
    {"players": 2, "route": "laid", "rally": "stage", "strict": True},
]


def made(options: dict[str, object]) -> RallyGame:
    game = create("rally_round", options)
    assert isinstance(game, RallyGame)
    return game


@pytest.mark.rule("RR-99", "RR-101")
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), variant=st.sampled_from(VARIANTS))
def test_random_rallies_end_with_whole_seconds_and_all_cards_in_place(seed: int, variant: dict[str, object]) -> None:
    game = made(variant)
    rng = Random(seed)
    state = game.start()
    steps = 0
    while state.kind() != OVER:
        steps += 1
        assert steps < game.bound()
        move = rng.choice(state.chance())[0] if state.kind() == CHANCE else rng.choice(state.legal(state.to_act()[0]))
        state.apply(move)
        check_invariants(game, state)
    result = state.result()
    assert result is not None
    assert all(isinstance(score, int) for score in result.scores)
    assert min(result.places) == 1


def check_invariants(game: RallyGame, state: RallyState) -> None:
    """No card is lost or doubled; penalties are whole and never negative; nobody stands before the Start."""
    pack = state.pack
    held = sum(state.cars[crew].hand.bit_count() for crew in range(state.t.crews))
    pending = 1 if state.phase in (21, 22) else 0  # a card drawn and being protested against is in nobody's hand
    assert held + pack.size() in (32, 32 - pending)
    assert len(set(pack.queue)) == len(pack.queue)
    for crew in range(state.t.crews):
        car = state.cars[crew]
        assert car.score >= 0
        assert car.other >= 0
        assert car.other % 1800 == 0
        assert car.at >= car.floor or car.status > 1
    assert game.tables is state.t


@pytest.mark.rule("RR-R14", "RR-10")
@settings(max_examples=25, deadline=None)
@given(cards=st.lists(st.integers(0, 5), min_size=6, max_size=6), drop=st.integers(0, 5))
def test_a_superset_of_advantages_is_never_worse(cards: list[int], drop: int) -> None:
    route = read_route(house_route(), house_board(), "route")
    deck = house_deck()
    full = [deck.kit[kind * 6 + card] for kind, card in enumerate(cards)]
    less = [card for kind, card in enumerate(full) if kind != drop]
    with_all, with_less = [planner_for(route, deck, build_kit(kit)).par() for kit in (full, less)]
    assert with_less is None or with_all is not None
    if with_all is not None and with_less is not None:
        assert all(a <= b for a, b in zip(with_all, with_less, strict=True))


@pytest.mark.rule("RR-08", "RR-R14", "RR-88")
@settings(max_examples=15, deadline=None)
@given(cards=st.lists(st.integers(0, 5), min_size=6, max_size=6), section=st.integers(0, 5))
def test_plans_along_the_route_cost_in_the_engine_what_they_promise(cards: list[int], section: int) -> None:
    game = made({"players": 1, "mode": "competition"})
    state = game.start()
    for kind, card in enumerate(cards):
        state.apply(game.parse(f"take:{game.tables.deck.kit_ids[kind * 6 + card]}"))
    plans = planner(state)
    for number in range(section + 1):
        plan = plans.section(number)
        if plan is None:
            return
        before = state.cars[0].score
        say(game, state, *[game.format(action) for action in plan.line()])
        assert state.cars[0].score - before == plan.cost
        assert state.cars[0].other == 0


@pytest.mark.rule("RR-101")
@pytest.mark.parametrize("variant", VARIANTS)
def test_records_replay_to_the_same_position(variant: dict[str, object]) -> None:
    game: Game = made(variant)
    play = random_play(game, 5)
    record = record_of(play, [f"P{seat}" for seat in range(game.players)])
    again = read_record(record.to_text())
    assert again.replay(game).state.dump() == play.state.dump()
    half = replay(game, play.log[: len(play.log) // 2]).state
    restored = game.restore(json.loads(json.dumps(half.dump())))
    assert fingerprint(restored) == fingerprint(half)
    assert restored.view(0) == half.view(0)


@pytest.mark.rule("RR-61")
def test_copies_are_independent() -> None:
    game = Road().section("road", "R30", {3: "!"}).table(2)
    state = game.start()
    state.apply(game.parse_outcome("car:1"))
    marks: list[tuple[RallyState, str]] = []
    rng = Random(7)
    while state.kind() != OVER and len(marks) < 60:
        marks.append((state.copy(), fingerprint(state)))
        move = rng.choice(state.chance())[0] if state.kind() == CHANCE else rng.choice(state.legal(state.to_act()[0]))
        state.apply(move)
    assert all(fingerprint(copy) == mark for copy, mark in marks)
