"""Roads and road cards of one's own: each fault at its card, the calendar's limits as advice, and roads by lot."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.support import told

from parcferme.core import registry
from parcferme.core.registry import create
from parcferme.core.studio import Document
from parcferme.core.text import read_texts
from parcferme.games.rally.board.content import deck
from parcferme.games.rally.board.route import lay_road
from parcferme.games.rally.lot import CARDS as COUNTS
from parcferme.games.rally.lot import LEVELS, mean_level
from parcferme.games.rally.studio import CARDS, ROAD, house_cards

Item = dict[str, Any]


def road(*cards: object, **changes: object) -> Document:
    return {**ROAD.blank(), "cards": [*cards], **changes}


@pytest.mark.parametrize(
    ("document", "place", "clause", "key"),
    [
        (road(1, 18, 99), "cards[2]", "RA-03", "no_card"),
        (road(1, 18, 1), "cards[2]", "RA-R03", "card_laid"),
        (road(5, 1), "cards[0]", "RA-11", "first_square"),
        (road(), "cards", "RA-08", "road_cards"),
        (road(1, race="roma"), "race", "", "form"),
        (road(1, stage="night"), "stage", "", "form"),
        (road(True), "cards", "", "form"),
    ],
)
def test_a_fault_of_a_road_is_told_where_it_lies(document: Document, place: str, clause: str, key: str) -> None:
    assert told(ROAD, document) == [(place, True, clause, key)]


def test_a_card_that_would_lie_on_another_is_refused() -> None:
    turns = [card.no for card in deck(None).cards if card.exit == 1]
    first = next(card.no for card in deck(None).cards if card.exit == 1 and card.levels[0] == 0)
    left = [first, *[no for no in turns if no != first]][:5]
    found = ROAD.check(road(*left))
    assert [(one.place, one.clause, one.key) for one in found] == [("cards[3]", "RA-R03", "cards_overlap")]


def test_the_limits_of_the_calendar_are_advice() -> None:
    findings = ROAD.check(road(1, 18, 13, 4, 6, race="safari"))
    assert {one.key for one in findings} == {"calendar_cards", "few_fords"}
    assert not any(one.stops for one in findings)
    assert all(one.clause == "RA-81" for one in findings)
    known = ROAD.facts(road(1, 18, 13, 4, 6, race="safari")).known
    assert (known["fords"].value, known["fords"].low, known["cards"].wanted) == (1, 3, 8)


@pytest.mark.parametrize(("length", "difficulty"), [("short", 3), ("long", 1)])
def test_a_drawn_road_keeps_the_calendar_and_is_as_hard_as_wished(length: str, difficulty: int) -> None:
    document: Item = ROAD.generate("hard", length, difficulty)
    assert ROAD.check(document) == []
    low, high = COUNTS[length]
    assert low <= len(document["cards"]) <= high
    laid, refused = lay_road(deck(None), document["cards"], document["stage"] == "special")
    assert refused == []
    easiest, hardest = LEVELS[difficulty]
    assert easiest <= mean_level(laid) <= hardest


def test_a_table_of_a_road_runs_on_it() -> None:
    options = ROAD.options(road(1, 18, 13, 4, 6, race="italia", stage="special"))
    assert options == {"scope": "stage", "races": ["italia"], "stage": "special", "route": "1-18-13-4-6"}
    again = ROAD.taken(options)
    assert again is not None
    assert again["cards"] == [1, 18, 13, 4, 6]
    assert ROAD.taken({"scope": "race"}) is None


@pytest.mark.parametrize(
    ("card", "changes", "place", "clause", "key"),
    [
        (2, {"exit": "U"}, "cards[2].exit", "RA-03", "exit"),
        (2, {"no": 1}, "cards[2].no", "RA-R03", "card_twice"),
        (2, {"squares": "0 1 9"}, "cards[2].squares", "RA-06", "level"),
        (2, {"first": 1}, "cards[2]", "RA-07", "number_twice"),
        (2, {"name": "n" * 61}, "cards[2].name", "", "long_text"),
    ],
)
def test_a_fault_of_a_card_is_told_where_it_lies(card: int, changes: Item, place: str, clause: str, key: str) -> None:
    document: Item = copy.deepcopy(house_cards())
    document["cards"][card].update(changes)
    assert (place, True, clause, key) in told(CARDS, document)


def test_cards_must_serve_some_race_and_are_told_which_they_do_not() -> None:
    document: Item = copy.deepcopy(house_cards())
    few = {**document, "cards": document["cards"][:4]}
    assert [(one.key, one.stops) for one in CARDS.check(few)] == [("no_race", True)]
    dry = {**document, "cards": [card for card in document["cards"] if "f" not in card["squares"]]}
    findings = CARDS.check(dry)
    assert [(one.key, one.stops) for one in findings] == [("few_races", False)]
    said = read_texts(registry.folder("rally"), "en").say("studio.few_races", {"races": ["Safari", "Italia"]})
    assert said == "Not every race can be laid with these cards: Safari, Italy."
    assert "Safari" in str(findings[0].args["races"])
    assert create("rally", CARDS.options(dry)).players == 2
