"""Finished games on paper, one for each way a game ends: they replay to the same result, with all the money there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.support import step

from parcferme.core.play import Play
from parcferme.core.record import read_record, record_of
from parcferme.core.registry import bots, create, create_recorded
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState

from .helpers import amounts

HERE = Path(__file__).parent / "records"
HARSH = {"name": "harsh", "cards": [{"offence": True, "amount": 20_000, "text": {"en": "without brakes"}}]}
ENDS: dict[str, dict[str, object]] = {
    "rounds": {"players": 4, "edition": "A", "rounds": 8},
    "time": {"players": 3, "edition": "B", "limit": "clock", "cap": 30},
    "cap": {"players": 2, "edition": "A", "limit": "survivor", "cap": 10},
    "last_survivor": {"players": 5, "edition": "B", "limit": "survivor", "deck": HARSH},
}


def written(reason: str) -> str:
    """A game of clubmen; by the clock, everybody calls time after a while."""
    game = create("rallye_code", ENDS[reason])
    driver = bots("rallye_code")["clubman"](game, Random(reason))
    play, rng = Play(game), Random(f"{reason} record")
    while not play.is_over():
        step(play, rng, driver.choose)
        if reason == "time" and len(play.log) == 60:
            for seat in range(game.players):
                play.act(seat, game.parse("bell"))
    return record_of(play, ["clubman"] * game.players).to_text()


@pytest.mark.rule("RC-08", "RC-09")
@pytest.mark.parametrize("reason", sorted(ENDS))
def test_a_recorded_game_replays_to_its_end(reason: str, update_golden: bool) -> None:
    path = HERE / f"{reason}.json"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(reason), "utf-8")
    record = read_record(path.read_text("utf-8"))
    play = record.replay(create_recorded(record))
    result = play.state.result()
    assert result is not None
    assert result.reason == reason


@pytest.mark.rule("RC-04")
@pytest.mark.parametrize("reason", sorted(ENDS))
def test_no_franc_is_lost_in_a_recorded_game(reason: str) -> None:
    record = read_record((HERE / f"{reason}.json").read_text("utf-8"))
    game = create_recorded(record)
    assert isinstance(game, RallyeCode)
    play = Play(game)
    for entry in record.log:
        play.enter(entry)
        assert isinstance(play.state, RallyeState)
        money = amounts(play.state)
        assert sum(money) == 50_000 * game.tables.cars
        assert min(money) >= 0
