"""Small maps for tests: one straight road with the features a test needs, and the route along it."""

from __future__ import annotations

from parcferme.core.contract import CHANCE, DECISION, OVER
from parcferme.core.events import Event
from parcferme.core.registry import create
from parcferme.games.rally_round.board.cards import Deck, Kit
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.par.route_plan import Planner
from parcferme.games.rally_round.par.way_back import Trails
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.state import N_SPEED, ON_ROAD

Document = dict[str, object]


def colours(text: str) -> str:
    """'R6 O6 Y7' → 'RRRRRROOOOOOYYYYYYY'."""
    return "".join(part[0] * int(part[1:]) for part in text.split())


def feature(mark: str, here: int) -> Document:
    """The feature a rulebook sign stands for, on square number `here` of a straight road."""
    simple = {"!": "hazard", "Ford": "ford", "Bridge": "bridge", "QZ": "qz", "Rough": "rough"}
    if mark in simple:
        return {"type": simple[mark]}
    if mark == "GW":
        return {"type": "giveway", "major": [here + 1]}
    if mark[0] in "<>":
        return {"type": "gradient", "to": here + (1 if mark[0] == ">" else -1), "strength": len(mark)}
    return {"type": "bend", "limit": int(mark)}


class Road:
    """A straight road of sections; square 1 is the Start."""

    def __init__(self) -> None:
        self.squares: list[Document] = [{"id": 1, "x": 0, "y": 0, "colour": "R", "chequered": "Start"}]
        self.edges: list[list[int]] = []
        self.controls: list[Document] = [{"type": "TC", "square": 1}]
        self.tracks: list[Document] = []
        self.blacks: list[int] = []

    def section(
        self, kind: str, tints: str, features: dict[int, str] | None = None, pcs: tuple[int, ...] = (), mph: int = 0
    ) -> Road:
        """Add a section: colours from its first square on, features and Passage Controls by square of the section."""
        begin = len(self.squares)
        for offset, colour in enumerate(colours(tints), 1):
            here = begin + offset
            square: Document = {"id": here, "x": here, "y": 0, "colour": colour}
            if features and offset in features:
                square["feature"] = feature(features[offset], here)
            self.squares.append(square)
            self.edges.append([here - 1, here])
        for at in pcs:
            self.controls.append({"type": "PC", "square": begin + at, "from": begin + at - 1})
        last = len(self.squares)
        self.controls.append({"type": "TC", "square": last, "from": last - 1, "kind": kind, "mph": mph})
        return self

    def side_road(self, ends: tuple[int, int], tints: str, first: int) -> Road:
        """A second road between two squares (0: a dead end)."""
        before = ends[0]
        for offset, colour in enumerate(colours(tints)):
            self.squares.append({"id": first + offset, "x": offset, "y": 2, "colour": colour})
            self.edges.append([before, first + offset])
            before = first + offset
        if ends[1]:
            self.edges.append([before, ends[1]])
        return self

    def hidden_track(self, one: int, two: int) -> Road:
        number = 900 + len(self.tracks)
        self.tracks.append({"id": number, "name": f"H{number}", "colour": "W", "ends": [one, two], "x": 0, "y": 9})
        return self

    def map(self) -> Document:
        return {
            "format": "rally-round-map/1",
            "name": "Test road",
            "source": "tests",
            "licence": "CC0-1.0",
            "squares": self.squares,
            "edges": self.edges,
            "hidden_tracks": self.tracks,
        }

    def route(self) -> Document:
        return {
            "format": "rally-round-route/1",
            "name": "Test route",
            "map": "Test road",
            "controls": self.controls,
            "black_spots": self.blacks,
        }

    def game(self, **options: object) -> RallyGame:
        given: Document = {"players": 1, "mode": "competition", "kits": "standard", **options}
        game = create("rally_round", {**given, "map": self.map(), "marked_map": self.route()})
        assert isinstance(game, RallyGame)
        return game

    def table(self, players: int, **options: object) -> RallyGame:
        return self.game(**{"players": players, "mode": "table", **options})


def grid(across: int, down: int) -> Document:
    """A plain grid of roads, every square a junction, chequered in two corners."""
    road = Road()
    road.squares = [
        {"id": 1 + x + across * y, "x": x, "y": y, "colour": "Y"} for y in range(down) for x in range(across)
    ]
    road.squares[0]["chequered"], road.squares[-1]["chequered"] = "A", "B"
    rows = range(0, across * down, across)
    road.edges = [[row + x, row + x + 1] for row in rows for x in range(1, across)]
    road.edges += [[row + x, row + x + across] for row in rows[:-1] for x in range(1, across + 1)]
    return road.map()


def alone(road: Road, kit: str = "", **options: object) -> tuple[RallyGame, RallyState]:
    """A crew alone at the Start, with a kit ('' = the standard car)."""
    game = road.game(kits="free" if kit else "standard", **options)
    state = game.start()
    for card in kit.split():
        state.apply(game.parse(f"take:{card}"))
    return game, state


def together(road: Road, *kits: str, **options: object) -> tuple[RallyGame, RallyState]:
    """Several crews at the Start of a table game, seat k driving car k + 1."""
    game = road.table(len(kits), kits="free" if kits[0] else "standard", **options)
    state = game.start()
    for crew in range(len(kits) - 1):
        state.apply(game.parse_outcome(f"car:{crew + 1}"))
    for kit in kits:
        for card in kit.split():
            state.apply(game.parse(f"take:{card}"))
    return game, state


def say(game: RallyGame, state: RallyState, *texts: str | int) -> list[Event]:
    """Apply moves by notation (a number is a speed), checking that each is legal; returns what happened."""
    events: list[Event] = []
    for text in texts:
        if state.kind() == CHANCE:
            outcome = game.parse_outcome(str(text))
            assert outcome in [possible for possible, _ in state.chance()], f"{text} cannot happen"
            state.apply(outcome, events)
            continue
        assert state.kind() == DECISION, f"nobody decides when {text} is due"
        action = game.parse(f"speed:{text}" if isinstance(text, int) else text)
        seat = state.to_act()[0]
        assert state.explain(seat, action) is None, f"{text}: {state.explain(seat, action)}"
        state.apply(action, events)
    return events


def names(game: RallyGame, state: RallyState) -> list[str]:
    return [game.format(action) for action in state.legal(state.to_act()[0])]


def speeds(game: RallyGame, state: RallyState) -> list[int]:
    """The speeds that may be announced now."""
    assert state.phase == N_SPEED
    return [int(name[6:]) for name in names(game, state) if name.startswith("speed:")]


def at(state: RallyState, crew: int = 0) -> int:
    """The id of the square a crew stands on."""
    return state.t.board.ids[state.square(crew)]


def field(state: RallyState, name: str, crew: int = 0) -> int:
    value = getattr(state.cars[crew], name)
    assert isinstance(value, int)
    return value


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def put(state: RallyState, square: int, came_from: int, crew: int = 0, speed: int = 0) -> None:
    """Place a car in the middle of the road, as if it had come by there."""
    board, car = state.t.board, state.cars[crew]
    edge = board.edge_between(board.index[came_from], board.index[square])
    assert edge >= 0, "no road there"
    car.at, car.top, car.floor, car.status, car.speed = 2, 2, 1, ON_ROAD, speed
    car.trail[1] = board.put(board.index[came_from])
    car.trail[2] = edge
    state.moves = []


def planner(state: RallyState) -> Planner:
    """Plans along the Correct Route for the first crew."""
    return planner_for(state.drives_on(), state.t.deck, state.cars[0].kit)


def planner_for(route: Route, deck: Deck, kit: Kit) -> Planner:
    return Planner(route, deck, kit, Trails(route, deck, False))


def is_over(state: RallyState) -> bool:
    return state.kind() == OVER
