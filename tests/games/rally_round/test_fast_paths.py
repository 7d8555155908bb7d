"""What is prepared or shared for speed, against the careful way, over random play with all options."""

from __future__ import annotations

from random import Random

import pytest
from mypy_extensions import i64

from parcferme.core import registry
from parcferme.core.chance import random_outcome
from parcferme.core.contract import CHANCE, OVER
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.rules.phases import PHASES
from parcferme.games.rally_round.rules.speeds import announcements, legal_speeds
from parcferme.games.rally_round.state import (
    N_HAZARD,
    N_SPEED,
    ON_ROAD,
)
from parcferme.lib.rows import vec

VARIANTS: dict[str, dict[str, object]] = {
    "two at a table": {},
    "six, kits dealt": {"players": 6, "kits": "deal"},
    "alone with four crews": {"players": 1, "crews": 4},
    "competitive": {"players": 1, "competitive": True},
    "a competition": {"players": 1, "mode": "competition"},
    "standard cars": {"players": 4, "kits": "standard", "max_section_turns": 30},
    "strict": {"players": 3, "strict": True},
    "laid in parts": {"players": 2, "route": "laid", "parts": 2, "max_section_turns": 12},
}


def make(options: dict[str, object]) -> RallyGame:
    game = registry.create("rally_round", options)
    assert isinstance(game, RallyGame)
    return game


def choose(state: RallyState, rng: Random) -> int:
    """Anything, but more often one of the first few choices: who announces low speeds gets further."""
    if state.kind() == CHANCE:
        odds = state.chance()
        return odds[rng.randrange(len(odds))][0]
    legal = state.legal(state.to_act()[0])
    return legal[rng.randrange(len(legal) if rng.random() < 0.5 else min(3, len(legal)))]


def be_careful(state: RallyState) -> None:
    """Every square of a move is looked up and every landing obeyed in full."""
    route = state.route
    if route is not None and any(route.calm):
        route.calm = vec[bool]([False] * len(route.calm))
        route.ahead = vec[i64]([NOWHERE] * len(route.ahead))


@pytest.mark.parametrize("options", list(VARIANTS.values()), ids=list(VARIANTS))
def test_quick_moves_end_where_careful_ones_do(options: dict[str, object]) -> None:
    quick_game, careful_game = make(options), make(options)
    for seed in range(2):
        quick, careful, rng = quick_game.start(), careful_game.start(), Random(seed)
        while quick.kind() != OVER:
            be_careful(careful)
            assert careful.kind() == quick.kind() == PHASES[quick.phase].kind
            if quick.kind() == CHANCE:
                assert careful.chance() == quick.chance()
            else:
                assert careful.legal(careful.to_act()[0]) == quick.legal(quick.to_act()[0])
            move = choose(quick, rng)
            quick.apply(move)
            PHASES[careful.phase].handler(careful, move, [])  # events, too, change nothing
            assert careful.dump() == quick.dump()
        assert careful.dump() == quick.dump()


@pytest.mark.parametrize("options", list(VARIANTS.values()), ids=list(VARIANTS))
def test_prepared_lists_hold_what_the_rules_work_out(options: dict[str, object]) -> None:
    game = make(options)
    speeds = 0
    for seed in range(2):
        state, rng = game.start(), Random(100 + seed)
        while state.kind() != OVER:
            if state.phase == N_SPEED:
                assert legal_speeds(state) == announcements(state, state.crew)
                speeds += 1
            if state.kind() != CHANCE:
                seat = state.to_act()[0]
                assert state.legal(seat) == sorted(state.legal(seat))
                if rng.random() < 0.1:
                    assert state.legal(seat) == game.restore(state.dump()).legal(seat)
            state.apply(choose(state, rng))
    assert speeds > 20


@pytest.mark.rule("RR-80")
def test_a_drawn_card_is_the_one_that_the_list_of_chances_gives() -> None:
    last = 1.0 - 2.0**-53  # no share is higher
    for options in ({}, {"players": 6, "kits": "deal"}):
        drawn = 0
        state, rng = make(options).start(), Random(7)
        while state.kind() != OVER:
            if state.kind() == CHANCE:
                drawn += 1 if state.phase == N_HAZARD else 0
                for share in (0.0, rng.random(), rng.random(), last):
                    assert state.draw(share) == random_outcome(state.chance(), share)
            state.apply(choose(state, rng))
        assert drawn > 2


def by_the_book(state: RallyState) -> list[int]:
    """The moving order, by sorting what the rules compare."""

    def key(crew: int) -> tuple[int, int, int]:
        car = state.cars[crew]
        place = state.section(crew).place[state.square(crew)] if car.status <= ON_ROAD else NOWHERE
        return (1, 0, crew) if place == NOWHERE else (0, -place * 100_000 + car.arrived, crew)

    return sorted(range(state.t.crews), key=key)


@pytest.mark.rule("RR-51", "RR-52", "RR-53")
def test_the_order_of_a_minute_is_the_one_sorting_gives() -> None:
    game = make({"players": 6, "kits": "deal"})
    compared = 0
    for seed in range(3):
        state, rng = game.start(), Random(seed)
        while state.kind() != OVER:
            before, minute = state.copy(), state.minute
            state.apply(choose(state, rng))
            first = state.minute == minute + 1 and state.turn == 0 and before.phase == N_SPEED
            if first and minute > 6 and state.cars[before.crew].section >= 0:
                order = list(state.order)
                if all(state.cars[crew].status <= ON_ROAD for crew in range(6)):
                    assert order == by_the_book(state)
                    compared += 1
    assert compared > 20


@pytest.mark.rule("RR-60")
def test_copies_share_their_time_sheets_only_up_to_where_they_part() -> None:
    game = make({"players": 2, "kits": "deal"})
    state, rng = game.start(), Random(4)
    while len(state.cars[0].entries()) < 5:
        state.apply(choose(state, rng))
    copies = [state, state.copy(), state.copy()]
    alone = [game.restore(state.dump()) for _ in copies]  # the same, sharing nothing
    for _ in range(25):
        for copy, other in zip(copies, alone, strict=True):  # in turn, so that each writes after the others
            move = choose(copy, rng)
            copy.apply(move)
            other.apply(move)
    assert [copy.dump() for copy in copies] == [other.dump() for other in alone]
    assert len({str(copy.cars[0].entries()) for copy in copies}) == 3
