"""The spaces of roads and specials, as files write them: objects,

    {"kind": "straight", "width": 2, "left": "d", "right": "f"}
    {"kind": "corner", "turn": "L", "in": 3, "out": 4, "cut": {"note": 5}, "left": "g", "right": "g"}
    {"kind": "bump", "note": 3, "width": 2, "left": "d", "right": "g"}

or, in short, one text of tokens: `Sdf Ngg C34gf K345gf C3-gf C34Lgf B3dd` (wide and narrow straight, corner, corner
with a shortcut, corner without outside note, corner to the left, bump; then the terrain on the left and on the right).
Files that are to be drawn also give xy, dir, bend and len of each space; `geometry.py` checks those.
"""

from __future__ import annotations

import re
from typing import Final

from parcferme.lib.reading import number_of, objects_of

STRAIGHT: Final = 0
CORNER: Final = 1
BUMP: Final = 2
KIND_NAMES: Final = ("straight", "corner", "bump")
TERRAINS: Final = "gdfr"
TOKEN: Final = re.compile(
    r"(?:(?P<wide>[SN])|B(?P<note>\d)"
    r"|(?:C|(?P<short>K))(?P<in>\d)(?P<out>\d|-)(?(short)(?P<cut>\d))(?P<turn>[LR]?))"
    r"(?P<left>[gdfr])(?P<right>[gdfr])"
)


class Space:
    """One space of a road, seen in driving direction. A note of 0 means that there is none."""

    __slots__ = ("id", "kind", "zone", "width", "inside", "outside", "cut", "note", "left", "right", "drawn")

    def __init__(
        self,
        id: str,
        kind: int,
        zone: str,
        width: int,
        inside: int,
        outside: int,
        cut: int,
        note: int,
        left: str,
        right: str,
        drawn: dict[str, object],
    ) -> None:
        self.id = id
        self.kind = kind
        self.zone = zone
        self.width = width
        self.inside = inside
        self.outside = outside
        self.cut = cut
        self.note = note
        self.left = left
        self.right = right
        self.drawn = drawn  # turn, xy, dir, bend, len, cut_xy: for the board, not for the rules

    def reversed(self) -> Space:
        """The same space driven the other way."""
        drawn = dict(self.drawn)
        if drawn.get("turn") in ("L", "R"):
            drawn["turn"] = "R" if drawn["turn"] == "L" else "L"
        heading, bend = drawn.get("dir"), drawn.get("bend")
        if isinstance(heading, (int, float)):
            drawn["dir"] = round((heading + 180.0) % 360.0, 1)
        if isinstance(bend, (int, float)):
            drawn["bend"] = -bend
        return Space(
            self.id, self.kind, self.zone, self.width, self.inside, self.outside, self.cut, self.note,
            self.right, self.left, drawn,
        )  # fmt: skip


def space_objects(listed: object) -> list[dict[str, object]]:
    """Spaces as objects, whichever way they are written."""
    return [from_token(token) for token in listed.split()] if isinstance(listed, str) else objects_of(listed)


def from_token(token: str) -> dict[str, object]:
    match = TOKEN.fullmatch(token)
    if match is None:
        raise ValueError(token)
    part = match.groupdict()
    space: dict[str, object] = {"left": part["left"], "right": part["right"]}
    if part["wide"]:
        space.update(kind="straight", width=2 if part["wide"] == "S" else 1)
    elif part["note"]:
        space.update(kind="bump", note=int(part["note"]), width=2)
    else:
        space.update(kind="corner")
        space["in"] = int(part["in"])
        if part["out"] != "-":
            space["out"] = int(part["out"])
        if part["cut"]:
            space["cut"] = {"note": int(part["cut"])}
        if part["turn"]:
            space["turn"] = part["turn"]
    return space


def space_of(id: str, zone: str, space: dict[str, object]) -> Space:
    """A validated space object as a Space."""
    cut = space.get("cut")
    told = ("turn", "xy", "dir", "bend", "len")
    drawn: dict[str, object] = {key: space[key] for key in told if space.get(key) is not None}
    if isinstance(cut, dict) and "xy" in cut:
        drawn["cut_xy"] = cut["xy"]
    return Space(
        id,
        KIND_NAMES.index(str(space["kind"])),
        zone,
        number_of(space.get("width", 1)),
        number_of(space.get("in", 0)),
        number_of(space.get("out") or 0),
        number_of(cut.get("note", 0)) if isinstance(cut, dict) else number_of(cut or 0),
        number_of(space.get("note", 0)),
        str(space["left"]),
        str(space["right"]),
        drawn,
    )
