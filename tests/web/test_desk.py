"""An account's sessions and address, the administrators' desk, and a table that cannot be opened any more."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Browser, Page, expect

from parcferme.server.ops.verbs import promote
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import serious

PASSWORD = "correct horse"
TABLE = {"game": "rally", "options": {"players": 2}, "chat": "all", "seats": [{"kind": "me"}, {"kind": "open"}]}


def register(page: Page, name: str) -> None:
    answer = page.request.post("/api/account", data={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()


def database(house: House) -> str:
    return str(house.folder / "tables.db")


def test_one_sees_where_one_is_signed_in_and_has_to_confirm_an_address(page: Page, friend: Page) -> None:
    register(page, "Sunniva")
    friend.request.post("/api/account/login", data={"name": "Sunniva", "password": PASSWORD})
    page.goto("/account")
    here = page.get_by_role("region", name="Where you are signed in")
    expect(here.get_by_role("listitem")).to_have_count(2)
    expect(here.get_by_text("Chrome, Linux")).to_have_count(2)
    page.get_by_label("E-mail", exact=True).fill("signe@example.org")
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("A link is on its way to signe@example.org")).to_be_visible()
    expect(page.get_by_text("Not confirmed yet")).to_be_visible()
    picture(page, "account")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "account-phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert serious(page) == []
    here.get_by_role("button", name="Sign out everywhere else").click()
    expect(here.get_by_role("listitem")).to_have_count(1)
    assert friend.request.get("/api/account").json()["id"] == ""


def test_a_lost_password_is_asked_for_without_telling_who_has_one(page: Page) -> None:
    page.goto("/account")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_label("E-mail", exact=True).fill("nobody@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("status")).to_contain_text("If an account has confirmed this address")
    page.goto("/mail/confirm/x.1.y")
    page.get_by_role("button", name="Confirm my address").click()
    expect(page.get_by_role("alert")).to_contain_text("no longer valid")
    assert serious(page) == []


def test_a_line_is_reported_and_its_author_reads_what_an_administrator_says(
    house: House, page: Page, friend: Page, chromium: Browser
) -> None:
    register(friend, "Kestrel")
    table = friend.request.post("/api/tables", data=TABLE).json()["id"]
    page.request.post(f"/api/tables/{table}/join", data={"name": "Rauno"})
    friend.request.post(f"/api/tables/{table}/chat", data={"text": "hurry up you snail"})
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Report what Kestrel said").click()
    page.get_by_label("What is wrong with it?").fill("rude")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("An administrator will look at it")).to_be_visible()
    context = new_guest(house, chromium)
    desk = context.new_page()
    register(desk, "Marshal")
    promote("Marshal", "admin", database(house))
    desk.goto("/")
    desk.get_by_role("link", name="The desk").click()
    expect(desk.get_by_role("button", name="Kestrel, rude")).to_have_attribute("aria-pressed", "true")
    desk.get_by_role("radio", name="No chat").check()
    desk.get_by_label("Reason, shown to the person").fill("A rude line to Rauno.")
    picture(desk, "desk")
    assert serious(desk) == []
    desk.get_by_role("button", name="Remove the message").click()
    desk.get_by_role("dialog").get_by_label("Reason").fill("Rude.")
    desk.get_by_role("dialog").get_by_role("button", name="Remove the message").click()
    expect(page.get_by_text("hurry up you snail").first).to_be_hidden()
    expect(desk.get_by_role("dialog")).to_have_count(0)
    expect(desk.get_by_role("button", name="Kestrel, rude")).to_have_attribute("aria-pressed", "true")  # looked up anew
    desk.get_by_role("radio", name="No chat").check()
    desk.get_by_label("Reason, shown to the person").fill("A rude line to Rauno.")
    desk.get_by_role("button", name="No chat").click()
    expect(desk.get_by_text("Nothing is waiting.")).to_be_visible()
    desk.get_by_role("button", name="Diary").click()
    expect(desk.get_by_role("cell", name="A rude line to Rauno.")).to_be_visible()
    desk.get_by_role("button", name="People").click()
    expect(desk.get_by_role("row", name="Kestrel")).to_contain_text("no chat")
    context.close()
    friend.goto("/")
    told = friend.get_by_role("dialog", name="A message from the administrators")
    expect(told).to_contain_text("A rude line to Rauno.")
    told.get_by_role("button", name="I have read it").click()
    expect(told).to_have_count(0)  # the server knows
    friend.reload()
    expect(friend.get_by_role("link", name="Kestrel")).to_be_visible()
    expect(told).to_have_count(0)


def test_a_table_that_cannot_be_opened_says_so_and_can_be_closed_and_exported(house: House, page: Page) -> None:
    table = page.request.post("/api/tables", data={**TABLE, "title": "Col du Loup", "name": "Ann"}).json()["id"]
    house.kill()
    with closing(sqlite3.connect(database(house))) as connection, connection:
        (setup,) = connection.execute("SELECT setup FROM tables WHERE id = ?", [table]).fetchone()
        changed = json.dumps({**json.loads(setup), "rules": 99})
        connection.execute("UPDATE tables SET setup = ? WHERE id = ?", [changed, table])
    house.open()
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="Col du Loup")).to_be_visible()
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("button", name="Close the table")).to_have_class(re.compile("loss"))  # asked once more
    page.get_by_role("button", name="Close the table").click()
    with page.expect_download() as export:
        page.get_by_role("link", name="Export what was played").click()
    kept = json.loads(export.value.path().read_text("utf-8"))
    assert kept["notes"][-1]["kind"] == "close"
    assert serious(page) == []


def test_administrators_rename_and_close_clubs(page: Page, friend: Page, house: House) -> None:
    register(friend, "Ringleader")
    assert friend.request.post("/api/clubs", data={"name": "Rude Snails", "about": "Everybody"}).ok
    register(page, "Steward")
    promote("Steward", "admin", database(house))
    page.goto("/desk")
    page.get_by_role("button", name="Clubs").click()
    page.get_by_role("row", name="Rude Snails").get_by_role("button", name="Another name").click()
    page.get_by_label("The club’s new name").fill("Snails")
    page.get_by_label("Reason, shown to the person").fill("A rude name.")
    picture(page, "desk-clubs")
    assert serious(page) == []
    page.get_by_role("button", name="Another name for the club").first.click()
    page.get_by_role("row", name="Snails").get_by_role("button", name="Close the club").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Nothing but rude lines.")
    page.get_by_role("dialog").get_by_role("button", name="Close the club").click()
    expect(page.get_by_text("There is no such club.")).to_be_visible()
    friend.goto("/")
    expect(friend.get_by_role("dialog")).to_contain_text("Nothing but rude lines.")
