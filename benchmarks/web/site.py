"""How quick the games are without a server: what is fetched, how long until the page and the engine are there, and the
engine's pace in Chromium beside the same interpreted engine on this machine's Python.

    python -m benchmarks.web.site

Cold is a first visit with nothing kept, warm a second one with the service worker at work. Sizes are as a host sends
them compressed (gzip -9). The pace is that of benchmarks/web/pace.py, in both places.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.house import FLAGS, find_browser
from tests.web.site import Site, run_there

PACE = Path(__file__).with_name("pace.py")
FIRST_VISIT_MB, PAGE_SECONDS, COLD_SECONDS, WARM_SECONDS = 8.0, 2.0, 8.0, 5.0
PARTS = (  # of the site: title, and where its files lie
    ("page, boards, letters", ("index.html", "assets")),
    ("catalogue and texts", ("data",)),
    ("Python", ("engine/pyodide", "engine/python_stdlib")),
    ("packages", ("engine/librt", "engine/msgspec", "engine/mypy_extensions")),
    ("the games' rules", ("engine/parcferme",)),
)
ENGINE = "() => performance.getEntriesByName('engine')[0]?.startTime ?? 0"
Pace = dict[str, dict[str, float]]


def main() -> None:
    with Site() as site, sync_playwright() as playwright:
        tell_sizes(site.folder)
        with playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS)) as browser:
            tell_loading(site, browser)
            tell_pace(pace_there(site, browser), pace_here())


def tell_sizes(folder: Path) -> None:
    """What a first visit fetches, by part; a visitor of one language gets less."""
    print(f"size compressed, bar {FIRST_VISIT_MB:.1f} MB for all")
    whole = 0.0
    for title, places in PARTS:
        size = sum(packed(path) for path in folder.rglob("*") if path.is_file() and belongs(path, folder, places))
        whole += size
        print(f"  {title:24} {size / 1e6:6.2f} MB")
    print(f"  {'all':24} {whole / 1e6:6.2f} MB", flush=True)


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def belongs(path: Path, folder: Path, places: tuple[str, ...]) -> bool:
    return path.relative_to(folder).as_posix().startswith(places)


def tell_loading(site: Site, browser: Browser) -> None:
    context = browser.new_context(base_url=site.url, locale="en-GB")
    print(f"seconds until the page can be used (bar {PAGE_SECONDS}), until the engine is there")
    cold = visited(context)
    print(f"  cold {cold[0]:6.2f} {cold[1]:6.2f} (bar {COLD_SECONDS})", flush=True)
    warm = visited(context)
    print(f"  warm {warm[0]:6.2f} {warm[1]:6.2f} (bar {WARM_SECONDS})", flush=True)
    context.close()


def visited(context: BrowserContext) -> tuple[float, float]:
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play bots: Rallyman", exact=True).wait_for()
    shown = float(page.evaluate("() => performance.now()"))
    engine = float(page.evaluate(ENGINE))
    while not engine:
        page.wait_for_timeout(50)
        engine = float(page.evaluate(ENGINE))
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.close()
    return shown / 1000, engine / 1000


def pace_there(site: Site, browser: Browser) -> Pace:
    page: Page = browser.new_page()
    page.set_default_timeout(0)
    told: Pace = json.loads(run_there(page, site, PACE.read_text("utf-8")))
    page.close()
    return told


def pace_here() -> Pace:
    environment = {**os.environ, "PARCFERME_PURE": "1"}
    run = subprocess.run([sys.executable, str(PACE)], check=True, capture_output=True, text=True, env=environment)
    told: Pace = json.loads(run.stdout)
    return told


def tell_pace(there: Pace, here: Pace) -> None:
    print(
        "interpreted engine, in the browser / on this machine: steps a second, longest move of each level, first hint"
    )
    for game, figures in there.items():
        cells = [f"{figures['steps'] / 1000:5.0f} / {here[game]['steps'] / 1000:5.0f} k"]
        cells += [f"{name} {figures[name]:5.2f} / {here[game][name]:5.2f} s" for name in figures if name != "steps"]
        print(f"  {game:12} " + "  ".join(cells), flush=True)


if __name__ == "__main__":
    main()
