"""Rallyman looks ahead: what the next spaces take and risk, and what stopping costs. Dice say what became of them."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from parcferme.core.text import LANGUAGES
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import fits, serious

ALONE = {"players": 1, "stages": ["J1-J4", "C6-C7", "J1-J4"], "sisu": False}


@pytest.mark.parametrize("aids", [["odds"], []], ids=["with odds", "without"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_three_spaces_are_told(house: House, chromium: Browser, language: str, aids: list[str]) -> None:
    context = new_guest(house, chromium)
    settings = json.dumps({"speed": 0, "language": language, "theme": "dark" if language == "it" else "light"})
    context.add_init_script(f"localStorage.setItem('parcferme.settings', '{settings}')")
    page = context.new_page()
    wish = {"game": "rallyman", "options": ALONE, "seats": [{"kind": "me"}], "name": "Merle", "aids": aids}
    table = page.request.post("/api/tables", data=wish).json()["id"]
    position = page.request.get(f"/api/tables/{table}/position").json()
    first = next(action["notation"] for action in position["actions"] if action["form"]["kind"] == "roll")
    move = {"node": position["node"], "action": first, "id": "n"}
    assert page.request.post(f"/api/tables/{table}/act", data=move).ok
    page.goto(f"/table/{table}")
    spaces = page.locator(".ahead li")
    expect(spaces).to_have_count(3)
    expect(spaces.locator(".top > b")).to_have_text(["2", "3", "4"])
    expect(spaces.locator(".risk")).to_have_count(3 if aids else 0)
    if aids:
        expect(spaces.first.locator(".dice i")).to_have_count(1)
        expect(spaces.last.locator(".dice i")).to_have_count(3)
        expect(spaces.last.locator(".risk")).to_have_text(re.compile(r"%$"))
    expect(page.locator(".ahead > p")).to_contain_text(re.compile(r"\d+ s"))
    picture(page, f"rallyman-ahead-{language}-{len(aids)}")
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
    picture(page, f"rallyman-ahead-phone-{language}-{len(aids)}")
    context.close()


def test_used_dice_keep_their_face_and_others_say_why_not(page: Page) -> None:
    wish = {"game": "rallyman", "options": ALONE, "seats": [{"kind": "me"}], "name": "Merle"}
    table = page.request.post("/api/tables", data=wish).json()["id"]
    page.goto(f"/table/{table}")
    slots = page.locator(".tray .slot")
    expect(slots.nth(3)).to_have_attribute("aria-label", "Die 4, not now, 1 first")
    slots.first.click()
    page.locator(".acts button.commit:not(:disabled)").click()
    expect(slots.first).to_have_attribute("aria-label", re.compile("^Die 1, used, (clean|hazard), 1$"))
    expect(slots.first).to_contain_text(re.compile("(clean|hazard), 1$"))
    expect(slots.nth(4)).to_have_attribute("aria-label", "Die 5, not now, 4 steps up")
    expect(slots.nth(4)).to_contain_text("4 steps up")
    slots.nth(4).click(force=True)  # it says it is disabled, and answers all the same
    expect(page.get_by_text("does not follow gear")).to_be_visible()


def test_tyres_are_chosen_by_what_they_do(page: Page) -> None:
    options = {"players": 1, "weather": "fixed", "snow": ["C", "", ""], "sisu": False}
    wish = {"game": "rallyman", "options": options, "seats": [{"kind": "me"}], "name": "Merle"}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    expect(page.locator(".coach p")).to_contain_text("Choose your tyres for SS1")
    choices = page.locator("#choices .others")
    expect(choices.get_by_role("button", name="Snow tyres")).to_contain_text("one white die a turn")
    expect(choices.get_by_role("button", name=re.compile("^Asphalt tyres"))).to_contain_text("the second on snow")
    expect(choices.get_by_role("button", name="Ready to start")).to_contain_text("asphalt tyres")
    expect(page.locator(".people")).not_to_contain_text("Round 0")
    expect(page.locator("#choices")).not_to_contain_text("Sisu")  # a card that nobody has here is not spent
