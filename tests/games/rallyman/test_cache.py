"""What the rules look up against what they work out: the quick way and the careful one lead to the same positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from parcferme.core.chance import random_outcome
from parcferme.core.contract import CHANCE, OVER, Game, State
from parcferme.core.registry import create
from parcferme.games.rallyman.actions import ATTACK, WHITE, die_of, path_of
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.mechanics.attack import attacks
from parcferme.games.rallyman.mechanics.paths import CLEAR, Obstacles, Step, forced_step, paths
from parcferme.games.rallyman.mechanics.track import MOST_KEPT, Track
from parcferme.games.rallyman.rules.cache import step_of
from parcferme.games.rallyman.rules.choices import chain_actions, place_actions, turn_actions
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.rules.menu import NOT_ASKED, Menu, MenuTable
from parcferme.games.rallyman.rules.overtaking import obstacles_for
from parcferme.games.rallyman.rules.phases import PHASES
from parcferme.games.rallyman.state import CHAIN, DIE, PLACING, TURN

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


PLAIN = {TURN: turn_actions, CHAIN: chain_actions, PLACING: place_actions}


def rallies(seeds: range, least: int = 1) -> Iterator[RallymanState]:
    """Every position of random rallies over random roads."""
    for seed in seeds:
        options = any_rally(seed)
        game = create("rallyman", {**options, "players": max(least, int(str(options["players"])))})
        rng = Random(seed)
        for _ in range(3):
            state = game.start()
            assert isinstance(state, RallymanState)
            while state.kind() != OVER:
                yield state
                state.apply(random_move(state, rng))


@pytest.mark.rule("RM-24", "RM-28", "RM-38", "RM-R06", "RM-R30")
def test_what_is_looked_up_is_what_the_plain_rules_say() -> None:
    """Menus and steps of the cache beside the same worked out anew, on a track that remembers nothing."""
    seen = 0
    for state in rallies(range(100, 124)):
        if state.phase in PLAIN:
            menus = state.menus[state.car.tyres]
            known = menus.track
            menus.track = Track(state.road, state.car.tyres, remembers=False)
            assert state.menu.ids == PLAIN[state.phase](state)
            menus.track = known
            for action in state.menu.ids:
                if 8 <= action < ATTACK:
                    step, plain = step_of(state, action), plain_step(state, action)
                    assert [getattr(step, name) for name in STEP] == [getattr(plain, name) for name in STEP]
            seen += 1
    assert seen > 3000


STEP = ("path", "effect", "pose", "space", "cut")


def plain_step(state: RallymanState, action: int) -> Step:
    gear = state.car.gear if die_of(action) >= WHITE else die_of(action) + 1
    found = [s for s in paths(state.road, state.car.space, gear, state.obstacles) if s.path == path_of(action)]
    return found[0] if found else forced_step(state.road, state.car.space, state.obstacles)


@pytest.mark.rule("RM-53", "RM-72", "RM-73", "RM-74", "RM-75", "RM-76", "RM-R30")
def test_what_a_turn_does_not_note_ahead_would_change_nothing() -> None:
    """A turn notes cars and dirt only where it may come to them; here it notes all of them."""
    clear = 0
    for state in rallies(range(200, 216), least=2):
        if state.phase in PLAIN:
            careful = state.copy()
            careful.obstacles = obstacles_for(careful, careful.car)
            clear += state.obstacles is CLEAR and careful.obstacles.full != 0
            assert state.menu.ids == PLAIN[state.phase](careful)
    assert clear > 100


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


@pytest.mark.rule("RM-37", "RM-R06")
def test_a_track_remembers_what_it_would_work_out_anew() -> None:
    """On the free road and behind every obstacle: paths, and the families of dice that can be driven."""
    for seed in range(12):
        game = create("rallyman", any_rally(seed))
        assert isinstance(game, RallymanGame)
        road, rng = game.rally.road(0, 1), Random(seed)
        for tyres in (0, 1):
            known, plain = Track(road, tyres), Track(road, tyres, remembers=False)
            for obstacles in (CLEAR, *[some_obstacles(rng, road) for _ in range(4)]):
                space, gear = rng.randrange(road.finish), rng.randint(0, 5)
                for _ in range(2):
                    assert attacks(known, space, gear, obstacles) == attacks(plain, space, gear, obstacles)
                    for one in range(1, 6):
                        ours, theirs = known.paths(space, one, obstacles), plain.paths(space, one, obstacles)
                        assert [[getattr(s, n) for n in STEP] for s in ours] == [
                            [getattr(s, n) for n in STEP] for s in theirs
                        ]


def some_obstacles(rng: Random, road: Road) -> Obstacles:
    spaces = range(1, road.finish)
    dirt, full, cuts = ([s for s in spaces if rng.random() < 0.15] for _ in range(3))
    return Obstacles(sum(1 << s for s in dirt), sum(1 << s for s in full), sum(1 << s for s in cuts))


def test_a_quick_draw_is_the_draw_from_the_listed_outcomes() -> None:
    game = create("rallyman", {"physical_decks": True, "weather": "variable"})
    rng = Random(5)
    state = game.start()
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            share = rng.random()
            assert state.draw(share) == random_outcome(state.chance(), share)
        state.apply(random_move(state, rng))


def test_a_move_does_what_the_row_of_its_phase_says() -> None:
    game = create("rallyman", {"weather": "variable", "players": 3})
    rng = Random(8)
    state = game.start()
    met: set[int] = set()
    while state.kind() != OVER:
        twin = state.copy()
        assert isinstance(twin, RallymanState)
        met.add(twin.phase)
        move = random_move(state, rng)
        PHASES[twin.phase].handler(twin, move, None)
        state.apply(move)
        assert state.dump() == twin.dump()
    assert met >= {TURN, CHAIN, DIE, PLACING}


def test_answers_in_traffic_are_kept_in_limited_number() -> None:
    answers = MenuTable(6, 4, {})
    for nearby in range(MOST_KEPT + 3):
        assert answers.find(1, 2, nearby) is NOT_ASKED
        assert answers.keep(1, 2, nearby, [nearby % 7]).ids == [nearby % 7]
        assert answers.find(1, 2, nearby).ids == [nearby % 7]
        assert len(answers.busy) <= MOST_KEPT
    assert answers.find(1, 2, 0).ids == [0]
    assert answers.find(0, 2, 0) is answers.find(1, 3, 0) is NOT_ASKED  # rows are not shared once written


def test_menus_with_the_same_choices_are_one_unless_legs_hang_on_them() -> None:
    same: dict[tuple[int, ...], Menu] = {}
    turns, places = MenuTable(6, 4, same), MenuTable(6, 4, same, has_legs=True)
    assert turns.keep(0, 1, 0, [3, 5]) is turns.keep(1, 2, 0, [3, 5])
    assert places.keep(0, 1, 0, [3, 5]) is not places.keep(1, 2, 0, [3, 5])
    assert places.find(0, 1, 0).ids is turns.find(0, 1, 0).ids
    assert places.keep(2, 1, 0, []) is places.keep(3, 1, 0, [])  # the attack is over: nothing hangs there
