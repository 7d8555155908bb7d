"""Time sheets: the book's layout, built from a position or read from text (RR-39, RR-44, RR-60).

A row for each control: distance (a Passage Control's in brackets), target, time taken, penalty, then the speed of each
turn. A turn's cell may say more than a speed, where a sheet must be judged without asking its writer:

    30          a speed                  0           a missed turn           T    turned round
    30@155/156  ways taken at forks      50+H3       cards played            20+carry, 40+hold, 30+decline, 20+H21more
    !70         announced against the rules, and the turn missed for it (RR-59)
"""

from __future__ import annotations

import csv
import io
import tomllib
from typing import Final, NamedTuple

from parcferme.core.errors import BadContent, Fault
from parcferme.games.rally_round.board.route import Route, Section
from parcferme.games.rally_round.mechanics.timing import ROAD, clock
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_FAULT,
    E_LEG,
    E_PART,
    E_ROUND,
    Position,
)

MISSED: Final = "!"
HEAD: Final = ("Route to", "Distance", "Target", "Taken", "Penalty")


class Row(NamedTuple):
    """One line of a sheet, as written."""

    to: str
    distance: str
    target: str
    taken: str
    penalty: str
    cells: list[str]

    def texts(self) -> list[str]:
        return [self.to, self.distance, self.target, self.taken, self.penalty, *self.cells]


class Sheet(NamedTuple):
    """A whole sheet, as written."""

    crew: str
    kit: list[str]
    rows: list[Row]
    other: str
    total: str


# --- from a position ---


def sheet_of(p: Position, crew: int, name: str = "") -> Sheet:
    """The sheet a crew has filled in so far in this part of the rally."""
    route = p.drives_on()
    kit = [p.t.deck.kit_ids[card] for card in p.cars[crew].cards if card >= 0]
    rows: list[Row] = []
    number = 0
    speeds: list[str] = []
    running: list[int] = []
    for kind, one, two in p.cars[crew].entries():
        if kind == E_PART:
            rows, number, speeds, running = [], 0, [], []
        elif kind == E_BOOKED:
            rows += section_rows(route.sections[number], speeds, running, (one, two))
            number, speeds, running = number + 1, [], []
        elif kind not in (E_FAULT, E_LEG):
            speeds.append("T" if kind == E_ROUND else str(one) if kind == 0 else "0")
            running.append(two)
    for section in route.sections[number:]:
        rows += section_rows(section, speeds, running, None)
        speeds, running = [], []
    car = p.cars[crew]
    total = clock(car.penalty())
    return Sheet(name or f"Crew {crew + 1}", kit, rows, clock(car.other), total)


def section_rows(section: Section, speeds: list[str], running: list[int], booked: tuple[int, int] | None) -> list[Row]:
    """The rows of one section: a turn stands in the row of the control it leads to or past."""
    rows: list[Row] = []
    begin = 0
    for label, at in zip(section.pc_labels, section.pc_at, strict=True):
        end = begin
        while end < len(speeds) and (end == begin or running[end - 1] < at):
            end += 1
        rows.append(Row(label, f"({at})", "", "", "", [""] * begin + speeds[begin:end]))
        begin = end
    taken, owed = ("", "") if booked is None else (minutes(section, booked[0]), clock(booked[1]) if booked[1] else "-")
    label = section.label if not section.mph else f"{section.label} ({section.mph} mph)"
    cells = [""] * begin + speeds[begin:]
    rows.append(Row(label, str(section.squares), minutes(section, section.target), taken, owed, cells))
    return rows


def minutes(section: Section, seconds: int) -> str:
    """Road times are whole minutes; the others are written min:sec (RR-41)."""
    return str(seconds // 60) if section.kind == ROAD else clock(seconds)


def blank(route: Route, crew: str = "") -> Sheet:
    """A sheet with controls, distances and targets filled in (RR-39)."""
    rows = [row for section in route.sections for row in section_rows(section, [], [], None)]
    return Sheet(crew, [], rows, "", "")


# --- to text ---


def to_csv(sheet: Sheet) -> str:
    """The sheet as CSV, as the adjudicator reads it."""
    turns = max([8] + [len(row.cells) for row in sheet.rows])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["Crew", sheet.crew])
    writer.writerow(["Kit", " ".join(sheet.kit)])
    writer.writerow([*HEAD, *[str(turn + 1) for turn in range(turns)]])
    for row in sheet.rows:
        writer.writerow(row.texts())
    writer.writerow(["Other penalties", sheet.other])
    writer.writerow(["Total penalties", sheet.total])
    return out.getvalue()


# --- from text ---


def parse_csv(text: str, source: str) -> Sheet:
    """The book's layout: lines for crew and kit, the head, the rows, the two totals."""
    said = {"crew": "", "kit": "", "other penalties": "", "total penalties": ""}
    rows: list[Row] = []
    head_seen = False
    for number, line in enumerate(_lines(text, source), 1):
        cells = [cell.strip() for cell in line]
        if not any(cells):
            continue
        first = cells[0].lower()
        value = cells[1] if len(cells) > 1 else ""
        if first in said:
            said[first] = value
        elif first == "route to":
            head_seen = True
        elif head_seen:
            cells += [""] * (5 - len(cells))
            rows.append(Row(cells[0], cells[1], cells[2], cells[3], cells[4], _trim(cells[5:])))
        else:
            raise BadContent(source, [Fault(f"line {number}", f"{cells[0]!r} stands before the line Route to, …")])
    crew, kit, other, total = said.values()
    return _usable(Sheet(crew, kit.split(), rows, other, total), source)


def _lines(text: str, source: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise BadContent(source, [Fault("file", f"is not CSV: {error}")]) from error


def parse_toml(text: str, source: str) -> Sheet:
    """The same as tables: crew, kit, other, total and [[row]] with to, distance, target, taken, penalty, speeds."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadContent(source, [Fault("file", f"is not TOML: {error}")]) from error
    kit = data.get("kit", [])
    if not isinstance(kit, (str, list)):
        raise BadContent(source, [Fault("kit", "is neither a text nor a list of cards", "RR-45")])
    rows: list[Row] = []
    found = data.get("row", [])
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise BadContent(source, [Fault("row", "is not a list of tables [[row]]")])
    for number, item in enumerate(found, 1):
        speeds = item.get("speeds", [])
        if not isinstance(speeds, list):
            raise BadContent(source, [Fault(f"row {number}", "speeds is not a list")])
        given = [str(item.get(name, "")) for name in ("to", "distance", "target", "taken", "penalty")]
        cells = _trim([str(cell) for cell in speeds])
        rows.append(Row(given[0], given[1], given[2], given[3], given[4], cells))
    names = kit.split() if isinstance(kit, str) else [str(card) for card in kit]
    sheet = Sheet(str(data.get("crew", "")), names, rows, str(data.get("other", "")), str(data.get("total", "")))
    return _usable(sheet, source)


def _usable(sheet: Sheet, source: str) -> Sheet:
    if not sheet.rows:
        raise BadContent(source, [Fault("sheet", "has no rows", "RR-39")])
    return sheet


def _trim(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells = cells[:-1]
    return cells
