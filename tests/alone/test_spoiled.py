"""What is kept on a device may be spoiled, and files that are brought may be anything: the rest goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parcferme.alone import browser
from parcferme.alone.calls import FORMAT, LAPSE
from parcferme.alone.ports import Progress
from parcferme.alone.thinker import Channel, think
from parcferme.solve.puzzle_sets import puzzles_of
from tests.alone.helpers import Memory, Page
from tests.alone.test_home import BOT, ME, SOON, drive
from tests.support import in_a_loop

PUZZLE = next(iter(puzzles_of("rallye_code").values()))


def test_a_table_that_cannot_be_read_does_not_hide_the_others() -> None:
    async def story() -> None:
        shelf = Memory()
        page = Page(shelf)
        sound, journal, door = [await page.open("rallyman", [ME], players=1) for _ in range(3)]
        await page.ask("PATCH", "/account", {"name": "Merle"})
        shelf.notes[journal][0].body = "{"
        shelf.on_doors[door] = "no JSON"
        again = Page(shelf)
        assert {row["id"] for row in (await again.ask("GET", "/tables/mine"))["tables"]} == {sound, journal}
        assert await again.ask("GET", "/device/unread") == {"tables": 1}
        for table in (journal, door):
            assert (await again.refused("GET", f"/tables/{table}/opening"))["code"] == "unreadable"
            assert (await again.ask("GET", f"/tables/{table}/kept"))["over"]
        written = await again.ask("GET", f"/tables/{journal}/journal")
        assert written["notes"][0]["body"] == "{"
        assert (await again.refused("GET", "/tables/nothing/journal"))["code"] == "not_here"
        luggage = await again.ask("GET", "/device")
        assert await Page(Memory()).ask("POST", "/device", luggage) == {"tables": 1}, "it can be unpacked elsewhere"
        for table in (journal, door):
            await again.ask("DELETE", f"/tables/{table}")
        assert await again.ask("GET", "/device/unread") == {"tables": 0}

    in_a_loop(story())


def test_small_things_that_cannot_be_read_are_put_aside() -> None:
    async def story() -> None:
        shelf = Memory()
        shelf.named = {"plate": "blue", "puzzles": "[{}]", "documents": "{}", "daily": "7", "name": "Merle"}
        page = Page(shelf)
        await page.home.begin()
        who = await page.ask("GET", "/account")
        assert (who["name"], who["plate"]) == ("Merle", 1)
        assert (await page.ask("GET", "/puzzles/today"))["tried"] == 0
        assert (await page.ask("GET", "/documents"))["documents"] == []
        assert (await page.ask("GET", "/daily"))["run"] == 0
        choice = next(iter(PUZZLE.found.judged.losses))
        await page.ask("POST", f"/puzzles/{PUZZLE.id}/tries", {"choice": choice})
        assert (await page.ask("GET", "/puzzles/today"))["tried"] == 1
        assert shelf.named["unreadable/puzzles"] == "[{}]"

    in_a_loop(story())


class Broken(Memory):
    """What a browser says when its storage has gone."""

    mended = False

    async def doors(self) -> list[str]:
        raise RuntimeError("InvalidStateError")

    async def append(self, table: str, door: str, notes: list[Any]) -> bool:
        if self.on_doors and not self.mended:
            raise RuntimeError("InvalidStateError")
        return await super().append(table, door, notes)


def test_every_question_is_answered_whatever_the_browser_says() -> None:
    async def story() -> None:
        shelf = Broken()
        page = Page(shelf)
        assert (await page.refused("GET", "/tables/mine"))["code"] == "broken"
        assert (await page.refused("GET", "/tables/mine?after=x"))["code"] in ("bad_request", "broken")
        table = await page.open("rallyman", [ME], players=1)
        heard = await page.line(table)
        position = await page.ask("GET", f"/tables/{table}/position")
        wish = {"do": "act", "node": position["node"], "action": position["actions"][0]["notation"]}
        assert (await heard.wish(**wish, id="a"))["code"] == "broken"
        assert await page.ask("GET", f"/tables/{table}/position") == position, "what is not kept is not shown"
        shelf.mended = True
        assert (await heard.wish(**wish, id="b"))["type"] == "ok"

    in_a_loop(story())


def test_where_the_browser_keeps_nothing_one_plays_until_the_page_is_closed() -> None:
    async def story() -> None:
        async def ask(work: str, progress: Progress) -> str:
            return think(work, progress)

        house = await browser.start(None, ask, lambda: 1.0, lambda table: None)
        granted, made = await house.call("POST", "/tables", json.dumps({"game": "rallyman", "seats": [ME]}))
        assert granted, made
        granted, listed = await house.call("GET", "/tables/mine", "")
        assert [row["id"] for row in json.loads(listed)["tables"]] == [json.loads(made)["id"]]

    in_a_loop(story())


def packed(**more: object) -> str:
    return json.dumps({"what": "parcferme-device", "name": "", "tables": [], **more})


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("?", "bad_luggage"),
        ("[" * 100_000, "bad_luggage"),
        ("{}", "bad_luggage"),
        (packed(what="parcferme-record"), "bad_luggage"),
        (packed(tables=[{}]), "bad_luggage"),
        (packed(things={"name": "Eve"}), "bad_luggage"),
        (packed(things={"record/1": "{}"}), "bad_luggage"),
        (packed(things={"puzzle/1": "{}"}), "bad_luggage"),
        (packed(format=FORMAT + 1, tables="different"), "newer_luggage"),
    ],
)
def test_a_file_that_is_no_luggage_of_this_version_is_refused_by_its_name(body: str, code: str) -> None:
    async def story() -> None:
        page = Page(Memory())
        granted, told = await page.calls.call("POST", "/device", body)
        assert (granted, json.loads(told)["code"]) == (False, code)
        assert not page.home.shelf.named  # type: ignore[attr-defined]

    in_a_loop(story())


async def driven() -> tuple[Page, str]:
    """A page at which a match was driven to its end."""
    page = Page(Memory())
    table = await page.open("rallye_code", [ME, BOT], players=2, rounds=SOON)
    await drive(page, table, await page.line(table))
    return page, table


def test_records_own_puzzles_name_and_plate_are_taken_along_too() -> None:
    async def story() -> None:
        page, table = await driven()
        await page.ask("PATCH", "/account", {"name": "Merle", "plate": 4})
        record = await page.ask("POST", "/records", await page.ask("GET", f"/tables/{table}/record"))
        own = json.dumps({"game": PUZZLE.game, "puzzle": PUZZLE.to_json()})
        await page.home.keep_thing("puzzle/mine", own)
        other = Page(Memory())
        await other.ask("POST", "/device", await page.ask("GET", "/device"))
        who = await other.ask("GET", "/account")
        assert (who["name"], who["plate"]) == ("Merle", 4)
        assert (await other.ask("GET", f"/records/{record['id']}"))["seats"][0] == "Merle"
        assert (await other.ask("GET", "/puzzles/mine"))["game"] == "rallye_code"
        await other.ask("PATCH", "/account", {"name": "Jori"})
        await other.ask("POST", "/device", await page.ask("GET", "/device"))
        assert (await other.ask("GET", "/account"))["name"] == "Jori", "who is known here stays"

    in_a_loop(story())


def test_a_review_that_nobody_waits_for_any_more_ends_and_may_be_asked_for_again() -> None:
    async def story() -> None:
        page, table = await driven()
        wanted: list[bool] = []

        async def slowly(work: str, progress: Progress) -> str:
            for passed in (1_000, LAPSE):
                page.now += passed
                wanted.append(progress(1, 2, ""))
            raise RuntimeError("ended")  # as the worker is, once it has heard that nobody waits

        page.home.thinker = Channel(slowly)
        await page.ask("GET", f"/tables/{table}/review")
        await page.settle()
        assert wanted == [True, False]
        page.home.thinker = Page(Memory()).home.thinker
        await page.ask("GET", f"/tables/{table}/review")
        await page.settle()
        assert (await page.ask("GET", f"/tables/{table}/review"))["state"] == "ready"

    in_a_loop(story())
