"""What people read is words in their language: a whole game of each in each language, and no code on the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from parcferme.core import registry
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import PLAY

TEXT = Path(__file__).parents[2] / "web" / "src" / "text"
SHORT: dict[str, dict[str, object]] = {
    "rally": {"scope": "stage"},
    "rallye_code": {"rounds": 6},
    "lunar_rally": {"round_cap": 6},
}

# Every text that appears on the page is read once, while the game is played by the list. What nobody sees (scripts,
# styles, hidden parts that are still laid out for readers count) is left out.
WATCH = r"""
(taken) => {
  const CODES = [/[{}]/, /\b[a-z]+_[a-z_]+\b/, /\bundefined\b/, /\bnull\b/, /\bNaN\b/, /\[object/, /\b[a-z]+\.[a-z]+_?[a-z]*\.[a-z]/];
  const NUMBERED = [/\bPlayer \d/, /\bCar \d/, /\bcar \d/, /\bseat \d/i, /\bjoueur \d/i, /\bgiocatore \d/i, /\bDriver \d/, /Guest to move/];
  const seen = new Set();
  window.found = new Map();
  const read = (text) => {
    const said = text.trim();
    if (!said || seen.has(said)) return;
    seen.add(said);
    const words = said.split(/[\s,;()]+/);
    if (CODES.some((code) => code.test(said)) || NUMBERED.some((code) => code.test(said)) || words.some((w) => taken.has(w)))
      window.found.set(said, (window.found.get(said) ?? 0) + 1);
  };
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement?.closest('script, style, title')) read(node.data);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('script, style')) return;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (node.hasAttribute(name)) read(node.getAttribute(name));
    for (const child of node.childNodes) walk(child);
  };
  window.readAll = () => { walk(document.body); read(document.title); return [...window.found.keys()]; };
  window.readAll();
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'characterData') walk(change.target);
      if (change.type === 'attributes') read(change.target.getAttribute(change.attributeName) ?? '');
      for (const node of change.addedNodes) walk(node);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true,
                              attributeFilter: ['aria-label', 'title', 'placeholder'] });
}
"""


def notations(game: str) -> list[str]:
    """The actions' notations that are no words themselves."""
    made = registry.create(game)
    return [text for text in map(made.format, range(made.actions())) if not text.isalpha()]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", registry.game_ids())
def test_a_whole_game_is_told_in_words(house: House, chromium: Browser, game: str, language: str) -> None:
    context = new_guest(house, chromium)
    settings = json.dumps({"speed": 0, "language": language, "odds": True})
    context.add_init_script(f"localStorage.setItem('parcferme.settings', '{settings}')")
    page = context.new_page()
    said = json.loads((TEXT / f"{language}.json").read_text("utf-8"))
    players = max(2, registry.meta(game).seats[0])
    bots = [{"kind": "bot", "level": "novice"}] * (players - 1)
    wish = {"game": game, "options": {"players": players, **SHORT.get(game, {})}, "seats": [{"kind": "me"}, *bots]}
    answer = page.request.post("/api/tables", data={**wish, "name": "Merle", "visibility": "private"})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")
    expect(page.locator(".log")).to_be_visible()
    taken = json.dumps(notations(game))
    page.evaluate(f"({WATCH})(new Set({taken}))")
    page.wait_for_timeout(300)
    page.get_by_role("button", name=said["board.list"], exact=True).click()
    page.set_default_timeout(240_000)
    ended = page.evaluate(PLAY, 3000)
    assert ended["over"], ended
    page.wait_for_timeout(200)
    found = page.evaluate("window.readAll()")
    picture(page, f"words-{game}-{language}")
    context.close()
    assert found == [], found[:25]
