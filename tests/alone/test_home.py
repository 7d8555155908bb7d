"""The house without a server: every game to its end, nothing lost, nothing shown that is not kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parcferme.alone.ports import Progress
from parcferme.alone.thinker import Channel, think
from parcferme.core import registry
from parcferme.core.record import read_record
from parcferme.table.fairness import verify
from tests.alone.helpers import Heard, Memory, Page
from tests.support import in_a_loop

ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "novice"}
SOON = 6  # rounds of Rallye-Code
SHORT = {"rallye_code": {"rounds": SOON}}
TURNS = 100  # of a match that need not end


async def drive(page: Page, table: str, heard: Heard, turns: int = 100_000) -> dict[str, Any]:
    """Take the first action on offer whenever this device is asked."""
    position = await page.ask("GET", f"/tables/{table}/position")
    for turn in range(turns):
        if position["status"] != "playing":
            break
        if position["actions"]:
            wish = {"do": "act", "id": f"t{turn}", "node": position["node"], "seat": position["seat"]}
            answer = await heard.wish(**wish, action=position["actions"][0]["notation"])
            assert answer["type"] == "ok", answer
        await page.settle()
        position = await page.ask("GET", f"/tables/{table}/position")
    return dict(position)


@pytest.mark.parametrize("game", registry.game_ids())
def test_every_game_is_played_to_its_end_and_its_record_stands(game: str) -> None:
    async def play() -> None:
        page = Page(Memory())
        table = await page.open(game, [ME, BOT], players=2)
        heard = await page.line(table)
        end = await drive(page, table, heard)
        assert end["status"] == "finished"
        assert end["result"] is not None
        record = read_record(json.dumps(await page.ask("GET", f"/tables/{table}/record")))
        record.replay(registry.create_recorded(record))
        verify(record)
        assert [row["status"] for row in (await page.ask("GET", "/tables/mine"))["tables"]] == ["finished"]
        numbers = [message["n"] for message in heard.messages if "n" in message and message["type"] == "play"]
        assert numbers == sorted(set(numbers)), "every message once, in order"

    in_a_loop(play())


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_reload_goes_on_where_the_journal_ends(game: str) -> None:
    async def play() -> None:
        shelf = Memory()
        first = Page(shelf)
        table = await first.open(game, [ME, BOT], players=2, **SHORT.get(game, {}))
        before = await drive(first, table, await first.line(table), turns=6)
        after = Page(shelf)  # the page was closed without a word
        again = await after.ask("GET", f"/tables/{table}/position")
        assert (again["node"], again["actions"]) == (before["node"], before["actions"])
        end = await drive(after, table, await after.line(table), turns=TURNS)
        assert end["status"] == "finished" or end["node"] > again["node"] + TURNS - 1

    in_a_loop(play())


def test_of_two_pages_one_is_first_and_the_other_is_told() -> None:
    async def play() -> None:
        shelf = Memory()
        one, two = Page(shelf), Page(shelf)
        table = await one.open("rallye_code", [ME, ME], players=2)
        here, there = await one.line(table), await two.line(table)
        position = await one.ask("GET", f"/tables/{table}/position")
        action, seat = position["actions"][0]["notation"], position["seat"]
        wish = {"do": "act", "node": position["node"], "action": action, "seat": seat}
        assert (await here.wish(**wish, id="a"))["type"] == "ok"
        late = await there.wish(**wish, id="b")
        assert (late["type"], late["code"]) == ("refused", "late")
        assert [message["n"] for message in there.of("play")] == [message["n"] for message in here.of("play")]
        assert len(shelf.notes[table]) == len({note.seq for note in shelf.notes[table]})
        again = await here.wish(**wish, id="a")
        assert again["type"] == "ok", "sent again it is done once"

    in_a_loop(play())


def test_another_page_s_move_is_heard_of() -> None:
    async def play() -> None:
        shelf = Memory()
        one, two = Page(shelf), Page(shelf)
        one.home.changed = lambda table: two.home.aside(two.home.look_again(table))
        table = await one.open("rallye_code", [ME, ME], players=2)
        here, there = await one.line(table), await two.line(table)
        position = await one.ask("GET", f"/tables/{table}/position")
        action = position["actions"][0]["notation"]
        await here.wish(do="act", id="a", node=position["node"], action=action)
        await two.settle()
        assert there.of("play"), "told without having asked"

    in_a_loop(play())


def test_what_cannot_be_kept_is_not_shown() -> None:
    async def play() -> None:
        shelf = Memory()
        page = Page(shelf)
        table = await page.open("rallye_code", [ME, ME], players=2)
        heard = await page.line(table)
        position = await page.ask("GET", f"/tables/{table}/position")
        wish = {"do": "act", "node": position["node"], "action": position["actions"][0]["notation"]}
        shelf.full = True
        refused = await heard.wish(**wish, id="a")
        assert (refused["type"], refused["code"]) == ("refused", "storage_full")
        assert not heard.of("play")
        assert (await page.ask("GET", f"/tables/{table}/position"))["node"] == position["node"]
        shelf.full = False
        assert (await heard.wish(**wish, id="a"))["type"] == "ok"

    in_a_loop(play())


def test_where_a_bot_s_move_cannot_be_kept_those_who_wait_are_told() -> None:
    async def play() -> None:
        shelf = Memory()
        page = Page(shelf)

        async def fill_up(work: str, progress: Progress) -> str:
            shelf.full = True
            return think(work, progress)

        page.home.thinker = Channel(fill_up)
        table = await page.open("rallye_code", [ME, BOT], players=2)
        heard = await page.line(table)
        await drive(page, table, heard, 1)
        assert [one["code"] for one in heard.of("refused")][:1] == ["storage_full"]
        shelf.full = False
        again = Page(shelf)
        await drive(again, table, await again.line(table), 2)
        assert (await again.ask("GET", f"/tables/{table}/position"))["node"] > 0

    in_a_loop(play())


def test_at_one_screen_each_seat_sees_its_own_secrets_only() -> None:
    async def play() -> None:
        page = Page(Memory())
        table = await page.open("lunar_rally", [ME, ME], players=2)
        heard = await page.line(table)
        for turn in range(40):  # rovers are placed one by one, then programs are sealed
            position = await page.ask("GET", f"/tables/{table}/position")
            if position["kind"] == "joint":
                break
            action = position["actions"][0]["notation"]
            await heard.wish(do="act", id=f"p{turn}", node=position["node"], seat=position["seat"], action=action)
        assert position["kind"] == "joint"
        action = position["actions"][0]["notation"]
        assert (await heard.wish(do="act", id="seal", node=position["node"], seat=0, action=action))["type"] == "ok"
        other = await page.ask("GET", f"/tables/{table}/position?seat=1")
        assert other["sealed"] == [0]
        assert other["own_seal"] is None
        looked = await heard.wish(do="look", id="look", seat=1)
        assert looked["position"]["seat"] == 1
        own = await page.ask("GET", f"/tables/{table}/position?seat=0")
        assert own["own_seal"] == action

    in_a_loop(play())


def test_a_move_is_taken_back_and_the_same_people_play_again() -> None:
    async def play() -> None:
        page = Page(Memory())
        table = await page.open("rallyman", [ME], players=1, stages=["J1-J4", "C6-C7", "J1-J4"])
        heard = await page.line(table)
        await drive(page, table, heard, turns=3)
        position = await page.ask("GET", f"/tables/{table}/position")
        back = await heard.wish(do="undo", id="u", to=position["back"], node=position["node"])
        assert back["type"] == "ok"
        assert heard.of("play")[-1]["cause"] == "undo"
        assert (await page.refused("POST", f"/tables/{table}/rematch"))["code"] == "started"
        await drive(page, table, heard)
        first, second = [await page.ask("POST", f"/tables/{table}/rematch") for _ in range(2)]
        assert first["id"] == second["id"] != table
        assert heard.of("again")[-1]["table"] == first["id"]

    in_a_loop(play())


def test_everything_travels_to_another_device_and_a_broken_case_is_refused_whole() -> None:
    async def play() -> None:
        page = Page(Memory())
        tables = [await page.open(game, [ME, BOT], players=2) for game in ("rallyman", "rallye_code")]
        await page.settle()
        luggage = await page.ask("GET", "/device")
        other = Page(Memory())
        assert await other.ask("POST", "/device", luggage) == {"tables": 2}
        assert await other.ask("POST", "/device", luggage) == {"tables": 0}, "what is there stays"
        for table in tables:
            there = await other.ask("GET", f"/tables/{table}/position")
            assert there["node"] == (await page.ask("GET", f"/tables/{table}/position"))["node"]
        luggage["tables"][1]["notes"][-1]["body"] = "{}"
        third = Page(Memory())
        await third.refused("POST", "/device", luggage)
        assert (await third.ask("GET", "/tables/mine"))["tables"] == []

    in_a_loop(play())


def test_a_match_that_went_on_elsewhere_goes_on_here_and_one_that_went_on_in_both_places_is_two() -> None:
    async def play() -> None:
        home, train = Page(Memory()), Page(Memory())
        table = await home.open("rallye_code", [ME, ME], players=2)
        await train.ask("POST", "/device", await home.ask("GET", "/device"))
        await drive(train, table, await train.line(table), turns=3)
        heard = await home.line(table)
        packed = await train.ask("GET", "/device")
        assert await home.ask("POST", "/device", packed) == {"tables": 1}
        there, here = [await page.ask("GET", f"/tables/{table}/position") for page in (train, home)]
        assert (here["node"], here["actions"]) == (there["node"], there["actions"])
        assert heard.of("play"), "who looks on is told"
        await drive(home, table, heard, turns=1)
        assert await home.ask("POST", "/device", packed) == {"tables": 0}, "an older state brings nothing"
        stands = (await home.ask("GET", f"/tables/{table}/position"))["node"]
        wish = {"node": there["node"], "action": there["actions"][-1]["notation"]}
        await (await train.line(table)).wish(do="act", id="other", **wish)
        luggage = await train.ask("GET", "/device")
        assert await home.ask("POST", "/device", luggage) == {"tables": 1}
        assert await home.ask("POST", "/device", luggage) == {"tables": 0}
        rows = (await home.ask("GET", "/tables/mine"))["tables"]
        (other,) = [row["id"] for row in rows if row["id"] != table]
        ends = [(await home.ask("GET", f"/tables/{id}/position"))["node"] for id in (table, other)]
        assert ends == [stands, (await train.ask("GET", f"/tables/{table}/position"))["node"]]

    in_a_loop(play())


def test_a_table_that_another_page_has_thrown_away_says_so() -> None:
    async def play() -> None:
        shelf = Memory()
        one, two = Page(shelf), Page(shelf)
        table = await one.open("rallye_code", [ME, ME], players=2)
        heard = await two.line(table)
        position = await two.ask("GET", f"/tables/{table}/position")
        await one.ask("DELETE", f"/tables/{table}")
        action = position["actions"][0]["notation"]
        refused = await heard.wish(do="act", id="a", node=position["node"], action=action)
        assert refused["code"] == "not_here"
        assert (await two.refused("GET", f"/tables/{table}"))["code"] == "not_here"

    in_a_loop(play())


def test_hints_reviews_and_records_need_no_server() -> None:
    async def play() -> None:
        page = Page(Memory())
        table = await page.open("rallye_code", [ME, BOT], players=2, rounds=SOON)
        heard = await page.line(table)
        await drive(page, table, heard, turns=2)
        position = await page.ask("GET", f"/tables/{table}/position")
        hint = await page.ask("POST", f"/tables/{table}/hint", {"node": position["node"]})
        assert {one["action"] for one in hint["actions"]} == {one["notation"] for one in position["actions"]}
        assert (await page.refused("GET", f"/tables/{table}/review"))["code"] == "not_over"
        await drive(page, table, heard)
        await page.ask("GET", f"/tables/{table}/review")
        await page.settle()
        assert (await page.ask("GET", f"/tables/{table}/review"))["state"] == "ready"
        made = await page.ask("POST", "/records", await page.ask("GET", f"/tables/{table}/record"))
        frames = await page.ask("GET", f"/records/{made['id']}/frames?first=0&last=5&changes=true")
        assert [frame["at"] for frame in frames] == [0, 1, 2, 3, 4, 5]
        assert (await page.ask("GET", f"/records/{made['id']}/verify"))["fair"] is True

    in_a_loop(play())


def test_a_wrong_question_is_refused_in_words() -> None:
    async def play() -> None:
        page = Page(Memory())
        assert (await page.refused("GET", "/tables/nothing"))["code"] == "not_here"
        assert (await page.refused("POST", "/elsewhere"))["code"] == "not_found"
        assert (await page.refused("POST", "/tables", {"game": "chess"}))["code"] == "unknown_game"
        assert (await page.refused("POST", "/tables", {"seats": 3}))["code"] == "bad_request"
        assert (await page.refused("PATCH", "/account", {"name": "J"}))["code"] == "name_short"
        table = await page.open("rallyman", [ME], players=1)
        heard = await page.line(table)
        assert (await heard.wish(do="dance"))["code"] == "bad_request"

    in_a_loop(play())


def test_a_stage_is_looked_back_on_without_a_server() -> None:
    async def play() -> None:
        page = Page(Memory())
        stages = ["J1-J4", "J1-J4", "J1-J4"]
        table = await page.open("rallyman", [ME], players=1, stages=stages, sisu=False)
        heard = await page.line(table)
        while (position := await page.ask("GET", f"/tables/{table}/position"))["view"]["special"] == 1:
            await drive(page, table, heard, turns=1)
        frames = await page.ask("GET", f"/tables/{table}/frames?first=0&last={position['node']}")
        end = next(one["at"] for one in frames if any(event["kind"] == "stage_time" for event in one["events"]))
        await page.ask("GET", f"/tables/{table}/review?stage={end}")
        await page.settle()
        told = await page.ask("GET", f"/tables/{table}/review?stage={end}")
        assert (told["state"], told["review"]["judged"]) == ("ready", end)
        assert (await page.refused("GET", f"/tables/{table}/review?stage={end - 1}"))["code"] == "not_over"

    in_a_loop(play())
