"""The studio: what is drawn from blank is published and driven, and nobody's strokes are lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import introduce, serious

SAVED = re.compile("^Draft saved")


def begin(page: Page, kind: str) -> None:
    """An empty drawing of a kind, in its editor."""
    page.goto("/studio")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_role("dialog").get_by_role("button", name=kind).click()
    introduce(page, "Signe")
    page.wait_for_url("**/studio/*")


def take(page: Page, tool: str) -> None:
    page.locator(".palette").get_by_role("button", name=tool).first.click()


def draw_scenario(page: Page) -> None:
    page.get_by_role("button", name="Mirror").click()
    take(page, "Crater of three")
    page.locator('[data-hex="F3"]').click()
    expect(page.get_by_text("Crater of three on F3")).to_be_visible()


def draw_route(page: Page) -> None:
    for square in (1, 20, 52):
        page.locator(f'[data-square="{square}"]').click()
    page.get_by_role("button", name="Black Spot on").click()  # the mend for two equally short ways
    expect(page.get_by_text("equally short ways")).to_have_count(0)


def draw_roadbook(page: Page) -> None:
    page.locator('[data-entry="C8"]').click()
    page.locator('[data-entry="J1"]').click()
    expect(page.get_by_text("C8-C3, J1-J4.")).to_be_visible()


def draw_road(page: Page) -> None:
    for card in ("1 Rettilineo", "2 Pianura"):
        take(page, card)


def draw_board(page: Page) -> None:
    for place in ("A1", "J1", "J9", "A9"):
        page.locator(f'[data-name="{place}"]').click()
    page.get_by_role("button", name="Back to Paris").click()
    page.get_by_role("button", name=re.compile("^Gérance 2")).click()
    for place in ("D1", "H1", "J5", "D9"):
        page.locator(f'[data-name="{place}"]').click()
    take(page, "Gendarmerie")
    page.locator('[data-name="A5"]').click()


def draw_deck(page: Page) -> None:
    page.get_by_role("button", name="Offence").first.click()
    page.get_by_role("button", name="Indemnity").first.click()
    page.get_by_label("English").fill("Nothing to report")
    page.get_by_label("English").press("Enter")
    expect(page.get_by_role("button", name="Nothing to report")).to_be_visible()


def draw_cards(page: Page) -> None:
    for _ in range(6):
        page.get_by_role("button", name="Straight on").first.click()
    page.get_by_role("button", name="Square 3, level").click()
    page.get_by_role("group", name="Level", exact=True).get_by_role("button", name="4").click()
    expect(page.get_by_role("button", name="Square 3, level 4")).to_be_visible()


DRAWN: dict[str, Callable[[Page], None]] = {
    "Scenario Lunar Rally": draw_scenario,
    "Route Rally Round": draw_route,
    "Roadbook Rallyman": draw_roadbook,
    "Road RALLY": draw_road,
    "Board Rallye-Code": draw_board,
    "Deck Rallye-Code": draw_deck,
    "Road cards RALLY": draw_cards,
}


@pytest.mark.parametrize("kind", DRAWN)
def test_drawn_from_blank_published_and_opened_as_a_table(page: Page, kind: str) -> None:
    begin(page, kind)
    DRAWN[kind](page)
    page.get_by_label("Name", exact=True).fill("Mare Anguis")
    page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    assert serious(page) == []
    picture(page, f"studio-{DRAWN[kind].__name__}")
    page.goto("/studio")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Mare Anguis"))
    expect(card.get_by_text("version 1")).to_be_visible()
    card.get_by_role("link", name="Open a table").click()
    expect(page.get_by_role("heading", name="Mare Anguis")).to_be_visible()
    page.get_by_role("combobox", name="Red seat").select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("main.table")).to_be_visible()


def cache(page: Page, hex_: str) -> None:
    take(page, "Cache")
    page.locator(f'[data-hex="{hex_}"]').click()


def test_a_later_save_never_overwrites_an_earlier_one(page: Page, guest: BrowserContext) -> None:
    begin(page, "Scenario Lunar Rally")
    cache(page, "C5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    other = guest.new_page()
    other.goto(page.url)
    cache(page, "D5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    cache(other, "E5")
    asked = other.get_by_role("dialog", name="Somebody saved in between")
    asked.get_by_role("button", name="Keep mine as a copy").click()
    other.wait_for_url(lambda url: url != page.url)
    expect(other.get_by_label("Name", exact=True)).to_have_value(re.compile("mine"))
    other.get_by_role("button", name="List", exact=True).click()
    expect(other.get_by_text("Cache, E5")).to_be_visible()
    expect(other.get_by_text("Cache, D5")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="List", exact=True).click()
    expect(page.get_by_text("Cache, D5")).to_be_visible()
    expect(page.get_by_text("Cache, E5")).to_have_count(0)


def test_theirs_is_taken_and_drawn_on(page: Page, guest: BrowserContext) -> None:
    begin(page, "Scenario Lunar Rally")
    other = guest.new_page()
    other.goto(page.url)
    expect(other.locator('[data-hex="C5"]')).to_be_attached()
    cache(page, "C5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    cache(other, "E5")
    other.get_by_role("dialog").get_by_role("button", name="Take theirs").click()
    cache(other, "F5")
    expect(other.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    other.get_by_role("button", name="List", exact=True).click()
    expect(other.get_by_text("Cache, C5")).to_be_visible()
    expect(other.get_by_text("Cache, F5")).to_be_visible()
    expect(other.get_by_text("Cache, E5")).to_have_count(0)


def test_a_phone_draws_in_the_list(house: House, chromium: Browser) -> None:
    context = new_guest(house, chromium, 390, 844)
    page = context.new_page()
    begin(page, "Scenario Lunar Rally")
    expect(page.get_by_text("Drawing needs a wider screen")).to_be_visible()
    page.get_by_label("Piece").select_option(label="Crater of one")
    page.get_by_label("Hex", exact=True).first.fill("f5")
    page.get_by_role("button", name="Lay", exact=True).click()
    expect(page.get_by_text("Crater of one, F5")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Crater of one, F5")).to_have_count(0)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "studio-phone")
    context.close()


def test_others_find_it_on_the_shelf_until_it_is_withdrawn(page: Page, house: House, chromium: Browser) -> None:
    begin(page, "Road RALLY")
    draw_road(page)
    page.get_by_label("Name", exact=True).fill("Strada di Signe")
    page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    context = new_guest(house, chromium)
    visitor = context.new_page()
    visitor.goto("/studio")
    visitor.get_by_role("button", name="Shared by others").click()
    card = visitor.get_by_role("listitem").filter(has_text="Strada di Signe")
    card.get_by_role("button", name="Copy to change").click()
    introduce(visitor, "Merle")
    visitor.wait_for_url("**/studio/*")
    expect(visitor.get_by_label("Name", exact=True)).to_have_value("Copy of Strada di Signe")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Publish version 2")).to_be_visible()
    visitor.goto("/studio")
    visitor.get_by_role("button", name="Shared by others").click()
    visitor.get_by_label("Search by name").fill("Strada di Signe")
    expect(visitor.get_by_text("Nothing fits")).to_be_visible()
    context.close()


def test_an_event_is_held_of_what_was_drawn(page: Page) -> None:
    begin(page, "Route Rally Round")
    draw_route(page)
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    page.goto("/studio")
    page.get_by_role("link", name="Hold an event").click()
    expect(page.get_by_role("heading", name="Route without a name")).to_be_visible()
    page.get_by_label("Name of the event").fill("Dray and Scar")
    for step in ("Window and entry", "Classes and scoring", "Check and announce"):
        page.get_by_role("button", name=f"On to: {step}").click()
    expect(page.get_by_text("Everything fits together")).to_be_visible()
