"""Maps, marked maps and card files: what is refused, and why."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from tests.games.rally_round.roads import Road, grid

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, BadOption
from parcferme.core.registry import create
from parcferme.games.rally_round.board.check import CONTENT, check, house_board, house_map, house_route, read_deck
from parcferme.games.rally_round.board.map import Board
from parcferme.games.rally_round.board.map_check import survey
from parcferme.games.rally_round.board.route_file import examine

Document = dict[str, object]
Edit = Callable[[Document], object]


def squares(document: Document) -> list[dict[str, object]]:
    found = document["squares"]
    assert isinstance(found, list)
    return found


def entry(document: Document, name: str, place: int) -> dict[str, object]:
    found = document[name]
    assert isinstance(found, list)
    item = found[place]
    assert isinstance(item, dict)
    return item


@pytest.mark.rule("RR-06", "RR-16")
def test_the_house_map_is_sound_and_made_up_like_the_board() -> None:
    assert check(house_map()) == []
    assert survey(house_board()) == []


def star(roads: int) -> Document:
    road = Road()
    road.squares += [{"id": n, "x": n, "y": 1, "colour": "Y"} for n in range(2, roads + 2)]
    road.edges = [[1, n] for n in range(2, roads + 2)]
    return road.map()


def tracks(ends: list[list[int]]) -> Document:
    road = Road().section("road", "W40")
    for one, two in ends:
        road.hidden_track(one, two)
    return road.map()


@pytest.mark.rule("RR-06", "RR-78")
@pytest.mark.parametrize(
    ("document", "place", "reason"),
    [
        (grid(20, 20), "square 399", "756 roads lead from junction to junction; 100 is the most"),
        (grid(7, 9), "square 62", "106 roads lead from junction to junction; 100 is the most"),
        (Road().section("road", "R600").map(), "squares", "is not a list of 2 to 600 squares"),
        (star(7), "square 1", "7 roads meet here; 6 is the most"),
        (tracks([[n, n + 2] for n in range(1, 32)]), "hidden_tracks", "is not a list of at most 30"),
        (tracks([[5, n] for n in range(20, 25)]), "hidden track 5", "is one way too many from square 5; 6 is the most"),
    ],
)
def test_maps_that_would_make_the_rules_slow_are_refused(document: Document, place: str, reason: str) -> None:
    assert [(fault.place, fault.reason) for fault in check(document)] == [(place, reason)]
    with pytest.raises(BadContent):
        create("rally_round", {"map": document, "route": "laid"})


@pytest.mark.rule("RR-06")
@pytest.mark.parametrize("document", [grid(7, 8), Road().section("road", "R599").map(), star(6)])
def test_maps_up_to_the_bounds_are_accepted(document: Document) -> None:
    assert check(document) == []


@pytest.mark.rule("RR-20")
def test_a_marked_map_has_at_most_60_sections() -> None:
    road = Road()
    for _ in range(60):
        road.section("stage", "R2")
    assert examine(road.route(), Board(road.map())).faults == []
    faults = examine(road.section("stage", "R2").route(), Board(road.map())).faults
    assert [(fault.place, fault.clause) for fault in faults] == [("control 62", "RR-20")]


MAP_FAULTS: list[tuple[Edit, str, str]] = [
    (lambda d: d.update(format="x"), "format", ""),
    (lambda d: d.pop("licence"), "licence", ""),
    (lambda d: d.update(squares=[]), "squares", "RR-06"),
    (lambda d: squares(d)[3].update(id=3), "square 3", ""),
    (lambda d: squares(d)[3].update(colour="B"), "square 4", "RR-05"),
    (lambda d: squares(d)[4].update(feature={"type": "lake"}), "square 5", ""),
    (lambda d: squares(d)[4].update(feature={"type": "bend", "limit": 45}), "square 5", "RR-87"),
    (lambda d: squares(d)[4].update(feature={"type": "rough"}), "square 5", "RR-86"),
    (lambda d: squares(d)[4].update(feature={"type": "gradient", "to": 99, "strength": 1}), "square 5", "RR-82"),
    (lambda d: squares(d)[4].update(feature={"type": "gradient", "to": 6, "strength": 3}), "square 5", "RR-82"),
    (lambda d: squares(d)[4].update(feature={"type": "giveway", "major": [6]}), "square 5", "RR-75"),
    (lambda d: squares(d)[4].update(feature={"type": "giveway", "major": []}), "square 5", "RR-75"),
    (lambda d: squares(d)[0].update(feature={"type": "qz"}), "square 1", "RR-16"),
    (lambda d: d.update(edges=[[1, 2]]), "square 3", "RR-06"),
    (lambda d: d["edges"].append([1, 2]), "edge 319", ""),  # type: ignore[attr-defined]
    (lambda d: d["edges"].append([1, 999]), "edge 319", ""),  # type: ignore[attr-defined]
    (lambda d: entry(d, "hidden_tracks", 0).update(ends=[4, 4]), "hidden track 1", "RR-78"),
    (lambda d: entry(d, "hidden_tracks", 0).update(id=5), "hidden track 1", "RR-78"),
    (lambda d: squares(d)[5].update(feature={"type": "ford"}), "square 6", "RR-79"),
    (lambda d: entry(d, "rivers", 0).update(crossings=[]), "square", "RR-79"),
    (lambda d: entry(d, "places", 0).update(square=999), "place North Skeet", ""),
]


@pytest.mark.rule("RR-05", "RR-75", "RR-78", "RR-79", "RR-82", "RR-86", "RR-87")
@pytest.mark.parametrize(("edit", "place", "clause"), MAP_FAULTS)
def test_map_faults_name_the_place_and_the_rule(edit: Edit, place: str, clause: str) -> None:
    document = copy.deepcopy(house_map())
    edit(document)
    faults = check(document)
    assert any(fault.place.startswith(place) and fault.clause == clause for fault in faults), [str(f) for f in faults]
    with pytest.raises(BadContent):
        create("rally_round", {"map": document, "marked_map": house_route()})


@pytest.mark.rule("RR-06", "RR-R24", "RR-R27", "RR-78", "RR-92")
def test_the_survey_notes_what_differs_from_the_board() -> None:
    road = Road().section("road", "R20", {4: "20", 8: ">", 9: "<"}).hidden_track(3, 20)
    road.side_road((5, 0), "R3", 90)
    notes = [str(note) for note in survey(Board(road.map()))]
    assert any("24 road squares" in note for note in notes)
    assert any("bend sign 20, 40 is the rule" in note and "RR-R24" in note for note in notes)
    assert any("two gradients side by side" in note for note in notes)
    assert any("dead end" in note for note in notes)
    assert any("saves 15 squares" in note for note in notes)


ROUTE_FAULTS: list[tuple[Edit, str, str]] = [
    (lambda d: d.update(format="x"), "format", ""),
    (lambda d: d.update(map="Elsewhere"), "map", ""),
    (lambda d: d.update(controls=[]), "controls", "RR-16"),
    (lambda d: entry(d, "controls", 1).update(square=999), "control 2", ""),
    (lambda d: entry(d, "controls", 1).update(**{"from": 20}), "control 2", "RR-24"),
    (lambda d: entry(d, "controls", 1).update(number=7), "control 2", "RR-23"),
    (lambda d: entry(d, "controls", 1).update(label="TC9"), "control 2", "RR-23"),
    (lambda d: entry(d, "controls", 1).update(kind="sprint"), "control 2", "RR-04"),
    (lambda d: entry(d, "controls", 2).update(mph=31), "control 3", "RR-31"),
    (lambda d: entry(d, "controls", 1).update(squares=18), "TC2", "RR-39"),
    (lambda d: entry(d, "controls", 1).update(target="6:00"), "TC2", "RR-39"),
    (lambda d: entry(d, "controls", 1).update(path=[1, 155]), "TC2", "RR-25"),
    (lambda d: entry(d, "controls", 8).update(type="PC"), "control 9", "RR-34"),
    (lambda d: d.update(black_spots=[]), "TC2", "RR-39"),
    (lambda d: d["black_spots"].append(154), "TC2", "RR-25"),  # type: ignore[attr-defined]
    (lambda d: d["black_spots"].append(155), "control 2", "RR-20"),  # type: ignore[attr-defined]
    (lambda d: d["black_spots"].append(168), "black spot 4", "RR-22"),  # type: ignore[attr-defined]
]


@pytest.mark.rule("RR-15", "RR-20", "RR-22", "RR-23", "RR-24", "RR-25", "RR-31", "RR-39")
@pytest.mark.parametrize(("edit", "place", "clause"), ROUTE_FAULTS)
def test_marked_map_faults_name_the_control_and_the_rule(edit: Edit, place: str, clause: str) -> None:
    document = copy.deepcopy(house_route())
    edit(document)
    marked = examine(document, house_board())
    assert any(f.place == place and f.clause == clause for f in marked.faults), [str(f) for f in marked.faults]
    with pytest.raises(BadContent) as caught:
        create("rally_round", {"marked_map": document})
    assert caught.value.faults


@pytest.mark.rule("RR-20")
def test_a_section_has_at_most_60_passage_controls() -> None:
    full = Road().section("stage", "R70", pcs=tuple(range(1, 61))).section("stage", "R70", pcs=tuple(range(1, 61)))
    assert examine(full.route(), Board(full.map())).faults == []
    more = Road().section("stage", "R70", pcs=tuple(range(1, 63)))
    faults = examine(more.route(), Board(more.map())).faults
    assert [(fault.place, fault.clause) for fault in faults] == [("control 62", "RR-20")]


@pytest.mark.rule("RR-26", "RR-R45")
def test_an_ambiguous_leg_is_a_fault_with_the_square_that_would_mend_it() -> None:
    road = Road().section("road", "R20").side_road((5, 15), "R9", 90)
    marked = examine(road.route(), Board(road.map()))
    assert marked.ties == {"TC2": 2}
    assert [(fault.place, fault.clause) for fault in marked.faults] == [("TC2", "RR-26")]
    road.blacks = [92]
    assert examine(road.route(), Board(road.map())).route is not None


@pytest.mark.rule("RR-30", "RR-R21")
def test_a_selective_on_a_main_road_is_only_warned_of_on_a_marked_map() -> None:
    road = Road().section("selective", "Y10 R4", {3: "QZ"})
    marked = examine(road.route(), Board(road.map()))
    assert marked.route is not None
    assert {warning.clause for warning in marked.warnings} == {"RR-30", "RR-R21", "RR-37"}


CARD_FAULTS: list[tuple[Edit, str]] = [
    (lambda d: d.pop("source"), "source"),
    (lambda d: d.update(kit=[]), "kit"),
    (lambda d: d.update(hazards=3), "hazards"),
    (lambda d: entry(d, "kit", 0).update(start=[5, 10, 10, 10]), "kit card S1"),
    (lambda d: entry(d, "kit", 18).update(bridge=15), "kit card DR1"),
    (lambda d: entry(d, "kit", 18).update(wings=1), "kit card DR1"),
    (lambda d: entry(d, "hazards", 0).update(effect="fly"), "hazard card H1"),
    (lambda d: entry(d, "hazards", 0).update(adverse=False), "hazard card H1"),
    (lambda d: entry(d, "hazards", 4).update(amount=9), "hazard card H5"),
    (lambda d: entry(d, "hazards", 9).update(turns=0), "hazard card H10"),
    (lambda d: entry(d, "hazards", 9).update(id="H99"), "hazards"),
]


@pytest.mark.rule("RR-01", "RR-08", "RR-80")
@pytest.mark.parametrize(("edit", "place"), CARD_FAULTS)
def test_card_faults_name_the_card(edit: Edit, place: str) -> None:
    document = read_document(CONTENT / "cards.json")
    assert check(document) == []
    edit(document)
    assert any(fault.place == place for fault in check(document)), [str(fault) for fault in check(document)]
    with pytest.raises(BadContent):
        create("rally_round", {"cards": document})


@pytest.mark.rule("RR-10", "RR-81")
def test_a_club_may_bring_its_own_cards() -> None:
    document = read_document(CONTENT / "cards.json")
    entry(document, "kit", 0).update(start=[60, 60, 60, 60])
    document["hazards"] = document["hazards"][:4]  # type: ignore[index]
    assert read_deck(document, "cards").count == 4
    game = create("rally_round", {"players": 1, "mode": "competition", "cards": document})
    state = game.start()
    for card in ["S1", "A1", "D1", "DR1", "N1", "E1"]:
        state.apply(game.parse(f"take:{card}"))
    assert game.format(state.legal(0)[5]) == "speed:60"


@pytest.mark.rule("RR-15")
def test_a_map_of_your_own_needs_a_route_of_your_own() -> None:
    road = Road().section("road", "R20")
    with pytest.raises(BadOption, match="marked_map"):
        create("rally_round", {"map": road.map()})
    with pytest.raises(BadOption, match="chequered"):
        create("rally_round", {"map": road.map(), "route": "laid"})
