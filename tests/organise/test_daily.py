"""Today's stage follows from the date; a run of days forgives one a month; seasons have courses worth driving."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parcferme.core.courses import courses_of
from parcferme.core.errors import ParcFermeError
from parcferme.core.registry import game_ids
from parcferme.organise.daily import daily_id, daily_regulations, day_of, run_of_days, stage_of
from parcferme.organise.regulations import read_regulations
from parcferme.organise.seasons import season_regulations, seasons, stages_of

DAY = 20_774  # 2026-11-17


def test_a_day_has_its_stage_and_games_come_in_turn() -> None:
    assert (daily_id(DAY), day_of(daily_id(DAY))) == ("daily-2026-11-17", DAY)
    games = [stage_of(DAY + n)[0] for n in range(8)]
    assert len(set(games[:4])) == 4
    assert games[:4] == games[4:]
    assert len({stage_of(DAY + 3 + 4 * n)[1].id for n in range(12)}) > 3


def test_some_stages_are_drawn_by_lot_the_same_on_every_server() -> None:
    drawn = [day for day in range(DAY, DAY + 6) if stage_of(day)[1].id.startswith("daily/")]
    assert 0 < len(drawn) < 6
    game, course = stage_of(drawn[0])
    stage_of.cache_clear()
    assert stage_of(drawn[0])[1].to_json() == course.to_json()
    assert course.title
    assert course.figures
    assert course.options not in [house.options for house in courses_of(game).courses]


@pytest.mark.parametrize("day", range(DAY, DAY + 8))
def test_every_stage_is_a_whole_trial_of_one_day(day: int) -> None:
    made = read_regulations(daily_regulations(day), {})
    assert made.closes - made.opens == 86_400_000
    assert (made.submissions, made.results) == (1, "open")


def test_a_run_counts_days_driven_and_forgives_one_a_month() -> None:
    run = set(range(DAY - 9, DAY + 1))
    assert run_of_days(run, DAY) == 10
    assert run_of_days(run - {DAY}, DAY) == 9  # today may still be driven
    assert run_of_days(run - {DAY - 3}, DAY) == 9
    assert run_of_days(run - {DAY - 3, DAY - 6}, DAY) == 5
    assert run_of_days(run - {DAY - 3, DAY - 4}, DAY) == 3
    assert run_of_days(set(), DAY) == 0
    assert run_of_days({DAY - 20}, DAY) == 0


def test_seasons_have_courses_worth_driving_and_the_mixed_one_every_game() -> None:
    assert "mixed" in seasons()
    assert sorted(game for game, _ in stages_of("mixed")) == game_ids()
    for game, id in stages_of("rally_round"):
        assert courses_of(game).find(id).figures["par"] > 0
    assert len(stages_of("rally_round")) >= 8
    with pytest.raises(ParcFermeError, match="there is no season"):
        stages_of("winter")


@pytest.mark.parametrize("season", ["mixed", "rally"])
def test_the_events_of_a_season_follow_each_other(season: str) -> None:
    made = [read_regulations(lines, {}) for lines in season_regulations(season, DAY * 86_400_000, 7, "Hilke")]
    assert all(one.closes == two.opens for one, two in pairwise(made))
