"""On a phone what is asked and what answers it are in sight together, and large enough for a thumb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from parcferme.core import registry
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import until
from tests.web.test_turns import wreck

DECISIONS = 14
SHORT: dict[str, dict[str, object]] = {"rally": {"scope": "stage"}}
# How far the coach line's end is above the buttons at the thumb, and its beginning below the page's top edge.
IN_SIGHT = """() => {
  window.scrollTo(0, 0);
  const asked = document.querySelector('.coach').getBoundingClientRect();
  const acts = document.querySelector('.acts').getBoundingClientRect();
  return [Math.round(asked.top), Math.round(acts.top - asked.bottom)];
}"""
AT_THUMB = "Math.abs(innerHeight - document.querySelector('.acts').getBoundingClientRect().bottom) < 2"
# Whatever can be pressed and is smaller than a thumb; what stands within a sentence (clauses) keeps its line.
SMALL = """() => [...document.querySelectorAll('button:not(.rule), a[href], input, select, summary, [role=tab]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => !one.closest('.skips, p'))
  .filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true')
  .map((one) => [one.getAttribute('aria-label') || one.textContent.trim(), one, one.closest('label') ?? one])
  .map(([name, one, hit]) => [name || one.className, hit.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([name, box]) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`)"""


@pytest.fixture
def phone(house: House, chromium: Browser) -> Iterator[BrowserContext]:
    with new_guest(house, chromium, 390, 844) as context:
        yield context


def tabs_are_there(page: Page) -> bool:
    """… once one has carried on."""
    on = page.get_by_role("button", name="Carry on")
    if on.count():
        on.click()
    return page.get_by_role("tab", name="Crews", exact=True).is_visible()


@pytest.mark.parametrize("game", registry.game_ids())
def test_what_is_asked_is_in_sight_and_can_be_touched(phone: BrowserContext, game: str) -> None:
    page = phone.new_page()
    table = opened(page, game, max(2, registry.meta(game).seats[0]))
    asked, small = set(), set()
    for n in range(DECISIONS):
        position = decision(page, table)
        if position["status"] != "playing":
            break
        expect(page.locator("main.table")).to_have_attribute("data-node", str(position["node"]))
        expect(page.locator("#choices")).to_have_attribute("aria-disabled", "false")
        expect(page.locator(".coach.due")).to_be_visible()  # what was sealed before has been shown
        asked.add(page.locator(".coach [role=status]").inner_text())
        top, room = page.evaluate(IN_SIGHT)
        assert top >= 0
        assert room >= 0, f"behind the buttons: {asked}"
        small.update(page.evaluate(SMALL))
        if n % 5 == 4:  # people and log lie behind tabs, which leave a phone to what has happened to one's own car
            until(page, lambda: tabs_are_there(page))
            for tab in ("Crews", "Log", "Play"):
                page.get_by_role("tab", name=tab, exact=True).click()
                small.update(page.evaluate(SMALL))
        actions = position["actions"]
        move = {"node": position["node"], "action": actions[n * 7919 % len(actions)]["notation"], "id": f"n{n}"}
        made = page.request.post(f"/api/tables/{table}/act", data=move).ok
        assert made or [one["notation"] for one in actions] == ["drive_on"], "only that is done by itself"
    picture(page, f"phone-asked-{game}")
    assert asked
    assert not small, "; ".join(sorted(small))


def test_dice_and_stop_of_rallyman_need_no_scrolling(phone: BrowserContext) -> None:
    page = phone.new_page()
    table = opened(page, "rallyman", 1)
    position = decision(page, table)
    first = next(one["notation"] for one in position["actions"] if one["form"]["kind"] == "roll")
    assert page.request.post(f"/api/tables/{table}/act", data={"node": position["node"], "action": first, "id": "a"}).ok
    stop = page.get_by_role("button", name="Stop", exact=False).first
    expect(stop).to_be_visible()
    above = page.locator(".acts").bounding_box()
    assert above is not None
    for choice in [*page.locator(".tray .slot").all(), stop]:
        box = choice.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= above["y"]
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["height"] >= 240


def test_what_has_happened_is_in_sight_however_far_one_had_scrolled(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.set_viewport_size({"width": 390, "height": 560})
    table = opened(page, "rallyman", 1, sisu=False)
    decision(page, table)
    expect(page.locator("#choices")).to_have_attribute("aria-disabled", "false")
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("window.scrollY") > 0
    wreck(page, table)
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert page.evaluate("window.scrollY") == 0


def test_what_commits_lies_at_the_thumb_however_little_there_is_to_choose(phone: BrowserContext) -> None:
    page = phone.new_page()
    table = opened(page, "lunar_rally", 2)
    decision(page, table)
    expect(page.locator("#choices")).to_have_attribute("aria-disabled", "false")
    until(page, lambda: bool(page.evaluate(AT_THUMB)))
    page.get_by_role("tab", name="Crews", exact=True).click()
    expect(page.get_by_role("heading", name="Goal")).to_be_in_viewport()  # nothing pushes the others down


def test_what_the_others_did_pushes_no_card_of_lunar_rally_off_the_screen(phone: BrowserContext) -> None:
    page = phone.new_page()
    table = opened(page, "lunar_rally", 3)
    since = page.get_by_role("region", name="Since your last turn")
    for n in range(40):
        position = decision(page, table)
        expect(page.locator("main.table")).to_have_attribute("data-node", str(position["node"]))
        if position["actions"][0]["form"]["kind"] == "program" and since.count():
            break
        move = {"node": position["node"], "action": position["actions"][0]["notation"], "id": f"n{n}"}
        assert page.request.post(f"/api/tables/{table}/act", data=move).ok
    expect(since.get_by_role("button")).to_have_count(1)  # one line
    page.reload()
    expect(since).to_be_visible()
    expect(page.locator(".hand button").first).to_be_visible()
    above = page.locator(".acts").bounding_box()
    assert above is not None
    for card in page.locator(".hand button").all():
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= above["y"] + 1
    picture(page, "phone-since-lunar")


def opened(page: Page, game: str, players: int, **more: object) -> str:
    bots = [{"kind": "bot", "level": "novice"}] * (players - 1)
    options = {"players": players, **SHORT.get(game, {}), **more}
    wish = {"game": game, "options": options, "seats": [{"kind": "me"}, *bots], "name": "Merle"}
    table = str(page.request.post("/api/tables", data=wish).json()["id"])
    page.goto(f"/table/{table}")
    return table


def decision(page: Page, table: str) -> dict[str, Any]:
    """The position once one is asked again, or the match is over."""
    for _ in range(600):
        found: dict[str, Any] = page.request.get(f"/api/tables/{table}/position").json()
        if found["actions"] or found["status"] != "playing":
            return found
        page.wait_for_timeout(100)
    raise AssertionError("nobody asks")
