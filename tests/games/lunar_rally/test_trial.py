"""One player alone on the Moon (LR-R43)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.core.errors import BadOption
from parcferme.core.play import Play
from parcferme.core.registry import bots, create
from parcferme.core.trial import HOME, RETIRED, Par
from parcferme.games.lunar_rally.actions import CONCEDE
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.games.lunar_rally.trial import TRIAL, check_par, judge, par, task

ALONE = create("lunar_rally", task({"round_cap": 30}))


def drive(level: str, seed: int) -> Play:
    play, bot = Play(ALONE), bots("lunar_rally")[level](ALONE, Random(seed))
    while play.state.kind() != OVER:
        assert play.state.kind() != CHANCE or play.state.chance() == [(play.state.chance()[0][0], 1)]
        if play.state.kind() == CHANCE:
            play.happen(play.state.chance()[0][0])  # the Moon Token is turned over
            continue
        action = bot.choose(play.state.copy(), 0)
        if play.state.kind() == JOINT:
            play.act_jointly([action])
        else:
            play.act(0, action)
    return play


@pytest.mark.rule("LR-R43")
def test_alone_one_drives_to_the_finish_and_turns_phases_and_damage_count() -> None:
    play = drive("clubman", 1)
    found = judge(ALONE, play.log, 0)
    result = play.state.result()
    assert found is not None
    assert result is not None
    assert (found.status, result.reason, result.scores) == (HOME, "finish", [2])
    state = play.state
    assert isinstance(state, LunarState)
    position = state.position
    assert found.score[0] == result.measures["rounds"][0] == position.round
    assert found.score[1] == 3 * (position.moon - 1) + position.revealed
    assert found.score[2] == result.measures["damage"][0]
    assert judge(ALONE, play.log[:-1], 0) is None


@pytest.mark.rule("LR-R43", "LR-R37")
def test_giving_up_alone_is_no_victory() -> None:
    play = Play(ALONE)
    play.act(0, CONCEDE)
    result = play.state.result()
    assert result is not None
    assert result.scores == [0]
    found = judge(ALONE, play.log, 0)
    assert found is not None
    assert (found.status, found.reason, found.clause) == (RETIRED, "conceded", "LR-R37")
    assert ALONE.restore(play.state.dump()).dump() == play.state.dump()


@pytest.mark.rule("LR-R43")
def test_a_position_of_one_alone_is_written_down_and_read_back() -> None:
    play = drive("novice", 3)
    again = Play(ALONE)
    for entry in play.log:
        assert ALONE.restore(again.state.dump()).dump() == again.state.dump()
        again.enter(entry)


@pytest.mark.rule("LR-R43", "LR-R36")
def test_who_is_left_with_one_rover_drives_on() -> None:
    state = ALONE.start()
    assert isinstance(state, LunarState)
    while state.position.phase < 5:  # placed and programmed
        legal = state.legal(0)
        if state.kind() == JOINT:
            state.apply_joint([legal[0]])
        else:
            state.apply(legal[0])
    from parcferme.games.lunar_rally.rules.ending import end_if_settled

    state.position.rover(0, 2).leave()
    assert not end_if_settled(state.position, None)
    state.position.rover(0, 1).leave()
    assert end_if_settled(state.position, None)
    result = state.result()
    assert result is not None
    assert (result.reason, result.scores) == ("destroyed", [0])


@pytest.mark.rule("LR-R43", "LR-R39")
def test_rounds_that_run_out_are_no_arrival() -> None:
    game = create("lunar_rally", task({"round_cap": 1}))
    play = Play(game)
    while play.state.kind() != OVER:
        if play.state.kind() == JOINT:
            play.act_jointly([play.state.legal(0)[0]])
        else:
            play.act(0, play.state.legal(0)[0])
    found = judge(game, play.log, 0)
    assert found is not None
    assert (found.status, found.clause) == (RETIRED, "LR-R39")


@pytest.mark.rule("LR-R43")
def test_a_trial_leaves_nothing_to_chance() -> None:
    assert not TRIAL.chance
    for wrong in ({"players": 2}, {"first": "tokens"}, {"scenario": "tokens"}, {"loose_cards": True}):
        with pytest.raises(BadOption):
            task(dict(wrong))


@pytest.mark.rule("LR-R43")
@pytest.mark.parametrize("scenario", ["blue", "red"])
def test_par_is_proved_and_nobody_is_faster(scenario: str) -> None:
    game = create("lunar_rally", task({"scenario": scenario}))
    assert isinstance(game, LunarGame)
    found = par(game, 0, lambda: True)
    assert found is not None
    assert found.is_proved()
    assert check_par(game, 0, found) == []
    if scenario == "blue":
        mark = judge(ALONE, drive("clubman", 2).log, 0)
        assert mark is not None
        assert mark.score[0] >= found.low


def test_a_par_of_another_map_or_figure_is_refused() -> None:
    game, other = (create("lunar_rally", task({"scenario": name})) for name in ("blue", "red"))
    found = par(game, 0, lambda: True)
    assert found is not None
    assert check_par(other, 0, found) == ["the certificate is of another map"]
    rovers: Any = found.certificate["rovers"]
    one, two = rovers
    assert check_par(game, 0, Par(found.low, found.high, {"rovers": [two]})) != []
    assert check_par(game, 0, Par(found.low, found.high, {"rovers": [{**one, "turns": one["turns"] - 1}, two]})) != []
    assert "are proved" in check_par(game, 0, Par(found.low - 1, found.high - 1, found.certificate))[0]
