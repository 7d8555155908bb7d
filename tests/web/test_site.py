"""Without a server: the static site from a plain file server. That server stopped is in test_stopped.py."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from tests.web.conftest import faultless, new_guest, picture
from tests.web.play import fits, play_out, serious, start, until
from tests.web.site import READY, Site, files


@pytest.fixture
def visitor(site: Site, chromium: Browser) -> Iterator[BrowserContext]:
    with new_guest(site, chromium, patience=READY) as context:
        yield context


@pytest.fixture(scope="module")
def regular(site: Site, chromium: Browser) -> Iterator[Page]:
    """Somebody in whose browser the engine has started once: to start it takes longer than most tests."""
    with new_guest(site, chromium, patience=READY) as context, faultless(context) as page:
        yield page


@pytest.fixture
def page(visitor: BrowserContext) -> Iterator[Page]:
    with faultless(visitor) as page:
        yield page


def settled(page: Page) -> None:
    """Everything is kept in the browser, and the page is served from there."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, lambda: bool(page.evaluate("navigator.serviceWorker.controller !== null")), READY)


def at_own_turn(page: Page) -> None:
    expect(page.locator(".coach.due")).to_be_visible(timeout=READY)


def document(text: str) -> FilePayload:
    return {"name": "device.json", "mimeType": "application/json", "buffer": text.encode()}


def node(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-node") or -1)


def test_everything_is_taken_along_and_brought_to_another_device(site: Site, chromium: Browser, regular: Page) -> None:
    page = regular
    start(page, "Rallyman")
    at_own_turn(page)
    page.goto("/#/device")
    expect(page.get_by_role("link", name="Rallyman")).to_be_visible()
    picture(page, "site-device")
    assert serious(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Take everything along").click()
    packed = saved.value.path().read_text("utf-8")
    other = new_guest(site, chromium)
    try:
        there = other.new_page()
        there.set_default_timeout(READY)
        there.goto("/#/device")
        broken = json.loads(packed)
        broken["tables"][0]["notes"].pop(1)
        chooser = there.locator("input[type=file]")
        chooser.set_input_files(
            {"name": "b.json", "mimeType": "application/json", "buffer": json.dumps(broken).encode()}
        )
        expect(there.get_by_role("alert")).to_be_visible()
        expect(there.get_by_role("link", name="Rallyman")).to_have_count(0)
        chooser.set_input_files(document(packed))
        expect(there.get_by_role("link", name="Rallyman")).to_be_visible()
        lesson = "localStorage.getItem('parcferme.lesson.rallyman')"
        assert there.evaluate(lesson) == page.evaluate(lesson) is not None
        expect(there.locator("header .who")).to_contain_text("Merle")
        there.get_by_role("link", name="Rallyman").click()
        at_own_turn(there)
    finally:
        other.close()


TAKES_MORE = """() => new Promise((answer) => {
  const asked = indexedDB.open("parcferme");
  asked.onsuccess = () => {
    const deed = asked.result.transaction("things", "readwrite");
    deed.objectStore("things").put("x", "probe");
    deed.oncomplete = () => { asked.result.close(); answer(true); };
    deed.onabort = () => { asked.result.close(); answer(false); };
  };
})"""


def set_quota(visitor: BrowserContext, page: Page, origin: str, **size: int) -> None:
    """A browser trusts for some seconds what it was told of its room: wait until it has asked again."""
    storage = visitor.new_cdp_session(page)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin, **size})
    until(page, lambda: bool(page.evaluate(TAKES_MORE)) is not bool(size))


def move(page: Page) -> None:
    """The first action of the list, committed; what was chosen before is still in hand."""
    first = page.locator(".plainlist .list li button").first
    expect(first).to_be_visible()
    if first.get_attribute("aria-pressed") != "true":
        first.click()
    page.locator(".acts button.commit:enabled").click()


def test_where_storage_is_full_it_is_said_and_nothing_is_lost(site: Site, visitor: BrowserContext, page: Page) -> None:
    start(page, "Rallyman")
    at_own_turn(page)
    page.get_by_role("button", name="List", exact=True).click()
    before = node(page)
    set_quota(visitor, page, site.url, quotaSize=1)
    move(page)
    full = page.get_by_text("This browser has no room left to keep it.")
    expect(full).to_be_visible()
    picture(page, "site-full")
    assert node(page) == before, "what is not kept is not shown"
    page.reload()
    at_own_turn(page)
    assert node(page) == before
    page.goto("/#/")
    page.get_by_role("button", name="Play bots: Lunar Rally", exact=True).click()
    expect(full).to_be_visible()  # there is no room for another table either, and none is half there
    page.goto("/#/device")
    expect(page.get_by_role("link", name="Rallyman")).to_be_visible()
    expect(page.get_by_role("link", name="Lunar Rally")).to_have_count(0)
    set_quota(visitor, page, site.url)
    page.get_by_role("link", name="Rallyman").click()
    at_own_turn(page)
    page.get_by_role("button", name="List", exact=True).click()
    move(page)
    until(page, lambda: node(page) > before)
    expect(full).to_have_count(0)


def renew(site: Site) -> None:
    """Put a newer version of the site on its host: a page that says so, and a worker that knows its hash."""
    page, worker = site.folder / "index.html", site.folder / "sw.js"
    before = page.read_text("utf-8")
    page.write_text(before.replace("<html ", "<html data-edition='new' ", 1), "utf-8")
    old, new = (sha256(text.encode()).hexdigest()[:12] for text in (before, page.read_text("utf-8")))
    text = worker.read_text("utf-8").replace(f'"index.html": "{old}"', f'"index.html": "{new}"', 1)
    worker.write_text(re.sub(r'const VERSION = "\w+"', 'const VERSION = "newer"', text, count=1), "utf-8")


def test_a_newer_version_comes_at_the_next_start_and_never_in_the_middle_of_a_match(
    tmp_path: Path, chromium: Browser
) -> None:
    site = Site(folder=Path(shutil.copytree(files(), tmp_path / "host")))
    with site, new_guest(site, chromium, patience=READY) as context:
        page = context.new_page()
        page.goto("/")
        settled(page)
        start(page, "Rallye-Code")
        at_own_turn(page)
        renew(site)
        page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
        waiting = "navigator.serviceWorker.ready.then((worker) => worker.waiting !== null)"
        until(page, lambda: bool(page.evaluate(waiting)), READY)
        edition = page.locator("html[data-edition]")
        before = node(page)
        page.reload()  # in the middle of the match: the old one goes on
        at_own_turn(page)
        expect(edition).to_have_count(0)
        play_out(page, limit=1)
        until(page, lambda: node(page) > before, READY)
        address = page.url
        page.close()
        page = context.new_page()  # the next start
        page.goto(address)
        expect(page.locator("html[data-edition]")).to_have_count(1)
        at_own_turn(page)
        assert node(page) > before


def test_it_lies_in_any_folder_and_a_path_of_a_server_leads_to_its_page(chromium: Browser) -> None:
    """The host answers paths that it does not know with 404.html, as many do."""
    with Site("/games/") as site, new_guest(site, chromium) as context:
        page = context.new_page()
        refused: list[str] = []
        page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
        page.route("**/games/learn", lambda route: route.fulfill(path=site.folder / "games" / "404.html", status=404))
        page.goto("/games/learn")
        page.wait_for_url("**/games/#/learn")
        expect(page.get_by_role("link", name="Learn", exact=True)).to_have_attribute("aria-current", "page")
        page.goto("/games/#/puzzles")
        expect(page.locator("section[aria-labelledby=today] li")).to_have_count(5, timeout=READY)
        assert refused == []


WENT = "fetch('http://127.0.0.1:{port}/', {{ mode: 'no-cors' }}).then(() => 'went', (error) => `${{error}}`)"


def test_it_leaves_alone_whatever_else_its_host_has(tmp_path: Path, chromium: Browser) -> None:
    """A neighbour's pages in the same folder and its files in the browser, but not a page that only a server knows."""
    site = Site("/games/", Path(shutil.copytree(files("/games/"), tmp_path / "host")))
    beside = site.folder / "games" / "neighbour"
    beside.mkdir()
    (beside / "index.html").write_text("<title>Neighbour</title>")
    site.open()
    context = new_guest(site, chromium)
    context.set_default_timeout(READY)
    try:
        page = context.new_page()
        page.goto("/games/neighbour/")
        page.evaluate("caches.open('neighbour').then((cache) => cache.put('/kept', new Response('kept')))")
        page.goto("/games/")
        settled(page)
        page.goto("/games/neighbour/")
        expect(page).to_have_title("Neighbour")
        assert page.evaluate("caches.match('/kept').then((found) => found.text())") == "kept"
        page.goto("/games/learn/rallyman")  # this host has no page for what it does not know
        page.wait_for_url("**/games/#/learn/rallyman")
        site.kill()
        page.goto("/games/tutorial/rally")
        page.wait_for_url("**/games/#/tutorial/rally")
        expect(page.locator("header .state")).to_contain_text("Step 1 of")
    finally:
        context.close()
        site.kill()


def test_not_even_its_workers_ask_anybody_else(site: Site, regular: Page) -> None:
    """Once it is kept: a worker heeds only the policy that comes with its own file."""
    elsewhere = Site()
    elsewhere.open()
    try:
        regular.goto("/")
        settled(regular)
        regular.reload()
        until(regular, lambda: len(regular.workers) > 0, READY)
        assert "Failed to fetch" in regular.workers[0].evaluate(WENT.format(port=elsewhere.port))
        assert regular.workers[0].evaluate(WENT.format(port=site.port)) == "went"
    finally:
        elsewhere.kill()


def test_every_host_sends_its_scripts_as_scripts(site: Site) -> None:
    """Many do not know other names for them, and a browser runs nothing that is sent as bytes."""
    scripts = [path for path in site.folder.rglob("*") if path.suffix in (".js", ".mjs", ".cjs")]
    assert {path.suffix for path in scripts} == {".js"}


def test_links_are_right_for_this_host_and_other_people_are_not_promised(regular: Page) -> None:
    page = regular
    page.goto("/#/")
    expect(page.get_by_role("heading", name="Rallyman")).to_be_visible()
    assert serious(page) == []
    page.goto("/#/learn")
    link = page.get_by_role("link", name="Play", exact=True)
    link.hover()
    assert link.get_attribute("href") == "#/"
    page.goto("/#/")
    expect(page.get_by_role("heading", name="The games")).to_be_visible()
    for text in ("Open tables", "Invite friends"):
        expect(page.get_by_text(text)).to_have_count(0)
    page.goto("/#/new/rallyman")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    for text in ("Who may see it", "Pace", "Chat", "Open seat"):
        expect(page.locator("form").get_by_text(text, exact=True)).to_have_count(0)
    page.goto("/#/")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "phone-site")
    fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
