"""Where a single card takes a Rover, as far as the ground decides (LR-42, LR-43, LR-53 to LR-56)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.lunar_rally.board.decks import AT, RV, TL, TR

BLOCKED: Final = -1  # a crater or the edge lies ahead
STUCK: Final = -2  # fine dust is under the wheels or ahead


def heading(facing: int, card: int) -> int:
    """LR-42: the direction in which a card moves its Rover: ahead, or back for Reverse."""
    return (facing + 3) % 6 if card == RV else facing


def hindrance(card: int, dusty: bool, free: bool) -> int:
    """What keeps a card from moving its Rover: STUCK, BLOCKED, or 0 for nothing.

    `dusty`: the hex it leaves or the hex it enters is Fine Dust; `free`: that hex is on the board and no crater.
    """
    if dusty and card != AT:
        return STUCK  # LR-54, LR-55, LR-56; dust is tested first (LR-R19); All Terrain goes anywhere (LR-R03)
    return 0 if free else BLOCKED  # LR-53


def turned(facing: i64, card: i64) -> i64:
    """LR-43: Turn Left and Turn Right turn by 60° on the spot; every other card leaves the facing (LR-42)."""
    if card == TR:
        return facing + 1 if facing < 5 else 0
    if card == TL:
        return facing - 1 if facing else 5
    return facing
