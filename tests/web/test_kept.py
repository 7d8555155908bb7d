"""A server's games kept on one's device: without a line they open by themselves; what was driven is handed over."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import choose_short_games, introduce, play_out, serious
from tests.web.site import READY, files
from tests.web.test_site import at_own_turn


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("keeper"), site=str(files())) as house:
        yield house


@pytest.fixture(scope="module")
def page(keeper: House, chromium: Browser) -> Iterator[Page]:
    """Somebody who keeps the games: to fetch them takes longer than anything else here."""
    with new_guest(keeper, chromium, patience=READY) as context:
        page = context.new_page()
        keep(page)
        yield page


def test_kept_games_go_on_without_the_server_and_are_handed_to_it(keeper: House, page: Page) -> None:
    keeper.kill()
    try:
        page.goto("/tables")  # which nobody answers
        expect(page).to_have_url(f"{keeper.url}/alone/#/tables")
        expect(page.get_by_role("heading", name="This needs a server")).to_be_visible()
        away = page.get_by_role("status").filter(has_text="No network.")
        expect(away).to_be_visible()
        assert serious(page) == []
        page.get_by_role("link", name="Home", exact=True).click()
        picture(page, "kept-away")
        choose_short_games(page)
        page.get_by_role("button", name="Play bots: Rallye-Code", exact=True).click()
        introduce(page, "Merle")
        at_own_turn(page)
        assert play_out(page)["over"]
    finally:
        keeper.open()
    page.goto("/alone/#/device")
    page.get_by_role("button", name="Send it to the server").click()
    page.get_by_role("link", name="See it on the server").click()
    page.wait_for_url(f"{keeper.url}/replay/*")
    expect(page.locator(".board .sheets")).to_be_visible()
    page.goto("/")  # the server is there again, and so are its own pages
    expect(page.get_by_role("link", name="Events")).to_be_visible()


class Gateway(BaseHTTPRequestHandler):
    """What stands before a server that does not answer."""

    def do_GET(self) -> None:
        self.send_error(502)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody wants to read it."""


def test_where_a_gateway_answers_for_the_server_the_kept_games_open_too(keeper: House, page: Page) -> None:
    keeper.kill()
    try:
        with ThreadingHTTPServer(("127.0.0.1", keeper.port), Gateway) as gateway:
            Thread(target=gateway.serve_forever).start()
            try:
                page.goto("/learn/rallyman")
                expect(page).to_have_url(f"{keeper.url}/alone/#/learn/rallyman")
                expect(page.locator("#RM-02")).to_be_visible()
            finally:
                gateway.shutdown()
    finally:
        keeper.open()


def keep(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    kept = page.get_by_role("region", name="Without a network")
    kept.get_by_role("button", name="Keep them here").click()
    expect(kept.get_by_role("status")).to_contain_text("kept on this device", timeout=READY)
    picture(page, "kept-settings")
    page.get_by_role("button", name="Done").click()
