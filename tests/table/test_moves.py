from __future__ import annotations

from copy import deepcopy

import pytest

from parcferme.core.record import fingerprint
from parcferme.table import errors, moves
from parcferme.table.errors import Denied
from parcferme.table.setup import LIVE, Pace
from parcferme.table.table import FINISHED, PLAYING, load
from tests.table.helpers import SECRET, Club, club, play_some, position


def denied(code: str) -> pytest.RaisesExc[Denied]:
    return pytest.RaisesExc(Denied, check=lambda error: error.code == code)


def test_a_move_and_the_roll_after_it_are_one_note() -> None:
    made = club("toy_dash")
    made.act(0, "gear:2")
    happening = made.act(0, "push")
    assert happening is not None
    assert [entry[0] for entry in happening.note.body.entries] == [0, "chance"]  # type: ignore[attr-defined]
    assert [event.kind for step in happening.steps for event in step.events] == ["moved"]
    assert made.table.to_act() == (1,)


@pytest.mark.parametrize("game", ["toy_dash", "toy_bids", "toy_hide"])
@pytest.mark.parametrize("seed", range(3))
def test_folding_the_journal_again_gives_the_same_table_at_every_note(game: str, seed: int) -> None:
    made = club(game, Pace(LIVE))
    stood = [standing(made)]
    for part in range(200):
        play_some(made, 1, seed + 100 * part)
        stood.append(standing(made))
        if made.table.status != PLAYING:
            break
    assert made.table.status == FINISHED
    assert len(stood) > 2
    for count, *rest in stood:
        again = Club(load(made.table.setup, SECRET, made.journal[:count]))
        again.journal = made.journal[:count]
        assert standing(again) == (count, *rest)


def standing(made: Club) -> tuple[object, ...]:
    """Everything that folding has brought about so far."""
    table = made.table
    told = [position(table, audience, table.at) for audience in made.audiences()]
    kept = deepcopy((table.play.log, table.waits, table.accepted))
    return len(made.journal), fingerprint(table.play.state), told, kept


def test_an_id_stands_for_one_action_and_may_be_used_again_once_that_is_withdrawn() -> None:
    made = club("toy_bids")
    made.act(0, "bid:11", 0, "a")
    assert made.act(0, "bid:11", 0, "a") is None
    with denied(errors.ID_USED):
        made.act(0, "bid:222", 0, "a")
    assert made.table.sealed == {0: made.table.game.parse("bid:11")}
    made.unseal(0)
    made.act(0, "bid:222", 0, "a")
    made.act(1, "bid:11", 0, "a")  # ids are each seat's own
    assert made.act(1, "bid:11", 0, "a") is None  # also of the choice that opened the phase
    assert made.table.play.log == [["joint", ["bid:222", "bid:11"]]]


def test_sending_twice_is_harmless_and_late_or_early_answers_are_refused() -> None:
    made = club("toy_dash")
    node = made.table.node
    assert made.act(0, "gear:1", node, "a") is not None
    assert made.act(0, "gear:1", node, "a") is None
    before = len(made.journal)
    with denied(errors.LATE):
        made.act(0, "gear:2", node, "b")
    with denied(errors.EARLY):
        made.act(0, "push", node + 2, "c")
    assert len(made.journal) == before


def test_refusals_carry_a_code_and_the_clause() -> None:
    made = club("toy_dash")
    with denied(errors.NOT_ASKED):
        made.act(1, "gear:1")
    with denied(errors.BAD_ACTION):
        made.act(0, "fly")
    with pytest.raises(Denied) as caught:
        made.act(0, "push")
    assert caught.value.code == errors.ILLEGAL
    assert caught.value.refusal is not None
    assert caught.value.refusal.clause == "TD-01"


def test_nothing_can_be_done_before_the_start_or_after_the_end() -> None:
    made = club("toy_bids", start=False, rounds=1)
    with denied(errors.NOT_PLAYING):
        made.act(0, "bid:0")
    made.fold(moves.start(made.table, made.now))
    made.act(0, "bid:0")
    made.act(1, "bid:11")
    assert made.table.status == FINISHED
    with denied(errors.NOT_PLAYING):
        made.act(0, "bid:0")


def test_an_interrupting_action_is_possible_in_anothers_turn() -> None:
    made = club("toy_dash", players=3)
    made.act(2, "concede")
    assert made.table.to_act() == (0,)
    with denied(errors.NOT_ASKED):
        made.act(2, "gear:1")


def test_sealed_choices_can_be_replaced_and_withdrawn_until_the_last_one_comes() -> None:
    made = club("toy_bids", players=3)
    made.act(0, "bid:0")
    made.act(1, "bid:11")
    made.act(0, "bid:3333")
    made.unseal(1)
    with denied(errors.NOT_SEALED):
        made.unseal(1)
    made.act(2, "bid:222")
    assert made.table.owing() == [1]
    made.act(1, "bid:0")
    assert made.table.play.log == [["joint", ["bid:3333", "bid:0", "bid:222"]]]
    assert made.table.sealed == {}


def test_the_order_of_sealing_does_not_matter() -> None:
    logs = []
    for order in ((0, 1, 2), (2, 0, 1)):
        made = club("toy_bids", players=3, rounds=2)
        for _ in range(2):
            for seat in order:
                made.act(seat, ["bid:0", "bid:11", "bid:222"][seat])
        logs.append(made.table.play.log)
    assert logs[0] == logs[1]


def test_a_repeated_seal_does_not_undo_its_replacement() -> None:
    made = club("toy_bids", players=3)
    made.act(0, "bid:0", client="a")
    made.act(0, "bid:11", client="b")
    assert made.act(0, "bid:0", client="a") is None
    assert made.table.sealed[0] == 1


def test_time_never_runs_backwards() -> None:
    made = club("toy_dash")
    made.now = 500
    made.act(0, "gear:1")
    assert made.journal[-1].at == 1_000
    assert made.table.status == PLAYING


def moonmen() -> Club:
    """Three people before the first sealed programs."""
    made = club("lunar_rally", players=3)
    while not made.table.is_joint():
        seat = made.table.to_act()[0]
        made.act(seat, made.table.game.format(made.table.play.state.legal(seat)[0]))
    return made


def test_what_was_sealed_outlives_the_concession_of_another_seat() -> None:
    made = moonmen()
    text = made.table.game.format(made.table.play.state.legal(0)[0])
    made.act(0, text)
    made.act(2, "concede")
    assert (made.table.to_act(), made.table.owing()) == ((0, 1), [1])
    assert position(made.table, 0).own_seal == text
    assert made.reloaded().sealed == made.table.sealed
    made.act(1, text)
    assert made.table.play.log[-1] == ["joint", [text, text]]


def test_the_sealed_choices_open_when_the_last_one_missing_concedes() -> None:
    made = moonmen()
    text = made.table.game.format(made.table.play.state.legal(0)[0])
    for seat in (0, 1):
        made.act(seat, text)
    node = made.table.node
    made.act(2, "concede")
    assert made.table.play.log[node:] == [[2, "concede"], ["joint", [text, text]]]
    assert made.table.sealed == {}
    assert made.reloaded().play.state.dump() == made.table.play.state.dump()
