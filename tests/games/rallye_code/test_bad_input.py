"""Boards, decks and options that cannot be used: refused with place and reason, all faults at once."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import follow, step

from parcferme.core.contract import Game, State
from parcferme.core.errors import BadContent, BadNotation, BadOption
from parcferme.core.play import Play
from parcferme.core.registry import create, create_variant
from parcferme.games.rallye_code.board.check import CARD_TEXT, MOST_CARDS, MOST_CELLS, check
from parcferme.games.rallye_code.board.pieces import MOST_FRANCS
from parcferme.games.rallye_code.board.read import house_board, house_deck

from .helpers import look

Change = Callable[[dict[str, dict[str, object]]], None]


def changed(change: Change) -> dict[str, object]:
    """The house board with something done to its cells, by id."""
    document: Any = copy.deepcopy(house_board())
    change({str(cell["id"]): cell for cell in document["cells"]})
    return dict(document)


def reasons(document: dict[str, object]) -> str:
    with pytest.raises(BadContent) as refused:
        create("rallye_code", {"board": document})
    return str(refused.value)


def test_the_house_data_is_sound() -> None:
    assert check(house_board()) == []
    assert check(house_deck()) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda cells: cells["M1"].update(kind="road"), "there are 0 paris cells, not exactly one (RC-10)"),
        (lambda cells: cells["M2"].update(kind="paris"), "there are 2 paris cells, not exactly one (RC-10)"),
        (lambda cells: cells["M49"].update(kind="road"), "there are 0 gendarmerie cells"),
        (lambda cells: cells["M66"].pop("facing"), "cell M2.facing: M66 faces no cell, not M2: it must be symmetric"),
        (lambda cells: cells["M2"].update(facing="M65"), "cell M2.facing: M65 faces M3, not M2"),
        (lambda cells: cells["M66"].update(x=3), "is not the other lane of the same square"),
        (lambda cells: cells["M33"].update(gerance=2), "there are 2 gerance cells with number 2, not one"),
        (lambda cells: cells["M33"].update(gerance=7), "cell M33.gerance: 7 is not 2, 3, 4 or 5"),
        (lambda cells: cells["M15"].update(kind="red"), "cell M16: its neighbour M15 is not a road cell (RC-43)"),
        (lambda cells: cells["M25"].pop("divert"), "cell M25: a no_entry cell needs a divert"),
        (lambda cells: cells["M26"].update(divert="T1S1"), "cell M26.divert: only a no_entry cell has a divert"),
        (lambda cells: cells["M25"].update(divert="T1S2"), "leads to T1S2, which is not a road cell of a transverse"),
        (lambda cells: cells["M30"].update(next="M99"), "cell M30.next: there is no cell M99"),
        (lambda cells: cells["M30"].update(next="M40"), "the main road covers"),
        (lambda cells: cells["T1S7"].update(next="M44"), "road T1 rejoins at M44, no no_entry"),
        (lambda cells: cells["T1S3"].update(next="T1S2"), "road T1 does not rejoin the main road"),
        (lambda cells: cells["M4"].update(kind="bog"), "cells[3].kind: 'bog' is not one of road"),
        (lambda cells: cells["M4"].update(x="four"), "cells[3].x: 'four' is not a whole number"),
        (lambda cells: cells["M4"].update(id="M3"), "cells[3].id: M3 is used twice"),
        (lambda cells: cells["M25"].update(divert="T1S3"), "cell M25.divert: T1S3 is not the first cell of its road"),
        (lambda cells: cells["T1S1"].update(next="T1S3"), "cell T1S3: both T1S1 and T1S2 lead to it"),
        (lambda cells: cells["M4"].update(town=7), "cells[3].town: 7 is not a text"),
    ],
)
def test_a_faulty_board_is_refused_with_place_and_reason(change: Change, says: str) -> None:
    assert says in reasons(changed(change))


def test_all_faults_of_a_board_are_listed() -> None:
    def spoil(cells: dict[str, dict[str, object]]) -> None:
        cells["M1"]["kind"] = "road"
        cells["M66"].pop("facing")
        cells["M57"]["kind"] = "hotel"

    text = reasons(changed(spoil))
    assert "house-1: " in text
    for part in ("0 paris cells", "M66 faces no cell", "neighbour M57"):
        assert part in text


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (
            {"offence": True, "amount": 750, "text": {"en": "x"}},
            "cards[0].amount: 750 is not a positive multiple of 500",
        ),
        ({"offence": True, "amount": 0, "text": {"en": "x"}}, "cards[0].amount: 0 is not a positive multiple"),
        ({"offence": True, "amount": -500, "text": {"en": "x"}}, "cards[0].amount: -500"),
        (
            {"offence": True, "amount": "500", "text": {"en": "x"}},
            "cards[0].amount: '500' is not a whole number of francs",
        ),
        ({"offence": 1, "amount": 500, "text": {"en": "x"}}, "cards[0].offence: is neither true nor false"),
        ({"offence": True, "amount": 500, "text": {}}, "cards[0].text: is not an object of texts by language"),
        (7, "cards[0]: is not an object"),
    ],
)
def test_a_faulty_deck_is_refused_with_place_and_reason(card: object, says: str) -> None:
    with pytest.raises(BadContent) as refused:
        create("rallye_code", {"deck": {"name": "mine", "cards": [card]}})
    assert f"mine: {says}" in str(refused.value)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("title", "t" * 81, "title: 'ttt"),
        ("name", "", "name: '' is not a text of 1 to 40 letters"),
        ("source", 7, "source: 7 is not a text of 1 to 400 letters"),
        ("motto", "m" * 4_000, "'motto': there is no such field"),
        ("grid", {"columns": 10**6}, "grid.columns: 1000000 is not a whole number from 0 to 9999"),
        ("grid", {"picture": "x"}, "grid.'picture': there is no such field"),
        ("grid", [], "grid: is not an object"),
    ],
)
def test_what_a_board_says_about_itself_has_its_limits(field: str, value: object, says: str) -> None:
    assert says in reasons({**house_board(), field: value})


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("town", "t" * 41, "is not a text of 1 to 40 letters"),
        ("sign", "s" * 41, "is not a text of 1 to 40 letters"),
        ("road", "r" * 13, "is not a name of 1 to 12 letters"),
        ("next", "n" * 4_000, "is not a name of 1 to 12 letters"),
        ("gerance", 10**15, "is not a whole number from 0 to 999"),
        ("history", "h", "there is no such field"),
    ],
)
def test_no_text_of_a_cell_is_endless_nor_is_its_fault(field: str, value: object, says: str) -> None:
    told = reasons(changed(lambda cells: cells["M4"].update({field: value})))
    assert says in told
    assert len(told) < 200


@pytest.mark.parametrize(("field", "value"), [("next", "n" * 10**6), ("gerance", 10**400), ("town", "Pa\u202eris")])
def test_what_no_document_may_hold_is_refused_by_its_place_before_the_board_is_read(field: str, value: object) -> None:
    with pytest.raises(BadOption, match=r"'board': cells\[3\]\." + field) as refused:
        create("rallye_code", {"board": changed(lambda cells: cells["M4"].update({field: value}))})
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({"text": {"en": "x" * 161}}, "each of 1 to 160 letters"),
        ({"text": {"klingon": "x"}}, "is not an object of texts by language"),
        ({"amount": 300_500}, "300500 is more than the 300000 there are (RC-05)"),
        ({"amount": 500 * 10**500}, "is more than the 300000 there are"),
        ({"picture": "x"}, "cards[0].'picture': there is no such field"),
    ],
)
def test_no_card_is_endless(card: dict[str, object], says: str) -> None:
    sound = {"offence": True, "amount": 500, "text": {"en": "x"}}
    faults = check({"cards": [{**sound, **card}]})
    assert says in str(faults[0])
    assert len(str(faults[0])) < 200


def widest_board(kind: str) -> dict[str, object]:
    """As many cells as a board may have, all of one kind as far as the rules let them."""
    special = {0: "paris", 10: "gerance", 20: "gerance", 30: "gerance", 40: "gerance", 50: "gendarmerie"}
    cells: list[dict[str, object]] = []
    for number in range(MOST_CELLS):
        plain = number % 10 in (1, 9) and number < 50
        cell: dict[str, object] = {"id": f"M{number}", "road": "main", "town": "t" * 40, "sign": "s" * 40}
        cell |= {"x": number, "y": 0, "next": f"M{(number + 1) % MOST_CELLS}"}
        cell["kind"] = "road" if plain else special.get(number, kind)
        if cell["kind"] == "gerance":
            cell["gerance"] = 1 + number // 10
        cells.append(cell)
    return {"name": "widest", "cells": cells}


def work(game: Game, state: State, move: str) -> float:
    """Seconds that a step takes with everything shown and asked about it, whatever else the machine is doing."""
    found = []
    for _ in range(3):
        before = process_time()
        state.view(0)
        state.explain(0, game.actions() - 1)
        follow(game, state.copy(), move)
        found.append(process_time() - before)
    return min(found)


@pytest.mark.parametrize("kind", ["crossing", "red", "bend", "slippery"])
@pytest.mark.parametrize("enforcement", ["auto", "table"])
def test_the_widest_board_and_the_fullest_deck_cost_no_call_its_time(kind: str, enforcement: str) -> None:
    texts = {f"a{letter}": "x" * CARD_TEXT for letter in "abcdefghijkl"}
    cards = [{"offence": n % 2 == 0, "amount": MOST_FRANCS, "text": texts} for n in range(MOST_CARDS)]
    options = {"board": widest_board(kind), "deck": {"cards": cards}, "edition": "B", "players": 6}
    game = create("rallye_code", {**options, "enforcement": enforcement, "rounds": 5})
    play, rng = Play(game), Random(1)
    slowest = 0.0
    while not play.is_over():
        before = play.state.copy()
        step(play, rng)
        slowest = max(slowest, work(game, before, str(play.log[-1][1])))
    assert slowest < 0.05


def test_a_deck_without_cards_and_a_document_that_is_neither() -> None:
    with pytest.raises(BadContent, match="is not a list of 1 to 200 cards"):
        create("rallye_code", {"deck": {"cards": []}})
    with pytest.raises(BadContent, match="is not a list of 1 to 400 cells"):
        create("rallye_code", {"board": {}})
    assert "neither cells" in str(check({})[0])
    with pytest.raises(BadOption, match="board"):
        create("rallye_code", {"board": "house-2"})


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"edition": "C"}, "'C' is not one of A, B"),
        ({"players": 1}, "1 is not between 2 and 6"),
        ({"limit": "never"}, "is not one of rounds, clock, survivor"),
        ({"enforcement": "loose"}, "is not one of auto, table"),
        ({"stakes": 3}, "unknown; the options are"),
    ],
)
def test_unusable_options_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(BadOption) as refused:
        create("rallye_code", options)
    assert says in str(refused.value)


def test_unknown_notations_are_refused_with_a_hint() -> None:
    game = create_variant("rallye_code(players=2)")
    with pytest.raises(BadNotation, match="did you mean refuse"):
        game.parse("refuze")
    with pytest.raises(BadNotation, match="outcome"):
        game.parse_outcome("7+7")


def test_an_own_board_and_deck_are_played() -> None:
    def rename(cells: dict[str, dict[str, object]]) -> None:
        cells["M2"]["town"] = "Meudon"

    deck = {"name": "short", "cards": [{"offence": True, "amount": 500, "text": {"fr": "Plaque"}}]}
    game = create("rallye_code", {"board": changed(rename), "deck": deck})
    view = look(game.start())
    assert view["board"]["cells"][1]["town"] == "Meudon"
    assert view["deck"]["cards"] == [{"offence": True, "amount": 500, "text": {"fr": "Plaque"}}]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1000) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 93), st.sampled_from(["id", "kind", "next", "facing", "divert", "x", "gerance", "road"]), JSON)
def test_whatever_a_cell_holds_the_check_answers(index: int, key: str, value: object) -> None:
    document: Any = copy.deepcopy(house_board())
    document["cells"][index][key] = value
    assert all(str(fault) for fault in check(json.loads(json.dumps(document))))


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(["cells", "cards", "name"]), JSON, max_size=3))
def test_whatever_a_document_holds_the_check_answers(document: dict[str, object]) -> None:
    assert check(document)
