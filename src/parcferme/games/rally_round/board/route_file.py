"""Marked maps: route files of an organiser, checked and measured (RR-15)."""

from __future__ import annotations

from parcferme.core.errors import BadContent, Fault
from parcferme.games.rally_round.board.map import COLOURS, NOWHERE, QUIET, WHITE, YELLOW, Board
from parcferme.games.rally_round.board.route import MOST_PASSAGES, PC, TC, Control, Route, Section, passages
from parcferme.games.rally_round.board.shortest_paths import shortest_legs
from parcferme.games.rally_round.mechanics.timing import FASTEST, KINDS, REGULARITY, ROAD, SELECTIVE, SLOWEST, clock

Item = dict[str, object]
PC_GAP = 3  # RR-27
TC_GAP = 12  # RR-28
MOST_TIES = 8
MOST_SECTIONS = 60  # of a marked map: each is compiled for itself


class Marked:
    """What a route file says, what follows from it, and what is wrong with it."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.controls: list[Control] = []
        self.labels: list[str] = []
        self.blacks: list[int] = []
        self.path: list[int] = []
        self.ties: dict[str, int] = {}  # control → number of equally short legs, where there are several
        self.route: Route | None = None

    def fault(self, place: str, reason: str, clause: str = "") -> None:
        self.faults.append(Fault(place, reason, clause))

    def warn(self, place: str, reason: str, clause: str) -> None:
        self.warnings.append(Fault(place, reason, clause))


def read_route(document: Item, board: Board, source: str, printed: bool = False) -> Route:
    """The route of a document; raises BadContent with all faults."""
    marked = examine(document, board, printed)
    if marked.route is None:
        raise BadContent(source, marked.faults)
    return marked.route


def examine(document: Item, board: Board, printed: bool = False) -> Marked:
    """Check a route file against a map, follow its Correct Route and work out distances and targets."""
    marked = Marked()
    if document.get("format") != "rally-round-route/1":
        marked.fault("format", "is not 'rally-round-route/1'")
        return marked
    if document.get("map", board.name) != board.name:
        marked.fault("map", f"is made for {document.get('map')!r}, but the map is {board.name!r}")
    _read_blacks(marked, document, board)
    _read_controls(marked, document, board)
    if marked.faults:
        return marked
    _follow(marked, board)
    _check_spacing(marked, board)
    if marked.faults:
        return marked
    route = Route(board, marked.controls, marked.blacks, marked.path, printed)
    _check_sections(marked, route)
    _check_figures(marked, document, route)
    if not marked.faults:
        marked.route = route
    return marked


def _read_blacks(marked: Marked, document: Item, board: Board) -> None:
    spots = document.get("black_spots", [])
    if not isinstance(spots, list):
        marked.fault("black_spots", "is not a list")
        return
    for number, item in enumerate(spots):
        square = item.get("square") if isinstance(item, dict) else item
        place = _square(marked, f"black spot {number + 1}", square, board)
        if place in marked.blacks:
            marked.fault(f"black spot {number + 1}", f"square {square} has one already", "RR-22")
        if place != NOWHERE:
            marked.blacks.append(place)


def _read_controls(marked: Marked, document: Item, board: Board) -> None:
    controls = document.get("controls")
    if not isinstance(controls, list) or len(controls) < 2:
        marked.fault("controls", "needs a start and at least one more Time Control", "RR-16")
        return
    taken = set(marked.blacks)
    for number, item in enumerate(controls):
        where = f"control {number + 1}"
        if not isinstance(item, dict):
            marked.fault(where, "is not an object")
            continue
        control = _read_control(marked, where, item, board, number == 0)
        if control is None:
            continue
        if control.square in taken:
            marked.fault(where, f"square {board.ids[control.square]} carries a marker already", "RR-20")
        taken.add(control.square)
        marked.controls.append(control)
        marked.labels.append(control.label(number + 1))
        if item.get("number", number + 1) != number + 1:
            marked.fault(where, f"has number {item['number']}; controls are numbered in running order", "RR-23")
        if item.get("label", marked.labels[-1]) != marked.labels[-1]:
            marked.fault(where, f"is labelled {item['label']}, but it is {marked.labels[-1]}", "RR-23")
        if passages(marked.controls) == MOST_PASSAGES + 1:
            marked.fault(
                where, f"is Passage Control {MOST_PASSAGES + 1} of its section; {MOST_PASSAGES} is the most", "RR-20"
            )
    sections = sum([1 for control in marked.controls if control.type == TC]) - 1
    if sections > MOST_SECTIONS:
        marked.fault(f"control {len(controls)}", f"ends section {sections}; {MOST_SECTIONS} is the most", "RR-20")
    if marked.controls and marked.controls[-1].type == PC:
        marked.fault(f"control {len(controls)}", "the last control is the Finish, a Time Control", "RR-34")


def _read_control(marked: Marked, where: str, item: Item, board: Board, first: bool) -> Control | None:
    square = _square(marked, where, item.get("square"), board)
    if square == NOWHERE:
        return None
    if item.get("type") not in ("TC", "PC") or (first and item["type"] == "PC"):
        marked.fault(where, f"type {item.get('type')!r} is neither TC nor PC (the first is a TC)", "RR-20")
        return None
    if first:
        return Control(TC, square, NOWHERE, ROAD, 0)
    approach = _square(marked, where, item.get("from"), board)
    if approach == NOWHERE or approach not in board.near[square]:
        marked.fault(where, f"from {item.get('from')!r} is not a neighbour of square {board.ids[square]}", "RR-24")
        return None
    if item["type"] == "PC":
        return Control(PC, square, approach, ROAD, 0)
    if item.get("kind") not in KINDS:
        marked.fault(where, f"kind {item.get('kind')!r} is none of {', '.join(KINDS)}", "RR-04")
        return None
    kind = KINDS.index(str(item["kind"]))
    mph = item.get("mph", 0)
    if kind == REGULARITY and not (isinstance(mph, int) and SLOWEST <= mph <= FASTEST):
        marked.fault(where, f"a Regularity is driven at {SLOWEST} to {FASTEST} mph, not {mph!r}", "RR-31")
        return None
    return Control(TC, square, approach, kind, mph if isinstance(mph, int) and kind == REGULARITY else 0)


def _square(marked: Marked, where: str, number: object, board: Board) -> int:
    place = NOWHERE
    if isinstance(number, int) and not isinstance(number, bool):
        place = board.index.get(number, NOWHERE)
    if place == NOWHERE or place >= board.roads:
        marked.fault(where, f"square {number!r} is no road square of {board.name}")
        return NOWHERE
    return place


def _follow(marked: Marked, board: Board) -> None:
    """The Correct Route, leg by leg: shortest, past no Black Spot, over no square twice (RR-25)."""
    closed = [False] * board.count
    for square in marked.blacks:
        closed[square] = True
    finish = marked.controls[-1].square
    closed[finish] = True  # RR-R43
    marked.path = [marked.controls[0].square]
    closed[marked.path[0]] = True
    for control, label in zip(marked.controls[1:], marked.labels[1:], strict=True):
        legs = shortest_legs(board, marked.path[-1], control.square, control.approach, closed, MOST_TIES + 1)
        if not legs:
            side = board.ids[control.approach]
            marked.fault(label, f"cannot be reached from the control before it by way of square {side}", "RR-25")
            return
        if len(legs) > 1:
            marked.ties[label] = len(legs)
            split = next(a for a, b in zip(legs[0], legs[1], strict=True) if a != b)
            reason = (
                f"{len(legs)} equally short legs lead there; a Black Spot must part them, say on {board.ids[split]}"
            )
            marked.fault(label, reason, "RR-26")
        marked.path += legs[0][1:]
        for square in legs[0]:
            closed[square] = True


def _check_spacing(marked: Marked, board: Board) -> None:
    """RR-15: an organiser need not keep the distances that players must when they lay a route; he is told."""
    if len(marked.path) < 2 or marked.path[-1] != marked.controls[-1].square:
        return
    last = 0
    for number, control in enumerate(marked.controls):
        far = board.distances(control.square)
        for other in range(number):
            gap = far[marked.controls[other].square]
            if gap < PC_GAP and PC in (control.type, marked.controls[other].type):
                marked.warn(marked.labels[number], f"is {gap} squares from {marked.labels[other]}, not 3", "RR-27")
        if control.type == TC and number > 0:
            at = marked.path.index(control.square)
            if at - last < TC_GAP:
                marked.warn(
                    marked.labels[number], f"is {at - last} squares after the last Time Control, not 12", "RR-28"
                )
            last = at


def _check_sections(marked: Marked, route: Route) -> None:
    board = route.board
    for section in route.sections:
        if section.kind != SELECTIVE:
            continue
        fast = [square for square in section.path[1:] if board.colour[square] not in (YELLOW, WHITE)]
        if fast:
            colour = COLOURS[board.colour[fast[0]]]
            marked.warn(section.label, f"the Selective uses square {board.ids[fast[0]]} ({colour})", "RR-30")
        loud = [square for square in section.path[1:] if route.feature[square] == QUIET]
        if loud:
            marked.warn(section.label, f"the Selective passes the Quiet Zone on square {board.ids[loud[0]]}", "RR-R21")
    if len(route.sections) < 4:
        marked.warn("controls", f"{len(route.sections) + 1} Time Controls; at least 5 make a good rally", "RR-37")


def _check_figures(marked: Marked, document: Item, route: Route) -> None:
    """Distances, targets and paths that the file states must be the ones that follow."""
    controls = document["controls"]
    assert isinstance(controls, list)
    path: list[int] = []
    for number in range(1, len(marked.controls)):
        item, label = controls[number], marked.labels[number]
        begin = marked.path.index(marked.controls[number - 1].square)
        end = marked.path.index(marked.controls[number].square)
        path = [route.board.ids[square] for square in marked.path[begin : end + 1]]
        section = next(s for s in route.sections if label == s.label or label in s.pc_labels)
        squares = distance(section, label)
        if item.get("squares", squares) != squares:
            marked.fault(label, f"says {item['squares']} squares; it is {squares}", "RR-39")
        if "target" in item and item["target"] != clock(section.target):
            marked.fault(label, f"says target {item['target']}; it is {clock(section.target)}", "RR-39")
        if item.get("path", path) != path:
            marked.fault(label, "the path in the file is not the Correct Route", "RR-25")


def distance(section: Section, label: str) -> int:
    """Squares from the section's first control to the control of that label."""
    return section.squares if label == section.label else section.pc_at[section.pc_labels.index(label)]


def route_document(route: Route, name: str) -> Item:
    """A route as a marked map, so that a laid one can be driven again or published (RR-15)."""
    board = route.board
    controls: list[object] = []
    for number, control in enumerate(route.controls, 1):
        item: Item = {"label": control.label(number), "number": number, "square": board.ids[control.square]}
        item["type"] = "PC" if control.type == PC else "TC"
        if number > 1:
            item["from"] = board.ids[control.approach]
        if number > 1 and control.type == TC:
            item["kind"] = KINDS[control.kind]
        if control.mph:
            item["mph"] = control.mph
        controls.append(item)
    spots: list[object] = [{"square": board.ids[square]} for square in route.blacks]
    return {
        "format": "rally-round-route/1",
        "name": name,
        "map": board.name,
        "controls": controls,
        "black_spots": spots,
    }
