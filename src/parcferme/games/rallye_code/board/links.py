"""Whether the cells of a board hang together: roads, junctions, facing lanes, gérances."""

from __future__ import annotations

from parcferme.core.errors import Fault
from parcferme.games.rallye_code.board.pieces import (
    GENDARMERIE,
    GERANCE,
    KINDS,
    MAIN,
    NO_ENTRY,
    PARIS,
    ROAD,
    SAFE_ROLL,
    Cell,
)
from parcferme.games.rallye_code.mechanics.dice import LONGEST_ROLL

GERANCES = (2, 3, 4, 5)


def check_links(cells: list[Cell]) -> list[Fault]:
    """Everything wrong between cells that are sound one by one. Roads are walked only if every link leads somewhere."""
    by_id = {cell.id: cell for cell in cells}
    faults = _unique_squares(cells)
    dangling = _dangling(cells, by_id)
    if dangling:
        return faults + dangling
    faults += _main_road(cells, by_id) + _transverses(cells, by_id) + _merging(cells, by_id)
    return faults + _junctions(cells, by_id) + _facing(cells, by_id) + _gerances(cells, by_id)


def _unique_squares(cells: list[Cell]) -> list[Fault]:
    faults = []
    for kind, clause in ((PARIS, "RC-10"), (GENDARMERIE, "RC-21")):
        count = sum(cell.kind == kind for cell in cells)
        if count != 1:
            reason, args = f"there are {count} {KINDS[kind]} cells, not exactly one", {"count": count}
            faults.append(Fault("cells", reason, clause, key=f"one_{KINDS[kind]}", args={**args}))
    for number in GERANCES:
        count = sum(cell.kind == GERANCE and cell.gerance == number for cell in cells)
        if count != 1:
            reason, args = f"there are {count} gerance cells with number {number}, not one", {"number": number}
            faults.append(Fault("cells", reason, "RC-38", key="one_gerance", args={**args, "count": count}))
    for cell in cells:
        if cell.kind == GERANCE and cell.gerance not in GERANCES:
            reason = f"{cell.gerance} is not 2, 3, 4 or 5"
            faults.append(Fault(f"cell {cell.id}.gerance", reason, "RC-38", key="gerance_number"))
        if cell.kind in (PARIS, GERANCE, GENDARMERIE) and cell.road != MAIN:
            reason = f"a {KINDS[cell.kind]} cell must lie on the main road"
            faults.append(Fault(f"cell {cell.id}", reason, key="on_main", args=_named(cell)))
    return faults


def _dangling(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    faults = []
    for cell in cells:
        for key, target in (("next", cell.next), ("divert", cell.divert), ("facing", cell.facing)):
            if target and target not in by_id:
                reason = f"there is no cell {target}"
                faults.append(Fault(f"cell {cell.id}.{key}", reason, key="leads_nowhere", args=_named(cell)))
        if cell.kind == NO_ENTRY and not cell.divert:
            reason = "a no_entry cell needs a divert: its transverse road"
            faults.append(Fault(f"cell {cell.id}", reason, "RC-11", key="no_transverse", args=_named(cell)))
        if cell.kind != NO_ENTRY and cell.divert:
            reason = "only a no_entry cell has a divert"
            faults.append(Fault(f"cell {cell.id}.divert", reason, "RC-11", key="divert", args=_named(cell)))
    return faults


def _main_road(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """From Paris back to Paris over every main cell once."""
    paris = next((cell for cell in cells if cell.kind == PARIS and cell.road == MAIN), None)
    if paris is None:
        return []  # already said
    length = sum(cell.road == MAIN for cell in cells)
    walked = {paris.id}
    here = by_id[paris.next]
    while here.id not in walked and here.road == MAIN:
        walked.add(here.id)
        here = by_id[here.next]
    if here is not paris or len(walked) != length:
        reason = f"the main road covers {len(walked)} of {length} main cells and ends at {here.id}"
        args: dict[str, object] = {"count": len(walked), "wanted": length, "town": here.town}
        return [Fault(f"cell {here.id}", reason, "RC-10", key="circuit", args=args)]
    if length <= 2 * LONGEST_ROLL:
        reason, args = f"the main road has {length} cells; it needs more than {2 * LONGEST_ROLL}", {"count": length}
        return [Fault("cells", reason, "RC-10", key="short_circuit", args={**args, "most": 2 * LONGEST_ROLL})]
    return []


def _transverses(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """Each transverse leads back to the main road at a no_entry cell, and can always be left."""
    faults = []
    for cell in cells:
        if cell.road == MAIN:
            continue
        if cell.kind == NO_ENTRY:
            reason = "a no_entry cell must lie on the main road"
            faults.append(Fault(f"cell {cell.id}", reason, "RC-R09", key="on_main", args=_named(cell)))
        here, steps = cell, 0
        while here.road == cell.road and steps <= len(cells):
            here, steps = by_id[here.next], steps + 1
        if here.road != MAIN:
            reason = f"road {cell.road} does not rejoin the main road"
            faults.append(Fault(f"cell {cell.id}", reason, "RC-12", key="no_return", args=_named(cell)))
        elif here.kind != NO_ENTRY:
            reason = f"road {cell.road} rejoins at {here.id}, no no_entry"
            faults.append(Fault(f"cell {cell.id}", reason, "RC-R09", key="rejoins", args=_named(here)))
        elif _stuck(cell, by_id):
            reason = f"no roll from 2 to {SAFE_ROLL} can leave it"
            faults.append(Fault(f"cell {cell.id}", reason, "RC-13", key="stuck", args=_named(cell)))
    return faults


def _merging(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """Along a transverse each cell follows one other."""
    faults = []
    before: dict[str, str] = {}
    for cell in cells:
        after = by_id[cell.next]
        if after.road == MAIN:
            continue
        if after.id in before:
            reason = f"both {before[after.id]} and {cell.id} lead to it"
            faults.append(Fault(f"cell {after.id}", reason, "RC-12", key="two_lead", args=_named(after)))
        before[after.id] = cell.id
    return faults


def _stuck(cell: Cell, by_id: dict[str, Cell]) -> bool:
    here = by_id[cell.next]
    for _ in range(2, SAFE_ROLL + 1):
        here = by_id[here.next]
        if here.kind != NO_ENTRY:
            return False
    return True


def _junctions(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """The first cell of a transverse is plain road: no landing follows from a landing."""
    faults = []
    followed = {cell.next for cell in cells}
    for cell in cells:
        if cell.kind != NO_ENTRY:
            continue
        first = by_id[cell.divert]
        if first.road == MAIN or first.kind != ROAD:
            reason = f"leads to {first.id}, which is not a road cell of a transverse"
            faults.append(Fault(f"cell {cell.id}.divert", reason, "RC-R08", key="first_lane", args=_named(cell)))
        elif first.id in followed:
            reason = f"{first.id} is not the first cell of its road"
            faults.append(Fault(f"cell {cell.id}.divert", reason, "RC-R08", key="first_lane", args=_named(cell)))
    return faults


def _facing(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """Facing lanes name each other, share a square and run opposite ways."""
    faults = []
    for cell in cells:
        if not cell.facing:
            continue
        other = by_id[cell.facing]
        if other.facing != cell.id:
            named = other.facing or "no cell"
            faults.append(_facing_fault(cell, f"{other.id} faces {named}, not {cell.id}: it must be symmetric"))
        elif other is cell or (other.x, other.y) != (cell.x, cell.y):
            faults.append(_facing_fault(cell, f"{other.id} is not the other lane of the same square"))
        elif NO_ENTRY in (cell.kind, other.kind):
            faults.append(_facing_fault(cell, "a no_entry cell has no facing lane"))
        else:
            onward = by_id[cell.next]
            if onward.facing and by_id[onward.facing].next != other.id:
                faults.append(_facing_fault(cell, f"{other.id} does not run against {cell.id}"))
    return faults


def _facing_fault(cell: Cell, reason: str) -> Fault:
    return Fault(f"cell {cell.id}.facing", reason, "RC-31", key="facing", args=_named(cell))


def _named(cell: Cell) -> dict[str, object]:
    """A cell by its town, for a sentence about it."""
    return {"town": cell.town}


def _gerances(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """Both neighbours of a gérance are plain road and belong to it alone (RC-R14)."""
    faults = []
    claimed: dict[str, str] = {}
    before = {cell.next: cell for cell in cells if cell.road == MAIN}
    for cell in cells:
        if cell.kind != GERANCE:
            continue
        for neighbour in (before.get(cell.id), by_id[cell.next]):
            place = f"cell {cell.id}"
            if neighbour is None:
                faults.append(Fault(place, "no main cell leads to it", "RC-43", key="no_way_in", args=_named(cell)))
                continue
            if neighbour.kind != ROAD:
                reason, args = f"its neighbour {neighbour.id} is not a road cell", {"other": neighbour.town}
                faults.append(Fault(place, reason, "RC-43", key="neighbour", args={**_named(cell), **args}))
            elif neighbour.id in claimed:
                reason = f"its neighbour {neighbour.id} is {claimed[neighbour.id]}'s neighbour too"
                args = {"other": neighbour.town}
                faults.append(Fault(place, reason, "RC-43", key="shared_neighbour", args={**_named(cell), **args}))
            claimed[neighbour.id] = cell.id
    return faults
