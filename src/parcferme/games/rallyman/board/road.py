"""A special compiled for the rules: its spaces as columns of plain numbers.

Spaces are counted along the route: 0 is START, 1 … N are the spaces in driving order, N + 1 is FINISH. A shortcut is
beside the corner it replaces and counts as that space (RM-R29, RM-R32).
"""

from __future__ import annotations

from typing import Final, final

from parcferme.games.rallyman.board.spaces import CORNER, STRAIGHT, Space

START: Final = 0
UNLIMITED: Final = 9  # cars on START and FINISH


@final
class Road:
    """A special with its surfaces."""

    def __init__(self, name: str, spaces: list[Space], snowy: str, shortcuts: bool, damage: dict[str, int]) -> None:
        self.name = name
        self.spaces = spaces
        self.length = len(spaces)
        self.finish = self.length + 1  # RM-R32
        self.kind = [STRAIGHT, *[space.kind for space in spaces], STRAIGHT]
        self.inside = [0, *[space.inside for space in spaces], 0]
        self.outside = [0, *[space.outside for space in spaces], 0]
        self.cut_note = [0, *[space.cut if shortcuts else 0 for space in spaces], 0]
        self.note = [0, *[space.note for space in spaces], 0]
        room = [1 if space.kind == CORNER else space.width for space in spaces]  # RM-R30
        self.room = [UNLIMITED, *room, UNLIMITED]
        self.left = [0, *[damage[space.left] for space in spaces], 0]  # black dice that the terrain costs: RM-68 to 70
        self.right = [0, *[damage[space.right] for space in spaces], 0]
        snow = [space.zone in snowy for space in spaces]
        self.snow = [snow[0], *snow, snow[-1]]  # RM-R10: FINISH has the surface of the last space
        self.any_snow = any(snow)
        self.ids = ["START", *[space.id for space in spaces], "FINISH"]
        self.shown: list[object] = []  # for the view, which fills it

    def id(self, space: int, cut: bool) -> str:
        """The stable name of a space, or of the shortcut beside it."""
        return f"{self.ids[space]}k" if cut else self.ids[space]
