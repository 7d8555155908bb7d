"""What is wrong with a file of zones or of own specials, and where."""

from __future__ import annotations

import re
from typing import Final

from parcferme.core.errors import Fault
from parcferme.games.rallyman.board.geometry import check_drawn, check_geometry
from parcferme.games.rallyman.board.spaces import KIND_NAMES, TERRAINS, TOKEN, space_objects
from parcferme.lib.documents import is_text, is_whole
from parcferme.lib.reading import objects_of

EXITS: Final = "0123456789"
MOST_SPACES: Final = 300  # of one special
MOST_ON_ROAD: Final = 60  # of one road of a zone: the longest of the house has 13
MOST_ROADS: Final = 25  # of all zones of a document; those of a zone are compared point by point
MOST_SPECIALS: Final = 12  # own ones of a document; a rally drives three
LONGEST_NAME: Final = 60


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
    if len(objects_of(document.get("specials"))) > MOST_SPECIALS:
        reason = f"is special {MOST_SPECIALS + 1}; {MOST_SPECIALS} is the most"
        return [Fault(f"specials[{MOST_SPECIALS}]", reason, "RM-18")]
    faults = _check_name("name", document) + _check_count(document)
    seen: set[str] = set()
    for index, zone in enumerate(objects_of(document.get("zones", []))):
        faults += _check_name(f"zones[{index}].name", zone)
        faults += check_zone(zone, f"zones[{index}]", seen)
    names: set[str] = set()
    for index, special in enumerate(objects_of(document.get("specials", []))):
        faults += _check_special(special, f"specials[{index}]", names)
    return faults or check_geometry(document)


def _check_count(document: dict[str, object]) -> list[Fault]:
    """All zones together have no more roads than can be compared in a moment."""
    zones = objects_of(document.get("zones", []))
    roads = [f"zones[{index}]" for index, zone in enumerate(zones) for _ in objects_of(zone.get("roads"))]
    if len(roads) <= MOST_ROADS:
        return []
    reason, args = f"has road {MOST_ROADS + 1}; {MOST_ROADS} is the most", {"most": MOST_ROADS}
    return [Fault(roads[MOST_ROADS], reason, "RM-18", key="zone_roads", args={**args})]


def _check_name(place: str, item: dict[str, object]) -> list[Fault]:
    """What it is called, where that is written."""
    if is_text(item.get("name", ""), 0, LONGEST_NAME):
        return []
    return [Fault(place, f"is not a name of at most {LONGEST_NAME} letters")]


def check_zone(zone: dict[str, object], place: str, seen: set[str]) -> list[Fault]:
    """The rules of a zone board: exits, roads that do not cross, and each road's spaces."""
    letter = zone.get("zone")
    if not isinstance(letter, str) or not re.fullmatch("[A-Z]", letter):
        return [Fault(f"{place}.zone", f"{letter!r} is not one capital letter", "RM-04", key="letter")]
    faults: list[Fault] = []
    if letter in seen:
        faults = [
            Fault(f"zone {letter}", "is described twice", "RM-04", path=place, key="zone_twice", args={"zone": letter})
        ]
    seen.add(letter)
    roads = zone.get("roads")
    if not isinstance(roads, list) or not roads or not all(isinstance(road, dict) for road in roads):
        fault = Fault(
            f"zone {letter}", "has no list of roads", "RM-04", path=place, key="no_roads", args={"zone": letter}
        )
        return [*faults, fault]
    faults += _check_exits(letter, place, objects_of(roads))
    for index, road in enumerate(objects_of(roads)):
        if _has_ends(road):
            faults += _check_road(road_name(letter, road), f"{place}.roads[{index}]", road)
    return faults


def _check_exits(letter: str, place: str, roads: list[dict[str, object]]) -> list[Fault]:
    faults: list[Fault] = []
    pairs: list[tuple[int, int]] = []
    used: dict[str, int] = {}
    for index, road in enumerate(roads):
        if not _has_ends(road):
            where, path = f"zone {letter}, road {index + 1}", f"{place}.roads[{index}].ends"
            faults.append(Fault(where, "ends must be two different exits 0 to 9", "RM-18", path=path, key="ends"))
            continue
        ends = _ends(road)
        for exit in ends:
            used[exit] = used.get(exit, 0) + 1
        pairs.append((min(int(ends[0]), int(ends[1])), max(int(ends[0]), int(ends[1]))))
    faults += [_exit_fault(letter, place, e, used.get(e, 0)) for e in EXITS if used.get(e, 0) != 1]
    different = list(dict.fromkeys(pairs))  # 45 at most, however many roads there are
    for index, (p, q) in enumerate(different):
        for r, s in different[index + 1 :]:
            if len({p, q, r, s}) == 4 and (p < r < q) != (p < s < q):
                reason = f"roads {p}-{q} and {r}-{s} would have to cross"
                args: dict[str, object] = {"one": f"{p}–{q}", "other": f"{r}–{s}"}
                faults.append(Fault(f"zone {letter}", reason, "RM-18", path=place, key="cross", args=args))
    return faults


def _exit_fault(letter: str, place: str, exit: str, count: int) -> Fault:
    reason = f"exit {exit} is used by {count} roads, not by one"
    key, args = "exit_open" if count == 0 else "exit_twice", {"zone": letter, "exit": exit}
    return Fault(f"zone {letter}", reason, "RM-18", path=f"{place}.exits.{exit}", key=key, args={**args})


def _check_road(name: str, path: str, road: dict[str, object]) -> list[Fault]:
    spaces, faults = _check_spaces(name, f"{path}.spaces", road.get("spaces"), strict=True)
    if faults or spaces is None:
        return faults
    kinds = [str(space["kind"]) for space in spaces]
    args: dict[str, object] = {"road": name}
    if kinds[:2] + kinds[-2:] != ["straight"] * 4:
        reason = "needs two straight spaces at both ends"
        faults.append(Fault(name, reason, "RM-18", path=path, key="straight_ends", args=args))
    for index, kind in enumerate(kinds):
        where, at = f"{name}:{index}", f"{path}.spaces[{index}]"
        if kinds[index : index + 3] == ["corner"] * 3:
            reason = "begins three corners in a row, at most two are allowed"
            faults.append(Fault(where, reason, "RM-48", path=at, key="three_corners", args=args))
        near = kinds[max(0, index - 3) : index] + kinds[index + 1 : index + 4]
        if kind == "bump" and set(near) - {"straight"}:
            reason = "has something else than straights within 3 spaces of a bump"
            faults.append(Fault(where, reason, "RM-R16", path=at, key="near_bump", args=args))
    return faults


def _check_special(special: dict[str, object], place: str, names: set[str]) -> list[Fault]:
    name = special.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
        return [Fault(f"{place}.name", f"{name!r} is not a name of letters, digits, _ . and -", "RM-18")]
    faults = [Fault(f"special {name}", "is described twice", "RM-18", path=place)] if name in names else []
    names.add(name)
    spaces, wrong = _check_spaces(name, f"{place}.spaces", special.get("spaces"), strict=False)
    faults += wrong
    if spaces is not None:
        zones = {str(space.get("zone", "A")) for space in spaces}
        if len(zones) > 4:
            reason = f"uses {len(zones)} zones, at most 4 are allowed"
            faults.append(Fault(f"special {name}", reason, "RM-18", path=place, key="four_zones"))
        for number, space in enumerate(spaces, 1):
            letter = space.get("zone", "A")
            if not isinstance(letter, str) or not re.fullmatch("[A-Z]", letter):
                faults.append(Fault(f"{name}:{number}", f"zone {letter!r} is not one capital letter", "RM-04"))
    return faults


def _check_spaces(
    name: str, path: str, listed: object, strict: bool
) -> tuple[list[dict[str, object]] | None, list[Fault]]:
    """The spaces of a road or special and their faults; `strict` for zone boards, where notes follow a pattern."""
    base = 0 if strict else 1
    if isinstance(listed, str):
        bad = [(i, token) for i, token in enumerate(listed.split()) if TOKEN.fullmatch(token) is None]
        if bad:
            return None, [
                Fault(f"{name}:{i + base}", f"{token!r} is not a space such as Sgg, C34gf, K345gg or B3dd", path=path)
                for i, token in bad
            ]
    elif not isinstance(listed, list) or not all(isinstance(space, dict) for space in listed):
        return None, [Fault(name, "spaces are neither a list of objects nor a text of tokens", "RM-18", path=path)]
    spaces, most = space_objects(listed), MOST_ON_ROAD if strict else MOST_SPACES
    if not 1 <= len(spaces) <= most:
        reason = f"has {len(spaces)} spaces, not between 1 and {most}"
        args: dict[str, object] = {"count": len(spaces), "most": most}
        return None, [Fault(name, reason, "RM-18", path=path, key="spaces", args=args)]
    faults: list[Fault] = []
    for index, space in enumerate(spaces):
        wrong = _check_space(f"{name}:{index + base}", space, strict)
        for fault in wrong:
            fault.path = f"{path}[{index}]"
        faults += wrong
    return spaces, faults


def _check_space(place: str, space: dict[str, object], strict: bool) -> list[Fault]:
    faults = check_drawn(place, space)
    for side in ("left", "right"):
        terrain = space.get(side)
        if not isinstance(terrain, str) or len(terrain) != 1 or terrain not in TERRAINS:
            faults.append(Fault(place, f"{side} terrain is {terrain!r}, not one of g d f r", "RM-66", key="terrain"))
    kind = space.get("kind")
    if kind == "corner":
        return faults + _check_corner(place, space, strict)
    if kind not in KIND_NAMES:
        return [*faults, Fault(place, f"kind is {kind!r}, not straight, corner or bump", "RM-32", key="space_kind")]
    if type(space.get("width")) is not int or space["width"] not in (1, 2):
        faults.append(Fault(place, f"width is {space.get('width')!r}, not 1 or 2", "RM-R30", key="width"))
    if kind == "bump":
        faults += _check_note(place, "note", space.get("note"), "RM-56")
        if strict and space.get("width") == 1:
            faults.append(Fault(place, "a bump is two wide", "RM-R30", key="bump_width"))
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
            reason = f"outside note {outside} does not follow inside note {inside}"
            faults.append(Fault(place, reason, "RM-R11", key="outside", args={"inside": inside, "outside": outside}))
    if cut is not None:
        note = cut.get("note") if isinstance(cut, dict) else cut
        faults += _check_note(place, "shortcut note", note, "RM-50")
        if not faults and isinstance(note, int) and strict and not inside < note <= inside + 2:
            reason = f"shortcut note {note} is not one or two above inside note {inside}"
            faults.append(Fault(place, reason, "RM-50", key="cut", args={"inside": inside, "cut": note}))
    return faults


def _check_note(place: str, what: str, note: object, clause: str) -> list[Fault]:
    if is_whole(note, 1, 5):
        return []
    return [Fault(place, f"{what} is {note!r}, not a gear from 1 to 5", clause, key="note")]


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


def road_name(letter: str, road: dict[str, object]) -> str:
    ends = _ends(road)
    return f"{letter}{ends[0]}-{letter}{ends[1]}"
