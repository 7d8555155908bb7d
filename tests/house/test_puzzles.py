"""Puzzles as they are told: nothing of the answer before a choice, what a try moves, what comes next."""

from __future__ import annotations

import pytest

from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.house import catalogue, puzzles
from parcferme.house.catalogue import content_files, kit
from parcferme.house.codec import encode_text
from parcferme.house.puzzle_ratings import START, FirstTry, Rated, fold, moved, stars
from parcferme.house.puzzle_tries import OwnTask, Past
from parcferme.solve.puzzle_sets import Puzzle, puzzles_of
from parcferme.table.errors import Denied
from parcferme.table.table import Table

GAMES = registry.game_ids()


def one(game: str = "rally") -> Puzzle:
    return next(iter(puzzles_of(game).values()))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_answer_leaves_before_a_choice(game: str) -> None:
    """The same question whichever choice is best: turning the answer round changes nothing that is sent."""
    puzzle = one(game)
    turned = puzzle.found.judged.losses
    other = dict(zip(turned, reversed(turned.values()), strict=True))
    lied = puzzle._replace(found=puzzle.found._replace(judged=puzzle.found.judged._replace(losses=other)))
    assert encode_text(puzzles.asked(puzzle, 1500, False)) == encode_text(puzzles.asked(lied, 1500, False))
    assert "puzzles.json" not in content_files(game)
    assert puzzle.id.encode() not in kit(game, "en")


def test_how_far_it_is_to_the_finish_after_each_program_is_the_puzzle_and_not_told() -> None:
    """At a table it is: there the odds say so."""
    puzzle = one("lunar_rally")
    state, seat = puzzles.game_of(puzzle).restore(puzzle.found.position), puzzle.found.seat
    odds = {fact.key for id in state.legal(seat) for fact in catalogue.odds(state, puzzles.game_of(puzzle), seat, id)}
    told = {fact.key for action in puzzles.asked(puzzle, 1500, False).actions for fact in action.odds or []}
    assert odds - told == {"odds.clock"}


@pytest.mark.parametrize("game", GAMES)
def test_ones_own_is_proved_where_its_position_admits_it_and_says_so(game: str) -> None:
    lengths = {course.id: course.length != "short" for course in courses_of(game).courses}
    house = min(puzzles_of(game).values(), key=lambda one: lengths.get(one.ground.course, True))
    task = OwnTask(game, house.rules, house.options(), house.found.position, [], house.found.seat)
    text, refused = puzzles.own(task)
    assert not refused
    made = puzzles.kept_puzzle("own", game, text)
    assert made.found.judged.best() == house.found.judged.best()
    assert puzzles.asked(made, 1500, False).exact
    told, _ = puzzles.answered(made, made.found.judged.best()[0], puzzles.nothing_tried(made), 1, False)
    assert (told.kind, told.error) == ("exact", 0.0)


def test_the_first_try_counts_and_later_ones_are_practice() -> None:
    puzzle, past = one(), puzzles.nothing_tried(one())
    best, *_, worst = puzzle.found.judged.losses
    told, kept = puzzles.answered(puzzle, worst, past, 7, True)
    assert kept is not None
    assert (told.right, told.counted, told.answers, kept.day) == (False, True, 1, 7)
    assert told.gained < 0
    assert told.yours == START + told.gained
    assert [row.chosen for row in told.choices if row.action == worst] == [1]
    later = Past(kept, Rated(kept.own, 1), Rated(kept.theirs, 1), {worst: 1})
    again, nothing = puzzles.answered(puzzle, best, later, 8, True)
    assert nothing is None
    assert (again.right, again.counted, again.gained, again.answers) == (True, False, 0, 1)
    with pytest.raises(Denied):
        puzzles.answered(puzzle, "no such thing", past, 7, True)


def test_a_puzzle_of_somebodys_own_rates_nobody() -> None:
    puzzle = one()
    told, kept = puzzles.answered(puzzle, puzzle.found.judged.best()[0], puzzles.nothing_tried(puzzle), 1, False)
    assert kept is not None
    assert (told.yours, told.gained, kept.own, kept.theirs) == (None, 0, START, puzzle.found.rating)


def test_ratings_are_a_fold_of_first_tries() -> None:
    tries = [FirstTry("ann", "x", True), FirstTry("ann", "x", False), FirstTry("ben", "x", False)]
    people, known = fold(tries, lambda id: 1600)
    ann, x = moved(Rated(START, 0), Rated(1600, 0), True)
    ben, x = moved(Rated(START, 0), x, False)
    assert (people, known) == ({"ann": ann, "ben": ben}, {"x": x})
    assert ann.rating > START > ben.rating
    assert ann.rating - START > START - ben.rating, "a harder puzzle gives more than it takes"
    assert [stars(rating) for rating in (1200, 1400, 1700)] == [1, 2, 3]


def test_today_has_one_of_each_game_and_another_tomorrow() -> None:
    days = [[puzzle.id for puzzle in puzzles.today(day)] for day in (20_000, 20_000, 20_001)]
    assert days[0] == days[1] != days[2]
    assert [puzzle.game for puzzle in puzzles.today(20_000)] == GAMES
    assert puzzles.streak([3, 4, 5], 5) == puzzles.streak([3, 4, 5], 6) == 3
    assert puzzles.streak([3, 5], 6) == 1
    assert puzzles.streak([], 6) == 0


def test_the_next_one_is_untried_and_of_the_game_asked_for() -> None:
    known = list(puzzles_of("rally"))
    left = puzzles.following("rally", set(known[1:]), 1500, "")
    assert left == known[0]
    assert puzzles.following("rally", set(known), 1500, known[0]) in known[1:]
    other = puzzles.house_puzzle(puzzles.following("", set(), 1500, known[0]))
    assert other is not None
    assert other.game != "rally"


@pytest.mark.parametrize("game", GAMES)
def test_one_drives_on_from_the_position(game: str) -> None:
    puzzle = one(game)
    setup, seats = puzzles.drive(puzzle)
    table = Table(setup, bytes(32))
    assert table.play.state.dump() == puzzle.found.position
    assert [wish.kind for wish in seats].index("me") == puzzle.found.seat
