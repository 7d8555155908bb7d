"""Scenarios of one's own: each fault at its hex, start hexes that are behind, and maps drawn by lot."""

from __future__ import annotations

import pytest

from parcferme.core.studio import Document, Kind
from parcferme.games.lunar_rally.board.check import hexes_of
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.lot import MOST_BEHIND, SIZES, mirrored
from parcferme.games.lunar_rally.studio import SCENARIO, STUDIO


def plain(**changes: object) -> Document:
    return {**SCENARIO.blank(), "title": "Plain", **changes}


@pytest.mark.parametrize(
    ("changes", "place", "clause", "key"),
    [
        ({"caches": ["K6", "A3"]}, "caches[1]", "LR-11", "overlap"),
        ({"craters": [["K6"], ["K7", "K6", "K5"]]}, "craters[1][1]", "LR-08", "overlap"),
        ({"craters": [["K5", "K6", "K9"]]}, "craters[0]", "LR-08", "in_pieces"),
        ({"craters": [["K6"], ["K8"], ["K10"]]}, "craters", "LR-08", "box"),
        ({"repair": ["X1"]}, "repair[0]", "LR-05", "off_board"),
        ({"repair": [f"K{row}" for row in range(1, 8)]}, "repair", "LR-11", "too_many"),
        ({"start": ["A3"]}, "start", "LR-10", "line"),
        ({"sections": 4}, "sections", "LR-05", "sections"),
        ({"title": ""}, "title", "", "no_title"),
        ({"finish": [f"A{row}" for row in range(3, 11)]}, "finish[0]", "LR-10", "overlap"),
    ],
)
def test_a_fault_is_told_where_it_lies(changes: Document, place: str, clause: str, key: str) -> None:
    findings = SCENARIO.check(plain(**changes))
    assert (place, True, clause, key) in [(one.place, one.stops, one.clause, one.key) for one in findings]


def test_a_start_hex_without_a_way_stops_and_one_that_is_behind_does_not() -> None:
    walled = plain(craters=[["B3", "B2", "C3"], ["B4", "C4", "C5"]])
    late = [finding for finding in SCENARIO.check(walled) if finding.key == "behind"]
    assert late
    assert not any(finding.stops for finding in late)
    start = walled["start"]
    assert isinstance(start, list)
    assert all(finding.place == f"start[{start.index(finding.args['hex'])}]" for finding in late)
    shut = plain(craters=[["B1", "B2", "B3", "B4", "B5", "C4", "C3"], ["B6", "B7", "B8", "B9", "B10", "B11"]])
    assert "no_way" in [finding.key for finding in SCENARIO.check(shut) if finding.stops]


def test_figures_tell_the_turns_from_every_start_hex_and_what_the_box_holds() -> None:
    known = SCENARIO.facts(plain(craters=[["K6"]])).known
    assert known["turns_1"].names == [f"A{row}" for row in range(3, 11)]
    assert known["turns_1"].value == min(known["turns_1"].row) == 5
    assert (known["craters_1"].value, known["craters_1"].wanted) == (1, 2)
    assert (known["caches"].value, known["caches"].wanted) == (0, 10)


@pytest.mark.parametrize(("length", "difficulty"), [("short", 3), ("long", 2)])
def test_a_drawn_map_is_its_own_image_and_as_long_as_wished(length: str, difficulty: int) -> None:
    kind: Kind = STUDIO["scenario"]
    document = kind.generate("image", length, difficulty)
    for cells in hexes_of(document).values():
        assert sorted(mirrored(cell) for cell in cells) == sorted(cells), [LABELS[cell] for cell in cells]
    turns = kind.facts(document).known["turns_1"]
    sections, low, high = SIZES[length]
    assert document["sections"] == sections
    assert low <= turns.value <= high
    assert max(turns.row) - min(turns.row) <= MOST_BEHIND
