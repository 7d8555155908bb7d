"""How quick the client is in a real Chromium: the first board on a slow machine, and the frames of a moving map.

    python -m benchmarks.web.bench [--runs 3] [--game rally_round …]
    python -m benchmarks.web.site               what the games without a server take; `make bench-web` runs both

The first board is timed from the navigation to the second frame after it was drawn, cold, with the CPU throttled four
times; then the same for the choices beside it, with which one acts. Beside them stands what the page's main thread has
worked for the board: four times its processor time in a run without throttling, which other work on the machine changes
less. Frames are counted in the browser's own trace while the Rally
Round map is dragged, enlarged, and while a car crosses it. Without a graphics card (as here, `--disable-gpu`) all of it
is drawn by the processor.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.house import FLAGS, House, find_browser

from parcferme.core import registry

SLOWER = 4
FIRST_BOARD_MS = 1500
FRAMES = 60
WORK = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]  # what a trace of work needs
SECONDS = 2.5

# the moments the first board and the choices stand on the screen: two frames after they are in the page
WATCH = """
localStorage.setItem('parcferme.settings', '{"language": "en", "speed": 1}');
const shown = (what) => new Promise((tell) => new MutationObserver((_, watcher) => {
  if (!document.querySelector(what)) return;
  watcher.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => tell(performance.now())));
}).observe(document, { childList: true, subtree: true }));
window.boardShown = shown('.sheets > svg');
window.choicesShown = shown('.choices > *');
"""

# one movement of the hand for each frame: around in a circle, or in and out
MOVE = """
async ([kind, seconds]) => {
  const board = document.querySelector('.window');
  const box = board.getBoundingClientRect();
  board.setPointerCapture = () => {};
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const point = (type, dx, dy) => board.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, button: 0, buttons: 1, clientX: x + dx, clientY: y + dy, bubbles: true }));
  const turn = (deltaY) => board.dispatchEvent(new WheelEvent('wheel', {
    deltaY, clientX: x, clientY: y, bubbles: true, cancelable: true }));
  const cars = [...document.querySelectorAll('.sheets .mover')].map((car) => [car, new DOMMatrix(car.style.transform)]);
  const acts = {
    pan: (n) => point('pointermove', 120 * Math.sin(n / 12), 90 * Math.cos(n / 12)),
    zoom: (n) => turn(Math.sin(n / 12) > 0 ? -15 : 15),
    drive: (n) => { if (n % 20 === 0) for (const [car, home] of cars) { // to and fro, in sight and never at rest
      car.style.transition = 'transform 500ms linear';
      car.style.transform = `translate(${home.e + 150 * ((n / 20 + 1) % 2)}px, ${home.f + 9 * (n / 20)}px)`; } },
  };
  if (kind === 'pan') point('pointerdown', 0, 90);
  const began = performance.now();
  let frames = 0;
  while (performance.now() - began < seconds * 1000) {
    await new Promise((done) => requestAnimationFrame(done));
    acts[kind](frames);
    frames += 1;
  }
  if (kind === 'pan') point('pointerup', 0, 0);
  return frames / ((performance.now() - began) / 1000);
}
"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--runs", type=int, default=3)
    asked.add_argument("--game", nargs="*", default=registry.game_ids())
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as (house, browser):
        print(f"first board, CPU {SLOWER}x slower, bar {FIRST_BOARD_MS} ms (median of {wish.runs}, worst)")
        print("               board         worst         choices       worst         work alone")
        for game in wish.game:
            runs = [first_board(house, browser, game, SLOWER) for _ in range(wish.runs)]
            work = min(first_board(house, browser, game, 1, trace=True)[2] for _ in range(wish.runs)) * SLOWER
            times = [time for moment in (0, 1) for time in both([run[moment] for run in runs])]
            print(f"  {game:12} " + " ".join(f"{time:10.0f} ms" for time in [*times, work]), flush=True)
        print(f"frames a second on the Rally Round map, bar {FRAMES} (asked by the page, drawn in the trace)")
        for kind, (asked_for, drawn) in frames(house, browser).items():
            print(f"  {kind:12} {asked_for:6.1f} {drawn:6.1f}", flush=True)


def both(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), max(times)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[House, Browser]]:
    with (
        House(folder) as house,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS)) as browser,
    ):
        yield house, browser


def first_board(
    house: House, browser: Browser, game: str, slower: float, trace: bool = False
) -> tuple[float, float, float]:
    """Milliseconds until the board and the choices are shown; with a trace also those worked until the board was."""
    context = browser.new_context(base_url=house.url, viewport={"width": 1440, "height": 900}, locale="en-GB")
    address = seated(context, game)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    if trace:
        browser.start_tracing(page=page, categories=WORK)
        page.wait_for_timeout(200)  # until the page's process has begun it, too
    page.goto(address, wait_until="commit")
    shown = float(page.evaluate("window.boardShown"))
    work = worked(json.loads(browser.stop_tracing())["traceEvents"], address, shown) if trace else math.inf
    ready = float(page.evaluate("window.choicesShown"))
    context.close()
    return shown, ready, work


def worked(events: list[dict[str, Any]], address: str, until: float) -> float:
    """Milliseconds of processor time of the page's main thread from the navigation until that moment."""
    starts = [one for one in events if one["name"] == "navigationStart"]
    mine = next((one for one in starts if one["args"]["data"]["documentLoaderURL"].endswith(address)), None)
    if mine is None:
        return math.inf  # the trace began too late
    tasks = [one for one in events if one["name"] == "RunTask" and one["tid"] == mine["tid"]]
    end = mine["ts"] + until * 1000
    return float(sum(one.get("tdur", 0) for one in tasks if mine["ts"] <= one["ts"] <= end)) / 1000


def seated(context: BrowserContext, game: str) -> str:
    """The address of a table against bots, made without opening a page: the browser's cache stays cold."""
    low, high = registry.meta(game).seats
    players = min(high, max(low, 3))
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "novice"}] * (players - 1)]
    wish = {"game": game, "options": {"players": players}, "pace": {"kind": "untimed"}, "seats": seats}
    answer = context.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['id']}"


def frames(house: House, browser: Browser) -> dict[str, tuple[float, float]]:
    """For each kind of movement: frames a second that the page was asked for, and that were drawn."""
    context = browser.new_context(base_url=house.url, viewport={"width": 1440, "height": 900}, locale="en-GB")
    wish = {"game": "rally_round", "options": {"players": 1, "kits": "standard"}, "seats": [{"kind": "me"}]}
    table = context.request.post("/api/tables", data=wish).json()["id"]
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"/table/{table}")
    page.evaluate("window.boardShown")
    page.wait_for_timeout(1500)
    found = {kind: moved(browser, page, kind) for kind in ("pan", "zoom", "drive")}
    context.close()
    return found


def moved(browser: Browser, page: Page, kind: str) -> tuple[float, float]:
    browser.start_tracing(
        page=page, categories=["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"]
    )
    asked_for = float(page.evaluate(MOVE, [kind, SECONDS]))
    trace = json.loads(browser.stop_tracing())
    drawn = sorted(event["ts"] for event in trace["traceEvents"] if event["name"] == "DrawFrame")
    if len(drawn) < 2:
        return asked_for, 0.0
    return asked_for, (len(drawn) - 1) / ((drawn[-1] - drawn[0]) / 1e6)


if __name__ == "__main__":
    main()
