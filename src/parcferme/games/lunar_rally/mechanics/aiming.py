"""What a weapon has in its sights, from one hex to another (LR-59, LR-64, LR-70)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.lunar_rally.board.hexes import STEP_Q, STEP_R, Q, R
from parcferme.lib.hexgrid import aim
from parcferme.lib.rows import vec

REACH: Final = 5  # LR-64, LR-R26
WIDTH: Final = 2 * REACH + 1


def straight_ahead(source: i64, facing: i64, target: i64) -> i64:
    """LR-59: how many hexes the target lies straight ahead, 0 if it does not (LR-70)."""
    dq = Q[target] - Q[source]
    dr = R[target] - R[source]
    far = dq * STEP_Q[facing] if dq else dr * STEP_R[facing]
    return far if far > 0 and dq == far * STEP_Q[facing] and dr == far * STEP_R[facing] else 0


def _sights() -> list[int]:
    """8 × distance + sideways of a hex in the missile arc, 0 outside; by column, row offset and facing (LR-R27)."""
    table: list[int] = []
    for dq in range(-REACH, REACH + 1):
        for dr in range(-REACH, REACH + 1):
            for facing in range(6):
                seen = aim((0, 0), (dq, dr), facing)
                table.append(8 * seen[0] + seen[1] if seen is not None and seen[0] <= REACH else 0)
    return table


SIGHTS: Final = vec[i64](_sights())


def in_arc(source: i64, facing: i64, target: i64) -> i64:
    """LR-64: 0 for a hex out of a missile's reach; else smaller for a better target: one that is nearer (LR-65), or as
    near and nearer to straight ahead (LR-66, LR-R28)."""
    dq = Q[target] - Q[source] + REACH
    dr = R[target] - R[source] + REACH
    if dq < 0 or dq >= WIDTH or dr < 0 or dr >= WIDTH:
        return 0
    return SIGHTS[6 * (WIDTH * dq + dr) + facing]
