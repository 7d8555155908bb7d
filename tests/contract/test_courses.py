"""What the house offers to drive: every course is sound, told in every language, and has the figures that are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.courses import LENGTHS, Course, courses_of, measured
from parcferme.core.text import LANGUAGES, read_texts
from parcferme.lib.simulate import minutes

GAMES = registry.game_ids()
COURSES = [(game, course) for game in GAMES for course in courses_of(game).courses]
each = pytest.mark.parametrize(("game", "course"), COURSES, ids=[f"{game}-{course.id}" for game, course in COURSES])
QUICKEST = [("rallyman", "juniper-evening"), ("rally", "prova")]  # Rally Round's are solved in tests/games/rally_round
FEWEST = {"rally_round": 8, "rallyman": 10, "lunar_rally": 10, "rallye_code": 3, "rally": 5}


@pytest.mark.parametrize("game", GAMES)
def test_there_is_enough_to_drive(game: str) -> None:
    ids = [course.id for course in courses_of(game).courses]
    assert len(ids) >= FEWEST[game]
    assert len(set(ids)) == len(ids)


@each
def test_a_course_can_be_driven_by_as_many_as_may_play(game: str, course: Course) -> None:
    fewest, most = registry.meta(game).seats
    for players in (fewest, most):
        assert registry.create(game, {**course.options, "players": players}).players == players


@each
def test_the_figures_shown_are_those_it_has(game: str, course: Course) -> None:
    assert course.figures
    assert measured(game, course) == course.figures


@pytest.mark.long
@pytest.mark.parametrize(("game", "id"), QUICKEST)
def test_what_takes_a_solver_is_so_as_well(game: str, id: str) -> None:
    course = courses_of(game).find(id)
    assert measured(game, course, prove=True) == course.figures


@pytest.mark.parametrize(("game", "length"), [("lunar_rally", "short"), ("rally", "long"), ("rallye_code", "standard")])
def test_a_preset_lasts_as_long_as_matches_tell(game: str, length: str) -> None:
    known = courses_of(game)
    assert minutes(game, known.presets[length]) == known.minutes[length]


@each
def test_a_course_is_told_in_every_language(game: str, course: Course) -> None:
    assert course.title
    assert course.length in LENGTHS
    assert 1 <= course.difficulty <= 3
    for language in LANGUAGES:
        texts = read_texts(registry.folder(game), language)
        assert texts.entries[f"course.{course.id}"].endswith(".")
        for name, figure in course.figures.items():
            assert str(figure) in texts.say(f"figure.{name}", {name: figure})


@pytest.mark.parametrize("game", GAMES)
def test_every_length_is_a_preset_that_can_be_played_and_is_told(game: str) -> None:
    presets, minutes = courses_of(game).presets, courses_of(game).minutes
    assert tuple(presets) == tuple(minutes) == LENGTHS
    assert [*minutes.values()] == sorted(minutes.values()), "longer ones last longer"
    assert presets["standard"] == {}, "the game as its options are declared"
    for length, options in presets.items():
        for players in registry.meta(game).seats:
            registry.create(game, {**options, "players": players})
        for language in LANGUAGES:
            assert read_texts(registry.folder(game), language).entries[f"preset.{length}"]


@pytest.mark.parametrize("game", GAMES)
def test_every_document_of_the_house_says_whose_it_is_and_is_offered(game: str) -> None:
    folder = registry.folder(game) / "content"
    listed = json.loads((folder / "courses.json").read_text("utf-8"))
    offered = {Path(str(value)[1:]).name for entry in listed["courses"] for value in entry["options"].values()}
    for path in [folder / "courses.json", *(folder / "courses").glob("*.json")]:
        document = json.loads(path.read_text("utf-8"))
        assert document["source"], path.name
        assert document["licence"], path.name
        assert path.name in {*offered, "courses.json"}
