"""The studio: documents that people make for a game, one Kind for each. A game's `studio.py` has them as STUDIO.

A document is JSON as it stands in a file. Its kind says what one starts from, what is wrong with it and where, which
options a table takes that plays it, what is known of it at once, what can be worked out in a while, and makes one from
a seed. A finding's sentence is `studio.KEY` in the game's texts, a kind's name `studio.kind.NAME`, a figure's
`studio.figure.NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from parcferme.core.bounds import MOST_VALUES, is_small, misfit
from parcferme.core.courses import LENGTHS
from parcferme.core.errors import Fault, ParcFermeError
from parcferme.core.options import Value

Document = dict[str, object]

# How sure a figure is
EXACT: Final = "exact"  # counted, or worked out completely
PROVED: Final = "proved"  # the best there is, with a proof
BOUNDS: Final = "bounds"  # somewhere from low to high
ESTIMATE: Final = "estimate"  # from played games: the value, give or take the error (95 %)

DIFFICULTIES: Final = (1, 2, 3)
MOST_FINDINGS: Final = 200
Z: Final = 1.959964  # standard errors to either side of a 95 % interval


class Finding(NamedTuple):
    """What a check says of a document.

    place   where: a path in the document, `controls[2].square`
    stops   does it stop publishing, or may it be kept?
    clause  the one it breaks, or ''
    key     of its sentence `studio.KEY`, with `args`
    """

    place: str
    stops: bool
    clause: str
    key: str
    args: dict[str, object] = {}

    def to_json(self) -> dict[str, object]:
        return self._asdict()


class Figure:
    """One number about a document, or a row of them, and how sure it is.

    value   the number; of BOUNDS the best that was found, of a row its smallest
    sure    EXACT, PROVED, BOUNDS or ESTIMATE
    unit    "squares", "turns", "seconds", "share" (0 to 1), "minutes" …; '' where it only counts
    low, high  the bounds, or the ends of a spread that is no error
    error   of an estimate, to either side, 95 %
    wanted  what the published board has, or the limit that is kept; `None` where there is none
    row     one number for each thing in `names`: start hexes, sections
    """

    __slots__ = ("value", "sure", "unit", "low", "high", "error", "wanted", "row", "names")

    def __init__(
        self,
        value: float,
        sure: str = EXACT,
        unit: str = "",
        *,
        low: float | None = None,
        high: float | None = None,
        error: float | None = None,
        wanted: float | None = None,
        row: list[float] | None = None,
        names: list[str] | None = None,
    ) -> None:
        self.value = value
        self.sure = sure
        self.unit = unit
        self.low = low
        self.high = high
        self.error = error
        self.wanted = wanted
        self.row: list[float] = row if row is not None else []
        self.names: list[str] = names if names is not None else []

    def to_json(self) -> dict[str, object]:
        told: dict[str, object] = {"value": self.value, "sure": self.sure, "unit": self.unit}
        bounds = {"low": self.low, "high": self.high, "error": self.error, "wanted": self.wanted}
        told.update({name: number for name, number in bounds.items() if number is not None})
        return {**told, "row": self.row, "names": self.names} if self.row else told


class Figures:
    """What is known of a document so far, by name, and how far the work is: from 0 to 1."""

    def __init__(self, known: dict[str, Figure] | None = None, progress: float = 1.0) -> None:
        self.known: dict[str, Figure] = known if known is not None else {}
        self.progress = progress

    def to_json(self) -> dict[str, object]:
        return {"progress": self.progress, "figures": {name: figure.to_json() for name, figure in self.known.items()}}


Blank = Callable[[], Document]
Check = Callable[[Document], list[Finding]]
OptionsOf = Callable[[Document], dict[str, Value]]
Taken = Callable[[dict[str, Value]], Document | None]
Facts = Callable[[Document], Figures]
Measure = Callable[[Document], Iterator[Figures]]
Generate = Callable[[str, str, int], Document]


class Kind:
    """One kind of document of a game.

    blank     what one starts from
    check     everything there is to say of any JSON value; quick, and never raises
    options   of a table that plays it. This and what follows take a document without a stopping finding
    taken     the other way round: the document in the options of a table or a house course, `None` where there is none
    facts     what can be told at once
    measure   what takes long, better and better; each yield has all that is known by then
    generate  from a seed, a length of LENGTHS and a difficulty of DIFFICULTIES: the same document in one version, and
              only one that passes `check` and its kind's bounds of fairness. `None`: nobody draws such a thing by lot
    box       the one that lies in the house's own box; `None` where the courses of the house are such documents
    """

    def __init__(
        self,
        name: str,
        blank: Blank,
        check: Check,
        options: OptionsOf,
        taken: Taken,
        facts: Facts,
        measure: Measure,
        generate: Generate | None = None,
        *,
        box: Blank | None = None,
    ) -> None:
        self.name = name
        self.blank = blank
        self._check = check
        self.options = options
        self.taken = taken
        self._facts = facts
        self.measure = measure
        self._generate = generate
        self.box = box

    def check(self, document: object) -> list[Finding]:
        if not isinstance(document, dict):
            return [Finding("", True, "", "form", {"part": self.name})]
        if not is_small(document):
            return [Finding("", True, "", "too_large", {"most": MOST_VALUES})]
        place = misfit(document)
        if place:
            return [Finding(place, True, "", "misfit", {"part": place})]
        return self._check(document)[:MOST_FINDINGS]

    def stops(self, document: object) -> bool:
        """Does anything stop it from being published?"""
        return any(finding.stops for finding in self.check(document))

    def looked(self, document: object) -> tuple[list[Finding], Figures]:
        """What a check says and what can be told at once: nothing of a document that something stops."""
        findings = self.check(document)
        if any(finding.stops for finding in findings) or not isinstance(document, dict):
            return findings, Figures()
        return findings, self._facts(document)

    def facts(self, document: object) -> Figures:
        return self.looked(document)[1]

    def generates(self) -> bool:
        return self._generate is not None

    def generate(self, seed: str, length: str, difficulty: int) -> Document:
        """Raises ParcFermeError where there is no such length or difficulty, or nothing is drawn by lot."""
        if self._generate is None:
            raise ParcFermeError(f"there is no lot for {self.name}")
        if length not in LENGTHS or difficulty not in DIFFICULTIES:
            raise ParcFermeError(f"there is no length {length!r} of difficulty {difficulty!r}")
        return self._generate(seed, length, difficulty)


def under(name: str, house: Blank | None = None) -> Taken:
    """A document that is an option as it stands; where it is not given, the one of the house."""

    def taken(options: dict[str, Value]) -> Document | None:
        document = options.get(name)
        if isinstance(document, dict):
            return document
        return house() if house is not None else None

    return taken


def finding_of(fault: Fault, stops: bool = True) -> Finding:
    """What a validator found, as the studio says it. What no editor can draw has one sentence for all."""
    place = fault.path if fault.path else fault.place
    if fault.key:
        return Finding(place, stops, fault.clause, fault.key, fault.args)
    return Finding(place, stops, fault.clause, "form", {"part": place})


def findings_of(faults: list[Fault], stops: bool = True) -> list[Finding]:
    return [finding_of(fault, stops) for fault in faults]
