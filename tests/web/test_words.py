"""What people read is words in their language: a whole game of each in each language, and no code on the page.

The English games are those of test_games.py, most of them longer than these. That no language lacks a text is tested
without a browser.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.core.text import LANGUAGES
from tests.web.conftest import new_guest, picture
from tests.web.house import THINKING, House
from tests.web.play import PLAY

TEXT = Path(__file__).parents[2] / "web" / "src" / "text"
SHORT: dict[str, dict[str, object]] = {
    "rally": {"scope": "stage"},
    "rallye_code": {"rounds": 6},
    "lunar_rally": {"round_cap": 6},
}
CODES = [
    r"[{}]",
    r"\b[a-z]+_[a-z_]+\b",
    r"\bundefined\b",
    r"\bnull\b",
    r"\bNaN\b",
    r"\[object",
    r"\b[a-z]+\.[a-z]+\.[a-z]",
]
NUMBERED = [
    r"\bPlayer \d",
    r"\bCar \d",
    r"\b(?<!’s )(?<!your )car \d",
    r"\bseat \d",
    r"\b[Jj]oueur \d",
    r"\b[Gg]iocatore \d",
]
STRANGE = [*CODES, *NUMBERED, r"\bDriver \d", r"Guest to move", r"\b[A-Z]\d ?[-–] ?[A-Z]\d\b"]

# Every text that comes onto the page is read once, names for readers too, while the game is played by the list.
WATCH = r"""
([strange, notations]) => {
  const patterns = strange.map((one) => new RegExp(one));
  const taken = new Set(notations);
  const [seen, found] = [new Set(), new Set()];
  const read = (text) => {
    const said = text.trim();
    if (!said || seen.has(said)) return;
    seen.add(said);
    const coded = said.split(/[\s,;()]+/).some((word) => taken.has(word));
    if (coded || patterns.some((one) => one.test(said))) found.add(said);
  };
  const NAMES = ['aria-label', 'title', 'placeholder', 'alt'];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE && !node.parentElement?.closest('script, style')) read(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of NAMES) if (node.hasAttribute(name)) read(node.getAttribute(name));
    for (const child of node.childNodes) walk(child);
  };
  window.strange = () => { walk(document.body); read(document.title); return [...found]; };
  window.strange();
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'characterData') walk(change.target);
      if (change.type === 'attributes') read(change.target.getAttribute(change.attributeName) ?? '');
      for (const node of change.addedNodes) walk(node);
    }
  }).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: NAMES,
  });
}
"""


def notations(game: str) -> list[str]:
    """The actions' notations that are no words themselves."""
    made = registry.create(game)
    return [text for text in map(made.format, range(made.actions())) if not text.isalpha()]


def read_along(page: Page, game: str) -> None:
    """From now on everything on the page is read; a hint, too, which names the same actions."""
    page.evaluate(WATCH, [STRANGE, notations(game)])
    expect(page.locator(".coach.due")).to_be_visible()
    if page.locator("button.ask").count():  # there is none where nothing is to choose
        page.keyboard.press("h")
        expect(page.locator(".hint li").first).to_be_visible(timeout=THINKING)


def strange(page: Page) -> list[str]:
    """What has been read that is no language."""
    found: list[str] = page.evaluate("window.strange()")
    return found


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("game", registry.game_ids())
def test_a_whole_game_is_told_in_words(house: House, chromium: Browser, game: str, language: str) -> None:
    context = new_guest(house, chromium)
    settings = json.dumps({"speed": 0, "language": language, "odds": True})
    context.add_init_script(f"localStorage.setItem('parcferme.settings', '{settings}')")
    page = context.new_page()
    said = json.loads((TEXT / f"{language}.json").read_text("utf-8"))
    players = max(2, registry.meta(game).seats[0])
    bots = [{"kind": "bot", "level": "novice"}] * (players - 1)
    options = {**courses_of(game).presets["short"], **SHORT.get(game, {}), "players": players}
    wish = {"game": game, "options": options, "seats": [{"kind": "me"}, *bots]}
    answer = page.request.post("/api/tables", data={**wish, "name": "Merle", "visibility": "private"})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")
    expect(page.locator(".log")).to_be_visible()
    read_along(page, game)
    page.get_by_role("button", name=said["board.list"], exact=True).click()
    ended = page.evaluate(PLAY, 3000)
    assert ended["over"], ended
    found = strange(page)
    picture(page, f"words-{game}-{language}")
    context.close()
    assert found == []
