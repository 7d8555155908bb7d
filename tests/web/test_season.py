"""A short season by clicks. `python -m benchmarks.server.season` plays the long one."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.server.house import Spawned
from tests.server.season import Season
from tests.web.season import play_by_clicks


def test_a_season_by_clicks(server: Spawned, pages: list[Page]) -> None:
    crew, desk, _ = pages
    play_by_clicks(Season(server, crews=5), crew, desk)
