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
            faults.append(Fault("cells", f"there are {count} {KINDS[kind]} cells, not exactly one", clause))
    for number in GERANCES:
        count = sum(cell.kind == GERANCE and cell.gerance == number for cell in cells)
        if count != 1:
            faults.append(Fault("cells", f"there are {count} gerance cells with number {number}, not one", "RC-38"))
    for cell in cells:
        if cell.kind == GERANCE and cell.gerance not in GERANCES:
            faults.append(Fault(f"cell {cell.id}.gerance", f"{cell.gerance} is not 2, 3, 4 or 5", "RC-38"))
        if cell.kind in (PARIS, GERANCE, GENDARMERIE) and cell.road != MAIN:
            faults.append(Fault(f"cell {cell.id}", f"a {KINDS[cell.kind]} cell must lie on the main road"))
    return faults


def _dangling(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    faults = []
    for cell in cells:
        for key, target in (("next", cell.next), ("divert", cell.divert), ("facing", cell.facing)):
            if target and target not in by_id:
                faults.append(Fault(f"cell {cell.id}.{key}", f"there is no cell {target}"))
        if cell.kind == NO_ENTRY and not cell.divert:
            faults.append(Fault(f"cell {cell.id}", "a no_entry cell needs a divert: its transverse road", "RC-11"))
        if cell.kind != NO_ENTRY and cell.divert:
            faults.append(Fault(f"cell {cell.id}.divert", "only a no_entry cell has a divert", "RC-11"))
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
        reason = f"the main road from Paris covers {len(walked)} of {length} main cells and ends at {here.id}"
        return [Fault("cells", reason, "RC-10")]
    if length <= 2 * LONGEST_ROLL:
        return [Fault("cells", f"the main road has {length} cells; it needs more than {2 * LONGEST_ROLL}", "RC-10")]
    return []


def _transverses(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """Each transverse leads back to the main road at a no_entry cell, and can always be left."""
    faults = []
    for cell in cells:
        if cell.road == MAIN:
            continue
        if cell.kind == NO_ENTRY:
            faults.append(Fault(f"cell {cell.id}", "a no_entry cell must lie on the main road", "RC-R09"))
        here, steps = cell, 0
        while here.road == cell.road and steps <= len(cells):
            here, steps = by_id[here.next], steps + 1
        if here.road != MAIN:
            faults.append(Fault(f"cell {cell.id}", f"road {cell.road} does not rejoin the main road", "RC-12"))
        elif here.kind != NO_ENTRY:
            faults.append(Fault(f"cell {cell.id}", f"road {cell.road} rejoins at {here.id}, no no_entry", "RC-R09"))
        elif _stuck(cell, by_id):
            faults.append(Fault(f"cell {cell.id}", f"no roll from 2 to {SAFE_ROLL} can leave it", "RC-13"))
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
            faults.append(Fault(f"cell {after.id}", f"both {before[after.id]} and {cell.id} lead to it", "RC-12"))
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
            faults.append(Fault(f"cell {cell.id}.divert", reason, "RC-R08"))
        elif first.id in followed:
            faults.append(Fault(f"cell {cell.id}.divert", f"{first.id} is not the first cell of its road", "RC-R08"))
    return faults


def _facing(cells: list[Cell], by_id: dict[str, Cell]) -> list[Fault]:
    """Facing lanes name each other, share a square and run opposite ways."""
    faults = []
    for cell in cells:
        if not cell.facing:
            continue
        other = by_id[cell.facing]
        place = f"cell {cell.id}.facing"
        if other.facing != cell.id:
            named = other.facing or "no cell"
            faults.append(Fault(place, f"{other.id} faces {named}, not {cell.id}: it must be symmetric", "RC-31"))
        elif other is cell or (other.x, other.y) != (cell.x, cell.y):
            faults.append(Fault(place, f"{other.id} is not the other lane of the same square", "RC-31"))
        elif NO_ENTRY in (cell.kind, other.kind):
            faults.append(Fault(place, "a no_entry cell has no facing lane", "RC-31"))
        else:
            onward = by_id[cell.next]
            if onward.facing and by_id[onward.facing].next != other.id:
                faults.append(Fault(place, f"{other.id} does not run against {cell.id}", "RC-31"))
    return faults


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
                faults.append(Fault(place, "no main cell leads to it", "RC-43"))
                continue
            if neighbour.kind != ROAD:
                faults.append(Fault(place, f"its neighbour {neighbour.id} is not a road cell", "RC-43"))
            elif neighbour.id in claimed:
                reason = f"its neighbour {neighbour.id} is {claimed[neighbour.id]}'s neighbour too"
                faults.append(Fault(place, reason, "RC-43"))
            claimed[neighbour.id] = cell.id
    return faults
