"""Scenarios of one's own (LR-23): checked, measured, and drawn by lot."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from parcferme.core.options import Value
from parcferme.core.record import canonical
from parcferme.core.studio import EXACT, Document, Figure, Figures, Finding, Kind, findings_of
from parcferme.games.lunar_rally.board.check import (
    CRATER_PIECES,
    DUST_PIECES,
    MOST_CACHES,
    MOST_STATIONS,
    PIECE_CLAUSES,
    check,
    hexes_of,
)
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.board.maps import house_document
from parcferme.games.lunar_rally.lot import draw_scenario
from parcferme.games.lunar_rally.meta import COLOURS
from parcferme.games.lunar_rally.par.clock import turns
from parcferme.games.lunar_rally.par.starts import ROVERS, is_stuck, start_times, turns_behind
from parcferme.lib.simulate import BotTable, simulated

GAMES: Final = 2_500
SECONDS: Final = 35.0  # that people take for two programs of three cards, laid at the same time by all


def blank() -> Document:
    """Two sections, lines at both ends, nothing between."""
    rows = range(3, 11)
    return {
        "title": "",
        "sections": 2,
        "start": [f"A{row}" for row in rows],
        "finish": [f"O{row}" for row in rows],
        "craters": [],
        "dust": [],
        "repair": [],
        "caches": [],
    }


def check_scenario(document: Document) -> list[Finding]:
    """What stops it, else what its author should know: start hexes that are a turn behind."""
    faults = check(document)
    if faults:
        return findings_of(faults)
    ground = _ground(document)
    if is_stuck(ground):
        return [Finding("start", True, "LR-02", "no_drive")]
    start = document["start"]
    assert isinstance(start, list)
    return [
        Finding(f"start[{start.index(LABELS[cell])}]", False, "LR-26", "behind", {"hex": LABELS[cell], "turns": late})
        for cell, late in zip(ground.starts, turns_behind(ground), strict=True)
        if late
    ]


def _ground(document: Document) -> Ground:
    """A sound scenario's ground: kept, since one drawing is asked about several times, and its clocks take longest."""
    laid = {key: document[key] for key in ("sections", *PIECE_CLAUSES)}
    return _kept_ground(canonical(laid))


@lru_cache(maxsize=4)
def _kept_ground(laid: str) -> Ground:
    document: Document = json.loads(laid)
    return Ground(int(str(document["sections"])), hexes_of(document))


def options(document: Document) -> dict[str, Value]:
    return {"map": document}


def taken(options: dict[str, Value]) -> Document | None:
    """Its own map, or the house map that was agreed on."""
    own, colour = options.get("map"), options.get("scenario", "blue")
    if isinstance(own, dict):
        return own
    return house_document(str(colour)) if colour in COLOURS else None


def facts(document: Document) -> Figures:
    """What of the box is used, and the fewest turns from every start hex."""
    ground = _ground(document)
    known = {"sections": Figure(ground.sections)}
    for key, box in (("craters", CRATER_PIECES), ("dust", DUST_PIECES)):
        pieces = document[key]
        assert isinstance(pieces, list)
        used = Counter(len(piece) for piece in pieces)
        for size, most in box.items():
            known[f"{key}_{size}"] = Figure(used[size], wanted=most)
    known["repair"] = Figure(len(ground.stations), wanted=MOST_STATIONS)
    known["caches"] = Figure(len(ground.caches), wanted=MOST_CACHES)
    return Figures({**known, **_solo(ground)})


def _solo(ground: Ground) -> dict[str, Figure]:
    names = [LABELS[cell] for cell in ground.starts]
    known: dict[str, Figure] = {}
    for number in ROVERS:
        phases = start_times(ground, number)
        row = [float(turns(time)) for time in phases]
        known[f"turns_{number}"] = Figure(min(row), EXACT, "turns", row=row, names=names)
        known[f"phases_{number}"] = Figure(
            min(phases), EXACT, "phases", row=[float(time) for time in phases], names=names
        )
    return known


def measure(document: Document) -> Iterator[Figures]:
    """Solo times at once, then races of two clubmen and of a clubman against a novice."""
    known = _solo(_ground(document))
    yield Figures(known, 0.05)
    table = BotTable("lunar_rally", {**options(document), "first": "agreed"}, "clubman", SECONDS)
    yield from simulated(table, GAMES, known, 0.05)


SCENARIO: Final = Kind("scenario", blank, check_scenario, options, taken, facts, measure, draw_scenario)
STUDIO: Final[dict[str, Kind]] = {SCENARIO.name: SCENARIO}
