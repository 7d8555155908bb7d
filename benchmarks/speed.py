"""Random playouts and copies of every game on both builds, beside OpenSpiel's pig and backgammon; and tree search
beside OpenSpiel's own on the same games. Each figure comes from a process of its own (`measure.py`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.tables import against_bar, aligned

BARS = {  # build → (playout steps a second, microseconds a copy)
    "interpreted": (250_000.0, 6.0),
    "compiled": (3_000_000.0, 0.6),
}
SEARCH_BAR = 20.0  # times OpenSpiel's simulations a second
BESIDE = ("pig", "backgammon")
MEASURE = Path(__file__).parent / "measure.py"

Row = dict[str, Any]


def measure(kind: str, name: str, seconds: float, pure: str = "0") -> Row:
    """One measurement in a process of its own."""
    command = [sys.executable, str(MEASURE), kind, name, str(seconds)]
    environment = {**os.environ, "PARCFERME_PURE": pure}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise SystemExit(f"bench: {kind} {name} cannot be measured:\n{done.stderr.strip()[-1500:]}")
    row: Row = json.loads(done.stdout.splitlines()[-1])
    return row


def playouts(games: list[str], seconds: float) -> Iterator[str]:
    """The table of playouts and copies."""
    beside = {name: measure("openspiel", name, seconds) for name in BESIDE}
    rows = [row for game in games for row in _both_builds(game, seconds)]
    yield "Random playouts and copies, CPU time of one core; ratios above 1 mean that we are faster."
    yield from lines_of(rows, beside)
    if all(row["build"] == "interpreted" for row in rows):
        yield "The installed package is not compiled: `make bench` compiles it where there is a C compiler."


def _both_builds(game: str, seconds: float) -> list[Row]:
    """The game's rows: interpreted, then compiled where the installed package is."""
    interpreted = {**measure("game", game, seconds, pure="1"), "game": game, "build": "interpreted"}
    installed = {**measure("game", game, seconds), "game": game, "build": "compiled"}
    return [interpreted, installed] if installed["compiled"] else [interpreted]


def lines_of(rows: list[Row], beside: dict[str, Row]) -> list[str]:
    """The table as text."""
    head = ["game", "build", "steps/s", *(f"× {name}" for name in beside), "bar", "", "copy µs",
            *(f"{name} ×" for name in beside), "bar", ""]  # fmt: skip
    table = [head]
    for name, row in beside.items():
        table.append(
            [name, "OpenSpiel, C++", f"{row['steps']:,.0f}", *[""] * len(beside), "", "", f"{row['copy']:.2f}"]
        )
    for row in rows:
        steps_bar, copy_bar = BARS[row["build"]]
        table.append(
            [
                row["game"], row["build"], f"{row['steps']:,.0f}",
                *(f"{row['steps'] / other['steps']:.2f}" for other in beside.values()),
                f"≥ {steps_bar:,.0f}", against_bar(row["steps"], steps_bar, True), f"{row['copy']:.2f}",
                *(f"{other['copy'] / row['copy']:.2f}" for other in beside.values()),
                f"≤ {copy_bar}", against_bar(row["copy"], copy_bar, False),
            ]
        )  # fmt: skip
    return aligned(table)


def search(games: list[str], seconds: float) -> Iterator[str]:
    """The table of tree search."""
    yield "Tree search with random play to the end, simulations a second, beside OpenSpiel's MCTSBot over the bridge."
    table = [["game", "ours", "OpenSpiel", "times", "bar", ""]]
    for game in games:
        ours = measure("search", game, seconds)["simulations"]
        theirs = measure("their-search", game, seconds)["simulations"]
        times = ours / theirs
        bar = against_bar(times, SEARCH_BAR, True)
        table.append([game, f"{ours:,.0f}", f"{theirs:,.1f}", f"{times:.0f}", f"≥ {SEARCH_BAR:.0f}", bar])
    yield from aligned(table)
