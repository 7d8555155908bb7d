"""A large event: 5,000 entries, and 500 more crews with papers in the closing minute. In `make bench-server`; alone:

    python -m benchmarks.server.entries [ENTRIES PAPERS SECONDS]

Bars: the classification is worked out within a second, also where everybody is tied; a page of the results comes within
200 ms; every paper that was sent before the closing is kept, whenever it could be written down.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from tests.games.rally_round.samples import ODILE

from benchmarks.server.measured import Measured, ours
from parcferme.core.trial import Mark
from parcferme.organise import commands
from parcferme.organise.classification import classify
from parcferme.organise.event import SHEET, Event
from parcferme.organise.journal import Body
from parcferme.organise.marking import Marks, mark_all
from parcferme.organise.moments import write_moment
from parcferme.server.live.events import new_event
from parcferme.server.ops.settings import Settings
from parcferme.server.storage import events as kept
from parcferme.server.storage.clock import wall
from parcferme.server.storage.database import migrate, open_engine

HOST = "bench-host"
LAST_SECONDS = 20  # before the closing all papers are sent at once
AT_ONCE = 100  # lines to the server
VARIANTS = ["10", "20", "30", "40"]


def paper(number: int) -> str:
    return ODILE.format(name=f"Crew {number}", third=VARIANTS[number % len(VARIANTS)])


def open_event(closes: int) -> Event:
    """A Rally Round trial that is open since a minute."""
    opens = closes - 3_600_000
    regulations = {"title": "Large", "game": "rally_round", "organiser": HOST, "opens": write_moment(opens)}
    event = new_event("large", bytes(32), {**regulations, "closes": write_moment(closes)}, {}, HOST, opens - 1)
    event.fold(commands.announce(event, HOST, opens - 1))
    opening = commands.due(event, opens)
    assert opening is not None
    event.fold(opening)
    return event


def fill(event: Event, entries: int) -> None:
    """Crews with a paper each."""
    for number in range(entries):
        id, person = f"old-{number}", f"person-{number}"
        _note(event, "enter", {"entry": id, "name": f"Old {number}", "class": ""}, person)
        arrived = write_moment(event.at)
        body: Body = {"entry": id, "number": 1, "arrived": arrived, "kind": SHEET, "text": paper(number)}
        _note(event, "submit", body, person)


def _note(event: Event, kind: str, body: Body, by: str) -> None:
    event.fold(event.write(kind, body, by, event.at))


def few_marks(event: Event) -> list[Mark]:
    """One for each of the papers there are."""
    few = Event("few", event.secret, {})
    for note in event.journal[: 3 + 2 * len(VARIANTS)]:
        few.fold(note)
    return [mark for _, mark in sorted(mark_all(few).items())]


def marks_for(event: Event) -> Marks:
    """Every paper's mark, without marking thousands that are alike."""
    made = few_marks(event)
    return {(f"old-{number}", 1): made[number % len(made)] for number in range(len(event.entries))}


def all_tied(event: Event) -> Marks:
    """Everybody has the same penalty, and came by it in another way: the most that a tie-break has to do."""
    rng = Random(1)
    return {(id, 1): Mark("home", [100_000], _detail(rng)) for id in event.entries}


def _detail(rng: Random) -> dict[str, list[int]]:
    running = sorted(rng.randrange(100_000) for _ in range(5))
    return {"running": [*running, 100_000], "squares": [19, 16, 15, 32, 17, 41]}


def timed_classification(event: Event, marks: Marks) -> float:
    """Overall: lists are worked out when they are asked for."""
    began = time.perf_counter()
    assert len(classify(event, marks).overall) == len(event.entries)
    return time.perf_counter() - began


def keep(database: str, event: Event, marks: Marks) -> None:
    """Into a database, as a server would have kept it."""
    url = Settings(database=database).database_url()
    migrate(url)
    with open_engine(url).begin() as connection:
        kept.add(connection, event, HOST, "public")
        for (id, number), mark in marks.items():
            kept.keep_mark(connection, event.id, event.entries[id], number, 1, mark.to_json(), event.at)


# --- the closing minute -----------------------------------------------------------------------------------------------


class Crew:
    """Somebody who enters early and hands in late."""

    def __init__(self, url: str, number: int) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=120, limits=httpx.Limits(max_keepalive_connections=0))
        self.number = number
        self.took = 0.0
        self.status = 0

    async def enter(self) -> None:
        answer = await self.http.post("/api/events/large/enter", json={"name": f"Late {self.number}"})
        assert answer.is_success, answer.text

    async def hand_in(self) -> None:
        began = time.perf_counter()
        body = {"kind": "sheet", "text": paper(self.number)}
        self.status = (await self.http.post("/api/events/large/papers", json=body)).status_code
        self.took = time.perf_counter() - began


async def closing_minute(url: str, papers: int, closes: int) -> list[Crew]:
    """All of them at once, shortly before the closing."""
    crews = [Crew(url, number) for number in range(papers)]
    for first in range(0, papers, AT_ONCE):
        await asyncio.gather(*[crew.enter() for crew in crews[first : first + AT_ONCE]])
    spare = (closes - wall()) / 1000
    print(f"{papers} guests have entered; {spare:.0f} s until the closing", flush=True)
    await asyncio.sleep(max(0.0, spare - LAST_SECONDS))
    await asyncio.gather(*[crew.hand_in() for crew in crews])
    for crew in crews:
        await crew.http.aclose()
    return crews


# --- pages ------------------------------------------------------------------------------------------------------------


def pages(url: str, total: int) -> list[float]:
    """Seconds for pages here and there in the results."""
    times: list[float] = []
    with httpx.Client(base_url=url, timeout=60) as http:
        for number in range(20):
            began = time.perf_counter()
            http.get(f"/api/events/large/results?after={number * total // 20}").raise_for_status()
            times.append(time.perf_counter() - began)
    return times


def until_marked(url: str, closes: int) -> float:
    """Seconds after the closing until every paper is marked."""
    with httpx.Client(base_url=url, timeout=60) as http:
        while True:
            told: dict[str, Any] = http.get("/api/events/large").json()
            if told["status"] == "closed" and told["waiting"] == 0:
                return max(0.0, (wall() - closes) / 1000)
            time.sleep(0.2)


def handed_in(url: str) -> int:
    """How many crews' papers are in the published file."""
    document = json.loads(httpx.get(f"{url}/api/events/large/file", timeout=120).text)
    return sum(1 for entry in document["entries"] if entry["submissions"] and entry["name"].startswith("Late"))


def told_pages(server: Measured, entries: int, when: str) -> None:
    """With the server's processor time, which a busy machine does not lengthen."""
    before = server.cpu()
    first, *rest = pages(server.url, entries)
    work = (server.cpu() - before) / (1 + len(rest)) * 1000
    longest = max(rest) * 1000
    middle = statistics.median(rest) * 1000
    print(f"a page of the results {when}: first {first * 1000:.0f} ms, then {middle:.0f} ms, longest {longest:.0f} ms")
    print(f"  processor time of the server for each: {work:.0f} ms", flush=True)


def main(entries: int = 5_000, papers: int = 500, seconds: int = 60) -> None:
    closes = wall() + (seconds + LAST_SECONDS) * 1000
    event = open_event(closes)
    fill(event, entries)
    marks = marks_for(event)
    print(f"classification of {entries} entries: {timed_classification(event, marks):.2f} s", end=", ")
    print(f"all of them tied: {timed_classification(event, all_tied(event)):.2f} s (at most 1)", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "large.db")
        keep(database, event, marks)
        server = ours(database, bots="process")
        try:
            crews = asyncio.run(closing_minute(server.url, papers, closes))
            took = sorted(crew.took for crew in crews)
            taken = sum(crew.status == 201 for crew in crews)
            print(f"papers at once: {taken} of {papers} taken; slowest answer {took[-1]:.1f} s", flush=True)
            print(f"marked {until_marked(server.url, closes):.1f} s after the closing", flush=True)
            told_pages(server, entries + papers, "(at most 200 ms)")
            print(f"in the event's file: {handed_in(server.url)} of {papers}", flush=True)
            server.close()
            server = ours(database, bots="process")
            told_pages(server, entries + papers, "of a server that has just started")
        finally:
            server.close()


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:4]])
