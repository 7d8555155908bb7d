"""People's pages, ladders and boards in the browser: what one has driven is found there, and raced against."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from parcferme.core.record import read_record
from parcferme.table.fairness import verify
from tests.server.house import wait_for
from tests.web.conftest import new_guest
from tests.web.house import House
from tests.web.play import fits, introduce, serious

Json = dict[str, Any]
PASSWORD = "correct horse"


def register(page: Page, name: str) -> None:
    answer = page.request.post("/api/account", data={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()


def drive(page: Page, course: Json, **more: object) -> str:
    """Drive a course alone, by the first action each time; returns the table."""
    options = {**course["options"], "players": 1}
    form = {"game": "rally", "options": options, "undo": "off", "aids": ["odds", "review"], "seats": [{"kind": "me"}]}
    table = page.request.post("/api/tables", data={**form, **more}).json()["id"]
    for turn in range(2_000):
        position = page.request.get(f"/api/tables/{table}/position").json()
        if position["status"] != "playing":
            return str(table)
        act = {"node": position["node"], "action": position["actions"][0]["notation"], "id": f"t{turn}"}
        page.request.post(f"/api/tables/{table}/act", data=act)
    raise AssertionError("the drive does not end")


def course_of(page: Page, number: int) -> Json:
    listed = page.request.get("/api/ladders/rally/courses").json()["courses"][number]
    board: Json = page.request.get(f"/api/ladders/rally/courses/{listed['key']}").json()
    return board


def test_a_drive_becomes_the_record_on_board_and_page_and_is_raced_at_one_click(
    house: House, chromium: Browser, guest: BrowserContext
) -> None:
    page = guest.new_page()
    register(page, "Solveig")
    course = course_of(page, 4)
    page.goto(f"/ladders/rally/{course['course']['key']}")
    expect(page.get_by_text("Nobody has driven it yet. The first run will be the record.")).to_be_visible()
    table = drive(page, course)
    board = f"/api/ladders/rally/courses/{course['course']['key']}"
    wait_for(lambda: page.request.get(board).json()["rows"], 120)  # it is played again before it is listed
    page.reload()
    line = page.get_by_role("row", name="You")
    expect(line.get_by_role("link", name=re.compile("^Replay"))).to_have_attribute("href", f"/replay/{table}")
    proof = line.get_by_role("link", name=re.compile("^Certificate")).get_attribute("href")
    assert verify(read_record(page.request.get(str(proof)).text())) > 0, "anybody checks the drive by its dice"
    assert serious(page) == []
    other = new_guest(house, chromium, 390, 844).new_page()
    other.goto(f"/ladders/rally/{course['course']['key']}")
    under = other.get_by_role("row", name="Solveig").locator("td .without-room")
    expect(under).to_have_text(re.compile(r"^([+−]\d|at par)"))
    other.get_by_role("button", name="Drive it against the record").click()
    introduce(other, "Ragna")
    other.wait_for_url(f"**/table/*?ghost={table}")
    expect(other.get_by_text("Against Solveig:")).to_be_visible()
    other.goto("/people/Solveig")
    expect(other.get_by_role("heading", name="Solveig")).to_be_visible()
    best = other.get_by_role("region", name="Personal bests against par")
    expect(best.get_by_role("link", name=course["course"]["title"], exact=True)).to_be_visible()
    assert serious(other) == []
    fits(other)
    other.context.close()


def test_who_hides_their_page_is_seen_by_nobody_else(house: House, chromium: Browser, guest: BrowserContext) -> None:
    page = guest.new_page()
    register(page, "Torunn")
    page.goto("/account")
    red = page.get_by_role("button", name="Red square")
    red.click()
    expect(red).to_have_attribute("aria-pressed", "true")
    page.get_by_role("switch", name="Page and figures").uncheck()
    wait_for(lambda: page.request.get("/api/account").json()["hides"] == ["profile"])
    page.get_by_role("link", name="Your page").click()
    expect(page.get_by_text("Others do not see this page.")).to_be_visible()
    other = new_guest(house, chromium).new_page()
    other.goto("/people/Torunn")
    expect(other.get_by_text("Torunn keeps results private.")).to_be_visible()
    other.context.close()


def test_a_rated_table_asks_for_fair_rules(guest: BrowserContext) -> None:
    page = guest.new_page()
    register(page, "Ulrika")
    page.goto("/new/rallyman")
    page.get_by_label("Rated").check()
    expect(page.get_by_text("The places count towards everybody’s rating.")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    told = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[-1]}").json()
    assert (told["rated"], told["undo"], told["aids"]) == (True, "consent", ["odds", "review"])
    assert told["pace"]["kind"] == "live", "a clock that whoever loses cannot wait out"


def test_on_a_phone_the_chosen_game_is_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/ladders/rallyman")
    expect(page.get_by_role("link", name="Rallyman", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Lunar Rally", exact=True)).not_to_be_in_viewport(ratio=0.9)
