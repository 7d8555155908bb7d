"""Driving along a record: choices at any point, other moves tried without changing anything, refusals with a clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parcferme.core.errors import BadNotation
from parcferme.core.play import Play
from parcferme.core.record import read_record
from parcferme.house.lessons import AttemptForm, attempt, choices
from parcferme.house.records import game_of
from parcferme.table.errors import Denied

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"
GAMES = sorted(path.parent.parent.name for path in BOARDS.glob("*/tutorial/record.json"))


def lesson(game: str) -> Play:
    record = read_record((BOARDS / game / "tutorial" / "record.json").read_text("utf-8"))
    return record.replay(game_of(record))


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_move_is_among_the_choices_and_does_what_the_record_says(game: str) -> None:
    play = lesson(game)
    asked = 0
    for at, (who, what) in enumerate(play.log):
        if who != 0 or not isinstance(what, str):
            continue
        asked += 1
        told = choices(play, at, 0)
        assert what in [action.notation for action in told.actions]
        assert told.asked is not None
        first = attempt(play, AttemptForm(at, 0, what)).steps[0]
        assert first.entry == [0, what]
        assert first.view == play.at(at + 1).view(0)
    assert asked


def test_another_move_is_played_to_the_next_decision_always_the_same_way_and_changes_nothing() -> None:
    play = lesson("rallyman")
    before = json.dumps(play.log)
    white = AttemptForm(4, 0, "roll:W/go")
    tried, again = attempt(play, white), attempt(play, white)
    assert [step.entry[0] for step in tried.steps] == [0, "chance"]
    assert tried == again
    assert json.dumps(play.log) == before


def test_where_several_decide_the_others_do_what_they_did() -> None:
    play = lesson("lunar_rally")
    tried = attempt(play, AttemptForm(4, 0, "1:ST.F1.AT"))
    assert tried.steps[0].entry == ["joint", ["1:ST.F1.AT", "1:F1.F1.AT"]]


def test_what_the_rules_refuse_is_refused_with_its_clause() -> None:
    tried = attempt(lesson("rallyman"), AttemptForm(0, 0, "roll:5/go"))
    assert tried.refusal is not None
    assert tried.refusal.clause == "RM-25"
    assert tried.steps == []


def test_nothing_is_asked_where_chance_acts_or_beyond_the_record() -> None:
    play = lesson("rallyman")
    assert choices(play, 1, 0).actions == []
    assert choices(play, 1, 0).asked is None
    for at, seat in ((len(play.log) + 1, 0), (0, 1)):
        with pytest.raises(Denied):
            choices(play, at, seat)
    with pytest.raises(BadNotation):
        attempt(play, AttemptForm(0, 0, "fly"))
