"""Today's stage in the browser: driven once, then told by decisions and luck, raced against the leader, passed on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, ViewportSize, expect

from parcferme.organise.moments import read_moment
from tests.server.house import Spawned, free_port, wait_for
from tests.web.play import introduce
from tests.web.test_events import looks_well

DAY = "/api/events/daily-2026-11-18"  # a stage of dice


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    clock = tmp_path / "clock"
    clock.write_text(str(read_moment("at", "2026-11-18T12:00:00Z")))
    house = Spawned(str(tmp_path / "t.db"), free_port(), SET_CLOCK=str(clock), PARCFERME_DAILY="yes")
    yield house
    house.close()


@pytest.fixture
def visitors(server: Spawned, chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Two of them."""
    size: ViewportSize = {"width": 1440, "height": 900}
    made = [chromium.new_context(base_url=server.url, viewport=size, locale="en-GB") for _ in range(2)]
    for context in made:
        context.set_default_timeout(20_000)
    yield made
    for context in made:
        context.close()


def drive(request: APIRequestContext) -> dict[str, Any]:
    """The first action offered, again and again, until the stage is driven."""
    begun: dict[str, Any] = request.post(f"{DAY}/drives").json()
    while not request.get(f"{DAY}/drives").json()["drives"][0]["done"]:
        position = request.get(f"/api/tables/{begun['table']}/position").json()
        wish = {"node": position["node"], "action": position["actions"][0]["notation"], "id": f"c{position['node']}"}
        request.post(f"/api/tables/{begun['table']}/act", data=wish)
    return begun


def test_todays_stage_is_driven_told_raced_and_shared(visitors: list[BrowserContext]) -> None:
    leader, other = visitors
    wait_for(lambda: leader.request.get("/api/daily").ok)
    assert leader.request.post(f"{DAY}/enter", data={"name": "Oona"}).ok
    begun = drive(leader.request)
    assert leader.request.post(f"{DAY}/papers", data={"kind": "drive", "attempt": begun["attempt"]}).ok
    page = other.new_page()
    page.goto("/daily")
    expect(page.get_by_text("The lists open once you have driven")).to_be_visible()
    expect(page.get_by_role("heading", name="By decisions")).to_have_count(0)
    page.get_by_role("button", name="Drive today’s stage").click()
    introduce(page, "Odile")
    page.wait_for_url("**/table/*")
    drive(page.request)
    page.goto("/daily")
    page.get_by_role("button", name="Hand in the drive").click()
    expect(page.get_by_role("heading", name="By decisions")).to_be_visible()
    decisions = page.get_by_role("region", name="By decisions")
    expect(decisions.get_by_role("row", name="Odile")).to_be_visible(timeout=90_000)
    expect(page.get_by_text("place 1 of 2").or_(page.get_by_text("place 2 of 2")).first).to_be_visible(timeout=90_000)
    looks_well(page, "daily")
    page.get_by_role("button", name="Share without spoiler").click()
    expect(page.get_by_role("button", name="Copy the text")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Race the leader’s ghost").click()
    page.wait_for_url("**/replay/*ghost=*")
    expect(page.get_by_role("region", name="Ghost").get_by_text("Oona")).to_be_visible()
