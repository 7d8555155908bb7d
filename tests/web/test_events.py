"""Competitions in the browser: written down in four steps, entered, typed on a sheet, marked, classified, decided."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, Route, expect

from tests.games.rally_round.samples import ODILE
from tests.server.house import wait_for
from tests.web.conftest import ARTEFACTS, new_guest, picture
from tests.web.house import House
from tests.web.play import fits, introduce, serious, until

KIT = {"Start": "S3", "Acceleration": "A5", "Braking": "D2", "Driver": "DR3", "Navigator": "N3", "Equipment": "E4"}
PHONE = {"width": 390, "height": 844}


def moment(seconds: float) -> str:
    """So many seconds from now, as regulations write it."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def held(request: APIRequestContext, seconds: float = 86_400, **lines: object) -> dict[str, Any]:
    """A private event of this browser's person that is open for so long."""
    rules: dict[str, object] = {"title": "Withy Bottom Trophy", "game": "rally_round", "opens": moment(-3600)}
    rules |= {"closes": moment(seconds), "classes": ["clubman", "novice"], "protest_days": 0, **lines}
    made = request.post("/api/events", data={"regulations": rules, "name": "Hilke"})
    assert made.ok, made.text()
    told: dict[str, Any] = made.json()
    assert request.post(f"/api/events/{told['id']}/announce").ok
    return told


def looks_well(page: Page, name: str) -> None:
    """In both themes, on a desk and on a phone."""
    themes: list[Literal["dark", "light"]] = ["dark", "light"]
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        picture(page, f"{name}-{theme}")
        assert serious(page) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    picture(page, f"{name}-phone")
    fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})


@pytest.fixture
def host(house: House, chromium: Browser) -> Any:
    context = new_guest(house, chromium)
    yield context
    context.close()


def test_a_crew_enters_types_a_sheet_and_is_marked(page: Page, host: Any) -> None:
    made = held(host.request)
    page.goto(f"/events/{made['id']}?key={made['key']}")
    expect(page.get_by_role("heading", name="Withy Bottom Trophy")).to_be_visible()
    page.get_by_label("Class").select_option("novice")
    page.get_by_role("button", name="Enter the trial").click()
    introduce(page, "Odile")
    expect(page.get_by_role("button", name="Enter the trial")).to_have_count(0)  # the form says "class novice", too
    expect(page.get_by_text("class novice")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^TC2 19 7"))).to_be_visible()
    expect(page.get_by_text("Example Rally: Three road sections")).to_be_visible()
    looks_well(page, "event")
    page.get_by_role("link", name="Fill in a time sheet").click()
    expect(page.get_by_role("grid")).to_be_visible()
    for type, card in KIT.items():
        page.get_by_label(re.compile(f"^{type}")).select_option(card)
    first = page.locator('[data-cell="0/0"]')
    first.click()
    for key in ("1", "Tab", "2", "Tab", "3", "Tab", "25", "ArrowDown"):
        page.keyboard.press(key) if len(key) > 2 else page.keyboard.type(key)
    expect(page.get_by_text("turn 4: 25 is not a speed").first).to_be_visible()
    expect(page.get_by_role("button", name="Submit for marking")).to_be_disabled()
    page.locator('[data-cell="0/3"]').fill("30")
    looks_well(page, "sheet")
    rows = page.locator("tbody tr").count()
    for row in range(1, rows):  # every section begun: enough for the form, and the marker stops at the first control
        cell = page.locator(f'[data-cell="{row}/{1 if row in (4, 7) else 0}"]')
        cell.fill("10")
        cell.press("Enter")
    expect(page.get_by_text("well formed")).to_be_visible()
    expect(page.get_by_text("draft saved")).to_be_visible()
    page.reload()
    expect(page.locator('[data-cell="0/1"]')).to_have_value("20")
    page.get_by_role("button", name="Submit for marking").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit for marking").click()
    page.wait_for_url(re.compile(r"/papers/\w+/1$"))
    expect(page.get_by_text("retired").first).to_be_visible()
    expect(page.get_by_text("hidden until")).to_be_visible()
    looks_well(page, "marked")
    page.get_by_role("button", name="Watch the drive").click()
    page.wait_for_url("**/replay/*")


def begin_a_sheet(page: Page, made: dict[str, Any], name: str) -> None:
    """Somebody enters an event without classes."""
    page.goto(f"/events/{made['id']}?key={made['key']}")
    page.get_by_role("button", name="Enter the trial").click()
    introduce(page, name)
    page.get_by_role("link", name="Fill in a time sheet").click()


def test_a_draft_is_kept_without_a_line_and_sent_when_it_is_back(page: Page, host: Any) -> None:
    made = held(host.request, classes=[])
    begin_a_sheet(page, made, "Maelle")
    page.locator('[data-cell="0/0"]').fill("20")
    page.context.set_offline(True)
    page.locator('[data-cell="0/1"]').fill("30")
    page.locator('[data-cell="1/0"]').click()
    expect(page.get_by_text("Your draft is kept on this device")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("draft saved")).to_be_visible()
    told = page.request.get(f"/api/events/{made['id']}/draft").json()
    assert ",20,30" in told["text"]
    page.goto(f"/events/{made['id']}")
    expect(page.get_by_text("2 cells written")).to_be_visible()


def opened(page: Page, text: str) -> None:
    """A file is opened on the page of a time sheet."""
    file = {"name": "sheet.csv", "mimeType": "text/csv", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def test_what_is_no_sheet_of_the_route_is_refused_by_name_and_the_draft_stays(page: Page, host: Any) -> None:
    made = held(host.request, classes=[])
    begin_a_sheet(page, made, "Sanna")
    page.locator('[data-cell="0/0"]').fill("20")
    page.locator('[data-cell="0/1"]').click()
    opened(page, "\x00\x01 no sheet")
    expect(page.get_by_role("alert")).to_contain_text("This file is no time sheet.")
    sheet = ODILE.format(name="Sanna", third="20")
    opened(page, sheet.replace("TC4,15", "TC44,15"))
    expect(page.get_by_role("alert")).to_contain_text("TC44 is not on this one")
    expect(page.locator('[data-cell="0/0"]')).to_have_value("20")
    opened(page, sheet.replace("DR2", "DR9").replace("20+carry", "20@9999+H99"))
    expect(page.get_by_text("Kit: 'DR9' is no card").first).to_be_visible()
    expect(page.get_by_text("row RTC3 (24 mph), turn 5: '9999' is no square")).to_be_visible()
    expect(page.get_by_text("row RTC3 (24 mph), turn 5: 'H99' is neither a card nor a reply")).to_be_visible()
    expect(page.locator('[data-cell="1/4"]')).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Submit for marking")).to_be_disabled()
    page.evaluate("localStorage.setItem('parcferme.settings', JSON.stringify({ language: 'fr' }))")
    page.reload()
    expect(page.get_by_text("'H99' n’est ni une carte ni une réponse")).to_be_visible()
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route(f"**/api/events/{made['id']}/draft", hold)
    page.goto(f"/events/{made['id']}")
    record = {"format": "parcferme-record", "format_version": 1, "game": "rallyman", "rules": 1}
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )
    refused = page.get_by_role("alert").filter(has_text="Ce fichier ne se lit pas comme une partie.")
    expect(refused).to_be_visible()
    until(page, lambda: bool(late))
    late[0].continue_()  # what the page has asked for first comes last
    expect(page.get_by_role("term").filter(has_text="Brouillon")).to_be_visible()
    expect(refused).to_be_visible()


def test_an_event_is_organised_from_an_idea_to_a_final_result(page: Page, chromium: Browser, house: House) -> None:
    page.goto("/events/new")
    page.get_by_role("button", name="On to: Window and entry").click()
    expect(page.get_by_role("alert")).to_have_text("The event needs a name.")
    page.get_by_label("Name of the event").fill("Hagg Moor 200")
    looks_well(page, "new-event")
    page.get_by_role("button", name="On to: Window and entry").click()
    page.get_by_label("Opens").fill("2036-01-01T08:00")
    page.get_by_role("button", name="On to: Classes and scoring").click()
    expect(page.get_by_role("alert")).to_have_text("The closing must come after the opening.")
    page.get_by_label("Opens").fill("2026-01-01T08:00")
    page.get_by_label("Protests until").select_option("no protests")
    looks_well(page, "new-event-window")
    page.get_by_role("button", name="On to: Classes and scoring").click()
    looks_well(page, "new-event-classes")
    page.get_by_role("button", name="On to: Check and announce").click()
    introduce(page, "Hilke")
    expect(page.locator("form").get_by_text("Everything fits together")).to_be_visible()
    expect(page.locator("form").get_by_text("The lowest penalty wins.")).to_be_visible()
    page.get_by_role("button", name="Seal and announce").click()
    page.wait_for_url("**/desk")
    expect(page.get_by_text("not even you")).to_be_visible()
    event = page.url.split("/")[-2]
    told = page.request.get(f"/api/events/{event}").json()
    crew = new_guest(house, chromium)
    crew.request.post(f"/api/events/{event}/enter", data={"name": "Nils", "key": told["key"]})
    sheet = "Crew,Nils\nKit,S3 A5 D2 DR3 N3 E4\nRoute to,Distance,Target,Taken,Penalty,1\nTC2,19,7,,,10\n"
    assert crew.request.post(f"/api/events/{event}/papers", data={"kind": "sheet", "text": sheet}).ok
    crew.request.post(f"/api/events/{event}/questions", data={"text": "May I see the par line?"})
    page.reload()
    page.get_by_label("Your answer").fill("At closing")
    page.get_by_role("button", name="Hold back until closing").click()
    expect(page.get_by_text("May I see the par line?")).to_have_count(0)
    closed(page.request, event)
    page.reload()
    page.get_by_role("button", name="Publish provisional results").click()
    expect(page.locator("[aria-current=step]")).to_contain_text("provisional")
    looks_well(page, "desk")
    watcher = crew.new_page()
    watcher.goto(f"/events/{event}/results")
    expect(watcher.get_by_role("rowheader", name="Nils")).to_be_visible()
    expect(watcher.get_by_role("row", name=re.compile("Nils"))).to_contain_text("retired")
    looks_well(watcher, "results")
    page.get_by_role("button", name="Declare final").click()
    expect(page.locator("[aria-current=step]")).to_contain_text("final")
    crew.close()


def test_an_event_begins_from_an_earlier_one_and_its_draft_is_kept(page: Page) -> None:
    held(page.request, title="Larchwood by Day", classes=["novice", "open"])
    page.goto("/events/new")
    page.get_by_role("button", name="Start from an earlier event").click()
    page.get_by_role("dialog").get_by_role("button", name="Larchwood by Day").click()
    expect(page.get_by_label("Name of the event")).to_have_value("Larchwood by Day")
    page.get_by_label("Name of the event").fill("Larchwood again")
    page.reload()
    expect(page.get_by_label("Name of the event")).to_have_value("Larchwood again")
    page.get_by_role("button", name="Classes and scoring").click()
    expect(page.get_by_label("Classes")).to_have_value("novice open")
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_label("Name of the event")).to_have_value("")


def test_a_line_the_server_does_not_take_is_named(page: Page) -> None:
    page.goto("/events/new")
    page.get_by_label("Name of the event").fill("Too many legs")
    page.get_by_label("Legs to drive").select_option("the first 8")
    page.get_by_role("button", name="Check and announce").click()
    introduce(page, "Hilke")
    expect(page.get_by_role("alert")).to_have_text("Legs to drive: this does not go together with the rest.")
    expect(page.get_by_role("button", name="Seal and announce")).to_be_disabled()
    page.get_by_role("button", name="Legs to drive").click()
    expect(page.get_by_role("alert")).to_have_text("Legs to drive: this does not go together with the rest.")
    expect(page.get_by_label("Legs to drive")).to_be_visible()


def test_the_list_shows_ones_own_events_first(page: Page) -> None:
    made = held(page.request, title="Larchwood by Night")
    page.goto("/events")
    expect(page.get_by_role("link", name="Larchwood by Night")).to_be_visible()
    looks_well(page, "events")
    page.get_by_role("link", name="Larchwood by Night").click()
    page.wait_for_url(f"**/events/{made['id']}/desk")


def test_a_drive_with_dice_asks_before_it_uses_an_attempt(page: Page, host: Any) -> None:
    lines: dict[str, Any] = {
        "game": "rallyman",
        "legs": 1,
        "classes": [],
        "options": {"stages": ["J1-J4"] * 3, "sisu": False},
    }
    made = held(host.request, **lines)
    page.goto(f"/events/{made['id']}?key={made['key']}")
    page.get_by_role("button", name="Enter the trial").click()
    introduce(page, "Jari")
    page.get_by_role("button", name="Drive it in the browser").click()
    expect(page.get_by_role("dialog", name="Begin an attempt?")).to_be_visible()
    page.get_by_role("button", name="Not yet").click()
    assert page.request.get(f"/api/events/{made['id']}").json()["yours"]["attempts"] == 0
    page.get_by_role("button", name="Drive it in the browser").click()
    page.get_by_role("dialog").get_by_role("button", name="Drive it in the browser").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("link", name="Withy Bottom Trophy")).to_be_visible()
    page.goto(f"/events/{made['id']}")
    page.get_by_role("button", name="Continue your drive").click()
    page.wait_for_url("**/table/*")
    assert page.request.get(f"/api/events/{made['id']}").json()["yours"]["attempts"] == 1


PAPER = {"A4": (210, 297), "A3": (297, 420)}  # millimetres
MARGIN = 10


def printed(page: Page, name: str, landscape: bool = False) -> int:
    """How many sheets of A4 a page takes; on A3 it takes no more."""
    page.locator("[data-ready=true]").wait_for()
    page.emulate_media(media="print")
    sheets = {size: printed_on(page, name, size, landscape) for size in PAPER}
    page.emulate_media(media="screen")
    assert sheets["A3"] <= sheets["A4"]
    return sheets["A4"]


def printed_on(page: Page, name: str, size: str, landscape: bool) -> int:
    """How many sheets of that size: nothing stands beyond the edge, and the letters come along."""
    width = int((PAPER[size][1 if landscape else 0] - 2 * MARGIN) / 25.4 * 96)  # pixels of the browser
    page.set_viewport_size({"width": width, "height": 900})
    fits(page, width + 1)
    cut_off = "[...document.querySelectorAll('article *')].filter(one => one.scrollWidth > one.clientWidth + 1"
    cut_off += " && getComputedStyle(one).overflowX !== 'visible').length"
    assert page.evaluate(cut_off) == 0
    made = page.pdf(format=size, landscape=landscape, prefer_css_page_size=False, print_background=True)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    (ARTEFACTS / f"{name}-{size}.pdf").write_bytes(made)
    drawn = made.count(b"/Subtype /Type3")  # letters of a variable font come along as drawings
    assert made.count(b"/FontFile") + drawn >= made.count(b"/Type /FontDescriptor") > 0
    return len(re.findall(rb"/Type\s*/Page\b", made))


def test_sheets_cards_and_results_print_on_a4_and_a3(page: Page, host: Any, house: House, chromium: Browser) -> None:
    made = held(host.request, classes=[])
    crews = [new_guest(house, chromium) for _ in range(2)]
    sheet = "Crew,X\nKit,S3 A5 D2 DR3 N3 E4\nRoute to,Distance,Target,Taken,Penalty,1,2\nTC2,19,7,,,{}\n"
    for number, crew in enumerate(crews):
        crew.request.post(f"/api/events/{made['id']}/enter", data={"name": f"Crew {number}", "key": made["key"]})
        paper = {"kind": "sheet", "text": sheet.format("10,20" if number else "200")}
        assert crew.request.post(f"/api/events/{made['id']}/papers", data=paper).ok
    url = f"/events/{made['id']}/print"
    key = f"?key={made['key']}"
    page.goto(f"{url}/sheet{key}")
    assert printed(page, "print-sheet", landscape=True) == 1
    page.goto(f"{url}/card{key}")
    expect(page.get_by_role("row", name=re.compile("RTC3.*Regularity 24 mph.*16.*6:40"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("PC5")).locator("svg")).to_have_count(2)  # two hazards
    assert printed(page, "print-card") == 1
    page.goto(f"{url}/marked{key}")
    expect(page.locator("[data-printed] svg")).to_contain_text("TC2")
    assert printed(page, "print-marked-map", landscape=True) == 1
    closed(host.request, made["id"])
    first = crews[0].request.get(f"/api/events/{made['id']}{key}").json()["yours"]["crew"]
    page.goto(f"{url}/{first}/1{key}")
    expect(page.locator("article li")).to_have_count(9)  # of seven rows that are missing, and two cells
    assert printed(page, "print-marked", landscape=True) == 1
    page.goto(f"{url}/results{key}")
    expect(page.locator("article")).to_contain_text("entered: 2, classified: 0")
    assert printed(page, "print-results") == 1
    for crew in crews:
        crew.close()


def closed(request: APIRequestContext, event: str) -> None:
    """Its organiser closes it by a bulletin, and everything is marked."""
    changes = {"text": "Closes at once", "changes": {"closes": moment(5)}}
    answer = request.post(f"/api/events/{event}/bulletins", data=changes)
    assert answer.ok, answer.text()
    wait_for(lambda: is_marked(request.get(f"/api/events/{event}").json()))


def is_marked(event: dict[str, Any]) -> bool:
    return bool(event["status"] == "closed" and event["waiting"] == 0)


def test_every_game_prints_its_rules_on_two_pages_and_what_else_it_has(page: Page, house: House) -> None:
    for game in ("rally_round", "rallye_code", "rallyman", "lunar_rally", "rally"):
        page.goto(f"/learn/{game}")
        page.get_by_role("link", name="The rules on two pages").click()
        expect(page.locator("[data-printed]")).to_be_visible()
        assert printed(page, f"print-rules-{game}") == 2
    for path in ("rally_round/map", "rallyman/scores", "rally/scores"):
        page.goto(f"/print/{path}")
        expect(page.locator("[data-printed]")).to_be_visible()
        assert printed(page, f"print-{path.replace('/', '-')}", landscape=True) == 1
    page.goto("/print/rally/nothing")
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_draft_is_read_back_into_the_form(page: Page) -> None:
    rules: dict[str, object] = {
        "title": "Larchwood",
        "game": "lunar_rally",
        "opens": moment(3600),
        "closes": moment(86_400),
    }
    rules |= {"classes": ["novice"], "protest_days": 5}
    made = page.request.post("/api/events", data={"regulations": rules, "name": "Hilke"}).json()
    page.goto(f"/events/{made['id']}/desk")
    page.get_by_role("link", name="Change the draft").click()
    expect(page.get_by_label("Name of the event")).to_have_value("Larchwood")
    expect(page.get_by_role("button", name="Lunar Rally")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Name of the event").fill("Larchwood by Night")
    page.get_by_role("button", name="On to: Window and entry").click()
    expect(page.get_by_label("Protests until")).to_have_value("5")
    page.get_by_role("button", name="Classes and scoring").first.click()
    expect(page.get_by_label("Classes")).to_have_value("novice")
    page.get_by_role("button", name="Check and announce").first.click()
    expect(page.get_by_role("button", name="Seal and announce")).to_be_enabled()
    told = page.request.get(f"/api/events/{made['id']}").json()
    assert (told["title"], told["classes"], told["protest_days"]) == ("Larchwood by Night", ["novice"], 5)


def test_anybody_draws_a_round_again_on_their_device(page: Page, host: Any, house: House, chromium: Browser) -> None:
    lines: dict[str, Any] = {"title": "League", "kind": "match", "game": "lunar_rally", "rounds": 2, "seats": 2}
    made = held(host.request, classes=[], stand_in="works", **lines)
    url, key = f"/api/events/{made['id']}", made["key"]
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        crew = new_guest(house, chromium)
        assert crew.request.post(f"{url}/enter", data={"name": name, "key": key}).ok
        crew.close()
    assert host.request.post(f"{url}/rounds").ok
    page.goto(f"/events/{made['id']}?key={key}")
    expect(page.get_by_text("A bot (Works driver) drives for anybody")).to_be_visible()
    page.get_by_role("button", name="Draw it again").click()
    expect(page.get_by_text("4 of 4 seats agree")).to_be_visible()
    looks_well(page, "event-rounds")
    page.route(f"**{url}?*", another_draw)
    page.reload()
    page.get_by_role("button", name="Draw it again").click()
    expect(page.get_by_text("Tell the organiser")).to_be_visible()


def another_draw(route: Route) -> None:
    """The page is told of a draw that does not follow from its seed."""
    told = route.fetch().json()
    for table in told["drawn"][0]["tables"]:
        table["crews"].reverse()
    route.fulfill(json=told)


def test_results_show_every_section_and_the_par(page: Page, host: Any, house: House, chromium: Browser) -> None:
    made = held(host.request, 3, game="lunar_rally", title="Tycho", classes=[])
    crew = new_guest(house, chromium)
    assert crew.request.post(f"/api/events/{made['id']}/enter", data={"name": "Ann", "key": made["key"]}).ok
    crew.close()
    url = f"/api/events/{made['id']}/results?key={made['key']}"
    wait_for(lambda: page.request.get(url).ok)
    page.route(f"**/api/events/{made['id']}/results*", with_results)
    page.goto(f"/events/{made['id']}/results?key={made['key']}")
    expect(page.get_by_role("heading", name="Proved par: 5 turns")).to_be_visible()
    row = page.get_by_role("row", name="Ann")
    expect(row).to_contain_text("+2")
    assert [cell.strip() for cell in row.get_by_role("cell").all_inner_texts()][1:3] == ["3 turns", "4 turns"]
    looks_well(page, "results-par")


def with_results(route: Route) -> None:
    """What a page of results says of a stage that was driven in two legs, and proved."""
    told = route.fetch().json()
    row = {"place": 1, "crew": "ann", "name": "Ann", "klass": "", "number": 1, "status": "home", "score": [7, 1, 0]}
    row |= {"detail": {"stages": [3, 4]}, "tie": None, "reason": "", "clause": "", "yours": False}
    told |= {"rows": [row], "total": 1, "classified": 1, "par": {"low": 5, "high": 5}}
    route.fulfill(json=told)


def test_a_championship_shows_its_calendar(page: Page, house: House) -> None:
    page.goto("/championships/none")
    expect(page.get_by_role("alert")).to_be_visible()
