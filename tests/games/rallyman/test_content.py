"""Boards, dice and cards; files of one's own; options that cannot be; everything wrong said with its place."""

from __future__ import annotations

import copy
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from parcferme.core.errors import BadContent, BadNotation, BadOption
from parcferme.core.registry import create
from parcferme.games.rallyman.board import zones
from parcferme.games.rallyman.board.check import check
from parcferme.games.rallyman.board.components import Components
from parcferme.games.rallyman.board.spaces import BUMP, CORNER, space_of
from parcferme.games.rallyman.board.zones import CONTENT, Roads, drive, house_document, roads_of
from parcferme.games.rallyman.show.commands import COMMANDS

from .helpers import rally, special, start

Faulty = list[str]


def faults(document: dict[str, object]) -> Faulty:
    return [str(fault) for fault in check(document)]


def house() -> dict[str, object]:
    return copy.deepcopy(house_document())


@pytest.fixture(scope="module")
def roads() -> Roads:
    return roads_of(None)


@pytest.mark.rule("RM-04")
def test_the_four_house_zones_are_sound(roads: Roads) -> None:
    assert faults(house()) == []
    assert sorted(roads.zones) == ["C", "J", "L", "V"]
    for zone in roads.zones:
        names = roads.names_of(zone)
        spaces = [space for name in names for space in roads.spaces[name]]
        assert len(names) == 5
        assert 50 <= len(spaces) <= 60
        assert all(9 <= len(roads.spaces[name]) <= 13 for name in names)
        assert 12 <= sum(space.kind == CORNER for space in spaces) <= 14
        assert 3 <= sum(space.cut > 0 for space in spaces) <= 4
        assert 2 <= sum(space.kind == BUMP for space in spaces) <= 4


def test_content_files_say_where_they_come_from() -> None:
    for path in CONTENT.glob("*.json"):
        document = json.loads(path.read_text("utf-8"))
        assert document["source"]
        assert document["licence"]


@pytest.mark.rule("RM-08", "RM-R42", "RM-R01")
def test_decks_and_dice() -> None:
    components = Components("2010")
    assert components.seconds == [50, 50, 40, 30, 20, 10]
    assert all(sum(backs) == 24 for backs in components.backs)
    assert [backs[1] + backs[2] for backs in components.backs] == [4, 8, 12, 16, 20]  # off road: gear out of six
    assert sum(components.deck) == 36
    assert components.hazards == [2, 2, 2, 2, 2, 1]
    assert Components("GT").hazards == [1, 1, 2, 2, 2, 1]


@pytest.mark.rule("RM-18", "RM-R24")
def test_driving_a_road_backwards(roads: Roads) -> None:
    there, back = drive(roads, "C3-C8"), drive(roads, "C8-C3")
    assert [space.id for space in back] == [space.id for space in reversed(there)]
    for one, other in zip(there, reversed(back), strict=True):
        assert (one.left, one.right) == (other.right, other.left)
        assert (one.inside, one.outside, one.cut, one.note) == (other.inside, other.outside, other.cut, other.note)
    corner, turned = there[2], back[-3]
    assert {corner.drawn["turn"], turned.drawn["turn"]} == {"L", "R"}
    assert corner.drawn["bend"] == -float(str(turned.drawn["bend"]))


@pytest.mark.rule("RM-18", "RM-R41")
@pytest.mark.parametrize(
    ("roadbook", "expected"),
    [
        ("X1-X2", "leg 1 (X1-X2): there is no zone X; the zones are C, J, L, V (RM-18)"),
        ("C0-C8", "leg 1 (C0-C8): zone C has no such road"),
        ("C0-C9/C3-C8", "leg 2 (C3-C8): follows another road of zone C"),
        ("J1-J4/C0-C9/J4-J1", "leg 3 (J4-J1): road J1-J4 is already part of this special (RM-R41)"),
    ],
)
def test_roadbooks_that_cannot_be_driven(roads: Roads, roadbook: str, expected: str) -> None:
    with pytest.raises(BadContent) as caught:
        drive(roads, roadbook)
    assert expected in str(caught.value)


@pytest.mark.rule("RM-R41")
def test_a_zone_may_be_visited_twice_by_different_roads(roads: Roads) -> None:
    assert len(drive(roads, "L0-L1/C7-C6/L2-L3/V2-V3/C5-C4")) == 59


def test_every_fault_of_a_zone_file_is_named_with_its_place() -> None:
    document = house()
    zone = document["zones"][0]  # type: ignore[index]
    spaces = zone["roads"][0]["spaces"]
    spaces[0]["left"] = "x"
    spaces[1]["width"] = 3
    spaces[2]["out"] = 5
    spaces[4]["in"] = 9
    spaces[9]["note"] = 0
    spaces[11]["kind"] = "tunnel"
    found = faults(document)
    assert [fault.partition(":")[0] + ":" + fault.split(":")[1] for fault in found] == [
        "C0-C9:0", "C0-C9:1", "C0-C9:2", "C0-C9:4", "C0-C9:9", "C0-C9:11",
    ]  # fmt: skip
    assert "left terrain is 'x', not one of g d f r" in found[0]
    assert "outside note 5 does not follow inside note 3 (RM-R11)" in found[2]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda zone: zone.update(zone="CC"), "is not one capital letter"),
        (lambda zone: zone.update(roads=[]), "has no list of roads"),
        (lambda zone: zone["roads"][0].update(ends=["0", "0"]), "two different exits"),
        (lambda zone: zone["roads"].pop(), "is used by 0 roads, not by one"),
        (lambda zone: zone["roads"][0]["spaces"].pop(0), "needs two straight spaces at both ends"),
        (lambda zone: zone["roads"][0].update(spaces="Sgg Sgg C12gg C12gg C12gg Sgg Sgg"), "three corners in a row"),
        (lambda zone: zone["roads"][0].update(spaces="Sgg Sgg B3gg Sgg C12gg Sgg Sgg"), "within 3 spaces of a bump"),
        (lambda zone: zone["roads"][0].update(spaces="Sgg Sgg K125gg Sgg Sgg"), "5 is not one or two above"),
        (lambda zone: zone["roads"][0].update(spaces="Sgg Quux"), "'Quux' is not a space such as"),
        (lambda zone: zone["roads"][0].update(spaces=7), "neither a list of objects nor a text"),
        (lambda zone: zone["roads"][0]["spaces"][3].update(len=150.0), "does not join the next space"),
        (lambda zone: zone["roads"][0]["spaces"][0].pop("xy"), "is drawn only in part"),
        (lambda zone: zone["roads"][0]["spaces"][2].update(turn="R"), "is a corner R but bends"),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_a_zone(change: object, expected: str) -> None:
    document = house()
    change(document["zones"][0])  # type: ignore[index,operator]
    assert any(expected in fault for fault in faults(document)), faults(document)


def test_roads_that_would_cross() -> None:
    document = house()
    zone = document["zones"][0]  # type: ignore[index]
    zone["roads"][0]["ends"], zone["roads"][1]["ends"] = ["0", "2"], ["1", "9"]
    assert any("roads 0-2 and 1-9 would have to cross" in fault for fault in faults(document))


@pytest.mark.rule("RM-18")
def test_however_many_roads_a_zone_has_each_crossing_is_named_once() -> None:
    """Comparing every road with every other one took minutes."""
    roads = [{"ends": ["0", "2"], "spaces": "Sgg"}, {"ends": ["1", "9"], "spaces": "Sgg"}] * 5000
    found = faults({"zones": [{"zone": "Q", "roads": roads}]})
    assert sum("would have to cross" in fault for fault in found) == 1


def test_zones_described_twice_and_files_without_content() -> None:
    document = house()
    document["zones"].append(copy.deepcopy(document["zones"][0]))  # type: ignore[attr-defined,index]
    assert "zone C: is described twice (RM-04)" in faults(document)
    assert faults({}) == ["file: has neither zones nor specials"]
    assert faults({"zones": 3}) == ["zones: is not a list of objects"]


@pytest.mark.rule("RM-04")
def test_own_zones_replace_and_add() -> None:
    plain = "Sgg Sgg C34gg Sgg Sgg"
    roads = [{"ends": list(pair), "spaces": plain} for pair in ("09", "12", "38", "45", "67")]
    own = {"zones": [{"zone": "C", "roads": roads}, {"zone": "X", "name": "Extra", "roads": roads}]}
    game = create("rallyman", {"players": 1, "zones": own, "stages": ["C0-C9/X9-X0", "J1-J4", "X3-X8"]})
    view = game.start().view(0)
    road = view["road"]
    assert isinstance(road, dict)
    assert road["length"] == 10
    assert road["spaces"][5]["id"] == "X0-X9:4"


def test_own_specials() -> None:
    game = rally("Sgg | C25gf K344rd C3-gg B3gg Ngg")
    assert game.rally.zones == ["AB", "AB", "AB"]
    road = game.rally.road(0, 0)
    assert road.ids == ["START", "T:1", "T:2", "T:3", "T:4", "T:5", "T:6", "FINISH"]
    assert road.id(3, True) == "T:3k"
    document = special("Sgg")
    document["specials"].append({"name": "two words", "spaces": ""})  # type: ignore[attr-defined]
    document["specials"].append({"name": "T", "spaces": "C9-gg"})  # type: ignore[attr-defined]
    assert faults(document) == [
        "specials[1].name: 'two words' is not a name of letters, digits, _ . and - (RM-18)",
        "special T: is described twice (RM-18)",
        "T:1: inside note is 9, not a gear from 1 to 5 (RM-48)",
    ]
    assert "has 0 spaces" in faults({"specials": [{"name": "E", "spaces": ""}]})[0]
    assert "outside note 2 does not follow" in faults({"specials": [{"name": "E", "spaces": "C32gg"}]})[0]
    assert faults({"specials": [{"name": f"T{n}", "spaces": "Sgg"} for n in range(12)]}) == []
    many: dict[str, object] = {
        "specials": [{"name": f"T{n}", "spaces": "X"} for n in range(13)]
    }  # they are not even read
    assert faults(many) == ["specials[12]: is special 13; 12 is the most (RM-18)"]
    five = [{"kind": "straight", "width": 2, "left": "g", "right": "g", "zone": zone} for zone in "ABCDE"]
    assert "uses 5 zones" in faults({"specials": [{"name": "E", "spaces": five}]})[0]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": 5}, "5 is not between 1 and 4"),
        ({"stages": ["J1-J4"]}, "has 1 items, not between 3 and 3"),
        ({"stages": ["J1", "J1-J4", "J1-J4"]}, "does not read as"),
        ({"snow": ["C", "", ""]}, "is only for weather=fixed"),
        ({"weather": "fixed", "snow": ["V", "", ""]}, "special 1 has no zone V; its zones are C, J"),
        ({"tyres": "snow"}, "without weather every car has asphalt tyres"),
        ({"start_order": [0, 0]}, "does not name each of the 2 seats once"),
        ({"checkpoints": ["3:13"]}, "3:13: special 3 has spaces 1 to 12"),
        ({"checkpoints": ["3:1", "3:1"]}, "3:1 is given twice"),
        ({"drivers": ["A", "B", "C"]}, "names 3 drivers, but 2 take part"),
        ({"drivers": ["A", "A"]}, "two drivers have the same name"),
        ({"turbo": True}, "unknown"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], expected: str) -> None:
    with pytest.raises(BadOption) as caught:
        create("rallyman", options)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"stages": ["J1-J4", "Q1-Q2", "J1-J4"]}, "stage 2, leg 1 (Q1-Q2): there is no zone Q"),
        ({"stages": ["@X", "J1-J4", "J1-J4"]}, "stage 1: @X needs the option specials"),
        ({"stages": ["@X", "J1-J4", "J1-J4"], "specials": special("Sgg")}, "@X: there is no such special"),
        ({"zones": {"zones": [{"zone": "C", "roads": []}]}}, "zone C: has no list of roads"),
    ],
)
def test_content_that_cannot_be(options: dict[str, object], expected: str) -> None:
    with pytest.raises(BadContent) as caught:
        create("rallyman", options)
    assert expected in str(caught.value)


def test_notations_that_name_nothing() -> None:
    game, state = start()
    for text in ("roll:6/go", "attack:13", "ROLL:1/go", "", "place:W!"):
        with pytest.raises(BadNotation):
            game.parse(text)
    with pytest.raises(BadNotation) as caught:
        game.parse("roll:1/og")
    assert "roll:1/go" in caught.value.near
    with pytest.raises(BadNotation):
        game.parse_outcome("6!")
    assert state.kind() == 0


def test_commands(tmp_path: Path) -> None:
    special_text = COMMANDS["special"][1](["C8-C3/J1-J4"])
    assert "23 spaces, 6 corners, 3 shortcuts, 1 bumps, 3 narrow; zones C, J" in special_text
    assert "K345R" in special_text
    own = tmp_path / "own.json"
    own.write_text(json.dumps(special("Sgg B3gg")), "utf-8")
    assert "2 spaces, 0 corners" in COMMANDS["special"][1](["@T", str(own)])
    assert "J1-J4    12  S N K123" in COMMANDS["zones"][1]([])
    assert COMMANDS["odds"][1](["12345WW"]).startswith("third hazard: 233/729")
    for name, arguments in (("special", []), ("special", ["@T"]), ("odds", ["11"]), ("sheet", [])):
        with pytest.raises(BadOption):
            COMMANDS[name][1](arguments)


def test_a_drawing_left_empty_is_none() -> None:
    corner: dict[str, object] = {"kind": "corner", "in": 3, "out": 4, "left": "g", "right": "g"}
    assert space_of("A-B:0", "A", {**corner, "turn": None, "xy": None, "dir": 90}).drawn == {"dir": 90}


def test_the_houses_zones_are_seen_whole_by_all_threads_that_ask_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "_house", [])
    together = threading.Barrier(8)

    def ask(_: int) -> list[str]:
        together.wait()
        return sorted(roads_of(None).zones)  # one that found them half read had none, and refused every table

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(8))) == [["C", "J", "L", "V"]] * 8
