"""What somebody has typed or chosen is theirs: an answer that comes late, or is a refusal, takes nothing of it away."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Request, Route, expect

from tests.server.rally import PASSWORD
from tests.web.play import introduce, until
from tests.web.test_events import held, moment

ACCOUNT = re.compile(r"/api/account$")


class Holding:
    """Requests of a page that wait until they are let go."""

    def __init__(self, page: Page, address: re.Pattern[str], method: str, first: int = 0) -> None:
        self.page = page
        self.method = method
        self.first = first  # so many go through at once
        self.waiting: list[Route] = []
        self.open = False
        page.route(address, self._come)

    def _come(self, route: Route, request: Request) -> None:
        self.first -= request.method == self.method
        if request.method != self.method or self.first >= 0 or self.open:
            route.continue_()
        else:
            self.waiting.append(route)

    def until(self, count: int) -> None:
        """So many wait."""
        until(self.page, lambda: len(self.waiting) >= count)

    def let_go(self) -> None:
        self.open = True
        for route in self.waiting:
            route.continue_()


def register(page: Page, name: str) -> None:
    made = page.request.post("/api/account", data={"name": name, "password": PASSWORD})
    assert made.ok, made.text()


def test_what_is_typed_about_oneself_before_the_answer_stays(page: Page) -> None:
    register(page, "Tilda")
    page.request.patch("/api/account", data={"webhook": "https://example.org/before"})
    answers = Holding(page, ACCOUNT, "GET", first=1)
    page.goto("/account")
    hook = page.get_by_role("textbox", name="Webhook")
    hook.fill("https://example.org/typed")
    answers.until(1)
    answers.let_go()
    expect(page.get_by_text("here", exact=True)).to_be_visible()  # the list of sessions comes after everything else
    expect(hook).to_have_value("https://example.org/typed")
    page.get_by_label("What should the others call you?").fill("Tilda II")  # another panel is sent: this one stays
    page.locator("form", has=hook).get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    expect(page.get_by_label("What should the others call you?")).to_have_value("Tilda II")
    assert page.request.get("/api/account").json()["webhook"] == "https://example.org/typed"


def test_two_quick_clicks_are_two_changes(page: Page) -> None:
    register(page, "Klara")
    page.goto("/account")
    turn, over = (page.get_by_role("checkbox", name=f"{what}: E-mail") for what in ("Your turn", "A match is over"))
    expect(turn).to_be_checked()
    changes = Holding(page, ACCOUNT, "PATCH")
    turn.click()
    over.click()
    changes.until(1)
    changes.let_go()

    def untold() -> list[str]:
        found: list[str] = sorted(page.request.get("/api/account").json()["untold_of"])
        return found

    until(page, lambda: untold() == ["mail.over", "mail.turn"])
    expect(turn).not_to_be_checked()
    expect(over).not_to_be_checked()


def test_an_event_that_is_changed_is_shown_before_anybody_types(page: Page) -> None:
    page.goto("/events/new")
    page.get_by_label("Name of the event").fill("Not yet ready")
    rules = {"title": "Withy Bottom Trophy", "game": "rally_round", "opens": moment(3600), "closes": moment(9000)}
    made = page.request.post("/api/events", data={"regulations": rules, "name": "Hilke"})
    assert made.ok, made.text()
    answers = Holding(page, re.compile(rf"/api/events/{made.json()['id']}$"), "GET")
    page.goto(f"/events/new?draft={made.json()['id']}")
    answers.until(1)
    expect(page.get_by_label("Name of the event")).to_have_count(0)
    answers.let_go()
    expect(page.get_by_label("Name of the event")).to_have_value("Withy Bottom Trophy")
    page.goto("/events/new")  # and what was begun before is still there
    expect(page.get_by_label("Name of the event")).to_have_value("Not yet ready")


def test_a_question_that_could_not_be_sent_is_still_there(page: Page, host: Any) -> None:
    made = held(host.request, classes=[])
    page.goto(f"/events/{made['id']}?key={made['key']}")
    page.get_by_role("button", name="Enter the trial").click()
    introduce(page, "Odile")
    page.get_by_role("button", name="Ask the organiser").click()
    text = page.get_by_role("dialog").get_by_role("textbox")
    text.fill("Is square 178 quiet?")
    page.route(re.compile("/questions$"), lambda route: route.abort())
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    expect(text).to_have_value("Is square 178 quiet?")


def test_a_reason_that_is_typed_stays_while_reports_come_late(page: Page) -> None:
    """The desk opens the first report by itself, but not over what somebody has turned to meanwhile."""
    register(page, "Warden")
    own = page.request.get("/api/account").json()
    person = {"id": "p1", "name": "Kestrel", "kind": "account", "role": "player", "created_at": 1, "seen_at": 1}
    person |= {"tables": 1, "reports": 51, "held": "", "held_until": None}
    reports = [report(n) for n in range(51)]

    def answers(route: Route, request: Request) -> None:
        path, _, query = request.url.partition("/api/moderation/")[2].partition("?")
        told: dict[str, object] = {"people": [person], "next": "", "person": person, "steps": [], "addresses": []}
        if path == "reports":
            rest = "after=50" in query
            told = {"reports": reports[50:] if rest else reports[:50], "total": 51, "next": "" if rest else "50"}
        elif path.startswith("reports/"):
            told = {"report": reports[0], "chat": [], "people": [person], "steps": []}
        route.fulfill(json=told)

    page.route(ACCOUNT, lambda route: route.fulfill(json={**own, "role": "admin"}))
    page.route(re.compile("/api/moderation/"), answers)
    late = Holding(page, re.compile(r"/api/moderation/reports\?"), "GET")
    page.goto("/desk")
    late.until(1)
    page.get_by_role("button", name="People").click()
    page.get_by_role("button", name="Kestrel").click()
    page.get_by_label("Reason").fill("Two rude lines")
    for route in late.waiting:
        answers(route, route.request)
    late.open = True
    page.wait_for_timeout(500)  # nothing comes of it
    expect(page.get_by_label("Reason")).to_have_value("Two rude lines")
    page.unroute(re.compile(r"/api/moderation/reports\?"))
    page.get_by_role("button", name=re.compile("^Reports")).click()
    expect(page.get_by_role("button", name=re.compile("^Reports"))).to_contain_text("51")
    expect(page.get_by_role("button", name=re.compile("reason 49 "))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("reason 50 "))).to_have_count(0)
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("button", name=re.compile("reason 50 "))).to_be_visible()
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def report(n: int) -> dict[str, object]:
    told = {"id": n, "at": n, "by": "p2", "by_name": "Rauno", "person": "p1", "name": "Kestrel", "table": "t"}
    return {**told, "line": None, "said": "", "why": f"reason {n} given", "closed_at": None, "reported_too": False}
