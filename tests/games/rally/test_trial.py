"""One car alone in an event (RA-R41)."""

from __future__ import annotations

import pytest
from tests.support import random_play

from parcferme.core.bot import finished
from parcferme.core.errors import BadOption
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.registry import create
from parcferme.core.trial import HOME
from parcferme.games.rally.trial import TRIAL, judge, task

STAGE: dict[str, object] = {"scope": "stage", "route": "1-12-6"}


@pytest.mark.rule("RA-R41", "RA-42")
@pytest.mark.parametrize("options", [STAGE, {"scope": "race", "races": ["montecarlo"]}])
@pytest.mark.parametrize("seed", range(3))
def test_turns_count_then_damages(options: dict[str, object], seed: int) -> None:
    game = create("rally", task(options))
    play = random_play(game, seed)
    found = judge(game, play.log, 0)
    result = finished(play.state)
    assert found is not None
    assert (found.status, found.score[0]) == (HOME, result.measures["turns"][0])
    assert sum(found.detail["stages"]) == found.score[0]
    events: list[Event] = []
    again = Play(game)
    for entry in play.log:
        again.enter(entry, events)
    rolled = [event for event in events if event.kind == "damage"]
    assert found.score[1] <= len(rolled)
    assert judge(game, play.log[:-1], 0) is None


@pytest.mark.rule("RA-R41")
def test_everybody_drives_the_same_and_nobody_lays_the_own_road() -> None:
    assert task({"scope": "race"})["layer"] == "auto"
    assert TRIAL.chance
    wrong: list[dict[str, object]] = [
        {"players": 2},
        {"layer": "last"},
        {"scope": "championship"},
        {"scope": "stage"},
    ]
    for options in wrong:
        with pytest.raises(BadOption):
            task(options)
