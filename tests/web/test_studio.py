"""The studio: what is drawn from blank is published and driven, and nobody's strokes are lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Mouse, Page, expect

from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import create
from parcferme.games.rally_round.board.check import house_map
from tests.server.house import wait_for
from tests.web.conftest import new_guest, picture
from tests.web.house import THINKING, House
from tests.web.play import fits, introduce, serious, until

SAVED = re.compile("^Draft saved")
SHORT: dict[str, dict[str, int]] = {"rallye_code": {"rounds": 6}, "lunar_rally": {"round_cap": 6}}  # soon driven


def begin(page: Page, kind: str) -> None:
    """An empty drawing of a kind, in its editor."""
    page.goto("/studio")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_role("dialog").get_by_role("button", name=kind).click()
    introduce(page, "Signe")
    page.wait_for_url("**/studio/*")


def take(page: Page, tool: str) -> None:
    page.locator(".palette").get_by_role("button", name=tool).first.click()


def draw_scenario(page: Page) -> None:
    page.get_by_role("button", name="Mirror").click()
    take(page, "Crater of three")
    page.locator('[data-hex="F3"]').click()
    expect(page.get_by_text("Crater of three on F3")).to_be_visible()


def draw_route(page: Page) -> None:
    for square in (1, 20, 52):
        page.locator(f'[data-square="{square}"]').click()
    ways = page.locator(".strip li")
    expect(ways).to_have_text([re.compile("^A ?19 squares"), re.compile("^B ?19 squares")])
    page.get_by_role("button", name="Black Spot on").click()  # the mend for two equally short ways
    expect(page.get_by_text("equally short ways")).to_have_count(0)


def draw_roadbook(page: Page) -> None:
    page.locator('[data-entry="C8"]').click()
    page.locator('[data-entry="J1"]').click()
    expect(page.get_by_text("C8-C3, J1-J4.")).to_be_visible()


def draw_road(page: Page) -> None:
    for card in ("1 Rettilineo", "2 Pianura"):
        take(page, card)


def draw_board(page: Page) -> None:
    for place in ("A1", "J1", "J9", "A9"):
        page.locator(f'[data-name="{place}"]').click()
    page.get_by_role("button", name="Back to Paris").click()
    page.get_by_role("button", name=re.compile("^Gérance 2")).click()
    for place in ("D1", "H1", "J5", "D9"):
        page.locator(f'[data-name="{place}"]').click()
    take(page, "Gendarmerie")
    page.locator('[data-name="A5"]').click()


def draw_deck(page: Page) -> None:
    page.get_by_role("button", name="Offence").first.click()
    page.get_by_role("button", name="Indemnity").first.click()
    page.get_by_label("English").fill("Nothing to report")
    page.get_by_label("English").press("Enter")
    expect(page.get_by_role("button", name="Nothing to report")).to_be_visible()


def draw_cards(page: Page) -> None:
    for _ in range(6):
        page.get_by_role("button", name="Straight on").first.click()
    page.get_by_role("button", name="Square 3, level").click()
    page.get_by_role("group", name="Level", exact=True).get_by_role("button", name="4").click()
    expect(page.get_by_role("button", name="Square 3, level 4")).to_be_visible()


def clicker(page: Page, width: float, height: float, edge: float = 0) -> Callable[[float, float], None]:
    """Clicks on the paper of a drawing that is so wide and high in its own units, with an edge around it."""
    paper = page.locator("rect.paper")
    paper.wait_for()

    def click(x: float, y: float) -> None:
        box = paper.bounding_box()
        assert box is not None
        across, down = (x + edge) / (width + 2 * edge), (y + edge) / (height + 2 * edge)
        page.mouse.click(box["x"] + box["width"] * across, box["y"] + box["height"] * down)

    return click


def draw_map(page: Page) -> None:
    click = clicker(page, 45, 30)
    for x, y in ((5, 5), (20, 5), (20, 15)):
        click(x, y)
    page.keyboard.press("Escape")
    take(page, "B road")
    for x, y in ((20, 15), (5, 15), (5, 5)):
        click(x, y)
    expect(page.get_by_text("the road joins 1")).to_be_visible()
    take(page, "Minor road")
    click(12, 5)
    click(12, 15)
    take(page, "Chequered")
    click(5, 5)
    click(20, 15)
    take(page, "Give Way")
    click(12, 6)
    expect(page.get_by_role("button", name="Rotate", exact=True)).to_be_visible()


PORTS = {
    "0": (370, 0), "1": (630, 0), "2": (1000, 305), "3": (1000, 550), "4": (1000, 795),
    "5": (630, 1100), "6": (370, 1100), "7": (0, 795), "8": (0, 550), "9": (0, 305),
}  # fmt: skip
ROADS = [
    [PORTS["0"], (330, 280), PORTS["9"]],
    [PORTS["1"], (560, 250), PORTS["2"]],
    [PORTS["8"], (300, 480), (520, 560), (700, 480), PORTS["3"]],
    [PORTS["7"], (300, 740), PORTS["6"]],
    [PORTS["5"], (660, 880), (760, 740), PORTS["4"]],
]


def draw_zones(page: Page) -> None:
    click = clicker(page, 1000, 1100, 40)
    for road in ROADS:
        for x, y in road:
            click(x, y)
    expect(page.get_by_text("10 of 10 exits")).to_be_visible()
    take(page, "Rocks")
    click(400, 36)
    expect(page.get_by_role("group", name="Left").get_by_role("button", name="Rocks")).to_have_attribute(
        "aria-pressed", "true"
    )


DRAWN: dict[str, Callable[[Page], None]] = {
    "Scenario Lunar Rally": draw_scenario,
    "Route Rally Round": draw_route,
    "Roadbook Rallyman": draw_roadbook,
    "Road RALLY": draw_road,
    "Board Rallye-Code": draw_board,
    "Deck Rallye-Code": draw_deck,
    "Road cards RALLY": draw_cards,
    "Map Rally Round": draw_map,
    "Zones Rallyman": draw_zones,
}


@pytest.fixture
def visitor(house: House, chromium: Browser) -> Iterator[BrowserContext]:
    """Somebody else."""
    with new_guest(house, chromium) as context:
        yield context


def name_and_publish(page: Page, title: str) -> None:
    page.get_by_label("Name", exact=True).first.fill(title)
    page.get_by_label("Name", exact=True).first.press("Enter")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()


@pytest.mark.parametrize("kind", DRAWN)
def test_drawn_from_blank_published_driven_entered_and_replayed_when_it_was_withdrawn(
    page: Page, visitor: BrowserContext, kind: str
) -> None:
    begin(page, kind)
    DRAWN[kind](page)
    name_and_publish(page, "Mare Anguis")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    picture(page, f"studio-{DRAWN[kind].__name__}")
    document = page.request.get(f"/api/documents/{page.url.split('/')[-1]}").json()
    page.goto("/studio")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Mare Anguis"))
    expect(card.get_by_text("version 1")).to_be_visible()
    card.get_by_role("link", name="Open a table").click()
    expect(page.get_by_role("heading", name="Mare Anguis")).to_be_visible()
    page.get_by_role("combobox", name="Red seat").select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("main.table")).to_be_visible()
    wanted = options_of(page, document)
    table, event = driven_by_bots(page, document), entered(page, visitor, document, kind in AT_TABLES)
    assert page.request.post(f"/api/documents/{document['id']}/withdraw", data={}).ok
    assert page.request.get(f"/api/documents/{document['id']}").json()["state"] == "withdrawn"
    for one in (table, table_of(page, event, kind in AT_TABLES)):
        held = page.request.get(f"/api/tables/{one}").json()["options"]
        assert {name: held[name] for name in wanted} == wanted
    page.goto(f"/replay/{table}")
    expect(page.locator("main.table")).to_be_visible()
    page.keyboard.press("End")
    picture(page, f"studio-replay-{DRAWN[kind].__name__}")


FINISHED = "async (id) => (await (await fetch(`/api/tables/${id}`)).json()).status === 'finished'"


def driven_by_bots(page: Page, document: dict[str, Any]) -> str:
    """A table that two bots have driven to the end; the browser only waits for it."""
    seats = [{"kind": "bot", "level": "novice"}] * 2
    options = {"players": 2, **SHORT.get(document["game"], {})}
    body = {"game": document["game"], "document": document["hash"], "options": options, "seats": seats}
    answer = page.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    table = str(answer.json()["id"])
    page.wait_for_function(FINISHED, arg=table, polling=250, timeout=240_000)
    return table


AT_TABLES = (
    "Board Rallye-Code",
    "Deck Rallye-Code",
    "Map Rally Round",
    "Road cards RALLY",
)  # not driven alone: in rounds
MATCH = {"kind": "match", "rounds": 1, "seats": 2}


def entered(page: Page, other: BrowserContext, document: dict[str, Any], rounds: bool) -> str:
    """An event of a document that its maker and somebody else have entered."""
    window = {"title": "Moon day", "opens": "2020-01-01T00:00:00Z", "closes": "2090-01-02T00:00:00Z"}
    body = {"regulations": {**window, **(MATCH if rounds else {})}, "document": document["hash"]}
    answer = page.request.post("/api/events", data=body)
    assert answer.ok, answer.text()
    event = answer.json()
    assert page.request.post(f"/api/events/{event['id']}/announce").ok
    for request in (page.request, other.request):
        answer = request.post(f"/api/events/{event['id']}/enter", data={"key": event["key"]})
        assert answer.ok, answer.text()
    return str(event["id"])


def table_of(page: Page, event: str, rounds: bool) -> str:
    """Where the event is driven: a table of its first round, or one's own drive."""
    answer = page.request.post(f"/api/events/{event}/{'rounds' if rounds else 'drives'}", data={})
    assert answer.ok, answer.text()
    told = answer.json()
    return str(told["drawn"][0]["tables"][0]["table"] if rounds else told["table"])


def options_of(page: Page, document: dict[str, Any]) -> dict[str, Any]:
    """The options of a table that plays it."""
    body = {name: document[name] for name in ("game", "kind", "document")}
    options: dict[str, Any] = page.request.post("/api/studio/check", data=body).json()["options"]
    assert options
    return options


def cache(page: Page, hex_: str) -> None:
    take(page, "Cache")
    page.locator(f'[data-hex="{hex_}"]').click()


def test_a_later_save_never_overwrites_an_earlier_one(page: Page, guest: BrowserContext) -> None:
    begin(page, "Scenario Lunar Rally")
    cache(page, "C5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    other = guest.new_page()
    other.goto(page.url)
    expect(other.locator('[data-hex="C5"]')).to_be_attached()  # it has the draft as it is now
    cache(page, "D5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    cache(other, "E5")
    asked = other.get_by_role("dialog", name="Somebody saved in between")
    asked.get_by_role("button", name="Keep mine as a copy").click()
    other.wait_for_url(lambda url: url != page.url)
    expect(other.get_by_label("Name", exact=True)).to_have_value(re.compile("mine"))
    other.get_by_role("button", name="List", exact=True).click()
    expect(other.get_by_text("Cache, E5")).to_be_visible()
    expect(other.get_by_text("Cache, D5")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="List", exact=True).click()
    expect(page.get_by_text("Cache, D5")).to_be_visible()
    expect(page.get_by_text("Cache, E5")).to_have_count(0)


def test_two_people_draw_on_one_draft_by_its_link(page: Page, visitor: BrowserContext) -> None:
    begin(page, "Scenario Lunar Rally")
    cache(page, "C5")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Draw together").click()
    page.get_by_role("dialog").get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Link to the draft")).not_to_have_value("")
    link = page.get_by_label("Link to the draft").input_value()
    page.keyboard.press("Escape")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    other = visitor.new_page()
    other.goto(link)
    expect(other.get_by_text("You are drawing on Signe’s draft")).to_be_visible()
    expect(other.get_by_role("button", name="Publish version 1")).to_have_count(0)
    cache(other, "E5")
    expect(other.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    cache(page, "D5")
    asked = page.get_by_role("dialog", name="Somebody saved in between")
    asked.get_by_role("button", name="Take theirs").click()
    page.get_by_role("button", name="List", exact=True).click()
    expect(page.get_by_text("Cache, E5")).to_be_visible()
    expect(page.get_by_text("Cache, D5")).to_have_count(0)


def test_theirs_is_taken_and_drawn_on(page: Page, guest: BrowserContext) -> None:
    begin(page, "Scenario Lunar Rally")
    other = guest.new_page()
    other.goto(page.url)
    expect(other.locator('[data-hex="C5"]')).to_be_attached()
    cache(page, "C5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    cache(other, "E5")
    other.get_by_role("dialog").get_by_role("button", name="Take theirs").click()
    cache(other, "F5")
    expect(other.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    other.get_by_role("button", name="List", exact=True).click()
    expect(other.get_by_text("Cache, C5")).to_be_visible()
    expect(other.get_by_text("Cache, F5")).to_be_visible()
    expect(other.get_by_text("Cache, E5")).to_have_count(0)


def test_the_way_back_is_there_after_a_reload(page: Page) -> None:
    begin(page, "Scenario Lunar Rally")
    cache(page, "C5")
    cache(page, "D5")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    page.reload()
    page.get_by_role("button", name="List", exact=True).click()
    expect(page.get_by_text("Cache, D5")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Cache, D5")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Cache, C5")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_text("Cache, C5")).to_be_visible()


def test_a_route_lies_on_a_map_of_ones_own(page: Page) -> None:
    begin(page, "Map Rally Round")
    draw_map(page)
    page.get_by_label("Name", exact=True).first.fill("Withy Vale")
    page.get_by_label("Name", exact=True).first.press("Enter")
    page.get_by_role("button", name="Lay a route over it").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Route over Withy Vale")
    for square in (1, 26, 40):
        page.locator(f'[data-square="{square}"]').click()
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    document = page.request.get(f"/api/documents/{page.url.split('/')[-1]}").json()
    assert document["document"]["map"]["name"] == "Withy Vale"
    table = page.request.get(f"/api/tables/{driven_by_bots(page, document)}").json()
    assert table["options"]["marked_map"]["map"] == "Withy Vale"
    page.goto(f"/replay/{table['id']}")
    expect(page.locator("main.table")).to_be_visible()
    picture(page, "studio-own-map-driven")
    begin_again(page)
    page.get_by_role("combobox", name="Map").select_option("Withy Vale")
    expect(page.locator('[data-square="26"]')).to_be_attached()
    expect(page.locator('[data-square="290"]')).to_have_count(0)


def begin_again(page: Page) -> None:
    """A new route, by somebody who has told their name."""
    page.goto("/studio")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_role("dialog").get_by_role("button", name="Route Rally Round").click()
    page.wait_for_url("**/studio/*")


def test_roads_of_a_map_are_named_and_a_replay_from_a_file_shows_the_names(page: Page) -> None:
    begin(page, "Map Rally Round")
    draw_map(page)
    page.get_by_label("Road’s name").fill("Mill Lane")
    page.keyboard.press("Enter")
    lane = page.locator(".land text, svg text").filter(has_text="Mill Lane")
    expect(lane.first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(lane).to_have_count(0)
    own: Any = {**house_map(), "name": "Withy Vale"}
    own["roads"] = [{"name": "Mill Lane", "colour": "R", "squares": own["roads"][0]["squares"], "label": True}]
    game = create("rally_round", {"map": own, "route": "laid", "players": 2})
    record = record_of(Play(game), ["Signe", "Ada"])
    kept = page.request.post("/api/records", data=json.loads(record.to_text())).json()
    page.goto(f"/replay/{kept['id']}")
    expect(lane.first).to_be_visible()
    picture(page, "replay-own-map")


def test_a_phone_draws_in_the_list(house: House, chromium: Browser) -> None:
    context = new_guest(house, chromium, 390, 844)
    page = context.new_page()
    begin(page, "Scenario Lunar Rally")
    expect(page.get_by_text("Drawing needs a wider screen")).to_be_visible()
    expect(page.locator(".ground .pic svg")).to_be_visible()
    page.get_by_role("link", name="To settle nothing stops it").click()
    expect(page.get_by_role("heading", name="To settle")).to_be_in_viewport()
    page.get_by_label("Piece").select_option(label="Crater of one")
    page.get_by_label("Hex", exact=True).first.fill("f5")
    page.get_by_role("button", name="Lay", exact=True).click()
    expect(page.get_by_text("Crater of one, F5")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Crater of one, F5")).to_have_count(0)
    assert serious(page) == []
    fits(page)
    picture(page, "studio-phone")
    context.close()


@pytest.mark.parametrize("kind", [kind for kind in DRAWN if "ards" not in kind and "Deck" not in kind])
def test_all_that_lies_on_a_board_is_drawn_by_touch(
    house: House, chromium: Browser, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    context = new_guest(house, chromium, 1180, 820, touch=True)
    page = context.new_page()
    begin(page, kind)
    monkeypatch.setattr(Locator, "click", Locator.tap)
    monkeypatch.setattr(Mouse, "click", lambda _, x, y: page.touchscreen.tap(x, y))
    DRAWN[kind](page)
    expect(page.get_by_role("button", name="Publish version 1")).to_be_enabled()
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    until(page, lambda: undo.is_disabled() or undo.evaluate("(button) => button.click()") is not None)
    expect(page.get_by_role("button", name="Publish version 1")).to_be_disabled()
    context.close()


def test_a_map_is_drawn_by_keys(page: Page) -> None:
    begin(page, "Map Rally Round")
    roads = page.locator(".palette").get_by_role("button", name="A road")
    expect(roads).to_contain_text("0")
    page.locator(".ground .window").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(roads).to_contain_text("7")
    page.keyboard.press("Escape")
    for key, squares in (("Control+z", 1), ("Control+z", 0), ("Control+Shift+z", 1), ("Control+Shift+z", 7)):
        page.keyboard.press(key)
        expect(roads).to_contain_text(str(squares))


def test_the_list_is_reached_and_filled_in_by_keys(page: Page) -> None:
    begin(page, "Scenario Lunar Rally")
    page.get_by_role("button", name="List", exact=True).press("Enter")
    expect(page.get_by_role("button", name="List", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Piece")).to_be_focused()
    page.keyboard.type("Cache")
    page.keyboard.press("Tab")
    page.keyboard.type("g7")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Cache, G7")).to_be_visible()
    page.keyboard.press("Control+z")  # a field has its own way back
    expect(page.get_by_text("Cache, G7")).to_be_visible()


def test_others_find_it_on_the_shelf_until_it_is_withdrawn(page: Page, house: House, chromium: Browser) -> None:
    begin(page, "Road RALLY")
    draw_road(page)
    page.get_by_label("Name", exact=True).fill("Strada di Signe")
    page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    context = new_guest(house, chromium)
    visitor = context.new_page()
    visitor.goto("/studio")
    visitor.get_by_role("button", name="Shared by others").click()
    card = visitor.get_by_role("listitem").filter(has_text="Strada di Signe")
    visitor.get_by_label("Rating", exact=True).select_option("3 stars or more")
    expect(card).to_have_count(0)
    visitor.get_by_label("Rating", exact=True).select_option("Any rating")
    card.get_by_role("button", name="Copy to change").click()
    introduce(visitor, "Merle")
    visitor.wait_for_url("**/studio/*")
    expect(visitor.get_by_label("Name", exact=True)).to_have_value("Copy of Strada di Signe")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    document = f"/api/documents/{page.url.split('/')[-1]}"
    wait_for(lambda: page.request.get(document).json()["state"] == "withdrawn")
    expect(page.get_by_text("Publish version 2")).to_be_visible()
    visitor.goto("/studio")
    visitor.get_by_role("button", name="Shared by others").click()
    visitor.get_by_label("Search by name").fill("Strada di Signe")
    expect(visitor.get_by_text("Nothing matches")).to_be_visible()
    context.close()


def test_a_table_that_tries_a_draft_says_so_and_leads_back(page: Page) -> None:
    begin(page, "Road RALLY")
    draw_road(page)
    page.get_by_role("button", name="Test drive").click()
    page.wait_for_url("**/table/*")
    for word in ("draft", "unrated"):
        expect(page.get_by_role("banner").get_by_text(word, exact=True)).to_be_visible()
    page.go_back()
    expect(page.locator('[data-card="2"]')).to_be_attached()


def test_a_board_that_reaches_beyond_the_houses_is_drawn_on_everywhere(page: Page) -> None:
    """The lot draws boards of 21 squares by 13."""
    begin(page, "Board Rallye-Code")
    wish = {"game": "rallye_code", "kind": "board", "length": "long", "difficulty": 1, "seed": "far"}
    job = page.request.post("/api/studio/surprise", data=wish).json()["id"]
    until(page, lambda: page.request.get(f"/api/studio/surprise/{job}").json()["done"], THINKING)
    document = page.request.get(f"/api/studio/surprise/{job}").json()["document"]
    draft = {"game": "rallye_code", "kind": "board", "title": "Far", "document": document}
    page.goto(f"/studio/{page.request.post('/api/documents', data=draft).json()['id']}")
    corner = next(cell for cell in document["cells"] if (cell["x"], cell["y"]) == (20, 12))
    page.locator('[data-name="U13"]').click()
    expect(page.get_by_label("Town")).to_have_value(corner["town"])


def test_an_event_is_held_of_what_was_drawn(page: Page) -> None:
    begin(page, "Route Rally Round")
    draw_route(page)
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published")).to_be_visible()
    page.goto("/studio")
    page.get_by_role("link", name="Hold an event").click()
    expect(page.get_by_role("heading", name="Route without a name")).to_be_visible()
    page.get_by_label("Name of the event").fill("Dray and Scar")
    for step in ("Window and entry", "Classes and scoring", "Check and announce"):
        page.get_by_role("button", name=f"On to: {step}").click()
    expect(page.get_by_text("Everything fits together")).to_be_visible()


def file_of(page: Page, path: Path) -> bytes:
    """The drawing as the file that its maker takes away."""
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    download.value.save_as(path)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["rally_round/map", "rallyman/zones", "rally/cards", "rallye_code/deck"])
def test_a_file_that_is_brought_back_is_the_same_to_the_byte(page: Page, tmp_path: Path, kind: str) -> None:
    """Names in all writings, numbers with their fractions, fields that no editor knows: nothing is lost on the way."""
    game, name = kind.split("/")
    begin(page, "Scenario Lunar Rally")
    house = page.request.get(f"/api/studio/{game}/{name}/house").json()[-1]["document"]
    own = {"game": game, "kind": name, "title": "Forêt 雪"}
    drafts = [{**own, "document": house}, {**own, "document": {"name": "empty"}}]
    first, second = [page.request.post("/api/documents", data=draft).json()["id"] for draft in drafts]
    page.goto(f"/studio/{first}")
    taken = file_of(page, tmp_path / "one.json")
    page.goto(f"/studio/{second}")
    page.locator("input[type=file]").set_input_files(tmp_path / "one.json")
    expect(page.get_by_role("button", name="Publish version 1")).to_be_enabled()
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    page.reload()
    assert file_of(page, tmp_path / "two.json") == taken
    assert json.loads(taken) == house
