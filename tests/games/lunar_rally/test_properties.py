"""What holds on every position: thousands of crowded random scenes, and whole random games."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lib.hexes import reflect, reflect_direction
from tests.support import advance, step

from parcferme.core.contract import OVER
from parcferme.core.play import Play, replay
from parcferme.core.record import fingerprint
from parcferme.games.lunar_rally.actions import program_in
from parcferme.games.lunar_rally.board.decks import CARDS, DECKS, IDLE
from parcferme.games.lunar_rally.mechanics.programs import LASERS, MISSILES, MOVES, PROGRAMS, STANDS, TURNS
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.games.lunar_rally.rules.placing import may_place
from parcferme.games.lunar_rally.rules.placing_lists import placing_choices
from parcferme.games.lunar_rally.state import PLACE, PROGRAMMED, REPLACE, Position
from parcferme.lib.hexgrid import distance, rotate

from . import reference
from .helpers import lunar
from .reference import Scene
from .scenes import CENTRE, Summary, engine_runs, random_scene, reference_summary

pytestmark = pytest.mark.long

seeds = st.integers(0, 2**32)


@pytest.mark.rule("LR-32", "LR-33", "LR-34", "LR-44", "LR-45", "LR-46", "LR-50", "LR-51", "LR-52", "LR-R42")
@pytest.mark.parametrize("block", range(8))
def test_the_engine_agrees_with_the_plain_reading_of_the_rules(block: int) -> None:
    rng = Random(block)
    for _ in range(300):
        scene = random_scene(rng)
        assert engine_runs(scene) == [plain_reading(scene, number) for number in "12"], scene


def plain_reading(scene: Scene, number: str) -> Summary:
    after = deepcopy(scene)
    reference.execute(after, number)
    return reference_summary(after)


@given(seeds)
@settings(max_examples=600, deadline=None)
def test_the_order_of_seats_does_not_matter(seed: int) -> None:
    rng = Random(seed)
    scene = random_scene(rng)
    colours = rng.sample("BGRY", 4)
    renamed = dict(zip("BGRY", colours, strict=True))
    other = deepcopy(scene)
    other.units = {renamed[name[0]] + name[1]: unit for name, unit in scene.units.items()}
    for one, two in zip(engine_runs(scene), engine_runs(other), strict=True):
        rovers, caches, over, won = one
        mapped = {renamed[name[0]] + name[1]: what for name, what in rovers.items()}
        assert two == (mapped, caches, over, {renamed[c] for c in won})


def turned(scene: Scene, sixths: int, mirrored: bool) -> Scene:
    """The whole scene rotated, and mirrored with the turn cards exchanged."""

    def moved(at: tuple[int, int]) -> tuple[int, int]:
        at = rotate(at, sixths, CENTRE)
        return reflect(at, CENTRE) if mirrored else at

    other = deepcopy(scene)
    for part in ("board", "craters", "dust", "start", "finish", "stations", "caches"):
        setattr(other, part, {moved(at) for at in getattr(scene, part)})
    swapped = {"TL": "TR", "TR": "TL"}
    for unit in other.units.values():
        unit.at = moved(unit.at)
        unit.facing = turned_facing(unit.facing, sixths, mirrored)
        unit.cards = [swapped.get(card, card) if mirrored else card for card in unit.cards]
    return other


def turned_facing(facing: int, sixths: int, mirrored: bool) -> int:
    facing = (facing + sixths) % 6
    return reflect_direction(facing) if mirrored else facing


@given(seeds, st.integers(0, 5), st.booleans())
@settings(max_examples=600, deadline=None)
def test_a_turned_or_mirrored_board_gives_the_turned_or_mirrored_outcome(
    seed: int, sixths: int, mirrored: bool
) -> None:
    scene = random_scene(Random(seed))
    expected = [_turned_summary(summary, scene, sixths, mirrored) for summary in engine_runs(scene)]
    assert engine_runs(turned(scene, sixths, mirrored)) == expected


def _turned_summary(summary: Summary, scene: Scene, sixths: int, mirrored: bool) -> Summary:
    rovers, caches, over, won = summary
    after = deepcopy(scene)
    after.caches = set(caches)
    after.units = {name: deepcopy(scene.units[name]) for name in rovers}
    for name, (at, facing, phases, shields, missiles, armed) in rovers.items():
        unit = after.units[name]
        unit.at, unit.facing, unit.phases = at, facing, phases
        unit.shields, unit.missiles, unit.armed = shields, missiles, armed
    after.over, after.winners = over, won
    return reference_summary(turned(after, sixths, mirrored))


@pytest.mark.rule("LR-42", "LR-49", "LR-53", "LR-62", "LR-80")
@given(seeds)
@settings(max_examples=600, deadline=None)
def test_one_rover_a_hex_one_hex_a_step_and_no_token_from_nowhere(seed: int) -> None:
    scene = random_scene(Random(seed))
    for unit in scene.units.values():
        unit.cards = unit.cards[:1]
    for number, summary in enumerate(engine_runs(scene), 1):
        rovers, caches, _, _ = summary
        cells = [what[0] for what in rovers.values()]
        assert len(set(cells)) == len(cells)
        assert all(at in scene.board and at not in scene.craters for at in cells)
        assert all(distance(what[0], scene.units[name].at) <= 1 for name, what in rovers.items())
        assert all(what[3] == 0 or what[2] == 3 for what in rovers.values())
        change = {name: what[4] - scene.units[name].missiles for name, what in rovers.items()}
        fired = [name for name in change if change[name] < 0]
        taken = [name for name in change if change[name] > 0]
        assert set(change.values()) <= {-1, 0, 1}
        assert all(scene.units[name].cards == ["MI"] and name[1] == str(number) for name in fired)
        assert all(scene.units[name].cards == ["ST"] and name[1] == str(number) for name in taken)
        assert len(scene.caches) - len(caches) - len(taken) in (0, *range(len(scene.units) - len(rovers) + 1))


def test_every_sort_of_crowding_occurs_in_the_random_scenes() -> None:
    """The properties above are worth something: scenes do end, explode, push and tie."""
    rng = Random(5)
    ends = deaths = moves = 0
    for _ in range(400):
        scene = random_scene(rng)
        rovers, _, over, _ = engine_runs(scene)[0]
        ends += over
        deaths += len(rovers) < len(scene.units)
        moves += any(what[0] != scene.units[n].at and n[1] == "2" for n, what in rovers.items())
    assert min(ends, deaths, moves) > 20


@pytest.mark.rule("LR-37", "LR-62", "LR-82")
@pytest.mark.parametrize("seed", range(6))
def test_whole_random_games_keep_the_books(seed: int) -> None:
    game = lunar(players=2 + seed % 3, scenario=("blue", "green", "red", "yellow")[seed % 4], round_cap=40)
    play, rng = Play(game), Random(seed)
    while play.state.kind() != OVER:
        before = play.state.copy()
        assert isinstance(before, LunarState)
        step(play, rng)
        assert isinstance(play.state, LunarState)
        check_programs_fit(before)
        check_books(before.position, play.state.position)
    assert fingerprint(replay(game, play.log).state) == fingerprint(play.state)


def check_programs_fit(state: LunarState) -> None:
    """Whatever is sealed has a card for each phase of its board, and only for those."""
    number = PROGRAMMED[state.position.phase]
    for seat in state.to_act() if number else ():
        phases = state.position.rover(seat, number).phases
        assert {program_in(action).length for action in state.legal(seat)} == {phases}


def check_books(before: Position, after: Position) -> None:
    """One Rover a hex; shields only on whole boards; missiles come from nowhere but new Rovers; cards fit the board."""
    standing = [rover.cell for rover in after.rovers if rover.cell >= 0]
    assert len(set(standing)) == len(standing)
    new = 0
    for rover, earlier in zip(after.rovers, before.rovers, strict=True):
        assert rover.shields == 0 or rover.phases == 3
        assert rover.program.length <= rover.phases
        assert rover.blows == 0, "damage is taken at once (LR-72)"
        new += rover.number if rover.cell >= 0 and earlier.cell < 0 else 0
    assert tokens(after) <= tokens(before) + new


def tokens(position: Position) -> int:
    return int(position.caches).bit_count() + sum(rover.missiles for rover in position.rovers)


@pytest.mark.parametrize("options", [{"players": 4, "scenario": "tokens"}, {"players": 2}, {"players": 3}])
def test_placements_ready_made_are_those_of_the_rule(options: dict[str, object]) -> None:
    game = lunar(**options)
    asked: Counter[int] = Counter()
    for seed in range(8):
        state, rng = game.start(), Random(seed)
        while state.kind() != OVER:
            if state.position.phase in (PLACE, REPLACE):
                asked[state.position.phase] += 1
                assert placing_choices(state.position) == may_place(state.position)
            advance(state, rng)
    assert asked[PLACE] > 0
    assert asked[REPLACE] > 0


@pytest.mark.rule("LR-34", "LR-36", "LR-R11")
def test_each_card_acts_in_its_step() -> None:
    steps = dict.fromkeys(("AT", "F1", "RV"), MOVES) | dict.fromkeys(("TL", "TR"), TURNS)
    steps |= {"LA": LASERS, "MI": MISSILES, "ST": STANDS}
    for deck in DECKS[1:]:
        for program in PROGRAMS[deck.number]:
            acting = [CARDS[card] if deck.effect(card) != IDLE else "" for card in program.cards]
            assert list(program.steps)[: program.length] == [steps.get(card, 0) for card in acting]
            assert not any(list(program.steps)[program.length :])
