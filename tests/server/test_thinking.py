"""Bots' thoughts have limits, and everybody's come in turn."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from parcferme.server.live import thinking
from parcferme.server.live.thinking import Thinker, ThoughtTooLong, Turns
from tests.server.conftest import Opener
from tests.server.house import wait_for
from tests.support import in_a_loop


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def brood(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def number(task: int) -> tuple[int, int]:
    return task, os.getpid()


def fill(size: int) -> int:
    return len(bytearray(size))


def die_first(place: str) -> str:
    """End the process unless that was done before."""
    if not Path(place).exists():
        Path(place).touch()
        os._exit(9)
    return "well"


def priority(more: int) -> int:
    return os.nice(more)


def fail(task: object) -> None:
    raise KeyError("nothing like that")


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker("process")
    yield made
    made.close()


def run(work: Callable[[], Awaitable[object]]) -> object:
    async def inside() -> object:
        return await work()

    return in_a_loop(inside())


@pytest.mark.parametrize(("limit", "thought"), [("THINK_SECONDS", brood), ("WAIT_SECONDS", sleep)])
def test_a_thought_that_takes_too_long_is_ended_and_its_process_replaced(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch, limit: str, thought: Callable[[float], object]
) -> None:
    async def think() -> tuple[int, int, float]:
        _, before = await thinker.work(number, 1, "ann")
        monkeypatch.setattr(thinking, limit, 0.3)
        started = time.monotonic()
        with pytest.raises(ThoughtTooLong):
            await asyncio.gather(*[thinker.work(thought, 60.0, "ann") for _ in thinker.minds])
        took = time.monotonic() - started
        monkeypatch.undo()
        _, after = await thinker.work(number, 2, "ann")
        return before, after, took

    before, after, took = in_a_loop(think())
    assert before != after
    assert took < 30


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory may not be limited")
def test_a_process_has_only_so_much_memory_and_is_replaced_when_that_is_used_up(thinker: Thinker) -> None:
    async def think() -> tuple[object, object]:
        _, before = await thinker.work(number, 1, "ann")
        with pytest.raises(MemoryError):
            await asyncio.gather(*[thinker.work(fill, thinking.MEMORY, "ann") for _ in thinker.minds])
        return before, (await thinker.work(number, 2, "ann"))[1]

    before, after = in_a_loop(think())
    assert before != after


def test_a_process_that_dies_is_replaced_and_its_thought_thought_again(thinker: Thinker, tmp_path: Path) -> None:
    assert run(lambda: thinker.work(die_first, str(tmp_path / "done"), "ann")) == "well"


@pytest.mark.skipif(not hasattr(os, "nice"), reason="there are no such priorities on Windows")
def test_those_who_move_come_before_those_who_think(thinker: Thinker) -> None:
    assert run(lambda: thinker.work(priority, 0, "ann")) == min(19, priority(0) + thinking.PRIORITY)


def test_a_thought_that_fails_fails_alone(thinker: Thinker) -> None:
    async def think() -> tuple[int, int]:
        with pytest.raises(RuntimeError, match="KeyError: 'nothing like that'"):
            await thinker.work(fail, 1, "ann")
        return await thinker.work(number, 7, "ann")

    assert in_a_loop(think())[0] == 7


def test_visitors_come_in_turn_however_much_one_of_them_wants() -> None:
    served: list[str] = []

    async def visit(turns: Turns, who: str) -> None:
        await turns.enter(who)
        served.append(who)
        await asyncio.sleep(0)
        turns.leave()

    async def all_come() -> int:
        turns = Turns(1)
        await asyncio.gather(*[visit(turns, who) for who in ["greedy"] * 6 + ["ann"] * 2 + ["bob"]])
        return turns.free

    assert in_a_loop(all_come()) == 1
    assert served == ["greedy", "greedy", "ann", "bob", "greedy", "ann", "greedy", "greedy", "greedy"]


def test_who_goes_away_while_waiting_costs_nobody_a_place() -> None:
    async def come_and_go() -> int:
        turns = Turns(1)
        await turns.enter("ann")
        bob, cid = (asyncio.create_task(turns.enter(who)) for who in ("bob", "cid"))
        await asyncio.sleep(0)
        bob.cancel()
        await asyncio.sleep(0)
        turns.leave()
        cid.cancel()  # who has just been given the place
        await asyncio.gather(bob, cid, return_exceptions=True)
        return turns.free

    assert in_a_loop(come_and_go()) == 1


def test_the_table_goes_on_where_a_bot_thinks_too_long(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "WAIT_SECONDS", 0.0)
    house = opener(str(tmp_path / "tables.db"), bots="process")
    ann = house.person()
    table = ann.open("rallye_code", options={"players": 2}, seats=[{"kind": "bot", "level": "works"}] * 2)["id"]
    began = ann.position(table)["node"]
    wait_for(lambda: ann.position(table)["node"] > began)
    assert sum(house.server.metrics.times["bot_seconds"]) == 0  # by the default action: nobody has chosen
