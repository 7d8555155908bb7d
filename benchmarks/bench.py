"""Speed of every game, interpreted and compiled, beside OpenSpiel's pig and backgammon in the same run.

    python benchmarks/bench.py [--seconds 2] [--json] [GAME …]

Each figure comes from a process of its own (`measure.py`) against the installed package, with PARCFERME_PURE=1 for the
interpreted build. A bar that is missed says by how much.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

BARS = {  # build → (playout steps a second, microseconds a copy)
    "interpreted": (250_000.0, 1.0),
    "compiled": (1_500_000.0, 0.4),
}
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


def rows_of(game: str, seconds: float) -> list[Row]:
    """The game's rows: interpreted, then compiled where the installed package is."""
    interpreted = {**measure("game", game, seconds, pure="1"), "game": game, "build": "interpreted"}
    installed = {**measure("game", game, seconds), "game": game, "build": "compiled"}
    return [interpreted, installed] if installed["compiled"] else [interpreted]


def against_bar(value: float, bar: float, more_is_better: bool) -> str:
    """`reached`, or by what share the bar is missed."""
    share = value / bar if more_is_better else bar / value
    return "reached" if share >= 1.0 else f"missed by {(1.0 - share) * 100:.0f} %"


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
    widths = [max(len(line[column]) for line in table if column < len(line)) for column in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip() for line in table]


def main() -> None:
    from parcferme.core.registry import game_ids

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds per figure")
    parser.add_argument("--json", action="store_true", help="rows as JSON instead of a table")
    wanted = parser.parse_args()
    unknown = sorted(set(wanted.games) - set(game_ids()))
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; the games are {', '.join(game_ids())}")
    beside = {name: measure("openspiel", name, wanted.seconds) for name in BESIDE}
    rows = [row for game in wanted.games or game_ids() for row in rows_of(game, wanted.seconds)]
    if wanted.json:
        print(json.dumps({"openspiel": beside, "games": rows, "bars": BARS}, indent=1))
        return
    print("Random playouts and copies, CPU time of one core; ratios above 1 mean that we are faster.\n")
    print("\n".join(lines_of(rows, beside)))
    if all(row["build"] == "interpreted" for row in rows):
        print("\nThe installed package is not compiled: `make bench` compiles it where there is a C compiler.")


if __name__ == "__main__":
    main()
