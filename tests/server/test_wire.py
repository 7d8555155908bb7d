"""Live lines as wires: what is sent leaves in order, and nobody waits for a line that does not read."""

from __future__ import annotations

import time

import pytest
from websockets.exceptions import ConnectionClosed

from parcferme.server.listeners import BEHIND
from parcferme.server.rooms import Room
from tests.server.house import House, wait_for

LONG = "x" * 100_000


def told(house: House, room: Room, times: int) -> None:
    """Send everybody so many long messages, each in a turn of the loop of its own."""
    for n in range(times):
        house.server.store.writer.loop.call_soon_threadsafe(room.tell_all, {"type": "test", "n": n, "text": LONG})


def test_a_line_that_does_not_read_is_cut_off_and_the_others_hear_everything(house: House) -> None:
    ann, eve = house.person(), house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    slow, quick = eve.line(table), ann.line(table)
    quick.next("presence")
    room = house.server.hall.rooms[table]
    assert len(room.listeners) == 2
    heard = 0
    for _ in range(20):
        told(house, room, BEHIND // 4)
        for _ in range(BEHIND // 4):
            quick.next("test")
            heard += 1
        if len(room.listeners) == 1:
            break
    wait_for(lambda: len(room.listeners) == 1)
    assert [message["n"] for message in quick.kept if message["type"] == "test"] == [
        n % (BEHIND // 4) for n in range(heard)
    ]
    assert ann.act(table, "gear:1", 0)["node"] == 1
    assert quick.next("play")["steps"][0]["entry"] == [0, "gear:1"]
    with pytest.raises(ConnectionClosed):  # after what had reached this side
        slow.next("play", seconds=10)


def test_who_reads_slowly_but_reads_stays(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("presence")
    room = house.server.hall.rooms[table]
    told(house, room, BEHIND // 2)  # far more than the system keeps for a socket
    time.sleep(0.5)
    assert [line.next("test")["n"] for _ in range(BEHIND // 2)] == list(range(BEHIND // 2))
    assert len(room.listeners) == 1


def test_who_is_sent_away_is_told_to_come_back(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("presence")
    listener = next(iter(house.server.hall.rooms[table].listeners))
    house.server.store.writer.loop.call_soon_threadsafe(listener.close)
    with pytest.raises(ConnectionClosed) as closed:
        line.socket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    wait_for(lambda: not house.server.hall.rooms[table].listeners)
