"""A long season through the real server: `python -m benchmarks.server.season [CREWS]`. Prints how long its parts take.

Six events of five games with that many crews (40), protests, a bulletin that changes a target time, a tie of three, a
no-show, a late paper. The server, a process of its own, is killed at the opening and the closing, and while each of the
organisers announces, publishes and declares final. Then every published file is checked, and numbers of each are
changed one by one (of the smallest file every one), which must be refused by the name of the number.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.server.house import Spawned
from tests.server.season import Season, numbers, refusal_of, spoilt
from tests.support import free_port
from tests.table.helpers import toys_registered

SAMPLE = 12  # numbers that are changed in each of the larger files


def run(crews: int) -> None:
    with tempfile.TemporaryDirectory() as folder, toys_registered():
        began = time.perf_counter()
        database, clock = str(Path(folder) / "season.db"), str(Path(folder) / "clock")
        Path(clock).write_text("1795000000000")
        house = Spawned(database, free_port(), SET_CLOCK=clock, PARCFERME_BOTS="process")
        try:
            season = Season(house, crews, cuts=6)
            season.play()
            print(f"{crews} crews, 6 events, {season.restarts} kills: {time.perf_counter() - began:.1f} s", flush=True)
            _check(season.files())
        finally:
            house.close()


def _check(files: dict[str, str]) -> None:
    began = time.perf_counter()
    wrong = [name for name, text in files.items() if refusal_of(text)]
    print(f"files that do not hold: {wrong or 'none'} ({time.perf_counter() - began:.1f} s for all six)", flush=True)
    for name, text in files.items():
        _spoil(name, text)


def _spoil(name: str, text: str) -> None:
    document = json.loads(text)
    document.pop("journal")
    places = numbers(document)
    tried = places if name == "code" else Random(1).sample(places, min(SAMPLE, len(places)))
    named = [(place, refusal_of(spoilt(text, place))) for place in tried]
    missed = [place for place, found in named if not found]
    elsewhere = [pair for pair in named if pair[1] and pair[0] != pair[1]]
    print(f"{name}: {len(tried)} of {len(places)} numbers changed one by one; not noticed: {missed or 'none'}", end="")
    print(f"; named by another place: {elsewhere or 'none'}", flush=True)


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
