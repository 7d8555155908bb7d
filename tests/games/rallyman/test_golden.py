"""Whole rallies as they were played: readable playthroughs, and records of each way a rally ends."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.support import check_golden, playthrough

from parcferme.core.record import read_record
from parcferme.core.registry import bots, create, create_recorded
from parcferme.games.rallyman.drive.drivers import ByCourse

HERE = Path(__file__).parent


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "options", "seed"),
    [
        ("solo", {"players": 1, "stages": ["J1-J4", "C3-C8", "V7-V8"]}, 1),
        ("snow", {"players": 2, "weather": "variable", "stages": ["J2-J3", "C6-C7", "L8-L9"]}, 2),
    ],
)
def test_golden_playthroughs(name: str, options: dict[str, object], seed: int, update_golden: bool) -> None:
    game = create("rallyman", options)
    drivers = [ByCourse(game, Random(seed), 0.0), bots("rallyman")["novice"](game, Random(seed))]
    text = playthrough(game, seed, lambda state, seat: drivers[seat].choose(state.copy(), seat))
    check_golden(HERE / "playthroughs" / f"{name}.txt", text, update_golden)


@pytest.mark.parametrize(("name", "reason"), [("finished", "finished"), ("all_retired", "all_retired")])
def test_recorded_rallies_replay_to_their_end(name: str, reason: str) -> None:
    record = read_record((HERE / "records" / f"{name}.json").read_text("utf-8"))
    result = record.replay(create_recorded(record)).state.result()
    assert result is not None
    assert result.reason == reason
