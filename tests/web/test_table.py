"""A table in the browser: two people, secrets, a server that dies, the keyboard, replay."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import at_rest, introduce, play_out, press, start, until
from tests.web.test_outbox import lost

CREW = {1: "Merle", 2: "Merle 2"}  # one person on two seats
TUTORIALS = Path(__file__).parents[2] / "web" / "src" / "boards"


def test_two_people_program_without_seeing_each_other(house: House, chromium: Browser) -> None:
    host, friend = new_guest(house, chromium), new_guest(house, chromium)
    mine, theirs = host.new_page(), friend.new_page()
    heard: list[str] = []
    theirs.on("websocket", lambda line: line.on("framereceived", lambda data: heard.append(str(data))))
    mine.goto("/new/lunar_rally")
    mine.get_by_role("button", name="Open the table").click()
    introduce(mine, "Otto")
    mine.wait_for_url("**/table/*")
    link = mine.get_by_role("textbox", name="Green seat").input_value()
    theirs.goto(link)
    theirs.get_by_label("Your name at the table").fill("Signe")
    with theirs.expect_navigation():  # from the invitation to the seat
        theirs.get_by_role("button", name=re.compile("Take the .* seat")).click()
    place_rovers([mine, theirs])
    hand = mine.locator(".hand button:enabled")
    for _ in range(3):
        hand.first.click()
    before = len(heard)
    mine.get_by_role("button", name="Seal Rover 1").click()
    expect(mine.locator("header .state")).to_contain_text("Sealed")
    expect(mine.get_by_role("button", name="Unseal")).to_be_visible()
    expect(mine.locator("button.commit")).to_have_count(0)  # it is sealed as it is
    expect(theirs.locator(".people")).to_contain_text("sealed")
    told = [message for message in heard[before:] if '"sealed"' in message]
    assert told, "the others are told that a seat has sealed"
    assert all("AT" not in message for message in told), "… and nothing else"
    picture(theirs, "lunar-two-people")
    host.close()
    friend.close()


def place_rovers(pages: list[Page]) -> None:
    """Both put their rovers down, whoever is asked, until both program."""

    def placed() -> bool:
        for page in pages:
            press(page, ".choices .spots button[aria-pressed=false]")
            page.wait_for_timeout(100)
            press(page, ".acts button.commit:enabled")
        return all(page.locator(".hand button:enabled").count() for page in pages)

    until(pages[0], placed)


def test_one_screen_passed_round_shows_a_secret_to_nobody_else(page: Page) -> None:
    table = {
        "game": "lunar_rally",
        "options": {"players": 2, "first": "agreed"},
        "seats": [{"kind": "me"}] * 2,
        "name": "Merle",
    }
    answer = page.request.post("/api/tables", data=table)
    page.goto(f"/table/{answer.json()['id']}")
    seen: list[str] = []
    for _ in range(12):
        cover, hand = page.locator(".cover"), page.locator(".hand button:enabled")
        expect(cover.or_(page.locator(".choices button").first)).to_be_visible()
        if cover.count():
            assert page.locator(".board, .choices").count() == 0, "nothing is drawn before the next person is there"
            seen.append(cover.locator("h1").inner_text())
            cover.get_by_role("button").click()
        elif hand.count():
            for _ in range(3):
                hand.first.click()
            page.get_by_role("button", name="Seal Rover 1").click()
            break
        else:
            page.locator(".choices .spots button").first.click()
            node = page.locator("main.table").get_attribute("data-node")
            page.locator(".acts button.commit").click()
            expect(page.locator(f"main.table[data-node='{node}']")).to_have_count(0)  # the table has taken it
    expect(page.locator(".cover h1")).to_have_text("Over to Merle 2")
    assert seen[:3] == ["Over to Merle", "Over to Merle 2", "Over to Merle"]


@pytest.mark.parametrize("reloads", [False, True], ids=["in one go", "reloaded in between"])
def test_two_seats_of_one_person_program_a_whole_round(page: Page, reloads: bool) -> None:
    table = {
        "game": "lunar_rally",
        "options": {"players": 2, "first": "agreed"},
        "seats": [{"kind": "me"}] * 2,
        "name": "Merle",
    }
    id = page.request.post("/api/tables", data=table).json()["id"]
    for seat in (0, 1, 0):
        act_first(page, id, while_asked=seat)  # puts the rovers down
    page.goto(f"/table/{id}")
    for rover in (1, 2):
        for seat in (1, 2):
            program(page, seat, rover, reloads)
    expect(page.locator(".cover h1")).to_have_text("Over to Merle")
    now = page.request.get(f"/api/tables/{id}/position").json()
    assert (now["kind"], now["sealed"], now["view"]["phase"]) == ("joint", [], 3), "Rover 1 has run its three cards"


def program(page: Page, seat: int, rover: int, reloads: bool) -> None:
    """One seat's program, from the hand-over to the seal."""
    cover, hand = page.locator(".cover"), page.locator(".hand button:enabled")
    expect(cover.locator("h1")).to_have_text(f"Over to {CREW[seat]}")
    if reloads:
        page.reload()
    cover.get_by_role("button", name=f"I am {CREW[seat]}", exact=True).click()
    expect(page.locator("header .state")).to_contain_text("Your turn")
    if reloads:  # whoever reloads may be anybody
        page.reload()
        cover.get_by_role("button", name=f"I am {CREW[seat]}", exact=True).click()
    for _ in range(3):
        hand.first.click()
    page.get_by_role("button", name=f"Seal Rover {rover}").click()


def test_who_has_looked_with_the_other_seats_eyes_is_led_back_to_the_play(page: Page) -> None:
    options = {"players": 2, "start_order": [0, 1]}
    table = {"game": "rallyman", "options": options, "seats": [{"kind": "me"}] * 2, "name": "Merle"}
    id = page.request.post("/api/tables", data=table).json()["id"]
    page.goto(f"/table/{id}")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    page.get_by_role("button", name="View as Merle 2").click()
    expect(page.locator("header .state")).to_contain_text("plays")
    page.get_by_role("button", name="View as Merle", exact=True).click()
    expect(page.locator("header .state")).to_contain_text("Your turn")
    act_first(page, id, while_asked=0)
    expect(
        page.get_by_role("button", name="View as Merle", exact=True)
    ).to_be_visible()  # the second seat is at the screen
    expect(page.locator("header .state")).to_contain_text("Your turn")


def act_first(page: Page, id: str, while_asked: int) -> None:
    """The first thing that may be done, over and over, while this seat is asked alone."""
    while (asked := page.request.get(f"/api/tables/{id}/position").json())["to_act"] == [while_asked]:
        move = {"node": asked["node"], "action": asked["actions"][0]["notation"], "id": f"n{asked['node']}"}
        assert page.request.post(f"/api/tables/{id}/act", data=move).ok


def test_moving_the_map_draws_nothing(page: Page) -> None:
    table = {"game": "rally_round", "options": {"players": 1, "kits": "standard"}, "seats": [{"kind": "me"}]}
    page.goto(f"/table/{page.request.post('/api/tables', data=table).json()['id']}")
    expect(page.locator(".sheets > .ground")).to_be_visible()
    at_rest(page)
    page.evaluate(WATCH_CHANGES)
    box = page.locator(".window").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    for step in range(1, 20):
        page.mouse.move(box["x"] + 300 + 7 * step, box["y"] + 300 + 4 * step)
    page.mouse.up()
    changed: list[str] = page.evaluate("window.changed")
    assert "sheets.style" in changed, "the map is moved"
    assert set(changed) == {"sheets.style"}, "… as one picture: no node of the drawing is touched"


WATCH_CHANGES = """() => {
  window.changed = [];
  const everything = { attributes: true, childList: true, characterData: true, subtree: true };
  new MutationObserver((records) => {
    for (const one of records) window.changed.push(`${one.target.classList[0]}.${one.attributeName ?? one.type}`);
  }).observe(document.querySelector('.window'), everything);
}"""


def test_a_table_goes_on_after_the_server_was_killed(page: Page, house: House) -> None:
    start(page, "Rallyman")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    house.kill()
    lost(page)
    house.open()
    expect(page.locator("header .state")).to_contain_text("Your turn")
    page.locator(".slot[aria-disabled=true]").first.click(force=True)
    expect(page.locator(".refused")).to_contain_text("RM-")  # what is not possible says why
    page.locator(".slot[aria-disabled=false]").first.click()
    page.locator("button.commit").click()
    expect(page.locator(".log")).to_contain_text("rolls")


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} is not reached by Tab")


COUNT_SOUNDS = """
localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0, language: 'en', log: 'all' }));
window.struck = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { window.struck += 1; return start.apply(this, when); };
"""


def test_a_move_is_made_with_the_keyboard_alone_and_heard_once_the_page_was_touched(page: Page) -> None:
    page.add_init_script(COUNT_SOUNDS)
    start(page, "Rallyman")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Sounds off")).to_be_visible()  # one switch
    page.reload()
    expect(page.locator("header .state")).to_contain_text("Your turn")
    assert page.evaluate("window.struck") == 0, "silent before the page was touched"
    expect(page.locator(".slot[aria-disabled=false]").first).to_be_visible()  # the board has come
    tab_to(page, "a[href='#choices']")
    page.keyboard.press("Enter")  # past the people and the log
    expect(page.locator("#choices")).to_be_focused()
    tab_to(page, ".slot[aria-disabled=false]")
    before = int(page.evaluate("window.struck"))
    page.keyboard.press("Enter")  # picks the die
    expect(page.locator("button.commit")).to_be_enabled()
    page.keyboard.press("Enter")  # and rolls it
    expect(page.locator("header .state")).to_contain_text("Your turn")
    until(page, lambda: bool(page.evaluate("window.struck") > before))


SHORT = {"players": 1, "stages": ["J1-J4", "C6-C7", "J1-J4"]}  # three specials, soon driven


def test_a_finished_match_is_replayed_downloaded_and_read_from_the_file(page: Page, tmp_path: Path) -> None:
    table = {"game": "rallyman", "options": SHORT, "seats": [{"kind": "me"}]}
    page.goto(f"/table/{page.request.post('/api/tables', data=table).json()['id']}")
    assert play_out(page)["over"]
    page.get_by_role("link", name="Replay").last.click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".row .where")).to_have_text(re.compile(r"^Move ([1-9]\d*) of \1\b"))
    number = int(page.locator(".row .where").inner_text().split()[1])
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".row .where")).to_contain_text(f"Move {number - 1} of {number}")
    expect(page).to_have_url(re.compile(rf"\?at={number - 1}$"))
    expect(page.locator(".board svg").first).to_be_visible()
    page.keyboard.press("Home")
    for stage in (2, 3):
        page.keyboard.press("PageDown")
        expect(page.get_by_text(f"Stage {stage} of 3")).to_be_visible()
        expect(page.locator("header .ss")).to_have_text(f"SS{stage}")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("Stage 1 of 3")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/replay/*")
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("sealed secret gives")).to_be_visible()
    picture(page, "replay")


def test_a_broken_record_is_refused_in_words(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"format": "parcferme-record", "format_version": 1, "game": "rallyman"}')
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("not a record that can be replayed")


def test_a_replay_is_driven_against_the_ghost_of_another_run(page: Page) -> None:
    wish = {"game": "rallyman", "options": {"players": 1}, "seats": [{"kind": "me"}]}
    table = page.request.post("/api/tables", data=wish).json()["id"]
    for _ in range(6):
        position = page.request.get(f"/api/tables/{table}/position").json()
        move = {"node": position["node"], "action": position["actions"][0]["notation"], "id": f"n{position['node']}"}
        assert page.request.post(f"/api/tables/{table}/act", data=move).ok
    record = page.request.get(f"/api/tables/{table}/record").body()
    page.goto(f"/replay/{table}?at=3")
    expect(page.locator(".sheets .car")).to_have_count(1)
    files = [{"name": "run.json", "mimeType": "application/json", "buffer": record}]
    page.get_by_label("Add a run from a record").set_input_files(files)  # type: ignore[arg-type]
    expect(page.locator(".sheets .car")).to_have_count(2)
    page.get_by_role("button", name="Same clock").click()
    expect(page.locator(".sheets .ghost")).to_have_count(1)
    picture(page, "replay-ghost")
    page.get_by_role("button", name="Take away").click()
    expect(page.locator(".sheets .car")).to_have_count(1)


@pytest.mark.parametrize(("game", "shown"), [("rally", 1), ("lunar_rally", 2), ("rally_round", 1)])
def test_every_race_has_a_ghost_in_its_replay(page: Page, game: str, shown: int) -> None:
    record = (TUTORIALS / game / "tutorial" / "record.json").read_bytes()
    kept = page.request.post("/api/records", data=json.loads(record)).json()
    page.goto(f"/replay/{kept['id']}?at={kept['entries'] // 2}")
    files = [{"name": "run.json", "mimeType": "application/json", "buffer": record}]
    page.get_by_label("Add a run from a record").set_input_files(files)  # type: ignore[arg-type]
    for match in ("Same turn", "Same clock"):
        page.get_by_role("button", name=match).click()
        expect(page.locator(".sheets .ghost")).to_have_count(shown)
    page.get_by_role("button", name="Take away").click()
    expect(page.locator(".sheets .ghost")).to_have_count(0)


def test_the_cockpit_says_that_a_second_click_commits_only_where_it_does(page: Page) -> None:
    seats: list[dict[str, str]] = [{"kind": "me"}]
    wish: dict[str, object] = {
        "game": "rallyman",
        "options": {"players": 1, "shortcuts": False},
        "seats": seats,
        "name": "Merle",
    }
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    switch = page.get_by_role("switch", name="A second click confirms")
    first = page.locator(".slot[aria-disabled=false]").first
    main = page.locator("main.table")
    node = main.get_attribute("data-node") or ""
    expect(switch).to_be_checked()
    switch.uncheck()
    first.click()
    expect(page.locator("button.commit")).to_be_enabled()
    first.click()
    expect(page.locator("button.commit")).to_be_disabled()  # taken back, not committed
    expect(main).to_have_attribute("data-node", node)
    switch.check()
    first.click()
    first.click()
    expect(main).not_to_have_attribute("data-node", node)
    seats.append({"kind": "bot", "level": "novice"})
    wish = {"game": "lunar_rally", "options": {"players": 2}, "seats": seats, "name": "Merle"}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    expect(page.locator(".coach.due")).to_be_visible()
    expect(switch).to_have_count(0)
