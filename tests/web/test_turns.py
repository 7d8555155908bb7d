"""The table tells the truth: whose turn it is while dice roll, what is asked, and what has happened to oneself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import at_rest, serious, until

Json = dict[str, object]
RALLY = {"players": 2, "start_order": [0, 1], "staggered_start": False, "sisu": False}

WATCH_TURN = """() => {
  // everything that tells whose turn it is, noted whenever it changes
  window.told = [];
  const look = () => {
    const now = {
      chip: document.querySelector('header .state')?.textContent ?? '',
      title: document.title,
      coach: document.querySelector('.coach')?.className.includes('due') ?? false,
      seats: [...document.querySelectorAll('.seat.due .who')].map((one) => one.textContent).join(),
      tray: Math.round(document.querySelector('.tray')?.getBoundingClientRect().height ?? 0),
      commit: document.querySelectorAll('button.commit').length,
      die: /held|tumble|face|count/.exec(document.querySelector('.layer .roll')?.className)?.[0] ?? '',
    };
    if (JSON.stringify(now) !== JSON.stringify(window.told.at(-1))) window.told.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def slow(house: House, chromium: Browser) -> Iterator[Page]:
    """A page that shows every move as long as it was meant to be seen."""
    context = new_guest(house, chromium)
    context.add_init_script(
        "localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0.5, language: 'en', log: 'all' }))"
    )
    yield context.new_page()
    context.close()


def open_table(page: Page, options: Json, *others: Json) -> str:
    """Rallyman with these in the other seats; the first one is the page's own."""
    wish = {"game": "rallyman", "options": options, "seats": [{"kind": "me"}, *others]}
    return str(page.request.post("/api/tables", data=wish).json()["id"])


def test_while_ones_own_die_rolls_it_is_ones_own_turn_and_nothing_collapses(slow: Page) -> None:
    table = open_table(slow, RALLY, {"kind": "bot", "level": "novice"})
    slow.goto(f"/table/{table}")
    expect(slow.locator("header .state")).to_contain_text("Your turn")
    slow.locator(".slot[aria-disabled=false]").first.click()
    slow.evaluate(WATCH_TURN)
    node = slow.locator("main.table").get_attribute("data-node")
    slow.locator("button.commit").press("Enter")  # a tap would wait: too soon it is meant for what stood there before
    expect(slow.locator("main.table")).not_to_have_attribute("data-node", str(node))
    expect(slow.locator(".log")).to_contain_text("drives to 1")
    expect(slow.get_by_role("status").filter(has_text="Roll a die, or stop here")).to_be_visible()
    told = slow.evaluate("window.told")
    assert [one for one in told if not one["chip"].startswith("Your turn")] == []
    assert [one for one in told if not one["title"].startswith("Your turn")] == []
    assert [one for one in told if not one["coach"] or one["seats"] != "You"] == []
    assert min(one["tray"] for one in told) > 0, "the tray stays where it is"
    assert [one for one in told if one["commit"] != 1] == [], "… and so does the button"
    dice = [one for one, _ in itertools.groupby(one["die"] for one in told)]
    assert [one for one in dice if one != "held"][:4] == ["", "tumble", "face", "count"], "the die is never put down"


def test_while_a_bots_move_is_shown_it_is_the_bots_turn_and_nothing_is_asked_that_cannot_be_done(slow: Page) -> None:
    table = open_table(slow, RALLY, {"kind": "bot", "level": "novice"})
    slow.goto(f"/table/{table}")
    first = slow.get_by_role("status").filter(has_text="Roll your first die")
    slow.locator(".slot[aria-disabled=false]").first.click()
    slow.locator("button.commit").press("Enter")
    slow.get_by_role("button", name=re.compile("^Stop")).click()
    slow.evaluate(WATCH_TURN)
    slow.locator("button.commit").press("Enter")
    expect(first).to_be_visible()
    expect(slow.locator(".slot[aria-disabled=false]").first).to_be_visible()
    told = slow.evaluate("window.told")
    assert [one for one in told if one["chip"].endswith(" plays")], "the bot's turn is told"
    assert [one for one in told if one["coach"] and one["commit"] != 1] == [], "what is asked can be done"
    assert [one for one in told if one["coach"] != (one["seats"] == "You")] == [], "and everybody says the same"


def test_focus_follows_the_play_when_the_button_falls_asleep(page: Page) -> None:
    table = open_table(page, {**RALLY, "players": 1, "start_order": []})
    page.goto(f"/table/{table}")
    page.locator(".slot[aria-disabled=false]").first.click()
    page.locator("button.commit").click()
    expect(page.get_by_role("status").filter(has_text="Roll a die, or stop here")).to_be_visible()
    expect(page.locator("#choices button:focus")).to_have_count(1)


def test_dice_are_rolled_one_after_another_by_their_keys_and_enter(page: Page) -> None:
    table = open_table(page, {**RALLY, "players": 1, "start_order": []})
    page.goto(f"/table/{table}")
    for key in ("1", "2", "w"):
        expect(page.locator("#choices")).to_have_attribute("aria-disabled", "false")
        node = str(page.locator("main.table").get_attribute("data-node"))
        page.keyboard.press(key)
        expect(page.locator("button.commit")).to_contain_text(f"Roll {key.upper()} to space")
        page.keyboard.press("Enter")
        expect(page.locator("main.table")).not_to_have_attribute("data-node", node)


def test_a_second_click_rolls_the_die_that_is_picked(page: Page) -> None:
    table = open_table(page, {**RALLY, "players": 1, "start_order": []})
    page.goto(f"/table/{table}")
    die = page.locator(".slot[aria-disabled=false]").first
    die.click()
    expect(page.locator("button.commit")).to_be_enabled()
    die.click()
    expect(page.get_by_role("status").filter(has_text="Roll a die, or stop here")).to_be_visible()


def test_who_waits_reads_who_plays_and_whether_it_is_oneself_next(house: House, chromium: Browser) -> None:
    host, friend = new_guest(house, chromium), new_guest(house, chromium)
    mine, theirs = host.new_page(), friend.new_page()
    table = open_table(mine, RALLY, {"kind": "open"})
    links = mine.request.get(f"/api/tables/{table}").json()["links"]
    seat = next(link for link in links if link["seat"] == 1)
    theirs.goto("/")
    join = {"key": seat["key"], "name": "Jari"}
    assert theirs.request.post(f"/api/tables/{table}/join", data=join).ok
    theirs.goto(f"/table/{table}")
    coach = theirs.locator(".coach [role=status]")
    expect(coach).to_have_text(re.compile(r"^Guest.* plays, then you\.$"))
    expect(theirs.locator("header .state")).to_have_text(re.compile(r"^Guest.* plays$"))
    mine.goto(f"/table/{table}")
    expect(mine.locator(".coach.due [role=status]")).to_have_text(
        "Play the 1 to pull away: no other die starts from a standstill."
    )
    host.close()
    friend.close()


def wreck(page: Page, table: str) -> None:
    """Drive far too fast until control is lost: one's own car, without luck."""
    for _ in range(40):
        asked = page.request.get(f"/api/tables/{table}/position?odds=true").json()
        rolls = [action for action in asked["actions"] if action["form"]["kind"] == "roll"]
        best = max(rolls, key=lambda action: (_loss(action), action["form"]["die"]))
        move = {"node": asked["node"], "action": best["notation"], "id": f"n{asked['node']}"}
        assert page.request.post(f"/api/tables/{table}/act", data=move).ok
        happened = page.request.get(f"/api/tables/{table}/position").json()["happened"]
        if any(event["kind"] == "lost" for event in happened["events"]):
            return
    raise AssertionError("the car stays on the road")


def _loss(action: Json) -> float:
    odds = action["odds"]
    assert isinstance(odds, list)
    chances = [fact["args"]["chance"] for fact in odds if fact["key"] == "odds.loc"]
    top, _, bottom = str(chances[0] if chances else "0").partition("/")
    return int(top) / int(bottom or 1)


def play_one(page: Page, table: str, kind: str) -> None:
    """The first move of this kind."""
    asked = page.request.get(f"/api/tables/{table}/position").json()
    action = next(action for action in asked["actions"] if action["form"]["kind"] == kind)
    move = {"node": asked["node"], "action": action["notation"], "id": f"n{asked['node']}"}
    assert page.request.post(f"/api/tables/{table}/act", data=move).ok


def test_ones_own_crash_stays_until_the_next_turn_and_is_then_one_line(house: House, chromium: Browser) -> None:
    host, friend = new_guest(house, chromium), new_guest(house, chromium)
    mine, theirs = host.new_page(), friend.new_page()
    table = open_table(mine, RALLY, {"kind": "open"})
    assert theirs.request.post(f"/api/tables/{table}/join", data={}).ok
    mine.goto(f"/table/{table}")
    theirs.goto(f"/table/{table}")
    expect(theirs.locator(".coach")).to_be_visible()
    expect(mine.locator("header .state")).to_contain_text("Your turn")
    wreck(mine, table)
    crash = mine.get_by_role("alert")
    expect(crash).to_contain_text("You ")
    expect(crash).to_contain_text("RM-63")
    expect(mine.locator(".costs")).to_contain_text("60 s")
    assert serious(mine) == []
    picture(mine, "rallyman-crash")
    expect(theirs.locator(".news")).to_contain_text("RM-6")  # the others see it pass by
    picture(theirs, "rallyman-crash-other")
    at_rest(mine)
    mine.get_by_role("button", name="Smaller", exact=True).click()
    at_rest(mine)
    far = scale(mine)
    play_one(theirs, table, "roll")
    at_rest(mine)
    expect(crash).to_be_visible()  # the others are driving
    assert scale(mine) == far, "who has looked away is not led back by every move of the others"
    play_one(theirs, table, "end")
    expect(crash).to_have_count(0)
    expect(mine.locator(".folded")).to_contain_text("You ")
    expect(mine.locator(".tray")).to_be_visible()
    host.close()
    friend.close()


def scale(page: Page) -> float:
    """How large the board is drawn."""
    return float(page.evaluate("document.querySelector('.board .sheets').style.getPropertyValue('--k')"))


def test_ones_own_crash_is_seen_again_passed_on_and_done_with_by_the_keyboard(page: Page, friend: Page) -> None:
    table = open_table(page, {**RALLY, "players": 1, "start_order": []})
    page.goto(f"/table/{table}")
    expect(page.locator("header .state")).to_contain_text("Your turn")
    wreck(page, table)
    expect(page.get_by_role("alert")).to_contain_text("You ")
    at_rest(page, ".log")
    expect(page.locator(".board .skid")).to_have_count(2)  # … and a tyre's mark each, left and right
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share replay").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    friend.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(friend.locator(".board")).to_be_visible()
    expect(friend).to_have_url(re.compile(rf"/replay/{table}\?.*at=\d+"))
    lines = page.locator(".log li").count()
    page.get_by_role("button", name="See again").first.click()
    expect(page.locator(".again")).to_be_visible()
    expect(page.locator(".again")).to_have_count(0)
    expect(page.locator(".log li")).to_have_count(lines)  # what is seen again has not happened again
    close = scale(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".tray")).to_be_visible()
    until(page, lambda: scale(page) < close)  # the accident was looked at from close by


def test_the_coach_line_is_read_out_once_for_every_change(page: Page) -> None:
    table = open_table(page, RALLY, {"kind": "bot", "level": "novice"})
    page.goto(f"/table/{table}")
    expect(page.locator(".coach.due")).to_be_visible()
    page.evaluate(
        "() => { window.read = []; new MutationObserver(() => window.read.push("
        "document.querySelector('.coach [role=status]').textContent)).observe("
        "document.querySelector('.coach [role=status]'), { characterData: true, childList: true, subtree: true }); }"
    )
    page.locator(".slot[aria-disabled=false]").first.click()
    page.locator("button.commit").click()
    expect(page.locator(".coach [role=status]")).to_contain_text("Roll a die, or stop here")
    assert len(page.evaluate("window.read")) == 1
