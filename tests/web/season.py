"""A season whose crews are scripts and bots, but for one person and one organiser, who do everything by clicks: enter,
type a time sheet, protest and rule, see the championship, take the file along. The server is killed meanwhile."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.games.rally_round.samples import ODILE
from tests.server.rally import OPENS, PASSWORD, at
from tests.server.season import FINAL, Season, numbers, refusal_of, spoilt
from tests.web.play import introduce
from tests.web.test_events import looks_well


def play_by_clicks(season: Season, crew: Page, desk: Page) -> None:
    """From the announcement to final results and the championship."""
    rally = season.rallies["round"]
    known = {"name": rally.host.get("/api/account")["name"], "password": PASSWORD}
    assert desk.request.post("/api/account/login", data=known).ok
    season.step("announce", "announced")
    season.enter()
    enter(crew, rally.id)
    season.at(OPENS, "open")
    hand_in_a_sheet(crew, rally.id)
    season.drive_until_closed()
    publish(desk, rally.id)
    season.step("publish", "provisional")
    protest(crew, rally.id, "Crew 03", "The kit was another one.")
    looks_well(crew, "season-results")
    rule(desk, "Crew 03")
    season.moment = FINAL
    at(season.house, FINAL)
    desk.reload()
    desk.get_by_role("button", name="Declare final").click()
    expect(desk.locator("[aria-current=step]")).to_contain_text("final")
    season.step("final", "final")
    see_the_championship(crew, season.championship()["id"])
    check_the_file(crew, rally.id)


def enter(page: Page, event: str) -> None:
    page.goto("/events")
    page.locator(f'a[href="/events/{event}"]').first.click()
    page.get_by_label("Class").select_option("novice")
    page.get_by_role("button", name="Enter the trial").click()
    introduce(page, "Odile")
    expect(page.get_by_role("button", name="Enter the trial")).to_have_count(0)  # the form says "class novice", too
    expect(page.get_by_text("class novice")).to_be_visible()


def hand_in_a_sheet(page: Page, event: str) -> None:
    """From a file; a cell is changed by hand, wrongly."""
    page.goto(f"/events/{event}")
    page.get_by_role("link", name="Fill in a time sheet").click()
    sheet = ODILE.format(name="Odile", third="20").encode()
    page.locator("input[type=file]").set_input_files({"name": "odile.csv", "mimeType": "text/csv", "buffer": sheet})
    third = page.locator('[data-cell="0/2"]')
    expect(third).to_have_value("30")  # the file is read
    third.fill("10")
    third.press("Enter")
    expect(page.get_by_text("well formed")).to_be_visible()
    page.get_by_role("button", name="Submit for marking").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit for marking").click()
    page.wait_for_url(re.compile(r"/papers/\w+/1$"))
    expect(page.get_by_role("heading", name=re.compile("Cells corrected"))).to_be_visible()


def publish(page: Page, event: str) -> None:
    page.goto(f"/events/{event}/desk")
    page.get_by_role("button", name="Publish provisional results").click()
    expect(page.locator("[aria-current=step]")).to_contain_text("provisional")


def protest(page: Page, event: str, against: str, why: str) -> None:
    page.goto(f"/events/{event}/results")
    page.get_by_role("button", name=re.compile(f"[Pp]rotest.*{against}")).click()
    page.get_by_role("textbox", name=re.compile(against)).fill(why)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text(why)).to_be_visible()


def rule(page: Page, against: str) -> None:
    """The protest is upheld in writing, and the paper found to be a false entry."""
    page.reload()
    expect(page.get_by_text("A protest is pending.")).to_be_visible()
    page.get_by_label("The reason").first.fill("So it was.")
    page.get_by_role("button", name="Uphold").click()
    expect(page.get_by_text("A protest is pending.")).to_have_count(0)
    row = page.get_by_role("row", name=re.compile(against))
    row.get_by_role("button").click()
    page.get_by_label("The reason").first.fill("The kit of another crew.")
    page.get_by_role("button", name="A false entry").click()
    expect(row).to_contain_text("disqualified")


def see_the_championship(page: Page, id: str) -> None:
    page.goto(f"/championships/{id}")
    expect(page.get_by_role("row", name=re.compile("Odile"))).to_be_visible()
    looks_well(page, "season-championship")


def sound_file(page: Page, event: str) -> str:
    """What is downloaded holds."""
    page.goto(f"/events/{event}/results")
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()
    text = saved.value.path().read_text("utf-8")
    assert refusal_of(text) == ""
    return text


def check_the_file(page: Page, event: str) -> None:
    """With one number changed it is refused by the number's name."""
    text = sound_file(page, event)
    document = json.loads(text)
    assert [row["name"] for row in document["classification"]["overall"] if row["status"] == "disqualified"] == [
        "Crew 03"
    ]
    document.pop("journal")
    place = next(one for one in numbers(document) if one.startswith("classification"))
    assert refusal_of(spoilt(text, place)) == place
