from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.play import STRIDE, replay
from parcferme.core.record import fingerprint, read_record
from parcferme.house.catalogue import known_to
from parcferme.house.frames import frames
from parcferme.house.positions import Happened
from parcferme.house.telling import followed_eyes
from parcferme.table import bots, seating
from parcferme.table.export import BLANK, log_for, record_for
from tests.table.helpers import club, play_out, play_some, position

FIELDS = ("game", "rules", "options", "level", "seat", "node", "seed", "dump", "seconds")


def told(lines: list[bytes]) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines]


def test_each_audience_counts_its_own_messages_without_gaps() -> None:
    made = club("toy_bids", players=3)
    made.act(0, "bid:0")
    made.act(0, "bid:11")  # silent for the others
    made.act(0, "bid:222")
    made.act(1, "bid:0")
    for audience, lines in made.told.items():
        assert [line["n"] for line in told(lines)] == list(range(1, len(lines) + 1)), audience
    assert len(made.told[0]) == len(made.told[None]) + 2


def test_a_seat_sees_its_own_seal_and_others_only_that_it_sealed() -> None:
    made = club("toy_bids")
    made.act(0, "bid:3333")
    own, other = (told(made.told[seat])[-1]["position"] for seat in (0, 1))
    assert isinstance(own, dict)
    assert isinstance(other, dict)
    assert own["own_seal"] == "bid:3333"
    assert other["own_seal"] is None
    assert other["sealed"] == [0]
    another = club("toy_bids")
    another.act(0, "bid:0")
    assert another.told[1] == made.told[1]


def test_actions_are_offered_to_the_seat_that_decides_only() -> None:
    made = club("toy_dash")
    assert [action.id for action in position(made.table, 0).actions] == [0, 1]
    assert [action.id for action in position(made.table, 0).interrupts] == [4]
    for audience in (1, None):
        assert position(made.table, audience).actions == []
    assert [action.id for action in position(made.table, 1).interrupts] == [4]
    assert position(made.table, None).interrupts == []


@pytest.mark.parametrize("game", registry.game_ids())
def test_what_a_seat_cannot_know_is_redrawn_by_the_same_chance_in_every_game(game: str) -> None:
    """Chance is seeded only where a game draws: whether it was asked for a number, a card or an order."""
    made = club(game)
    for _ in range(8):
        play_some(made, 3)
        state = made.table.play.state
        for seat in range(len(made.table.seats)):
            assert known_to(state, seat).dump() == state.resample(seat, Random(0)).dump()


def test_what_is_hidden_is_redrawn() -> None:
    told = set()
    for place in ("0", "xx2", "xxx3"):
        made = club("toy_hide")
        made.act(0, f"hide:{place}")
        told.add(json.dumps(known_to(made.table.play.state, 1).dump()))
    assert len(told) == 1


def test_a_line_follows_the_play_where_its_person_holds_several_seats() -> None:
    table = club("toy_dash").table  # seat 0 is asked
    assert followed_eyes(table, [0, 1], None, 1) == 0
    assert followed_eyes(table, [0, 1], 1, 0) == 1
    assert followed_eyes(table, [1], None, None) == 1
    assert followed_eyes(table, [1], 0, 0) == 1
    assert followed_eyes(table, [], 0, 0) is None


def test_a_position_tells_whose_turn_it_is_and_what_happened_last() -> None:
    made = club("toy_hide")
    assert position(made.table, 0).happened == Happened(None, "start", [])
    made.act(0, "hide:xxx3")
    for audience, kinds in ((0, ["hidden", "hidden_at"]), (1, ["hidden"]), (None, ["hidden"])):
        told = position(made.table, audience)
        assert (told.turn.kind, told.turn.seats) == ("decision", [1])
        assert isinstance(told.happened, Happened)
        assert (told.happened.by, told.happened.cause) == (0, "move")
        assert [event.kind for event in told.happened.events] == kinds


def test_a_message_that_tells_the_last_move_does_not_tell_it_twice() -> None:
    made = club("toy_dash")
    made.act(0, "gear:1")
    made.fold(seating.leave(made.table, 0, made.now))
    play, left = told(made.told[1])[-2:]
    assert (play["type"], play["by"], play["cause"]) == ("play", 0, "move")
    positions = [message["position"] for message in (play, left)]
    assert all(isinstance(one, dict) for one in positions)
    assert ["happened" in one for one in positions if isinstance(one, dict)] == [False, True]


def test_events_reach_only_those_they_are_for() -> None:
    made = club("toy_hide")
    made.act(0, "hide:xxx3")
    kinds = {
        audience: [event["kind"] for step in told(lines)[-1]["steps"] for event in step["events"]]  # type: ignore
        for audience, lines in made.told.items()
    }
    assert kinds == {0: ["hidden", "hidden_at"], 1: ["hidden"], None: ["hidden"]}


def test_running_logs_and_records_are_blanked_and_finished_ones_are_not() -> None:
    made = club("toy_hide")
    made.act(0, "hide:xxx3")
    made.act(1, "hide:0")
    assert log_for(made.table, 0)[:2] == [[0, "hide:xxx3"], [1, BLANK]]
    assert log_for(made.table, None)[:2] == [[0, BLANK], [1, BLANK]]
    concealed = record_for(made.table, None, ["a", "b"], {})
    assert concealed.marks == []
    assert concealed.notes["concealed"] is True
    assert fingerprint(made.table.play.state) not in concealed.to_text()
    play_out(made, 1)
    record = read_record(record_for(made.table, None, ["a", "b"], {"date": "2026-11-16"}).to_text())
    assert record.log == made.table.play.log
    assert record.replay(made.table.game).is_over()
    assert "concealed" not in record.notes


def test_joint_entries_are_blanked_seat_by_seat() -> None:
    made = club("toy_bids", players=3, kept=1)
    for seat, bid in enumerate(["bid:0", "bid:11", "bid:222"]):
        made.act(seat, bid)
    assert log_for(made.table, 1) == [["joint", [BLANK, "bid:11", BLANK]]]


def test_frames_jump_to_any_entry_and_agree_with_playing_from_the_start() -> None:
    made = club("toy_dash", length=120)
    log = made.table.play.log
    for _ in range(STRIDE):
        made.act(made.table.to_act()[0], "gear:1")
        made.act(made.table.to_act()[0], "push")
    made.undo(0, 6)  # goes back past positions that were kept
    made.answer(1, True)
    play_out(made, 2)
    assert len(log) > 4 * STRIDE
    whole = frames(replay(made.table.game, log), 0, len(log))
    assert [frame.at for frame in whole] == list(range(len(log) + 1))
    for at in [*range(len(log), 0, -37), *range(len(log) + 1)]:
        assert frames(made.table.play, at, at) == [whole[at]]
    assert whole[-1].result is not None


def test_frames_of_a_running_match_conceal() -> None:
    made = club("toy_hide")
    made.act(0, "hide:xxx3")
    (_, frame) = frames(made.table.play, 0, 1, 1, over=False)
    assert frame.entry == [0, BLANK]
    assert [event.kind for event in frame.events] == ["hidden"]


def test_the_result_names_seats_that_were_stood_in_for() -> None:
    made = club("toy_dash")
    made.table.seats[1].leave("left")
    for _ in range(200):
        made.drive()
        if made.table.is_over():
            break
        seat = made.table.to_act()[0]
        made.act(seat, "gear:2" if made.table.play.state.legal(seat) == [0, 1] else "push")
    result = position(made.table, None).result
    assert result is not None
    assert result.stood_in == [1]


def test_a_bots_task_holds_nothing_its_seat_cannot_know() -> None:
    dumps = []
    for coin in ("hide:0", "hide:x1", "hide:xx2"):
        made = club("toy_hide")
        made.act(0, coin)
        made.act(1, "hide:0")
        dumps.append(bots.task_for(made.table, 1).dump)
    assert dumps[0] == dumps[1] == dumps[2]


def test_a_bots_task_travels_to_another_process() -> None:
    made = club("toy_dash")
    task = bots.task_for(made.table, 0)
    again = pickle.loads(pickle.dumps(task))
    assert [getattr(again, name) for name in FIELDS] == [getattr(task, name) for name in FIELDS]
    assert bots.choose(again, made.table.game) == bots.choose(task, made.table.game)
