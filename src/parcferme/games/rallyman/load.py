"""Zone and special files: read, validated with every fault named, and driven along by a roadbook.

A zone is a board with roads between numbered exits; an own special is a bare list of spaces. Spaces are objects,

    {"kind": "straight", "width": 2, "left": "d", "right": "f"}
    {"kind": "corner", "turn": "L", "in": 3, "out": 4, "cut": {"note": 5}, "left": "g", "right": "g"}
    {"kind": "bump", "note": 3, "width": 2, "left": "d", "right": "g"}

or, in short, one text of tokens: `Sdf Ngg C34gf K345gf C3-gf C34Lgf B3dd` (wide and narrow straight, corner, corner
with a shortcut, corner without outside note, corner to the left, bump; then the terrain on the left and on the right).
Files that are to be drawn also give xy, dir, bend and len of each space; `geometry.py` checks those.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rallyman.board.geometry import check_drawn, check_geometry

CONTENT: Final = Path(__file__).parent / "content"
STRAIGHT: Final = 0
CORNER: Final = 1
BUMP: Final = 2
KIND_NAMES: Final = ("straight", "corner", "bump")
TERRAINS: Final = "gdfr"
EXITS: Final = "0123456789"
MOST_SPACES: Final = 300  # of one special
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


class Roads:
    """All roads of some zones by their name (`C0-C9`), and the zones' names."""

    def __init__(self) -> None:
        self.spaces: dict[str, list[Space]] = {}
        self.zones: dict[str, str] = {}

    def find(self, leg: str) -> list[Space] | None:
        """The spaces of a leg such as C9-C0 in driving direction."""
        if leg in self.spaces:
            return self.spaces[leg]
        there, _, back = leg.partition("-")
        other = self.spaces.get(f"{back}-{there}")
        return None if other is None else [space.reversed() for space in reversed(other)]

    def names_of(self, zone: str) -> list[str]:
        return [name for name in self.spaces if name[0] == zone]


def house_document() -> dict[str, object]:
    """The house's own zones, as the file says it."""
    return read_document(CONTENT / "zones.json")


_house: list[Roads] = []  # read once


def roads_of(own: dict[str, object] | None, source: str = "zones") -> Roads:
    """The house zones, with a user's own ones added or put in their place; raises BadContent."""
    if not _house:
        _house.append(Roads())
        for zone in _objects(house_document().get("zones")):
            _add_zone(_house[0], zone)
    if own is None:
        return _house[0]
    faults = check(own)
    if faults:
        raise BadContent(source, faults)
    roads = Roads()
    roads.spaces.update(_house[0].spaces)
    roads.zones.update(_house[0].zones)
    for zone in _objects(own.get("zones")):
        _add_zone(roads, zone)
    return roads


def _add_zone(roads: Roads, zone: dict[str, object]) -> None:
    letter = str(zone["zone"])
    for name in roads.names_of(letter):
        del roads.spaces[name]
    roads.zones[letter] = str(zone.get("name", letter))
    for road in _objects(zone.get("roads")):
        name = _road_name(letter, road)
        roads.spaces[name] = [
            _space(f"{name}:{index}", letter, space) for index, space in enumerate(_space_objects(road.get("spaces")))
        ]


def own_special(document: dict[str, object], name: str) -> list[Space]:
    """An own special by its name; raises BadContent."""
    faults = check(document)
    if faults:
        raise BadContent("specials", faults)
    for special in _objects(document.get("specials")):
        if special.get("name") == name:
            spaces = _space_objects(special.get("spaces"))
            return [_space(f"{name}:{i + 1}", str(space.get("zone", "A")), space) for i, space in enumerate(spaces)]
    known = ", ".join(f"@{special.get('name')}" for special in _objects(document.get("specials")))
    raise BadContent("specials", [Fault(f"@{name}", f"there is no such special; the document has {known or 'none'}")])


def drive(roads: Roads, roadbook: str, place: str = "roadbook") -> list[Space]:
    """The spaces of a roadbook `C8-C3/J1-J4`, in order; raises BadContent with every fault (RM-18, RM-R41)."""
    faults: list[Fault] = []
    spaces: list[Space] = []
    used: set[str] = set()
    previous = ""
    for number, leg in enumerate(roadbook.replace(" ", "").split("/"), 1):
        where = f"{place}, leg {number} ({leg})"
        found = roads.find(leg)
        if found is None:
            faults.append(Fault(where, _no_road(roads, leg), "RM-18"))
            previous = leg[:1]
            continue
        road = found[0].id.partition(":")[0]
        if road in used:
            faults.append(Fault(where, f"road {road} is already part of this special", "RM-R41"))
        if leg[0] == previous:
            faults.append(
                Fault(where, f"follows another road of zone {leg[0]}: a road joins one of another zone", "RM-R41")
            )
        used.add(road)
        previous = leg[0]
        spaces += found
    zones = {space.zone for space in spaces}
    if len(zones) > 4:
        faults.append(Fault(place, f"uses {len(zones)} zones, at most 4 are allowed", "RM-18"))
    if len(spaces) > MOST_SPACES:
        faults.append(Fault(place, f"has {len(spaces)} spaces, at most {MOST_SPACES} are allowed", "RM-18"))
    if faults:
        raise BadContent(roadbook, faults)
    return spaces


def _no_road(roads: Roads, leg: str) -> str:
    if not leg or leg[0] not in roads.zones:
        return f"there is no zone {leg[:1] or '?'}; the zones are {', '.join(sorted(roads.zones))}"
    return f"zone {leg[0]} has no such road; its roads are {', '.join(sorted(roads.names_of(leg[0])))}"


def check(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a file of zones or of own specials, and where."""
    if "zones" not in document and "specials" not in document:
        return [Fault("file", "has neither zones nor specials")]
    faults: list[Fault] = []
    for key in ("zones", "specials"):
        listed = document.get(key, [])
        if not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed):
            faults.append(Fault(key, "is not a list of objects"))
    if faults:
        return faults
    seen: set[str] = set()
    for index, zone in enumerate(_objects(document.get("zones", []))):
        faults += check_zone(zone, f"zones[{index}]", seen)
    names: set[str] = set()
    for index, special in enumerate(_objects(document.get("specials", []))):
        faults += _check_special(special, f"specials[{index}]", names)
    return faults or check_geometry(document)


def check_zone(zone: dict[str, object], place: str, seen: set[str]) -> list[Fault]:
    """The rules of a zone board: exits, roads that do not cross, and each road's spaces."""
    letter = zone.get("zone")
    if not isinstance(letter, str) or not re.fullmatch("[A-Z]", letter):
        return [Fault(f"{place}.zone", f"{letter!r} is not one capital letter", "RM-04")]
    faults = [Fault(f"zone {letter}", "is described twice", "RM-04")] if letter in seen else []
    seen.add(letter)
    roads = zone.get("roads")
    if not isinstance(roads, list) or not roads or not all(isinstance(road, dict) for road in roads):
        return [*faults, Fault(f"zone {letter}", "has no list of roads", "RM-04")]
    faults += _check_exits(letter, _objects(roads))
    for road in _objects(roads):
        if _has_ends(road):
            faults += _check_road(_road_name(letter, road), road)
    return faults


def _check_exits(letter: str, roads: list[dict[str, object]]) -> list[Fault]:
    faults: list[Fault] = []
    pairs: list[tuple[int, int]] = []
    used: dict[str, int] = {}
    for index, road in enumerate(roads):
        if not _has_ends(road):
            faults.append(Fault(f"zone {letter}, road {index + 1}", "ends must be two different exits 0 to 9", "RM-18"))
            continue
        ends = _ends(road)
        for exit in ends:
            used[exit] = used.get(exit, 0) + 1
        pairs.append((min(int(ends[0]), int(ends[1])), max(int(ends[0]), int(ends[1]))))
    faults += [
        Fault(f"zone {letter}", f"exit {e} is used by {used.get(e, 0)} roads, not by one", "RM-18")
        for e in EXITS
        if used.get(e, 0) != 1
    ]
    for index, (p, q) in enumerate(pairs):
        for r, s in pairs[index + 1 :]:
            if len({p, q, r, s}) == 4 and (p < r < q) != (p < s < q):
                faults.append(Fault(f"zone {letter}", f"roads {p}-{q} and {r}-{s} would have to cross", "RM-18"))
    return faults


def _check_road(name: str, road: dict[str, object]) -> list[Fault]:
    spaces, faults = _check_spaces(name, road.get("spaces"), strict=True)
    if faults or spaces is None:
        return faults
    kinds = [str(space["kind"]) for space in spaces]
    if kinds[:2] + kinds[-2:] != ["straight"] * 4:
        faults.append(Fault(name, "needs two straight spaces at both ends", "RM-18"))
    for index, kind in enumerate(kinds):
        where = f"{name}:{index}"
        if kinds[index : index + 3] == ["corner"] * 3:
            faults.append(Fault(where, "begins three corners in a row, at most two are allowed", "RM-48"))
        near = kinds[max(0, index - 3) : index] + kinds[index + 1 : index + 4]
        if kind == "bump" and set(near) - {"straight"}:
            faults.append(Fault(where, "has something else than straights within 3 spaces of a bump", "RM-R16"))
    return faults


def _check_special(special: dict[str, object], place: str, names: set[str]) -> list[Fault]:
    name = special.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
        return [Fault(f"{place}.name", f"{name!r} is not a name of letters, digits, _ . and -", "RM-18")]
    faults = [Fault(f"special {name}", "is described twice", "RM-18")] if name in names else []
    names.add(name)
    spaces, wrong = _check_spaces(name, special.get("spaces"), strict=False)
    faults += wrong
    if spaces is not None:
        zones = {str(space.get("zone", "A")) for space in spaces}
        if len(zones) > 4:
            faults.append(Fault(f"special {name}", f"uses {len(zones)} zones, at most 4 are allowed", "RM-18"))
        for number, space in enumerate(spaces, 1):
            letter = space.get("zone", "A")
            if not isinstance(letter, str) or not re.fullmatch("[A-Z]", letter):
                faults.append(Fault(f"{name}:{number}", f"zone {letter!r} is not one capital letter", "RM-04"))
    return faults


def _check_spaces(name: str, listed: object, strict: bool) -> tuple[list[dict[str, object]] | None, list[Fault]]:
    """The spaces of a road or special and their faults; `strict` for zone boards, where notes follow a pattern."""
    base = 0 if strict else 1
    if isinstance(listed, str):
        bad = [(i, token) for i, token in enumerate(listed.split()) if TOKEN.fullmatch(token) is None]
        if bad:
            return None, [
                Fault(f"{name}:{i + base}", f"{token!r} is not a space such as Sgg, C34gf, K345gg or B3dd")
                for i, token in bad
            ]
    elif not isinstance(listed, list) or not all(isinstance(space, dict) for space in listed):
        return None, [Fault(name, "spaces are neither a list of objects nor a text of tokens", "RM-18")]
    spaces = _space_objects(listed)
    if not 1 <= len(spaces) <= MOST_SPACES:
        return None, [Fault(name, f"has {len(spaces)} spaces, not between 1 and {MOST_SPACES}", "RM-18")]
    faults: list[Fault] = []
    for index, space in enumerate(spaces):
        faults += _check_space(f"{name}:{index + base}", space, strict)
    return spaces, faults


def _check_space(place: str, space: dict[str, object], strict: bool) -> list[Fault]:
    faults = check_drawn(place, space)
    for side in ("left", "right"):
        terrain = space.get(side)
        if not isinstance(terrain, str) or len(terrain) != 1 or terrain not in TERRAINS:
            faults.append(Fault(place, f"{side} terrain is {terrain!r}, not one of g d f r", "RM-66"))
    kind = space.get("kind")
    if kind == "corner":
        return faults + _check_corner(place, space, strict)
    if kind not in KIND_NAMES:
        return [*faults, Fault(place, f"kind is {kind!r}, not straight, corner or bump", "RM-32")]
    if type(space.get("width")) is not int or space["width"] not in (1, 2):
        faults.append(Fault(place, f"width is {space.get('width')!r}, not 1 or 2", "RM-R30"))
    if kind == "bump":
        faults += _check_note(place, "note", space.get("note"), "RM-56")
        if strict and space.get("width") == 1:
            faults.append(Fault(place, "a bump is two wide", "RM-R30"))
    return faults


def _check_corner(place: str, space: dict[str, object], strict: bool) -> list[Fault]:
    inside, outside, cut = space.get("in"), space.get("out"), space.get("cut")
    faults = _check_note(place, "inside note", inside, "RM-48")
    if space.get("turn") not in ("L", "R", None):
        faults.append(Fault(place, f"turn is {space.get('turn')!r}, not L or R"))
    if not isinstance(inside, int) or faults:
        return faults
    if outside is not None:
        faults += _check_note(place, "outside note", outside, "RM-49")
        if not faults and isinstance(outside, int) and (outside <= inside or (strict and outside != inside + 1)):
            faults.append(Fault(place, f"outside note {outside} does not follow inside note {inside}", "RM-R11"))
    if cut is not None:
        note = cut.get("note") if isinstance(cut, dict) else cut
        faults += _check_note(place, "shortcut note", note, "RM-50")
        if not faults and isinstance(note, int) and strict and not inside < note <= inside + 2:
            faults.append(Fault(place, f"shortcut note {note} is not one or two above inside note {inside}", "RM-50"))
    return faults


def _check_note(place: str, what: str, note: object, clause: str) -> list[Fault]:
    if isinstance(note, int) and not isinstance(note, bool) and 1 <= note <= 5:
        return []
    return [Fault(place, f"{what} is {note!r}, not a gear from 1 to 5", clause)]


def _space_objects(listed: object) -> list[dict[str, object]]:
    """Spaces as objects, whichever way they are written."""
    return [_from_token(token) for token in listed.split()] if isinstance(listed, str) else _objects(listed)


def _from_token(token: str) -> dict[str, object]:
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


def _space(id: str, zone: str, space: dict[str, object]) -> Space:
    """A validated space object as a Space."""
    cut = space.get("cut")
    drawn: dict[str, object] = {key: space[key] for key in ("turn", "xy", "dir", "bend", "len") if key in space}
    if isinstance(cut, dict) and "xy" in cut:
        drawn["cut_xy"] = cut["xy"]
    return Space(
        id,
        KIND_NAMES.index(str(space["kind"])),
        zone,
        _number(space.get("width", 1)),
        _number(space.get("in", 0)),
        _number(space.get("out") or 0),
        _number(cut.get("note", 0)) if isinstance(cut, dict) else _number(cut or 0),
        _number(space.get("note", 0)),
        str(space["left"]),
        str(space["right"]),
        drawn,
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _objects(listed: object) -> list[dict[str, object]]:
    return [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []


def _has_ends(road: dict[str, object]) -> bool:
    ends = road.get("ends")
    return (
        isinstance(ends, list)
        and len(ends) == 2
        and str(ends[0]) != str(ends[1])
        and all(len(str(end)) == 1 and str(end) in EXITS for end in ends)
    )


def _ends(road: dict[str, object]) -> list[str]:
    ends = road.get("ends")
    return [str(end) for end in ends] if isinstance(ends, list) else []


def _road_name(letter: str, road: dict[str, object]) -> str:
    ends = _ends(road)
    return f"{letter}{ends[0]}-{letter}{ends[1]}"
