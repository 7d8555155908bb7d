"""Lessons are played: every move is the learner's, others are explained and put back, and a real game follows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from parcferme.core import registry
from tests.web.conftest import picture
from tests.web.play import introduce, serious, until

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"
TAUGHT = sorted(path.parent.parent.name for path in BOARDS.glob("*/tutorial/record.json"))


def begin(page: Page, game: str) -> int:
    """Open the lesson from the list of games; tells how many steps it has."""
    page.goto("/learn")
    page.get_by_role("link", name=f"Drive the lesson: {registry.meta(game).title}", exact=True).click()
    step = page.locator("header .state")
    expect(step).to_contain_text("Step 1 of")
    return int(step.inner_text().rsplit(" ", 1)[1])


def drive_on(page: Page) -> None:
    """Have the move shown and make it, or press on where there is none to make."""
    show = page.get_by_role("button", name="Show me")
    commit = page.locator("button.commit")
    expect(commit).to_have_count(1)
    if show.count():
        show.click()
        expect(page.locator(".answer")).to_contain_text("Now you.")
    expect(commit).to_be_enabled()
    before = place(page)
    commit.click()
    until(page, lambda: place(page) != before)
    expect(show.or_(page.locator("button.commit:enabled")).first).to_be_visible()


def place(page: Page) -> tuple[str | None, str]:
    """How far the lesson is: the position that is shown, and the step that is told."""
    return page.locator("main.table").get_attribute("data-node"), page.locator("header .state").inner_text()


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_driven_to_its_end_and_leads_to_a_small_game(page: Page, game: str) -> None:
    last = begin(page, game)
    log = json.loads((BOARDS / game / "tutorial" / "record.json").read_text("utf-8"))["log"]
    finish = page.get_by_role("button", name="Play a real game")
    for _ in range(2 * len(log)):
        expect(page.locator(".coach p")).not_to_have_text("The move is being made.")  # it waits for the learner
        if finish.count():
            break
        drive_on(page)
        expect(page.locator(".log")).not_to_contain_text(re.compile(r"\bYou\b"))  # in the log everybody has a name
    expect(page.locator("header .state")).to_contain_text(f"Step {last} of {last}")
    expect(page.locator(".lessons .done")).to_have_count(last - 1)
    assert serious(page) == []
    picture(page, f"tutorial-{game}")
    finish.click()
    introduce(page, "Merle")
    page.wait_for_url("**/table/*")
    seats = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["seats"]
    assert len(seats) == max(2, registry.meta(game).seats[0])
    assert {seat["level"] for seat in seats[1:]} == {"novice"}


def roll(page: Page, die: str) -> None:
    page.locator("button.slot", has_text=die).first.click()
    page.locator("button.commit").click()


def test_the_learner_makes_the_move_and_others_are_explained_and_put_back(page: Page) -> None:
    begin(page, "rallyman")
    coach, step, answer = page.locator(".coach p"), page.locator("header .state"), page.locator(".answer")
    expect(coach).to_have_text("Roll the 1.")
    page.locator("button.slot", has_text="5").click(force=True)  # greyed, and answered all the same
    expect(page.locator(".notice.refused")).to_contain_text("RM-")  # the rules' own refusal, with its clause
    roll(page, "1")
    expect(coach).to_have_text("Roll the 2.")
    roll(page, "2")
    expect(step).to_contain_text("Step 2 of")
    expect(coach).to_have_text("Roll the 3.")
    before = page.locator(".gauge b").inner_text()
    roll(page, "W")
    expect(answer).to_contain_text("That is allowed, but not what is asked here")
    expect(page.locator(".gauge b")).to_have_text(before)  # put back
    expect(page.locator("button.commit")).to_be_disabled()
    roll(page, "W")
    expect(answer).to_contain_text("it is picked")
    expect(page.locator("button.slot", has_text="3").first).to_have_attribute("aria-pressed", "true")
    picture(page, "lesson-picked")
    page.locator("button.commit").click()
    expect(step).to_contain_text("Step 3 of")
    expect(page.locator(".hazards")).to_have_attribute("aria-label", "1 of 3 hazards")  # the dice are the lesson's


def test_the_place_is_kept_and_the_lesson_is_offered_once(page: Page) -> None:
    page.goto("/")
    offer = page.get_by_role("link", name="First time? Drive the lesson: Rallyman")
    offer.click()
    expect(page.locator("header .state")).to_contain_text("Step 1 of")
    page.get_by_role("button", name="Chaining dice").click()
    expect(page.locator("header .state")).to_contain_text("Step 2 of")
    page.reload()
    expect(page.locator("header .state")).to_contain_text("Step 2 of")
    page.goto("/")
    expect(page.get_by_role("link", name="Learn", exact=True).first).to_be_visible()
    expect(offer).to_have_count(0)


def test_what_a_lesson_asks_for_is_in_sight(page: Page) -> None:
    page.goto("/tutorial/rally_round")
    expect(page.locator(".coach p")).to_have_text("Take the starting card Low First Gear.")
    choice = page.locator("#choices").get_by_role("button", name=re.compile("Low First Gear"))
    expect(choice).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_dice_of_a_lesson_are_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/tutorial/rallyman")
    expect(page.locator(".coach p")).to_have_text("Roll the 1.")
    dice, acts = page.locator(".tray .slot").first.bounding_box(), page.locator(".acts").bounding_box()
    assert dice is not None
    assert acts is not None
    assert dice["y"] + dice["height"] <= acts["y"]
    show = page.get_by_role("button", name="Show me").bounding_box()
    assert show is not None
    assert show["height"] >= 44
