"""Bad scenarios, positions, programs and records are refused with the place, the reason and the clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcferme.core.errors import BadContent, BadNotation, BadOption, BadRecord, Refused
from parcferme.core.play import Play
from parcferme.games.lunar_rally.board.check import check
from parcferme.games.lunar_rally.board.maps import ground_of

from .helpers import label, lunar, open_ground, placed, position, refused, rover, scenario


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"craters": [["K6"]], "caches": ["K6"]}, "caches: K6 already holds craters 1: pieces overlap (LR-11)"),
        ({"craters": [["K6"], ["K6"]]}, "craters 2: K6 already holds craters 1: pieces overlap (LR-08)"),
        ({"dust": [["A1", "B1", "C1"]]}, "dust 1: A1 already holds start: pieces overlap (LR-09)"),
        ({"craters": [["B12"]]}, "craters 1: B12 is not on a board of 3 sections (LR-05)"),
        ({"sections": 2}, "finish: X1 is not on a board of 2 sections (LR-05)"),
        ({"sections": 4}, "sections: is 4; a board has 2 or 3 sections (LR-05)"),
        ({"craters": [["K6", "K8", "K10"]]}, "craters 1: does not hang together as one piece (LR-08)"),
        ({"craters": [["K6"], ["L6"], ["M6"]]}, "craters: has 3 pieces of 1 hexes; the box holds 2 (LR-08)"),
        ({"dust": [["K6", "K7"]]}, "dust: has 1 pieces of 2 hexes; the box holds 0 (LR-09)"),
        ({"repair": [f"K{row}" for row in range(1, 8)]}, "repair: has 7 hexes; the box holds 6 (LR-11)"),
        ({"caches": [f"K{row}" for row in range(1, 12)]}, "caches: has 11 hexes; the box holds 10 (LR-11)"),
        ({"start": ["A1"]}, "start: has 1 hexes, not 8 (LR-10)"),
        ({"start": "A1"}, "start: is missing or not a list (LR-10)"),
        ({"craters": ["K6"]}, "craters 1: is not a list of hexes (LR-08)"),
        ({"caches": ["Z99"]}, "caches: 'Z99' is not the name of a hex, such as K6 (LR-05)"),
        ({"caches": [7]}, "caches: 7 is not the name of a hex, such as K6 (LR-05)"),
        ({"weather": "sunny"}, "weather: is not a part of a scenario"),
        ({"title": ""}, "title: is missing: a scenario has a name"),
        ({"title": "x" * 61}, "title: is not a text of at most 60 printable characters"),
        ({"about": "x" * 401}, "about: is not a text of at most 400 printable characters"),
        ({"about": {"deep": [1]}}, "about: is not a text of at most 400 printable characters"),
        ({"difficulty": "x" * 41}, "difficulty: is not a text of at most 40 printable characters"),
        ({"source": "x" * 401}, "source: is not a text of at most 400 printable characters"),
        ({"licence": "x" * 201}, "licence: is not a text of at most 200 printable characters"),
        ({"recommended_for_beginners": "x" * 1000}, "recommended_for_beginners: is neither true nor false (LR-21)"),
        ({f"part {n}": n for n in range(20)}, "scenario: has 28 parts; no scenario has more than 20"),
        ({"caches": ["K6"] * 41}, "caches: has 41 hexes; no piece or line has more than 40"),
        ({"craters": [["K6"]] * 41}, "craters: has 41 pieces; no box holds more than 40 (LR-08)"),
    ],
)
def test_a_bad_scenario_says_where_and_why(parts: dict[str, Any], fault: str) -> None:
    faults = [str(found) for found in check(scenario(**parts))]
    assert any(found.startswith(fault) for found in faults), faults
    with pytest.raises(BadContent) as error:
        lunar(map=scenario(**parts))
    assert fault in str(error.value)


def test_a_title_has_one_line() -> None:
    broken = scenario(title="one\ntwo")
    assert [str(found) for found in check(broken)] == ["title: is not a text of at most 60 printable characters"]
    with pytest.raises(BadOption, match="title is a text that is too long or cannot be printed"):
        lunar(map=broken)


@pytest.mark.rule("LR-02")
def test_a_finish_that_cannot_be_reached_is_refused() -> None:
    """Craters shut the corner A1, A2 off from the rest of the board."""
    starts = ["A1", "A2", *[f"K{row}" for row in range(1, 7)]]
    document = scenario(start=starts, craters=[["B1", "B2", "B3"], ["A3"], ["B4"]])
    assert [str(fault) for fault in check(document)] == [
        "finish: cannot be reached from A1 (LR-02)",
        "finish: cannot be reached from A2 (LR-02)",
    ]


@pytest.mark.rule("LR-26")
def test_a_start_hex_without_a_legal_facing_is_refused() -> None:
    """Whatever lies nearer to the finish than K6 is part of the Start Line."""
    starts = ["K6", "L5", "L6", "A1", "A2", "A3", "A4", "A5"]
    assert [str(fault) for fault in check(scenario(start=starts))] == [
        "start: K6 has no facing that leads nearer to the finish (LR-26)"
    ]


def test_all_faults_are_told_at_once() -> None:
    faults = check(scenario(caches=["K6"], repair=["K6"], start=["A1"], craters=[["L1"], ["L3"], ["L5"]]))
    assert {fault.place for fault in faults} == {"caches", "start", "craters"}


@pytest.mark.rule("LR-23")
def test_a_huge_document_is_refused_without_being_read() -> None:
    """Every refusal is short, and the work is that of the board, not of the document."""
    huge = {"caches": ["K" * 10**6] * 40, "dust": [["K6"] * 10**6] * 40, "about": "x" * 10**7, "w" * 10**6: 1}
    faults = check(scenario(**huge))
    assert sum(len(str(fault)) for fault in faults) < 20_000
    assert len(faults) < 100


@given(
    st.dictionaries(
        st.sampled_from(["start", "finish", "craters", "dust", "repair", "caches", "sections", "title"]),
        st.recursive(st.none() | st.integers(-3, 5) | st.sampled_from(["A1", "K6", "X9", ""]), st.lists, max_leaves=6),
    )
)
@settings(deadline=None)
def test_any_document_is_judged_without_failing(parts: dict[str, Any]) -> None:
    document = scenario(**parts)
    if check(document):
        with pytest.raises(BadContent):
            ground_of(document)
    else:
        ground_of(document)


SOUTH: dict[str, object] = {"hex": "K6", "facing": "S"}


@pytest.mark.rule("LR-49", "LR-53")
@pytest.mark.parametrize(
    ("rovers", "fault"),
    [
        ({"B1": SOUTH, "G1": SOUTH}, "rovers.G1.hex: B1 stands at K6 (LR-49)"),
        ({"B1": {"hex": "M7"}}, "rovers.B1.hex: there is a crater at M7 (LR-53)"),
        ({"B1": {"hex": "Z1"}}, "rovers.B1.hex: 'Z1' is not a hex of this board (LR-05)"),
        ({"B1": {"hex": "B12"}}, "rovers.B1.hex: 'B12' is not a hex of this board (LR-05)"),
        ({"B1": {"hex": ["K6"]}}, "rovers.B1.hex: ['K6'] is not a hex of this board (LR-05)"),
        ({"Y1": SOUTH}, "rovers.Y1: the Rovers of this race are B1, G1, B2, G2 (LR-13)"),
        ({"B1": {**SOUTH, "shields": 1, "phases": 2}}, "rovers.B1.shields: a shield and a lost phase"),
        ({"B1": {**SOUTH, "missiles": 2}}, "rovers.B1.missiles: 2 is not a whole number from 0 to 1"),
        ({"B1": {**SOUTH, "phases": 0}}, "rovers.B1.phases: 0 is not a whole number from 1 to 3"),
        ({"B1": {**SOUTH, "facing": "E"}}, "rovers.B1.facing: 'E' is none of N, NE, SE, S, SW, NW"),
        ({"B1": {**SOUTH, "armed": 1}}, "rovers.B1.armed: 1 is neither true nor false"),
        ({"B1": {**SOUTH, "wings": 2}}, "rovers.B1.wings: there is no such field"),
        ({"B1": {"facing": "S"}}, "rovers.B1.facing: there is no such field"),
        ({"B1": {**SOUTH, "program": "AT.AT"}}, "rovers.B1.program: AT.AT: a card more often than the deck holds it"),
        (
            {"B1": {**SOUTH, "phases": 2, "shields": 0, "program": "AT.F1.TL"}},
            "rovers.B1.program: 3 cards on 2 phases (LR-37)",
        ),
        ({"B1": {**SOUTH, "program": "JUMP"}}, "rovers.B1.program: 'JUMP' is not up to three cards"),
        ({"B1": {**SOUTH, "program": 7}}, "rovers.B1.program: 7 is not up to three cards"),
        ({"B1": 7}, "rovers.B1: 7 is not an object"),
        ({"B1": SOUTH, "B2": {"replaced": 1}}, "rovers: only Rover 1s are replaced (LR-82)"),
    ],
)
def test_a_bad_rover_says_what_is_wrong(rovers: dict[str, Any], fault: str) -> None:
    game = open_ground(2, craters=[(12, 0)])
    with pytest.raises(BadRecord) as error:
        position(game, rovers, due=1)
    assert str(error.value).startswith(f"position.{fault}")


@pytest.mark.parametrize(
    ("course", "fault"),
    [
        ({"phase": "program_2", "moon": 2}, "phase: nobody has a Rover 2 to program (LR-37)"),
        ({"phase": "program_3"}, "phase: 'program_3' is none of throw_map, throw_first"),
        ({"moon": 3}, "moon: 3 is not a whole number from 1 to 2"),
        ({"moon": 2}, "moon: does not fit program_1 (LR-41)"),
        ({"phase": "flip"}, "moon: the Moon Token is flipped where only Rovers of the other number are left (LR-41)"),
        ({"phase": "replace"}, "turn: nobody is offered a replacement then (LR-82)"),
        ({"phase": "replace", "turn": 2}, "turn: nobody is offered a replacement then (LR-82)"),
        ({"phase": "throw_map"}, "phase: the map is known (LR-20)"),
        ({"phase": "throw_first"}, "first: does not fit throw_first (LR-25)"),
        ({"phase": "open_1", "round": 0, "revealed": 0}, "rovers.G1: does not fit open_1 (LR-27)"),
        ({"phase": "place", "turn": 2, "round": 0, "revealed": 0}, "rovers.G1: does not fit place (LR-27)"),
        ({"phase": "over"}, "reason: a race that is over has a reason"),
        ({"reason": "cap"}, "reason: a race that goes on has neither a reason nor winners"),
        ({"winners": [0]}, "reason: a race that goes on has neither a reason nor winners"),
        ({"conceded": [1]}, "conceded: the last player left has won (LR-R37)"),
        ({"conceded": [0]}, "conceded: a seat that has conceded has a Rover on the board (LR-R37)"),
        ({"conceded": [2]}, "conceded: names an empty seat"),
        ({"first": 2}, "first: is an empty seat (LR-01)"),
        ({"first": -1}, "first: does not fit program_1 (LR-25)"),
        ({"round": 61}, "round: does not fit program_1 (LR-R39)"),
        ({"round": 0}, "round: does not fit program_1 (LR-R39)"),
        ({"revealed": 2}, "revealed: does not fit program_1 (LR-33)"),
        ({"turn": 1}, "turn: does not fit program_1"),
        ({"throws": 1}, "throws: there are at most 20, and all for the first player (LR-25)"),
        ({"wind": 3}, "wind: there is no such field"),
        ({"caches": ["A1"]}, "caches: 'A1' is no cache of this map"),
        ({"caches": ["M7", "M7"]}, "caches: has 2 entries, not 0 to 1"),
        ({"caches": 7}, "caches: 7 is not a list"),
        ({"scenario": "pink"}, "scenario: 'pink' is none of own"),
    ],
)
def test_a_bad_course_says_what_is_wrong(course: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadRecord) as error:
        position(open_ground(2, caches=[(12, 0)]), {"B1": SOUTH}, **course)
    assert str(error.value).startswith(f"position.{fault}")


@pytest.mark.parametrize("dump", [None, [], 7, "x", {1: 2}, {"rovers": []}])
def test_what_is_no_object_is_no_position(dump: Any) -> None:
    with pytest.raises(BadRecord, match="position"):
        lunar().restore(dump)


@pytest.mark.rule("LR-20")
def test_the_map_must_be_known_once_it_was_thrown_for() -> None:
    game = lunar(scenario="tokens")
    with pytest.raises(BadRecord, match=r"position.scenario: the map has been thrown for \(LR-20\)"):
        game.restore({"phase": "throw_first", "revealed": 0})
    state = game.restore({"phase": "throw_first", "revealed": 0, "scenario": "green"})
    assert state.dump() == {"phase": "throw_first", "revealed": 0, "scenario": "green", "rovers": {}}


@pytest.mark.rule("LR-16", "LR-29", "LR-38")
@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("1:F1.AT", "length", "LR-29"),
        ("1:F1", "length", "LR-29"),
        ("1:F1.F1.F1", "too_many", "LR-38"),
        ("1:ST.AT.ST", "too_many", "LR-38"),
        ("1:RV.AT.ST", "wrong_deck", "LR-16"),
        ("1:XX.AT.ST", "wrong_deck", "LR-16"),
        ("1:F1.--.ST", "missing_card", "LR-29"),
        ("2:F1.AT.RV", "other_rover", "LR-29"),
        ("place:A3/NE", "not_now", "LR-29"),
        ("decline", "not_now", "LR-29"),
    ],
)
def test_bad_programs_are_refused_with_the_clause(text: str, code: str, clause: str) -> None:
    game = lunar()
    state = placed(game)
    assert refused(game, state, 0, text) == (code, clause)
    play = Play(game)
    play.state = state
    good = game.parse("1:F1.AT.TL")
    with pytest.raises(Refused, match=clause):
        play.act_jointly([game.parse(text), good])
    assert play.log == []


@pytest.mark.parametrize("text", ["1:F1.AT.TL.TR", "3:F1", "1:", "1:f1.at.tl", "place:A3", "place:K6/NE", "fly"])
def test_what_is_no_action_at_all_does_not_parse(text: str) -> None:
    with pytest.raises(BadNotation):
        lunar().parse(text)


def test_a_position_can_be_played_on() -> None:
    game = open_ground(2, caches=[(12, 0)])
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((3, 3))}, due=1, caches=[label((12, 0))], round=7)
    assert state.view(None)["round"] == 7
    assert state.to_act() == (0,)
