"""Puzzles and watching in the browser: chosen on the real board, answered after a choice, driven on; who may be
watched."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Response, expect

from parcferme.solve.puzzle_sets import puzzles_of
from tests.web.conftest import picture
from tests.web.house import House
from tests.web.play import fits, serious

PUZZLE = next(one for one in puzzles_of("rallye_code").values() if len(one.found.judged.losses) == 2)


def test_a_puzzle_is_chosen_committed_answered_and_driven_on(page: Page) -> None:
    heard: list[str] = []

    def note(response: Response) -> None:
        if "/api/puzzles/" in response.url and "/today" not in response.url:
            heard.append(response.text())

    page.on("response", note)
    page.goto(f"/puzzles/{PUZZLE.id}")
    page.get_by_role("button", name="List", exact=True).click()
    page.locator(".plainlist li button[aria-pressed=false]").first.click()
    assert not any('"loss"' in text for text in heard), "the answer came before the choice"
    page.keyboard.press("Enter")
    rows = page.locator(".told li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="yours")).to_have_count(1)
    expect(rows.first).to_contain_text("best")
    expect(page.get_by_text("What 1 driver chose")).to_be_visible()
    picture(page, "puzzle-answered")
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Drive on").click()
    expect(page).to_have_url(re.compile(r"/table/\w+"))


def test_the_road_book_does_not_choose_for_who_is_asked(page: Page) -> None:
    """At a table the Correct Route is laid out at a fork; here that would be the answer."""
    forks = (one for one in puzzles_of("rally_round").values() if one.found.position["phase"] == "fork")
    page.goto(f"/puzzles/{next(forks).id}")
    offers = page.locator(".pick button.offer")
    expect(offers).to_have_count(2)
    for number in range(2):
        expect(offers.nth(number)).to_have_attribute("aria-pressed", "false")
    offers.first.click()
    expect(offers.first).to_have_attribute("aria-pressed", "true")


def test_todays_puzzles_are_listed_and_one_leads_to_the_next(page: Page) -> None:
    page.goto("/puzzles")
    expect(page.locator("section[aria-labelledby=today] li")).to_have_count(5)
    expect(page.locator("section[aria-labelledby=all] li").first).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Solve today’s").click()
    expect(page.locator("main.table")).to_be_visible()
    expect(page.get_by_text("What is the best choice here?")).to_be_visible()


def watched(page: Page, house: House) -> str:
    """All that anybody is told of tables to watch, page by page."""
    told, after = "", "0"
    while after:
        answer = page.request.get(f"{house.url}/api/watch?limit=12&after={after}")
        told, after = told + answer.text(), answer.json()["next"]
    return told


def test_public_tables_can_be_watched_and_private_ones_are_not_there(page: Page, house: House) -> None:
    page.goto("/watch")
    wish = {"game": "rallyman", "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}]}
    for title, visibility in (("Open road", "public"), ("Closed road", "private")):
        body = json.dumps({**wish, "title": title, "visibility": visibility})
        assert page.request.post(f"{house.url}/api/tables", data=body, headers={"Content-Type": "application/json"}).ok
    told = watched(page, house)
    assert "Open road" in told
    assert "Closed road" not in told
    page.goto("/watch")
    expect(page.get_by_text("Closed road")).to_have_count(0)
    expect(page.locator("section .pic svg").first).to_be_visible()
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
