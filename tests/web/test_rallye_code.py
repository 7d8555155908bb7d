"""Rallye-Code: dice roll by themselves where nothing is to be decided, for who wants it, and for nobody else."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.play import at_rest

PAINTED = 16  # units of the board: the towns' names, which are part of the picture
SCALE = "Number(getComputedStyle(document.querySelector('.board .sheets')).getPropertyValue('--k'))"
TWO = {"game": "rallye_code", "options": {"players": 2}, "name": "Merle"}


def test_a_lone_roll_is_made_by_itself_once_that_is_wished(page: Page) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    page.goto(f"/table/{page.request.post('/api/tables', data={**TWO, 'seats': seats}).json()['id']}")
    rolled = page.locator(".log li", has_text="Merle")
    main, wish = page.locator("main.table"), page.get_by_label("Roll automatically where there is nothing to decide")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    node = str(main.get_attribute("data-node"))
    at_rest(page)
    expect(main).to_have_attribute("data-node", node)  # nothing rolls unasked
    before = rolled.count()
    wish.check()
    expect(main).not_to_have_attribute("data-node", node)
    expect(rolled.nth(before)).to_be_attached()


def test_the_board_begins_where_the_towns_can_be_read_and_follows_the_car_that_plays(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    page.goto(f"/table/{page.request.post('/api/tables', data={**TWO, 'seats': seats}).json()['id']}")
    expect(page.get_by_role("button", name="Close up", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    at_rest(page)
    assert page.evaluate(SCALE) * PAINTED >= 9
    expect(page.locator(".board .due")).to_be_in_viewport()  # the car that is to be rolled for
    page.get_by_role("button", name="Map", exact=True).click()
    at_rest(page)
    assert page.evaluate(SCALE) * PAINTED < 9  # all of France is there, too
