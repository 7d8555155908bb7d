"""Own documents are bounded: nothing that is accepted makes an answer of the rules slow or a message long."""

from __future__ import annotations

import json
from copy import deepcopy
from time import process_time

import pytest
from tests.games.rally.helpers import card, make
from tests.support import follow

from parcferme.core.errors import BadOption
from parcferme.games.rally.board import check as bounds
from parcferme.games.rally.board.content import CONTENT
from parcferme.games.rally.board.parts import SHAPES
from parcferme.games.rally.rules.game import RallyGame, RallyState

HOUSE = {name: json.loads((CONTENT / f"{name}.json").read_text("utf-8")) for name in ("cards", "tables", "weather")}
LONG = "x" * 100_000

# Safari wants three fords and bears one hairpin. Here nearly every ford is a hairpin too, in all three exits: the roads
# that almost keep the limits are many. (exit, squares, fast, how many)
CROWDED = [
    ("S", "0 1", False, 5),
    ("S", "0 1", True, 2),
    ("S", "0 1h", False, 4),
    ("S", "0 1f 1h", False, 12),
    ("S", "0 1f", False, 1),
    ("L", "0 1", False, 13),
    ("L", "0 1h", False, 5),
    ("L", "0 1f 1h", False, 2),
    ("R", "0 1", False, 7),
    ("R", "0 1h", False, 4),
    ("R", "0 1f 1h", False, 5),
]


def crowded() -> dict[str, object]:
    cards: list[dict[str, object]] = []
    for exit, squares, fast, count in CROWDED:
        for _ in range(count):
            cards.append(card(len(cards) + 1, squares, exit, fast=fast))
    return {"cards": cards}


def seconds_to_be_refused(cards: dict[str, object] | None) -> float:
    """Until a race of Safari is found to be impossible, the fastest of three times."""
    spent: list[float] = []
    for _ in range(3):
        before = process_time()
        with pytest.raises(BadOption, match="Safari needs 8 cards"):
            make(races=["safari"], cards=cards)
        spent.append(process_time() - before)
    return min(spent)


@pytest.mark.rule("RA-R03", "RA-81")
def test_a_deck_of_many_near_misses_is_judged_as_fast_as_one_without_fords() -> None:
    dry: dict[str, object] = {"cards": [card(no, "0 1", "SLR"[no % 3]) for no in range(1, 61)]}
    assert seconds_to_be_refused(crowded()) < 20 * seconds_to_be_refused(dry) + 0.05


@pytest.mark.rule("RA-R03")
def test_a_given_road_longer_than_the_deck_is_refused_where_its_cards_overlap() -> None:
    lefts = {"cards": [card(no, "0 0", "L") for no in range(1, 6)]}
    with pytest.raises(BadOption, match=r"card 4: cards_overlap \(RA-R03\)"):
        make(scope="stage", route="1-2-3-4-5-1", cards=lefts)


def largest() -> tuple[RallyGame, RallyState]:
    """The largest deck that is accepted, before the first card of a road is laid."""
    shape = {exit: [[x, 50] for x in range(bounds.MOST_POINTS)] for exit in ("S", "L")}
    cards = [
        card(no, " ".join(["0"] * bounds.MOST_SQUARES), "SLR"[no % 3], name="n" * bounds.LONGEST_NAME)
        for no in range(1, bounds.MOST_CARDS + 1)
    ]
    document = {"cards": cards, "shapes": dict.fromkeys(SHAPES, shape)}
    game = make(players=1, cards=document)
    state = game.start()
    follow(game, state, "setup:stable", "die:1")
    return game, state


def test_the_largest_deck_is_laid_and_seen_in_no_time() -> None:
    game, state = largest()
    spent = process_time()
    for _ in range(6):
        state.view(0)
        assert all(state.explain(0, action) is not None for action in range(3))
        state.apply(state.legal(0)[0])
    assert len(state.legal(0)) == 6 * bounds.MOST_SQUARES
    assert process_time() - spent < 1.0  # interpreted; compiled it is a few thousandths
    assert game.actions() < 3000


def faults(kind: str, change: object) -> list[str]:
    document = deepcopy(HOUSE[kind])
    assert callable(change)
    change(document)
    return [str(fault) for fault in bounds.check(document)]


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("cards", lambda d: d.update(name=LONG)),
        ("cards", lambda d: d.update(source=LONG)),
        ("cards", lambda d: d.update(note=LONG)),
        ("cards", lambda d: d.update({LONG: 1})),
        ("cards", lambda d: d["cards"][0].update(name=LONG)),
        ("cards", lambda d: d["cards"][0].update(exit=LONG)),
        ("cards", lambda d: d["cards"][0].update(note=LONG)),
        ("cards", lambda d: d["cards"][0].update(squares=LONG)),
        ("cards", lambda d: d["cards"][0].update(squares="9 " * 100_000)),
        ("cards", lambda d: d["cards"][0].update(first=10**5000)),
        ("cards", lambda d: d["cards"][0].update(no=10**5000)),
        ("cards", lambda d: d["cards"].extend([d["cards"][0]] * 100_000)),
        ("cards", lambda d: d["shapes"].update(note=LONG)),
        ("cards", lambda d: d["shapes"]["ford"].update(note=LONG)),
        ("cards", lambda d: d["shapes"]["ford"].update(S=[[0, 50]] * 100_000)),
        ("tables", lambda d: d.update(licence=LONG)),
        ("tables", lambda d: d["gears"].update(note=LONG)),
        ("tables", lambda d: d["gears"].update({"2": [1, 10**5000]})),
        ("tables", lambda d: d["risk"].update({"2": [LONG] * 6})),
        ("tables", lambda d: d["risk"].update({"2": [[LONG] * 9] * 6})),
        ("weather", lambda d: d["rings"].update(note=LONG)),
        ("weather", lambda d: d["rings"]["A"].update(note=LONG)),
        ("weather", lambda d: d["rings"]["A"].update(sectors=[LONG] * 3)),
        ("weather", lambda d: d.update(kind=LONG)),
    ],
)
def test_long_texts_and_what_nobody_reads_are_refused_in_short_words(kind: str, change: object) -> None:
    found = faults(kind, change)
    assert found
    assert sum(len(fault) for fault in found) < 6000
