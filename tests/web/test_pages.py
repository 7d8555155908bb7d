"""The pages around a table: what they show, how they read, and what they load."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from parcferme.server.api.pages import PACKAGED
from tests.web.conftest import picture
from tests.web.house import House
from tests.web.play import fits, serious, start

FIRST_LOAD = 250_000  # bytes, compressed, without the boards' art
PAGES = ["/", "/tables", "/learn", "/learn/rallyman", "/new/rallyman", "/replay", "/account", "/no/such/page"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_in_both_themes_and_fits_a_phone(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("main h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    name = path.replace("/", "-")
    page.emulate_media(color_scheme="dark")
    picture(page, f"page{name}-dark")
    assert serious(page) == []
    page.emulate_media(color_scheme="light")
    picture(page, f"page{name}-light")
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, f"phone{name}")
    fits(page)


def test_nothing_is_asked_of_anybody_else(newcomer: Page, house: House) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    newcomer.on("request", note)
    start(newcomer, "Rallyman")
    expect(newcomer.locator(".board .sheets")).to_be_visible()
    newcomer.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith((house.url, house.url.replace("http", "ws"), "data:"))] == []


def test_a_page_that_is_older_than_the_server_begins_anew(newcomer: Page) -> None:
    """Its files are no more: a link leads to the new page and not to an excuse."""
    newcomer.goto("/learn")
    gone: list[str] = []

    def answer(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404, body="{}", content_type="application/json")

    newcomer.route("**/assets/Watch-*.js", answer)
    newcomer.get_by_role("link", name="Watch", exact=True).click()
    expect(newcomer.get_by_role("heading", name="Watch")).to_be_visible()
    assert gone, "it was asked for"


def test_the_policy_allows_no_inline_script(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    script = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert "'unsafe-inline'" not in script
    assert "'unsafe-eval'" not in script


def test_the_first_load_is_small(newcomer: Page) -> None:
    sizes: dict[str, int] = {}
    newcomer.on("response", lambda answer: sizes.update({answer.url.split("?")[0].rpartition("/")[2]: 0}))
    newcomer.goto("/")
    newcomer.wait_for_load_state("networkidle")
    folder = Path(os.environ.get("PARCFERME_WEB") or PACKAGED)
    files = [path for path in folder.rglob("*") if path.is_file() and path.name in sizes and "art" not in path.parts]
    assert files, "nothing was loaded"
    total = sum(_compressed(path) for path in files)
    assert total <= FIRST_LOAD, f"{total} bytes"


def _compressed(path: Path) -> int:
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(gzip.compress(data))


def test_rules_are_found_by_clause_and_by_word(page: Page) -> None:
    page.goto("/learn/rallyman?clause=RM-38")
    expect(page.locator("#RM-38")).to_be_visible()
    page.get_by_placeholder("Search the rules").fill("shortcut card")
    expect(page.locator("dl > div").filter(has_text=re.compile("shortcut", re.IGNORECASE)).nth(4)).to_be_visible()
    for n in range(5):
        expect(page.locator("dl > div").nth(n)).to_contain_text("shortcut", ignore_case=True)


def test_rules_begin_with_an_overview_and_are_found_by_what_people_call_things(page: Page) -> None:
    page.goto("/learn/rallyman")
    overview = page.get_by_role("region", name="Overview")
    expect(overview.get_by_role("heading")).to_have_count(4)
    expect(overview.locator("svg").first).to_be_visible()
    expect(page.get_by_role("link", name="Drive the lesson")).to_have_attribute("href", "/tutorial/rallyman")
    expect(page.get_by_role("button", name="Play bots")).to_be_visible()
    page.get_by_placeholder("Search the rules").fill("crash")
    expect(page.locator("#RM-33")).to_be_visible()  # which says: loses control
    page.get_by_placeholder("Search the rules").fill("winner")
    expect(page.locator("#RM-02")).to_be_visible()
    page.evaluate("localStorage.setItem('parcferme.settings', JSON.stringify({ language: 'it' }))")
    page.reload()
    expect(page.get_by_role("region", name="In breve")).to_contain_text("Perdere il controllo")
    page.get_by_role("searchbox").fill("vincitore")
    expect(page.locator("#RM-02")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "title"),
    [("fr", "Cinq jeux de plateau sur le rallye."), ("it", "Cinque giochi da tavolo sul rally.")],
)
def test_the_page_speaks_other_languages(page: Page, language: str, title: str) -> None:
    page.goto("/")
    page.evaluate(f"localStorage.setItem('parcferme.settings', '{json.dumps({'language': language})}')")
    page.reload()
    expect(page.locator("h1")).to_contain_text(title)


def test_whoever_comes_back_sees_first_which_tables_wait(page: Page) -> None:
    alone = {"game": "rallyman", "seats": [{"kind": "me"}], "options": {"players": 1}}
    wish = {**alone, "name": "Merle", "title": "Sunday stage"}
    waits = page.request.post("/api/tables", data=wish).json()["id"]
    closed = page.request.post("/api/tables", data={**wish, "title": "Put down"}).json()["id"]
    assert page.request.post(f"/api/tables/{closed}/close").ok
    page.goto("/")
    turns = page.get_by_role("region", name="1 waits for you")
    expect(turns.get_by_role("link")).to_have_attribute("href", f"/table/{waits}")
    page.get_by_role("link", name="Tables", exact=True).click()
    yours = page.get_by_role("region", name="Your tables").get_by_role("listitem")
    expect(yours).to_have_count(2)
    expect(yours.first).to_contain_text("Sunday stage")
    page.get_by_role("link", name="People", exact=True).click()
    page.get_by_role("link", name="Ladders").click()
    expect(page.get_by_role("link", name="People", exact=True)).to_have_attribute("aria-current", "page")
