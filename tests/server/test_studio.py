"""Checks, measures and surprises: in processes of their own, with limits, in turn, and for who asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from parcferme.house.studio import JobState, StudioTask
from parcferme.server.live import studio, thinking
from parcferme.server.live.studio import Job, Workshop
from parcferme.server.live.thinking import MEMORY
from parcferme.server.ops.settings import Settings
from parcferme.server.storage.store import Store
from parcferme.table.errors import Denied
from tests.server.chores import FIRST, brood, fill, look_for_ever, wait
from tests.server.house import House, Json, Person, wait_for
from tests.support import in_a_loop

T = TypeVar("T")
ROAD = {"game": "toy_dash", "kind": "road"}


def begin(person: Person, document: object) -> str:
    id: str = person.post("/api/studio/measure", {**ROAD, "document": document}, 202)["id"]
    return id


def state(person: Person, id: str) -> Json:
    told: Json = person.get(f"/api/studio/measure/{id}")
    return told


def finished(person: Person, id: str) -> Json:
    wait_for(lambda: state(person, id)["done"])
    return state(person, id)


# --- checks -----------------------------------------------------------------------------------------------------------


def test_what_can_be_made(shared: House) -> None:
    known = {(one["game"], one["kind"]): one for one in shared.person().get("/api/studio")}
    assert known[("toy_dash", "road")]["blank"] == {"length": 0}
    assert known[("toy_dash", "road")]["lengths"] == ["short", "standard", "long"]
    assert known[("toy_dash", "bare")]["lengths"] == []


def test_a_check_names_place_and_clause_in_the_readers_language(shared: House) -> None:
    ann = shared.person()
    told = ann.post("/api/studio/check", {**ROAD, "document": {"length": 0}})
    (found,) = told["findings"]
    assert found == {
        "place": "length",
        "stops": True,
        "clause": "TD-01",
        "text": "1 to 400 squares.",
        "key": "length",
        "args": {"most": 400},
    }
    assert (told["facts"], told["options"]) == ({}, {})
    ann.http.headers["accept-language"] = "fr"
    told = ann.post("/api/studio/check", {**ROAD, "document": {"length": 200}})
    assert told["findings"][0]["text"] == "200 cases : c’est long."
    assert (told["findings"][0]["stops"], told["options"]) == (False, {"length": 200})


@pytest.mark.parametrize("document", [None, 3, "x", [], [1, [2]], {"length": "x"}, {"length": [[[[]]]]}])
def test_any_json_value_can_be_checked(shared: House, document: object) -> None:
    told = shared.person().post("/api/studio/check", {**ROAD, "document": document})
    assert any(finding["stops"] for finding in told["findings"])


def test_a_course_of_the_house_is_a_document_to_start_from(shared: House) -> None:
    ann = shared.person()
    known = ann.get("/api/studio/lunar_rally/scenario/house")
    assert len(known) >= 6
    told = ann.post("/api/studio/check", {"game": "lunar_rally", "kind": "scenario", "document": known[0]["document"]})
    assert not [finding for finding in told["findings"] if finding["stops"]]
    ann.get("/api/studio/lunar_rally/moon/house", 404)


@pytest.mark.parametrize(("game", "kind"), [("rally_round", "map"), ("rallye_code", "deck")])
def test_the_house_offers_each_document_once(shared: House, game: str, kind: str) -> None:
    """Also where no course has one, and where two have the same."""
    documents = [one["document"] for one in shared.person().get(f"/api/studio/{game}/{kind}/house")]
    assert documents
    assert all(documents.count(one) == 1 for one in documents)


# --- measures ---------------------------------------------------------------------------------------------------------


def test_a_measure_gets_better_until_it_is_done(shared: House) -> None:
    ann = shared.person()
    told = finished(ann, begin(ann, {"length": 10}))
    assert (told["ended"], told["progress"], told["figures"]) == (
        "finished",
        1.0,
        {"turns": {"value": 5.0, "sure": "exact", "unit": "turns"}},
    )
    assert state(ann, begin(ann, {"length": 10}))["done"]  # known by now
    assert ann.post("/api/studio/measure", {**ROAD, "document": {"length": 0}}, 422)["code"] == "unsettled"


def test_a_surprise_is_the_same_for_the_same_seed(shared: House) -> None:
    ann = shared.person()
    wish = {**ROAD, "length": "short", "difficulty": 1}
    first, again, other = (
        finished(ann, ann.post("/api/studio/surprise", {**wish, "seed": seed}, 202)["id"]) for seed in ("a", "a", "b")
    )
    assert first["document"] == again["document"] != other["document"]
    by_lot = finished(ann, ann.post("/api/studio/surprise", wish, 202)["id"])
    assert by_lot["seed"]
    assert by_lot["figures"]["squares"]["value"] == by_lot["document"]["length"]
    assert ann.post("/api/studio/surprise", {**wish, "kind": "bare"}, 404)["code"] == "no_kind"


# --- in processes -----------------------------------------------------------------------------------------------------


async def over(workshop: Workshop, id: str) -> JobState:
    while not (told := await workshop.state(id, {"ann", "bob"})).done:
        await asyncio.sleep(0.01)
    return told


async def under_way(workshop: Workshop, id: str) -> JobState:
    """Its first figure is there."""
    while not (told := await workshop.state(id, {"ann", "bob"})).figures:
        await asyncio.sleep(0.01)
    return told


def in_a_workshop(tmp_path: Path, work: Callable[[Workshop], Awaitable[T]]) -> T:
    """Done in one that has processes."""

    async def inside() -> T:
        store = Store(Settings(database=str(tmp_path / "t.db")), "worker")
        workshop = Workshop(store, "process")
        try:
            return await work(workshop)
        finally:
            workshop.close()
            store.close()

    return in_a_loop(inside())


async def refusal(work: Awaitable[object]) -> str:
    with pytest.raises(Denied) as refused:
        await work
    return refused.value.code


def test_a_job_has_limits_of_time_and_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is replaced, and the next one's job goes well."""
    monkeypatch.setattr(studio, "PLACES", 1)
    monkeypatch.setattr(studio, "WORK_SECONDS", 0.3)

    async def work(workshop: Workshop) -> list[JobState]:
        jobs = [Job[Any]("ann", brood, 600.0), Job[Any]("ann", fill, MEMORY), Job[Any]("bob", brood, 0.0)]
        return [await over(workshop, await workshop.begin(job)) for job in jobs]

    long, large, well = in_a_workshop(tmp_path, work)
    assert (long.ended, long.figures["turns"]) == ("time", FIRST)
    assert (large.ended, large.figures) == ("failed", {})
    assert (well.ended, well.figures["turns"].value) == ("finished", 6.0)


def test_a_job_that_was_given_up_makes_room_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PLACES", 1)
    monkeypatch.setattr(studio, "WAITING", 2)

    async def work(workshop: Workshop) -> list[str]:
        first = await workshop.begin(Job("ann", brood, 600.0))
        second = await workshop.begin(Job("ann", brood, 600.0))  # … and so the first is given up
        await under_way(workshop, second)
        bobs = await workshop.begin(Job("bob", brood, 0.0))
        full = await refusal(workshop.begin(Job("eve", brood, 0.0)))
        await workshop.cancel(second, {"ann"})
        foreign = await refusal(workshop.state(bobs, {"ann"}))
        return [full, foreign, *[(await over(workshop, id)).ended for id in (first, second, bobs)]]

    assert in_a_workshop(tmp_path, work) == ["too_many", "no_job", "cancelled", "cancelled", "finished"]


def test_a_check_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINK_SECONDS", 0.3)
    monkeypatch.setattr(studio, "checked", look_for_ever)

    async def work(workshop: Workshop) -> str:
        return await refusal(workshop.check(StudioTask("toy_dash", "road", {}), "ann"))

    assert in_a_workshop(tmp_path, work) == "too_large"


# --- several workers --------------------------------------------------------------------------------------------------


def test_any_worker_tells_how_far_a_job_is_and_takes_it_back(shared: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "TOLD_SECONDS", 0.02)

    async def work() -> list[object]:
        here, there = (Workshop(shared.server.store, "inline") for _ in range(2))
        id = await here.begin(Job("ann", wait, 0.01))
        if not shared.server.store.shared:  # one process has the file to itself
            told = [await refusal(there.state(id, {"ann"}))]
            await here.cancel(id, {"ann"})
            return [*told, (await over(here, id)).ended]
        seen = await under_way(there, id)
        strange = await refusal(there.state(id, {"eve"}))
        await there.cancel(id, {"ann"})
        return [seen.progress, strange, (await over(there, id)).ended]

    expected = [0.25, "no_job", "cancelled"] if shared.server.store.shared else ["no_job", "cancelled"]
    assert shared.run(work()) == expected
