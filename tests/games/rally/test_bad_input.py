"""What cannot be: refused with place, reason and clause."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rally import helpers
from tests.games.rally.helpers import alone, card, make, put, to_move, why
from tests.support import follow

from parcferme.core.bounds import misfit
from parcferme.core.errors import BadContent, BadNotation, BadOption, Refused
from parcferme.core.play import Play
from parcferme.games.rally.board.check import check
from parcferme.games.rally.board.content import CONTENT

HOUSE = {name: json.loads((CONTENT / f"{name}.json").read_text("utf-8")) for name in ("cards", "tables", "weather")}


def faults(kind: str, change: object) -> list[str]:
    """What the checker says of a house document after a change."""
    document = deepcopy(HOUSE[kind])
    assert callable(change)
    change(document)
    return [str(fault) for fault in check(document)]


@pytest.mark.parametrize("kind", ["cards", "tables", "weather"])
def test_the_house_documents_are_faultless_and_say_where_they_come_from(kind: str) -> None:
    assert check(HOUSE[kind]) == []
    assert HOUSE[kind]["source"]
    assert HOUSE[kind]["licence"]


@pytest.mark.rule("RA-37")
def test_a_risk_table_with_a_missing_cell() -> None:
    assert faults("tables", lambda d: d["risk"]["3"].pop()) == ["risk.3: has no cell for die 6 (RA-37)"]
    assert faults("tables", lambda d: d["risk"].pop("5"))[0] == "risk.5: has no cell for die 1 (RA-37)"
    tables = deepcopy(HOUSE["tables"])
    tables["risk"]["3"].pop()
    with pytest.raises(BadContent, match=r"tables: risk\.3: has no cell for die 6 \(RA-37\)"):
        make(tables=tables)


@pytest.mark.rule("RA-37")
@pytest.mark.parametrize("cell", [5.0, 4.5])
def test_a_level_written_as_a_fraction_is_a_fault_and_no_crash(cell: float) -> None:
    document = deepcopy(HOUSE["tables"])
    document["risk"]["1"][0] = cell
    with pytest.raises(BadContent) as caught:
        make(tables=document)
    assert [(fault.place, fault.clause) for fault in caught.value.faults] == [("risk.1", "RA-37")]


@pytest.mark.rule("RA-42")
def test_a_damage_table_with_unknown_or_missing_cells_lists_every_fault() -> None:
    def spoil(document: dict[str, dict[str, list[object]]]) -> None:
        document["damage"]["2"][3] = "4"
        document["damage"]["5"] = ["1", "2"]
        document["damage"]["1"].append("e")

    found = faults("tables", spoil)
    assert "damage.2: die 4 is '4', not one of -, tc, 1, 2, 3, e (RA-42)" in found
    assert "damage.5: has no cell for die 6 (RA-42)" in found
    assert "damage.1: has 7 cells for a die of 6 (RA-42)" in found
    assert len(found) == 6


@pytest.mark.rule("RA-17", "RA-21")
def test_gear_ranges_out_of_order() -> None:
    assert faults("tables", lambda d: d["gears"].update({"3": [5, 2]})) == [
        "gears.3: 5 to 2 squares do not lie in order between 1 and 24 (RA-17)"
    ]
    assert faults("tables", lambda d: d["gears"].update({"1": [1, 2]})) == [
        "gears.1: is 1 to 2; 1st is always exactly 1 square (RA-21)"
    ]
    assert faults("tables", lambda d: d["gears"].pop("2")) == [
        "gears.2: is not a pair of fewest and most squares (RA-17)"
    ]


@pytest.mark.rule("RA-60", "RA-61", "RA-67")
def test_weather_rings() -> None:
    assert faults("weather", lambda d: d["rings"].pop("EN")) == ["rings.EN: is missing (RA-61)"]
    assert faults("weather", lambda d: d["rings"]["A"]["sectors"].__setitem__(4, "R2"))[0].startswith(
        "rings.A.sectors: sector 5 is 'R2', not one of C, O, R1"
    )
    assert faults("weather", lambda d: d["rings"]["EC"].update(start=[1, 2, 3, 4, 5, 12])) == [
        "rings.EC.start: names sectors outside 1 to 11 (RA-R30)"
    ]
    assert faults("weather", lambda d: d["rings"]["EC"].update(sectors=["C"]))[0].endswith("(RA-60)")


@pytest.mark.rule("RA-06", "RA-07", "RA-11")
def test_road_cards() -> None:
    assert faults("cards", lambda d: d["cards"][0].update(squares="0 5 0", first=1))[0] == (
        "cards[0].squares: square 2 is '5', not a level 0 to 4 with f (ford) or h (hairpin) after it (RA-06)"
    )
    assert faults("cards", lambda d: d["cards"][1].update(first=12)) == [
        "cards[1]: square number 12 is also on cards[0] (RA-07)"
    ]
    assert faults("cards", lambda d: d["cards"][1].update(no=1)) == ["cards[1].no: card 1 is there twice (RA-R03)"]
    assert faults("cards", lambda d: d["cards"][1].update(exit="N")) == ["cards[1].exit: is 'N', not S, L or R (RA-03)"]
    steep: dict[str, object] = {"kind": "rally-cards", "cards": [card(1, "1 2")]}
    assert [str(fault) for fault in check(steep)] == ["cards: no card starts with a square of level 0 (RA-11)"]
    assert str(check({"kind": "chess"})[0]).startswith("kind: is 'chess', not rally-cards")


def test_lines_to_draw_the_roads_along() -> None:
    assert faults("cards", lambda d: d["shapes"]["ford"].pop("L")) == [
        "shapes.ford.L: is not a list of points [x, y] from 0 to 100"
    ]
    assert len(faults("cards", lambda d: d.update(shapes=7))) == 8
    assert faults("cards", lambda d: d.pop("shapes")) == []


def test_a_document_in_the_wrong_place() -> None:
    with pytest.raises(BadContent, match="cards: kind: is 'rally-tables', not 'rally-cards'"):
        make(cards=HOUSE["tables"])


def test_own_documents_are_played() -> None:
    tables = deepcopy(HOUSE["tables"])
    tables["gears"]["5"] = [6, 9]
    tables["risk"]["5"] = [4, 4, 4, 4, 4, 4]
    game, state = alone("0 " * 30, tables=tables)
    put(state, 0, 1, 5)
    to_move(state, 0)
    events = follow(game, state, "gear:5", "die:6")
    assert (events[0].args["least"], events[0].args["most"], events[1].args["level"]) == (6, 9, 4)


def test_cards_may_be_numbered_one_by_one() -> None:
    cards = {"cards": [{"no": 3, "name": "Odd", "exit": "S", "squares": "0 1 4f", "numbers": [7, 99, 2]}]}
    game = make(players=1, scope="stage", route="3", cards=cards)
    state = helpers.ready(game)
    assert [helpers.number(game, state, square) for square in (1, 2, 3)] == [7, 99, 2]


@pytest.mark.rule("RA-08")
def test_a_deck_that_cannot_serve_the_calendar() -> None:
    small = {"cards": HOUSE["cards"]["cards"][:5]}
    with pytest.raises(BadOption, match=r"Montecarlo needs 6 cards within its limits \(RA-78\)"):
        make(cards=small)
    dry = {"cards": [entry for entry in HOUSE["cards"]["cards"] if "f" not in entry["squares"]]}
    with pytest.raises(BadOption, match=r"Safari needs 8 cards within its limits \(RA-81\)"):
        make(scope="championship", cards=dry)


@pytest.mark.rule("RA-03", "RA-11", "RA-02")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"scope": "race", "route": "1-2"}, "single stage"),
        ({"scope": "stage", "route": "1-77"}, "no road card 77"),
        ({"scope": "stage", "route": "16-1"}, r"card 16: first_square \(RA-11\)"),
        ({"scope": "stage", "route": "1-1"}, r"card 1: card_laid \(RA-R03\)"),
        ({"scope": "stage", "route": "one"}, "does not read as"),
        ({"scope": "stage", "stage": "special", "races": ["safari"]}, r"Safari has no special stage \(RA-81\)"),
        ({"races": ["italia", "svezia"]}, "follow the calendar"),
        ({"races": ["italia", "italia"]}, "follow the calendar"),
        ({"races": ["monza"]}, "'monza' is not one of"),
        ({"players": 0}, "0 is not between 1 and 6"),
        ({"wings": 2}, "unknown"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        make(**options)


@pytest.mark.rule("RA-81")
def test_a_card_beyond_the_limits_is_refused_and_changes_nothing() -> None:
    game = make(players=1, races=["safari"])
    play = Play(game)
    for entry in ([0, "setup:stable"], ["chance", "die:1"], [0, "lay:12"]):
        play.enter(list(entry))
    before = play.state.dump()
    with pytest.raises(Refused, match=r"lay:13 is not possible now: too_many_hairpins \(RA-81\)"):
        play.enter([0, "lay:13"])
    assert play.state.dump() == before
    assert len(play.log) == 3


@pytest.mark.rule("RA-14")
def test_a_set_up_change_of_two_levels() -> None:
    game = make(players=1, scope="championship")
    state = game.start()
    state.cars[0].setup = helpers.STABLE  # the set-up of the race before
    assert why(game, state, "setup:prototype") == ("setup_jump", "RA-14")


def test_notations_that_name_nothing() -> None:
    game = make()
    for text in ("gear:6", "advance:7", "lay:23", "mechanic:226", "setup:turbo", "", "halt ", "GEAR:1"):
        with pytest.raises(BadNotation):
            game.parse(text)
    for text in ("die:0", "die:7", "draw:6", "weather:1", "card:0"):
        with pytest.raises(BadNotation):
            game.parse_outcome(text)
    with pytest.raises(BadNotation, match="did you mean gear:1"):
        game.parse("gear:11")


@pytest.mark.rule("RA-09", "RA-36")
@pytest.mark.parametrize("seat", [-1, 0, 9])
def test_any_seat_and_any_number_gets_an_answer(seat: int) -> None:
    game = make(players=2, scope="stage", route="1")
    state = game.start()
    for action in (-1, game.actions()):
        assert state.explain(seat, action) is not None
    state.apply(state.chance()[0][0])
    for action in (-1, game.actions()):
        assert state.explain(seat, action) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(
    kind=st.sampled_from(["cards", "tables", "weather"]),
    path=st.lists(st.integers(0, 30), min_size=1, max_size=4),
    value=JSON,
)
def test_any_change_of_a_document_is_either_played_or_refused_cleanly(
    kind: str, path: list[int], value: object
) -> None:
    document = deepcopy(HOUSE[kind])
    place: object = document
    for index, step in enumerate(path):
        keys = list(place) if isinstance(place, dict) else list(range(len(place))) if isinstance(place, list) else []
        if not keys:
            break
        key = keys[step % len(keys)]
        if index == len(path) - 1 or not isinstance(place[key], dict | list):  # type: ignore[index]
            place[key] = value  # type: ignore[index]
            break
        place = place[key]  # type: ignore[index]
    if misfit(document):
        with pytest.raises(BadOption, match=re.escape(f"'{kind}': {misfit(document)} is a text")):
            make(players=1, scope="stage", **{kind: document})
    elif check(document):
        with pytest.raises(BadContent):
            make(players=1, scope="stage", **{kind: document})
    else:
        with suppress(BadOption):  # a deck too small for the stage
            assert make(players=1, scope="stage", **{kind: document}).start().legal(0)
