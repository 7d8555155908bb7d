"""Every game, from the home page to its result, in a real browser: readable by everybody, in words, also on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from parcferme.core import registry
from tests.web.conftest import picture
from tests.web.play import at_rest, choose_short_games, fits, play_out, serious, start, until
from tests.web.test_words import read_along, strange

TIMED = ("rallyman", "rally_round")  # their result is a time
WITH_ODDS = """() => {
  const settings = JSON.parse(localStorage.getItem('parcferme.settings'));
  localStorage.setItem('parcferme.settings', JSON.stringify({ ...settings, odds: true }));
}"""


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_game_is_played_from_the_home_page_to_its_end(page: Page, game: str) -> None:
    page.goto("/")
    choose_short_games(page)
    page.evaluate(WITH_ODDS)
    start(page, registry.meta(game).title)
    expect(page.locator(".board .sheets, .board .wait")).to_be_visible()
    at_rest(page)
    picture(page, f"{game}-start")
    assert serious(page) == []
    page.set_viewport_size({"width": 1366, "height": 660})  # a small laptop, less the browser's own bars
    expect(page.locator(".acts")).to_be_in_viewport(ratio=1)
    until(page, lambda: bool(page.evaluate("document.documentElement.scrollHeight") <= 660))
    page.set_viewport_size({"width": 390, "height": 844})
    at_rest(page)
    picture(page, f"phone-{game}")
    fits(page)
    assert covered(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    read_along(page, game)
    ended = play_out(page)
    assert ended["over"], f"{game} does not come to an end: {ended}"
    expect(page.get_by_text("Time card" if game in TIMED else "Result", exact=True)).to_be_visible()
    headline = page.get_by_role("heading", level=1).inner_text()
    assert is_headline(headline), headline
    picture(page, f"{game}-end")
    assert strange(page) == []
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
    picture(page, f"phone-{game}-end")
    asked = ended["asked"]
    assert isinstance(asked, list)
    assert asked
    assert [line for line in asked if not is_order(str(line))] == [], "every decision is asked for in one sentence"


def is_order(line: str) -> bool:
    """A sentence that a person understands: filled in, without codes, no longer than two lines."""
    return line[:1].isupper() and line.endswith(".") and len(line) <= 90 and not any(c in line for c in "{}_")


def is_headline(line: str) -> bool:
    """It says who has won, or how it ended, in words."""
    return any(
        word in line.lower() for word in (" won", " wins", " are ", " ends ", " end ", " first ", " win ", " the win")
    ) and not (set(line) & set("{}_."))


def covered(page: Page) -> list[str]:
    """Buttons in sight that a finger would not reach, because something else lies over them."""
    found: list[str] = page.evaluate(COVERED)
    return found


COVERED = """() => ['header', '.modes', '.tools', '.tabs', '.acts']
  .flatMap((part) => [...document.querySelectorAll(`${part} button, ${part} a`)])
  .filter((one) => one.offsetParent !== null)
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return y > 0 && y < innerHeight && top !== null && !one.contains(top);
  }).map((one) => one.getAttribute('aria-label') || one.textContent.trim())"""
