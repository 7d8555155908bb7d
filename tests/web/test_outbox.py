"""A move on a bad day: the server is down, restarted, slow, killed between keeping and answering, or no WebSocket can
be opened at all. Each time exactly one move is made, and the page says what is so at every moment."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, WebSocketRoute, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House

LOAD = Path(__file__).parents[2] / "benchmarks" / "server" / "load.cjs"
UNDER_WAY = "on its way"  # however long it has been
WAITING = "Still on its way: waiting for the table."
KEPT = "Your move is kept and will be sent."
OPEN_AGAIN = "The table moved on. Your draft is open again."
GONE = "The table moved on before your move arrived. It was not made."
FAULTS = """
import asyncio, os, pathlib
from parcferme.server.api.socket import Line
from parcferme.server.live.rooms import News
from parcferme.server.live.tables import Tables
folder = pathlib.Path({folder!r})
perform, greet, tell = Tables.perform, Line._greet, News.tell
def die_untold(news):
    # the move is on the disk, and nobody knows
    if (folder / "deadly").exists():
        (folder / "deadly").unlink()
        os._exit(9)
    tell(news)
async def slowly(tables, id, command):
    while (folder / "slow").exists():
        await asyncio.sleep(0.02)
    return await perform(tables, id, command)
async def silent(line):
    while (folder / "silent").exists():
        await asyncio.sleep(0.02)
    await greet(line)
News.tell, Tables.perform, Line._greet = die_untold, slowly, silent
"""
LISTEN = """
// everything the page says about its line, noted whenever it changes
window.said = [];
const hear = () => {
  const texts = [...document.querySelectorAll('header .state, .acts .notice')].map((one) => one.innerText.trim());
  const now = texts.join(' | ');
  if (texts.length && now !== window.said.at(-1)) window.said.push(now);
  requestAnimationFrame(hear);
};
addEventListener('DOMContentLoaded', hear);
"""


class Trouble(House):
    """A server in which something goes wrong for as long as a file of that name lies in its folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, FAULTS.format(folder=str(folder)))

    def begin(self, trouble: str) -> None:
        (self.folder / trouble).touch()

    def end(self, trouble: str) -> None:
        (self.folder / trouble).unlink(missing_ok=True)

    def mend(self) -> None:
        """Well again for the next test, however this one ended."""
        for name in ("slow", "silent", "deadly"):
            self.end(name)
        if self.process is None or self.process.poll() is not None:
            self.open()

    def died(self) -> None:
        assert self.process is not None
        self.process.wait(30)


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trouble]:
    with Trouble(tmp_path_factory.mktemp("trouble")) as trouble:
        yield trouble


@pytest.fixture
def guest(trouble: Trouble, chromium: Browser) -> Iterator[BrowserContext]:
    context = new_guest(trouble, chromium)
    context.add_init_script(LISTEN)
    yield context
    trouble.mend()
    context.close()


def open_table(page: Page, **more: str) -> str:
    """Alone at a table of Rallyman, and asked for the first die."""
    wish = {"game": "rallyman", "options": {"players": 1}, "seats": [{"kind": "me"}], "name": "Merle"}
    id = str(page.request.post("/api/tables", data={**wish, **more}).json()["id"])
    page.goto(f"/table/{id}")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    return id


def pick(page: Page) -> None:
    page.locator(".slot[aria-disabled=false]").first.click()
    expect(page.locator("button.commit")).to_be_enabled()


def act(page: Page) -> None:
    """Pick the first die that may be rolled, and roll it by the keyboard: at once."""
    pick(page)
    page.keyboard.press("Enter")


def act_slowly(page: Page, trouble: Trouble) -> str:
    """At a table whose answer to the first move does not come; returns its id."""
    table = open_table(page)
    trouble.begin("slow")
    act(page)
    notice(page, UNDER_WAY)
    return table


def moved(page: Page) -> None:
    """The table has the move, and the page shows it."""
    expect(page.locator(".log")).to_contain_text("rolls")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    expect(page.locator(".acts .notice")).to_have_count(0)


def moves(page: Page, id: str) -> int:
    """How many moves the table has written down."""
    log: list[Any] = page.request.get(f"/api/tables/{id}/record").json()["log"]
    return sum(entry[0] == 0 for entry in log)


def said(page: Page) -> list[str]:
    """What the page has said since it was opened, in order."""
    found: list[str] = page.evaluate("window.said")
    return found


def chips(page: Page) -> list[str]:
    """What the chip has said, without the repetitions."""
    texts = [text.split(" | ")[0] for text in said(page)]
    return [text for n, text in enumerate(texts) if n == 0 or text != texts[n - 1]]


def lost(page: Page) -> None:
    """The page has noticed that its line is gone; a busy machine may look when it has waited for a while."""
    expect(page.locator("header .state")).to_have_text(re.compile("^(Reconnecting|Offline)$"))


def notice(page: Page, text: str) -> None:
    expect(page.locator(".acts .notice").filter(has_text=text)).to_be_visible()


def test_a_move_made_while_the_server_is_down_is_made_when_it_is_back(page: Page, trouble: Trouble) -> None:
    table = open_table(page)
    pick(page)
    trouble.kill()
    lost(page)
    expect(page.locator("button.commit")).to_contain_text("Sent once back online")
    page.locator("button.commit").click()
    notice(page, KEPT)
    expect(page.locator("button.commit")).to_be_disabled()
    picture(page, "line-reconnecting")
    expect(page.locator("header .state")).to_have_text("Offline")
    notice(page, KEPT)
    picture(page, "line-offline")
    trouble.open()
    moved(page)
    assert moves(page, table) == 1
    assert chips(page) == ["Your turn", "Reconnecting", "Offline", "Your turn"]
    away = [text for text in said(page) if not text.startswith("Your turn")]
    assert all("connection to the table" in text for text in away)
    kept = [KEPT in text for text in away]
    assert (kept[0], kept[-1], kept) == (False, True, sorted(kept)), "kept from the click on, and not before"


def test_a_restart_in_between_loses_nothing_and_doubles_nothing(page: Page, trouble: Trouble) -> None:
    table = act_slowly(page, trouble)
    trouble.kill()
    notice(page, KEPT)
    trouble.end("slow")
    trouble.open()
    moved(page)
    assert moves(page, table) == 1
    assert [chip for chip in chips(page) if chip != "Offline"] == ["Your turn", "Reconnecting", "Your turn"]


def test_a_slow_answer_is_waited_for_and_the_page_says_so(page: Page, trouble: Trouble) -> None:
    table = act_slowly(page, trouble)
    expect(page.locator("button.commit")).to_be_disabled()
    page.keyboard.press("Enter")  # impatience makes no second move
    notice(page, WAITING)
    picture(page, "line-under-way")
    trouble.end("slow")
    moved(page)
    assert moves(page, table) == 1
    assert said(page)[:3] == ["Your turn", "Your turn | On its way to the table.", f"Your turn | {WAITING}"]


def test_a_move_on_its_way_survives_a_reload(page: Page, trouble: Trouble) -> None:
    table = act_slowly(page, trouble)
    page.reload()
    notice(page, UNDER_WAY)
    expect(page.locator("button.commit")).to_be_disabled()
    trouble.end("slow")
    moved(page)
    assert moves(page, table) == 1
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('outbox'))") == []


def test_a_click_before_the_line_stands_is_not_lost(page: Page, trouble: Trouble) -> None:
    trouble.begin("silent")
    table = open_table(page)
    act(page)
    notice(page, UNDER_WAY)
    assert moves(page, table) == 0
    trouble.end("silent")
    moved(page)
    assert moves(page, table) == 1


@pytest.mark.parametrize("down", [False, True], ids=["at once", "while the server is down"])
def test_two_tabs_make_one_move(guest: BrowserContext, trouble: Trouble, down: bool) -> None:
    one, two = guest.new_page(), guest.new_page()
    table = open_table(one)
    two.goto(one.url)
    expect(two.locator("header .state")).to_contain_text("Your turn")
    pick(one)
    pick(two)
    if down:
        trouble.kill()
        for page in (one, two):
            lost(page)
    one.keyboard.press("Enter")
    two.keyboard.press("Enter")
    if down:
        for page in (one, two):
            notice(page, KEPT)
            expect(page.locator("button.commit")).to_be_disabled()
        trouble.open()
    for page in (one, two):
        expect(page.locator(".log")).to_contain_text("rolls")
        expect(page.locator("header .state")).to_contain_text("Your turn")
    assert moves(one, table) == 1


def test_a_move_that_was_kept_but_never_answered_is_made_once(page: Page, trouble: Trouble) -> None:
    table = open_table(page)
    trouble.begin("deadly")
    act(page)
    trouble.died()
    notice(page, KEPT)
    trouble.open()
    moved(page)
    assert moves(page, table) == 1
    assert not any(GONE in text for text in said(page))
    expect(page.locator(".refused")).to_have_count(0)


def test_a_move_that_comes_too_late_is_dropped_in_words(page: Page, guest: BrowserContext, trouble: Trouble) -> None:
    table = open_table(page)
    guest.set_offline(True)
    expect(page.locator("header .state")).to_have_text("Offline")
    act(page)
    notice(page, KEPT)
    elsewhere(guest, trouble, table)
    guest.set_offline(False)
    notice(page, GONE)
    picture(page, "line-dropped")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    assert moves(page, table) == 1, "the one that was made elsewhere"
    page.get_by_role("alert").get_by_role("button", name="Done").click()
    moved(page)


def test_a_move_that_came_too_late_and_is_still_possible_is_a_draft_again(
    page: Page, guest: BrowserContext, trouble: Trouble
) -> None:
    table = open_table(page)
    act(page)
    moved(page)
    guest.set_offline(True)
    expect(page.locator("header .state")).to_have_text("Offline")
    page.locator(".slot[aria-disabled=false]").last.click()  # a white die: there are two
    page.keyboard.press("Enter")
    notice(page, KEPT)
    elsewhere(guest, trouble, table, "roll:W/go")
    guest.set_offline(False)
    notice(page, OPEN_AGAIN)
    expect(page.locator(".slot[aria-pressed=true]").first).to_contain_text("W")
    expect(page.locator("button.commit")).to_be_enabled()
    assert moves(page, table) == 2, "the one before and the one that was made elsewhere"


def elsewhere(guest: BrowserContext, trouble: Trouble, table: str, action: str = "") -> None:
    """The same person moves on another device."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in guest.cookies())
    headers = {"Cookie": cookies, "Content-Type": "application/json"}
    address = f"{trouble.url}/api/tables/{table}"
    with urllib.request.urlopen(urllib.request.Request(f"{address}/position", headers=headers)) as answer:
        asked = json.load(answer)
    move = {"node": asked["node"], "action": action or asked["actions"][0]["notation"], "id": "elsewhere"}
    urllib.request.urlopen(urllib.request.Request(f"{address}/act", json.dumps(move).encode(), headers)).close()


def test_the_benchmark_sends_what_the_browser_sends(page: Page) -> None:
    lines: list[str] = []
    sent: list[str] = []

    def listen(line: WebSocket) -> None:
        lines.append(line.url.partition("?")[2])
        line.on("framesent", lambda data: sent.append(str(data)))

    page.on("websocket", listen)
    open_table(page)
    act(page)
    moved(page)
    assert lines == ["odds=true&changes=true&since=0"]
    assert f'const LINE = "{lines[0]}";' in LOAD.read_text("utf-8")
    fields = ", ".join(json.loads(sent[0])).replace("do", 'do: "act"')
    assert f"return {{ {fields} }};" in LOAD.read_text("utf-8")


def test_where_no_websocket_can_be_opened_the_same_goes_by_http(page: Page) -> None:
    def refuse(line: WebSocketRoute) -> None:
        line.close()

    page.route_web_socket("**/socket*", refuse)
    table = open_table(page)
    act(page)
    moved(page)
    assert moves(page, table) == 1
    node = str(page.locator("main.table").get_attribute("data-node"))
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("main.table")).not_to_have_attribute("data-node", node)
    log = page.request.get(f"/api/tables/{table}/record").json()["log"]
    assert [entry[0] for entry in log].count("undo") == 1


def test_what_is_said_while_the_server_is_down_is_said_once_when_it_is_back(page: Page, trouble: Trouble) -> None:
    table = open_table(page, chat="all")
    chat = page.get_by_role("region", name="Chat")
    trouble.kill()
    lost(page)
    chat.get_by_role("textbox").fill("Back in a minute")
    page.keyboard.press("Enter")
    expect(chat.get_by_role("listitem")).to_contain_text("on its way")
    trouble.open()
    expect(chat.get_by_role("listitem")).to_have_text("Merle Back in a minute")
    assert [line["text"] for line in page.request.get(f"/api/tables/{table}/chat").json()] == ["Back in a minute"]
