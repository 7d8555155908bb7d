"""A hint at the table and the review after the finish, in a real browser: one short time trial."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import picture
from tests.web.house import THINKING
from tests.web.play import fits, introduce, play_out, serious

SHORT = {
    "game": "rally",
    "options": {"players": 1, "scope": "stage", "route": "1-12"},
    "visibility": "private",
    "seats": [{"kind": "me"}],
}


def open_table(page: Page, **more: object) -> str:
    page.goto("/")
    table = page.request.post("/api/tables", data={**SHORT, **more}).json()["id"]
    page.goto(f"/table/{table}")
    return str(table)


def test_a_hint_and_then_the_review_of_a_short_stage(page: Page) -> None:
    table = open_table(page)
    hint = page.get_by_role("button", name="Hint", exact=False)
    expect(hint).to_be_visible()
    page.keyboard.press("h")
    ranked = page.get_by_role("region", name="Hint: your actions from best to worst").get_by_role("listitem")
    expect(ranked.first).to_contain_text("best")
    best = ranked.first.get_by_role("button")
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button.commit")).to_be_enabled()
    assert serious(page) == []
    picture(page, "hint")
    page.locator("button.commit").click()
    expect(ranked).to_have_count(0)  # a hint is for one decision

    assert play_out(page)["over"]
    page.get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/review/{table}")
    graph = page.get_by_role("slider", name="Luck and decisions of")
    expect(graph).to_be_visible(timeout=THINKING)
    expect(page.get_by_role("button", name="Decisions")).to_contain_text("turns")
    graph.focus()
    page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("^Move "))
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("columnheader", name="After move")).to_be_visible()
    assert serious(page) == []
    picture(page, "review")
    page.emulate_media(color_scheme="dark")
    picture(page, "review-dark")
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "review-phone")
    fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    moment = page.locator(".moments a").first
    link = str(moment.get_attribute("href"))
    moment.click()
    page.wait_for_url(f"**{link}")
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_role("link", name="Review")).to_be_visible()


def test_a_table_without_aids_shows_none_of_them(page: Page) -> None:
    open_table(page, aids=[])
    expect(page.locator("header .state")).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_aids_are_chosen_with_the_table(page: Page) -> None:
    page.goto("/new/rally")
    hints = page.get_by_label("Hints on your turn")
    expect(hints).not_to_be_checked()  # everybody may find it, and nobody but people sits there
    page.get_by_label("Who may find it").select_option("private")
    expect(hints).to_be_checked()
    page.get_by_label("Odds before a move").uncheck()
    page.get_by_role("button", name="Open the table").click()
    introduce(page, "Merle")
    page.wait_for_url("**/table/*")
    table = page.url.rsplit("/", 1)[1]
    assert page.request.get(f"/api/tables/{table}").json()["aids"] == ["hint", "review"]
