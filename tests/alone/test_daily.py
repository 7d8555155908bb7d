"""Today's stage without a server: driven at a device, kept, taken along; a server takes it where nothing is rolled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parcferme.organise import commands
from parcferme.organise.daily import announced, daily_id, stage_of
from parcferme.organise.event import RECORD, Event
from parcferme.organise.marking import mark_all
from parcferme.organise.moments import DAY
from parcferme.organise.tasks import trial_of
from tests.alone.helpers import Memory, Page

DICE, MOON, TURNS, SHEETS = range(20_775, 20_779)  # four days in a row: four games
GAMES = {DICE: "rallyman", MOON: "lunar_rally", TURNS: "rally", SHEETS: "rally_round"}


def at(day: int, shelf: Memory) -> Page:
    page = Page(shelf)
    page.now = day * DAY + 1_000
    return page


async def begin(page: Page, day: int) -> dict[str, Any]:
    await page.ask("PATCH", "/account", {"name": "Jo"})
    await page.ask("POST", f"/events/{daily_id(day)}/enter", {"klass": "", "key": ""})
    begun: dict[str, Any] = await page.ask("POST", f"/events/{daily_id(day)}/drives", {})
    return begun


async def drive(page: Page, day: int) -> dict[str, Any]:
    """The last action offered, again and again, until the stage is driven."""
    begun = await begin(page, day)
    heard, trial = await page.line(begun["table"]), trial_of(GAMES[day])
    play = (await page.home.room(begun["table"])).table.play
    while not trial.is_over(play.state, min(1, trial.legs)):
        position = await page.ask("GET", f"/tables/{begun['table']}/position")
        wish = {"node": position["node"], "action": position["actions"][-1]["notation"], "id": str(position["node"])}
        assert (await heard.wish(do="act", **wish))["type"] == "ok"
    return begun


async def driven(page: Page, day: int) -> dict[str, Any]:
    begun = await drive(page, day)
    paper = {"kind": "drive", "attempt": begun["attempt"], "table": begun["table"]}
    handed: dict[str, Any] = await page.ask("POST", f"/events/{daily_id(day)}/papers", paper)
    return handed


def test_four_days_in_a_row_are_four_games() -> None:
    assert {day: stage_of(day)[0] for day in GAMES} == GAMES


@pytest.mark.parametrize("day", GAMES, ids=GAMES.values())
def test_a_stage_is_driven_handed_in_and_told(day: int) -> None:
    async def story() -> None:
        shelf, id = Memory(), daily_id(day)
        before = await at(day, shelf).ask("GET", "/daily")
        assert (before["event"]["id"], before["event"]["status"], before["driven"]) == (id, "open", False)
        assert before["course"] == stage_of(day)[1].options, "its picture needs the map itself"
        mark = (await driven(at(day, shelf), day))["paper"]["mark"]
        told = await at(day, shelf).ask("GET", "/daily")  # another page of the same browser
        assert (told["driven"], told["run"], told["days"][-1]) == (True, 1, True)
        board = await at(day, shelf).ask("GET", f"/events/{id}/results")
        assert board["own"]["status"] == mark["status"]
        assert board["own"]["score"] == mark["score"][:1]
        again = await at(day, shelf).ask("GET", f"/events/{id}/drives")
        assert again["drives"] == []

    asyncio.run(story())


def test_a_drive_goes_on_where_it_was_left_and_is_handed_in_once() -> None:
    async def story() -> None:
        shelf = Memory()
        first = await begin(at(DICE, shelf), DICE)
        assert await begin(at(DICE, shelf), DICE) == first
        refused = await at(DICE, shelf).refused("POST", f"/events/{daily_id(DICE)}/papers", {"attempt": 1})
        assert refused["code"] == "bad_paper"
        handed = await driven(at(DICE, shelf), DICE)
        assert await at(DICE, shelf).ask("POST", f"/events/{daily_id(DICE)}/papers", {"attempt": 1}) == handed
        assert (await at(DICE, shelf).refused("POST", f"/events/{daily_id(DICE)}/drives", {}))["code"] == "all_used"

    asyncio.run(story())


def test_the_decisions_of_a_drive_with_dice_are_judged_once() -> None:
    async def story() -> None:
        shelf, id = Memory(), daily_id(DICE)
        await driven(at(DICE, shelf), DICE)
        page = at(DICE, shelf)
        assert (await page.ask("GET", f"/events/{id}/decisions"))["waiting"] == 1
        await page.settle()
        told = await at(DICE, shelf).ask("GET", f"/events/{id}/decisions")
        assert (told["waiting"], told["own"]["place"]) == (0, 1)
        assert told["own"]["lost"] >= 0

    asyncio.run(story())


def test_a_drive_over_one_special_is_looked_back_on_and_ends_with_the_time_on_the_board() -> None:
    async def story() -> None:
        page, id = at(DICE, Memory()), daily_id(DICE)
        await driven(page, DICE)
        (row,) = (await page.ask("GET", f"/events/{id}/results"))["rows"]
        crew = (await page.ask("GET", "/daily"))["event"]["yours"]["crew"]
        paper = f"/events/{id}/papers/{crew}/1/review"
        assert (await page.ask("GET", paper))["state"] == "waiting"
        await page.settle()
        told = await page.ask("GET", paper)
        assert told["state"] == "ready"
        assert told["review"]["accounts"][0]["final"] == -row["score"][0]

    asyncio.run(story())


def test_another_day_has_another_stage_and_the_run_goes_on() -> None:
    async def story() -> None:
        shelf = Memory()
        await driven(at(MOON, shelf), MOON)
        late = await at(TURNS, shelf).refused("POST", f"/events/{daily_id(MOON)}/drives", {})
        assert late["code"] == "too_late"
        await driven(at(TURNS, shelf), TURNS)
        assert (await at(TURNS, shelf).ask("GET", "/daily"))["run"] == 2
        gone = await at(TURNS, shelf).refused("GET", f"/events/{daily_id(MOON)}/results")
        assert gone["code"] == "no_such"

    asyncio.run(story())


def test_it_is_taken_along_whole_or_not_at_all() -> None:
    async def story() -> None:
        page = at(DICE, Memory())
        await driven(page, DICE)
        packed = await page.ask("GET", "/device")
        elsewhere = at(DICE, Memory())
        spoiled = {**packed, "daily": {**packed["daily"], "stage": {**packed["daily"]["stage"], "secret": "00" * 32}}}
        assert (await elsewhere.refused("POST", "/device", spoiled))["code"] == "bad_luggage"
        assert (await elsewhere.ask("GET", "/tables/mine"))["tables"] == []
        await elsewhere.ask("POST", "/device", packed)
        told = await elsewhere.ask("GET", "/daily")
        assert (told["driven"], told["event"]["yours"]["papers"]) == (
            True,
            (await page.ask("GET", "/daily"))["event"]["yours"]["papers"],
        )

    asyncio.run(story())


def test_a_stage_driven_elsewhere_counts_where_it_was_only_begun() -> None:
    async def story() -> None:
        here, there = at(DICE, Memory()), at(DICE, Memory())
        await begin(here, DICE)
        await driven(there, DICE)
        await here.ask("POST", "/device", await there.ask("GET", "/device"))
        told = await here.ask("GET", "/daily")
        assert (told["driven"], len(told["event"]["yours"]["papers"])) == (True, 1)

    asyncio.run(story())


@pytest.mark.parametrize("day", [MOON, DICE], ids=["nothing rolled", "dice"])
def test_a_server_takes_the_record_where_nothing_is_rolled(day: int) -> None:
    """With dice the rolls would have to be that server's own."""

    async def story() -> tuple[str, str]:
        page = at(day, Memory())
        handed = await driven(page, day)
        granted, record = await page.calls.call("GET", f"/events/{daily_id(day)}/papers/me/1/record", "")
        assert granted
        return handed["paper"]["mark"]["status"], record

    own, record = asyncio.run(story())
    event = opened(day)
    attempt = len(event.entries) if event.regulations.dice != "none" else 0
    event.fold(commands.submit(event, RECORD, record, "jo", day * DAY + 4, day * DAY + 4, attempt))
    assert mark_all(event)["jo", 1].status == (own if attempt == 0 else "void")


def opened(day: int) -> Event:
    """A server's stage of the day, with one crew that has begun."""
    event = announced(day, bytes(32))
    opening = commands.due(event, day * DAY + 1)
    assert opening is not None
    event.fold(opening)
    event.fold(commands.enter(event, "jo", "Jo", "", "jo", day * DAY + 2))
    if event.regulations.dice != "none":
        event.fold(commands.begin(event, "jo", day * DAY + 3))
    return event
