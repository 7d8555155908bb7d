"""Marked maps and maps of one's own: checked, measured, and routes drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parcferme.core.options import Value
from parcferme.core.studio import BOUNDS, EXACT, PROVED, Document, Figure, Figures, Finding, Kind, findings_of, under
from parcferme.games.rally_round.board.check import (
    check_map,
    house_board,
    house_deck,
    house_map,
    house_route,
)
from parcferme.games.rally_round.board.map import COLOURS, FEATURES, Board
from parcferme.games.rally_round.board.map_check import CHEQUERED_GAP, PER_COLOUR, SQUARES, survey
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.board.route_file import Marked, examine, read_route
from parcferme.games.rally_round.lot import MAX_TURNS, draw_route
from parcferme.games.rally_round.par.kit_families import ALL_KITS, size
from parcferme.games.rally_round.par.solver import Solution, Solver
from parcferme.lib.simulate import BotTable, simulated

SECONDS: Final = 30.0  # that people take for a turn (RR-38)
GAMES: Final = 200
LAID_GAMES: Final = 40  # laying the route takes long
FIRST: Final = 0.05  # of the work: a first par
MATCHES: Final = 0.3  # … and the matches; the rest is its proof, which may take very long
FEWEST_CHEQUERED: Final = 2  # a rally is laid from one to another (RR-16)


# --- routes ---


def blank_route() -> Document:
    return {
        "format": "rally-round-route/1",
        "name": "",
        "map": house_board().name,
        "controls": [],
        "black_spots": [],
    }


def check_route(document: Document) -> list[Finding]:
    own = document.get("map")
    unusable = findings_of(check_map(own)) if isinstance(own, dict) else []
    if unusable:
        return [finding._replace(place=f"map.{finding.place}") for finding in unusable]
    marked = examine(_alone(document), _board_of(document))
    return findings_of(marked.faults) + findings_of(marked.warnings, False)


def _board_of(document: Document) -> Board:
    """A route of the studio lies on the house's map, or carries one of its own, which is sound by now."""
    own = document.get("map")
    return Board(own) if isinstance(own, dict) else house_board()


def _alone(document: Document) -> Document:
    """The marked map as its file is: it names its map."""
    own = document.get("map")
    return {**document, "map": str(own.get("name"))} if isinstance(own, dict) else document


def route_options(document: Document) -> dict[str, Value]:
    own = document.get("map")
    marked: dict[str, Value] = {"marked_map": _alone(document)}
    return {"map": own, **marked} if isinstance(own, dict) else marked


def route_taken(options: dict[str, Value]) -> Document | None:
    """Its own marked map with its map, or the example of the house."""
    own, ground = options.get("marked_map"), options.get("map")
    if isinstance(own, dict):
        return {**own, "map": ground} if isinstance(ground, dict) else own
    return None if options.get("route") == "laid" or isinstance(options.get("map"), dict) else house_route()


def route_facts(document: Document) -> Figures:
    """Sections with their squares and targets, and the Correct Route square by square."""
    marked = examine(_alone(document), _board_of(document))
    assert marked.route is not None
    return Figures(_told(marked, marked.route))


def _told(marked: Marked, route: Route) -> dict[str, Figure]:
    names = [section.label for section in route.sections]
    squares = [float(section.squares) for section in route.sections]
    targets = [float(section.target) for section in route.sections]
    path = [float(route.board.ids[square]) for square in marked.path]
    return {
        "sections": Figure(len(names)),
        "squares": Figure(sum(squares), EXACT, "squares", row=squares, names=names),
        "targets": Figure(sum(targets), EXACT, "seconds", row=targets, names=names),
        "passages": Figure(sum(len(section.pcs) for section in route.sections)),
        "black_spots": Figure(len(route.blacks)),
        "path": Figure(len(path), EXACT, "squares", row=path, names=[str(int(number)) for number in path]),
    }


def measure_route(document: Document) -> Iterator[Figures]:
    """A first par over all kits, matches, then par from both sides until they meet, and that of the standard car."""
    route = read_route(_alone(document), _board_of(document), "route")
    solving = Solver(route, house_deck(), MAX_TURNS).steps()
    known = _par(next(solving))
    yield Figures(known, FIRST)
    table = BotTable("rally_round", {**route_options(document), "kits": "standard"}, "works", SECONDS)
    for figures in simulated(table, GAMES, known, FIRST, MATCHES):
        known = figures.known
        yield figures
    for solution in solving:
        known = {**known, **_par(solution)}
        yield Figures(known, MATCHES + (0.9 - MATCHES) * solution.judged / size(ALL_KITS))
    standard = par_figure(Solver(route, house_deck(), MAX_TURNS).solve_kit(()))
    yield Figures({**known, "par_standard": standard})


def _par(solution: Solution) -> dict[str, Figure]:
    return {"par": par_figure(solution), "kits": Figure(solution.judged, EXACT, wanted=size(ALL_KITS))}


def par_figure(solution: Solution) -> Figure:
    """The best score known in seconds, and what is proved of it."""
    sure = PROVED if solution.proved() else BOUNDS
    return Figure(solution.cost, sure, "seconds", low=min(solution.bound, solution.cost), high=solution.cost)


ROUTE: Final = Kind(
    "route", blank_route, check_route, route_options, route_taken, route_facts, measure_route, draw_route
)


# --- maps ---


def blank_map() -> Document:
    return {
        "format": "rally-round-map/1",
        "name": "",
        "source": "",
        "licence": "",
        "squares": [],
        "edges": [],
        "places": [],
    }


def check_drawn_map(document: Document) -> list[Finding]:
    """What stops it, then in what it differs from the published board (RR-06)."""
    faults = check_map(document)
    if faults:
        return findings_of(faults)
    board = Board(document)
    findings: list[Finding] = []
    if len(board.chequered) < FEWEST_CHEQUERED:
        args: dict[str, object] = {"count": len(board.chequered), "wanted": FEWEST_CHEQUERED}
        findings.append(Finding("squares", True, "RR-16", "few_chequered", args))
    return findings + findings_of(survey(board), False)


def map_options(document: Document) -> dict[str, Value]:
    """Its players lay the route."""
    return {"map": document, "route": "laid"}


def map_facts(document: Document) -> Figures:
    """Counts against the published board."""
    board = Board(document)
    each = board.roads / len(COLOURS)
    known = {
        "map_squares": Figure(board.roads, EXACT, "squares", wanted=SQUARES),
        "junctions": Figure(sum(len(near) > 2 for near in board.near)),
        "chequered": Figure(len(board.chequered), wanted=4),
        "tracks": Figure(board.count - board.roads),
    }
    for colour, letter in enumerate(COLOURS):
        count = board.colour[: board.roads].count(colour)
        known[f"colour_{letter}"] = Figure(count, EXACT, "squares", wanted=round(each))
    for kind, name in enumerate(FEATURES[1:], 1):
        known[f"feature_{name}"] = Figure(board.feature.count(kind), wanted=_wanted(name))
    return Figures(known)


def _wanted(feature: str) -> float | None:
    """How many squares of the published board carry a feature."""
    exact = {"gradient": 4 * (PER_COLOUR["gradient 1"] + PER_COLOUR["gradient 2"]), "rough": 4, "giveway": 10}
    return exact.get(feature, 4 * PER_COLOUR.get(feature, 0))


def measure_map(document: Document) -> Iterator[Figures]:
    """How far the chequered squares lie apart, then rallies that bots lay and drive."""
    board = Board(document)
    known = {"apart": _apart(board)}
    yield Figures(known, 0.02)
    table = BotTable("rally_round", {**map_options(document), "kits": "standard"}, "clubman", SECONDS)
    yield from simulated(table, LAID_GAMES, known, 0.02)


def _apart(board: Board) -> Figure:
    far = board.spread()
    gaps = [far[a][b] for a in board.chequered for b in board.chequered if a < b]
    return Figure(min(gaps), EXACT, "squares", low=min(gaps), high=max(gaps), wanted=CHEQUERED_GAP)


MAP: Final = Kind("map", blank_map, check_drawn_map, map_options, under("map"), map_facts, measure_map, box=house_map)
STUDIO: Final[dict[str, Kind]] = {ROUTE.name: ROUTE, MAP.name: MAP}
