"""Every game with a trial keeps what organisers count on: a task that is driven alone, and marks that compare."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE, Game
from parcferme.core.errors import BadOption
from parcferme.core.play import Play, replay
from parcferme.core.trial import HOME, STATUSES, Mark, Trial, read_mark
from tests.support import random_play, step

TASKS: dict[str, dict[str, object]] = {"rally": {"scope": "stage", "route": "1-12-6"}}  # where a task must be named
TRIALS = [game_id for game_id in registry.game_ids() if registry.part(game_id, "trial") is not None]
DRIVES = 3


def trial_of(game_id: str) -> Trial:
    module = registry.part(game_id, "trial")
    assert module is not None
    found: Trial = module.TRIAL
    return found


@cache
def driven(game_id: str) -> tuple[Game, list[Play]]:
    game = registry.create(game_id, trial_of(game_id).task(TASKS.get(game_id, {})))
    return game, [random_play(game, seed) for seed in range(DRIVES)]


def marks(game_id: str) -> list[Mark]:
    game, plays = driven(game_id)
    found = [trial_of(game_id).judge(game, play.log, 0) for play in plays]
    return [mark for mark in found if mark is not None]


def test_there_are_trials() -> None:
    assert len(TRIALS) >= 4


@pytest.mark.parametrize("game_id", TRIALS)
def test_a_task_is_complete_and_for_one(game_id: str) -> None:
    task = trial_of(game_id).task
    options = task(TASKS.get(game_id, {}))
    assert task(options) == options
    assert options == registry.meta(game_id).options.read(options)
    assert registry.create(game_id, options).players == 1
    with pytest.raises(BadOption):
        task({**TASKS.get(game_id, {}), "players": 2})
    with pytest.raises(BadOption):
        task({"no such option": 1})


@pytest.mark.parametrize("game_id", TRIALS)
def test_every_finished_drive_has_a_mark_and_no_other(game_id: str) -> None:
    game, plays = driven(game_id)
    trial, found = trial_of(game_id), marks(game_id)
    assert len(found) == DRIVES
    for mark in found:
        assert mark.status in STATUSES
        assert len(mark.score) == (1 + len(trial.ties) if mark.status == HOME else 0)
        assert bool(mark.reason) == (mark.status != HOME)
        assert read_mark("mark", mark.to_json()).to_json() == mark.to_json()
        assert not mark.clause or mark.clause in rules(game_id)
    for play in plays:
        assert trial.judge(game, play.log[: len(play.log) // 2], 0) is None
        assert trial.judge(game, [], 0) is None


def rules(game_id: str) -> str:
    return (Path(registry.folder(game_id)) / "RULES.md").read_text("utf-8")


@pytest.mark.parametrize("game_id", TRIALS)
def test_a_mark_is_a_function_of_the_drive(game_id: str) -> None:
    game, plays = driven(game_id)
    again = registry.create(game_id, game.options)
    for play, mark in zip(plays, marks(game_id), strict=True):
        twin = trial_of(game_id).judge(again, replay(again, play.log).log, 0)
        assert twin is not None
        assert twin.to_json() == mark.to_json()


@pytest.mark.parametrize("game_id", TRIALS)
def test_chance_acts_only_where_the_trial_says_so(game_id: str) -> None:
    """A step that can only go one way (a token turned over) is no chance."""
    game, _ = driven(game_id)
    if trial_of(game_id).chance:
        return
    for seed in range(DRIVES):
        play, rng = Play(game), Random(seed)
        while not play.is_over():
            assert play.state.kind() != CHANCE or len(play.state.chance()) == 1
            step(play, rng)


@pytest.mark.parametrize("game_id", TRIALS)
def test_ties_are_parted_into_groups_of_everybody_once(game_id: str) -> None:
    trial = trial_of(game_id)
    home = [mark for mark in marks(game_id) if mark.status == HOME]
    if trial.part is None or not home:
        assert trial.parted_by == ("", "") or trial.part is not None
        return
    groups = trial.part([home[0], home[0], home[0]])
    assert sorted(number for group in groups for number in group.first) == [0, 1, 2]


@pytest.mark.parametrize("game_id", TRIALS)
def test_sheets_are_checked_and_marked_or_neither(game_id: str) -> None:
    trial, (game, _) = trial_of(game_id), driven(game_id)
    assert (trial.check_sheet is None) == (trial.mark_sheet is None)
    if trial.check_sheet is not None:
        assert trial.check_sheet(game, "no sheet at all") != []
        assert trial.check_sheet(game, "") != []


@pytest.mark.parametrize("game_id", TRIALS)
def test_a_leg_more_than_there_is_changes_nothing(game_id: str) -> None:
    trial = trial_of(game_id)
    game, plays = driven(game_id)
    whole = trial.judge(game, plays[0].log, 0)
    assert whole is not None
    if trial.legs:
        last = trial.judge(game, plays[0].log, trial.legs)
        assert last is not None
        assert last.to_json() == whole.to_json()
