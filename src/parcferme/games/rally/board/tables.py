"""Everything that is fixed for one game: the races to run, and content and options compiled into flat tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from parcferme.core.errors import BadOption
from parcferme.core.options import Options
from parcferme.games.rally.actions import Ids
from parcferme.games.rally.board import content
from parcferme.games.rally.board.parts import GEARS, SECTORS, Race, Ring, StageSpec
from parcferme.games.rally.board.route import Route, Yard, lay_road
from parcferme.games.rally.mechanics.driving import (
    gear_range,
    gears_from,
    levels_by_face,
    most_brakes,
    over_rev_gear,
    tyres_cost,
    tyres_help,
)
from parcferme.games.rally.meta import RACES
from parcferme.lib.odds import Odds

if TYPE_CHECKING:
    from parcferme.games.rally.par.solver import Par


@final
class Plan:
    """What a move in one gear is, for a set-up and tyres under one sky."""

    __slots__ = ("least", "most", "row", "levels")

    def __init__(self, least: i64, most: i64, row: i64, levels: list[int]) -> None:
        self.least = least  # squares that must be driven (RA-28)
        self.most = most
        self.row = row  # of Route.factors
        self.levels = levels  # by face of the die, [0] unused


@final
class Tables:
    """Read once, never changed, shared by every position of the game."""

    def __init__(self, options: Options) -> None:
        self.players = int(str(options["players"]))
        self.scope = str(options["scope"])
        self.deck = content.deck(_document(options, "cards"))
        self.printed = content.tables(_document(options, "tables"))
        self.rings = content.rings(_document(options, "weather"))
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
        self._compile_plans()
        self._compile_ids()
        self.solved: dict[tuple[int, ...], Par] = {}  # stages solved so far, see par/worth.py

    # ── what is driven ───────────────────────────────────────────────────────────────────────────────────────────────

    def _fix_route(self, options: Options) -> None:
        """The option `route`: one stage on a given road, within the rules of laying but free of the calendar."""
        given = [int(number) for number in str(options["route"]).split("-") if number]
        if not given:
            return
        if self.scope != "stage":
            raise BadOption("rally", "route", "is for a single stage: add scope=stage")
        route, refused = lay_road(self.deck, given, options["stage"] == "special")
        for refusal in refused:
            if refusal.code == "no_card":
                raise BadOption("rally", "route", f"there is no road card {refusal.args['card']}")
            raise BadOption("rally", "route", f"card {refusal.args['card']}: {refusal.code} ({refusal.clause})")
        self.stages = [[route.spec]]
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

    def _compile_plans(self) -> None:
        self.damage = [[0] * 6, *self.printed.damage]  # damage[difference][die - 1]
        self.plans: list[Plan] = []  # see Position.plan
        for special in (False, True):
            for weather, points in SECTORS.values():
                for tyres in range(3):
                    row = 2 * weather + int(tyres_help(weather, tyres, self.any_tyre_helps))
                    cost = tyres_cost(weather, tyres, self.cost_by_type)
                    for setup in range(3):
                        self.plans += [self._plan(gear, setup, points, cost, row, special) for gear in range(GEARS)]
        self.most_brakes = max(most_brakes(int(plan.least)) for plan in self.plans)

    def _plan(self, gear: int, setup: int, points: int, cost: int, row: int, special: bool) -> Plan:
        """Gears are counted from 0 here."""
        least, most = gear_range(gear + 1, self.printed.ranges[gear], setup, cost, special)
        return Plan(least, most, row, levels_by_face(self.printed.risk[gear], setup + points))

    def top_speed(self) -> int:
        return max(int(plan.most) for plan in self.plans)

    # ── ids and prepared lists ───────────────────────────────────────────────────────────────────────────────────────

    def _compile_ids(self) -> None:
        self.ids = Ids(self.deck, self.most_brakes)
        ids = self.ids
        self.alone = [(seat,) for seat in range(self.players)]
        self.everyone = tuple(range(self.players))
        every = [ids.setup, ids.setup + 1, ids.setup + 2]
        self.setups = [every, every[:2], every, every[1:]]  # [previous + 1]; RA-14
        self.tyres = [ids.fit, ids.fit + 1, ids.fit + 2]
        self.only_drive_on = [ids.drive_on]
        self.services = [[*[f for f in self.tyres if f != ids.fit + t], ids.drive_on] for t in range(3)]
        self.gears = [self._gears(gear, card) for gear in range(7) for card in (False, True)]  # [2 * gear state + card]
        self.steps = [[ids.advance, ids.halt]]  # [squares still compulsory]
        for left in range(1, self.most_brakes + 2):
            self.steps.append([ids.advance + brakes for brakes in range(most_brakes(left) + 1)])
        self.die = Odds([(ids.die + face, 1) for face in range(6)])
        self.parity = Odds([(ids.odd, 1), (ids.even, 1)])

    def _gears(self, gear: int, card: bool) -> list[int]:
        """The actions by which a gear may be set."""
        lower = over_rev_gear(gear, card)
        plain = [self.ids.gear + near - 1 for near in gears_from(gear)]
        return [*plain, self.ids.overrev + lower - 1] if lower > 0 else plain


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
    races = [race for race in content.calendar() if race.id in chosen or not chosen]
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
