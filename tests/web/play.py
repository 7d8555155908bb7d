"""Playing any game in the browser by its plain list of actions, as a keyboard or screen-reader player does."""

from __future__ import annotations

import time
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.house import PATIENCE

PLAY = """
async (limit) => {
  // press the first or last action and commit, as long as the table asks; answers how it ended and how it was asked
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const visible = (query) => [...document.querySelectorAll(query)].filter((one) => one.offsetParent !== null);
  const node = () => document.querySelector('main.table')?.dataset.node;
  const asked = new Set();
  let since = performance.now(); // nothing has been committed
  for (let moves = 0; moves < limit && performance.now() - since < 180_000; ) {
    if (visible('.card[role=status]').length) return { moves, over: true, asked: [...asked] };
    const actions = visible('.plainlist .list li button');
    const order = visible('.coach.due [role=status]')[0]; // after one's own seal the list stays, and nothing is asked
    if (!actions.length || !order) { await wait(25); continue; }
    asked.add(order.textContent);
    const pick = actions[moves % 3 === 2 ? 0 : Math.floor((moves * 7919) % actions.length)];
    if (pick.getAttribute('aria-pressed') !== 'true') pick.click();
    await wait(0);
    const commit = visible('.acts button.commit:not(:disabled)')[0];
    if (!commit) { await wait(10); continue; }
    const before = node();
    commit.click();
    await wait(10);
    const sure = [...document.querySelectorAll('dialog[open] button.due')][0];
    if (sure) sure.click();
    moves += 1;
    since = performance.now();
    const awake = () => visible('.acts button.commit:not(:disabled)').length > 0;
    const asking = () => node() === before && visible('.coach.due').length > 0 && !visible('.card[role=status]').length;
    for (let n = 0; n < 4000 && asking() && (n < 200 || !awake()); n += 1) await wait(5); // until it is answered
  }
  return { moves: -1, over: visible('.card[role=status]').length > 0, asked: [...asked] };
}
"""

AT_REST = """
(part) => new Promise((done) => {
  // nothing in it has changed for half a second, and nothing of it moves
  const all = { attributes: true, childList: true, characterData: true, subtree: true };
  const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
  const moves = () => document.getAnimations().some((one) => one.playState === 'running' && ends(one));
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (moves()) wait(); else { observer.disconnect(); done(); } }, 500);
  };
  const observer = new MutationObserver(wait);
  observer.observe(document.querySelector(part), all);
  wait();
})
"""


def until(page: Page, so: Callable[[], bool], milliseconds: int = PATIENCE) -> None:
    """Wait for what no expectation of Playwright can say."""
    end = time.monotonic() + milliseconds / 1000
    while not so():
        assert time.monotonic() < end, "it did not come to be so"
        page.wait_for_timeout(50)


def press(page: Page, what: str) -> None:
    """… if it is there at this very moment: what others do may take it away."""
    page.evaluate("(what) => document.querySelector(what)?.click()", what)


def at_rest(page: Page, part: str = "body") -> None:
    """Wait until a part of the page is drawn to the end."""
    page.evaluate(AT_REST, part)


def fits(page: Page, width: int | None = None) -> None:
    """Nothing is wider than the screen (or so many pixels), once the page is laid out for it."""
    assert page.viewport_size is not None
    room = width or page.viewport_size["width"]
    until(page, lambda: bool(page.evaluate("document.documentElement.scrollWidth") <= room))


def serious(page: Page) -> list[str]:
    """What axe-core finds that keeps people out."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['help']}" for one in found if one["impact"] in ("serious", "critical")]


def start(page: Page, title: str, name: str = "Merle") -> None:
    """From the home page to the table: two clicks, and a name the first time."""
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name=f"Play bots: {title}", exact=True).click()
    introduce(page, name)
    page.wait_for_url("**/table/*")


def choose_short_games(page: Page) -> None:
    """On the home page, and for all that follow: short, and against bots that do not think long."""
    page.get_by_role("button", name="Short", exact=True).click()
    page.get_by_label("Bots", exact=True).select_option("Novice")


def introduce(page: Page, name: str) -> None:
    """Answer the question that is asked once."""
    asked = page.get_by_role("dialog", name="What should the others call you?")
    asked.get_by_label("Your name").fill(name)
    asked.get_by_role("button", name=f"Play as {name}").click()


def play_out(page: Page, limit: int = 3000) -> dict[str, object]:
    """Play to the end by the list; the answer says how many moves it took, whether the match is over, and everything
    that the coach line asked for."""
    page.get_by_role("button", name="List", exact=True).click()
    found: dict[str, object] = page.evaluate(PLAY, limit)
    return found
