"""Puzzles without a server: the same calls, tries kept on the shelf, taken along to another device."""

from __future__ import annotations

import asyncio
import re

from parcferme.alone.asking import answers
from parcferme.server.api import puzzles
from parcferme.solve.puzzle_sets import puzzles_of
from tests.alone.helpers import Memory, Page

PUZZLE, OTHER = list(puzzles_of("rallye_code").values())[:2]
BEST, *_, WORST = PUZZLE.found.judged.losses


def test_it_answers_every_call_about_puzzles_that_a_server_does() -> None:
    served = {
        (method, re.sub(r"\{[^}]*\}", "*", path.removeprefix("/api/")))
        for handler in puzzles.HANDLERS
        for path in handler.paths
        for method in handler.http_methods
    }
    assert set(answers(Page(Memory()).calls.puzzles)) == served


def test_a_first_try_is_kept_and_taken_along() -> None:
    async def story() -> None:
        shelf = Memory()
        page = Page(shelf)
        asked = await page.ask("GET", f"/puzzles/{PUZZLE.id}")
        assert not asked["tried"]
        told = await page.ask("POST", f"/puzzles/{PUZZLE.id}/tries", {"choice": WORST})
        assert (told["right"], told["counted"]) == (False, True)
        later = await Page(shelf).ask("POST", f"/puzzles/{PUZZLE.id}/tries", {"choice": BEST})
        assert (later["right"], later["counted"], later["yours"]) == (True, False, told["yours"])
        elsewhere = Page(Memory())
        await elsewhere.ask("POST", "/device", await page.ask("GET", "/device"))
        assert (await elsewhere.ask("GET", "/puzzles/today"))["tried"] == 1
        assert (await elsewhere.ask("GET", f"/puzzles/{PUZZLE.id}"))["tried"]

    asyncio.run(story())


def test_one_drives_on_at_a_device() -> None:
    async def story() -> None:
        page = Page(Memory())
        table = await page.ask("POST", f"/puzzles/{PUZZLE.id}/drive", {})
        position = await page.ask("GET", f"/tables/{table['id']}/position")
        assert {one["notation"] for one in position["actions"]} == set(PUZZLE.found.judged.losses)
        assert (await page.refused("GET", "/puzzles/nobodyhasthis"))["code"] == "not_found"

    asyncio.run(story())


def test_of_two_pages_that_answer_at_once_both_tries_are_kept() -> None:
    async def story() -> None:
        shelf = Memory()
        answers = [(Page(shelf), one) for one in (PUZZLE, OTHER)]
        await asyncio.gather(
            *(
                page.ask("POST", f"/puzzles/{one.id}/tries", {"choice": next(iter(one.found.judged.losses))})
                for page, one in answers
            )
        )
        assert (await Page(shelf).ask("GET", "/puzzles/today"))["tried"] == 2

    asyncio.run(story())
