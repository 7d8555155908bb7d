"""RALLY: a drive is planned by the square to reach and driven by one commit; mechanics are clicked in any order."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from parcferme.core.text import LANGUAGES
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import at_rest, fits, serious, until

ALONE = {"players": 1, "scope": "stage", "layer": "auto"}


def opened(page: Page) -> str:
    wish = {"game": "rally", "options": ALONE, "seats": [{"kind": "me"}], "name": "Merle"}
    return str(page.request.post("/api/tables", data=wish).json()["id"])


def asked(page: Page, table: str) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/tables/{table}/position?odds=true").json()
    return found


def act_until(page: Page, table: str, phase: str) -> dict[str, Any]:
    """The last thing offered, over and over: mechanics stand at the end of the road."""
    while (position := asked(page, table))["view"]["phase"] != phase:
        act(page, table, position["node"], position["actions"][-1]["notation"])
    return position


def test_the_card_that_is_counted_is_the_one_that_is_asked_for(page: Page) -> None:
    wish = {"game": "rally", "options": {**ALONE, "layer": "last"}, "seats": [{"kind": "me"}], "name": "Merle"}
    table = str(page.request.post("/api/tables", data=wish).json()["id"])
    position = act_until(page, table, "lay")
    act(page, table, position["node"], position["actions"][0]["notation"])
    page.goto(f"/table/{table}")
    expect(page.locator(".coach")).to_contain_text("Lay card 2 of")
    expect(page.get_by_role("region", name="Lay the road")).to_contain_text("card 2 of")


def test_mechanics_are_clicked_in_any_order_and_noted_along_the_road(page: Page) -> None:
    table = opened(page)
    act_until(page, table, "mechanics")
    page.goto(f"/table/{table}")
    squares = page.locator(".squares button")
    expect(squares.first).to_be_visible()
    numbers = [int(squares.nth(n).inner_text().split()[0]) for n in (30, 4, 17)]
    for n in (30, 4, 17):
        squares.nth(n).click()
    commit = page.locator("button.commit")
    expect(commit).to_contain_text(f"Note mechanics on {numbers[1]}, {numbers[2]}, {numbers[0]}")
    picture(page, "rally-mechanics")
    commit.click()
    expect(page.locator(".log li", has_text="Your mechanic waits on")).to_have_count(3)
    stacks = asked(page, table)["view"]["mechanics"]
    assert [stack["number"] for stack in stacks] == [numbers[1], numbers[2], numbers[0]]
    expect(page.locator("#choices .rule").first).to_be_visible()
    expect(page.locator("#choices button:not(.rule):focus")).to_have_count(1)  # on what is chosen next, not on a clause


def test_one_commit_drives_to_the_square_that_was_clicked(page: Page) -> None:
    table = opened(page)
    position = act_until(page, table, "gear")
    sure = [way for way in ways(position) if way["chance"] == "1"]
    far = max(sure, key=lambda way: way["to"])
    page.goto(f"/table/{table}")
    cell = page.get_by_role("button", name=re.compile(rf"^To {far['to']} in {far['gear']}.., brakes \d+, unharmed 100"))
    cell.first.click()
    commit = page.locator("button.commit")
    expect(commit).to_contain_text(re.compile(rf"Drive to {far['to']} in {far['gear']}.., 100\s%"))
    picture(page, "rally-drive")
    assert serious(page) == []
    commit.click()
    expect(page.locator(".log li", has_text=f"enters {far['to']}")).to_have_count(1)
    expect(page.locator("main.table")).not_to_have_attribute("data-node", str(position["node"]))
    view = asked(page, table)["view"]
    number = view["road"]["squares"][view["cars"][0]["place"] - 1][0]
    assert number == far["to"], "it stops where it was sent, and nobody was asked on the way"


def test_what_decides_nothing_is_done_by_itself_and_not_again_once_it_was_taken_back(page: Page) -> None:
    table = opened(page)
    position = act_until(page, table, "gear")
    page.goto(f"/table/{table}")
    expect(page.locator("button.commit")).to_be_visible()
    act(page, table, position["node"], "gear:1")  # at its end a mechanic would change tyres: all are far away
    expect(page.locator("main.table")).not_to_have_attribute("data-node", str(position["node"]))
    until(page, lambda: asked(page, table)["view"]["phase"] == "gear")
    coach = page.locator(".coach [role=status]")
    expect(coach).to_contain_text("Click the square to reach")
    page.get_by_role("button", name="Take back").click()
    expect(coach).to_have_text("Drive on: your tyres cannot be changed here.")
    at_rest(page)
    assert asked(page, table)["view"]["phase"] == "service"
    page.locator("button.commit", has_text="Drive on").click()
    expect(coach).to_contain_text("Click the square to reach")


def act(page: Page, table: str, node: int, action: str) -> None:
    move = {"node": node, "action": action, "id": f"n{node}"}
    assert page.request.post(f"/api/tables/{table}/act", data=move).ok


def ways(position: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {**fact["args"], "gear": action["form"]["gear"]}
        for action in position["actions"]
        for fact in action["odds"]
        if fact["key"] == "odds.to"
    ]


def test_a_square_of_the_road_is_clicked_and_one_out_of_reach_is_refused_with_the_reason(page: Page) -> None:
    table = opened(page)
    position = act_until(page, table, "gear")
    page.goto(f"/table/{table}")
    aims = page.locator(".sheets .aim")
    expect(aims.first).to_be_attached()
    aims.nth(2).dispatch_event("click")
    number = position["view"]["road"]["squares"][position["view"]["cars"][0]["place"] + 2][0]
    expect(page.locator("button.commit")).to_contain_text(f"Drive to {number} in")
    aims.last.dispatch_event("click")
    expect(page.locator(".refused")).to_have_text(re.compile(r"is \d+ squares away; 5th goes \d+ at most\.\s+RA-17"))
    page.keyboard.press("Escape")
    expect(page.locator("button.commit")).to_be_disabled()


SIZES = """() => [...document.querySelectorAll('.ground text.number, .ground text.level')].map((one) => {
  const { a, b } = one.getScreenCTM();
  return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
})"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (390, 844)])
def test_no_figure_on_the_road_is_under_eleven_pixels(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table = opened(page)
    act_until(page, table, "gear")
    page.goto(f"/table/{table}")
    expect(page.locator(".ground text.level").first).to_be_attached()
    until(page, lambda: bool(min(page.evaluate(SIZES)) >= 11))  # once it is drawn afresh at its size


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_fits_a_phone_in_every_language(house: House, chromium: Browser, language: str) -> None:
    context = new_guest(house, chromium, 390, 844)
    settings = json.dumps({"speed": 0, "language": language, "theme": "dark"})
    context.add_init_script(f"localStorage.setItem('parcferme.settings', '{settings}')")
    page = context.new_page()
    table = opened(page)
    act_until(page, table, "gear")
    page.goto(f"/table/{table}")
    cells = page.locator(".pass:visible")
    expect(cells.first).to_be_visible()
    cells.nth(1).click()
    expect(page.locator(".plan")).to_be_visible()
    fits(page)
    box = cells.nth(1).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    picture(page, f"rally-drive-phone-{language}")
    context.close()


def test_before_the_first_turn_nothing_is_said_of_turns_or_tyres(page: Page) -> None:
    table = opened(page)
    act_until(page, table, "mechanics")
    page.goto(f"/table/{table}")
    expect(page.locator("header")).to_contain_text("Monte Carlo")
    expect(page.locator("header")).not_to_contain_text("Turn 0")
    expect(page.locator(".away")).to_have_count(0)
    act_until(page, table, "gear")
    expect(page.locator("header")).to_contain_text("Turn 1")
    expect(page.locator(".away")).to_contain_text("tyres")
