"""What the others did since one's own last turn is told, and can be seen again; the log folds to turns."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from parcferme.core import registry
from tests.web.conftest import new_guest, picture
from tests.web.house import House
from tests.web.play import PLAY, at_rest, serious

Json = dict[str, object]
RALLY = {"players": 2, "start_order": [0, 1], "staggered_start": False, "sisu": False}


class Pair:
    """Merle and Jari at a table of Rallyman, each with a browser of their own."""

    def __init__(self, house: House, chromium: Browser, width: int = 1440) -> None:
        self.contexts = [new_guest(house, chromium, width, 900), new_guest(house, chromium)]
        self.mine, self.theirs = (context.new_page() for context in self.contexts)
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"game": "rallyman", "options": RALLY, "seats": seats, "name": "Merle", "undo": "consent"}
        self.table = str(self.mine.request.post("/api/tables", data=wish).json()["id"])
        links = self.mine.request.get(f"/api/tables/{self.table}").json()["links"]
        key = next(link["key"] for link in links if link["seat"] == 1)
        self.theirs.goto("/")
        join = {"key": key, "name": "Jari"}
        assert self.theirs.request.post(f"/api/tables/{self.table}/join", data=join).ok

    def turn(self, page: Page) -> None:
        """One die and no more."""
        for kind in ("roll", "end"):
            asked = page.request.get(f"/api/tables/{self.table}/position").json()
            action = next(action for action in asked["actions"] if action["form"]["kind"] == kind)
            move = {"node": asked["node"], "action": action["notation"], "id": f"n{asked['node']}"}
            assert page.request.post(f"/api/tables/{self.table}/act", data=move).ok

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture(params=[1440, 390], ids=["desk", "phone"])
def pair(request: pytest.FixtureRequest, house: House, chromium: Browser) -> Iterator[Pair]:
    pair = Pair(house, chromium, request.param)
    yield pair
    pair.close()


def test_the_others_turns_are_told_and_seen_again_while_ones_draft_stays(pair: Pair) -> None:
    pair.turn(pair.mine)
    pair.turn(pair.theirs)
    mine = pair.mine
    mine.goto(f"/table/{pair.table}")
    since = mine.get_by_role("region", name="Since your last turn")
    if mine.viewport_size and mine.viewport_size["width"] < 800:
        since.get_by_role("button", name="Since your last turn: 1 turn").click()  # one line until somebody wants more
    expect(since.get_by_role("listitem")).to_have_count(1)
    expect(since).to_contain_text("Jari drives to 1 in gear 1.")
    expect(since.locator(".marks")).to_have_text("1")
    expect(since).to_contain_text("+50 s")
    assert serious(mine) == []
    picture(mine, f"since-{mine.viewport_size and mine.viewport_size['width']}")
    mine.locator(".slot[aria-disabled=false]").first.click()
    said = mine.locator("button.commit span").inner_text()
    cars = mine.locator(".sheets .car").count()
    since.get_by_role("button", name="Play all").click()
    expect(mine.locator(".again")).to_have_text("Jari again")
    expect(mine.locator(".again")).to_have_count(0)
    assert mine.locator(".sheets .car").count() == cars
    expect(mine.locator("button.commit span")).to_have_text(said)
    expect(mine.locator("button.commit")).to_be_enabled()
    since.get_by_role("button", name="See the turn of Jari again").click()
    expect(mine.locator(".again")).to_be_visible()
    mine.locator(".slot[aria-disabled=false]").nth(1).click()  # whoever picks a die goes on
    expect(mine.locator(".again")).to_have_count(0)
    expect(mine.locator(".slot[aria-pressed=true]")).to_have_text(re.compile("^2"))
    since.get_by_role("button", name="Close").click()
    expect(since).to_have_count(0)


def test_before_ones_first_turn_there_is_nothing_to_tell(pair: Pair) -> None:
    pair.mine.goto(f"/table/{pair.table}")
    expect(pair.mine.locator(".coach.due")).to_be_visible()
    expect(pair.mine.locator(".since")).to_have_count(0)


def test_a_take_back_names_its_move_and_stays_in_the_log_struck_through(house: House, chromium: Browser) -> None:
    pair = Pair(house, chromium)
    pair.turn(pair.mine)
    for page in (pair.mine, pair.theirs):
        page.goto(f"/table/{pair.table}")
    pair.mine.get_by_role("button", name="Take back").click()
    expect(pair.mine.locator(".acts .notice")).to_contain_text("You have asked to take this back: Merle")
    asked = pair.theirs.locator(".acts .notice")
    expect(asked).to_contain_text("Merle asks to take this back: Merle")
    asked.get_by_role("button", name="Agree").click()
    for page in (pair.mine, pair.theirs):
        expect(page.locator(".log .back").first).to_be_visible()
        expect(page.locator(".log")).to_contain_text("taken back")
    pair.mine.reload()
    expect(pair.mine.locator(".log .back").first).to_be_visible()
    pair.mine.get_by_role("button", name="Turns", exact=True).click()
    expect(pair.mine.locator(".log .back").first).to_be_visible()
    picture(pair.mine, "log-taken-back")
    pair.close()


@pytest.mark.parametrize("game", registry.game_ids())
def test_every_game_tells_the_others_turns_and_its_log_by_turns(page: Page, game: str) -> None:
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}], "options": {"players": 2}}
    page.goto(f"/table/{page.request.post('/api/tables', data={**wish, 'name': 'Merle'}).json()['id']}")
    page.evaluate("localStorage.setItem('parcferme.settings', JSON.stringify({ speed: 0, language: 'en' }))")
    page.reload()
    page.get_by_role("button", name="List", exact=True).click()
    since = page.locator(".since li")
    for _ in range(60):
        page.evaluate(PLAY, 2)
        expect(page.locator(".coach.due, .card[role=status]").first).to_be_visible()
        at_rest(page)  # it may be the order of before one's last move, and the others are about to drive
        if since.count():
            break
    else:
        raise AssertionError("the others have moved, and nothing is told of it")
    picture(page, f"since-{game}")
    told = " ".join(page.locator(".since li, .log li").all_inner_texts())
    assert not any(sign in told for sign in "{}_"), told
    page.get_by_role("button", name="Play all").click()
    expect(page.locator(".again")).to_contain_text(re.compile("again"))
    expect(page.locator(".again")).to_have_count(0)
    lines = page.locator(".log li").count()
    page.get_by_role("button", name="Everything").click()
    expect(page.locator(".log .told")).to_have_count(0)
    assert page.locator(".log li").count() >= lines, "everything is not less than the turns"
