"""The studio without a server: documents on the device's shelf, checked, measured, made, published and played."""

from __future__ import annotations

import json
from asyncio import gather
from itertools import count
from typing import Any

from msgspec.structs import replace

from parcferme.alone.ports import Progress
from parcferme.alone.thinker import Channel, think
from parcferme.games.lunar_rally.studio import STUDIO
from parcferme.house.studio import JobState
from tests.alone.helpers import Memory, Page
from tests.support import in_a_loop

SCENARIO = {"game": "lunar_rally", "kind": "scenario"}
BLANK: dict[str, Any] = STUDIO["scenario"].blank()
PLAIN = {**BLANK, "title": "Plain"}


def form(document: dict[str, Any], **more: object) -> dict[str, object]:
    return {"title": "Mine", "document": document, **more}


def test_a_document_is_drawn_published_and_played_on_one_device() -> None:
    async def work() -> None:
        shelf = Memory()
        page = Page(shelf)
        kinds = {(one["game"], one["kind"]) for one in await page.ask("GET", "/studio")}
        assert ("lunar_rally", "scenario") in kinds
        told = await page.ask("POST", "/studio/check", {**SCENARIO, "document": BLANK, "lang": "fr"})
        assert [finding["stops"] for finding in told["findings"]] == [True]
        draft = await page.ask("POST", "/documents", {**SCENARIO, **form(BLANK)})
        url = f"/documents/{draft['id']}"
        assert (draft["revision"], draft["stops"]) == (1, 1)
        assert (await page.refused("POST", f"{url}/publish", {"revision": 1}))["code"] == "unsettled"
        await page.ask("PUT", url, form(PLAIN, revision=1))
        other = Page(shelf)  # another page of the same browser
        stale = await other.refused("PUT", url, form(BLANK, revision=1))
        assert (stale["code"], stale["newer"]["document"]) == ("stale", PLAIN)
        one = await page.ask("POST", f"{url}/publish", {"revision": 2})
        assert (await page.ask("POST", f"{url}/publish", {"revision": 2}))["versions"] == one["versions"]
        assert [row["title"] for row in (await other.ask("GET", "/shelf?q=mi"))["documents"]] == ["Mine"]
        assert await other.ask("GET", f"/documents/hash/{one['hash']}") == PLAIN
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = await page.ask("POST", "/tables", {"game": "lunar_rally", "seats": seats, "document": one["hash"]})
        assert (made["options"]["map"], made["document"]) == (PLAIN, one["hash"])
        tried = await page.ask("POST", "/tables", {"game": "lunar_rally", "seats": seats, "document": draft["id"]})
        assert tried["document"] == "draft"
        assert (await page.refused("DELETE", url))["code"] == "published"
        await page.ask("POST", f"{url}/withdraw")
        assert (await page.ask("GET", "/shelf"))["total"] == 0
        fresh = Page(Memory())
        await fresh.ask("POST", "/device", await page.ask("GET", "/device"))
        assert (await fresh.ask("GET", url))["versions"] == one["versions"]

    in_a_loop(work())


def test_what_was_drawn_on_elsewhere_lies_beside_what_is_here() -> None:
    async def work() -> None:
        home, train = Page(Memory()), Page(Memory())
        url = f"/documents/{(await home.ask('POST', '/documents', {**SCENARIO, **form(PLAIN)}))['id']}"
        await train.ask("POST", "/device", await home.ask("GET", "/device"))
        train.now += 100
        further = {**PLAIN, "title": "Further"}
        await train.ask("PUT", url, form(further, revision=1))
        luggage = await train.ask("GET", "/device")
        for _ in range(2):
            await home.ask("POST", "/device", luggage)
            ids = [row["id"] for row in (await home.ask("GET", "/documents"))["documents"]]
            drawn = [(await home.ask("GET", f"/documents/{id}"))["document"] for id in ids]
            assert drawn == [further, PLAIN]
        await train.ask("POST", "/device", await home.ask("GET", "/device"))
        assert (await train.ask("GET", url))["document"] == further, "an older state changes nothing"

    in_a_loop(work())


def test_a_draft_is_deleted_for_good() -> None:
    async def work() -> None:
        page = Page(Memory())
        draft = await page.ask("POST", "/documents", {**SCENARIO, **form(PLAIN)})
        await page.ask("DELETE", f"/documents/{draft['id']}")
        assert (await page.refused("GET", f"/documents/{draft['id']}"))["code"] == "no_document"
        assert (await page.ask("GET", "/documents"))["documents"] == []

    in_a_loop(work())


def test_what_takes_long_is_the_thinkers() -> None:
    async def work() -> None:
        page = Page(Memory())
        wish = {**SCENARIO, "length": "short", "difficulty": 1, "seed": "seven"}
        first = await page.ask("POST", "/studio/surprise", wish)
        await page.settle()
        drawn = await page.ask("GET", f"/studio/surprise/{first['id']}")
        assert (drawn["ended"], drawn["seed"]) == ("finished", "seven")
        told = await page.ask("POST", "/studio/check", {**SCENARIO, "document": drawn["document"]})
        assert not any(finding["stops"] for finding in told["findings"])
        second = await page.ask("POST", "/studio/surprise", wish)
        await page.ask("DELETE", f"/studio/surprise/{second['id']}")
        await page.settle()
        assert (await page.ask("GET", f"/studio/surprise/{second['id']}"))["ended"] == "cancelled"
        assert (await page.refused("GET", f"/studio/surprise/{first['id']}"))["code"] == "no_job"

    in_a_loop(work())


def test_figures_are_told_as_they_get_better_until_the_time_is_up() -> None:
    async def work() -> None:
        page = Page(Memory())
        seen: list[JobState] = []
        seconds = count(0, 50)  # each look at the watch is 50 s later

        async def slowly(text: str, progress: Progress) -> str:
            def told(done: int, total: int, known: str) -> bool:
                wanted = progress(done, total, known)
                seen.extend(page.calls.studio.jobs.values())
                return wanted

            return think(text, told, lambda: next(seconds))

        page.home.thinker = Channel(slowly)
        job = await page.ask("POST", "/studio/measure", {**SCENARIO, "document": PLAIN})
        await page.settle()
        first, second = seen
        assert "turns_1" in first.figures
        assert "first" not in first.figures
        assert "first" in second.figures
        assert first.progress < second.progress < 0.5
        last = await page.ask("GET", f"/studio/measure/{job['id']}")
        assert (last["done"], last["ended"]) == (True, "time")
        assert last["figures"]["first"]["value"] != second.figures["first"].value  # of one match more

    in_a_loop(work())


def test_who_measures_stops_where_nobody_waits_any_more() -> None:
    async def work() -> None:
        page = Page(Memory())
        wanted: list[bool] = []

        async def impatient(text: str, progress: Progress) -> str:
            def told(done: int, total: int, known: str) -> bool:
                id = next(iter(page.calls.studio.jobs))
                page.calls.studio.jobs[id] = replace(page.calls.studio.jobs[id], done=True, ended="cancelled")
                wanted.append(progress(done, total, known))
                return wanted[-1]

            return think(text, told)

        page.home.thinker = Channel(impatient)
        job = await page.ask("POST", "/studio/measure", {**SCENARIO, "document": PLAIN})
        await page.settle()
        assert wanted == [False]
        assert (await page.ask("GET", f"/studio/measure/{job['id']}"))["ended"] == "cancelled"

    in_a_loop(work())


def test_of_two_pages_that_begin_a_document_at_once_both_find_it_again() -> None:
    async def work() -> None:
        shelf = Memory()
        pages = [Page(shelf), Page(shelf)]
        made = await gather(*(page.ask("POST", "/documents", {**SCENARIO, **form(PLAIN)}) for page in pages))
        listed = (await pages[0].ask("GET", "/documents"))["documents"]
        assert {one["id"] for one in listed} == {one["id"] for one in made}

    in_a_loop(work())


def test_of_two_pages_that_save_one_document_at_once_one_is_told() -> None:
    async def work() -> None:
        shelf = Memory()
        pages = [Page(shelf), Page(shelf)]
        url = f"/documents/{(await pages[0].ask('POST', '/documents', {**SCENARIO, **form(PLAIN)}))['id']}"
        bodies = [json.dumps(form({**PLAIN, "title": title}, revision=1)) for title in ("One", "Two")]
        told = await gather(*(page.calls.call("PUT", url, body) for page, body in zip(pages, bodies, strict=True)))
        assert sorted(granted for granted, _ in told) == [False, True]
        assert (await pages[0].ask("GET", url))["revision"] == 2

    in_a_loop(work())
