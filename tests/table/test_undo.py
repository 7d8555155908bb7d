from __future__ import annotations

import pytest

from parcferme.core.contract import State
from parcferme.house.positions import Question
from parcferme.table import errors, moves, seating, undo
from parcferme.table.clock import DAY
from parcferme.table.errors import Denied
from parcferme.table.setup import CORRESPONDENCE, LIVE, Pace
from parcferme.table.table import load
from tests.table.helpers import SECRET, Club, club, position


def code(made: Club, seat: int, to: int) -> str:
    with pytest.raises(Denied) as caught:
        made.undo(seat, to)
    return caught.value.code


def three_after_a_push() -> Club:
    """The first of three has rolled."""
    made = club("toy_dash", players=3)
    made.act(0, "gear:2")
    made.act(0, "push")
    return made


def _pushed(made: Club) -> State:
    state = made.table.play.state.copy()
    state.apply(made.table.game.parse("push"))
    return state


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
    made = three_after_a_push()
    made.undo(0, 1)
    assert made.table.asked is not None
    made.answer(1, True)
    assert made.table.node == 3
    made.answer(2, True)
    assert made.table.play.log[-1] == ["undo", 1]
    assert made.table.to_act() == (0,)
    odds = _pushed(made).chance()
    made.act(0, "push")
    for entry in (2, 5):  # each entry of the log has a draw of its own
        drawn = made.table.game.format_outcome(made.table.dice.draw(entry, odds))
        assert made.table.play.log[entry] == ["chance", drawn]


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
    made = club("toy_dash", start=False, players=3)
    made.fold(seating.leave(made.table, 1, made.now))
    made.fold(seating.seat_bot(made.table, 1, "novice", made.now))
    made.fold(moves.start(made.table, made.now))
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


def test_who_is_away_takes_nothing_back_and_must_return_to_answer() -> None:
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
    assert made.table.asked is not None  # without the one who is away there is no consent
    made.fold(seating.come_back(made.table, 1, "p1", made.now))
    made.undo(0, 1)
    for seat in (1, 2):
        made.answer(seat, True)
    assert made.table.play.log[-1] == ["undo", 1]


def test_a_bots_sealed_choice_is_not_withdrawn_by_the_one_who_left() -> None:
    made = club("toy_bids")
    made.fold(seating.leave(made.table, 0, made.now))
    made.drive()
    assert list(made.table.sealed) == [0]
    with pytest.raises(Denied) as caught:
        made.unseal(0)
    assert caught.value.code == errors.AWAY


def test_an_undo_sent_twice_is_refused_and_a_question_asked_twice_keeps_its_answers() -> None:
    made = club("toy_dash", players=3)
    made.act(0, "gear:2")
    made.undo(0, 0)
    assert code(made, 0, 0) == errors.BAD_UNDO  # there is nothing left to take back
    assert code(made, 0, 1) == errors.BAD_UNDO  # nor is a move that was taken back brought back
    assert made.table.play.log == [[0, "gear:2"], ["undo", 0]]
    made.act(0, "gear:1")
    made.act(0, "push")
    made.undo(0, 2)
    made.answer(1, True)
    made.undo(0, 2)
    made.answer(2, True)
    assert made.table.play.log[-1] == ["undo", 2]


def test_who_asked_may_withdraw_and_who_agreed_may_change_their_mind() -> None:
    made = three_after_a_push()
    for seat in (0, 1):
        made.undo(0, 0)
        made.answer(1, True)
        made.answer(seat, False)
        assert made.table.asked is None


@pytest.mark.parametrize("change", ["leaves", "is followed by another"])
def test_a_question_ends_when_one_of_those_it_was_put_to(change: str) -> None:
    made = three_after_a_push()
    made.undo(0, 0)
    made.answer(1, True)
    if change == "leaves":
        made.fold(seating.leave(made.table, 2, made.now))
    else:
        made.fold(seating.sit(made.table, "p9", 1, made.now, by_link=True))
    assert made.table.asked is None


def test_what_the_clock_or_a_stand_in_has_played_is_not_taken_back_freely() -> None:
    made = club("toy_dash", Pace(LIVE, bank=60, increment=5), length=400)
    made.now += 60_000
    made.expire()
    made.fold(seating.come_back(made.table, 0, "p0", made.now))
    assert made.table.to_act() == (0,)
    made.undo(0, 0)
    assert made.table.asked is not None


def test_taking_back_brings_no_days_back() -> None:
    made = club("toy_dash", Pace(CORRESPONDENCE, days=2))
    began = made.now
    made.now += DAY
    made.act(0, "gear:2")
    assert made.table.due() == began + 3 * DAY
    made.undo(0, 0)
    assert made.table.due() == began + 2 * DAY
    assert made.reloaded().due() == began + 2 * DAY
    made.act(0, "gear:1")
    made.now += DAY
    assert code(made, 0, 2) == errors.TIME_UP  # the days for that decision have run out
    made.now += DAY
    assert code(made, 0, 2) == errors.TIME_UP  # and now those for this one, too
    agreed = club("toy_dash", Pace(CORRESPONDENCE, days=2))
    agreed.act(0, "gear:2")
    agreed.act(0, "lift")
    agreed.now += DAY
    agreed.undo(0, 0)
    agreed.answer(1, True)
    assert agreed.table.due() == agreed.now + 2 * DAY  # by consent there is new time, too


def test_the_position_says_where_taking_back_goes_to() -> None:
    made = club("toy_dash", players=2)

    def back(seat: int | None) -> object:
        return position(made.table, seat).back

    assert [back(seat) for seat in (0, 1, None)] == [None, None, None]
    made.act(0, "gear:2")
    made.act(0, "push")  # entry 1, and the roll after it
    assert [back(seat) for seat in (0, 1, None)] == [1, None, None]
    made.undo(0, 1)
    made.answer(1, True)
    assert back(0) == 0
    made.fold(seating.sit(made.table, "p0", 1, made.now, by_link=True))
    assert back(1) == 0  # a person's seats share it
    off = club("toy_dash", undo="off")
    off.act(0, "gear:2")
    assert position(off.table, 0).back is None


def test_the_position_says_who_has_agreed() -> None:
    made = club("toy_dash", players=4)
    made.fold(seating.sit(made.table, "p1", 3, made.now, by_link=True))
    made.act(0, "gear:2")
    made.act(0, "push")

    def questions() -> list[object]:
        return [position(made.table, audience).undo for audience in made.audiences()]

    assert questions() == [None] * 5
    made.undo(0, 1)
    assert questions() == [Question(0, 1, [])] * 5
    made.answer(1, True)
    assert questions() == [Question(0, 1, [1, 3])] * 5  # one person on two seats
    made.answer(2, True)
    assert questions() == [None] * 5


def test_moves_are_taken_back_so_often_and_no_more() -> None:
    made = club("toy_dash")
    for _ in range(2):
        made.act(0, "gear:2")
        made.undo(0, made.table.node - 1)
    made.act(0, "gear:2")
    made.act(0, "push")
    made.undo(0, made.table.node - 2)  # a question counts, whatever the answer
    made.answer(1, False)
    assert made.table.taken_back == load(made.table.setup, SECRET, made.journal).taken_back == 3
    made.table.taken_back = undo.MOST
    assert code(made, 0, made.table.node - 2) == errors.UNDO_OFF
