"""Zone boards and specials read, and driven along by a roadbook.

A zone is a board with roads between numbered exits; an own special is a bare list of spaces (`spaces.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault
from parcferme.games.rallyman.board.check import MOST_SPACES, check, road_name
from parcferme.games.rallyman.board.spaces import Space, space_objects, space_of
from parcferme.lib.reading import objects_of

CONTENT: Final = Path(__file__).parent.parent / "content"


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
    """The house zones, with a user's own ones added or put in their place (RM-04); raises BadContent."""
    if own is None:
        return _house_roads()
    must_be_sound(own, source)
    return roads_with(own)


def must_be_sound(document: dict[str, object], source: str) -> None:
    """Raises BadContent with everything that is wrong."""
    faults = check(document)
    if faults:
        raise BadContent(source, faults)


def roads_with(own: dict[str, object]) -> Roads:
    """The same with zones that have been checked."""
    house, roads = _house_roads(), Roads()
    roads.spaces.update(house.spaces)
    roads.zones.update(house.zones)
    for zone in objects_of(own.get("zones")):
        _add_zone(roads, zone)
    return roads


def _house_roads() -> Roads:
    """Kept when they are whole: other threads may ask meanwhile."""
    if not _house:
        roads = Roads()
        for zone in objects_of(house_document().get("zones")):
            _add_zone(roads, zone)
        _house.append(roads)
    return _house[0]


def _add_zone(roads: Roads, zone: dict[str, object]) -> None:
    letter = str(zone["zone"])
    for name in roads.names_of(letter):
        del roads.spaces[name]
    roads.zones[letter] = str(zone.get("name", letter))
    for road in objects_of(zone.get("roads")):
        name = road_name(letter, road)
        roads.spaces[name] = [
            space_of(f"{name}:{index}", letter, space) for index, space in enumerate(space_objects(road.get("spaces")))
        ]


def own_special(document: dict[str, object], name: str) -> list[Space]:
    """An own special of a document that has been checked, by its name; raises BadContent."""
    for special in objects_of(document.get("specials")):
        if special.get("name") == name:
            spaces = space_objects(special.get("spaces"))
            return [space_of(f"{name}:{i + 1}", str(space.get("zone", "A")), space) for i, space in enumerate(spaces)]
    known = ", ".join(f"@{special.get('name')}" for special in objects_of(document.get("specials")))
    raise BadContent("specials", [Fault(f"@{name}", f"there is no such special; the document has {known or 'none'}")])


def drive(roads: Roads, roadbook: str, place: str = "roadbook") -> list[Space]:
    """The spaces of a roadbook `C8-C3/J1-J4`, in order; raises BadContent with every fault (RM-18, RM-R41)."""
    faults: list[Fault] = []
    spaces: list[Space] = []
    used: set[str] = set()
    previous = ""
    for number, leg in enumerate(roadbook.replace(" ", "").split("/"), 1):
        where, args = f"{place}, leg {number} ({leg})", _leg(number, leg)
        found = roads.find(leg)
        if found is None:
            faults.append(Fault(where, _no_road(roads, leg), "RM-18", key="no_road", args=args))
        else:
            road = found[0].id.partition(":")[0]
            if road in used:
                reason = f"road {road} is already part of this special"
                faults.append(Fault(where, reason, "RM-R41", key="road_twice", args=args))
            if leg[0] == previous:
                reason = f"follows another road of zone {leg[0]}: a road joins one of another zone"
                faults.append(Fault(where, reason, "RM-R41", key="same_zone", args=args))
            used.add(road)
            spaces += found
        previous = leg[:1]
    faults += _beyond_bounds(spaces, place)
    if faults:
        raise BadContent(roadbook, faults)
    return spaces


def _beyond_bounds(spaces: list[Space], place: str) -> list[Fault]:
    """A special over too many zones or spaces (RM-18)."""
    faults: list[Fault] = []
    zones = {space.zone for space in spaces}
    if len(zones) > 4:
        faults.append(Fault(place, f"uses {len(zones)} zones, at most 4 are allowed", "RM-18", key="four_zones"))
    if len(spaces) > MOST_SPACES:
        reason, most = f"has {len(spaces)} spaces, at most {MOST_SPACES} are allowed", {"most": MOST_SPACES}
        faults.append(Fault(place, reason, "RM-18", key="spaces", args={"count": len(spaces), **most}))
    return faults


def _leg(number: int, leg: str) -> dict[str, object]:
    """A leg of a roadbook, for a sentence about it."""
    return {"leg": number, "road": leg[:12], "zone": leg[:1]}


def _no_road(roads: Roads, leg: str) -> str:
    if not leg or leg[0] not in roads.zones:
        return f"there is no zone {leg[:1] or '?'}; the zones are {', '.join(sorted(roads.zones))}"
    return f"zone {leg[0]} has no such road; its roads are {', '.join(sorted(roads.names_of(leg[0])))}"
