"""A typed sheet laid out along the route: which cells are the turns of which section (RR-23, RR-39, RR-60).

Nothing is driven here. What stands in the wrong place is reported, and as much as can be read is kept.
"""

from __future__ import annotations

from parcferme.core.errors import Fault
from parcferme.core.trial import SheetFinding
from parcferme.games.rally_round.board.route import Route, Section
from parcferme.games.rally_round.board.route_file import distance
from parcferme.games.rally_round.par.sheets import Row, Sheet


class Turns:
    """The rows of one section, and its turns: (row, text) of each."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.rows: list[Row] = []
        self.cells: list[tuple[str, str]] = []


def lay_out(sheet: Sheet, route: Route, findings: list[SheetFinding]) -> list[Turns]:
    """The turns of every section, in the route's order."""
    laid = [Turns(section) for section in route.sections]
    due = [(number, label) for number, s in enumerate(route.sections) for label in (*s.pc_labels, s.label)]
    at = 0  # of the controls that are due
    for row in sheet.rows:
        place = _find(row, due, at)
        if place is None:
            wanted = f"the next control is {due[at][1]}" if at < len(due) else "the route ends before this control"
            clause = "RR-23" if at < len(due) else "RR-39"
            findings.append(SheetFinding(row.to, "Route to", row.to, wanted, clause))
            continue
        if place > at:
            _report_skipped(row, due, at, place, findings)
        at = place + 1
        laid[due[place][0]].rows.append(row)
    findings += [SheetFinding(label, "Route to", "", "the row is missing", "RR-39") for _, label in due[at:]]
    for turns in laid:
        _check_average(turns, findings)
        turns.cells = _cells(turns, findings)
    return laid


def foreign(sheet: Sheet, route: Route) -> list[Fault]:
    """Rows by which a sheet is another route's: controls this one does not have, or distances, if most are others."""
    known = {label: section for section in route.sections for label in (*section.pc_labels, section.label)}
    faults: list[Fault] = []
    written = 0
    for row in sheet.rows:
        label = row.to.split(" ")[0]
        at = next((one for one in known if label in (one, _plain(one))), None)
        if at is None:
            return [Fault(f"row {label}", "this route has no such control", "RR-23")]
        right, given = distance(known[at], at), row.distance.strip("() ")
        written += given != ""
        if given not in ("", str(right)):
            faults.append(Fault(f"row {label}", f"is {row.distance}; the Correct Route has {right}", "RR-39"))
    return faults if 2 * len(faults) > written else []


def _plain(control: str) -> str:
    """A plain TC will do."""
    return control if control.startswith("PC") else f"TC{control.lstrip('STRCF')}"


def _find(row: Row, due: list[tuple[int, str]], at: int) -> int | None:
    """Which of the controls still due a row is for."""
    label = row.to.split(" ")[0]
    for place in range(at, len(due)):
        if label in (due[place][1], _plain(due[place][1])):
            return place
    return None


def _report_skipped(row: Row, due: list[tuple[int, str]], at: int, place: int, findings: list[SheetFinding]) -> None:
    """Controls without a row: those of the same section are missing, else this row has come too early."""
    if due[at][0] != due[place][0]:
        findings.append(SheetFinding(row.to, "Route to", row.to, f"the next control is {due[at][1]}", "RR-23"))
    findings += [SheetFinding(label, "Route to", "", "the row is missing", "RR-39") for _, label in due[at:place]]


def _check_average(turns: Turns, findings: list[SheetFinding]) -> None:
    """A Regularity's average as it was chosen (RR-31)."""
    for row in turns.rows:
        average = row.to.partition("(")[2].partition("mph")[0].strip()
        if average and average != str(turns.section.mph):
            reason = f"the section is driven at {turns.section.mph or 'no'} mph"
            findings.append(SheetFinding(row.to, "Route to", row.to, reason, "RR-31"))


def _cells(turns: Turns, findings: list[SheetFinding]) -> list[tuple[str, str]]:
    """(row, text) of each turn, whichever row it stands in."""
    cells: list[tuple[str, str]] = []
    for turn in range(max([len(row.cells) for row in turns.rows], default=0)):
        filled = [(row.to, row.cells[turn]) for row in turns.rows if turn < len(row.cells) and row.cells[turn]]
        if len(filled) != 1:
            reason = "is empty" if not filled else f"is filled in twice, also for {filled[1][0]}"
            row = filled[0][0] if filled else turns.rows[-1].to
            findings.append(SheetFinding(row, f"turn {turn + 1}", filled[1][1] if filled else "", reason, "RR-60"))
        cells += filled[:1]
    return cells
