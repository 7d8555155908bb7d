"""A table without aids: every board still shows where a choice leads, and nowhere does a chance appear."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.web.conftest import picture
from tests.web.play import at_rest

NOVICE = {"kind": "bot", "level": "novice"}
PLAY = """
async ({ targets, marks, others, until, limit, draft }) => {
  // point at what the board offers, else press a button of the cockpit, and commit; answers what was seen on the way
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const seen = (query) => [...document.querySelectorAll(query)].filter((one) => one.getBoundingClientRect().width > 0);
  const node = () => document.querySelector('main.table')?.dataset.node;
  const ready = () => seen('.acts button.commit:not(:disabled)')[0];
  const chances = () => [...document.querySelectorAll('main.table, main.table [aria-label], main.table [title]')]
    .flatMap((one) => [one.matches('main') ? one.innerText : '', one.ariaLabel ?? '', one.title ?? ''])
    .flatMap((text) => text.match(/.{0,40}%.{0,10}/g) ?? []);
  const found = { moves: 0, targets: 0, marks: 0, chances: [], ended: false };
  const press = (n) => {
    const [onBoard, beside] = [seen(targets), seen(others)];
    found.targets += onBoard.length;
    const from = onBoard.length ? onBoard : beside;
    from[(n * 7919) % from.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };
  let asleep = performance.now(); // since then nothing could be committed
  const waiting = () => performance.now() - asleep < 120_000;
  for (let idle = 0; found.moves < limit && waiting(); idle += 1) {
    const stage = document.querySelector('header').innerText;
    found.ended = seen('.card[role=status]').length > 0 || (until !== undefined && stage.includes(until));
    if (found.ended) break;
    if (ready()) found.targets += seen(targets).length;
    else press(found.moves + idle);
    await wait(15);
    const commit = ready();
    found.chances.push(...chances());
    if (!commit) continue;
    if (draft) break;
    found.marks += seen(marks).length;
    const before = node();
    commit.click();
    await wait(10);
    document.querySelector('dialog[open] button.due')?.click();
    found.moves += 1;
    for (let n = 0; n < 400 && node() === before; n += 1) await wait(5); // a refused one is tried otherwise
    [idle, asleep] = [0, performance.now()];
  }
  return found;
}
"""
GAMES: dict[str, dict[str, Any]] = {
    "lunar_rally": {
        "options": {"players": 2},
        "targets": ".board .aim", "marks": ".board .trail", "others": ".hand button:not(:disabled)", "limit": 12,
    },
    "rally": {
        "options": {"players": 2, "scope": "stage", "layer": "auto"},
        "targets": ".board .aim", "marks": ".board .reach",
        "others": ".cards button[aria-disabled=false], .disc[aria-disabled=false]", "limit": 400, "ends": True,
    },
    "rally_round": {
        "options": {"players": 2, "kits": "standard"},
        "targets": ".board circle.pick", "marks": ".board .rest", "others": "button.speed, .pick li button",
        "limit": 25,
    },
    "rallye_code": {
        "options": {"players": 2},
        "targets": ".board .due", "marks": ".board .mark.on", "others": ".pick button:not(:disabled)", "limit": 15,
    },
    "rallyman": {
        "options": {"players": 2},
        "targets": ".board .aim:not(.bad)", "marks": ".board .aim.on",
        "others": ".others button, .slot[aria-disabled=false]", "until": "SS2", "limit": 250, "ends": True,
    },
}  # fmt: skip


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_board_shows_targets_and_no_chance_where_the_table_allows_no_aids(page: Page, game: str) -> None:
    wanted, errors = GAMES[game], list[str]()
    page.on("console", lambda said: errors.append(said.text) if is_error(said) else None)
    wish = {"game": game, "options": wanted["options"], "seats": [{"kind": "me"}, NOVICE], "aids": []}
    table = page.request.post("/api/tables", data=wish).json()["id"]
    page.goto(f"/table/{table}")
    expect(page.locator("header .state")).to_be_visible()
    first = page.evaluate(PLAY, {**wanted, "limit": 8})
    page.evaluate(PLAY, {**wanted, "draft": True})
    look_at_it(page, game)
    rest = page.evaluate(PLAY, wanted)
    found = {name: first[name] + rest[name] for name in ("moves", "targets", "marks", "chances")}
    assert found["chances"] == []
    assert found["moves"] > 8, found
    assert found["targets"] > 0, found
    assert found["marks"] > 0, found
    assert rest["ended"] or not wanted.get("ends"), found
    assert errors == []


def is_error(said: ConsoleMessage) -> bool:
    return said.type == "error" and "favicon" not in said.text


def look_at_it(page: Page, game: str) -> None:
    """For people: the board with a choice drafted, on a desk and on a phone."""
    picture(page, f"{game}-without-aids")
    page.set_viewport_size({"width": 390, "height": 844})
    at_rest(page)
    picture(page, f"phone-{game}-without-aids")
    page.set_viewport_size({"width": 1440, "height": 900})
