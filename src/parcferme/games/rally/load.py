"""Content: road cards, tables and weather rings, read, checked and compiled.

A document says what it is in its `kind`: rally-cards, rally-tables or rally-weather. `check` lists everything that is
wrong with one; `deck`, `tables` and `rings` compile a document that has passed, and raise BadContent otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault

CONTENT: Final = Path(__file__).parent / "content"

CLEAR: Final = 0
OVERCAST: Final = 1
RAIN: Final = 2
STORM: Final = 3
SNOW: Final = 4
WEATHERS: Final = ("clear", "overcast", "rain", "storm", "snow")
SECTORS: Final = {
    "C": (CLEAR, 0),
    "O": (OVERCAST, 0),
    "R1": (RAIN, 1),
    "S2": (STORM, 2),
    "S3": (STORM, 3),
    "N2": (SNOW, 2),
    "N3": (SNOW, 3),
}  # RA-67: rain +1, storm +2 or +3, snow +2 or +3

DAMAGES: Final = ("-", "tc", "1", "2", "3", "e")  # RA-43 … RA-46; the index is the outcome's code
UNHURT: Final = 0
SPIN: Final = 1
ELIMINATED: Final = 5

EXITS: Final = ("S", "L", "R")
FEATURES: Final = ("fords", "hairpins", "fast")  # what the calendar limits
UNLIMITED: Final = 99
SHAPES: Final = ("fast", "ford", "hairpin", "mixed")  # roads that are drawn alike

# bounds of own documents: they keep every answer of the rules short, whoever wrote the document
MOST_CARDS: Final = 60
MOST_SQUARES: Final = 40  # of one card
MOST_POINTS: Final = 40  # of one line
FURTHEST: Final = 24  # squares in a gear
HIGHEST_NUMBER: Final = 9999  # of a square
LONGEST_NAME: Final = 60
TEXTS: Final = {"kind": 20, "name": LONGEST_NAME, "source": 500, "licence": 60}  # longest text of each
ROWS: Final = ("1", "2", "3", "4", "5")
CARD_FIELDS: Final = ("no", "name", "exit", "fast", "squares", "first", "numbers")


class Card:
    """A road card: its squares in driving order."""

    def __init__(
        self, no: int, name: str, exit: int, fast: bool, levels: list[int], marks: list[str], numbers: list[int]
    ) -> None:
        self.no = no
        self.name = name
        self.exit = exit  # index into EXITS
        self.levels = levels
        self.marks = marks  # "", "f" ford or "h" hairpin, by square
        self.numbers = numbers  # RA-07: the numbers mechanics are noted by
        self.features = [int("f" in marks), int("h" in marks), int(fast)]  # RA-R02: counted once per card

    def shape(self) -> str:
        """Which of the deck's centre-lines the road follows."""
        if self.features[1]:
            return "hairpin"
        if self.features[0]:
            return "ford"
        return "fast" if self.features[2] else "mixed"


class Deck:
    """All road cards, their squares counted through, and the lines to draw their roads along."""

    def __init__(self, cards: list[Card], shapes: dict[str, object]) -> None:
        self.cards = cards
        self.shapes = shapes
        self.numbers = [number for card in cards for number in card.numbers]
        self.first: list[int] = []  # for each card, the index of its first square in `numbers`
        count = 0
        for card in cards:
            self.first.append(count)
            count += len(card.numbers)
        self.by_no = {card.no: index for index, card in enumerate(cards)}


class GearTables:
    """Gear ranges, the risk table and the damage table; gear and difference are rows, counted from 1."""

    def __init__(self, ranges: list[tuple[int, int]], risk: list[list[int]], damage: list[list[int]]) -> None:
        self.ranges = ranges
        self.risk = risk
        self.damage = damage


class Ring:
    """A weather series: the sectors in a closed ring, and the sector each face of the start die marks."""

    def __init__(self, id: str, sectors: list[str], start: list[int]) -> None:
        self.id = id
        self.skies = [list(SECTORS).index(sector) for sector in sectors]
        self.kinds = [SECTORS[sector][0] for sector in sectors]
        self.points = [SECTORS[sector][1] for sector in sectors]
        self.start = start


class StageSpec:
    """What the calendar says of one stage: how many cards, the limits on them, and whether it is special."""

    def __init__(self, cards: int, special: bool, least: list[int], most: list[int], clause: str) -> None:
        self.cards = cards
        self.special = special
        self.least = least  # by feature
        self.most = most
        self.clause = clause


class Race:
    """A race of the calendar."""

    def __init__(self, id: str, name: str, clause: str, ring: str, stages: list[StageSpec], special: list[StageSpec]):
        self.id = id
        self.name = name
        self.clause = clause
        self.ring = ring
        self.stages = stages
        self.special = special  # one stage or none


def check(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a document of any kind of ours."""
    kind = document.get("kind")
    if kind == "rally-cards":
        return _frame_faults(document, ("cards", "shapes")) + check_cards(document)
    if kind == "rally-tables":
        return _frame_faults(document, ("gears", "risk", "damage")) + check_tables(document)
    if kind == "rally-weather":
        return _frame_faults(document, ("rings",)) + check_weather(document)
    return [Fault("kind", f"is {_shown(kind)}, not rally-cards, rally-tables or rally-weather")]


def _frame_faults(document: dict[str, object], fields: tuple[str, ...]) -> list[Fault]:
    """What a document says of itself: short texts, and nothing that nobody reads."""
    faults = _unknown("", document, (*TEXTS, *fields))
    for name, longest in TEXTS.items():
        if name in document and not _is_text(document[name], longest):
            faults.append(Fault(name, f"is not a text of at most {longest} characters"))
    return faults


def _unknown(place: str, given: dict[str, object], fields: tuple[str, ...]) -> list[Fault]:
    return [Fault(place + _shown(name), "is not known here") for name in given if name not in fields][:MOST_CARDS]


def _unknown_in(document: dict[str, object], part: str, fields: tuple[str, ...]) -> list[Fault]:
    given = document.get(part)
    return _unknown(f"{part}.", given, fields) if isinstance(given, dict) else []


# ── road cards ───────────────────────────────────────────────────────────────────────────────────────────────────────


def check_cards(document: dict[str, object]) -> list[Fault]:
    cards = document.get("cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= MOST_CARDS:
        return [Fault("cards", f"is not a list of 1 to {MOST_CARDS} road cards", "RA-03")]
    faults: list[Fault] = []
    numbers: dict[int, str] = {}
    seen: list[int] = []
    for index, card in enumerate(cards):
        place = f"cards[{index}]"
        if not isinstance(card, dict):
            faults.append(Fault(place, "is not an object"))
            continue
        faults += _card_faults(place, card)
        if card.get("no") in seen:
            faults.append(Fault(f"{place}.no", f"card {card['no']} is there twice", "RA-R03"))
        if _is_whole(card.get("no"), 999):
            seen.append(int(card["no"]))
        for number in _card_numbers(card):
            if number in numbers:
                faults.append(Fault(place, f"square number {number} is also on {numbers[number]}", "RA-07"))
            numbers[number] = place
    return faults + _start_faults(cards) + _shape_faults(document)


def _card_faults(place: str, card: dict[str, object]) -> list[Fault]:
    faults = _unknown(f"{place}.", card, CARD_FIELDS)
    if not _is_whole(card.get("no"), 999):
        faults.append(Fault(f"{place}.no", "is not a card number from 1 to 999"))
    if not _is_text(card.get("name"), LONGEST_NAME):
        faults.append(Fault(f"{place}.name", f"is not a text of at most {LONGEST_NAME} characters"))
    if card.get("exit") not in EXITS:
        faults.append(Fault(f"{place}.exit", f"is {_shown(card.get('exit'))}, not S, L or R", "RA-03"))
    if not isinstance(card.get("fast", False), bool):
        faults.append(Fault(f"{place}.fast", "is neither true nor false", "RA-R02"))
    return faults + _square_faults(place, card)


def _square_faults(place: str, card: dict[str, object]) -> list[Fault]:
    squares = _words(card.get("squares"))
    if not 1 <= len(squares) <= MOST_SQUARES:
        return [Fault(f"{place}.squares", f"does not hold 1 to {MOST_SQUARES} levels parted by blanks", "RA-05")]
    faults: list[Fault] = []
    for number, square in enumerate(squares):
        if square.rstrip("fh") not in ("0", "1", "2", "3", "4") or len(square) > 2:
            wanted = "not a level 0 to 4 with f (ford) or h (hairpin) after it"
            faults.append(Fault(f"{place}.squares", f"square {number + 1} is {_shown(square)}, {wanted}", "RA-06"))
    if len(_card_numbers(card)) != len(squares):
        reason = f"give either `first`, from 1 to {HIGHEST_NUMBER}, or `numbers`, one for each square"
        faults.append(Fault(place, reason, "RA-07"))
    return faults


def _start_faults(cards: list[object]) -> list[Fault]:
    for card in cards:
        squares = _words(card.get("squares")) if isinstance(card, dict) else []
        if squares and squares[0].startswith("0"):
            return []
    return [Fault("cards", "no card starts with a square of level 0", "RA-11")]


def _shape_faults(document: dict[str, object]) -> list[Fault]:
    """Centre-lines are optional; without them the house's are drawn."""
    shapes = document.get("shapes")
    if shapes is None:
        return []
    faults = _unknown_in(document, "shapes", SHAPES)
    for shape in SHAPES:
        lines = shapes.get(shape) if isinstance(shapes, dict) else None
        if isinstance(lines, dict):
            faults += _unknown(f"shapes.{shape}.", lines, ("S", "L"))
        for exit in ("S", "L"):
            points = lines.get(exit) if isinstance(lines, dict) else None
            if not _is_line(points):
                faults.append(Fault(f"shapes.{shape}.{exit}", "is not a list of points [x, y] from 0 to 100"))
    return faults


def _is_line(points: object) -> bool:
    return isinstance(points, list) and 2 <= len(points) <= MOST_POINTS and all(_is_point(point) for point in points)


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(_is_whole(part, 100, 0) for part in point)


def _card_numbers(card: dict[str, object]) -> list[int]:
    """The square numbers of a card as written, or none if they are not."""
    first, numbers = card.get("first"), card.get("numbers")
    count = len(_words(card.get("squares")))
    if isinstance(first, int) and _is_whole(first, HIGHEST_NUMBER) and numbers is None:
        return list(range(first, first + count)) if count <= MOST_SQUARES else []
    if first is None and isinstance(numbers, list) and len(numbers) <= MOST_SQUARES:
        return list(numbers) if all(_is_whole(number, HIGHEST_NUMBER) for number in numbers) else []
    return []


def deck(document: dict[str, object] | None) -> Deck:
    """The cards of a document, or the house's."""
    house = read_document(CONTENT / "cards.json")
    data = _checked("cards", document, house)
    cards: list[Card] = []
    for card in _objects(data["cards"]):
        words = _words(card["squares"])
        cards.append(
            Card(
                int(str(card["no"])),
                str(card["name"]),
                EXITS.index(str(card["exit"])),
                card.get("fast") is True,
                [int(word[0]) for word in words],
                [word[1:] for word in words],
                _card_numbers(card),
            )
        )
    cards.sort(key=_card_no)
    shapes = data.get("shapes", house["shapes"])
    return Deck(cards, shapes if isinstance(shapes, dict) else {})


def _card_no(card: Card) -> int:
    return card.no


# ── gear ranges, risk and damage ─────────────────────────────────────────────────────────────────────────────────────


def check_tables(document: dict[str, object]) -> list[Fault]:
    faults = [fault for table in ("gears", "risk", "damage") for fault in _unknown_in(document, table, ROWS)]
    for gear in range(1, 6):
        faults += _range_faults(gear, _row(document, "gears", gear))
        faults += _row_faults("risk", gear, _row(document, "risk", gear), "RA-37", tuple(range(10)))
    for difference in range(1, 6):
        faults += _row_faults("damage", difference, _row(document, "damage", difference), "RA-42", DAMAGES)
    return faults


def _range_faults(gear: int, cells: list[object]) -> list[Fault]:
    place = f"gears.{gear}"
    if len(cells) != 2 or not all(_is_whole(cell, HIGHEST_NUMBER, 0) for cell in cells):
        return [Fault(place, "is not a pair of fewest and most squares", "RA-17")]
    low, high = int(str(cells[0])), int(str(cells[1]))
    if gear == 1 and (low, high) != (1, 1):
        return [Fault(place, f"is {low} to {high}; 1st is always exactly 1 square", "RA-21")]
    if not 1 <= low <= high <= FURTHEST:
        return [Fault(place, f"{low} to {high} squares do not lie in order between 1 and {FURTHEST}", "RA-17")]
    return []


def _row_faults(table: str, row: int, cells: list[object], clause: str, known: tuple[object, ...]) -> list[Fault]:
    faults: list[Fault] = []
    for die in range(1, 7):
        if die > len(cells):
            faults.append(Fault(f"{table}.{row}", f"has no cell for die {die}", clause))
        elif isinstance(cells[die - 1], (bool, float)) or cells[die - 1] not in known:
            wanted = ", ".join(str(value) for value in known)
            faults.append(
                Fault(f"{table}.{row}", f"die {die} is {_shown(cells[die - 1])}, not one of {wanted}", clause)
            )
    if len(cells) > 6:
        faults.append(Fault(f"{table}.{row}", f"has {len(cells)} cells for a die of 6", clause))
    return faults


def _row(document: dict[str, object], table: str, row: int) -> list[object]:
    rows = document.get(table)
    cells = rows.get(str(row)) if isinstance(rows, dict) else None
    return cells if isinstance(cells, list) else []


def tables(document: dict[str, object] | None) -> GearTables:
    """The tables of a document, or the house's."""
    data = _checked("tables", document, read_document(CONTENT / "tables.json"))
    ranges: list[tuple[int, int]] = []
    risk: list[list[int]] = []
    damage: list[list[int]] = []
    for row in range(1, 6):
        low, high = _row(data, "gears", row)
        ranges.append((int(str(low)), int(str(high))))
        risk.append([int(str(cell)) for cell in _row(data, "risk", row)])
        damage.append([DAMAGES.index(str(cell)) for cell in _row(data, "damage", row)])
    return GearTables(ranges, risk, damage)


# ── weather ──────────────────────────────────────────────────────────────────────────────────────────────────────────

RINGS: Final = ("EC", "EN", "A")  # RA-61


def check_weather(document: dict[str, object]) -> list[Fault]:
    given = document.get("rings")
    faults = _unknown_in(document, "rings", RINGS)
    for name in RINGS:
        ring = given.get(name) if isinstance(given, dict) else None
        if not isinstance(ring, dict):
            faults.append(Fault(f"rings.{name}", "is missing", "RA-61"))
        else:
            faults += _ring_faults(f"rings.{name}", ring)
    return faults


def _ring_faults(place: str, ring: dict[str, object]) -> list[Fault]:
    faults = _unknown(f"{place}.", ring, ("sectors", "start"))
    sectors, start = ring.get("sectors"), ring.get("start")
    count = len(sectors) if isinstance(sectors, list) else 0
    if not isinstance(sectors, list) or not 3 <= count <= 60:
        faults.append(Fault(f"{place}.sectors", "is not a list of 3 to 60 sectors", "RA-60"))
    else:
        for index, sector in enumerate(sectors):
            if not isinstance(sector, str) or sector not in SECTORS:
                reason = f"sector {index + 1} is {_shown(sector)}, not one of {', '.join(SECTORS)}"
                faults.append(Fault(f"{place}.sectors", reason, "RA-67"))
    if not isinstance(start, list) or len(start) != 6:
        faults.append(Fault(f"{place}.start", "does not give a sector for each of the six faces", "RA-R30"))
    elif not all(_is_whole(sector, count) for sector in start):
        faults.append(Fault(f"{place}.start", f"names sectors outside 1 to {count}", "RA-R30"))
    return faults


def rings(document: dict[str, object] | None) -> dict[str, Ring]:
    """The weather rings of a document, or the house's."""
    data = _checked("weather", document, read_document(CONTENT / "weather.json"))
    found: dict[str, Ring] = {}
    given = data["rings"]
    assert isinstance(given, dict)
    for name in RINGS:
        start = [int(sector) - 1 for sector in given[name]["start"]]
        found[name] = Ring(name, [str(sector) for sector in given[name]["sectors"]], start)
    return found


# ── the calendar ─────────────────────────────────────────────────────────────────────────────────────────────────────


def calendar() -> list[Race]:
    """The eight races (RA-78 … RA-85)."""
    return [_race(race) for race in _objects(read_document(CONTENT / "calendar.json")["races"])]


def _race(data: dict[str, object]) -> Race:
    clause = str(data["clause"])
    spec = _spec(int(str(data["cards"])), False, data["limits"], clause)
    special: list[StageSpec] = []
    extra = data.get("special")
    if isinstance(extra, dict):
        special.append(_spec(int(extra["cards"]), True, extra.get("limits", data["limits"]), clause))
    stages = [spec] * int(str(data["stages"]))
    return Race(str(data["id"]), str(data["name"]), clause, str(data["ring"]), stages, special)


def _spec(cards: int, special: bool, limits: object, clause: str) -> StageSpec:
    given = limits if isinstance(limits, dict) else {}
    pairs = [given.get(feature, [0, UNLIMITED]) for feature in FEATURES]
    return StageSpec(cards, special, [int(pair[0]) for pair in pairs], [int(pair[1]) for pair in pairs], clause)


# ── small readers ────────────────────────────────────────────────────────────────────────────────────────────────────


def _checked(name: str, document: dict[str, object] | None, house: dict[str, object]) -> dict[str, object]:
    if document is None:
        return house
    wanted = house["kind"]
    if document.get("kind", wanted) != wanted:
        raise BadContent(name, [Fault("kind", f"is {_shown(document['kind'])}, not {wanted!r}")])
    faults = check({**document, "kind": wanted})
    if faults:
        raise BadContent(name, faults)
    return document


def _objects(value: object) -> list[dict[str, object]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _words(value: object) -> list[str]:
    return value.split() if isinstance(value, str) else []


def _is_whole(value: object, highest: int, lowest: int = 1) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def _shown(value: object) -> str:
    """A wrong value as a message repeats it."""
    if isinstance(value, (list, dict)):
        return f"a {type(value).__name__}"
    if isinstance(value, int) and abs(value) > HIGHEST_NUMBER:
        return "a number beyond all bounds"
    text = repr(value)
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
