"""What holds in every position: invariants on random rallies under random options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import random_play, step

from parcferme.core.contract import CHANCE, OVER, State
from parcferme.core.events import Event
from parcferme.core.play import Play, replay
from parcferme.core.record import read_record, record_of
from parcferme.core.registry import create
from parcferme.games.rallyman.chrono_log import SPLIT, entries
from parcferme.games.rallyman.drive.odds import odds
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.rules.overtaking import in_the_way
from parcferme.games.rallyman.state import FINISHED

pytestmark = pytest.mark.long

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(1, 4),
        "weather": st.sampled_from(["none", "variable"]),
        "assistance": st.sampled_from(["none", "ss1", "ss2", "both"]),
        "time_attack": st.booleans(),
        "locking": st.booleans(),
        "shortcuts": st.booleans(),
        "dirt": st.booleans(),
        "sisu": st.booleans(),
        "spare_tyre": st.booleans(),
        "spare_tyre_seconds": st.sampled_from([0, 7]),
        "staggered_start": st.booleans(),
        "physical_decks": st.booleans(),
        "attack_pays_on_loc": st.booleans(),
        "dice": st.sampled_from(["2010", "GT"]),
        "stages": st.sampled_from([["J1-J4", "C8-C3", "V7-V8"], ["J2-J3", "L8-L9/C7-C6", "J1-J4"]]),
    }
)


def check_position(game: RallymanGame, state: RallymanState) -> None:
    """Accounts and limits of one position."""
    room: dict[tuple[int, bool], int] = {}
    for car in state.cars:
        pile = [e.seconds for e in entries(car.log) if e.special == state.special and e.kind != SPLIT]
        assert car.chrono == sum(pile)  # RM-98: the pile is the time
        assert 0 <= car.gear <= 5
        assert 0 <= car.damage <= 5
        assert 0 <= car.flats <= 3
        assert car.markers >= 0  # RM-R19: no credit
        assert car.tyres in (0, 1)
        if car.status == FINISHED:
            assert car.space == state.road.finish
        if in_the_way(car) and car.space != state.road.finish:
            place = (int(car.space), car.cut)
            room[place] = room.get(place, 0) + 1
    for (space, cut), cars in room.items():  # RM-R30; cars put back from beside the road may crowd a space
        assert cars <= (1 if cut else state.road.room[space]) + 1


@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_random_rallies(options: dict[str, object], seed: int) -> None:
    game = create("rallyman", options)
    assert isinstance(game, RallymanGame)
    rng = Random(seed)
    play = Play(game)
    steps = 0
    while play.state.kind() != OVER:
        state = play.state
        assert isinstance(state, RallymanState)
        check_position(game, state)
        before = [int(car.space) for car in state.cars]
        special = state.special
        step(play, rng)
        steps += 1
        if state.special == special:
            for seat, car in enumerate(state.cars):  # nobody ever drives backwards
                assert car.space >= before[seat]
    assert steps <= game.bound()
    result = play.state.result()
    assert result is not None
    assert sorted(result.places)[0] == 1
    low, high = game.score_bounds()
    assert low < high
    order = sorted(range(game.players), key=lambda seat: -result.scores[seat])
    assert [result.places[seat] for seat in order] == sorted(result.places)


def whole_match(play: Play, rng: Random) -> Iterator[tuple[State, bool]]:
    """Its positions at random to the end, a fifth of them to be looked at."""
    while play.state.kind() != OVER:
        yield play.state, rng.random() < 0.2
        step(play, rng)


@settings(max_examples=8, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_explain_agrees_with_legal_everywhere(options: dict[str, object], seed: int) -> None:
    game = create("rallyman", options)
    play = Play(game)
    for state, looked_at in whole_match(play, Random(seed)):
        if looked_at:
            for seat in range(game.players):
                legal = state.legal(seat)
                assert legal == sorted(set(legal))
                assert bool(legal) == (seat in state.to_act())
                for action in range(game.actions()):
                    refusal = state.explain(seat, action)
                    assert (refusal is None) == (action in legal), game.format(action)
                    assert refusal is None or refusal.clause.startswith("RM-")
    for seat in range(game.players):
        assert play.state.legal(seat) == []
        refusal = play.state.explain(seat, 0)
        assert refusal is not None
        assert refusal.code == "over"


@settings(max_examples=8, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_positions_are_restored_copied_and_shown(options: dict[str, object], seed: int) -> None:
    game = create("rallyman", options)
    play = Play(game)
    kept: list[tuple[object, object]] = []
    for state, looked_at in whole_match(play, Random(seed)):
        if looked_at:
            again = game.restore(json.loads(json.dumps(state.dump())))
            assert again.dump() == state.dump()
            assert again.chance() == state.chance()
            assert [again.legal(seat) for seat in range(game.players)] == [state.legal(s) for s in range(game.players)]
            assert json.loads(json.dumps(state.view(0))) == state.view(0)
            assert {**state.view(None), "you": 0} == state.view(0)
            kept.append((state.copy(), state.dump()))
            for seat in state.to_act():
                assert state.default(seat) in state.legal(seat)
        if state.kind() == CHANCE:
            outcomes = state.chance()
            assert [o for o, _ in outcomes] == sorted({o for o, _ in outcomes})
            assert all(weight > 0 for _, weight in outcomes)
            assert all(game.parse_outcome(game.format_outcome(o)) == o for o, _ in outcomes)
    for copied, dump in kept:
        assert copied.dump() == dump  # type: ignore[attr-defined]
    assert replay(game, play.log).state.dump() == play.state.dump()


def test_events_change_nothing() -> None:
    game = create("rallyman", {"players": 3, "weather": "variable", "checkpoints": ["1:5", "2:30"]})
    play = random_play(game, 11)
    told: list[Event] = []
    assert replay(game, play.log, told).state.dump() == play.state.dump()
    assert all(event.clause.startswith("RM-") and event.visible_to(None) for event in told)
    assert all(json.loads(json.dumps(event.to_json())) == event.to_json() for event in told)


def test_notation_is_one_to_one() -> None:
    game = create("rallyman", {})
    texts = [game.format(action) for action in range(game.actions())]
    assert len(set(texts)) == len(texts) == 144
    assert all(game.parse(text) == action for action, text in enumerate(texts))
    outcomes = [game.format_outcome(outcome) for outcome in range(game.outcomes())]
    assert len(set(outcomes)) == len(outcomes)
    assert game.form(game.parse("roll:3/in")) == {"kind": "roll", "die": "3", "path": "in"}
    assert game.form(game.parse("attack:234WW")) == {"kind": "attack", "dice": "234WW", "count": 5}
    assert game.form(game.parse("tyres:snow")) == {"kind": "tyres", "tyres": "snow"}


@pytest.mark.parametrize("seed", [1, 2])
def test_odds_stand_beside_every_legal_action(seed: int) -> None:
    game = create("rallyman", {"players": 2, "weather": "variable", "physical_decks": seed == 2})
    rng = Random(seed)
    play = Play(game)
    for _ in range(80):
        if play.state.kind() == OVER:
            break
        for seat in play.state.to_act():
            for action in play.state.legal(seat):
                lines = odds(play.state, seat, action)
                assert all(key.startswith("odds.") for key, _ in lines)
                assert lines or play.state.effect(seat, action) or game.format(action) == "ready"
            assert odds(play.state, seat, 10_000) == []
        step(play, rng)


def test_records_round_trip() -> None:
    game = create("rallyman", {"players": 2})
    play = random_play(game, 5)
    record = read_record(record_of(play, ["Ana", "Bo"]).to_text())
    assert record.replay(game).state.dump() == play.state.dump()
