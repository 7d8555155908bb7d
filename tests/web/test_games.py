"""Every game, from the home page to its result, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from parcferme.core import registry
from tests.web.conftest import picture
from tests.web.play import play_out, start


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_game_is_played_from_the_home_page_to_its_end(page: Page, game: str) -> None:
    start(page, registry.meta(game).title)
    expect(page.locator(".board")).to_be_visible()
    page.wait_for_timeout(1000)
    picture(page, f"{game}-start")
    ended = play_out(page)
    assert ended["over"], f"{game} does not come to an end: {ended}"
    expect(page.get_by_text("Time card")).to_be_visible()
    picture(page, f"{game}-end")
