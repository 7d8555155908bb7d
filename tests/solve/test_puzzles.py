"""Puzzles: what is clear enough to be one, how they are found, kept and refused, and that the house's own are right."""

from __future__ import annotations

import json
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.courses import courses_of
from parcferme.core.errors import BadContent
from parcferme.core.play import Play
from parcferme.core.record import Record
from parcferme.solve.puzzle_sets import Ground, Recipe, gather, gather_from, puzzles_of, read_set, recipe_of, written
from parcferme.solve.puzzles import EXACT, Choosy, Found, Judged, NoPuzzle, judge, must_be_clear, puzzle_of

GAMES = registry.game_ids()
SAMPLE = 5


def judged(losses: list[float], kind: str = EXACT, error: float = 0.0, unit: str = "seconds") -> Judged:
    return Judged(unit, kind, error, {f"a{n}": loss for n, loss in enumerate(losses)})


def code_of(one: Judged, choices: int | None = None) -> str:
    with pytest.raises(NoPuzzle) as refused:
        must_be_clear(one, len(one.losses) if choices is None else choices)
    return refused.value.code


def test_a_clear_choice_stands_alone_by_more_than_the_margin_and_the_error() -> None:
    must_be_clear(judged([0, 1.0, 9]), 3)
    must_be_clear(judged([0, 0.04, *[2.0] * 6]), 8)  # a tie of two in eight
    must_be_clear(judged([0, 2.6], "estimate", 1.0), 2)
    must_be_clear(judged([0, 4.1], "driver", 1.0, "percent"), 2)
    assert code_of(judged([0, 0.9, 9])) == "close"
    assert code_of(judged([0, 0.04, 9])) == "equal"
    assert code_of(judged([0, 2.4], "estimate", 1.0)) == "unsure"
    assert code_of(judged([0, 3.9], "driver", 1.0, "percent")) == "unsure"
    assert code_of(judged([0, 3.9], "estimate", 0.0)) == "unsure", "an estimate without an error is not believed"
    assert code_of(judged([0, 5.0]), choices=3) == "unsure", "a choice without a figure"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_fifty_puzzles_and_each_is_clear(game: str) -> None:
    """Proved, all of them; two choices have no more than the game's recipe allows."""
    known = puzzles_of(game)
    assert len(known) >= 50
    assert {one.found.judged.kind for one in known.values()} == {EXACT}
    pairs = [one for one in known.values() if len(one.found.judged.losses) == 2]
    assert len(pairs) <= recipe_of(game).pairs * len(known)
    assert len({str([one.ground, one.found.position, one.found.seat]) for one in known.values()}) == len(known)
    answers = [one.found.judged.best()[0] for one in known.values()]
    assert max(answers.count(one) for one in set(answers)) <= 0.6 * len(answers), "one answer would do for most"


@pytest.mark.parametrize("game", GAMES)
def test_positions_restore_and_their_choices_are_the_legal_ones(game: str) -> None:
    for puzzle in Random(game).sample(list(puzzles_of(game).values()), SAMPLE):
        made = registry.create(game, puzzle.options(), puzzle.rules)
        state = made.restore(puzzle.found.position)
        assert state.dump() == puzzle.found.position
        assert {made.format(action) for action in state.legal(puzzle.found.seat)} == set(puzzle.found.judged.losses)


@pytest.mark.parametrize("game", GAMES)
def test_asked_anew_the_games_own_advice_says_the_same(game: str) -> None:
    """On the shortest course: the tables of some games take their time."""
    courses = {course.id: course.length != "short" for course in courses_of(game).courses}
    puzzle = min(
        puzzles_of(game).values(), key=lambda one: (courses.get(one.ground.course, True), len(one.found.judged.losses))
    )
    made = registry.create(game, puzzle.options(), puzzle.rules)
    again, kept = judge(made, made.restore(puzzle.found.position), puzzle.found.seat), puzzle.found.judged
    assert (again.best(), again.kind, again.unit) == (kept.best(), kept.kind, kept.unit)
    assert again.losses == pytest.approx(kept.losses, abs=0.011)


def test_one_that_is_not_clear_is_refused_by_its_name() -> None:
    entry = next(iter(puzzles_of("rally").values())).to_json()
    losses = entry["losses"]
    assert isinstance(losses, dict)
    spoilt = {**entry, "id": "spoilt", "losses": dict.fromkeys(losses, 0.0)}
    with pytest.raises(BadContent, match=r"spoilt.*no clear best choice"):
        read_set("rally", {"puzzles": [entry, spoilt]})
    with pytest.raises(BadContent, match=r"broken.*no puzzle"):
        read_set("rally", {"puzzles": [{"id": "broken"}]})


def test_a_set_is_found_again_from_the_same_seed_and_reads_as_it_was_written() -> None:
    recipe = Recipe([Ground("turini", {"players": 1})], "7", 0.5)
    first, second = (list(gather("rally", recipe, 2)) for _ in range(2))
    assert len(first) == 2
    assert first == second
    assert list(read_set("rally", json.loads(written(recipe, first))).values()) == first


@pytest.mark.parametrize("game", GAMES)
def test_the_command_makes_the_games_own_set(game: str) -> None:
    """Its first puzzle: the whole set takes minutes."""
    known = list(puzzles_of(game).values())
    assert next(gather(game, recipe_of(game), len(known))) == known[0]


def test_where_only_what_is_proved_will_do_an_estimate_is_no_puzzle() -> None:
    game = registry.create("rallyman", {"players": 2})
    state = game.start()
    while state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    with pytest.raises(NoPuzzle) as refused:
        judge(game, state, state.to_act()[0], proved=True)
    assert refused.value.code == "unsure"


def test_matches_that_people_have_driven_are_looked_through() -> None:
    game = registry.create("rally", Ground("turini", {"players": 1}).of("rally"))
    play, dice = Play(game), Seeded("driven")
    while play.state.kind() != OVER:
        if play.state.kind() == CHANCE:
            play.happen(dice.draw(play.state.chance()))
        else:
            play.act(0, play.state.legal(0)[-1])
    record = Record("rally", game.version, game.options, ["Anna"], play.log, [], None, {})
    (first,) = gather_from([record], 1)
    assert first.found.judged.kind == EXACT
    assert "Anna" not in json.dumps(first.to_json())
    driven = [play.at(n).resample(0, Random("puzzle")).dump() for n in range(len(play.log))]
    assert first.found.position in driven
    assert list(gather_from([record], 1)) == [first]


def test_nothing_that_the_seat_cannot_know_is_in_the_position() -> None:
    """The position of a puzzle is one the seat cannot tell from the real one."""
    puzzle = next(iter(puzzles_of("lunar_rally").values()))
    game = registry.create("lunar_rally", puzzle.options())
    state = game.restore(puzzle.found.position)
    assert (
        puzzle_of(game, state, puzzle.found.seat).position == state.resample(puzzle.found.seat, Random("puzzle")).dump()
    )


def test_a_set_is_no_bore() -> None:
    choosy = Choosy(8)
    same = [Found(str(n), {}, 0, judged([0, 5.0]), 1500) for n in range(9)]
    assert [choosy.takes(one) for one in same].count(True) == 5
    assert not choosy.takes(same[0]), "none twice"
    easy = [Found(f"e{n}", {}, 0, Judged("seconds", EXACT, 0.0, {f"b{n}": 0.0, "c": 9.0}), 1200) for n in range(9)]
    choosy = Choosy(8)
    assert [choosy.takes(one) for one in easy].count(True) == 5
    choosy = Choosy(8, easy=0.25)
    assert [choosy.takes(one) for one in easy].count(True) == 2
