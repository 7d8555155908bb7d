"""Lunar Rally's reveal is watched step by step, and its board stays above the hand on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from parcferme.core.text import LANGUAGES
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import serious, until

RACE = {"players": 2, "scenario": "blue", "first": "agreed"}


@pytest.fixture
def watcher(house: House, chromium: Browser) -> Iterator[BrowserContext]:
    """Somebody who wants to see what happens."""
    with new_guest(house, chromium) as context:
        yield context


def remember(context: BrowserContext, **settings: object) -> None:
    """Settings of the first visit; later ones keep what was chosen."""
    kept = json.dumps({"speed": 1, "language": "en", "log": "all", **settings})
    context.add_init_script(f"localStorage.getItem('seen') || localStorage.setItem('parcferme.settings', '{kept}')")
    context.add_init_script("localStorage.setItem('seen', '1')")


def placed(page: Page) -> str:
    """A race against a bot whose rovers stand on the line."""
    wish = {"game": "lunar_rally", "options": RACE, "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}]}
    table = str(page.request.post("/api/tables", data={**wish, "name": "Merle"}).json()["id"])
    while not asked(page, table)["view"]["node"].startswith("program"):
        act(page, table)
    return table


def asked(page: Page, table: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = page.request.get(f"/api/tables/{table}/position").json()
    return found


def act(page: Page, table: str) -> None:
    position = page.request.get(f"/api/tables/{table}/position").json()
    if position["actions"]:
        move = {"node": position["node"], "action": position["actions"][0]["notation"], "id": f"n{position['node']}"}
        assert page.request.post(f"/api/tables/{table}/act", data=move).ok


def open_show(page: Page) -> None:
    """Both rovers are programmed; the first turn is run."""
    page.goto(f"/table/{placed(page)}")
    for rover in (1, 2):
        program(page, rover)
    expect(page.locator(".film")).to_be_visible()


def program(page: Page, rover: int) -> None:
    for _ in range(3):
        page.locator(".hand button:enabled").first.click()
    seal = page.get_by_role("button", name=f"Seal Rover {rover}")
    seal.press("Enter")  # a tap would wait: one that comes too soon is meant for what stood there before
    expect(seal).to_have_count(0)


def at_step(page: Page, number: str) -> None:
    """The film stands there; a pattern, so that the last one can be asked for."""
    step = page.locator(".film [aria-current=step]")
    expect(step).to_have_attribute("aria-label", re.compile(f"^Step {number}"))


LAST = r"(\d+) of \1$"


def test_the_reveal_is_watched_phase_by_phase_and_ends_with_what_is_asked(watcher: BrowserContext) -> None:
    remember(watcher)
    page = watcher.new_page()
    open_show(page)
    coach = page.locator(".coach [role=status]")
    expect(coach).to_have_text(re.compile(r"^Phase 1: "))
    expect(page.locator("header .state")).to_contain_text("Your turn")
    expect(page.locator(".film .parts li")).to_have_text(["Phase 1", "Phase 2", "Phase 3"])
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("Home")
    at_step(page, "1 of ")
    first = coach.inner_text()
    page.keyboard.press("ArrowRight")
    at_step(page, "2 of ")
    expect(coach).not_to_have_text(first)  # each step is one message
    expect(page.locator(".log ol")).to_have_attribute("aria-live", "off")
    picture(page, "lunar-reveal")
    page.keyboard.press("End")
    at_step(page, LAST)
    picture(page, "lunar-reveal-end")
    assert serious(page) == []
    page.get_by_role("button", name="Program Rover 1").click()
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator(".hand button:enabled").first).to_be_visible()
    expect(coach).to_have_text(re.compile(r"^Program Rover 1"))
    expect(page.locator(".log li", has_text="reveals")).to_have_count(6)  # three phases of two crews


def test_who_skips_the_show_misses_no_fact_and_may_see_it_again(watcher: BrowserContext) -> None:
    remember(watcher)
    page = watcher.new_page()
    open_show(page)
    page.keyboard.press("Enter")
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator(".log li", has_text="reveals")).to_have_count(6)
    page.locator(".hand button:enabled").first.click()
    page.get_by_role("button", name="See the turn again").click()
    expect(page.locator(".film")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator(".log li", has_text="reveals")).to_have_count(6)
    expect(page.locator(".slot button")).to_have_count(1)  # the card laid before stays


def test_its_speed_is_remembered_and_it_runs_to_its_end_by_itself(watcher: BrowserContext) -> None:
    remember(watcher)
    page = watcher.new_page()
    open_show(page)
    page.get_by_role("button", name="2×").click()
    expect(page.locator(".film")).to_have_count(0, timeout=120_000)
    expect(page.locator(".hand button:enabled").first).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.getItem('parcferme.settings')).film") == 2


def test_where_nothing_may_move_the_steps_are_stills(watcher: BrowserContext) -> None:
    remember(watcher, motion="none")
    page = watcher.new_page()
    open_show(page)
    page.keyboard.press("Space")
    moving = "[...document.querySelectorAll('.sheets g')].map((one) => getComputedStyle(one).transitionDuration)"
    assert set(page.evaluate(moving)) == {"0s"}
    page.keyboard.press("End")
    at_step(page, LAST)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_the_board_stays_above_the_hand(house: House, chromium: Browser, language: str, theme: str) -> None:
    context = new_guest(house, chromium, 390, 844)
    remember(context, language=language, theme=theme)
    page = context.new_page()
    page.goto(f"/table/{placed(page)}")
    hand, board = page.locator(".hand button"), page.locator(".board")
    expect(hand.first).to_be_visible()
    assert min(box(one)["height"] for one in hand.all()) >= 44
    assert min(box(one)["width"] for one in hand.all()) >= 44
    commit = box(page.locator("button.commit"))
    assert box(hand.last)["y"] + box(hand.last)["height"] <= commit["y"], "the whole hand is in sight above the button"
    hand.first.click()
    page.mouse.move(195, 700)
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(300)
    assert box(board)["y"] >= 0, "the board does not leave with the hand"
    picture(page, f"lunar-phone-{language}-{theme}")
    context.close()


# Where the rovers stand that run: both crews' first ones.
ROVERS = """() => [...document.querySelectorAll('.board .plate + text')].filter((one) => one.textContent === '1')
  .map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height }))"""


def within(shape: dict[str, float], board: dict[str, float]) -> bool:
    """All of it."""
    return shape["y"] >= board["y"] and shape["y"] + shape["height"] <= board["y"] + board["height"]


def box(found: Locator) -> dict[str, float]:
    shape = found.bounding_box()
    assert shape is not None
    return {"y": shape["y"], "height": shape["height"], "width": shape["width"]}


def test_on_a_phone_the_show_follows_what_happens_and_leaves_the_whole_hand(house: House, chromium: Browser) -> None:
    context = new_guest(house, chromium, 390, 844)
    remember(context)
    page = context.new_page()
    open_show(page)
    page.keyboard.press("Space")
    expect(page.locator(".turned").last).to_be_visible()
    thumb = box(page.locator("button.commit"))["y"]
    assert max(shape["y"] + shape["height"] for shape in map(box, page.locator(".turned").all())) <= thumb, "all cards"
    page.keyboard.press("Home")
    at_step(page, "1 of ")  # the cards of all crews are turned over, wherever their rovers stand
    board = box(page.locator(".board"))
    until(page, lambda: all(within(shape, board) for shape in page.evaluate(ROVERS)))
    page.keyboard.press("Enter")
    expect(page.locator(".hand button").first).to_be_visible()
    expect(page.get_by_role("button", name="See the turn again")).to_be_visible()
    commit, hand = box(page.locator("button.commit")), box(page.locator(".hand button").last)
    assert hand["y"] + hand["height"] <= commit["y"], "to see it again takes no room from the hand"
    context.close()


def test_a_rover_is_placed_by_thumb(house: House, chromium: Browser) -> None:
    context = new_guest(house, chromium, 390, 844)
    page = context.new_page()
    wish = {"game": "lunar_rally", "options": RACE, "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}]}
    page.goto(f"/table/{page.request.post('/api/tables', data={**wish, 'name': 'Merle'}).json()['id']}")
    spots = page.locator(".spots button")
    expect(spots.first).to_be_visible()
    assert min(box(one)["height"] for one in spots.all()) >= 44
    spots.first.click()
    ways = page.locator(".way")
    expect(ways).to_have_count(2)
    assert min(box(one)["height"] for one in ways.all()) >= 56
    ways.last.click()
    picture(page, "lunar-place-phone")
    page.locator("button.commit").click()
    expect(page.locator(".log li", has_text="is placed on").first).to_be_attached()
    context.close()


def test_before_the_first_round_no_rover_is_said_to_have_run(page: Page) -> None:
    page.goto(f"/table/{placed(page)}")
    expect(page.get_by_role("heading", name="Before the start")).to_be_visible()
    steps = page.get_by_role("list", name="The round").get_by_role("listitem")
    expect(steps).to_have_text([re.compile("Program Rover 1"), re.compile("Program Rover 2")])
    expect(page.locator(".strip .done")).to_have_count(0)
    current = page.locator(".strip li[aria-current=step]")
    expect(current).to_contain_text("Program Rover 1")
    program(page, 1)
    expect(current).to_contain_text("Program Rover 2")  # as the coach says
