"""Targets, flying finishes and marks: every cell of the book's tables."""

from __future__ import annotations

import pytest

from parcferme.games.rally_round.mechanics.timing import (
    FAULT,
    MISPRINTS,
    REGULARITY,
    ROAD,
    SELECTIVE,
    STAGE,
    clock,
    flying,
    penalty,
    read_clock,
    target,
)

DISTANCES = range(12, 25)
TARGETS = {
    ROAD: "4:00 5:00 5:00 5:00 6:00 6:00 6:00 7:00 7:00 7:00 8:00 8:00 8:00",
    SELECTIVE: "4:00 4:20 4:40 5:00 5:20 5:40 6:00 6:20 6:40 7:00 7:20 7:40 8:00",
    STAGE: "2:00 2:10 2:20 2:30 2:40 2:50 3:00 3:10 3:20 3:30 3:40 3:50 4:00",
}
REGULARITIES = {
    20: "6:00 6:30 7:00 7:30 8:00 8:30 9:00 9:30 10:00 10:30 11:00 11:30 12:00",
    21: "5:43 6:11 6:40 7:09 7:37 8:06 8:34 9:03 9:31 10:00 10:29 10:57 11:26",
    22: "5:27 5:55 6:22 6:49 7:16 7:44 8:11 8:38 9:05 9:32 10:00 10:27 10:54",
    23: "5:13 5:39 6:05 6:31 6:57 7:23 7:49 8:16 8:42 9:07 9:34 10:00 10:26",
    24: "5:00 5:25 5:50 6:15 6:40 7:05 7:30 7:55 8:20 8:45 9:10 9:35 10:00",
    25: "4:48 5:12 5:36 6:00 6:24 6:48 7:12 7:36 8:00 8:24 8:48 9:12 9:36",
    26: "4:37 5:00 5:23 5:46 6:09 6:32 6:55 7:18 7:42 8:04 8:28 8:51 9:13",
    27: "4:26 4:49 5:11 5:33 5:56 6:18 6:40 7:02 7:24 7:46 8:09 8:31 8:53",
    28: "4:17 4:39 5:00 5:21 5:43 6:04 6:25 6:47 7:09 7:30 7:51 8:13 8:34",
    29: "4:08 4:29 4:50 5:10 5:31 5:52 6:12 6:33 6:54 7:14 7:35 7:56 8:16",
    30: "4:00 4:20 4:40 5:00 5:20 5:40 6:00 6:20 6:40 7:00 7:20 7:40 8:00",
}
EXACT = {
    (22, 21): "9:33", (22, 24): "10:55", (23, 18): "7:50", (23, 21): "9:08", (26, 21): "8:05", (26, 24): "9:14",
    (27, 12): "4:27", (27, 21): "7:47", (28, 18): "6:26", (29, 24): "8:17",
}  # fmt: skip
FLYING = [
    "1:00",
    "0:30 1:00",
    "0:20 0:40 1:00",
    "0:15 0:30 0:45 1:00",
    "0:12 0:24 0:36 0:48 1:00",
    "0:10 0:20 0:30 0:40 0:50 1:00",
    "0:09 0:17 0:26 0:34 0:43 0:51 1:00",
    "0:08 0:15 0:23 0:30 0:38 0:45 0:53 1:00",
    "0:07 0:13 0:20 0:27 0:33 0:40 0:47 0:53 1:00",
    "0:06 0:12 0:18 0:24 0:30 0:36 0:42 0:48 0:54 1:00",
]


@pytest.mark.rule("RR-40", "RR-41", "RR-43")
@pytest.mark.parametrize("kind", [ROAD, SELECTIVE, STAGE])
def test_targets_of_the_printed_table(kind: int) -> None:
    assert [clock(target(kind, squares)) for squares in DISTANCES] == TARGETS[kind].split()


@pytest.mark.rule("RR-42", "RR-R01")
@pytest.mark.parametrize("mph", range(20, 31))
def test_regularity_targets_of_the_printed_table_but_for_ten_misprints(mph: int) -> None:
    for squares, printed in zip(DISTANCES, REGULARITIES[mph].split(), strict=True):
        right = EXACT.get((mph, squares), printed)
        assert clock(target(REGULARITY, squares, mph)) == right
        assert clock(target(REGULARITY, squares, mph, printed=True)) == printed
    assert set(EXACT) == MISPRINTS


@pytest.mark.rule("RR-71", "RR-R02")
def test_flying_finish_table() -> None:
    cells = 0
    for move, row in enumerate(FLYING, 1):
        shown = [clock(flying(needed, move)) for needed in range(1, move + 1)]
        assert shown == row.split()
        cells += len(shown)
    assert cells == 55
    assert clock(flying(3, 5)) == "0:36"


@pytest.mark.rule("RR-69", "RR-99")
def test_road_marks() -> None:
    assert penalty(ROAD, 240, 300) == 60
    assert penalty(ROAD, 360, 300) == 120
    assert penalty(ROAD, 300, 300) == 0
    assert FAULT == 30 * 60


@pytest.mark.rule("RR-72", "RR-73")
def test_marks_by_the_second() -> None:
    for kind in (STAGE, SELECTIVE, REGULARITY):
        assert penalty(kind, 190, 250) == 60
    assert penalty(STAGE, 290, 285) == penalty(SELECTIVE, 290, 285) == 0
    assert penalty(REGULARITY, 384, 380) == 4


@pytest.mark.rule("RR-99")
def test_times_are_written_as_minutes_and_seconds() -> None:
    assert clock(7839) == "130:39"
    assert [read_clock(text) for text in ("1:00", "5", "-", "0:04")] == [60, 300, 0, 4]
    assert [read_clock(text) for text in ("0.04", "1:60", "x", "1:2")] == [None] * 4
