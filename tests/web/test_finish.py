"""The finish: after the last move, with a headline that is true, and a picture to pass on."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import picture
from tests.web.house import THINKING
from tests.web.play import PLAY, at_rest, fits, play_out, serious, until

SHORT = {"players": 1, "stages": ["J1-J4", "C6-C7", "J1-J4"]}  # three specials, soon driven
PAPER = "(canvas) => [...canvas.getContext('2d').getImageData(1190, 300, 1, 1).data]"  # where nothing is written
SHOWN = "#choices[aria-disabled=false], .interval"  # all of the move was shown


def driven(page: Page) -> None:
    """A rally driven alone to its end."""
    wish = {"game": "rallyman", "options": SHORT, "seats": [{"kind": "me"}], "name": "Merle"}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    assert play_out(page)["over"]


def test_a_finish_is_told_shared_and_looked_away_from(page: Page, tmp_path: Path) -> None:
    driven(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^(Driven in |You did not reach)"))
    title = page.get_by_role("heading", level=1).inner_text()
    if title.startswith("Driven"):
        expect(page.locator(".personal p")).to_have_text(f"Your first result here: {title.removeprefix('Driven in ')}.")
    page.set_viewport_size({"width": 390, "height": 844})
    for deed in (page.get_by_role("link", name="Review"), page.get_by_role("button", name="Share", exact=True)):
        expect(deed).to_be_in_viewport(ratio=1)  # at the thumb, before one has scrolled
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Share", exact=True).click()
    card = page.get_by_role("dialog", name="Share the result")
    expect(card.locator("canvas")).to_have_attribute("width", "1200")
    expect(card.locator(".aside svg").first).to_be_attached()  # the board, which is drawn beside the result
    at_rest(page)
    picture(page, "share-card")
    assert serious(page) == []
    with page.expect_download() as download:
        card.get_by_role("button", name="Save picture").click()
    file = tmp_path / "card.png"
    download.value.save_as(file)
    head = file.read_bytes()[:24]
    assert (head[:8], head[16:24]) == (b"\x89PNG\r\n\x1a\n", (1200).to_bytes(4, "big") + (630).to_bytes(4, "big"))
    card.get_by_role("button", name="Done").click()
    page.emulate_media(color_scheme="dark")  # the picture is of paper all the same
    page.get_by_role("button", name="Share", exact=True).click()
    until(page, lambda: card.locator("canvas").evaluate(PAPER) == [250, 251, 248, 255])
    page.emulate_media(color_scheme="light")
    card.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Back to the board").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".log")).to_contain_text("The rally is over")
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


SIDEWAYS = "(rows) => rows.scrollWidth - rows.clientWidth"


def test_a_stage_ends_with_how_it_stands_and_what_comes_next(page: Page) -> None:
    wish = {"game": "rallyman", "options": SHORT, "seats": [{"kind": "me"}], "name": "Merle"}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    page.get_by_role("button", name="List", exact=True).click()
    interval = page.get_by_role("region", name="So far:")
    for _ in range(60):
        node = page.locator("main.table").get_attribute("data-node")
        page.evaluate(PLAY, 1)
        expect(page.locator("main.table")).not_to_have_attribute("data-node", node or "")
        expect(page.locator(SHOWN).first).to_be_visible()
        if interval.count():
            break
    expect(interval).to_contain_text("SS1")
    expect(interval).to_contain_text("SS2: Cornfields, 12 spaces.")
    for column in ("Decisions in SS1", "Luck in SS1"):
        expect(interval.get_by_role("columnheader", name=column)).to_be_visible(timeout=THINKING)
    expect(interval.get_by_role("cell", name=re.compile(r"[+−±][\d.]+\ss$"))).to_have_count(2)
    turning = interval.get_by_role("heading", name="Your turning point").locator("..")
    expect(turning).to_contain_text(re.compile(r"(Luck gave|Luck took|The choice cost) [\d.]+\ss\."))
    expect(turning.get_by_role("link", name="See it in the replay")).to_have_attribute("href", re.compile(r"at=\d+"))
    page.get_by_role("button", name="Map", exact=True).click()
    assert serious(page) == []
    picture(page, "interval")
    dice = page.locator("#choices > section.pick").first
    expect(dice).to_have_css("opacity", "0.38")  # those of the next stage are not asked for yet
    expect(interval.get_by_role("button", name="On to SS2: 12 spaces")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    at_rest(page)
    picture(page, "phone-interval")
    expect(interval.get_by_role("button", name="On to SS2: 12 spaces")).to_be_in_viewport(ratio=1)
    fits(page)
    assert interval.locator(".rows").evaluate(SIDEWAYS) <= 0, "luck is on the screen, too"
    interval.get_by_role("button", name="On to SS2: 12 spaces").click()
    expect(interval).to_have_count(0)
    expect(dice).to_have_css("opacity", "1")
    expect(page.locator(".board .sheets")).to_be_visible()


def test_a_stage_that_several_drove_ends_with_a_chart(page: Page) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    wish = {"game": "rallyman", "options": {**SHORT, "players": 2}, "seats": seats, "name": "Merle"}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    page.get_by_role("button", name="List", exact=True).click()
    chart = page.get_by_role("img", name="Gap of each crew to the best, along the road")
    for _ in range(80):
        page.evaluate(PLAY, 1)
        expect(page.locator(SHOWN).first).to_be_visible()
        if chart.count():
            break
    expect(chart.locator(".line")).to_have_count(2)
    assert all("L" in (line.get_attribute("d") or "") for line in chart.locator(".line").all())
    picture(page, "interval-chart")
    expect(page.get_by_role("columnheader", name="Luck in SS1")).to_be_visible(timeout=THINKING)
    page.set_viewport_size({"width": 390, "height": 844})
    at_rest(page)
    picture(page, "phone-interval-chart")
    assert page.locator(".interval .rows").evaluate(SIDEWAYS) <= 0


def test_the_last_move_is_shown_before_the_finish(page: Page) -> None:
    page.add_init_script(
        "window.seen = []; const look = () => { const now = [document.querySelector('main')?.classList[0],"
        " document.querySelector('.roll')?.classList[1]].join(); if (now !== window.seen.at(-1)) window.seen.push(now);"
        " requestAnimationFrame(look); }; look();"
    )
    driven(page)
    table = page.url
    page.goto("/")
    page.goto(table)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    seen = page.evaluate("window.seen")
    assert not any(one.startswith("finish") and "tumble" in one for one in seen), "never both at once"
