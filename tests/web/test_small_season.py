"""A small season by clicks alone: an organiser sets two events and a championship up, two crews enter, type, paste and
drive, one protests, and everything becomes final. Nobody calls the server by hand; only its clock is set."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from parcferme.organise.moments import read_moment
from parcferme.server.ops.verbs import promote
from tests.games.rally_round.samples import ODILE
from tests.server.house import Spawned
from tests.server.rally import PASSWORD, at
from tests.web.play import introduce, play_out
from tests.web.season import protest, publish, sound_file
from tests.web.test_events import looks_well

OPENS, CLOSES = "2096-11-18T08:00:00Z", "2096-11-20T20:00:00Z"
IN_THE_WINDOW, AFTER, LATER = "2096-11-18T09:00:00Z", "2096-11-20T20:00:01Z", "2096-11-22T20:00:02Z"
SPEEDS = [line.split(",")[5:] for line in ODILE.splitlines()[3:]]  # of the rulebook's sheet, row by row


def test_a_small_season_by_clicks_alone(server: Spawned, pages: list[Page]) -> None:
    desk, odile, nils = pages
    become_organiser(server, desk)
    trophy = organise(desk, "Withy Bottom Trophy", "Rally Round", classes="novice expert")
    climb = organise(desk, "Tycho Gates", "Lunar Rally")
    cup = write_a_championship(desk, "Autumn Cup", ["Withy Bottom Trophy", "Tycho Gates"])
    for crew, name, klass in ((odile, "Odile", "novice"), (nils, "Nils", "expert")):
        enter(crew, "Withy Bottom Trophy", name, klass)
    enter(odile, "Tycho Gates", "", "")
    restart(server, IN_THE_WINDOW)
    type_a_sheet(odile, trophy)
    paste_a_sheet(nils, trophy)
    change_the_time_for_protests(desk, trophy)
    drive(odile, climb)
    restart(server, AFTER)
    publish(desk, trophy)
    publish(desk, climb)
    protest(nils, trophy, "Odile", "The third turn of the stage was too slow.")
    rule(desk, trophy)
    restart(server, LATER)
    for event in (trophy, climb):
        declare_final(desk, event)
    change_the_championship(desk, cup)
    see_the_standings(nils, cup)
    for event in (trophy, climb):
        check_the_file(nils, event)


def restart(server: Spawned, moment: str) -> None:
    """The server is killed, and comes back at that time."""
    server.kill()
    at(server, moment)
    server.start()


def become_organiser(server: Spawned, page: Page) -> None:
    page.goto("/account")
    page.get_by_label("Name", exact=True).fill("Hilke")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Welcome. The games you have played so far are yours to keep.")).to_be_visible()
    promote("Hilke", "organiser", server.database)


def local(page: Page, moment: str) -> str:
    """A moment as a field of this browser takes it."""
    shift = int(page.evaluate("moment => new Date(moment).getTimezoneOffset()", moment))
    return datetime.fromtimestamp(read_moment("at", moment) / 1000 - shift * 60, UTC).strftime("%Y-%m-%dT%H:%M")


def organise(page: Page, title: str, game: str, classes: str = "") -> str:
    """Four steps; answers the event's id."""
    page.goto("/events")
    page.get_by_role("link", name="Organise an event").click()
    page.get_by_label("Name of the event").fill(title)
    page.get_by_role("button", name=game, exact=True).click()
    page.get_by_role("button", name="On to: Window and entry").click()
    page.get_by_label("Opens").fill(local(page, OPENS))
    page.get_by_label("Closes").fill(local(page, CLOSES))
    page.get_by_label("Protests until").select_option("1")
    page.get_by_role("button", name="everybody", exact=True).click()
    page.get_by_role("button", name="On to: Classes and scoring").click()
    page.get_by_label("Classes").fill(classes)
    page.get_by_role("button", name="On to: Check and announce").click()
    page.get_by_role("button", name="Seal and announce").click()
    page.wait_for_url("**/desk")
    expect(page.locator("[aria-current=step]")).to_contain_text("soon")
    return page.url.split("/")[-2]


def write_a_championship(page: Page, title: str, events: list[str]) -> str:
    """Its events in the other order at first, then moved; answers its id."""
    page.goto("/events")
    page.get_by_role("link", name="New championship").click()
    page.get_by_role("button", name="Save the championship").click()
    expect(page.get_by_text("The championship needs a name.")).to_be_visible()
    page.get_by_label("Name of the championship").fill(title)
    for event in reversed(events):
        offered = page.get_by_label("Choose an event")
        offered.select_option(offered.locator("option", has_text=event).get_attribute("value"))
        page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name=f"Move {events[0]} up").click()
    page.get_by_label("Points by place").fill("10 6 3")
    page.get_by_label("Classes").fill("novice expert")
    looks_well(page, "new-championship")
    page.get_by_role("button", name="Save the championship").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    calendar = page.get_by_role("region", name="Calendar").get_by_role("listitem")
    expect(calendar).to_have_text([re.compile(f"{n}. {event}") for n, event in enumerate(events, 1)])
    return page.url.split("/")[-1]


def enter(page: Page, title: str, name: str, klass: str) -> None:
    page.goto("/events")
    page.get_by_role("link", name=re.compile(title)).first.click()
    if klass:
        page.get_by_label("Class").select_option(klass)
    page.get_by_role("button", name="Enter the trial").click()
    if name:
        introduce(page, name)
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()


def open_the_sheet(page: Page, event: str) -> None:
    page.goto(f"/events/{event}")
    page.get_by_role("link", name="Fill in a time sheet").click()
    for type, card in {"Start": "S4", "Acceleration": "A6", "Braking": "D2", "Driver": "DR2", "Navigator": "N4",
                       "Equipment": "E4"}.items():  # fmt: skip
        page.get_by_label(re.compile(f"^{type}")).select_option(card)


def type_a_sheet(page: Page, event: str) -> None:
    """Keys alone: speeds and Tab, an arrow to the next row."""
    open_the_sheet(page, event)
    for row, cells in enumerate(speeds("10")):
        first = next(turn for turn, cell in enumerate(cells) if cell)
        page.locator(f'[data-cell="{row}/{first}"]').click()
        for cell in cells[first:]:
            page.keyboard.type(cell)
            page.keyboard.press("Tab")
    hand_in(page)
    expect(page.get_by_role("heading", name=re.compile("Cells corrected"))).to_be_visible()
    expect(page.get_by_text("hidden until")).to_be_visible()
    looks_well(page, "season-marked")


def speeds(third: str) -> list[list[str]]:
    """With the third turn of the stage as given."""
    return [[cell.format(third=third) for cell in row] for row in SPEEDS]


def paste_a_sheet(page: Page, event: str) -> None:
    """The same without the slip, copied out of a spreadsheet."""
    open_the_sheet(page, event)
    rows = speeds("20")
    rows[5].pop()  # without the slip the stage takes a turn less
    block = "\n".join("\t".join(row) for row in rows)
    page.locator('[data-cell="0/0"]').click()
    page.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text', text);"
        " document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); }",
        block,
    )
    hand_in(page)
    expect(page.get_by_text("Every cell is right")).to_be_visible()


def hand_in(page: Page) -> None:
    expect(page.get_by_text("well formed")).to_be_visible()
    page.get_by_role("button", name="Submit for marking").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit for marking").click()
    page.wait_for_url("**/papers/*/1")


def change_the_time_for_protests(page: Page, event: str) -> None:
    page.goto(f"/events/{event}/desk")
    page.get_by_label("New bulletin: what changes and why").fill("Two days for protests.")
    page.get_by_text("What it changes").click()
    page.get_by_label("Days for protests").fill("2")
    page.get_by_role("button", name="Publish the bulletin").click()
    expect(page.get_by_role("listitem").filter(has_text="Two days for protests.")).to_be_visible()
    page.goto(f"/events/{event}")
    expect(page.get_by_text("version 2")).to_be_visible()


def drive(page: Page, event: str) -> None:
    """At a table of one, to the end, by whatever comes first in the list."""
    page.goto(f"/events/{event}")
    page.get_by_role("button", name="Drive it in the browser").click()
    page.wait_for_url("**/table/*")
    assert play_out(page)["over"] is True
    page.goto(f"/events/{event}")
    page.get_by_role("button", name="Hand in the drive").click()
    expect(page.get_by_role("link", name=re.compile("Paper 1: "))).to_be_visible()


def rule(page: Page, event: str) -> None:
    page.goto(f"/events/{event}/desk")
    expect(page.get_by_text("A protest is pending.")).to_be_visible()
    page.get_by_label("The reason").first.fill("It was marked as the rule says.")
    looks_well(page, "season-desk")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("A protest is pending.")).to_have_count(0)


def declare_final(page: Page, event: str) -> None:
    page.goto(f"/events/{event}/desk")
    page.get_by_role("button", name="Declare final").click()
    expect(page.locator("[aria-current=step]")).to_contain_text("final")


def change_the_championship(page: Page, id: str) -> None:
    """Once there are results, with a bulletin."""
    page.goto(f"/championships/{id}")
    page.get_by_role("link", name="Change it").click()
    page.get_by_label("Points by place").fill("12 7 3")
    page.get_by_role("button", name="Save the championship").click()
    expect(page.get_by_text("An event has results: say what changes and why.")).to_be_visible()
    page.get_by_label("Bulletin: what changes and why").fill("More for the first two.")
    page.get_by_role("button", name="Save the championship").click()
    page.wait_for_url(f"**/championships/{id}")  # it is saved, and no longer the form that says so
    expect(page.get_by_text("More for the first two.")).to_be_visible()


def see_the_standings(page: Page, id: str) -> None:
    page.goto(f"/championships/{id}")
    for crew, points, place in (("Nils", 12, 1), ("Odile", 7, 2)):  # of the first event
        expect(page.get_by_role("row", name=re.compile(crew))).to_contain_text(
            re.compile(rf"{points}\s*place\s*{place}")
        )
    looks_well(page, "season-standings")
    page.get_by_role("button", name="novice").click()
    expect(page.get_by_role("row", name=re.compile("Nils"))).to_have_count(0)


def check_the_file(page: Page, event: str) -> None:
    assert json.loads(sound_file(page, event))["status"] == "final"
