"""Dice fall where the eye is: they tumble, show a face and are counted, and nothing is known before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import at_rest

WATCH = """() => {
  // what the dice do, and what the tray, the commit button and the hazards say meanwhile
  window.seen = [];
  const look = () => {
    const roll = document.querySelector('.roll');
    const now = {
      stage: roll?.classList[1] ?? '',
      tray: Math.round(document.querySelector('.tray')?.getBoundingClientRect().height ?? 0),
      awake: document.querySelector('button.commit')?.disabled === false,
      log: document.querySelectorAll('.log li:not(.empty)').length,
    };
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""


def slow_guest(house: House, chromium: Browser, width: int, motion: str = "no-preference") -> Page:
    guest = new_guest(house, chromium, width, 844)
    guest.add_init_script(
        "localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0.25, language: 'en', log: 'all' }))"
    )
    page = guest.new_page()
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    return page


@pytest.fixture(params=[1440, 390], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, house: House, chromium: Browser) -> Iterator[Page]:
    page = slow_guest(house, chromium, request.param)
    yield page
    page.context.close()


def opened(page: Page) -> None:
    """Alone in a car of Rallyman, before the first die."""
    wish = {"game": "rallyman", "options": {"players": 1}, "seats": [{"kind": "me"}], "name": "Merle"}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    page.locator(".slot[aria-disabled=false]").first.click()
    expect(page.locator("button.commit")).to_be_enabled()
    at_rest(page)
    page.evaluate(WATCH)


def throw(page: Page) -> None:
    """By the keyboard: a tap would wait, as one that comes too soon is meant for what stood there before."""
    page.locator("button.commit").press("Enter")


def stages(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.seen.map((one) => one.stage)")
    return [stage for n, stage in enumerate(found) if stage and (n == 0 or found[n - 1] != stage)]


def test_a_die_tumbles_shows_its_face_and_is_counted_while_the_tray_keeps_its_place(page: Page) -> None:
    opened(page)
    throw(page)
    expect(page.locator(".roll.tumble")).to_be_visible()
    picture(page, f"roll-tumble-{page.viewport_size and page.viewport_size['width']}")
    expect(page.locator("button.commit")).to_contain_text("The dice are rolling")
    expect(page.locator(".roll")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="Roll a die, or stop here")).to_be_visible()
    assert [stage for stage in stages(page) if stage != "held"] == ["tumble", "face", "count"]
    seen = page.evaluate("window.seen")
    assert len({one["tray"] for one in seen}) == 1, "nothing collapses"
    rolling = [one for one in seen if one["stage"]]
    assert not any(one["awake"] for one in rolling), "the button sleeps"
    hidden = [one["log"] for one in rolling if one["stage"] in ("held", "tumble", "face")]
    assert len(set(hidden)) == 1, "nothing is told before the face was seen"


@pytest.mark.parametrize("key", [" ", "Escape", "tap"])
def test_who_does_not_want_to_wait_sees_the_end_at_once(house: House, chromium: Browser, key: str) -> None:
    page = slow_guest(house, chromium, 1440)
    page.add_init_script(
        "localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0.05, language: 'en', log: 'all' }))"
    )  # twenty times as slow: it is not over by itself
    opened(page)
    throw(page)
    expect(page.locator(".roll.tumble")).to_be_visible()
    if key == "tap":
        page.locator(".layer").click(position={"x": 20, "y": 300})
    else:
        page.keyboard.press(key)
    expect(page.locator(".roll")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("rolls 1")
    assert [stage for stage in stages(page) if stage != "held"] == ["tumble"], "nothing more was waited for"
    page.context.close()


def test_who_wants_no_motion_is_told_at_once(house: House, chromium: Browser) -> None:
    page = slow_guest(house, chromium, 1440, "reduce")
    opened(page)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("rolls 1")
    assert stages(page) == []
    page.context.close()


def test_on_a_slow_line_the_die_is_held_and_says_what_it_waits_for(house: House, chromium: Browser) -> None:
    page = slow_guest(house, chromium, 1440)
    gates: list[WebSocketRoute] = []
    kept: list[str | bytes] = []

    def delay(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        gates.append(server)
        line.on_message(lambda message: kept.append(message) if '"act"' in str(message) else server.send(message))

    page.route_web_socket("**/socket*", delay)
    opened(page)
    throw(page)
    expect(page.locator(".roll.held")).to_be_visible()
    expect(page.locator(".roll")).to_contain_text("Waiting for the table")
    picture(page, "roll-held")
    assert stages(page) == ["held"], "nothing tumbles before there is an answer"
    gates[-1].send(kept[-1])
    expect(page.locator(".log")).to_contain_text("rolls 1")
    assert stages(page) == ["held", "tumble", "face", "count"]
    page.context.close()
