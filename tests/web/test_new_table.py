"""Before the table: presets, courses and house rules are chosen by clicks, and what is chosen is what is played."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.core.text import LANGUAGES, read_texts
from tests.web.conftest import picture
from tests.web.play import fits, introduce, serious, until

GAMES = registry.game_ids()


def options_of(page: Page) -> dict[str, Any]:
    """What the table that was opened is played with."""
    page.wait_for_url("**/table/*")
    found: dict[str, Any] = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["options"]
    return found


@pytest.mark.parametrize(("length", "level"), [("Short", "Novice"), ("Long", "Works driver")])
def test_length_and_level_are_one_click_from_the_home_page_and_are_remembered(
    page: Page, length: str, level: str
) -> None:
    page.goto("/")
    page.get_by_role("button", name=length, exact=True).click()
    page.get_by_label("Bots", exact=True).select_option(level)
    page.get_by_role("button", name="Play bots: Rallyman").click()
    introduce(page, "Merle")
    options = options_of(page)
    preset = courses_of("rallyman").presets[length.lower()]
    assert {name: options[name] for name in preset} == preset
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert {seat["level"] for seat in table["seats"][1:]} == {"works" if level == "Works driver" else "novice"}
    page.goto("/")
    expect(page.get_by_role("button", name=length, exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Bots", exact=True).locator("option:checked")).to_have_text(level)


@pytest.mark.parametrize("game", GAMES)
def test_a_course_is_chosen_by_its_picture_and_played(page: Page, game: str) -> None:
    course = courses_of(game).courses[-1]
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Change", exact=True).first.click()
    card = page.locator("button.card", has_text=course.title).last
    expect(card.locator("svg").first).to_be_visible()
    for name, figure in course.figures.items():
        expect(card).to_contain_text(read_texts(registry.folder(game)).say(f"figure.{name}", {name: figure}))
    assert serious(page) == []
    picture(page, f"courses-{game}")
    card.click()
    expect(page.get_by_role("heading", name=course.title, exact=True)).to_be_visible()
    picture(page, f"new-{game}")
    page.get_by_role("button", name="Open the table").click()
    introduce(page, "Merle")
    options = options_of(page)
    assert {name: options[name] for name in course.options} == course.options


def test_changing_a_rule_makes_it_ones_own_and_leads_back_to_standard(page: Page) -> None:
    page.goto("/new/rallyman")
    own = page.locator(".presets .own")
    expect(page.get_by_role("button", name=re.compile("^Standard .*Opening Rally"))).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("switch", name="Shortcuts may be taken.").uncheck()
    page.get_by_role("button", name="rolled", exact=True).click()
    expect(own).to_contain_text("2 changed")
    expect(page.locator("label.changed")).to_have_count(2)
    own.get_by_role("button", name="back to the standard rules").click()
    expect(page.get_by_role("switch", name="Shortcuts may be taken.")).to_be_checked()
    expect(page.locator("label.changed")).to_have_count(0)


def test_a_single_special_is_changed_by_its_ribbon(page: Page) -> None:
    page.goto("/new/rallyman")
    page.get_by_role("button", name="Change: SS2").click()
    page.get_by_role("button", name="L9-L8, J0-J5").click()
    page.get_by_role("button", name="Open the table").click()
    introduce(page, "Merle")
    assert options_of(page)["stages"] == ["C8-C3/J1-J4", "L9-L8/J0-J5", "J1-J4"]


def test_colours_are_plates_and_two_seats_change_them(page: Page) -> None:
    page.goto("/new/lunar_rally")
    page.get_by_role("group", name="Crew 1").get_by_role("button", name="green").click()
    expect(page.get_by_role("group", name="Crew 2").get_by_role("button", name="blue")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Open the table").click()
    introduce(page, "Merle")
    assert options_of(page)["colours"] == ["green", "blue"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_it_all_in_every_language(page: Page, language: str) -> None:
    page.goto("/")
    page.evaluate(f"localStorage.setItem('parcferme.settings', '{json.dumps({'language': language})}')")
    page.set_viewport_size({"width": 390, "height": 844})
    for game in GAMES:
        page.goto(f"/new/{game}")
        long = read_texts(registry.folder(game), language).entries["preset.long"]
        expect(page.locator(".presets")).to_contain_text(long)
        page.locator(".head .btn").click()
        picture(page, f"phone-new-{game}-{language}")
        fits(page)


def test_a_rule_has_a_name_before_it_is_shown(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/games/rallyman/kit/**", lambda route: held.append(route))  # noqa: PLW0108
    page.goto("/new/rallyman")
    expect(page.get_by_role("heading", name="A table for Rallyman")).to_be_visible()
    until(page, lambda: bool(held))
    expect(page.locator("main")).not_to_contain_text(re.compile(r"(option|preset)\."))
    for one in held:
        one.continue_()
    expect(page.get_by_text("Rules of Rallyman")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(re.compile(r"(option|preset)\."))
