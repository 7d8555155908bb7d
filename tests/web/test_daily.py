"""Today's stage in the browser: driven once, then told by decisions and luck, raced against the leader, passed on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Route, ViewportSize, expect

from parcferme.organise.moments import read_moment
from tests.server.house import Spawned, wait_for
from tests.support import free_port
from tests.web.house import PATIENCE, THINKING
from tests.web.play import introduce, play_out
from tests.web.site import READY, files
from tests.web.test_events import looks_well
from tests.web.test_site import at_own_turn

DAY = "/api/events/daily-2026-11-18"  # a stage of dice
NEXT_DAY = "2026-11-19T12:00:00Z"  # of a stage on which nothing is rolled


def opened(folder: Path, moment: str, **settings: str) -> Spawned:
    """A server on whose clock it is that moment."""
    clock = folder / "clock"
    clock.write_text(str(read_moment("at", moment)))
    database = str(folder / "t.db")
    return Spawned(database, free_port(), SET_CLOCK=str(clock), PARCFERME_DAILY="yes", **settings)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    house = opened(tmp_path, "2026-11-18T12:00:00Z")
    yield house
    house.close()


@pytest.fixture
def visitors(server: Spawned, chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Two of them."""
    size: ViewportSize = {"width": 1440, "height": 900}
    made = [chromium.new_context(base_url=server.url, viewport=size, locale="en-GB") for _ in range(2)]
    for context in made:
        context.set_default_timeout(PATIENCE)
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
    expect(decisions.get_by_role("row", name="Odile")).to_be_visible(timeout=THINKING)
    expect(page.get_by_text("place 1 of 2").or_(page.get_by_text("place 2 of 2")).first).to_be_visible(timeout=THINKING)
    looks_well(page, "daily")
    page.get_by_role("button", name="Share without spoiler").click()
    expect(page.get_by_role("button", name="Copy the text")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Race the leader’s ghost").click()
    page.wait_for_url("**/replay/*ghost=*")
    expect(page.get_by_role("region", name="Ghost").get_by_text("Oona")).to_be_visible()


def test_what_was_driven_without_the_server_is_handed_in_there(tmp_path: Path, chromium: Browser) -> None:
    """Where nothing is rolled. The engine is told the time of that server, so that both have the same stage."""
    house = opened(tmp_path, NEXT_DAY, PARCFERME_SITE=str(files()))
    context = chromium.new_context(base_url=house.url, locale="en-GB", service_workers="block")
    context.set_default_timeout(READY)
    context.add_init_script("localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0, language: 'en' }))")

    def set_clock(route: Route) -> None:
        now = read_moment("at", NEXT_DAY)
        route.fulfill(body=f"Date.now = () => {now};\n{route.fetch().text()}", content_type="text/javascript")

    context.route("**/house.worker-*.js", set_clock)
    try:
        page = context.new_page()
        page.goto("/alone/#/daily")
        page.get_by_role("button", name="Drive today’s stage").click()
        introduce(page, "Merle")
        page.wait_for_url("**/#/table/*")
        at_own_turn(page)
        assert play_out(page)["over"]
        page.goto("/alone/#/daily")
        page.get_by_role("button", name="Hand in the drive").click()
        page.get_by_role("button", name="Hand in on the server").click()
        page.get_by_role("link", name="Handed in: see the lists").click()
        page.wait_for_url(f"{house.url}/daily")
        expect(page.get_by_role("region", name="By turns")).to_be_visible()
        papers = page.request.get("/api/daily").json()["event"]["yours"]["papers"]
        assert [paper["kind"] for paper in papers] == ["record"]
    finally:
        context.close()
        house.close()
