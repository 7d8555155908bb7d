"""The figures of every game: counted from whole matches, told in every language, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.events import Event
from parcferme.core.figures import FORMS, Stat, expected, value
from parcferme.core.play import Play
from parcferme.core.text import LANGUAGES, read_texts
from parcferme.organise.finishes import house_courses
from tests.support import step

GAMES = [game for game in registry.game_ids() if registry.part(game, "figures") is not None]


def played(game_id: str, seed: int) -> tuple[Play, list[Event]]:
    play, events, rng = Play(registry.create(game_id)), list[Event](), Random(seed)
    while not play.is_over():
        step(play, rng, None, events)
    return play, events


def test_every_game_has_figures() -> None:
    assert registry.game_ids() == GAMES


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_is_counted_for_every_seat_and_told_in_every_language(game_id: str) -> None:
    part = registry.part(game_id, "figures")
    assert part is not None
    play, events = played(game_id, 3)
    result = play.state.result()
    assert result is not None
    tallies = part.tally(play.game, events, result)
    assert len(tallies) == play.game.players
    figures: tuple[Stat, ...] = part.STATS
    assert all(any(value(one, tally) is not None for tally in tallies) for one in figures if one.name != "early")
    assert all(one.form in FORMS for one in figures)
    known = {one.over for one in figures} | {one.under for one in figures} | {one.expected for one in figures}
    assert {name for tally in tallies for name in tally} <= known
    for language in LANGUAGES:
        texts = read_texts(registry.folder(game_id), language).entries
        assert all(f"stat.{one.name}{end}" in texts for one in figures for end in ("", ".per"))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_par_of_a_course_is_one_of_its_figures(game_id: str) -> None:
    part = registry.part(game_id, "figures")
    assert part is not None
    courses = house_courses(game_id)
    assert len({course.key for course in courses}) == len(courses)
    assert any(part.PAR in course.figures for course in courses) or not part.PAR


def test_dice_show_what_chance_gives_them_in_the_long_run() -> None:
    part = registry.part("rallyman", "figures")
    assert part is not None
    sums: dict[str, int] = {}
    for seed in range(6):
        play, events = played("rallyman", seed)
        result = play.state.result()
        assert result is not None
        for tally in part.tally(play.game, events, result):
            sums = {name: sums.get(name, 0) + tally.get(name, 0) for name in sums | tally}
    black, white = part.STATS[0], part.STATS[1]
    assert sums["black"] > 300
    for figure, share in ((black, 1 / 3), (white, 1 / 6)):
        assert expected(figure, sums) == pytest.approx(share, abs=1e-5)
        assert value(figure, sums) == pytest.approx(share, abs=0.06)
