"""A table in the browser: two people, secrets, a server that dies, the keyboard, replay."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import play_out, start


def test_two_people_program_without_seeing_each_other(house: House, chromium: Browser) -> None:
    host, friend = new_guest(house, chromium), new_guest(house, chromium)
    mine, theirs = host.new_page(), friend.new_page()
    heard: list[str] = []
    theirs.on("websocket", lambda line: line.on("framereceived", lambda data: heard.append(str(data))))
    mine.goto("/new/lunar_rally")
    mine.get_by_role("button", name="Open the table").click()
    mine.wait_for_url("**/table/*")
    link = mine.get_by_role("textbox", name="Seat 2").input_value()
    theirs.goto(link)
    theirs.get_by_label("Your name").fill("Signe")
    theirs.get_by_role("button", name="Take the seat").click()
    place_rovers([mine, theirs])
    hand = mine.locator(".hand button")
    for _ in range(3):
        hand.first.click()
    before = len(heard)
    mine.get_by_role("button", name="Seal Rover 1").click()
    expect(mine.locator("header .state")).to_contain_text("Sealed")
    expect(theirs.locator(".people")).to_contain_text("sealed")
    told = [message for message in heard[before:] if '"sealed"' in message]
    assert told, "the others are told that a seat has sealed"
    assert all("AT" not in message for message in told), "… and nothing else"
    picture(theirs, "lunar-two-people")
    host.close()
    friend.close()


def place_rovers(pages: list[Page]) -> None:
    """Both put their rovers down, whoever is asked, until both program."""
    for _ in range(60):
        if all(page.locator(".hand button").count() for page in pages):
            return
        for page in pages:
            choice, commit = page.locator(".choices .list li button"), page.locator(".acts button.commit")
            if choice.count() and choice.first.get_attribute("aria-pressed") == "false":
                choice.first.click()
            page.wait_for_timeout(100)
            if commit.count() and commit.is_enabled():
                commit.click()
                page.wait_for_timeout(300)
        pages[0].wait_for_timeout(200)
    raise AssertionError("the rovers are not placed")


def test_a_table_goes_on_after_the_server_was_killed(page: Page, house: House) -> None:
    start(page, "Rallyman")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    house.kill()
    expect(page.locator("header .state")).to_contain_text("Reconnecting")
    house.open()
    expect(page.locator("header .state")).to_contain_text("Your turn")
    page.locator(".slot:not([disabled])").first.click()
    page.locator("button.commit").click()
    expect(page.locator(".log")).to_contain_text("rolls")


def test_a_move_is_made_with_the_keyboard_alone(page: Page) -> None:
    start(page, "Rallyman")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.classList.contains('slot')"):
            break
    else:
        raise AssertionError("the dice are not reached by Tab")
    page.keyboard.press("Enter")  # picks the die
    expect(page.locator("button.commit")).to_be_enabled()
    page.keyboard.press("Enter")  # and rolls it
    expect(page.locator(".log")).to_contain_text("rolls")


def test_a_finished_match_is_replayed_downloaded_and_read_from_the_file(page: Page, tmp_path: Path) -> None:
    start(page, "Rallyman")
    assert play_out(page)["over"]
    page.get_by_role("link", name="Replay").last.click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    page.keyboard.press("End")
    number = int(page.locator(".where").inner_text().split()[1])
    assert number > 0
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".where")).to_contain_text(f"Move {number - 1} of {number}")
    assert page.url.endswith(f"?at={number - 1}")
    expect(page.locator(".board svg").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/replay/*")
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("rolls are the dice's own")).to_be_visible()
    picture(page, "replay")


def test_a_broken_record_is_refused_with_the_place(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"format": "parcferme-record", "format_version": 1, "game": "rallyman"}')
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("rules: is missing")
