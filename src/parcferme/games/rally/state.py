"""The position: the state of the rally and of each car, in the game's words. POSITION.md explains its notation.

Seats are 0 … 5. A car's place on the road is 0 before the start, then 1 … length; beyond the last square it has left.
Copies share the road, the start order, the sheet and the crews, which are replaced and never changed.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.core.contract import State
from parcferme.core.errors import BadRecord
from parcferme.core.position import Fields, Note, flag, list_at, note, object_at, take, whole, wholes, word, word_at
from parcferme.core.position import places as squares_field
from parcferme.games.rally.board.parts import DAMAGES, ELIMINATED, SETUPS, TYRES, Ring
from parcferme.games.rally.board.route import Route
from parcferme.games.rally.board.tables import Plan, Tables
from parcferme.games.rally.mechanics.crew import EACH, Crew
from parcferme.games.rally.mechanics.driving import ANY_GEAR, GEAR_WORDS, RESTART
from parcferme.games.rally.mechanics.standings import StageResult

# phases, in the order of a race; rules/phases.py has their table
DRAW: Final = 0  # chance draws the next starter among equals
SETUP: Final = 1  # all choose set-ups, sealed
SOLO_SETUP: Final = 2  # … alone nothing is sealed
MARK: Final = 3  # chance rolls the race's first weather
LAY: Final = 4  # the last starter lays a card
DEAL: Final = 5  # … or chance does
MECHANICS: Final = 6  # all place a mechanic, sealed; three times
SOLO_MECHANICS: Final = 7
WEATHER: Final = 8  # chance moves the weather arrow
TYRES_FIT: Final = 9  # the mover fits tyres for his first move
GEAR: Final = 10  # the mover sets a gear
RISK: Final = 11  # chance rolls the risk die
STEP: Final = 12  # the mover enters a square, or halts
DAMAGE: Final = 13  # chance rolls the damage die
SERVICE: Final = 14  # the mover may have tyres changed
END: Final = 15
FINISH: Final = 16  # every car has left or is out; scored before anybody acts
PHASE_NAMES: Final = (
    "draw",
    "setup",
    "solo_setup",
    "mark",
    "lay",
    "deal",
    "mechanics",
    "solo_mechanics",
    "weather",
    "tyres",
    "gear",
    "risk",
    "step",
    "damage",
    "service",
    "end",
)

SHOWN_PHASES: Final = tuple(
    {"solo_setup": "setup", "deal": "lay", "solo_mechanics": "mechanics"}.get(name, name) for name in PHASE_NAMES
)  # what people are told: who decides is another matter

MOST_TURNS: Final = 9_999
MOST_SQUARES: Final = 12 * 40  # of the longest road
MOST_SCORE: Final = 99_999

RALLY: Final[Fields] = (
    word("phase", PHASE_NAMES),
    whole("race", 7),
    whole("stage", 3),
    whole("turn", MOST_TURNS),
    whole("seat", 5),
    whole("sector", 59),
    wholes("order", 5, most=6),
)
MOVE: Final[Fields] = (whole("die", 6), whole("entered", 40), whole("left", 40))
TEST: Final[Fields] = (whole("difference", 5),)
STOPPED: Final[Fields] = (word("harm", DAMAGES[:ELIMINATED]),)
CAR: Final[Fields] = (
    whole("place", MOST_SQUARES + 1),
    word("gear", GEAR_WORDS),
    flag("overrev", True),
    word("tyres", TYRES),
    whole("stop", 3),
    whole("exit", MOST_TURNS, low=-MOST_TURNS),
)
CREW: Final[Fields] = (
    wholes("squares", MOST_SQUARES, low=1, most=EACH),
    squares_field("shown", MOST_SQUARES),
    squares_field("barred", MOST_SQUARES + 4),
    squares_field("unpaired", MOST_SQUARES + 4),
)
RESULT: Final[Fields] = (
    wholes("scores", MOST_SCORE, low=-MOST_SCORE, most=6),
    wholes("turns", MOST_SCORE, low=-MOST_SCORE, most=6),
)


@final
class Car:
    """One driver's car."""

    __slots__ = ("setup", "place", "road", "gear", "overrev", "tyres", "stop", "exit", "crew")

    def __init__(
        self, setup: i64, place: i64, road: i64, gear: i64, overrev: bool, tyres: i64, stop: i64, exit: i64, crew: Crew
    ) -> None:
        self.setup = setup  # −1 before the first choice, then 0 stable, 1 fast, 2 prototype
        self.place = place
        self.road = road  # the place while rivals may meet it there; 0 moving, at the roadside, gone or not yet started
        self.gear = gear  # ANY_GEAR, 1 … 5 or RESTART
        self.overrev = overrev  # the card is held
        self.tyres = tyres
        self.stop = stop  # turns still to be missed
        self.exit = exit  # 0 while running, the turn of leaving, or minus the turn of elimination
        self.crew = crew

    def copy(self) -> Car:
        return Car(
            self.setup,
            self.place,
            self.road,
            self.gear,
            self.overrev,
            self.tyres,
            self.stop,
            self.exit,
            self.crew,
        )

    def note(self) -> Note:
        noted = note(CAR, self)
        if self.setup >= 0:
            noted["setup"] = SETUPS[self.setup]
        crew = note(CREW, self.crew)
        return {**noted, "mechanics": crew} if crew else noted


def new_car(setup: int) -> Car:
    """RA-R39: a whole car before the first square (RA-34), with an over-rev card (RA-23) and mechanics to place."""
    return Car(setup, 0, 0, ANY_GEAR, True, 0, 0, 0, Crew([]))


class Position(State):
    """What every phase reads and writes. The contract's verbs are in rules/game.py."""

    __slots__ = (
        "tables",
        "phase",
        "race",
        "stage",
        "turn",
        "seat",
        "sector",
        "die",
        "level",
        "row",
        "entered",
        "left",
        "room",
        "difference",
        "harm",
        "order",
        "route",
        "sheet",
        "cars",
    )

    def __init__(
        self,
        tables: Tables,
        phase: i64,
        race: i64,
        stage: i64,
        turn: i64,
        seat: i64,
        sector: i64,
        die: i64,
        level: i64,
        row: i64,
        entered: i64,
        left: i64,
        room: i64,
        difference: i64,
        harm: i64,
        order: list[int],
        route: Route,
        sheet: list[StageResult],
        cars: list[Car],
    ) -> None:
        self.tables = tables
        self.phase = phase
        self.race = race  # index into the races played
        self.stage = stage  # index into the race's stages
        self.turn = turn  # of the stage; 0 before the first start
        self.seat = seat  # the mover or layer
        self.sector = sector  # of the weather ring, from 0
        self.die = die  # the face of the risk die of this move
        self.level = level  # … the level it bears
        self.row = row  # … and the row of Route.factors it is driven by
        self.entered = entered  # squares entered in this move
        self.left = left  # squares still compulsory, brakes deducted
        self.room = room  # squares still allowed
        self.difference = difference  # factor − level of the square being tested
        self.harm = harm  # how the move ended, for the service: an index into DAMAGES
        self.order = order  # seats in the order of start, as far as it is known
        self.route = route
        self.sheet = sheet  # the finished stages
        self.cars = cars  # by seat

    # ── readers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def ring(self) -> Ring:
        return self.tables.race_rings[self.race]

    def weather(self) -> int:
        """clear … snow, as numbered in board/parts.py."""
        return self.tables.race_rings[self.race].kinds[self.sector]

    def weather_points(self) -> int:
        """RA-62: what the sector adds to everybody's risk die."""
        return self.tables.race_rings[self.race].points[self.sector]

    def plan(self, car: Car, gear: i64) -> Plan:
        """A move of this car in this gear now."""
        t = self.tables
        sky = t.race_rings[self.race].skies[self.sector] + self.route.sky
        return t.plans[(sky * 9 + car.tyres * 3 + car.setup) * 5 + gear - 1]

    def factors_of(self, seat: int) -> list[int]:
        """Factors by square for this car's tyres in this weather, before brakes and overtaking; may be −1."""
        return self.route.factors[self.plan(self.cars[seat], 1).row]

    def rivals_on(self, seat: i64, square: i64) -> i64:
        """Cars on the road there (RA-48, RA-R17), other than this one."""
        count: i64 = -1 if self.cars[seat].road == square else 0
        for car in self.cars:
            if car.road == square:
                count += 1
        return count

    def overtaken(self, seat: i64, square: i64, entered: i64) -> i64:
        """Cars overtaken into this square after so many squares of the move (RA-25): those on the square before, if it
        was entered in this move (RA-R14, RA-R15); as an option those on the square itself."""
        if self.tables.surcharge_on_occupied:
            return self.rivals_on(seat, square)
        return self.rivals_on(seat, square - 1) if entered > 0 else 0

    def noted(self) -> int:
        """Mechanics placed so far by each seat."""
        return len(self.cars[0].crew.squares)

    def start_number(self, seat: int) -> int:
        """I = 1, II = 2 … (RA-70)."""
        return self.order.index(seat) + 1

    # ── notation ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def dump(self) -> Note:
        noted = note(fields_in(self.phase), self)
        if self.route.cards != self.tables.roads[self.race][self.stage].cards:
            noted["road"] = [self.tables.deck.cards[card].no for card in self.route.cards]
        if self.sheet:
            noted["sheet"] = [note(RESULT, row) for row in self.sheet]
        noted["cars"] = [car.note() for car in self.cars]
        return noted


def fields_in(phase: int) -> Fields:
    """The fields that mean something in this phase."""
    fields = RALLY
    if phase in (STEP, DAMAGE):
        fields += MOVE
    if phase == DAMAGE:
        fields += TEST
    return fields + STOPPED if phase == SERVICE else fields


# ── reading a notation ───────────────────────────────────────────────────────────────────────────────────────────────


def read_position(p: Position, given: object) -> None:
    """Set a fresh position from its notation; raises BadRecord with place and reason."""
    known = object_at("position", given)
    phase = word_at("position.phase", known.get("phase", PHASE_NAMES[DRAW]), PHASE_NAMES)
    take(fields_in(phase), p, "position", given, ("road", "sheet", "cars"))
    t = p.tables
    if p.race >= len(t.races) or p.stage >= len(t.stages[p.race]):
        raise BadRecord("position.stage", "this game has no such race or stage")
    if p.sector >= len(p.ring().kinds):
        raise BadRecord("position.sector", f"the ring has {len(p.ring().kinds)} sectors")
    cars = list_at("position.cars", known.get("cars", []), t.players, t.players)
    p.cars = [_read_car(f"position.cars[{seat}]", car) for seat, car in enumerate(cars)]
    p.sheet = _read_sheet(p, known.get("sheet", []))
    p.route = _read_road(p, known.get("road"))


def _read_car(place: str, given: object) -> Car:
    car = new_car(-1)
    take(CAR, car, place, given, ("setup", "mechanics"))
    known = object_at(place, given)
    if "setup" in known:
        car.setup = word_at(f"{place}.setup", known["setup"], SETUPS)
    car.crew = Crew([])
    take(CREW, car.crew, f"{place}.mechanics", known.get("mechanics", {}))
    return car


def _read_sheet(p: Position, given: object) -> list[StageResult]:
    """Stages are driven in order, so each row's race and stage follow from its place."""
    order = [(race, stage) for race, specs in enumerate(p.tables.stages) for stage in range(len(specs))]
    due = order.index((p.race, p.stage)) + (1 if p.phase == END else 0)
    sheet: list[StageResult] = []
    for index, row in enumerate(list_at("position.sheet", given, due, due)):
        place = f"position.sheet[{index}]"
        result = StageResult(order[index][0], order[index][1], [], [])
        take(RESULT, result, place, row)
        if len(result.scores) != p.tables.players or len(result.turns) != p.tables.players:
            raise BadRecord(place, f"has not {p.tables.players} scores and turns")
        sheet.append(result)
    return sheet


def _read_road(p: Position, given: object) -> Route:
    """The road of card numbers, laid again card by card."""
    route = p.tables.roads[p.race][p.stage]
    if given is None:
        return route
    for index, number in enumerate(list_at("position.road", given, 1, route.spec.cards)):
        card = p.tables.deck.by_no.get(number, -1) if type(number) is int else -1
        if card not in route.open:
            raise BadRecord(f"position.road[{index}]", "this card cannot be laid here")
        route = Route(route.yard, [*route.cards, card])
    return route


def stands_on_road(p: Position, seat: int) -> bool:
    """May rivals meet this car where it is? Not at the roadside, gone, on the move or before its start (RA-R17)."""
    car = p.cars[seat]
    moving = seat == p.seat and p.phase in (RISK, STEP, DAMAGE)
    return car.exit == 0 and car.place > 0 and car.gear != RESTART and not moving
