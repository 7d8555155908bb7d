"""What is laid out ahead: a kit with one click, a speed while the others move; and what keys and texts a board has."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from parcferme.core.registry import game_ids
from tests.web.conftest import new_guest
from tests.web.house import House
from tests.web.play import serious

READABLE = """() => new Promise((done) => {
  // until no text of the board that is seen is under nine pixels; else the smallest, after a while
  const scale = ({ a, b }) => Math.hypot(a, b);
  const px = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one.getScreenCTM());
  const seen = (one) => one.textContent.trim() && Number(getComputedStyle(one).opacity) > 0;
  const least = () => Math.min(...[...document.querySelectorAll('.window text')].filter(seen).map(px));
  const end = performance.now() + 20000;
  const look = () => least() >= 8.75 || performance.now() > end ? done(least()) : setTimeout(look, 100);
  look();
})"""


def opened(asking: APIRequestContext, game: str, seats: list[str], **options: object) -> str:
    places = [{"kind": kind, "level": "novice" if kind == "bot" else ""} for kind in seats]
    wish = {"game": game, "options": {**options, "players": len(seats)}, "seats": places, "name": "Merle"}
    answer = asking.post("/api/tables", data={**wish, "visibility": "public"})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def position(asking: APIRequestContext, table: str) -> dict[str, Any]:
    found: dict[str, Any] = asking.get(f"/api/tables/{table}/position").json()
    return found


def act(asking: APIRequestContext, table: str, action: str = "") -> None:
    now = position(asking, table)
    wish = {"node": now["node"], "action": action or now["actions"][0]["notation"], "id": f"n{now['node']}"}
    assert asking.post(f"/api/tables/{table}/act", data=wish).ok


def test_a_kit_is_chosen_with_one_click_and_one_commit(page: Page) -> None:
    table = opened(page.request, "rally_round", ["me"])
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Forest", exact=False).first.click()
    expect(page.locator("button.commit")).to_be_enabled()
    assert serious(page) == []
    page.locator("button.commit").click()
    expect(page.locator(".coach [role=status]")).not_to_contain_text("Rally Kit")
    kit = position(page.request, table)["view"]["crews"][0]["kit"]
    assert sorted(kit) == ["A5", "D3", "DR3", "E2", "N1", "S5"]


def test_a_speed_is_planned_while_the_other_moves_and_dropped_where_it_is_not_possible(
    page: Page, house: House, chromium: Browser
) -> None:
    other = new_guest(house, chromium)
    table = opened(page.request, "rally_round", ["me", "open"], kits="standard")
    assert other.request.post(f"/api/tables/{table}/join", data={"name": "Jari"}).ok
    people = [page.request, other.request]

    def wait_for_other() -> None:
        """Everybody moves until Merle has driven and Jari is asked for a speed."""
        for _ in range(200):
            now = position(page.request, table)
            seat = now["turn"]["seats"][0]
            asked = position(people[seat], table)["actions"][0]["form"]["kind"]
            own = next(crew for crew in now["view"]["crews"] if crew["seat"] == 0)
            if seat == 1 and asked == "speed" and own["status"] == "driving":
                return
            act(people[seat], table)
        raise AssertionError("Jari was never asked for a speed")

    def until_own_turn() -> None:
        while position(page.request, table)["turn"]["seats"] == [1]:
            act(other.request, table)

    wait_for_other()
    page.goto(f"/table/{table}")
    plan = page.get_by_role("group", name="Your next speed")
    plan.get_by_role("button", name="10", exact=True).click()
    page.reload()
    expect(plan.get_by_role("button", name="10", exact=True)).to_have_attribute("aria-pressed", "true")
    until_own_turn()
    expect(page.locator(".speed.sel b")).to_have_text("10")
    expect(page.locator("button.commit")).to_be_enabled()
    wait_for_other()
    plan.get_by_role("button", name="100", exact=True).click()
    until_own_turn()
    expect(page.locator(".notice.refused")).to_contain_text("no longer possible")
    expect(page.locator(".speed.sel")).to_have_count(0)
    other.close()


def test_a_die_is_planned_while_the_other_drives(page: Page, house: House, chromium: Browser) -> None:
    other = new_guest(house, chromium)
    table = opened(page.request, "rallyman", ["me", "open"], sisu=False)
    assert other.request.post(f"/api/tables/{table}/join", data={"name": "Jari"}).ok
    people = [page.request, other.request]

    def drive_until(seat: int) -> None:
        """Turns of one die each, until this seat is asked and Merle's car is in gear."""
        for _ in range(60):
            now = position(page.request, table)
            [asked] = now["turn"]["seats"]
            if asked == seat and now["view"]["cars"][0]["gear"]:
                return
            offered = [action["notation"] for action in position(people[asked], table)["actions"]]
            act(people[asked], table, "end" if "end" in offered else offered[0])
        raise AssertionError("nobody was asked")

    drive_until(1)
    page.goto(f"/table/{table}")
    white = page.get_by_role("region", name="Your first die next turn").locator(".slot").nth(5)
    white.click()
    page.reload()
    expect(white).to_have_attribute("aria-pressed", "true")
    assert serious(page) == []
    drive_until(0)
    expect(page.locator(".tray .slot").nth(5)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button.commit")).to_contain_text("Roll W")
    other.close()


@pytest.mark.parametrize("game", game_ids())
def test_a_question_mark_shows_the_keys_and_no_text_of_the_board_is_too_small(page: Page, game: str) -> None:
    table = opened(page.request, game, ["me", "bot"])
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/table/{table}")
        expect(page.locator(".window text").first).to_be_attached()
        assert page.evaluate(READABLE) >= 8.75
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys at this table")
    expect(keys.get_by_text("Confirm what is picked")).to_be_visible()
    expect(keys.locator("dt")).not_to_have_count(5)  # the board has keys of its own
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_a_die_is_taken_by_its_digit(page: Page) -> None:
    table = opened(page.request, "rallyman", ["me"])
    page.goto(f"/table/{table}")
    expect(page.locator(".slot[aria-disabled=false]").first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(".slot[aria-pressed=true] .die")).to_have_text("1")


def test_a_program_is_laid_while_the_others_still_choose(page: Page, house: House, chromium: Browser) -> None:
    other = new_guest(house, chromium)
    table = opened(page.request, "lunar_rally", ["me", "open"])
    assert other.request.post(f"/api/tables/{table}/join", data={"name": "Jari"}).ok
    people = [page.request, other.request]
    while position(page.request, table)["view"]["node"] == "place":
        act(people[position(page.request, table)["turn"]["seats"][0]], table)
    assert position(page.request, table)["view"]["node"] == "program_1"
    act(page.request, table)  # one's own is sealed, Jari still chooses
    page.goto(f"/table/{table}")
    plan = page.get_by_role("region", name="Your next program")
    expect(plan.get_by_role("button", name="Rover 2")).to_have_attribute("aria-pressed", "true")
    for card in ("Forward", "Turn left", "Still"):
        plan.get_by_role("button", name=card).click()
    page.reload()
    taken = plan.get_by_role("button", name="Take back")
    expect(taken).to_have_count(3)
    assert serious(page) == []
    act(other.request, table)
    assert position(page.request, table)["view"]["node"] == "program_2"
    expect(page.locator("button.commit")).to_be_enabled()
    expect(page.locator("button.commit")).to_contain_text("Seal Rover 2")
    page.locator("button.commit").click()
    expect(page.locator(".state, header .chip").first).to_contain_text("Sealed")
    assert position(page.request, table)["own_seal"] == "2:F1.TL.ST"
    other.close()
