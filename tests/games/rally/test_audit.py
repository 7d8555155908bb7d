"""Rare meetings of rules and odd files: each case here was once answered wrongly."""

from __future__ import annotations

import pytest

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent
from parcferme.core.registry import create
from parcferme.games.rally.board.content import CONTENT

KEPT = (1, 2, 3, 6, 7, 8, 11, 13, 18, 19, 20, 21, 22)


@pytest.mark.rule("RA-37")
@pytest.mark.parametrize("cell", [5.0, 4.5])
def test_a_level_written_as_a_fraction_is_a_fault_and_no_crash(cell: float) -> None:
    document = read_document(CONTENT / "tables.json")
    risk = document["risk"]
    assert isinstance(risk, dict)
    risk["1"][0] = cell
    with pytest.raises(BadContent) as caught:
        create("rally", {"tables": document})
    assert [(fault.place, fault.clause) for fault in caught.value.faults] == [("risk.1", "RA-37")]


@pytest.mark.rule("RA-81")
def test_a_card_that_uses_up_the_hairpins_the_last_fords_need_is_refused_by_the_calendar() -> None:
    """Safari asks for three fords and at most one hairpin; of this deck's four fords two are hairpins too."""
    document = read_document(CONTENT / "cards.json")
    cards = document["cards"]
    assert isinstance(cards, list)
    document["cards"] = [card for card in cards if card["no"] in KEPT]
    next(card for card in cards if card["no"] == 8)["squares"] = "0 0 4h 2 1 4f 0 0 1 2"
    game = create("rally", {"players": 1, "scope": "race", "races": ["safari"], "cards": document})
    state = game.start()
    state.apply(state.legal(0)[0])
    state.apply(state.chance()[0][0])
    refusal = state.explain(0, game.parse("lay:13"))
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.args["least"]) == ("too_few_fords", "RA-81", 3)
    assert state.explain(0, game.parse("lay:11")) is None


@pytest.mark.rule("RA-09", "RA-36")
@pytest.mark.parametrize("seat", [-1, 0, 9])
def test_any_seat_and_any_number_gets_an_answer(seat: int) -> None:
    game = create("rally", {"players": 2, "scope": "stage", "route": "1"})
    state = game.start()
    for action in (-1, game.actions()):
        assert state.explain(seat, action) is not None
    state.apply(state.chance()[0][0])
    for action in (-1, game.actions()):
        assert state.explain(seat, action) is not None
