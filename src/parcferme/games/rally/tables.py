"""Everything that is fixed for one game: the races to run, and content and options compiled into flat tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.errors import BadOption
from parcferme.core.options import Options
from parcferme.games.rally import load
from parcferme.games.rally.actions import Ids
from parcferme.games.rally.load import CLEAR, OVERCAST, SNOW, Race, Ring, StageSpec
from parcferme.games.rally.meta import RACES
from parcferme.games.rally.route import Route, Yard
from parcferme.games.rally.state import LAY, MECHANICS, PHASES, SETUP

if TYPE_CHECKING:
    from parcferme.games.rally.solver import Par

GEARS: Final = 5
NORMAL: Final = 0
SNOW_TYRES: Final = 2
SPECIAL_EXTRA: Final = (0, 0, 2, 4, 6)  # RA-77
POINTS: Final = (9, 6, 4, 3, 2, 1)  # RA-72
DESTROYED: Final = 2  # RA-74

_KINDS: Final = {
    "draw": CHANCE,
    "setup": JOINT,
    "mark": CHANCE,
    "lay": DECISION,
    "mechanics": JOINT,
    "weather": CHANCE,
    "tyres": DECISION,
    "gear": DECISION,
    "risk": CHANCE,
    "step": DECISION,
    "damage": CHANCE,
    "service": DECISION,
    "end": OVER,
}


class Tables:
    """Read once, never changed, shared by every position of the game."""

    def __init__(self, options: Options) -> None:
        self.players = int(str(options["players"]))
        self.scope = str(options["scope"])
        self.deck = load.deck(_document(options, "cards"))
        self.content = load.tables(_document(options, "tables"))
        self.rings = load.rings(_document(options, "weather"))
        self.auto_lay = options["layer"] == "auto"
        self.surcharge_on_occupied = options["surcharge"] == "occupied"
        self.cost_by_type = options["tyre_cost"] == "type"
        self.any_tyre_helps = options["tyre_match"] == "any"
        self.fixed: Route | None = None
        self.races = _races(options)
        self.stages: list[list[StageSpec]] = [_stages(race, options) for race in self.races]
        self._fix_route(options)
        self.roads: list[list[Route]] = [[self._road(spec) for spec in stages] for stages in self.stages]
        self._must_be_layable()
        self.race_rings: list[Ring] = [self.rings[race.ring] for race in self.races]
        self._compile_moves()
        self._compile_ids()
        self.solved: dict[tuple[int, ...], Par] = {}  # stages solved so far, see advice.py

    # ── what is driven ───────────────────────────────────────────────────────────────────────────────────────────────

    def _fix_route(self, options: Options) -> None:
        """The option `route`: one stage on a given road, within the rules of laying but free of the calendar."""
        given = [int(number) for number in str(options["route"]).split("-") if number]
        if not given:
            return
        if self.scope != "stage":
            raise BadOption("rally", "route", "is for a single stage: add scope=stage")
        spec = StageSpec(len(given), options["stage"] == "special", [0, 0, 0], [load.UNLIMITED] * 3, "RA-08")
        route = Route(Yard(self.deck, spec, given=True), [])
        for number in given:
            index = self.deck.by_no.get(number)
            if index is None:
                raise BadOption("rally", "route", f"there is no road card {number}")
            refusal = route.why_not(index)
            if refusal is not None:
                raise BadOption("rally", "route", f"card {number}: {refusal.code} ({refusal.clause})")
            route = Route(route.yard, [*route.cards, index])
        self.stages = [[spec]]
        self.fixed = route

    def _road(self, spec: StageSpec) -> Route:
        """The road a stage begins with: the fixed one, or no card yet."""
        return self.fixed if self.fixed is not None else Route(Yard(self.deck, spec), [])

    def _must_be_layable(self) -> None:
        for race, roads in zip(self.races, self.roads, strict=True):
            for road in roads:
                if not road.is_complete() and not road.open:
                    needs = f"{race.name} needs {road.spec.cards} cards within its limits ({road.spec.clause})"
                    raise BadOption("rally", "cards", f"{needs}: this deck has no such road")

    # ── what a move is ───────────────────────────────────────────────────────────────────────────────────────────────

    def _compile_moves(self) -> None:
        self.damage = [[0] * 6, *self.content.damage]  # damage[difference][die - 1]
        self.moves: list[tuple[int, int, int, list[int]]] = []  # see Position.plan
        self.most_brakes = 0
        for special in range(2):
            for weather, points in load.SECTORS.values():
                for tyres in range(3):
                    lower, cost = self.tyre_effect(weather, tyres)
                    row = 2 * weather + lower
                    for setup in range(3):
                        for gear in range(1, GEARS + 1):
                            least, most = self._range(gear, setup, cost, special)
                            self.moves.append((least, most, row, self._levels(gear, setup + points)))
                            self.most_brakes = max(self.most_brakes, least - 1)  # RA-R13

    def _levels(self, gear: int, extra: int) -> list[int]:
        """The level each face bears: all modifiers first, then never beyond 6 (RA-39, RA-40, RA-62, RA-R06)."""
        return [0, *(self.content.risk[gear - 1][min(6, face + extra) - 1] for face in range(1, 7))]

    def _range(self, gear: int, setup: int, cost: int, special: int) -> tuple[int, int]:
        if gear == 1:
            return 1, 1  # RA-21
        low, high = self.content.ranges[gear - 1]
        low += setup - cost  # RA-20, RA-66
        high += setup - cost + special * SPECIAL_EXTRA[gear - 1]  # RA-77: the minimum stays
        return max(1, low), max(1, high)  # RA-27

    def tyre_effect(self, weather: int, tyres: int) -> tuple[int, int]:
        """By how much tyres lower every factor, and how many squares they cost (RA-65, RA-66)."""
        if tyres == NORMAL:
            return 0, 0
        if weather in (CLEAR, OVERCAST):
            return 0, tyres if self.cost_by_type else 1 + weather  # RA-R25: clear 1, overcast 2
        suits = weather == SNOW if tyres == SNOW_TYRES else weather != SNOW  # RA-R26
        return int(suits or self.any_tyre_helps), 0

    def top_speed(self) -> int:
        return max(most for _, most, _, _ in self.moves)

    # ── ids and prepared lists ───────────────────────────────────────────────────────────────────────────────────────

    def _compile_ids(self) -> None:
        self.ids = Ids(self.deck, self.most_brakes)
        ids = self.ids
        self.kinds = [_KINDS[name] for name in PHASES]
        if self.auto_lay:
            self.kinds[LAY] = CHANCE
        if self.players == 1:  # alone nothing is sealed
            self.kinds[SETUP] = self.kinds[MECHANICS] = DECISION
        self.alone = [(seat,) for seat in range(self.players)]
        self.everyone = tuple(range(self.players))
        every = [ids.setup, ids.setup + 1, ids.setup + 2]
        self.setups = [every, every[:2], every, every[1:]]  # [previous + 1]; RA-14
        self.tyres = [ids.fit, ids.fit + 1, ids.fit + 2]
        self.services = [
            [ids.drive_on],
            *([*[f for f in self.tyres if f != ids.fit + t], ids.drive_on] for t in range(3)),
        ]
        self.gears = [self._gears(state, card) for state in range(7) for card in range(2)]  # [2 * gear state + card]
        self.steps = [[ids.advance, ids.halt]]  # [squares still compulsory]
        for left in range(1, self.most_brakes + 2):
            self.steps.append([ids.advance + brakes for brakes in range(left)])  # RA-R13
        self.die = [(ids.die + face, 1) for face in range(6)]
        self.parity = [(ids.odd, 1), (ids.even, 1)]

    def _gears(self, state: int, card: int) -> list[int]:
        """RA-18, RA-22, RA-26, RA-35 by gear state: 0 start, 1 to 5, 6 restart."""
        if state == 0:
            return [self.ids.gear + gear for gear in range(GEARS)]
        if state == 6:
            return [self.ids.gear]
        found = [self.ids.gear + gear - 1 for gear in (state - 1, state, state + 1) if 1 <= gear <= GEARS]
        if card and state >= 3:
            found.append(self.ids.overrev + state - 3)
        return found


def _document(options: Options, name: str) -> dict[str, object] | None:
    value = options[name]
    return value if isinstance(value, dict) else None


def _races(options: Options) -> list[Race]:
    """The races to run (RA-02); a single race or stage is the first of them."""
    names = options["races"]
    chosen = [str(name) for name in names] if isinstance(names, list) else []
    order = [RACES.index(name) for name in chosen]
    if order != sorted(set(order)):
        raise BadOption("rally", "races", "races follow the calendar, each once (RA-02)")
    races = [race for race in load.calendar() if race.id in chosen or not chosen]
    return races if options["scope"] == "championship" else races[:1]


def _stages(race: Race, options: Options) -> list[StageSpec]:
    """The stages of a race, the special one last if it is agreed (RA-76); or the one stage to run."""
    if options["scope"] != "stage":
        return race.stages + (race.special if options["specials"] else [])
    if options["stage"] == "normal" or options["route"]:
        return race.stages[:1]
    if not race.special:
        raise BadOption("rally", "stage", f"{race.name} has no special stage ({race.clause})")
    return race.special
