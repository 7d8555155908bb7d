"""The hex grid: distances, rays, arcs, rotation and reflection."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parcferme.lib import hexgrid as hg

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
def test_a_ray_goes_straight(at: hg.Hex, direction: int, length: int) -> None:
    ray = hg.ray(at, direction, length)
    assert [hg.distance(at, hex) for hex in ray] == list(range(1, length + 1))
    assert all(hg.aim(at, hex, direction) == (n + 1, 0) for n, hex in enumerate(ray))


@given(hexes, st.integers(0, 8))
def test_a_ring_holds_every_hex_at_its_distance_once(centre: hg.Hex, radius: int) -> None:
    ring = hg.ring(centre, radius)
    assert len(set(ring)) == len(ring) == max(1, 6 * radius)
    assert all(hg.distance(centre, hex) == radius for hex in ring)


@given(hexes)
def test_neighbours_are_the_first_ring(at: hg.Hex) -> None:
    assert set(hg.neighbours(at)) == set(hg.ring(at, 1))
    assert hg.neighbours(at)[0] == hg.step(at, 0)


def test_arc_of_the_printed_example() -> None:
    arc = hg.arc((10, 2), 0, 5)
    assert set(arc[:3]) == {(9, 2), (10, 1), (11, 1)}
    assert set(arc[3:8]) == {(8, 2), (9, 1), (10, 0), (11, 0), (12, 0)}
    assert arc[0] == (10, 1)
    assert arc[3] == (10, 0)


@given(hexes, directions, st.integers(0, 6))
def test_an_arc_has_two_k_plus_one_hexes_at_distance_k(at: hg.Hex, facing: int, reach: int) -> None:
    arc = hg.arc(at, facing, reach)
    for radius in range(1, reach + 1):
        assert sum(hg.distance(at, hex) == radius for hex in arc) == 2 * radius + 1
    assert len(set(arc)) == len(arc) == reach * (reach + 2)


@given(hexes, hexes, directions)
def test_aim_measures_distance_and_mirrors(a: hg.Hex, b: hg.Hex, facing: int) -> None:
    seen = hg.aim(a, b, facing)
    mirrored = hg.aim(hg.reflect(a), hg.reflect(b), hg.reflect_direction(facing))
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
    mirrored = hg.reflect(at, centre)
    assert hg.distance(mirrored, centre) == hg.distance(at, centre)
    assert hg.reflect(mirrored, centre) == at
    assert hg.reflect(hg.step(at, direction), centre) == hg.step(mirrored, hg.reflect_direction(direction))


def test_reflection_swaps_east_and_west() -> None:
    assert [hg.DIRECTION_NAMES[hg.reflect_direction(d)] for d in range(6)] == ["N", "NW", "SW", "S", "SE", "NE"]


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
