"""Play some turns of every game by clicks in Firefox and in WebKit, on a server of its own.

    python -m tests.browsers [--only firefox|webkit] [--game GAME] [--turns N] [--pictures FOLDER]

Every game is opened from the home page. Each turn picks an action in the list and commits it on the board, where
something has to move, while the sentence that screen readers speak has to change; before that the board is pulled
about and pinched, the page is loaded anew with a draft on it, and a dialog is opened and closed. Pictures are kept for
people to look at.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.browsers.driver import Browser, BrowserError, Wire
from tests.browsers.firefox import Firefox
from tests.browsers.webkit import WebKit
from tests.web.house import House

ENGINES: dict[str, Callable[[], Wire]] = {"firefox": Firefox, "webkit": WebKit}
LISTEN = """window.faults = [];
addEventListener("error", (event) => faults.push(String(event.message)));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));"""
CARDS = """const label = "Play bots: ";
const cards = [...document.querySelectorAll(`button[aria-label^="${label}"]`)];
return cards.map((one) => one.getAttribute("aria-label").slice(label.length));"""
ACTION = ".plainlist .list li button"
NODE = "return document.querySelector('main.table')?.dataset.node"
AWAKE = "return !document.querySelector('.layer') && !!document.querySelector('#choices[aria-disabled=\"false\"]')"
COMMIT = ".acts button.commit:not(:disabled)"
SHEETS = "return document.querySelector('.sheets')?.getAttribute('style')"
PINCH = """const board = document.querySelector(".window");
const { x, y, width, height } = board.getBoundingClientRect();
const finger = (type, pointerId, dx) => board.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: "touch",
  bubbles: true, clientX: x + width / 2 + dx, clientY: y + height / 2 }));
finger("pointerdown", 21, -40);
finger("pointerdown", 22, 40);
for (let dx = 44; dx <= 80; dx += 4) finger("pointermove", 22, dx);
finger("pointerup", 22, 80);
finger("pointerup", 21, -40);"""
SEEN = "return watched.moved > 0 && watched.said.size > 1"
LONGEST = 4  # times as many turns as are wished, where a game begins with some in which nothing moves
WATCH = """window.watched = { moved: 0, said: new Set() };
const look = () => {
  watched.moved += document.getAnimations().some(({ effect }) => effect?.target?.closest?.(".board")) ? 1 : 0;
  watched.said.add(document.querySelector(".coach [role=status]")?.textContent ?? "");
  requestAnimationFrame(look);
};
look();"""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="make browsers", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", choices=ENGINES)
    parser.add_argument("--game", help="a game's title, as its card on the home page says")
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--pictures", type=Path, default=Path("build/browsers"))
    chosen = parser.parse_args(arguments)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.open()
        try:
            for name in [chosen.only] if chosen.only else ENGINES:
                failed += tour(name, house, chosen)
        finally:
            house.kill()
    return min(failed, 1)


def tour(name: str, house: House, chosen: argparse.Namespace) -> int:
    """All games in one browser; how many went wrong."""
    try:
        browser = Browser(ENGINES[name]())
    except BrowserError as error:
        print(f"{name}: {error}")
        return 1
    failed = 0
    try:
        browser.go(house.url)
        titles = [chosen.game] if chosen.game else games(browser)
        for title in titles:
            failed += play(browser, house.url, title, chosen)
    finally:
        browser.close()
    return failed


def games(browser: Browser) -> list[str]:
    """The titles of the games on offer, from their cards."""
    titles: list[str] = browser.wait(
        lambda: browser.run(CARDS),
        "the games on offer",
    )
    return titles


def play(browser: Browser, url: str, title: str, chosen: argparse.Namespace) -> int:
    began = time.monotonic()
    picture = chosen.pictures / f"{browser.name}-{title}".replace(" ", "_").lower()
    try:
        begin(browser, url, title)
        browser.picture(picture.with_name(picture.name + "-board.png"))
        pull_board(browser)
        pinch_board(browser)
        keep_draft(browser)
        open_dialog(browser)
        browser.run(WATCH)
        for turn in range(LONGEST * chosen.turns):
            if turn >= chosen.turns and browser.run(SEEN):
                break
            take_turn(browser)
        if not browser.run(SEEN):
            raise BrowserError("nothing moved on the board, or no sentence followed another")
        faults = browser.run("return window.faults")
        if faults:
            raise BrowserError(f"errors in the page: {faults}")
    except BrowserError as error:
        print(f"{browser.name:8} {title:12} FAILED: {error}", flush=True)
        browser.picture(picture.with_name(picture.name + "-failed.png"))
        return 1
    browser.picture(picture.with_name(picture.name + ".png"))
    print(f"{browser.name:8} {title:12} {chosen.turns} turns, {time.monotonic() - began:.0f} s", flush=True)
    return 0


def begin(browser: Browser, url: str, title: str) -> None:
    """From the home page to a table with bots."""
    browser.go(url)
    browser.run(LISTEN)
    browser.click("button", "Play now")
    browser.click("button", f"Play bots: {title}")
    browser.wait(lambda: browser.find("dialog[open] input") or browser.find("main.table"), "a name or a table")
    if browser.find("dialog[open] input"):
        browser.type("dialog[open] input", "Merle")
        browser.click("dialog[open] button", "Play as Merle")
    browser.wait(lambda: browser.find("main.table svg"), "the board")
    browser.wait(lambda: browser.run("return document.querySelector('.coach.due') !== null"), "one's own turn")
    browser.wait(lambda: browser.run(AWAKE), "choices that may be taken")


def pull_board(browser: Browser) -> None:
    """The board follows the hand."""
    browser.click("button[aria-label='Larger']")
    before = browser.run(SHEETS)

    def pulled() -> bool:
        browser.drag(".window", (-60, -30))  # again, where something was just being shown above it
        return bool(browser.run(SHEETS) != before)

    browser.wait(pulled, "the board that was pulled")


def pinch_board(browser: Browser) -> None:
    """Two fingers enlarge it."""
    before = browser.run(SHEETS)
    browser.run(PINCH)
    browser.wait(lambda: bool(browser.run(SHEETS) != before), "the board that was pinched")


def keep_draft(browser: Browser) -> None:
    """A draft is there after the page was loaded anew."""
    show_list(browser)
    browser.click(ACTION)
    drafted = browser.wait(
        lambda: browser.run(f"return document.querySelector('{ACTION}[aria-pressed=true]')?.textContent"), "a draft"
    )
    browser.reload()
    browser.wait(
        lambda: browser.run("return document.querySelector('.coach.due') !== null && !window.faults"), "the page again"
    )
    browser.run(LISTEN)
    show_list(browser)
    again = browser.wait(
        lambda: browser.run(f"return document.querySelector('{ACTION}[aria-pressed=true]')?.textContent"),
        "the draft again",
    )
    if again != drafted:
        raise BrowserError(f"the draft was {drafted!r} and is {again!r}")


def open_dialog(browser: Browser) -> None:
    browser.click("button[aria-label='Settings']")
    browser.wait(lambda: browser.find("dialog[open]"), "a dialog")
    browser.click("dialog[open] button", "Done")
    browser.wait(lambda: browser.find("dialog[open]") is None or None, "the dialog closed")


def show_list(browser: Browser) -> None:
    if browser.find(ACTION) is None:
        browser.click("button", "List")


def take_turn(browser: Browser) -> None:
    """Pick the first action that is offered, where none is picked, and commit."""
    browser.wait(
        lambda: browser.find(".coach.due") or browser.find(".card[role=status]"), "one's turn, or the end", 180
    )
    if browser.find(".card[role=status]"):
        return
    # while one's own die rolls it is still one's turn, and nothing can be picked
    browser.wait(lambda: browser.run(AWAKE), "choices that may be taken")
    before = browser.run(NODE)
    show_list(browser)
    if not browser.find(f"{ACTION}[aria-pressed=true]"):
        browser.click(ACTION)
    browser.click(".modes button")  # the board, where it is seen
    browser.wait(lambda: commit(browser, before), "the move that was made", 120)


def commit(browser: Browser, before: str) -> bool:
    """Press the button, as often as it is there: right after its text has changed it sleeps for a moment."""
    if browser.run(NODE) != before:
        return True
    for button in (COMMIT, "dialog[open] button.due"):
        if browser.find(button):
            with suppress(BrowserError):  # gone or asleep since
                browser.click(button)
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
