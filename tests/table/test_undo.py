from __future__ import annotations

import pytest

from parcferme.table import errors, seating, undo
from parcferme.table.errors import Denied
from tests.table.helpers import Club, club


def code(made: Club, seat: int, to: int) -> str:
    with pytest.raises(Denied) as caught:
        made.undo(seat, to)
    return caught.value.code


def test_inside_ones_own_turn_undo_is_free() -> None:
    made = club("toy_dash")
    made.act(0, "gear:2")
    made.undo(0, 0)
    assert made.table.play.log == [[0, "gear:2"], ["undo", 0]]
    assert made.table.play.state.dump() == made.table.game.start().dump()
    assert made.table.node == 2
    made.act(0, "gear:1")
    assert made.table.play.live == [2]


def test_past_a_roll_everybody_must_agree_and_the_dice_are_rolled_anew() -> None:
    made = club("toy_dash", players=3)
    made.act(0, "gear:2")
    made.act(0, "push")
    made.undo(0, 1)
    assert made.table.asked is not None
    made.answer(1, True)
    assert made.table.node == 3
    made.answer(2, True)
    assert made.table.play.log[-1] == ["undo", 1]
    assert made.table.to_act() == (0,)
    first = made.table.play.log[2]
    assert made.table.dice.number(2, 6) == made.table.dice.number(2, 6)
    made.act(0, "push")
    assert made.table.play.log[5][0] == "chance"  # entry 5, not 2: another draw
    assert first[0] == "chance"


def test_one_no_or_a_further_move_ends_the_question() -> None:
    made = club("toy_dash", players=3)
    made.act(0, "gear:2")
    made.act(0, "lift")
    made.undo(0, 0)
    made.answer(2, False)
    assert made.table.asked is None
    with pytest.raises(Denied, match="nobody has asked"):
        made.answer(1, True)
    made.undo(0, 0)
    made.act(1, "gear:1")
    assert made.table.asked is None


def test_bots_and_hotseat_partners_have_no_say() -> None:
    made = club("toy_dash", players=3)
    made.fold(seating.leave(made.table, 1, made.now))
    made.fold(seating.sit(made.table, "p0", 2, made.now, by_link=True))
    made.act(0, "gear:2")
    made.act(0, "push")
    made.undo(0, 0)
    assert made.table.play.log[-1] == ["undo", 0]


def test_after_a_reveal_undo_is_not_free_although_nothing_was_rolled() -> None:
    made = club("toy_hide")
    made.act(0, "hide:0")
    made.act(1, "hide:xx2")
    node, looker = made.table.node, made.table.to_act()[0]
    made.act(looker, "look:1")
    made.undo(looker, node)
    assert made.table.asked is not None  # having looked, the seat knows more
    made.answer(1 - looker, False)
    made.act(looker, "rest")
    node = made.table.node
    made.act(1 - looker, "rest")
    made.undo(1 - looker, node)
    assert made.table.play.log[-1] == ["undo", node]  # resting shows nothing


def test_the_policy_can_ask_for_consent_always_or_forbid_it() -> None:
    strict = club("toy_dash", undo="consent")
    strict.act(0, "gear:1")
    strict.undo(0, 0)
    assert strict.table.asked is not None
    off = club("toy_dash", undo="off")
    off.act(0, "gear:1")
    assert code(off, 0, 0) == errors.UNDO_OFF


def test_only_nodes_that_were_decisions_can_be_gone_back_to() -> None:
    made = club("toy_dash")
    made.act(0, "gear:2")
    made.act(0, "push")
    assert code(made, 0, 2) == errors.BAD_UNDO  # the die was in the air
    assert code(made, 0, 3) == errors.BAD_UNDO
    assert code(made, 0, -1) == errors.BAD_UNDO


def test_a_table_with_undos_loads_again() -> None:
    made = club("toy_dash")
    made.act(0, "gear:2")
    made.undo(0, 0)
    made.act(0, "gear:1")
    made.act(0, "push")
    assert made.reloaded().play.state.dump() == made.table.play.state.dump()


def test_a_consent_meets_the_question_it_was_given_to() -> None:
    made = club("toy_dash", players=3)
    for text in ("gear:2", "lift"):
        made.act(0, text)
    made.undo(0, 1)
    assert code(made, 1, 0) == errors.BAD_UNDO  # one question at a time
    made.undo(0, 0)  # who asked may ask otherwise
    with pytest.raises(Denied) as caught:
        undo.answer(made.table, 1, True, made.now, to=1)
    assert caught.value.code == errors.NOTHING_ASKED
    made.fold(undo.answer(made.table, 1, True, made.now, to=0))
    made.answer(2, True)
    assert made.table.play.log[-1] == ["undo", 0]


def test_a_person_on_several_seats_answers_once() -> None:
    made = club("toy_dash", players=3)
    made.fold(seating.sit(made.table, "p1", 2, made.now, by_link=True))
    made.act(0, "gear:2")
    made.act(0, "push")
    made.undo(0, 1)
    made.answer(1, True)
    assert made.table.play.log[-1] == ["undo", 1]


def test_who_is_away_takes_nothing_back_and_has_no_say() -> None:
    made = club("toy_dash", players=3)
    made.act(0, "gear:2")
    made.fold(seating.leave(made.table, 0, made.now))
    assert code(made, 0, 0) == errors.AWAY  # else the bot's moves could be taken back for ever, without a clock
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    made.act(0, "push")
    made.fold(seating.leave(made.table, 1, made.now))
    made.undo(0, 1)
    with pytest.raises(Denied) as caught:
        made.answer(1, False)
    assert caught.value.code == errors.AWAY
    made.answer(2, True)
    assert made.table.play.log[-1] == ["undo", 1]


def test_a_bots_sealed_choice_is_not_withdrawn_by_the_one_who_left() -> None:
    made = club("toy_bids")
    made.fold(seating.leave(made.table, 0, made.now))
    made.drive()
    assert list(made.table.sealed) == [0]
    with pytest.raises(Denied) as caught:
        made.unseal(0)
    assert caught.value.code == errors.AWAY
