"""Roads and road cards of one's own: checked, solved, and roads drawn by lot.

A road is the cards of a single stage in order, with the race whose weather it has: free of that race's limits on cards
(RA-08), which are told all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.options import Value
from parcferme.core.registry import create
from parcferme.core.studio import EXACT, Document, Figure, Figures, Finding, Kind, findings_of, under
from parcferme.games.rally.board.check import check
from parcferme.games.rally.board.content import CONTENT, calendar, deck
from parcferme.games.rally.board.parts import FEATURES, SETUPS, TYRES, UNLIMITED, Race, StageSpec
from parcferme.games.rally.board.route import Route, Yard, lay_road
from parcferme.games.rally.board.tables import Tables
from parcferme.games.rally.lot import FORMAT, draw_road, mean_level
from parcferme.games.rally.meta import RACES
from parcferme.games.rally.par.solver import Par, whole_ring
from parcferme.games.rally.rules.game import RallyGame
from parcferme.lib.simulate import BotTable, simulated

SECONDS: Final = 7.0  # that people take for a decision
GAMES: Final = 2_500
SOLVING: Final = 0.6  # of the work
MOST_CARDS: Final = 12  # of a given road
STAGES: Final = ("normal", "special")
PARTS: Final = ("format", "name", "race", "stage", "cards")
LONGEST_NAME: Final = 60


# --- roads ---


def blank_road() -> Document:
    return {"format": FORMAT, "name": "", "race": RACES[0], "stage": "normal", "cards": []}


def check_road(document: Document) -> list[Finding]:
    findings = [Finding(part, True, "", "form", {"part": part}) for part in _misshapen(document)]
    cards = document.get("cards")
    if findings or not isinstance(cards, list):
        return findings
    if not 1 <= len(cards) <= MOST_CARDS:
        args: dict[str, object] = {"count": len(cards), "most": MOST_CARDS}
        return [Finding("cards", True, "RA-08", "road_cards", args)]
    road, refused = lay_road(deck(None), cards, document["stage"] == "special")
    if refused:
        place = f"cards[{len(road.cards)}]"
        return [Finding(place, True, refusal.clause, refusal.code, refusal.args) for refusal in refused]
    race, spec = _stage(document)
    return _check_calendar(race, spec, road)


def _misshapen(document: Document) -> list[str]:
    """The parts that are not as they must be."""
    name, cards = document.get("name"), document.get("cards")
    wrong = [part for part in document if part not in PARTS][:1]
    if document.get("format") != FORMAT:
        wrong.append("format")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        wrong.append("name")
    if document.get("race") not in RACES:
        wrong.append("race")
    if document.get("stage") not in STAGES:
        wrong.append("stage")
    if not isinstance(cards, list) or not all(type(card) is int for card in cards):
        wrong.append("cards")
    return wrong


def _stage(document: Document) -> tuple[Race, StageSpec]:
    """The race, and what the calendar says of such a stage of it; where it has no special one, of a normal one."""
    race = next(race for race in calendar() if race.id == document["race"])
    return race, race.special[0] if document["stage"] == "special" and race.special else race.stages[0]


def _check_calendar(race: Race, spec: StageSpec, road: Route) -> list[Finding]:
    """Where the road differs from the stages of its race."""
    findings: list[Finding] = []
    if len(road.cards) != spec.cards:
        args: dict[str, object] = {"race": race.name, "count": len(road.cards), "wanted": spec.cards}
        findings.append(Finding("cards", False, spec.clause, "calendar_cards", args))
    for feature, name in enumerate(FEATURES):
        count, least, most = road.tally[feature], spec.least[feature], spec.most[feature]
        if not least <= count <= most:
            args = {"race": race.name, "count": count, "least": least, "most": most}
            key = f"few_{name}" if count < least else f"many_{name}"
            findings.append(Finding("cards", False, spec.clause, key, args))
    return findings


def road_options(document: Document) -> dict[str, Value]:
    cards = document["cards"]
    assert isinstance(cards, list)
    return {
        "scope": "stage",
        "races": [document["race"]],
        "stage": document["stage"],
        "route": "-".join(str(card) for card in cards),
    }


def road_taken(options: dict[str, Value]) -> Document | None:
    """A single stage on a given road of house cards."""
    races, route = options.get("races"), options.get("route")
    if not route or not isinstance(races, list) or not races or options.get("cards") is not None:
        return None
    cards = [int(number) for number in str(route).split("-")]
    return {"format": FORMAT, "name": "", "race": races[0], "stage": options.get("stage", "normal"), "cards": cards}


def road_facts(document: Document) -> Figures:
    """Squares, and the cards against the calendar's limits."""
    cards = document["cards"]
    assert isinstance(cards, list)
    road, _ = lay_road(deck(None), cards, document["stage"] == "special")
    _, spec = _stage(document)
    levels = road.factors[0][1:]
    known = {
        "squares": Figure(road.length, EXACT, "squares"),
        "cards": Figure(len(cards), wanted=spec.cards),
        "level": Figure(round(mean_level(road), 2)),
    }
    for feature, name in enumerate(FEATURES):
        most = spec.most[feature]
        known[name] = Figure(road.tally[feature], low=spec.least[feature], high=most if most < UNLIMITED else None)
    for level in range(5):
        known[f"level_{level}"] = Figure(levels.count(level), EXACT, "squares")
    return Figures(known)


def measure_road(document: Document) -> Iterator[Figures]:
    """Expected turns of a car alone for each set-up, exact; then stages of two cars."""
    game = create("rally", {**road_options(document), "players": 1})
    assert isinstance(game, RallyGame)
    known: dict[str, Figure] = {}
    each: dict[str, Figure] = {}
    for number, setup in enumerate(SETUPS):
        each[f"turns_{setup}"] = _turns(game.tables, number)
        known = {"turns": min(each.values(), key=lambda turns: turns.value), **each}
        yield Figures(known, SOLVING * (number + 1) / len(SETUPS))
    yield from simulated(BotTable("rally", road_options(document), "clubman", SECONDS), GAMES, known, SOLVING)


def _turns(tables: Tables, setup: int) -> Figure:
    """On each kind of tyres, the weather starting in its first sector."""
    assert tables.fixed is not None
    every = list(range(len(TYRES)))
    par = Par(tables, tables.fixed, setup, whole_ring(tables.race_rings[0]), every, [])
    row = [round(par.at_start(0, tyres), 3) for tyres in every]
    return Figure(min(row), EXACT, "turns", row=row, names=[*TYRES])


ROAD: Final = Kind("road", blank_road, check_road, road_options, road_taken, road_facts, measure_road, draw_road)


# --- cards ---


def blank_cards() -> Document:
    return {"kind": "rally-cards", "name": "", "source": "", "licence": "", "cards": []}


def house_cards() -> Document:
    return read_document(CONTENT / "cards.json")


def check_cards(document: Document) -> list[Finding]:
    """Whether cards are sound, and whether some race of the calendar can be laid with them."""
    if document.get("kind") != "rally-cards":
        return [Finding("kind", True, "", "form", {"part": "kind"})]
    faults = check(document)
    if faults:
        return findings_of(faults)
    open = _races(document)
    if not open:
        return [Finding("cards", True, "RA-08", "no_race")]
    closed = [race.name for race in _calendar if race not in open]
    return [Finding("cards", False, "RA-08", "few_races", {"races": closed})] if closed else []


def _races(document: Document) -> list[Race]:
    """The races whose stages can be laid with these cards."""
    own = deck(document)
    return [race for race in _calendar if all(Route(Yard(own, spec), []).open for spec in race.stages[:1])]


_calendar: Final = calendar()


def cards_options(document: Document) -> dict[str, Value]:
    """A stage of the first race that can be laid."""
    return {"scope": "stage", "races": [_races(document)[0].id], "cards": document, "layer": "auto"}


def cards_facts(document: Document) -> Figures:
    """Counts against the cards of the house."""
    own, house = deck(document), deck(None)
    known = {
        "cards": Figure(len(own.cards), wanted=len(house.cards)),
        "squares": Figure(len(own.numbers), EXACT, "squares", wanted=len(house.numbers)),
        "starts": Figure(sum(card.levels[0] == 0 for card in own.cards)),
        "races": Figure(len(_races(document)), wanted=len(_calendar)),
    }
    for feature, name in enumerate(FEATURES):
        count, wanted = [sum(card.features[feature] for card in cards) for cards in (own.cards, house.cards)]
        known[name] = Figure(count, wanted=wanted)
    for exit, name in enumerate(("straight", "left", "right")):
        count, wanted = [sum(card.exit == exit for card in cards) for cards in (own.cards, house.cards)]
        known[name] = Figure(count, wanted=wanted)
    return Figures(known)


def measure_cards(document: Document) -> Iterator[Figures]:
    yield from simulated(BotTable("rally", cards_options(document), "clubman", SECONDS), GAMES, {})


CARDS: Final = Kind(
    "cards", blank_cards, check_cards, cards_options, under("cards"), cards_facts, measure_cards, box=house_cards
)
STUDIO: Final[dict[str, Kind]] = {ROAD.name: ROAD, CARDS.name: CARDS}
