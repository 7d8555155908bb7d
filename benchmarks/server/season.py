"""A long season through the real server and browser: `make season`, or
`python -m benchmarks.server.season [CREWS [DRIVERS [TABLES]]]`.

Six events of five games with that many crews (40): one of them and an organiser do everything by clicks, the others are
scripts and bots. Protests, a bulletin that changes a target time, a tie of three, a no-show for whom a bot drives, a
late paper. So many of them (all) drive with the events' dice, and so many tables of the match event (all) are played to
their end; other tables are noted by hand. The server, a process of its own, is killed at the opening and the closing,
and while each of the organisers announces, publishes and declares final.

Then the published files are checked as another machine would, by a copy of the program in another folder that knows
nothing of the server; and numbers of each are changed one by one, at least one of every sort (of the smallest file all
of them), which must be refused by the name of the number. Ends with 1 if not.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright
from tests.server.house import Spawned
from tests.server.season import Season, numbers, refusal_of, spoilt
from tests.support import free_port
from tests.table.helpers import toys_registered
from tests.web.conftest import new_guest
from tests.web.house import FLAGS, find_browser
from tests.web.season import play_by_clicks

import parcferme

SAMPLE = 25  # numbers of each file that are changed besides one of every sort
BEGIN = "1795000000000"  # what the clock shows before it is set


def main(crews: int = 40, drivers: int = 1_000, tables: int = 1_000) -> int:
    with tempfile.TemporaryDirectory() as folder, toys_registered():
        files = played(Path(folder), crews, min(drivers, crews - 2), tables)
        return len(not_holding(Path(folder), files)) + sum(missed(name, text) for name, text in files.items()) > 0


def played(folder: Path, crews: int, drivers: int, tables: int) -> dict[str, str]:
    """The files of a season that was played to its end."""
    began = time.perf_counter()
    (folder / "clock").write_text(BEGIN)
    environment = {"SET_CLOCK": str(folder / "clock"), "PARCFERME_BOTS": "process"}
    house = Spawned(str(folder / "season.db"), free_port(), **environment)
    try:
        season = Season(house, crews - 1, cuts=6, drivers=drivers, played=tables)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            pages = [new_guest(house, browser).new_page() for _ in range(2)]
            play_by_clicks(season, *pages)
            browser.close()
        print(f"{crews} crews, 6 events, {season.restarts} kills: {time.perf_counter() - began:.0f} s", flush=True)
        return season.files()
    finally:
        house.close()


def not_holding(folder: Path, files: dict[str, str]) -> list[str]:
    """The files that a copy of the program elsewhere refuses."""
    elsewhere = folder / "elsewhere"
    shutil.copytree(Path(str(parcferme.__file__)).parent, elsewhere / "parcferme")
    for library in Path(str(parcferme.__file__)).parents[1].glob("*__mypyc*"):  # of a compiled engine
        shutil.copy2(library, elsewhere)
    began = time.perf_counter()
    wrong = [name for name, text in files.items() if not holds_elsewhere(elsewhere, name, text)]
    took = time.perf_counter() - began
    print(f"files that do not hold elsewhere: {wrong or 'none'} ({took:.0f} s for all six)", flush=True)
    return wrong


def holds_elsewhere(elsewhere: Path, name: str, text: str) -> bool:
    (elsewhere / f"{name}.json").write_text(text, "utf-8")
    command = [sys.executable, "-m", "parcferme", "event", "verify", f"{name}.json"]
    environment = {**os.environ, "PYTHONPATH": str(elsewhere)}
    done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)
    print(f"{name}: {' '.join((done.stdout + done.stderr).split())}", flush=True)
    return done.returncode == 0


def missed(name: str, text: str) -> int:
    """How many changed numbers are not refused by their name."""
    places = numbers(json.loads(text))
    tried = places if name == "code" else sample(places)
    named = [(place, refusal_of(spoilt(text, place))) for place in tried]
    wrong = [(place, found or "not noticed") for place, found in named if place != found]
    told = f"{name}: {len(tried)} of {len(places)} numbers changed one by one; not refused by name: {wrong or 'none'}"
    print(told, flush=True)
    return len(wrong)


def sample(places: list[str]) -> list[str]:
    """One number of every sort, and some more."""
    sorts = {re.sub(r"\[\d+\]", "[]", place): place for place in places}
    rest = [place for place in places if place not in sorts.values()]
    return [*sorts.values(), *Random(1).sample(rest, min(SAMPLE, len(rest)))]


if __name__ == "__main__":
    sys.exit(main(*[int(word) for word in sys.argv[1:4]]))
