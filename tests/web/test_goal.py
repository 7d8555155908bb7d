"""The goal of each game, and how far one is from it, stand at the table."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from parcferme.core import registry
from parcferme.core.text import LANGUAGES
from tests.web.conftest import new_guest
from tests.web.house import House

BEGINS = {
    "lunar_rally": "The first rover over the finish line wins",
    "rally": "Cross the finish in fewer turns than the others",
    "rally_round": "The lowest penalty wins",
    "rallye_code": "Whoever is richest at the end wins",
    "rallyman": "The lowest total time after 3 specials wins",
}
LEFT = {"rallyman": "spaces to the finish of SS1", "rallye_code": "rounds left"}  # told from the first move on


@pytest.mark.parametrize("game", registry.game_ids())
def test_the_goal_stands_at_the_table(house: House, chromium: Browser, game: str) -> None:
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "novice"}] * (max(2, registry.meta(game).seats[0]) - 1)]
    wish = {"game": game, "options": {"players": len(seats)}, "seats": seats, "name": "Merle"}
    context = new_guest(house, chromium)
    table = context.request.post("/api/tables", data=wish).json()["id"]
    for language in LANGUAGES:
        page = context.new_page()
        settings = json.dumps({"speed": 0, "language": language})
        page.add_init_script(f"localStorage.setItem('parcferme.settings', '{settings}')")
        page.goto(f"/table/{table}")
        goal = page.locator(".goal")
        expect(goal).to_be_visible()
        if language == "en":
            expect(goal).to_contain_text(BEGINS[game])
            expect(goal).to_contain_text(LEFT.get(game, ""))
        told = goal.inner_text()
        assert "{" not in told
        assert f"{game}." not in told
        page.close()
    context.close()
