"""What visitors bring is looked at away from the tables, within limits: nobody knows before how heavy it is."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from parcferme.core.bounds import MOST_VALUES
from parcferme.server.live import advice
from parcferme.server.live.advice import AdviceDesk
from parcferme.server.live.studio import Workshop
from parcferme.server.live.thinking import Thinker, ThoughtTooLong
from parcferme.table.errors import Denied
from tests.server.chores import refuse, think_for_ever, where
from tests.server.house import House
from tests.server.rally import CODE, ROUND, Rally
from tests.server.test_aids import finished
from tests.server.test_studio import in_a_workshop
from tests.support import in_a_loop

CARD = {"offence": True, "amount": 2000, "text": {"en": "Speeding"}}
DECK = {"name": "one", "title": "One card", "source": "this test", "licence": "CC0-1.0", "cards": [CARD]}
OWN = {"deck": DECK}


def test_it_is_done_in_another_process_and_a_refusal_comes_back_whole(tmp_path: Path) -> None:
    async def work(workshop: Workshop) -> tuple[int, Denied]:
        with pytest.raises(Denied) as refused:
            await workshop.look_at("ann", refuse, "bad_option")
        return await workshop.look_at("ann", where, None), refused.value

    process, refused = in_a_workshop(tmp_path, work)
    assert process != os.getpid()
    assert (refused.code, refused.reason, refused.blanks) == ("bad_option", "for a reason", {"option": "deck"})


async def take_too_long(*given: object) -> None:
    raise ThoughtTooLong


def test_whoever_brings_a_document_or_a_record_waits_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where looking takes too long everything of the kind is refused, and nothing else."""
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}], options={"length": 1})["id"]
    for node, action in enumerate(("gear:1", "push")):
        ann.act(table, action, node)
    record = ann.get(f"/api/tables/{table}/record")
    kept = ann.post("/api/records", record, 201)["id"]
    rally = Rally(house, {**CODE, "options": {}})
    monkeypatch.setattr(house.server.workshop.quick, "work", take_too_long)
    regulations = {**ROUND, "game": "rallye_code", "kind": "match", "options": OWN}
    brought: list[tuple[str, Any]] = [
        ("/api/tables", {"game": "rallye_code", "options": OWN}),
        ("/api/games/rallye_code/check", {"options": OWN}),
        ("/api/events", {"regulations": regulations, "visibility": "private"}),
        ("/api/records", record),
        ("/api/events/import", record),
    ]
    assert [ann.post(path, body, 413)["code"] for path, body in brought] == ["too_large"] * len(brought)
    assert ann.get(f"/api/records/{kept}/verify", 413)["code"] == "too_large"
    bulletin = {"text": "Another deck", "changes": {"options": OWN}}
    assert rally.host.post(f"{rally.url}/bulletins", bulletin, 413)["code"] == "too_large"
    ann.open("rallye_code", options={"players": 2})


def test_a_document_has_only_so_many_values(shared: House) -> None:
    large = {**DECK, "cards": [0] * MOST_VALUES}
    answer = shared.person().post("/api/tables", {"game": "rallye_code", "options": {"deck": large}}, 422)
    assert (answer["code"], answer["args"]) == ("bad_option", {"option": "deck"})
    assert "too large" in answer["reason"]


def test_one_visitor_does_not_fill_the_line_of_reviews(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "OF_ONE", 0)
    ann, table = finished(house)
    assert ann.get(f"/api/tables/{table}/review", 429)["code"] == "too_many"


def test_what_never_ends_is_ended_and_those_behind_it_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "APART_SECONDS", 0.3)

    async def work() -> list[Any]:
        thinker = Thinker("inline")
        desk = AdviceDesk(thinker, "process")
        try:
            found = [desk.apart(think_for_ever, None), *[desk.apart(where, None) for _ in range(3)]]
            return list(await asyncio.gather(*found, return_exceptions=True))
        finally:
            desk.close()
            thinker.close()

    ended, *others = in_a_loop(work())
    assert isinstance(ended, BrokenProcessPool)
    assert len(set(others)) == 1
    assert others[0] != os.getpid()
