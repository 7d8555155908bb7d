"""Playthroughs to read, and finished games for each way a game ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.games.rally.helpers import make
from tests.support import check_golden, playthrough, step

from parcferme.core.contract import CHANCE, JOINT, OVER, State
from parcferme.core.play import Play
from parcferme.core.record import read_record, record_of
from parcferme.core.registry import create_recorded
from parcferme.games.rally.drive.bots import BOTS
from parcferme.games.rally.rules.game import RallyGame, RallyState

HERE = Path(__file__).parent


def drivers(game: RallyGame, levels: list[str]) -> Callable[[State, int], int]:
    """Bots as choosers; they see the position as their seat may."""
    bots = [BOTS[level](game, Random(seat)) for seat, level in enumerate(levels)]
    rng = Random(99)
    return lambda state, seat: bots[seat].choose(state.resample(seat, rng), seat)


def test_one_stage(update_golden: bool) -> None:
    game = make(players=3, scope="stage")
    text = playthrough(game, 4, drivers(game, ["clubman", "clubman", "novice"]))
    check_golden(HERE / "playthroughs" / "stage.txt", text, update_golden)


def test_one_race_with_its_special_stage(update_golden: bool) -> None:
    game = make(players=2, races=["svezia"], specials=True, layer="auto")
    text = playthrough(game, 7, drivers(game, ["clubman", "novice"]))
    check_golden(HERE / "playthroughs" / "race.txt", text, update_golden)


KEPT = (
    "race ",
    "start_order",
    "setup ",
    "stage ",
    "special_stage",
    "eliminated",
    "stage_over",
    "race_over",
    "game_over",
)


def test_a_championship_of_six_with_its_final_table(update_golden: bool) -> None:
    """Eight races are long: of each step only what a newspaper would print is kept."""
    game = make(players=6, scope="championship", specials=True)
    text = playthrough(game, 1980, drivers(game, ["clubman"] * 5 + ["novice"]))
    lines = text.splitlines()
    kept = [line for line in lines[:-2] if line.startswith("    ") and line[12:].startswith(KEPT)]
    report = "\n".join([lines[0], "", *kept, *lines[-2:]]) + "\n"
    check_golden(HERE / "playthroughs" / "championship.txt", report, update_golden)
    points = [int(word) for word in text.rsplit("'points': [", 1)[1].split("]")[0].split(",")]
    assert sum(points) >= 8 * 25  # 9 + 6 + 4 + 3 + 2 + 1 a race, ties only add
    assert min(points) == points[5]  # the novice


RECORDS = {
    "stage": {"players": 2, "scope": "stage", "route": "1-12-6"},
    "race": {"players": 3, "races": ["italia"], "specials": True, "layer": "auto"},
    "championship": {"players": 2, "scope": "championship", "races": ["italia", "marocco"], "layer": "auto"},
    "time_trial": {"players": 1, "scope": "stage", "route": "2-15-9"},
}


@pytest.mark.parametrize("reason", sorted(RECORDS))
def test_finished_games_replay_to_their_result(reason: str, update_golden: bool) -> None:
    path = HERE / "records" / f"{reason}.json"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        play = finished(RECORDS[reason])
        path.write_text(record_of(play, ["clubman"] * play.game.players).to_text(), "utf-8")
    record = read_record(path.read_text("utf-8"))
    play = record.replay(create_recorded(record))
    result = play.state.result()
    assert result is not None
    assert result.reason == reason
    conserve(play)


def finished(options: dict[str, object]) -> Play:
    game = make(**options)
    choose = drivers(game, ["clubman"] * game.players)
    play, rng = Play(game), Random(3)
    while play.state.kind() != OVER:
        step(play, rng, choose)
    return play


def conserve(play: Play) -> None:
    """Every stage that belongs to the game was scored once, and its turns agree with its scores."""
    state, game = play.state, play.game
    assert isinstance(state, RallyState)
    assert isinstance(game, RallyGame)
    stages = [(race, stage) for race, specs in enumerate(game.tables.stages) for stage in range(len(specs))]
    assert [(row.race, row.stage) for row in state.sheet] == stages
    players = game.players
    for row in state.sheet:
        finished_cars = [seat for seat in range(players) if row.turns[seat] > 0]
        gaps = {row.scores[seat] - row.turns[seat] for seat in finished_cars}
        assert len(gaps) <= 1  # score A is the turns driven, less the same for everybody


def test_kinds_of_nodes_of_a_race() -> None:
    play = finished(RECORDS["race"])
    again, kinds = Play(play.game), set()
    for entry in play.log:
        kinds.add(again.state.kind())
        again.enter(entry)
    assert {CHANCE, JOINT} < kinds
