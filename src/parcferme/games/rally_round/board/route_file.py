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
MOST_WAYS = 3  # of equally short legs that are told
WORDS = ("name", "rally", "note", "source", "licence", "place", "why")
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

    def fault(self, place: str, reason: str, clause: str = "", path: str = "", key: str = "", **args: object) -> None:
        self.faults.append(Fault(place, reason, clause, path=path, key=key, args=args))

    def warn(self, place: str, reason: str, clause: str, path: str, key: str, **args: object) -> None:
        self.warnings.append(Fault(place, reason, clause, path=path, key=key, args=args))


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
    _read_words(marked, "", document)
    if document.get("map", board.name) != board.name:
        reason = f"is made for {document.get('map')!r}, but the map is {board.name!r}"
        marked.fault("map", reason, key="other_map", map=board.name)
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


def _read_words(marked: Marked, place: str, item: Item) -> None:
    """What is written beside the route, for people."""
    for name in WORDS:
        if not isinstance(item.get(name, ""), str):
            marked.fault(place + name, "is not a text", path=place + name)


def _read_blacks(marked: Marked, document: Item, board: Board) -> None:
    spots = document.get("black_spots", [])
    if not isinstance(spots, list):
        marked.fault("black_spots", "is not a list")
        return
    for number, item in enumerate(spots):
        square = item.get("square") if isinstance(item, dict) else item
        where, path = f"black spot {number + 1}", f"black_spots[{number}]"
        if isinstance(item, dict):
            _read_words(marked, f"{path}.", item)
        place = _square(marked, where, path, square, board)
        if place in marked.blacks:
            marked.fault(where, f"square {square} has one already", "RR-22", path, "taken", square=square)
        if place != NOWHERE:
            marked.blacks.append(place)


def _read_controls(marked: Marked, document: Item, board: Board) -> None:
    controls = document.get("controls")
    if not isinstance(controls, list) or len(controls) < 2:
        reason = "needs a start and at least one more Time Control"
        marked.fault("controls", reason, "RR-16", key="few_controls")
        return
    taken = set(marked.blacks)
    for number, item in enumerate(controls):
        where, path = f"control {number + 1}", f"controls[{number}]"
        if not isinstance(item, dict):
            marked.fault(where, "is not an object", path=path)
            continue
        _read_words(marked, f"{path}.", item)
        control = _read_control(marked, where, path, item, board)
        if control is None:
            continue
        if control.square in taken:
            square = board.ids[control.square]
            marked.fault(where, f"square {square} carries a marker already", "RR-20", path, "taken", square=square)
        taken.add(control.square)
        _add_control(marked, control, number, item)
    _check_last(marked, len(controls))


def _add_control(marked: Marked, control: Control, place: int, item: Item) -> None:
    """One more in running order; what is written of its number and label must be so (RR-23)."""
    where, path, number, label = f"control {place + 1}", f"controls[{place}]", place + 1, control.label(place + 1)
    marked.controls.append(control)
    marked.labels.append(label)
    if item.get("number", number) != number:
        reason = f"has number {item['number']}; controls are numbered in running order"
        marked.fault(where, reason, "RR-23", path, "number", wanted=number)
    if item.get("label", label) != label:
        marked.fault(where, f"is labelled {item['label']}, but it is {label}", "RR-23", path, "label", label=label)
    if passages(marked.controls) == MOST_PASSAGES + 1:
        reason = f"is Passage Control {MOST_PASSAGES + 1} of its section; {MOST_PASSAGES} is the most"
        marked.fault(where, reason, "RR-20", path, "passages", most=MOST_PASSAGES)


def _check_last(marked: Marked, count: int) -> None:
    """What the last control shows: how many sections there are, and whether it is the Finish."""
    where, path = f"control {count}", f"controls[{count - 1}]"
    sections = sum([1 for control in marked.controls if control.type == TC]) - 1
    if sections > MOST_SECTIONS:
        reason = f"ends section {sections}; {MOST_SECTIONS} is the most"
        marked.fault(where, reason, "RR-20", path, "sections", most=MOST_SECTIONS)
    if marked.controls and marked.controls[-1].type == PC:
        marked.fault(where, "the last control is the Finish, a Time Control", "RR-34", path, "no_finish")


def _read_control(marked: Marked, where: str, path: str, item: Item, board: Board) -> Control | None:
    first = path == "controls[0]"
    square = _square(marked, where, f"{path}.square", item.get("square"), board)
    if square == NOWHERE:
        return None
    if item.get("type") not in ("TC", "PC") or (first and item["type"] == "PC"):
        reason = f"type {item.get('type')!r} is neither TC nor PC (the first is a TC)"
        marked.fault(where, reason, "RR-20", f"{path}.type", "first_passage" if first else "")
        return None
    if first:
        return Control(TC, square, NOWHERE, ROAD, 0)
    approach = _square(marked, where, f"{path}.from", item.get("from"), board)
    if approach == NOWHERE or approach not in board.near[square]:
        reason = f"from {item.get('from')!r} is not a neighbour of square {board.ids[square]}"
        marked.fault(where, reason, "RR-24", f"{path}.from", "approach", square=board.ids[square])
        return None
    if item["type"] == "PC":
        return Control(PC, square, approach, ROAD, 0)
    if item.get("kind") not in KINDS:
        reason = f"kind {item.get('kind')!r} is none of {', '.join(KINDS)}"
        marked.fault(where, reason, "RR-04", f"{path}.kind", "section_kind")
        return None
    kind = KINDS.index(str(item["kind"]))
    mph = item.get("mph", 0)
    if kind == REGULARITY and not (isinstance(mph, int) and SLOWEST <= mph <= FASTEST):
        reason = f"a Regularity is driven at {SLOWEST} to {FASTEST} mph, not {mph!r}"
        marked.fault(where, reason, "RR-31", f"{path}.mph", "mph", low=SLOWEST, high=FASTEST)
        return None
    return Control(TC, square, approach, kind, mph if isinstance(mph, int) and kind == REGULARITY else 0)


def _square(marked: Marked, where: str, path: str, number: object, board: Board) -> int:
    place = NOWHERE
    if isinstance(number, int) and not isinstance(number, bool):
        place = board.index.get(number, NOWHERE)
    if place == NOWHERE or place >= board.roads:
        marked.fault(where, f"square {number!r} is no road square of {board.name}", "", path, "no_square")
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
    for number in range(1, len(marked.controls)):
        control, label, at = marked.controls[number], marked.labels[number], f"controls[{number}]"
        legs = shortest_legs(board, marked.path[-1], control.square, control.approach, closed, MOST_TIES + 1)
        if not legs:
            side = board.ids[control.approach]
            reason = f"cannot be reached from the control before it by way of square {side}"
            marked.fault(label, reason, "RR-25", f"{at}.from", "no_way", control=label, square=side)
            return
        if len(legs) > 1:
            marked.ties[label] = len(legs)
            _tell_ties(marked, board, label, at, legs)
        marked.path += legs[0][1:]
        for square in legs[0]:
            closed[square] = True


def _tell_ties(marked: Marked, board: Board, label: str, at: str, legs: list[list[int]]) -> None:
    """Equally short legs lead to a control: which, and where a Black Spot would part them (RR-26)."""
    spot = board.ids[next(a for a, b in zip(legs[0], legs[1], strict=True) if a != b)]
    reason = f"{len(legs)} equally short legs lead there; a Black Spot must part them, say on {spot}"
    ways = [[board.ids[square] for square in leg] for leg in legs[:MOST_WAYS]]
    marked.fault(
        label, reason, "RR-26", at, "ties", control=label, count=len(legs), square=spot, ways=ways,
        many=len(legs) > MOST_TIES,
    )  # fmt: skip


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
                label, near = marked.labels[number], marked.labels[other]
                reason, at = f"is {gap} squares from {near}, not 3", f"controls[{number}]"
                marked.warn(label, reason, "RR-27", at, "close", control=label, other=near, gap=gap, wanted=PC_GAP)
        if control.type == TC and number > 0:
            here = marked.path.index(control.square)
            if here - last < TC_GAP:
                label, at = marked.labels[number], f"controls[{number}]"
                reason = f"is {here - last} squares after the last Time Control, not 12"
                marked.warn(label, reason, "RR-28", at, "short", control=label, gap=here - last, wanted=TC_GAP)
            last = here


def _check_sections(marked: Marked, route: Route) -> None:
    board = route.board
    for section in route.sections:
        if section.kind != SELECTIVE:
            continue
        at = f"controls[{marked.labels.index(section.label)}]"
        fast = [square for square in section.path[1:] if board.colour[square] not in (YELLOW, WHITE)]
        if fast:
            colour, square = COLOURS[board.colour[fast[0]]], board.ids[fast[0]]
            reason = f"the Selective uses square {square} ({colour})"
            marked.warn(section.label, reason, "RR-30", at, "fast", control=section.label, square=square)
        loud = [square for square in section.path[1:] if route.feature[square] == QUIET]
        if loud:
            square = board.ids[loud[0]]
            reason = f"the Selective passes the Quiet Zone on square {square}"
            marked.warn(section.label, reason, "RR-R21", at, "loud", control=section.label, square=square)
    if len(route.sections) < 4:
        count = len(route.sections) + 1
        reason = f"{count} Time Controls; at least 5 make a good rally"
        marked.warn("controls", reason, "RR-37", "controls", "few_times", count=count, wanted=5)


def _check_figures(marked: Marked, document: Item, route: Route) -> None:
    """Distances, targets and paths that the file states must be the ones that follow."""
    controls = document["controls"]
    assert isinstance(controls, list)
    path: list[int] = []
    for number in range(1, len(marked.controls)):
        item, label, at = controls[number], marked.labels[number], f"controls[{number}]"
        begin = marked.path.index(marked.controls[number - 1].square)
        end = marked.path.index(marked.controls[number].square)
        path = [route.board.ids[square] for square in marked.path[begin : end + 1]]
        section = next(s for s in route.sections if label == s.label or label in s.pc_labels)
        squares = distance(section, label)
        if item.get("squares", squares) != squares:
            reason = f"says {item['squares']} squares; it is {squares}"
            marked.fault(label, reason, "RR-39", f"{at}.squares", "squares", control=label, squares=squares)
        if "target" in item and item["target"] != clock(section.target):
            time = clock(section.target)
            reason = f"says target {item['target']}; it is {time}"
            marked.fault(label, reason, "RR-39", f"{at}.target", "target", control=label, time=time)
        if item.get("path", path) != path:
            reason = "the path in the file is not the Correct Route"
            marked.fault(label, reason, "RR-25", f"{at}.path", "path", control=label)


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
