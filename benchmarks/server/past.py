"""A table that has lived through much: 400 moves and 2,500 take-backs, and what each call on it costs. Part of
`make bench-server`.

python -m benchmarks.server.past

For each game and call: the longest that the event loop is held, and how long the answer takes; of a few tries the best,
because others use the machine, too. Nothing may hold the loop longer than 50 ms, loading may take half a second.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
from sqlalchemy import insert, update

from parcferme.core import registry
from parcferme.server.app import create_app
from parcferme.server.ops.settings import Settings
from parcferme.server.server import Server
from parcferme.server.storage.schema import journal, tables
from parcferme.server.storage.store import note_row, standing, turn_values
from parcferme.table import moves, seating, setup, undo
from parcferme.table.journal import Note
from parcferme.table.notes import Played
from parcferme.table.table import Table

MOVES = 400
TAKE_BACKS = 2500
TRIES = 5
BEAT = 0.0005  # seconds between two looks at the clock in the event loop


class Life:
    """A table and everything that was written down at it."""

    def __init__(self, game: str, person: str, secret: bytes) -> None:
        self.rng = Random(1)
        self.table = Table(setup.make(game, {"players": 2}, undo="free"), secret)
        self.notes: list[Note] = []
        for seat in (0, 1):
            self.fold(seating.sit(self.table, person, seat, 1))
        self.fold(moves.start(self.table, 1))

    def fold(self, note: Note | None) -> None:
        assert note is not None
        self.table.fold(note)
        self.notes.append(note)

    def live(self) -> None:
        """Moves until there are enough, or none is left that does not end the match; each is tried several times."""
        made = 0
        while made < MOVES and self.turn():
            made += 1
            self.try_again(TAKE_BACKS * made // MOVES)
        self.try_again(TAKE_BACKS)

    def try_again(self, most: int) -> None:
        """Take the last move back and make another, until that was done so often."""
        while self.table.taken_back < most:
            to = undo.last_decision(self.table, 0)
            assert to is not None
            self.fold(self.table.write(Played(0, "undo", [["undo", to]], agreed=True), self.table.at))
            self.turn()

    def turn(self) -> bool:
        """One move, or one of each seat that seals; False where each would end the match."""
        done = self.move()
        while done and self.table.sealed:
            done = self.move()
        return done

    def move(self) -> bool:
        seat = self.table.owing()[0]
        actions = self.table.play.state.legal(seat)
        for action in self.rng.sample(actions, len(actions)):
            text = self.table.game.format(action)
            note = moves.act(self.table, seat, self.table.node, text, f"{self.table.seq}", self.table.at)
            ahead = self.table.copy()
            assert note is not None
            ahead.fold(note)
            if not ahead.is_over():
                self.fold(note)
                return True
        return False


class Watch:
    """How long the event loop was held at most."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.seen = time.perf_counter()

    async def run(self) -> None:
        while True:
            now = time.perf_counter()
            self.longest = max(self.longest, now - self.seen - BEAT)
            self.seen = now
            await asyncio.sleep(BEAT)

    async def over(self, call: Callable[[], object]) -> tuple[float, float]:
        """(longest hold in ms, time of the answer in ms) of a call made from another thread."""
        self.longest, started = 0.0, time.perf_counter()
        await asyncio.to_thread(call)
        took = time.perf_counter() - started
        await asyncio.sleep(2 * BEAT)
        return self.longest * 1000, took * 1000


async def row(game: str, server: Server, client: httpx.Client, watch: Watch) -> str:
    body = {"game": game, "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}], "undo": "free"}
    made = await asyncio.to_thread(lambda: client.post("/api/tables", json=body).json())
    id, room = made["id"], server.tables.rooms.pop(made["id"])
    life = await asyncio.to_thread(_lived, game, room.table.seats[0].person, room.table.dice.secret)
    await server.store.write(lambda connection: _write(connection, id, life))
    path, last, heard = f"/api/tables/{id}", life.table.node, life.table.heard
    calls = {
        "load": f"{path}/position",
        "position": f"{path}/position",
        "events": f"{path}/events?since={heard - 190}",
        "frames": f"{path}/frames?first={last - 199}",
        "record": f"{path}/record",
    }
    found = [f"{game:12} {len(life.notes):6} {last:8}"]
    for name, address in calls.items():
        tries = []
        for _ in range(TRIES):
            if name == "load":
                server.tables.rooms.pop(id, None)
            tries.append(await watch.over(partial(_get, client, address)))
        found.append(_best(tries))
    tries = [await watch.over(lambda: _act_and_undo(client, path)) for _ in range(TRIES)]
    return "   ".join([*found, _best(tries)])


def _best(tries: list[tuple[float, float]]) -> str:
    return f"{min(held for held, _ in tries):7.1f} {min(took for _, took in tries):8.1f}"


def _lived(game: str, person: str, secret: bytes) -> Life:
    life = Life(game, person, secret)
    life.live()
    return life


def _write(connection: Any, id: str, life: Life) -> None:
    connection.execute(journal.delete().where(journal.c.table_id == id))
    connection.execute(insert(journal), [note_row(id, note) for note in life.notes])
    row = {**turn_values(life.table), **standing(life.table)}
    connection.execute(update(tables).where(tables.c.id == id).values(row))


def _get(client: httpx.Client, address: str) -> None:
    client.get(address).raise_for_status()


def _act_and_undo(client: httpx.Client, path: str) -> None:
    """Act, and ask to take it back; nobody may ask so often any more, so the answer is a refusal."""
    told = client.get(f"{path}/position").json()
    if told["actions"]:
        node, seat = told["node"], told["seat"]
        wish = {"node": node, "action": told["actions"][0]["notation"], "id": f"at {node}", "seat": seat}
        client.post(f"{path}/act", json=wish).raise_for_status()
        client.post(f"{path}/undo", json={"seat": seat, "to": node})


async def measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=str(Path(folder) / "past.db"), limits=False, bots="inline"))
        serving = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="on"))
        task = asyncio.create_task(serving.serve())
        while not serving.started:
            await asyncio.sleep(0.01)
        port = serving.servers[0].sockets[0].getsockname()[1]
        watch = Watch()
        watching = asyncio.create_task(watch.run())
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            for game in registry.game_ids():
                print(await row(game, app.state.server, client, watch), flush=True)
        watching.cancel()
        serving.should_exit = True
        await task


def main() -> None:
    heads = ("load", "position", "events", "frames", "record", "act, undo")
    print(f"{'':12} {'notes':>6} {'entries':>8}   " + "   ".join(f"{head:>16}" for head in heads))
    print(f"{'':28}   " + "   ".join(f"{'held ms':>7} {'took ms':>8}" for _ in heads))
    asyncio.run(measure())


if __name__ == "__main__":
    main()
