"""Coming to a table and going from it: sitting down, watching, leaving, links, closing, taking back by consent."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from parcferme.core.record import read_record
from tests.web.conftest import picture
from tests.web.house import THINKING
from tests.web.play import fits, introduce, play_out, serious

Json = dict[str, Any]
DUEL = {"game": "rallyman", "options": {"players": 2, "start_order": [0, 1]}, "undo": "consent", "title": "Col du Loup"}
SHORT = {"game": "rally", "options": {"players": 1, "scope": "stage", "route": "1-12"}}
ME, OPEN = {"kind": "me"}, {"kind": "open"}
TAKE = re.compile("Take the .* seat")


def set_up(page: Page, *seats: Json, **more: object) -> Json:
    """A table of this page's person."""
    answer = page.request.post("/api/tables", data={**DUEL, "seats": list(seats), **more})
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def said_over_the_line(page: Page) -> list[Json]:
    """Every wish that the page sends from now on, over lines it opens from now on."""
    sent: list[Json] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(json.loads(text))))
    return sent


def link(table: Json, seat: int) -> str:
    return str(next(one["path"] for one in table["links"] if one["seat"] == seat))


def key(table: Json, seat: int) -> str:
    return link(table, seat).partition("?key=")[2]


def position(page: Page, table: Json) -> Json:
    found: Json = page.request.get(f"/api/tables/{table['id']}/position").json()
    return found


def move(page: Page, table: Json) -> None:
    """The first thing that may be done, over the API."""
    asked = position(page, table)
    done = {"node": asked["node"], "action": asked["actions"][0]["notation"], "id": f"n{asked['node']}"}
    answer = page.request.post(f"/api/tables/{table['id']}/act", data=done)
    assert answer.ok, answer.text()


def act(page: Page, table: Json, what: str, **more: object) -> None:
    answer = page.request.post(f"/api/tables/{table['id']}/{what}", data=more)
    assert answer.ok, answer.text()


def take_seat(page: Page, name: str = "Otto") -> None:
    """Accept the invitation that is shown."""
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name=TAKE).click()


def sit_down(page: Page, name: str = "Otto") -> None:
    """Take the first free seat, as somebody who is asked for a name first."""
    page.get_by_role("button", name="Sit here").first.click()
    introduce(page, name)


def state(page: Page) -> Locator:
    return page.locator("header .state")


def open_menu(page: Page) -> Locator:
    page.get_by_role("button", name="This table").click()
    menu = page.get_by_role("dialog", name="This table")
    expect(menu).to_be_visible()
    return menu


# Sitting down


def both_seated(page: Page, friend: Page) -> Json:
    """A private table for two: the friend has come by the seat's link, and both look at it."""
    table = set_up(page, ME, OPEN, visibility="private")
    friend.goto(link(table, 1))
    take_seat(friend)
    expect(state(friend)).to_contain_text("plays")
    page.goto(f"/table/{table['id']}")
    expect(page.locator(".people")).to_contain_text("Otto")
    return table


def test_a_stranger_who_sits_down_is_asked_at_once(page: Page, friend: Page) -> None:
    table = set_up(page, OPEN, ME, visibility="public")
    friend.goto(f"/table/{table['id']}")
    sit_down(friend)
    expect(state(friend)).to_contain_text("Your turn")
    expect(friend.locator(".people")).to_contain_text("You")
    friend.locator(".slot[aria-disabled=false]").first.click()
    friend.locator("button.commit").click()
    expect(friend.locator(".log")).to_contain_text("rolls")
    assert position(page, table)["node"] > 0


def test_another_tab_notices_that_its_person_sits_by_now(page: Page, friend: Page) -> None:
    table = set_up(page, OPEN, ME, visibility="public")
    friend.goto(f"/table/{table['id']}")
    expect(friend.get_by_role("button", name="Sit here")).to_be_visible()
    other = friend.context.new_page()
    other.goto(f"/table/{table['id']}")
    sit_down(other)
    expect(state(other)).to_contain_text("Your turn")
    expect(state(friend)).to_contain_text("Your turn")
    expect(friend.locator("button.commit")).to_be_visible()


# Watching


@pytest.mark.parametrize("seats", [(ME, ME), (ME, OPEN)], ids=["playing", "gathering"])
def test_a_link_to_watch_shows_the_table_and_offers_no_seat(page: Page, friend: Page, seats: tuple[Json, Json]) -> None:
    table = set_up(page, *seats, visibility="private")
    friend.goto(link(table, -1))
    if OPEN in seats:
        expect(friend.get_by_text("free seat")).to_be_visible()
    else:
        expect(friend.locator(".board .sheets")).to_be_visible()
        expect(state(friend)).to_contain_text("plays")
    for offer in (TAKE, "Sit here", "This table", "Take back"):
        expect(friend.get_by_role("button", name=offer)).to_have_count(0)


def test_a_link_to_a_seat_still_asks_before_it_takes_it(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private")
    friend.goto(link(table, 1))
    expect(friend.get_by_role("heading", name="invites you to a rally")).to_be_visible()
    take_seat(friend)
    expect(friend.locator(".people")).to_contain_text("You")
    expect(friend.get_by_role("button", name=TAKE)).to_have_count(0)


def test_who_watches_by_a_revoked_link_is_told_so_and_sent_home(page: Page, friend: Page) -> None:
    table = set_up(page, ME, ME, visibility="private")
    lines: list[str] = []
    friend.on("websocket", lambda line: lines.append(line.url))
    friend.goto(link(table, -1))
    expect(friend.get_by_text("1 watching")).to_be_visible()  # told by the line
    page.goto(f"/table/{table['id']}")
    menu = open_menu(page)
    before = menu.get_by_role("textbox", name="Link: To watch").input_value()
    menu.get_by_role("button", name="New link: To watch").click()
    expect(menu.get_by_role("status")).to_contain_text("new link for watching")
    expect(menu.get_by_role("textbox", name="Link: To watch")).not_to_have_value(before)
    expect(friend.get_by_role("alert")).to_contain_text("its link has been replaced")
    tried = len(lines)
    friend.wait_for_timeout(3000)
    assert tried == len(lines) == 2, "asked once more, then no more"
    picture(friend, "refused")
    assert serious(friend) == []
    friend.get_by_role("link", name="Home").click()
    expect(friend.get_by_role("button", name="Play now")).to_be_visible()
    friend.goto(menu.get_by_role("textbox", name="Link: To watch").input_value())
    expect(state(friend)).to_contain_text("plays")


def test_who_watches_by_a_link_goes_on_by_it_to_replay_review_and_record(page: Page, friend: Page) -> None:
    table = set_up(page, ME, visibility="private", **SHORT)
    page.goto(f"/table/{table['id']}")
    friend.goto(link(table, -1))
    replay = friend.locator("header").get_by_role("link", name="Replay")
    expect(replay).to_have_attribute("href", f"/replay/{table['id']}?key={key(table, -1)}")
    assert play_out(page)["over"]
    card = friend.locator("main.finish")
    download_record(friend, card)
    card.get_by_role("link", name="Review").click()
    expect(friend.locator(".moments")).to_be_visible(timeout=THINKING)
    friend.locator("main").get_by_role("link", name="Replay").click()
    expect(friend.get_by_text("Move 0 of")).to_be_visible()
    friend.keyboard.press("ArrowRight")
    expect(friend.get_by_text("Move 1 of")).to_be_visible()
    friend.reload()
    expect(friend.get_by_text("Move 1 of")).to_be_visible()
    download_record(friend, friend.locator("main"))
    friend.locator("main").get_by_role("link", name="Review").click()
    expect(friend.locator(".moments")).to_be_visible()


def download_record(page: Page, part: Locator) -> None:
    with page.expect_download() as download:
        part.get_by_role("link", name="Record").click()
    assert read_record(download.value.path().read_text("utf-8")).result is not None


def test_a_replay_is_passed_on_with_the_key_to_watch_and_never_with_one_to_a_seat(page: Page) -> None:
    table = set_up(page, ME, visibility="private", **SHORT)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for seat, passed_on in ((-1, f"&key={key(table, -1)}"), (0, "")):
        page.goto(f"/replay/{table['id']}?key={key(table, seat)}")
        page.get_by_role("button", name="Link to this point").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.endswith(f"/replay/{table['id']}?at=0{passed_on}")


# The people at the table


@pytest.mark.parametrize("width", [1440, 320])
def test_a_long_name_ends_in_an_ellipsis_and_is_told_whole(page: Page, friend: Page, width: int) -> None:
    name = "W" * 20
    table = set_up(page, ME, OPEN, visibility="private")
    act(friend, table, "join", key=key(table, 1), name=name)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/table/{table['id']}")
    if width < 800:
        page.get_by_role("tab", name="Crews").click()
    shown = page.get_by_title(name)
    expect(shown).to_be_visible()
    expect(shown).to_have_css("text-overflow", "ellipsis")
    assert shown.evaluate("(one) => one.scrollWidth > one.clientWidth")
    fits(page)
    picture(page, f"long-name-{width}")


# The table's menu


def test_leaving_a_match_is_asked_about_and_can_be_returned_from(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private")
    friend.goto(link(table, 1))
    take_seat(friend)
    expect(state(friend)).to_contain_text("plays")
    menu = open_menu(friend)
    for foreign in ("New link", "Free the seat", "Close the table", "Mute"):
        expect(menu.get_by_text(foreign)).to_have_count(0)  # who does not host has no say in that
    menu.get_by_role("button", name="Leave").click()
    sure = friend.get_by_role("dialog", name="Leave the match?")
    sure.get_by_role("button", name="Stay").click()
    expect(menu.get_by_role("button", name="Leave")).to_be_focused()  # where one was
    menu.get_by_role("button", name="Leave").click()
    sure.get_by_role("button", name="Leave the match").click()
    expect(friend.get_by_role("dialog")).to_have_count(0)
    expect(friend.locator(".people")).to_contain_text("a bot drives")
    open_menu(friend).get_by_role("button", name="Take the wheel").click()
    expect(friend.locator(".people")).not_to_contain_text("a bot drives")
    assert [seat["away"] for seat in position(page, table)["seats"]] == ["", ""]


def test_who_leaves_before_the_start_goes_without_a_question(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, OPEN, visibility="private", options={"players": 3})
    friend.goto(link(table, 1))
    take_seat(friend)
    open_menu(friend).get_by_role("button", name="Leave").click()
    expect(friend.get_by_role("button", name="Play now")).to_be_visible()  # a private table is not theirs any more
    assert [seat["kind"] for seat in position(page, table)["seats"]] == ["person", "open", "open"]


def test_the_host_frees_seats_before_the_start(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, OPEN, visibility="public", options={"players": 3})
    page.goto(f"/table/{table['id']}")
    friend.goto(f"/table/{table['id']}")
    sit_down(friend)
    expect(friend.locator("main li", has_text="You")).to_have_count(1)
    expect(page.locator("main li", has_text="Otto")).to_have_count(1)
    menu = open_menu(page)
    assert serious(page) == []
    menu.get_by_role("button", name="Free the seat: Otto").click()
    expect(menu.get_by_role("status")).to_have_text("Freed: Red seat.")
    expect(menu.get_by_role("button", name="Free the seat: Otto")).to_have_count(0)
    expect(menu.get_by_role("status")).to_be_focused()  # the button is gone, and its reader is not sent to the start
    expect(menu.get_by_role("textbox", name="Link: To watch")).to_have_count(0)  # a public table is open to all
    expect(friend.locator("main li", has_text="You")).to_have_count(0)  # … and is told
    menu.get_by_role("button", name="Done").click()
    open_menu(page).get_by_role("button", name=re.compile("Leave: Guest")).click()
    expect(page.get_by_role("button", name="Sit here")).to_have_count(3)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator("main li", has_text="You")).to_have_count(1)


def test_the_host_gives_a_seat_another_link(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private")
    page.goto(f"/table/{table['id']}")
    menu = open_menu(page)
    menu.get_by_role("button", name="New link: Red seat").click()
    expect(menu.get_by_role("status")).to_contain_text("New link: Red seat.")
    friend.goto(link(table, 1))
    expect(friend.get_by_role("alert")).to_contain_text("its link has been replaced")
    other = menu.get_by_role("textbox", name="Link: Red seat")
    expect(other).not_to_have_value(re.compile(re.escape(key(table, 1))))
    friend.goto(other.input_value())
    expect(friend.get_by_role("button", name=TAKE)).to_be_visible()


def test_the_host_lets_a_bot_drive_for_who_has_gone_silent(page: Page, friend: Page) -> None:
    both_seated(page, friend)
    menu = open_menu(page)
    expect(menu.get_by_role("button", name="New link: Red seat")).to_have_count(0)  # nobody has a key to another's seat
    menu.get_by_role("button", name="Free the seat: Otto").click()
    expect(menu.get_by_role("status")).to_have_text("Freed: Red seat.")
    friend.get_by_role("button", name="Take the wheel").click()
    expect(friend.get_by_role("button", name="Take the wheel")).to_have_count(0)
    friend.get_by_role("button", name="Share").click()
    links = friend.get_by_role("dialog", name="Share")
    expect(links.get_by_role("textbox")).to_have_count(1)
    expect(links).to_contain_text("Red seat, for another device of yours")
    links.get_by_role("button", name="Done").click()


def test_the_menu_works_by_the_keyboard_and_fits_a_phone(page: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private", pace={"kind": "correspondence", "days": 2})
    act(page, table, "bots", seat=1, level="novice")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/table/{table['id']}")
    page.get_by_role("button", name="Table tools").press("Enter")
    page.get_by_role("button", name="This table").press("Enter")
    menu = page.get_by_role("dialog", name="This table")
    mute = menu.get_by_role("checkbox", name="Mute this table")
    expect(mute).not_to_be_checked()
    mute.press(" ")
    expect(mute).to_be_checked()
    fits(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        picture(page, f"phone-menu-{theme}")
        assert serious(page) == []
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Table tools").click()
    expect(open_menu(page).get_by_role("checkbox", name="Mute this table")).to_be_checked()


def test_a_closed_table_says_so_and_offers_nothing(page: Page, friend: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private")
    friend.goto(link(table, 1))
    take_seat(friend)
    expect(state(friend)).to_contain_text("plays")
    move(page, table)
    page.goto(f"/table/{table['id']}")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    menu = open_menu(page)
    menu.get_by_role("button", name="Close the table").click()
    sure = page.get_by_role("dialog", name="Close the table?")
    sure.get_by_role("button", name="Keep it open").click()
    expect(sure).to_have_count(0)
    assert position(page, table)["status"] == "playing"
    menu.get_by_role("button", name="Close the table").click()
    sure.get_by_role("button", name="Close the table").click()
    for one in (page, friend):
        expect(state(one)).to_have_text("Closed")
        expect(one.get_by_text("closed without a result")).to_be_visible()
        expect(one.get_by_text("Another crew drives")).to_have_count(0)
        for offer in ("Take back", "Hint", "Take the wheel"):
            expect(one.get_by_role("button", name=offer)).to_have_count(0)
        expect(one.locator("button.commit")).to_have_count(0)
        expect(one.get_by_role("link", name="Replay").last).to_be_visible()
    page.reload()
    expect(state(page)).to_have_text("Closed")
    picture(page, "closed")
    assert serious(page) == []


def test_a_table_that_was_closed_before_the_start_says_so(page: Page) -> None:
    table = set_up(page, ME, OPEN, visibility="private")
    page.goto(f"/table/{table['id']}")
    menu = open_menu(page)
    menu.get_by_role("button", name="Close the table").click()
    page.get_by_role("dialog", name="Close the table?").get_by_role("button", name="Close the table").click()
    expect(state(page)).to_have_text("Closed")
    expect(page.get_by_role("button", name="This table")).to_be_visible()  # its links open it still
    expect(page.locator(".card").get_by_role("link", name="Replay")).to_have_count(0)  # there is nothing to replay


def test_a_match_is_played_again_by_its_host_and_its_people_alone(page: Page, friend: Page, third: Page) -> None:
    table = set_up(page, OPEN, {"kind": "bot", "level": "novice"}, visibility="private")
    act(friend, table, "join", key=key(table, 0))
    act(page, table, "close")
    third.goto(link(table, -1))
    expect(third.get_by_text("closed without a result")).to_be_visible()
    expect(third.get_by_role("button", name="Play again")).to_have_count(0)
    for one in (page, friend):
        one.goto(f"/table/{table['id']}")
        expect(one.get_by_role("button", name="Play again")).to_be_visible()
    friend.get_by_role("button", name="Play again").click()
    expect(state(friend)).not_to_have_text("Closed")
    for one in (page, third):  # whom the new private match does not let in
        one.wait_for_timeout(500)
        expect(one.get_by_text("closed without a result")).to_be_visible()


# Taking back


def test_take_back_goes_back_move_by_move_and_never_forth(page: Page) -> None:
    table = set_up(page, ME, options={"players": 1})
    start = position(page, table)
    assert start["back"] is None
    for _ in range(3):
        move(page, table)
    sent = said_over_the_line(page)
    page.goto(f"/table/{table['id']}")
    back = page.get_by_role("button", name="Take back")
    for _ in range(3):
        before = position(page, table)
        assert before["back"] is not None
        back.click()
        expect(page.locator(f"main.table[data-node='{before['node']}']")).to_have_count(0)
        assert [wish["to"] for wish in sent if wish["do"] == "undo"][-1] == before["back"]
    expect(back).to_have_count(0)
    now = position(page, table)
    assert now["back"] is None
    assert now["view"] == start["view"]
    expect(page.locator(".refused")).to_have_count(0)


def test_where_nothing_is_taken_back_no_button_says_so(page: Page) -> None:
    table = set_up(page, ME, options={"players": 1}, undo="off")
    move(page, table)
    page.goto(f"/table/{table['id']}")
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


def test_a_question_to_take_back_is_withdrawn_or_answered_for_what_it_is(page: Page, friend: Page) -> None:
    sent = said_over_the_line(friend)
    table = both_seated(page, friend)
    move(page, table)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("You have asked to take this back:")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    agree = friend.get_by_role("button", name="Agree")
    expect(agree).to_be_visible()
    picture(page, "undo-asked")
    page.get_by_role("button", name="Withdraw").click()
    expect(agree).to_have_count(0)
    expect(page.get_by_role("button", name="Withdraw")).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(agree).to_be_visible()
    question = position(friend, table)["undo"]
    agree.click()
    expect(agree).to_have_count(0)
    (answer,) = [wish for wish in sent if wish["do"] == "answer"]
    assert (answer["yes"], answer["to"], answer["seat"]) == (True, question["to"], 1)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)  # there is nothing more to take back


def test_everybody_sees_who_has_agreed_and_nobody_is_asked_twice(page: Page, friend: Page, third: Page) -> None:
    options = {"players": 3, "start_order": [0, 1, 2]}
    table = set_up(page, ME, OPEN, OPEN, visibility="private", options=options)
    act(friend, table, "join", key=key(table, 1), name="Signe")
    act(third, table, "join", key=key(table, 2), name="Otto")
    move(page, table)
    for one in (page, friend, third):
        one.goto(f"/table/{table['id']}")
    page.get_by_role("button", name="Take back").click()
    expect(third.get_by_role("button", name="Agree")).to_be_visible()
    expect(third.get_by_text("Agreed so far")).to_have_count(0)
    friend.get_by_role("button", name="Agree").click()
    expect(friend.get_by_text("Agreed so far: You.")).to_be_visible()
    expect(friend.get_by_role("button", name="Agree")).to_have_count(0)
    expect(friend.get_by_role("button", name="No", exact=True)).to_be_visible()  # one may still think better of it
    third.reload()
    for one in (page, third):
        expect(one.get_by_text("Agreed so far: Signe.")).to_be_visible()
    picture(third, "undo-agreed")
    assert serious(third) == []
    third.get_by_role("button", name="Agree").click()
    for one in (page, friend, third):
        expect(one.get_by_text("Agreed so far")).to_have_count(0)
    assert position(page, table)["back"] is None
