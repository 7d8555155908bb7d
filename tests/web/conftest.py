"""One server and one browser for all tests of the client; a guest whom nobody knows for each."""

from __future__ import annotations

import gc
import re
import shutil
import warnings
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect, sync_playwright

from parcferme.organise.moments import read_moment
from tests.server.house import Spawned
from tests.server.rally import BEFORE
from tests.support import free_port
from tests.web.house import FLAGS, PATIENCE, House, find_browser
from tests.web.site import Site

expect.set_options(timeout=PATIENCE)
ARTEFACTS = Path(__file__).parents[2] / "build" / "screenshots"
FAILURES = ARTEFACTS.with_name("failures")
KEPT = "local_storage,indexeddb,cache_storage,service_workers,file_systems"  # by a browser, of its user


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
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


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


@pytest.fixture(scope="session")
def spare() -> list[BrowserContext]:
    """Browsers of guests who have gone. They keep the client's files: to fetch and read them takes longer than many a
    test."""
    return []


@contextmanager
def lent(spare: list[BrowserContext], house: House, chromium: Browser) -> Iterator[BrowserContext]:
    """A browser that shows moves at once and remembers nothing but files."""
    if spare:
        context = spare.pop()
        context.tracing.start()
    else:
        context = new_guest(house, chromium)
    yield context
    forget(context, house.url)
    spare.append(context)


def forget(context: BrowserContext, url: str) -> None:
    """Who used it, what they were allowed and what they left behind, but not the files that are the same for all."""
    with suppress(Error):  # where the test failed its trace is kept already
        context.tracing.stop()
    context.unroute_all()
    context.clear_permissions()
    context.set_offline(False)
    page, *others = context.pages or [context.new_page()]
    for other in others:
        other.close()
    page.goto("about:blank")  # nothing writes any more
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": KEPT})
    context.clear_cookies()
    page.close()


@pytest.fixture
def guest(spare: list[BrowserContext], house: House, chromium: Browser) -> Iterator[BrowserContext]:
    with lent(spare, house, chromium) as context:
        yield context


def new_guest(
    house: House | Site | Spawned,
    chromium: Browser,
    width: int = 1440,
    height: int = 900,
    touch: bool = False,
    patience: int = PATIENCE,
) -> BrowserContext:
    viewport: ViewportSize = {"width": width, "height": height}
    context = chromium.new_context(base_url=house.url, viewport=viewport, locale="en-GB", has_touch=touch)
    context.add_init_script(
        "if (!localStorage.getItem('parcferme.settings'))"
        " localStorage.setItem('parcferme.settings',"
        " JSON.stringify({ speed: 0, language: 'en', log: 'all', sound: false }))"
    )  # nobody listens, and to make sounds takes time as long as the page is open
    context.set_default_timeout(patience)
    context.tracing.start()  # calls, console and network: kept where the test fails
    return context


@contextmanager
def faultless(context: BrowserContext) -> Iterator[Page]:
    """A page; any error in it fails the test."""
    errors: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error.stack or error}"))
    yield page
    assert not errors, "\n".join(errors)


@pytest.fixture
def page(guest: BrowserContext) -> Iterator[Page]:
    with faultless(guest) as page:
        yield page


@pytest.fixture
def friend(spare: list[BrowserContext], house: House, chromium: Browser) -> Iterator[Page]:
    """Somebody else, in a browser of their own, unknown to the server so far."""
    with lent(spare, house, chromium) as context, faultless(context) as page:
        yield page


third = friend  # and one more


@pytest.fixture
def newcomer(house: House, chromium: Browser) -> Iterator[Page]:
    """Somebody whose browser has none of the client's files yet: for tests of what it fetches."""
    with new_guest(house, chromium) as context, faultless(context) as page:
        yield page


@pytest.fixture
def host(house: House, chromium: Browser) -> Iterator[BrowserContext]:
    """Somebody who does without a page."""
    with new_guest(house, chromium) as context:
        yield context


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    """A server of one test's own, whose clock is set."""
    clock = tmp_path / "clock"
    clock.write_text(str(read_moment("at", BEFORE)))
    house = Spawned(str(tmp_path / "season.db"), free_port(), SET_CLOCK=str(clock))
    yield house
    house.close()


@pytest.fixture
def pages(server: Spawned, chromium: Browser) -> Iterator[list[Page]]:
    """Three people's, at that server."""
    contexts = [new_guest(server, chromium) for _ in range(3)]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def picture(page: Page, name: str) -> None:
    """Keep a screenshot for people to look at."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(ARTEFACTS / f"{name}.png"))
