"""One server and one browser for all tests of the client; a fresh page, and so a fresh guest, for each."""

from __future__ import annotations

import gc
import re
import shutil
import warnings
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.web.house import FLAGS, PATIENCE, House, find_browser
from tests.web.site import Site

expect.set_options(timeout=PATIENCE)
ARTEFACTS = Path(__file__).parents[2] / "build" / "screenshots"
FAILURES = ARTEFACTS.with_name("failures")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a browser showed when its test failed is kept before it is closed."""
    report = yield
    if report.when == "call" and report.failed:
        keep_evidence(FAILURES / re.sub(r"[^\w.-]+", "_", item.nodeid), item.funcargs)
    return report


def keep_evidence(folder: Path, used: Mapping[str, object]) -> None:
    """A screenshot of every page, the trace of every browser (`playwright show-trace`), and the servers' logs."""
    folder.mkdir(parents=True, exist_ok=True)
    browsers = [value for value in used.values() if isinstance(value, Browser)]
    for number, context in enumerate(context for browser in browsers for context in browser.contexts):
        with suppress(Error):  # a page that hangs must not hide why the test failed
            for at, page in enumerate(context.pages):
                page.screenshot(path=folder / f"page-{number}-{at}.png", timeout=5_000)
        with suppress(Error):
            context.tracing.stop(path=folder / f"trace-{number}.zip")
    for name, value in used.items():
        if isinstance(value, House) and (value.folder / "server.log").exists():
            shutil.copyfile(value.folder / "server.log", folder / f"{name}.log")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        yield browser
        browser.close()
    with warnings.catch_warnings():  # Playwright lets go of its driver's process a moment before that has ended
        warnings.simplefilter("ignore", ResourceWarning)
        del browser, playwright
        gc.collect()


@pytest.fixture
def guest(house: House, chromium: Browser) -> Iterator[BrowserContext]:
    """A browser of its own that shows moves at once and fails the test on any error in the page."""
    context = new_guest(house, chromium)
    yield context
    context.close()


def new_guest(house: House | Site, chromium: Browser, width: int = 1440, height: int = 900) -> BrowserContext:
    context = chromium.new_context(base_url=house.url, viewport={"width": width, "height": height}, locale="en-GB")
    context.add_init_script(
        "if (!localStorage.getItem('parcferme.settings'))"
        " localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0, language: 'en', log: 'all' }))"
    )
    context.set_default_timeout(PATIENCE)
    context.tracing.start()  # calls, console and network: kept where the test fails
    return context


@pytest.fixture
def page(guest: BrowserContext) -> Iterator[Page]:
    errors: list[str] = []
    page = guest.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def picture(page: Page, name: str) -> None:
    """Keep a screenshot for people to look at."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(ARTEFACTS / f"{name}.png"))
