"""A game under way: what is entered, refused, taken back and replayed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.contract import CHANCE, OVER, Game
from parcferme.core.errors import BadNotation, Diverged, ParcFermeError, Refused
from parcferme.core.events import Event
from parcferme.core.play import Entry, Play, live_entries, replay
from parcferme.core.record import fingerprint
from tests.contract import toys
from tests.contract.checks.identity import random_play


def dash(**options: object) -> Game:
    return toys.Dash(toys.meta("dash").options.read(options))


def bids() -> Game:
    return toys.Bids(toys.meta("bids").options.read({}))


def test_moves_outcomes_and_interrupts_extend_state_and_log_together() -> None:
    play = Play(dash())
    events: list[Event] = []
    play.act(0, toys.ROLL, events)
    play.happen(1, events)
    play.act(0, toys.CONCEDE, events)  # not asked, but conceding interrupts
    assert play.log == [[0, "roll"], ["chance", "two"], [0, "concede"]]
    assert play.live == [0, 1, 2]
    assert [event.kind for event in events] == ["rolls", "drives", "concedes"]
    assert play.is_over()


def test_joint_moves_are_entered_together() -> None:
    play = Play(bids())
    play.act_jointly([2, 1])
    assert play.log == [["joint", ["bid:2", "bid:1"]]]
    with pytest.raises(ParcFermeError, match="1 joint actions, but 2 seats decide now"):
        play.act_jointly([2])
    with pytest.raises(ParcFermeError, match="their actions are applied together"):
        play.act(0, 2)


def untouched(play: Play) -> tuple[object, ...]:
    return fingerprint(play.state), [*play.log], [*play.live]


@pytest.mark.parametrize(
    ("entry", "error", "says"),
    [
        ([1, "roll"], Refused, "roll is not possible now: not_asked"),
        ([0, "rol"], BadNotation, "did you mean roll"),
        ([0, 0], BadNotation, "'0' is not the text of an action"),
        ([0, None], BadNotation, "not the text of an action"),
        ([2, "roll"], BadNotation, "'2' is not a seat \\(0 to 1\\)"),
        ([-1, "roll"], BadNotation, "not a seat"),
        ([True, "roll"], BadNotation, "'True' is not a seat"),
        (["0", "roll"], BadNotation, "not a seat"),
        ([None, "roll"], BadNotation, "not a seat"),
        (["chance", "one"], ParcFermeError, "chance does not act now"),
        (["chance", "three"], BadNotation, "three"),
        (["chance", 1], BadNotation, "not the text of an action or outcome"),
        (["joint", "roll"], BadNotation, "a list of actions"),
        (["joint", [1]], BadNotation, "not the text of an action"),
        (["joint", ["roll"]], ParcFermeError, "joint actions"),
        (["undo", "0"], BadNotation, "a number of entries"),
        (["undo", True], BadNotation, "a number of entries"),
        (["undo", -1], ParcFermeError, "cannot go back to entry -1"),
        (["undo", 1], ParcFermeError, "the log has 0"),
        ([0], BadNotation, "a log entry"),
        ([0, "roll", 1], BadNotation, "a log entry"),
    ],
)
def test_a_refused_entry_changes_nothing(entry: Entry, error: type[ParcFermeError], says: str) -> None:
    play = Play(dash())
    before = untouched(play)
    with pytest.raises(error, match=says):
        play.enter(entry)
    assert untouched(play) == before


@pytest.mark.parametrize(("seat", "action"), [(2, 0), (-1, 0), (0, 3), (0, -1)])
def test_seats_and_actions_that_do_not_exist_are_refused(seat: int, action: int) -> None:
    play = Play(dash())
    with pytest.raises(ParcFermeError, match=r"there is no seat|ids run from 0 to 2"):
        play.act(seat, action)


def test_an_outcome_that_cannot_happen_is_refused() -> None:
    play = Play(dash(punctures=False))
    play.act(0, toys.ROLL)
    with pytest.raises(ParcFermeError, match="outcome puncture cannot happen now"):
        play.happen(2)
    assert play.state.kind() == CHANCE


def test_undo_appends_and_what_was_undone_can_be_undone() -> None:
    play = Play(dash())
    play.act(0, toys.STOP)
    kept = fingerprint(play.state)
    play.act(1, toys.ROLL)
    play.undo(1)
    assert fingerprint(play.state) == kept
    assert play.log == [[0, "stop"], [1, "roll"], ["undo", 1]]
    assert play.live == [0]
    play.undo(2)  # back to before the undo
    assert play.live == [0, 1]
    assert play.state.kind() == CHANCE
    play.happen(0)
    assert play.live == [0, 1, 4]


def test_live_entries_follow_every_undo() -> None:
    log: list[Entry] = [[0, "a"], [0, "b"], ["undo", 1], [0, "c"], ["undo", 2], [0, "d"], ["undo", 0]]
    assert [live_entries(log[:length]) for length in range(8)] == [
        [], [0], [0, 1], [0], [0, 3], [0, 1], [0, 1, 5], [],
    ]  # fmt: skip


def test_replay_names_the_first_entry_that_the_rules_do_not_allow() -> None:
    with pytest.raises(Diverged, match="log entry 1: stop is not possible now") as diverged:
        replay(dash(), [[0, "stop"], [0, "stop"], [1, "stop"]])
    assert diverged.value.index == 1


@given(st.integers(0, 10_000), st.sampled_from(["dash", "bids", "garage"]))
def test_replaying_any_log_gives_the_same_position_log_and_live_entries(seed: int, toy: str) -> None:
    game = toys.TOYS[toy](toys.meta(toy).options.read({"players": 1 + seed % 3}))
    play = random_play(game, seed)
    again = replay(game, play.log)
    assert untouched(again) == untouched(play)
    assert live_entries(play.log) == play.live


@given(st.integers(0, 10_000))
def test_undo_goes_back_to_exactly_the_position_that_was(seed: int) -> None:
    game, rng = dash(turns=4), Random(seed)
    play, prints = Play(game), [fingerprint(game.start())]
    while play.state.kind() != OVER:
        if play.state.kind() == CHANCE:
            play.happen(rng.choice(play.state.chance())[0])
        else:
            play.act(play.state.to_act()[0], rng.choice([toys.ROLL, toys.STOP]))
        prints.append(fingerprint(play.state))
    back = rng.randrange(len(prints))
    play.undo(back)
    assert fingerprint(play.state) == prints[back]
