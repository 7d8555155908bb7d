"""What was picked and not committed is there again after a reload, and nowhere else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House

Json = dict[str, object]


def opened(page: Page, game: str, options: Json, seats: int = 1) -> str:
    wish = {"game": game, "options": {**options, "players": seats}, "seats": [{"kind": "me"}] * seats, "name": "Merle"}
    id = str(page.request.post("/api/tables", data=wish).json()["id"])
    page.goto(f"/table/{id}")
    return id


def first_die(page: Page) -> str:
    """Pick it; how the commit button calls it."""
    page.locator(".slot[aria-disabled=false]").first.click()
    expect(page.locator("button.commit")).to_be_enabled()
    return page.locator("button.commit span").inner_text()


@pytest.mark.parametrize("width", [1440, 390], ids=["desk", "phone"])
def test_a_draft_is_open_again_after_a_reload_until_it_is_committed(
    house: House, chromium: Browser, width: int
) -> None:
    guest = new_guest(house, chromium, width, 844)
    page = guest.new_page()
    opened(page, "rallyman", {})
    said = first_die(page)
    page.reload()
    expect(page.locator("button.commit span")).to_have_text(said)
    expect(page.locator("button.commit")).to_be_enabled()
    expect(page.locator(".slot[aria-pressed=true]")).to_have_count(1)
    picture(page, f"draft-{width}")
    page.keyboard.press("Enter")
    expect(page.locator(".coach [role=status]")).to_contain_text("Roll a die, or stop here")
    page.reload()
    expect(page.locator(".coach [role=status]")).to_contain_text("Roll a die, or stop here")
    expect(page.locator("button.commit")).to_be_disabled()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))") == []
    guest.close()


def test_cards_that_are_laid_stay_laid_over_a_reload(page: Page) -> None:
    id = opened(page, "lunar_rally", {"first": "agreed"}, 1)
    for _ in range(9):
        asked = page.request.get(f"/api/tables/{id}/position").json()
        if asked["kind"] == "joint":
            break
        move = {"node": asked["node"], "action": asked["actions"][0]["notation"], "id": f"n{asked['node']}"}
        assert page.request.post(f"/api/tables/{id}/act", data=move).ok
    page.reload()
    hand = page.locator(".hand button:enabled")
    for _ in range(2):
        hand.first.click()
    laid = page.locator(".slots .slot button")
    expect(laid).to_have_count(2)
    page.reload()
    expect(laid).to_have_count(2)
    hand.first.click()
    page.reload()
    expect(page.get_by_role("button", name="Seal Rover 1")).to_be_enabled()
