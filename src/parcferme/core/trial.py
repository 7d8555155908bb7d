"""Trials: how a game is driven alone in an event, and what a drive is worth. A game's `trial.py` makes one Trial.

A drive becomes a `Mark`: home with a score, retired, or disqualified. A typed sheet becomes a mark too, together with
every cell that was taken differently from how it was written, each with its clause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from parcferme.core.contract import OVER, Game, State
from parcferme.core.errors import BadOption, BadRecord, Fault
from parcferme.core.options import Options
from parcferme.core.play import Entry
from parcferme.core.position import list_at, number_at, object_at, shown, text_at

HOME: Final = "home"
RETIRED: Final = "retired"
DISQUALIFIED: Final = "disqualified"
VOID: Final = "void"  # no drive of this event at all
STATUSES: Final = (HOME, RETIRED, DISQUALIFIED, VOID)  # in the order in which a person's own drives are preferred

MOST_NUMBERS: Final = 1_000  # in a row of a mark
MOST_FINDINGS: Final = 20_000
LARGEST: Final = 10**9


class SheetFinding(NamedTuple):
    """One cell of a sheet that was taken differently: where it stands, what it says, why not, and the clause."""

    row: str
    cell: str
    written: str
    reason: str
    clause: str

    def __str__(self) -> str:
        return f"{self.row}, {self.cell}: {self.reason} ({self.clause})"


class Mark(NamedTuple):
    """What a drive is worth.

    status    HOME, RETIRED, DISQUALIFIED or VOID
    score     the trial's measure, then each of its tie-breaks: fewer is better, part by part
    detail    rows of numbers for people, and for ties that a game parts by itself: running totals, distances
    findings  cells of a sheet that were taken differently; a sheet with any is faulty, and marked all the same
    reason    why it is not home, with the clause; else ''
    """

    status: str
    score: list[int]
    detail: dict[str, list[int]] = {}
    findings: list[SheetFinding] = []
    reason: str = ""
    clause: str = ""

    def to_json(self) -> dict[str, object]:
        return {**self._asdict(), "findings": [finding._asdict() for finding in self.findings]}


def read_mark(place: str, given: object) -> Mark:
    """A mark as `to_json` wrote it; raises BadRecord with the place."""
    data = object_at(place, given)
    if data.get("status") not in STATUSES:
        raise BadRecord(f"{place}.status", f"is none of {', '.join(STATUSES)}")
    detail = object_at(f"{place}.detail", data.get("detail", {}))
    findings = list_at(f"{place}.findings", data.get("findings", []), 0, MOST_FINDINGS)
    return Mark(
        str(data["status"]),
        _numbers(f"{place}.score", data.get("score")),
        {name: _numbers(f"{place}.detail.{name}", row) for name, row in detail.items()},
        [_read_finding(f"{place}.findings[{n}]", finding) for n, finding in enumerate(findings)],
        text_at(f"{place}.reason", data.get("reason", "")),
        text_at(f"{place}.clause", data.get("clause", "")),
    )


def _numbers(place: str, given: object) -> list[int]:
    row = list_at(place, given, 0, MOST_NUMBERS)
    return [number_at(f"{place}[{n}]", number, -LARGEST, LARGEST) for n, number in enumerate(row)]


def _read_finding(place: str, given: object) -> SheetFinding:
    data = object_at(place, given)
    return SheetFinding(*[text_at(f"{place}.{name}", data.get(name)) for name in SheetFinding._fields])


class Marked(NamedTuple):
    """A typed sheet, marked: its mark, the drive it stands for (a log that replays under `options`), and the sheet as
    it was taken."""

    mark: Mark
    log: list[Entry]
    text: str
    options: Options


class Par:
    """The best that can be done, in the unit of the trial's measure: a value, or bounds where the proof is not done."""

    def __init__(self, low: float, high: float, certificate: dict[str, object]) -> None:
        self.low = float(low)  # in a file 5.0, never 5: what is the same reads the same
        self.high = float(high)
        self.certificate = certificate  # for the game's own checker

    def is_proved(self) -> bool:
        return self.low == self.high

    def to_json(self) -> dict[str, object]:
        return {"low": self.low, "high": self.high, "certificate": self.certificate}


def read_par(place: str, given: object) -> Par:
    """A par as `to_json` wrote it; raises BadRecord with the place. Whether it holds the game's checker says."""
    data = object_at(place, given)
    low, high = _figure(f"{place}.low", data.get("low")), _figure(f"{place}.high", data.get("high"))
    if low > high:
        raise BadRecord(f"{place}.low", f"{low} is more than the best that was driven, {high}")
    return Par(low, high, object_at(f"{place}.certificate", data.get("certificate")))


def _figure(place: str, given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given <= LARGEST:
        raise BadRecord(place, f"{shown(given)} is no figure of a par")
    return float(given)


class Parted(NamedTuple):
    """Some of those who are tied, set before the rest: their numbers among the tied, the figure that did it, and what
    the rest had in that comparison (by number; nought where it is not said)."""

    first: list[int]
    figure: int
    rest: dict[int, int]


Task = Callable[[dict[str, object]], Options]  # options as an organiser gives them → complete; raises BadOption
Ends = Callable[[State, int], bool]  # position, legs → has the trial ended here, though the game has not?
Judge = Callable[[Game, list[Entry], int], Mark | None]  # game, live log, legs → `None`: not driven to the end
CheckSheet = Callable[[Game, str], list[Fault]]  # what is wrong with a sheet's form; its drive is not looked at
MarkSheet = Callable[[Game, str], Marked]  # raises BadContent where it is no sheet at all
BlankSheet = Callable[[Game], str]  # as CSV, to be filled in
Part = Callable[[list[Mark]], list[Parted]]  # marks of equal score → groups, best first
GoOn = Callable[[], bool]  # may something that takes long go on? Asked now and then
ParOf = Callable[[Game, int, GoOn], Par | None]  # game, legs → `None`: too much chance lies between, or too little time
CheckPar = Callable[[Game, int, Par], list[str]]  # what is wrong with a par; nothing where it holds


def with_fixed(game: str, given: dict[str, object], fixed: dict[str, object]) -> dict[str, object]:
    """The options an organiser gives, and those that a trial always has; raises BadOption where they contradict."""
    for name, value in fixed.items():
        if given.get(name, value) != value:
            raise BadOption(game, name, f"a trial has {value}")
    return {**given, **fixed}


class Trial(NamedTuple):
    """How a game is driven alone in an event.

    measure     what counts, fewer is better, and `unit` it is written in: "seconds", "turns"
    ties        what parts equal measures, in this order, fewer is better; `part` (named by `parted_by`, a clause) parts
                what is equal still by comparing the tied with each other
    chance      does anything happen by chance?
    legs        into how many legs a drive falls, of which an event may ask for the first few; 0: it is driven whole
    false_entry the clause by which a false entry on a sheet disqualifies
    par         the best that can be done, with its certificate, which `check_par` looks at by the rules
    """

    measure: str
    unit: str
    task: Task
    judge: Judge
    ties: tuple[str, ...] = ()
    chance: bool = False
    legs: int = 0
    check_sheet: CheckSheet | None = None
    mark_sheet: MarkSheet | None = None
    blank_sheet: BlankSheet | None = None
    ends: Ends | None = None
    part: Part | None = None
    parted_by: tuple[str, str] = ("", "")  # the figure's name and the clause
    false_entry: str = ""
    par: ParOf | None = None
    check_par: CheckPar | None = None

    def is_over(self, state: State, legs: int) -> bool:
        """Does a drive end in this position?"""
        return state.kind() == OVER or (self.ends is not None and self.ends(state, legs))
