"""Championships of the house: which events they have, and that each of them is an event the game can hold."""

from __future__ import annotations

import pytest

from parcferme.core.content import read_document
from parcferme.core.courses import courses_of
from parcferme.core.errors import ParcFermeError
from parcferme.core.registry import folder, game_ids
from parcferme.organise.moments import DAY
from parcferme.organise.regulations import read_regulations
from parcferme.organise.seasons import season_regulations, seasons, stages_of

OPENS = 1_796_112_000_000


@pytest.mark.parametrize("season", seasons())
def test_every_season_can_be_opened_as_it_stands(season: str) -> None:
    made = [read_regulations(lines, {}) for lines in season_regulations(season, OPENS, 7, "Hilke")]
    assert len(made) >= (5 if season == "mixed" else 8)
    assert [one.opens for one in made] == [OPENS + n * 7 * DAY for n in range(len(made))]
    assert [one.closes for one in made[:-1]] == [one.opens for one in made[1:]]
    assert len({one.title for one in made}) == len(made)


def test_rally_is_driven_through_the_calendar_of_its_book() -> None:
    calendar = read_document(folder("rally") / "content" / "calendar.json")["races"]
    assert isinstance(calendar, list)
    driven = [courses_of("rally").find(course).options["races"] for _, course in stages_of("rally")]
    assert driven == [[race["id"]] for race in calendar]
    named = [str(lines["title"]).split(":")[0] for lines in season_regulations("rally", OPENS, 7, "Hilke")]
    assert named == [race["name"] for race in calendar]


def test_rally_round_has_routes_on_which_nobody_is_without_penalties() -> None:
    pars = [courses_of("rally_round").find(course).figures["par"] for _, course in stages_of("rally_round")]
    assert len(pars) >= 8
    assert min(pars) > 0


def test_the_mixed_one_has_every_game_once() -> None:
    assert [game for game, _ in stages_of("mixed")] == game_ids()


def test_a_season_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(ParcFermeError, match="mixed"):
        stages_of("rallye_code")
