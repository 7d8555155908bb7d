"""Exact pars of Rallyman: every printed reference, and how long each takes.

    python -m benchmarks.rallyman_pars [--quick]

T40 is the road of 40 spaces on which the references are given; the long special has 103. CPU time of one core, each
special solved from nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import process_time
from typing import Any

from parcferme.core.registry import create
from parcferme.games.rallyman.par import sweep
from parcferme.games.rallyman.par.model import Condition, Terms
from parcferme.games.rallyman.par.solver import Solution, prepare
from parcferme.games.rallyman.rules.game import RallymanGame

MODES = ("basic", "attack and locking", "everything")
LONG = "L0-L1/C7-C6/L2-L3/V2-V3/C5-C4/J1-J4/L8-L9/C0-C9/V7-V8"
REFERENCES = {  # the printed values, in the order of MODES
    "T40, dry": (171.9159, 121.5601, 98.8139),
    "T40, snow, asphalt tyres": (275.9545, 176.4767, 134.7971),
    "T40, dry, snow tyres": (183.1162, 140.5221, 120.3104),
    "C8-C3/J1-J4": (93.9408, 71.9312, 50.9524),
    "L0-L1/C7-C6/L2-L3/V2-V3/C5-C4": (223.3303, 168.8255, 139.8525),
}
# CPU seconds with everything.
BARS = {"T40, dry": 2.0, "T40, snow, asphalt tyres": 2.0, "T40, dry, snow tyres": 2.0, LONG: 6.0}


def t40() -> dict[str, Any]:
    spaces: list[dict[str, Any]] = [
        {"kind": "straight", "width": 2, "left": "g", "right": "g", "zone": "A"} for _ in range(41)
    ]
    corners = {4: (2, 3), 7: (3, 4), 9: (1, 2), 17: (3, 4), 19: (2, 3), 20: (2, 3), 23: (4, 5), 31: (2, 3), 34: (1, 2),
               37: (3, 4)}  # fmt: skip
    for at, (inside, outside) in corners.items():
        spaces[at] = {
            "kind": "corner",
            "turn": "L",
            "in": inside,
            "out": outside,
            "left": "g",
            "right": "g",
            "zone": "A",
        }
    for at, note in {9: 3, 31: 4}.items():
        spaces[at]["cut"] = {"note": note}
    for at, note in {13: 4, 27: 3}.items():
        spaces[at] = {"kind": "bump", "note": note, "width": 2, "left": "g", "right": "g", "zone": "A"}
    for terrain, side, places in (
        ("f", "left", (4, 7, 19, 20, 34)),
        ("r", "left", (9, 23)),
        ("f", "right", (13, 14, 15, 27, 28, 29)),
        ("r", "right", (17, 31, 37)),
    ):
        for at in places:
            spaces[at][side] = terrain
    return {"specials": [{"name": "T40", "spaces": spaces[1:]}]}


def game_of(name: str) -> RallymanGame:
    own = name.startswith("T40")
    options: dict[str, Any] = {"players": 1, "stages": ["@T40" if own else name] * 3}
    made = create("rallyman", {**options, "specials": t40()} if own else options)
    if not isinstance(made, RallymanGame):
        raise SystemExit("this is not Rallyman")
    return made


def solved(name: str, mode: str) -> tuple[Solution, float]:
    more, cards = mode != "basic", 1 if mode == "everything" else 0
    rally = game_of(name).rally
    began = process_time()
    car = Condition(sisu=cards, spare=cards)
    solution = prepare(
        rally, 0, 1 if "asphalt" in name else 0, 1 if "snow tyres" in name else 0, Terms(more, more), car
    )
    solution.sweep.run()
    return solution, process_time() - began


def row(name: str, mode: str, printed: float | None) -> str:
    solution, seconds = solved(name, mode)
    verdict = "" if printed is None else "as printed" if abs(solution.value - printed) < 5e-5 else f"NOT {printed}"
    bar = BARS.get(name) if mode == "everything" else None
    against = "" if bar is None else f"bar {bar} s: {'reached' if seconds <= bar else 'missed'}"
    length = solution.model.road.length
    return f"{name:60} {length:4} {mode:20} {solution.value:9.4f} {verdict:12} {seconds:6.2f} s  {against}".rstrip()


def table(quick: bool) -> Iterator[str]:
    """Every reference value beside the one found; `quick`: only the specials that have a bar, with everything."""
    yield f"Rallyman's pars, {'interpreted' if str(sweep.__file__).endswith('.py') else 'compiled'}, CPU time."
    if not quick:
        for name, values in REFERENCES.items():
            for mode, printed in zip(MODES, values, strict=True):
                yield row(name, mode, printed)
    for name in BARS:
        yield row(name, "everything", None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="only the specials that have a bar, with everything")
    for line in table(parser.parse_args().quick):
        print(line, flush=True)


if __name__ == "__main__":
    main()
