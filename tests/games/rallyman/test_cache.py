"""What the rules look up against what they work out: the quick way and the careful one lead to the same positions."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core.chance import random_outcome
from parcferme.core.contract import CHANCE, OVER, Game, State
from parcferme.core.registry import create
from parcferme.games.rallyman.actions import PATHS
from parcferme.games.rallyman.board.road import paths
from parcferme.games.rallyman.rules.cache import MOST_KEPT, NOT_ASKED, Answers
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.rules.machine import RallymanState
from parcferme.games.rallyman.rules.turn import reopen
from parcferme.games.rallyman.state import TURN

from .helpers import special
from .reference import random_road

SWITCHES = (
    "time_attack", "locking", "shortcuts", "dirt", "sisu", "spare_tyre", "staggered_start", "physical_decks",
    "attack_pays_on_loc",
)  # fmt: skip


def any_rally(seed: int) -> dict[str, object]:
    """Options of a rally over a road of any shape, short enough for cars to meet."""
    rng = Random(seed)
    options: dict[str, object] = {name: rng.random() < 0.8 for name in SWITCHES}
    options["players"] = rng.randint(1, 4)
    options["weather"] = rng.choice(["none", "variable"])
    options["tyres"] = rng.choice(["choose", "asphalt", "snow"]) if options["weather"] == "variable" else "choose"
    options["stages"] = ["@T"] * 3
    options["specials"] = special(random_road(rng, rng.randint(4, 24)))
    return options


def random_move(state: State, rng: Random) -> int:
    if state.kind() == CHANCE:
        return random_outcome(state.chance(), rng.random())
    return rng.choice(state.legal(state.to_act()[0]))


def offers(game: Game, state: State) -> list[object]:
    return [state.kind(), state.chance(), *[state.legal(seat) for seat in range(game.players)]]


@pytest.mark.rule("RM-38", "RM-41")
@pytest.mark.parametrize("seed", range(40))
def test_dice_driven_at_once_end_where_they_end_one_by_one(seed: int) -> None:
    game = create("rallyman", any_rally(seed))
    rng = Random(seed)
    for _ in range(4):  # the first rally fills the tables, the others use them
        quick, careful = game.start(), game.start()
        while quick.kind() != OVER:
            move = random_move(quick, rng)
            quick.apply(move)
            careful.apply(move, [])  # with events every die is driven by itself
            assert quick.dump() == careful.dump()
            assert offers(game, quick) == offers(game, careful)


@pytest.mark.rule("RM-24", "RM-28", "RM-R06", "RM-R30")
@pytest.mark.parametrize("seed", range(100, 112))
def test_what_was_asked_before_is_answered_as_if_for_the_first_time(seed: int) -> None:
    options = any_rally(seed)
    game = create("rallyman", options)
    rng = Random(seed)
    for _ in range(3):
        state = game.start()
        while state.kind() != OVER:
            if rng.random() < 0.1:
                fresh = create("rallyman", options)  # it remembers nothing yet
                assert offers(game, state) == offers(fresh, fresh.restore(state.dump()))
            state.apply(random_move(state, rng))


@pytest.mark.rule("RM-53", "RM-78", "RM-R30")
@pytest.mark.parametrize("seed", range(200, 212))
def test_what_a_turn_does_not_note_ahead_would_change_nothing(seed: int) -> None:
    """A turn notes cars and dirt only where it may come to them, and the first of a round looks for no cars at all."""
    game = create("rallyman", {**any_rally(seed), "players": 2 + seed % 3})
    rng = Random(seed)
    for _ in range(3):
        state = game.start()
        assert isinstance(state, RallymanState)
        while state.kind() != OVER:
            if state.phase >= TURN:
                careful = state.copy()
                careful.crowded = 1
                careful.full, careful.cuts_full = state.spaces_taken()
                reopen(careful)
                assert offers(game, state) == offers(game, careful)
            state.apply(random_move(state, rng))


@pytest.mark.parametrize("seed", range(300, 308))
def test_copies_and_restored_positions_play_on_alike(seed: int) -> None:
    game = create("rallyman", any_rally(seed))
    rng = Random(seed)
    state = game.start()
    while state.kind() != OVER:
        before = state.dump()
        twins = [state.copy(), game.restore(before)]
        move = random_move(state, rng)
        state.apply(move)
        for twin in twins:
            assert twin.dump() == before
            twin.apply(move)
            assert twin.dump() == state.dump()
            assert offers(game, twin) == offers(game, state)
        state = twins[rng.randrange(2)]


@pytest.mark.rule("RM-32", "RM-48", "RM-56")
def test_the_table_of_steps_holds_every_path_of_a_free_road() -> None:
    for seed in range(20):
        game = create("rallyman", any_rally(seed))
        assert isinstance(game, RallymanGame)
        road = game.rally.road(0, 0)
        for cell in range(road.finish * 6):
            known = paths(road, cell // 6, cell % 6, 0) if cell % 6 else []
            row = road.steps[cell * PATHS : cell * PATHS + PATHS]
            assert sorted(taken for taken in row if taken) == sorted(known)
            assert all(taken == 0 or taken & 7 == path for path, taken in enumerate(row))


def test_a_quick_draw_is_the_draw_from_the_listed_outcomes() -> None:
    game = create("rallyman", {"physical_decks": True, "weather": "variable"})
    rng = Random(5)
    state = game.start()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            share = rng.random()
            assert state.draw(share) == random_outcome(state.chance(), share)
        state.apply(random_move(state, rng))


def test_answers_in_traffic_are_kept_in_limited_number() -> None:
    answers = Answers(6, 4)
    for nearby in range(MOST_KEPT + 3):
        assert answers.find(1, 2, nearby) is NOT_ASKED
        assert answers.keep(1, 2, nearby, [nearby % 7]).ids == [nearby % 7]
        assert answers.find(1, 2, nearby).ids == [nearby % 7]
        assert len(answers.busy) <= MOST_KEPT
    assert answers.find(1, 2, 0).ids == [0]
    assert answers.find(0, 2, 0) is answers.find(1, 3, 0) is NOT_ASKED  # rows are not shared once written
