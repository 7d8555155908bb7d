"""A long season through the real server: `python -m benchmarks.server.season [CREWS]`. Prints how long its parts take.

Six events of five games with that many crews (40), a restart at every change of state, protests, a bulletin, a tie of
three; then every published file is checked, and every number of one of them is changed in turn and must be refused.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.server.house import House
from tests.server.season import Season, numbers, refusal_of, spoilt
from tests.table.helpers import toys_registered


def run(crews: int) -> None:
    with tempfile.TemporaryDirectory() as folder, toys_registered():
        began = time.perf_counter()
        season = Season(lambda: House(str(Path(folder) / "season.db")), crews)
        season.play()
        print(f"{crews} crews, 6 events, {season.restarts} restarts: {time.perf_counter() - began:.1f} s")
        began = time.perf_counter()
        files = season.files()
        wrong = [name for name, text in files.items() if refusal_of(text)]
        print(f"files that do not hold: {wrong or 'none'} ({time.perf_counter() - began:.1f} s for all six)")
        _spoil(files["code"])
        season.house.close()


def _spoil(text: str) -> None:
    document = json.loads(text)
    document.pop("journal")
    places = numbers(document)
    missed = [place for place in places if not refusal_of(spoilt(text, place))]
    print(f"numbers changed one by one: {len(places)}, not noticed: {missed or 'none'}")


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
