"""The static site once its file server has stopped for good: one browser that has been there before does everything,
for to start the engine takes longer than most of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from parcferme.core import registry
from parcferme.core.record import read_record
from parcferme.solve.puzzle_sets import puzzles_of
from parcferme.table.fairness import verify
from tests.web.conftest import faultless, new_guest, picture
from tests.web.play import choose_short_games, play_out, serious, start, until
from tests.web.site import READY, Site
from tests.web.test_lessons import drive_on
from tests.web.test_site import at_own_turn, node, settled
from tests.web.test_studio import draw_scenario

PUZZLE = next(one for one in puzzles_of("rallye_code").values() if len(one.found.judged.losses) == 2)


@pytest.fixture(scope="module")
def page(site: Site, chromium: Browser) -> Iterator[Page]:
    """Somebody who has given a name and begun a match; then the server stops. Nobody else is asked for anything."""
    hosts: set[str] = set()
    with new_guest(site, chromium, patience=READY) as context, faultless(context) as page:
        page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
        page.goto("/")
        choose_short_games(page)
        start(page, "Rallye-Code")
        at_own_turn(page)
        settled(page)
        site.kill()
        yield page
    assert hosts - {""} <= {f"127.0.0.1:{site.port}"}, "nobody else is asked for anything"


def play_bots(page: Page, title: str) -> None:
    page.goto("/#/")
    page.get_by_role("button", name=f"Play bots: {title}", exact=True).click()
    page.wait_for_url("**/#/table/*")
    at_own_turn(page)


def test_a_match_goes_on_where_it_was_closed(page: Page) -> None:
    """Here it is seen with one of them; that it is so in every game is tested without a browser (tests/alone)."""
    play_bots(page, "Rallyman")
    before = node(page)
    page.reload()  # closed without a word: the journal has everything
    at_own_turn(page)
    assert node(page) >= before


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_game_is_played_to_its_end(page: Page, game: str) -> None:
    """A table, the result, a record that verifies."""
    play_bots(page, registry.meta(game).title)
    ended = play_out(page)
    assert ended["over"], f"{game} does not come to an end: {ended}"
    picture(page, f"site-{game}-end")
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()
    record = read_record(saved.value.path().read_text("utf-8"))
    record.replay(registry.create_recorded(record))
    assert verify(record) >= 0
    assert record.seats[0] == "Merle"
    assert record.game == game


def test_two_pages_at_one_table_make_one_match(page: Page) -> None:
    play_bots(page, "Rallye-Code")
    other = page.context.new_page()
    other.goto(page.url)
    at_own_turn(other)
    stood = node(page)
    play_out(page, limit=1)
    until(other, lambda: node(other) > stood, READY)
    at_own_turn(page)
    at_own_turn(other)
    until(page, lambda: node(page) == node(other), READY)
    other.close()


def test_a_finished_match_is_replayed_and_reviewed(page: Page) -> None:
    play_bots(page, "Rallye-Code")
    assert play_out(page)["over"]
    table = page.url.rpartition("/")[2].partition("?")[0]
    page.goto(f"/#/replay/{table}")
    expect(page.locator(".board .sheets")).to_be_visible()
    page.goto(f"/#/review/{table}")
    judged = page.get_by_role("progressbar", name="Reviewing the match")
    expect(judged.or_(page.locator("main h2").first)).to_be_visible()
    judging = "document.querySelector('main progress')?.value ?? 1"
    until(page, lambda: bool(page.evaluate(judging) > 0), READY)


def test_a_hint_is_thought_out(page: Page) -> None:
    play_bots(page, "Rallyman")
    page.get_by_role("button", name="Hint", exact=False).click()
    ranked = page.get_by_role("region", name="Hint: your actions from best to worst").get_by_role("listitem")
    expect(ranked.first).to_be_visible(timeout=READY)


def test_the_rules_are_read_and_a_lesson_is_begun(page: Page) -> None:
    page.goto("/#/learn")
    page.get_by_role("link", name="Drive the lesson: Lunar Rally", exact=True).click()
    expect(page.locator("header .state")).to_contain_text("Step 1 of")
    expect(page.locator("button.commit")).to_have_count(1)
    drive_on(page)
    page.goto("/#/learn/rallyman")
    page.get_by_placeholder("Search the rules").fill("winner")
    expect(page.locator("#RM-02")).to_be_visible()


def test_one_screen_is_passed_round_and_shows_nobody_else_s_plan(page: Page) -> None:
    page.goto("/#/new/lunar_rally")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/*")
    cover, board = page.locator("main.cover"), page.locator("main.table")
    expect(cover).to_be_visible()
    expect(board).to_have_count(0)
    first = str(cover.get_by_role("heading").text_content())
    cover.get_by_role("button").click()
    play_out(page, limit=1)
    expect(cover).to_be_visible()
    expect(board).to_have_count(0)
    expect(cover.get_by_role("heading")).not_to_have_text(first)
    picture(page, "site-passed-round")


def test_a_puzzle_is_answered_and_driven_on(page: Page) -> None:
    page.goto(f"/#/puzzles/{PUZZLE.id}")
    page.get_by_role("button", name="List", exact=True).click()
    page.locator(".plainlist li button[aria-pressed=false]").first.click()
    page.keyboard.press("Enter")
    expect(page.locator(".told li").filter(has_text="yours")).to_have_count(1)
    page.get_by_role("button", name="Drive on").click()
    page.wait_for_url("**/#/table/*")
    expect(page.locator("main.table")).to_be_visible()


def test_what_is_drawn_in_the_studio_is_kept_and_driven(page: Page) -> None:
    page.goto("/#/studio")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_role("dialog").get_by_role("button", name="Scenario Lunar Rally").click()
    page.wait_for_url("**/#/studio/*")
    draw_scenario(page)
    page.get_by_label("Name", exact=True).fill("Mare Anguis")
    page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    page.reload()
    expect(
        page.get_by_text("Version 1 is published")
    ).to_be_visible()  # only then somebody hears that the place changes
    page.goto("/#/studio")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Mare Anguis"))
    card.get_by_role("link", name="Open a table").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/*")
    expect(page.locator("main.cover")).to_be_visible()


def test_todays_stage_is_driven_and_counts_for_the_run_of_days(page: Page) -> None:
    page.goto("/#/daily")
    expect(page.get_by_role("heading", name="Days in a row")).to_be_visible()
    expect(page.get_by_text("The lists stay closed")).to_have_count(0)
    assert serious(page) == []
    page.get_by_role("button", name="Drive today’s stage").click()
    page.wait_for_url("**/#/table/*")
    at_own_turn(page)
    assert play_out(page)["over"]
    page.locator(".crumb a").click()
    page.wait_for_url("**/#/daily")
    page.get_by_role("button", name="Hand in the drive").click()
    expect(page.get_by_role("heading", name="On a server")).to_be_visible()
    expect(page.locator("section.run b")).to_have_text("1")
    expect(page.get_by_role("button", name="Race the leader’s ghost")).to_have_count(0)
    picture(page, "site-daily")
    assert serious(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the drive as a file").click()
    assert saved.value.path().read_text("utf-8").startswith("{")


def test_pages_that_need_others_say_so(page: Page) -> None:
    for path in ("/#/events", "/#/tables", "/#/ladders"):
        page.goto(path)
        expect(page.get_by_role("heading", name="This needs a server")).to_be_visible()
    page.goto("/#/nowhere")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
