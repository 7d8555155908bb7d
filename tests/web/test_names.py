"""Names: asked for once, changed anywhere, seen at once; bots are drivers with a level; links say what they open."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from parcferme.core import registry
from parcferme.core.text import LANGUAGES, read_texts
from parcferme.server.api.refusals import STATUS
from parcferme.table.names import DRIVERS
from tests.web.conftest import picture
from tests.web.play import at_rest, fits, introduce, serious, start
from tests.web.test_people import ME, OPEN, act, both_seated, key, link, set_up, state

TEXT = Path(__file__).parents[2] / "web" / "src" / "text"
TAKEN = {"en": "is already taken here", "fr": "est déjà pris ici", "it": "qui è già preso"}


def speak(page: Page, language: str) -> None:
    settings = json.dumps({"speed": 0, "language": language})
    page.add_init_script(f"localStorage.setItem('parcferme.settings', '{settings}')")


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((TEXT / f"{language}.json").read_text("utf-8"))
    return found


def question(page: Page) -> Locator:
    return page.get_by_role("dialog", name="What should the others call you?")


def seat_name(page: Page, seat: int) -> str:
    found: dict[str, Any] = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    return str(found["seats"][seat]["name"])


# Being asked


def test_a_guest_is_asked_for_a_name_once_and_never_again(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play bots: RALLY", exact=True).click()
    field = question(page).get_by_label("Your name")
    expect(field).not_to_have_value("")  # a suggestion
    assert serious(page) == []
    picture(page, "name-asked")
    introduce(page, "Merle")
    page.wait_for_url("**/table/*")
    assert seat_name(page, 0) == "Merle"
    page.goto("/new/rallyman")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("main li", has_text="Merle")).to_be_visible()


def test_later_gives_a_number_and_a_pencil_to_change_it(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play bots: RALLY", exact=True).click()
    question(page).get_by_role("button", name=re.compile(r"Later, as Guest \d\d")).click()
    page.wait_for_url("**/table/*")
    assert re.fullmatch(r"Guest \d\d", seat_name(page, 0))
    page.goto("/learn")
    expect(page.locator("header .who span")).to_have_text(re.compile(r"Guest \d\d"))
    page.locator("header").get_by_role("button", name="Change your name").click()
    question(page).get_by_label("Your name").fill("Left Four")
    question(page).get_by_role("button", name="Use Left Four").click()
    expect(page.locator("header .who span")).to_have_text("Left Four")
    page.goto("/account")
    page.get_by_label("What should the others call you?").fill("Handbrake")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header .who span")).to_have_text("Handbrake")


def test_who_closes_the_question_is_nobody_still(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play bots: RALLY", exact=True).click()
    expect(question(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(question(page)).to_have_count(0)
    assert page.request.get("/api/account").json()["id"] == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_name_stands_under_the_field_in_the_readers_language(page: Page, language: str) -> None:
    speak(page, language)
    said = texts(language)
    page.goto("/account")
    field = page.get_by_label(said["names.title"])
    expect(field).not_to_have_value("")  # who one is has arrived
    for wrong, code in (("J", "name_short"), ("J" * 21, "name_long"), ("a_b {x}", "name_letters")):
        field.fill(wrong)
        page.get_by_role("button", name=said["account.save"]).first.click()
        expect(page.locator(".name [role=alert]")).to_have_text(said[f"denied.{code}"])
        expect(field).to_be_focused()
    assert page.request.get("/api/account").json()["id"] == ""
    picture(page, f"name-wrong-{language}")


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    for language in LANGUAGES:
        said = texts(language)
        assert [code for code in STATUS if f"denied.{code}" not in said] == []


def test_a_new_name_shows_at_once_at_the_tables_of_its_person(page: Page, friend: Page) -> None:
    both_seated(page, friend)
    expect(page.locator(".people")).to_contain_text("Otto")
    friend.locator(".people").get_by_role("button", name="Change your name").click()
    question(friend).get_by_label("Your name").fill("Ottokar")
    question(friend).get_by_role("button", name="Use Ottokar").click()
    expect(page.locator(".people")).to_contain_text("Ottokar")


# Invitations


def test_an_invitation_says_who_invites_to_what_and_asks_for_a_name(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private", name="Anouk", title="Rematch for last Sunday")
    friend.goto(link(table, 1))
    expect(friend.get_by_role("heading", name="Anouk invites you to a rally")).to_be_visible()
    expect(friend).to_have_title(re.compile("Anouk invites you to a rally"))
    form = friend.locator("form")
    for told in ("Rematch for last Sunday", "Anouk", "this seat is yours", "no clock"):
        expect(form).to_contain_text(told)
    field = friend.get_by_label("Your name at the table")
    expect(field).not_to_have_value("")
    expect(friend.locator(".picture .sheets")).to_be_visible()
    assert serious(friend) == []
    field.fill("")
    friend.get_by_role("button", name="Take the red seat").click()
    expect(form.get_by_role("alert")).to_have_text("Write a name of two letters or more.")
    field.fill("anouk")
    friend.get_by_role("button", name="Take the red seat").click()
    expect(form.get_by_role("alert")).to_have_text("anouk is already taken here. How about anouk 2?")
    form.get_by_role("button", name="anouk 2", exact=True).click()
    friend.get_by_role("button", name="Take the red seat").click()
    expect(state(friend)).to_have_text("Anouk plays")
    assert seat_name(friend, 1) == "anouk 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_fits_every_screen_and_language(page: Page, friend: Page, language: str) -> None:
    table = set_up(page, ME, OPEN, {"kind": "bot", "level": "works"}, visibility="private", options={"players": 3})
    speak(friend, language)
    for width in (1440, 390):
        friend.set_viewport_size({"width": width, "height": 844})
        friend.goto(link(table, 1))
        expect(friend.get_by_role("button", name=texts(language)["invite.take.2"])).to_be_visible()
        for theme in ("light", "dark"):
            friend.emulate_media(color_scheme=theme)
            at_rest(friend)
            picture(friend, f"invite-{language}-{width}-{theme}")
            assert serious(friend) == []
            fits(friend)


def test_a_link_that_has_been_used_says_so_and_nobody_watches_unawares(page: Page, friend: Page) -> None:
    for visibility in ("public", "private"):
        table = set_up(page, ME, OPEN, OPEN, visibility=visibility, options={"players": 3})
        used = link(table, 1)
        act(page, table, "join", key=key(table, 1))
        friend.goto(used)
        if visibility == "public":
            expect(friend.get_by_role("status").first).to_contain_text("This seat is taken. Watch, or ask")
            friend.get_by_role("button", name="Just watch").click()
            expect(friend.get_by_role("button", name="Sit here")).to_be_visible()
        else:
            expect(friend.get_by_role("alert")).to_contain_text("This seat is taken, or its link has been replaced.")
    friend.goto("/table/0123456789abcdef?key=nonsense")
    expect(friend.get_by_role("alert")).to_contain_text("nothing under this link")
    expect(friend.get_by_role("link", name="Home")).to_be_visible()


# Bots


def test_bots_have_names_a_level_and_the_word_bot(page: Page) -> None:
    start(page, "Rallyman")
    row = page.locator(".people .seat", has=page.locator(".tag", has_text="bot")).first
    name = row.locator(".who").inner_text()
    assert name in DRIVERS["clubman"]
    expect(row).to_contain_text("Clubman")
    expect(row.locator(".bars .on")).to_have_count(3)
    people = page.locator(".people .who")
    expect(people).to_have_count(3)
    assert len(set(people.all_inner_texts())) == 3


def test_bots_are_chosen_by_their_level_for_a_new_table(page: Page) -> None:
    manners = read_texts(registry.folder("rallyman"))
    page.goto("/new/rallyman")
    seats = page.locator("fieldset li")
    page.get_by_role("button", name="Add a seat").click()
    for n in (1, 2):
        seats.nth(n).get_by_role("combobox").select_option("bot")
        seats.nth(n).get_by_label("Level of").select_option("Works driver")
        expect(seats.nth(n)).to_contain_text(manners.entries["driver.works"])
    names = [seats.nth(n).locator("b").inner_text() for n in (1, 2)]
    assert names[0] != names[1]
    assert set(names) <= set(DRIVERS["works"])
    assert serious(page) == []
    page.get_by_role("button", name="Open the table").click()
    introduce(page, "Merle")
    page.wait_for_url("**/table/*")
    assert [seat_name(page, n) for n in range(3)] == ["Merle", *names]


# What was typed wrong


def test_what_is_wrong_with_a_new_table_stands_beside_its_field(page: Page) -> None:
    start(page, "RALLY")
    page.goto("/new/rallyman")
    page.get_by_role("group", name="Pace").get_by_role("button", name="live").click()
    page.get_by_label("Minutes each").fill("0")
    page.get_by_label("Seconds added per turn").fill("")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("form [role=alert]:not(:empty)")).to_have_text(
        ["A whole number from 1 to 1440.", "A whole number from 0 to 3600."]
    )
    page.get_by_role("group", name="Pace").get_by_role("button", name="no clock").click()
    page.get_by_text("Own files and more").click()
    page.get_by_label("Split times").fill("nonsense")
    page.get_by_role("button", name="Open the table").click()
    wrong = page.locator(".option.bad")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text("Split times")
    expect(wrong).to_contain_text("The game does not allow this")
    picture(page, "new-table-wrong")


def test_what_is_wrong_with_an_account_stands_beside_its_field(page: Page) -> None:
    page.goto("/account")
    page.get_by_label("Name", exact=True).fill("Nina")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("alert")).to_have_text("At least 8 characters.")
    page.get_by_label("Password").fill("long enough")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("status")).to_contain_text("Welcome")
    page.get_by_label("E-mail", exact=True).fill("nowhere")
    page.get_by_role("button", name="Save").nth(1).click()
    expect(page.get_by_role("alert")).to_have_text("This is not an e-mail address.")
