"""What makes boards quick: whatever could be asked for before is not waited for, and a driving car draws nothing."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from parcferme.core import registry
from tests.web.house import House
from tests.web.play import at_rest

ALWAYS = ("/socket",)  # the line that is opened once the board is drawn
DRIVE = """() => new Promise((done) => {
  const car = document.querySelector('.sheets .mover');
  const home = new DOMMatrix(car.style.transform);
  car.style.transition = 'transform 400ms linear';
  car.style.transform = `translate(${home.e + 120}px, ${home.f + 60}px)`;
  car.ontransitionend = done;
})"""


def new_table(page: Page, game: str, players: int) -> str:
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "novice"}] * (players - 1)]
    answer = page.request.post("/api/tables", data={"game": game, "options": {"players": players}, "seats": seats})
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['id']}"


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_board_waits_for_nothing_its_page_has_not_named(newcomer: Page, house: House, game: str) -> None:
    address = new_table(newcomer, game, max(2, registry.meta(game).seats[0]))
    html = newcomer.request.get(address, headers={"Accept-Language": "en-GB"}).text()
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.removeprefix(house.url))

    newcomer.on("request", note)
    newcomer.goto(address, wait_until="commit")
    expect(newcomer.locator(".sheets > svg").first).to_be_visible()
    first = asked[1 : next((i for i, path in enumerate(asked) if path.endswith("/chat")), len(asked))]
    late = [path for path in first if path.replace("&", "&amp;") not in html and not path.endswith(ALWAYS)]
    assert late == [], "asked for only after something else had come"


def test_what_a_table_names_is_kept_by_the_browser(page: Page) -> None:
    html = page.request.get(new_table(page, "rallyman", 2)).text()
    links = [part.partition('"')[0] for part in html.split('href="')[1:]]
    kept = [path for path in links if path.startswith(("/assets/", "/api/games/"))]
    assert len(kept) > 5
    for path in kept:
        assert "immutable" in page.request.get(path).headers["cache-control"], path
    script = next(path for path in kept if path.endswith(".js"))
    plain = page.request.get(script, headers={"Accept-Encoding": "identity"})
    packed = page.request.get(script, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "br"
    assert packed.body() == plain.body()


def test_one_answer_holds_what_a_page_opens_with(page: Page) -> None:
    path = new_table(page, "rally_round", 1).replace("/table/", "/api/tables/")
    opening = page.request.get(f"{path}/opening?odds=true").json()
    position = page.request.get(f"{path}/position?odds=true").json()
    assert opening["table"] == page.request.get(path).json()
    assert {**opening["position"], "clocks": None} == {**position, "clocks": None}


def test_a_kit_holds_the_texts_and_every_content_file(page: Page) -> None:
    kit = page.request.get("/api/games/rally_round/kit/fr").json()
    assert kit["texts"] == page.request.get("/api/games/rally_round/texts/fr").json()
    files = page.request.get("/api/games/rally_round/content").json()
    assert sorted(kit["content"]) == [name for name in files if not name.startswith("courses")]
    assert kit["content"]["map.json"] == page.request.get("/api/games/rally_round/content/map.json").json()
    assert page.request.get("/api/games/rally_round/kit/de").status == 404
    assert page.request.get("/api/games/chess/kit/en").status == 404


def test_a_private_table_is_not_told_about_to_strangers(page: Page) -> None:
    wish = {"game": "rallyman", "options": {"players": 2}, "visibility": "private", "seats": [{"kind": "me"}]}
    address = f"/table/{page.request.post('/api/tables', data=wish).json()['id']}"
    assert "rallyman" in page.request.get(address).text()
    page.context.clear_cookies()
    assert "rallyman" not in page.request.get(address).text()


def test_a_driving_car_draws_nothing(page: Page, chromium: Browser) -> None:
    wish = {"game": "rally_round", "options": {"players": 1, "kits": "standard"}, "seats": [{"kind": "me"}]}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['id']}")
    expect(page.locator(".sheets .mover")).to_have_count(1)
    at_rest(page)
    runs = [driven(page, chromium) for _ in range(3)]
    names = min(runs, key=lambda run: run.count("Paint") + run.count("RasterTask"))  # nothing else was drawn meanwhile
    assert "UpdateLayoutTree" in names, "the trace has seen the page at work"
    assert names.count("Layout") <= 2, "… but the map was not laid out anew in every frame"
    assert names.count("Paint") <= 2, "… nor painted"
    assert names.count("RasterTask") <= 2, "… not even as the car sets off and stops: it has a sheet of its own"


def driven(page: Page, chromium: Browser) -> list[str]:
    """What the browser's trace names while a car drives."""
    chromium.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.evaluate(DRIVE)
    return [event["name"] for event in json.loads(chromium.stop_tracing())["traceEvents"]]
