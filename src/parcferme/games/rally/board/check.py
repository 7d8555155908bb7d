"""Is a document of road cards, tables or weather fit to be played? `check` lists everything that is wrong with it.

A document says what it is in its `kind`: rally-cards, rally-tables or rally-weather. Its size is bounded, so that no
answer of the rules takes long, whoever wrote the document.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import Fault
from parcferme.games.rally.board.parts import DAMAGES, EXITS, RINGS, SECTORS, SHAPES
from parcferme.lib.documents import head_faults, is_text, is_whole, quoted, text_fault, unknown_fields

MOST_CARDS: Final = 60
MOST_SQUARES: Final = 40  # of one card
MOST_POINTS: Final = 40  # of one line
FURTHEST: Final = 24  # squares in a gear
HIGHEST_NUMBER: Final = 9999  # of a square
LONGEST_NAME: Final = 60
TEXTS: Final = {"kind": 20, "name": LONGEST_NAME, "source": 500, "licence": 60}  # longest text of each
ROWS: Final = ("1", "2", "3", "4", "5")
CARD_FIELDS: Final = ("no", "name", "exit", "fast", "squares", "first", "numbers")


def check(document: dict[str, object]) -> list[Fault]:
    """Everything wrong with a document of any kind of ours."""
    kind = document.get("kind")
    if kind == "rally-cards":
        return head_faults(document, TEXTS, 0, ("cards", "shapes")) + check_cards(document)
    if kind == "rally-tables":
        return head_faults(document, TEXTS, 0, ("gears", "risk", "damage")) + check_tables(document)
    if kind == "rally-weather":
        return head_faults(document, TEXTS, 0, ("rings",)) + check_weather(document)
    return [Fault("kind", f"is {quoted(kind)}, not rally-cards, rally-tables or rally-weather")]


def _unknown_in(document: dict[str, object], part: str, fields: tuple[str, ...]) -> list[Fault]:
    given = document.get(part)
    return unknown_fields(f"{part}.", given, fields) if isinstance(given, dict) else []


# ── road cards ───────────────────────────────────────────────────────────────────────────────────────────────────────


def check_cards(document: dict[str, object]) -> list[Fault]:
    cards = document.get("cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= MOST_CARDS:
        reason = f"is not a list of 1 to {MOST_CARDS} road cards"
        return [Fault("cards", reason, "RA-03", key="card_count", args={"most": MOST_CARDS})]
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
            reason, same = f"card {card['no']} is there twice", {"card": card["no"]}
            faults.append(Fault(f"{place}.no", reason, "RA-R03", key="card_twice", args=same))
        if is_whole(card.get("no"), 1, 999):
            seen.append(int(card["no"]))
        for number in card_numbers(card):
            if number in numbers:
                reason = f"square number {number} is also on {numbers[number]}"
                faults.append(Fault(place, reason, "RA-07", key="number_twice", args={"number": number}))
            numbers[number] = place
    return faults + _start_faults(cards) + _shape_faults(document)


def _card_faults(place: str, card: dict[str, object]) -> list[Fault]:
    faults = unknown_fields(f"{place}.", card, CARD_FIELDS)
    if not is_whole(card.get("no"), 1, 999):
        faults.append(Fault(f"{place}.no", "is not a card number from 1 to 999", key="card_number"))
    if not is_text(card.get("name"), 0, LONGEST_NAME):
        faults.append(text_fault(f"{place}.name", card.get("name"), 0, LONGEST_NAME))
    if card.get("exit") not in EXITS:
        faults.append(Fault(f"{place}.exit", f"is {quoted(card.get('exit'))}, not S, L or R", "RA-03", key="exit"))
    if not isinstance(card.get("fast", False), bool):
        faults.append(Fault(f"{place}.fast", "is neither true nor false", "RA-R02"))
    return faults + _square_faults(place, card)


def _square_faults(place: str, card: dict[str, object]) -> list[Fault]:
    squares = words_of(card.get("squares"))
    if not 1 <= len(squares) <= MOST_SQUARES:
        reason = f"does not hold 1 to {MOST_SQUARES} levels parted by blanks"
        return [Fault(f"{place}.squares", reason, "RA-05", key="square_count", args={"most": MOST_SQUARES})]
    faults: list[Fault] = []
    for number, square in enumerate(squares):
        if square.rstrip("fh") not in ("0", "1", "2", "3", "4") or len(square) > 2:
            wanted = "not a level 0 to 4 with f (ford) or h (hairpin) after it"
            reason = f"square {number + 1} is {quoted(square)}, {wanted}"
            faults.append(Fault(f"{place}.squares", reason, "RA-06", key="level", args={"square": number + 1}))
    if len(card_numbers(card)) != len(squares):
        reason = f"give either `first`, from 1 to {HIGHEST_NUMBER}, or `numbers`, one for each square"
        faults.append(Fault(place, reason, "RA-07", key="numbers"))
    return faults


def _start_faults(cards: list[object]) -> list[Fault]:
    for card in cards:
        squares = words_of(card.get("squares")) if isinstance(card, dict) else []
        if squares and squares[0].startswith("0"):
            return []
    return [Fault("cards", "no card starts with a square of level 0", "RA-11", key="no_start")]


def _shape_faults(document: dict[str, object]) -> list[Fault]:
    """Centre-lines are optional; without them the house's are drawn."""
    shapes = document.get("shapes")
    if shapes is None:
        return []
    faults = _unknown_in(document, "shapes", SHAPES)
    for shape in SHAPES:
        lines = shapes.get(shape) if isinstance(shapes, dict) else None
        if isinstance(lines, dict):
            faults += unknown_fields(f"shapes.{shape}.", lines, ("S", "L"))
        for exit in ("S", "L"):
            points = lines.get(exit) if isinstance(lines, dict) else None
            if not _is_line(points):
                faults.append(Fault(f"shapes.{shape}.{exit}", "is not a list of points [x, y] from 0 to 100"))
    return faults


def _is_line(points: object) -> bool:
    return isinstance(points, list) and 2 <= len(points) <= MOST_POINTS and all(_is_point(point) for point in points)


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(is_whole(part, 0, 100) for part in point)


def card_numbers(card: dict[str, object]) -> list[int]:
    """The square numbers of a card as written, or none if they are not."""
    first, numbers = card.get("first"), card.get("numbers")
    count = len(words_of(card.get("squares")))
    if isinstance(first, int) and is_whole(first, 1, HIGHEST_NUMBER) and numbers is None:
        return list(range(first, first + count)) if count <= MOST_SQUARES else []
    if first is None and isinstance(numbers, list) and len(numbers) <= MOST_SQUARES:
        return list(numbers) if all(is_whole(number, 1, HIGHEST_NUMBER) for number in numbers) else []
    return []


# ── gear ranges, risk and damage ─────────────────────────────────────────────────────────────────────────────────────


def check_tables(document: dict[str, object]) -> list[Fault]:
    faults = [fault for table in ("gears", "risk", "damage") for fault in _unknown_in(document, table, ROWS)]
    for gear in range(1, 6):
        faults += _range_faults(gear, cells_of(document, "gears", gear))
        faults += _row_faults("risk", gear, cells_of(document, "risk", gear), "RA-37", tuple(range(10)))
    for difference in range(1, 6):
        faults += _row_faults("damage", difference, cells_of(document, "damage", difference), "RA-42", DAMAGES)
    return faults


def _range_faults(gear: int, cells: list[object]) -> list[Fault]:
    place = f"gears.{gear}"
    if len(cells) != 2 or not all(is_whole(cell, 0, HIGHEST_NUMBER) for cell in cells):
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
                Fault(f"{table}.{row}", f"die {die} is {quoted(cells[die - 1])}, not one of {wanted}", clause)
            )
    if len(cells) > 6:
        faults.append(Fault(f"{table}.{row}", f"has {len(cells)} cells for a die of 6", clause))
    return faults


def cells_of(document: dict[str, object], table: str, row: int) -> list[object]:
    rows = document.get(table)
    cells = rows.get(str(row)) if isinstance(rows, dict) else None
    return cells if isinstance(cells, list) else []


# ── weather ──────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    faults = unknown_fields(f"{place}.", ring, ("sectors", "start"))
    sectors, start = ring.get("sectors"), ring.get("start")
    count = len(sectors) if isinstance(sectors, list) else 0
    if not isinstance(sectors, list) or not 3 <= count <= 60:
        faults.append(Fault(f"{place}.sectors", "is not a list of 3 to 60 sectors", "RA-60"))
    else:
        for index, sector in enumerate(sectors):
            if not isinstance(sector, str) or sector not in SECTORS:
                reason = f"sector {index + 1} is {quoted(sector)}, not one of {', '.join(SECTORS)}"
                faults.append(Fault(f"{place}.sectors", reason, "RA-67"))
    if not isinstance(start, list) or len(start) != 6:
        faults.append(Fault(f"{place}.start", "does not give a sector for each of the six faces", "RA-R30"))
    elif not all(is_whole(sector, 1, count) for sector in start):
        faults.append(Fault(f"{place}.start", f"names sectors outside 1 to {count}", "RA-R30"))
    return faults


# ── small readers ────────────────────────────────────────────────────────────────────────────────────────────────────


def words_of(value: object) -> list[str]:
    return value.split() if isinstance(value, str) else []
