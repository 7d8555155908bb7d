"""The hex grid: distances, aims, rotation and reflection."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parcferme.lib import hexgrid as hg
from tests.lib.hexes import reflect, reflect_direction

hexes = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
directions = st.integers(0, 5)


def test_directions_run_clockwise_and_close_the_circle() -> None:
    for number, direction in enumerate(hg.DIRECTIONS):
        assert hg.rotate(direction, 1) == hg.DIRECTIONS[(number + 1) % 6]
    assert [sum(part) for part in zip(*hg.DIRECTIONS, strict=True)] == [0, 0]


def test_distance_counts_steps() -> None:
    assert hg.distance((0, 0), (0, 0)) == 0
    assert hg.distance((10, 2), (12, -1)) == 3
    assert hg.distance((0, 2), (14, -5)) == 14
    assert hg.distance((0, 0), (3, 3)) == 6


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: hg.Hex, b: hg.Hex, c: hg.Hex) -> None:
    assert hg.distance(a, b) == hg.distance(b, a)
    assert (hg.distance(a, b) == 0) == (a == b)
    assert hg.distance(a, c) <= hg.distance(a, b) + hg.distance(b, c)


@given(hexes, directions, st.integers(0, 20))
def test_steps_go_straight(at: hg.Hex, direction: int, length: int) -> None:
    ahead = hg.step(at, direction, length)
    assert hg.distance(at, ahead) == length
    assert hg.aim(at, ahead, direction) == ((length, 0) if length else None)


@given(hexes)
def test_neighbours_are_the_six_hexes_one_step_away(at: hg.Hex) -> None:
    assert {hg.distance(at, hex) for hex in hg.neighbours(at)} == {1}
    assert len(set(hg.neighbours(at))) == 6
    assert hg.neighbours(at)[0] == hg.step(at, 0)


@given(hexes, directions)
def test_two_k_plus_one_hexes_at_distance_k_lie_in_the_sector_ahead(at: hg.Hex, facing: int) -> None:
    near = [(at[0] + q, at[1] + r) for q in range(-5, 6) for r in range(-5, 6)]
    seen = [aim[0] for hex in near if (aim := hg.aim(at, hex, facing)) is not None]
    assert [seen.count(radius) for radius in range(1, 6)] == [3, 5, 7, 9, 11]


def test_the_sector_of_the_printed_example() -> None:
    assert [hg.aim((10, 2), hex, 0) for hex in ((9, 2), (10, 1), (11, 1))] == [(1, 1), (1, 0), (1, 1)]
    ring = [(8, 2), (9, 1), (10, 0), (11, 0), (12, 0)]
    assert [hg.aim((10, 2), hex, 0) for hex in ring] == [(2, 2), (2, 1), (2, 0), (2, 1), (2, 2)]


@given(hexes, hexes, directions)
def test_aim_measures_distance_and_mirrors(a: hg.Hex, b: hg.Hex, facing: int) -> None:
    seen = hg.aim(a, b, facing)
    mirrored = hg.aim(reflect(a), reflect(b), reflect_direction(facing))
    assert seen == mirrored
    if seen is not None:
        assert seen[0] == hg.distance(a, b)
        assert 0 <= seen[1] <= seen[0]


@given(hexes, hexes, directions, st.integers(-7, 7))
def test_aim_turns_with_the_board(a: hg.Hex, b: hg.Hex, facing: int, turn: int) -> None:
    assert hg.aim(a, b, facing) == hg.aim(hg.rotate(a, turn), hg.rotate(b, turn), (facing + turn) % 6)


@given(hexes, hexes)
def test_every_other_hex_lies_ahead_of_two_or_three_facings(a: hg.Hex, b: hg.Hex) -> None:
    ahead = [facing for facing in range(6) if hg.aim(a, b, facing) is not None]
    assert len(ahead) == (0 if a == b else 3 if hg.aim(a, b, ahead[0]) in _straight(a, b) else 2)


def _straight(a: hg.Hex, b: hg.Hex) -> list[tuple[int, int]]:
    """The answers of `aim` that only a hex on one of the six rays can give."""
    size = hg.distance(a, b)
    return [(size, 0), (size, size)] if b in [hg.step(a, d, size) for d in range(6)] else []


@given(hexes, hexes, st.integers(-12, 12))
def test_rotation_keeps_distances_and_undoes(at: hg.Hex, centre: hg.Hex, sixths: int) -> None:
    turned = hg.rotate(at, sixths, centre)
    assert hg.distance(turned, centre) == hg.distance(at, centre)
    assert hg.rotate(turned, -sixths, centre) == at
    assert hg.rotate(at, 6, centre) == at


@given(hexes, hexes, directions)
def test_reflection_keeps_distances_and_undoes(at: hg.Hex, centre: hg.Hex, direction: int) -> None:
    mirrored = reflect(at, centre)
    assert hg.distance(mirrored, centre) == hg.distance(at, centre)
    assert reflect(mirrored, centre) == at
    assert reflect(hg.step(at, direction), centre) == hg.step(mirrored, reflect_direction(direction))


def test_reflection_swaps_east_and_west() -> None:
    assert [hg.DIRECTION_NAMES[reflect_direction(d)] for d in range(6)] == ["N", "NW", "SW", "S", "SE", "NE"]


@given(st.integers(-30, 30), st.integers(-30, 30))
def test_printed_columns_and_rows_convert(column: int, row: int) -> None:
    assert hg.offset(hg.from_offset(column, row)) == (column, row)


def test_odd_columns_stand_half_a_hex_lower() -> None:
    assert hg.offset((10, 0)) == (10, 5)
    assert hg.step(hg.from_offset(0, 3), 2) == hg.from_offset(1, 3)
    assert hg.step(hg.from_offset(1, 3), 2) == hg.from_offset(2, 4)


def test_a_piece_hangs_together() -> None:
    assert hg.connected({(0, 0), (1, 0), (1, 1)})
    assert not hg.connected({(0, 0), (2, 0)})
    assert not hg.connected(set())
