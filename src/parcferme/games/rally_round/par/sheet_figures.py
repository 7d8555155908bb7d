"""The figures of a typed sheet beside those that are right: an empty cell is left to the adjudicator, a filled one is
compared (RR-39, RR-68 … RR-73, RR-99, RR-101)."""

from __future__ import annotations

from parcferme.core.trial import SheetFinding
from parcferme.games.rally_round.board.route_file import distance
from parcferme.games.rally_round.mechanics.timing import ROAD, clock, read_clock
from parcferme.games.rally_round.par.sheet_layout import Turns
from parcferme.games.rally_round.par.sheets import Sheet, minutes


def compare_section(turns: Turns, taken: int, owed: int, findings: list[SheetFinding]) -> None:
    """Distances, target, time taken and penalty of a section (the last two in seconds, as driven)."""
    section = turns.section
    for row in turns.rows:
        label = row.to.split(" ")[0]
        squares = distance(section, label if label in section.pc_labels else section.label)
        if row.distance.strip("() ") not in ("", str(squares)):
            reason = f"is {row.distance}; the Correct Route has {squares}"
            findings.append(SheetFinding(row.to, "Distance", row.distance, reason, "RR-39"))
    if not turns.rows:
        return
    last = turns.rows[-1]
    _compare(last.to, "Target", last.target, section.target, minutes(section, section.target), "RR-39", findings)
    clause = "RR-68" if section.kind == ROAD else "RR-71"
    _compare(last.to, "Taken", last.taken, taken, minutes(section, taken), clause, findings)
    clause = "RR-69" if section.kind == ROAD else "RR-73" if taken < section.target else "RR-72"
    _compare(last.to, "Penalty", last.penalty, owed, clock(owed), clause, findings)


def compare_totals(sheet: Sheet, other: int, total: int, findings: list[SheetFinding]) -> None:
    _compare("Other penalties", "total", sheet.other, other, clock(other), "RR-99", findings)
    _compare("Total penalties", "total", sheet.total, total, clock(total), "RR-101", findings)


def _compare(
    row: str, cell: str, written: str, right: int, shown: str, clause: str, findings: list[SheetFinding]
) -> None:
    if not written.strip():
        return
    value = read_clock(written)
    if value is None:
        findings.append(SheetFinding(row, cell, written, f"{written[:20]!r} is no time; it is {shown}", "RR-99"))
    elif value != right:
        findings.append(SheetFinding(row, cell, written, f"says {written}; it is {shown}", clause))
