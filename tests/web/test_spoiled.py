"""Without a server where the browser does not do its part: storage that is denied or spoiled, an engine that does not
come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import faultless
from tests.web.play import introduce, press, until
from tests.web.site import READY, Site
from tests.web.test_site import at_own_turn, move

CLOSED = "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };"
CLOSED_PAGE = """
Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });
"""
SPOIL = """() => new Promise((done) => {
  const asked = indexedDB.open("parcferme");
  asked.onsuccess = () => {
    const deed = asked.result.transaction(["doors", "things"], "readwrite");
    deed.objectStore("doors").put("{", "spoiled");
    deed.objectStore("things").put("[{}]", "puzzles");
    deed.objectStore("things").put("blue", "plate");
    deed.oncomplete = () => { asked.result.close(); done(); };
  };
})"""


SAVE = """() => {
  const link = document.createElement("a");
  Object.assign(link, { href: "/api/tables/none/record", download: "record.json" });
  document.body.append(link);
  link.click();
}"""


@pytest.fixture
def page(site: Site, chromium: Browser) -> Iterator[Page]:
    """Of a browser that lets nobody stand between the page and its files, or what is asked for could not be changed."""
    with chromium.new_context(base_url=site.url, locale="en-GB", service_workers="block") as context:
        context.set_default_timeout(READY)
        with faultless(context) as page:
            yield page


def begin(page: Page, title: str = "Rallyman") -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Play bots: {title}", exact=True).click()
    introduce(page, "Merle")
    page.wait_for_url("**/#/table/*")


def test_where_nothing_may_be_kept_it_is_said_and_one_plays_until_the_page_is_closed(page: Page) -> None:
    def closed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=CLOSED + answer.text())

    page.route("**/house.worker-*.js", closed)
    page.add_init_script(CLOSED_PAGE)
    begin(page)
    at_own_turn(page)
    notice = page.get_by_role("alert").filter(has_text="This browser keeps nothing here")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    page.goto("/#/device")
    expect(page.get_by_role("link", name="Rallyman")).to_be_visible()


def test_spoiled_rows_hide_nothing_else(page: Page) -> None:
    begin(page)
    at_own_turn(page)
    page.evaluate(SPOIL)
    page.goto("/#/device")
    page.reload()
    expect(page.get_by_role("link", name="Rallyman")).to_be_visible()
    expect(page.get_by_text("Tables kept here that cannot be read any more: 1.")).to_be_visible()
    page.goto("/#/puzzles")
    expect(page.locator("section[aria-labelledby=today] li")).to_have_count(5)


def test_what_the_browser_has_cleared_is_told_and_one_goes_on_with_something_else(site: Site, page: Page) -> None:
    begin(page)
    at_own_turn(page)
    page.get_by_role("button", name="List", exact=True).click()
    browser = page.context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", {"origin": site.url, "storageTypes": "indexeddb"})
    gone = page.get_by_text("There is no such table in this browser.")

    def gone_by_now() -> bool:
        move(page)  # for a moment it is a storage that fails
        return gone.count() > 0

    until(page, gone_by_now)
    page.evaluate(SAVE)  # as a link on a page would
    told = page.get_by_role("alert").filter(has_text="There is no such table")
    told.get_by_role("button", name="Close").click()
    page.goto("/#/")
    page.get_by_role("button", name="Play bots: Rallyman", exact=True).click()
    at_own_turn(page)
    page.reload()
    at_own_turn(page)


def test_bots_wait_for_an_engine_that_does_not_come_and_go_on_when_it_does(page: Page) -> None:
    refused: list[str] = []

    def once(route: Route) -> None:
        refused.append(route.request.url)
        route.abort()

    page.route("**/thinker.worker-*.js", once)
    begin(page, "Rallye-Code")
    page.get_by_role("button", name="List", exact=True).click()
    failed = page.get_by_role("alert").filter(has_text="The engine could not be loaded")

    def a_bot_is_asked() -> bool:
        """Who begins is drawn: one's own turns are driven on the way."""
        press(page, ".plainlist .list li button[aria-pressed=false]")
        press(page, ".acts button.commit:enabled")
        return failed.is_visible()

    until(page, a_bot_is_asked)
    page.unroute("**/thinker.worker-*.js", once)
    failed.get_by_role("button", name="Try again").click()
    at_own_turn(page)
    assert refused
    expect(failed).to_have_count(0)
