"""Live lines as wires: what is sent leaves in order, and nobody waits for a line that does not read.

Everything is played twice: the short way, over private parts of uvicorn and websockets, and the plain one."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.utils import apply_mask

from parcferme.house.codec import encode
from parcferme.house.messages import ChatLine, ChatMessage
from parcferme.house.positions import Reader
from parcferme.server.live import listeners, wire
from parcferme.server.live.listeners import BEHIND, Listener
from parcferme.server.live.rooms import Room
from parcferme.server.live.shortcut import AHEAD, MASKED, Shortcut
from tests.server.conftest import Opener
from tests.server.house import House, Line, wait_for

LONG = "x" * 100_000
FEW = 10  # of them nobody need be cut off for
MANY = 64  # … and so many are more than a socket keeps


@pytest.fixture(params=["short", "plain"])
def house(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opener: Opener) -> House:
    """A server for each way."""
    if request.param == "plain":
        monkeypatch.setattr(wire, "fits", lambda: False)
    house = opener(str(tmp_path / "tables.db"))
    assert house.uvicorn.config.ws_protocol_class is (Shortcut if request.param == "short" else wire.Plain)
    return house


def opened(house: House) -> tuple[Line, Room]:
    """A line to a new table, greeted."""
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("presence")
    return line, house.server.tables.rooms[table]


def ended(line: Line) -> int:
    """The code with which the server ends a line that it has nothing more to say to."""
    with pytest.raises(ConnectionClosed) as closed:
        line.socket.recv(10)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def told(house: House, room: Room, times: int) -> None:
    """Send everybody so many long messages, each in a turn of the loop of its own."""
    for n in range(times):
        house.server.store.writer.loop.call_soon_threadsafe(room.tell_all, ChatMessage(ChatLine(n, "", "", 0, LONG)))


def test_a_line_that_does_not_read_is_cut_off_and_the_others_hear_everything(house: House) -> None:
    ann, eve = house.person(), house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    slow, quick = eve.line(table), ann.line(table)
    quick.next("presence")
    room = house.server.tables.rooms[table]
    assert len(room.listeners) == 2
    heard = 0
    for _ in range(100):
        told(house, room, FEW)
        for _ in range(FEW):
            quick.next("chat")
            heard += 1
        if len(room.listeners) == 1:
            break
    wait_for(lambda: len(room.listeners) == 1)
    assert [message["line"]["n"] for message in quick.kept if message["type"] == "chat"] == [
        n % FEW for n in range(heard)
    ]
    assert ann.act(table, "gear:1", 0)["node"] == 1
    assert quick.next("play")["steps"][0]["entry"] == [0, "gear:1"]
    with pytest.raises(ConnectionClosed):  # after what had reached this side
        slow.next("play")


def test_who_reads_slowly_but_reads_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "BEHIND", 3 * MANY * len(LONG))
    line, room = opened(house)
    told(house, room, 2 * MANY)  # far more than the system keeps for a socket
    time.sleep(0.5)
    assert [line.next("chat")["line"]["n"] for _ in range(2 * MANY)] == list(range(2 * MANY))
    assert len(room.listeners) == 1


def test_who_is_sent_away_is_told_to_come_back(house: House) -> None:
    ann = house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    line = ann.line(table)
    line.next("presence")
    listener = next(iter(house.server.tables.rooms[table].listeners))
    house.server.store.writer.loop.call_soon_threadsafe(listener.close)
    assert ended(line) == 1012
    wait_for(lambda: not house.server.tables.rooms[table].listeners)


def frames(*wishes: str, cut: int = 0) -> bytes:
    """Wishes as a client sends them; with `cut` each in two fragments."""
    whole = [Frame(Opcode.TEXT, wish.encode(), fin=not cut) for wish in wishes]
    if cut:
        parts = [(frame.data[:cut], frame.data[cut:]) for frame in whole]
        whole = [frame for one, two in parts for frame in (Frame(Opcode.TEXT, one, fin=False), Frame(Opcode.CONT, two))]
    return b"".join(frame.serialize(mask=True) for frame in whole)


@pytest.mark.parametrize("size", [1, 5, 60, 100, 10_000])
def test_wishes_are_heard_however_the_network_cuts_them(house: House, size: int) -> None:
    ids = ["a", "b", "été", "c" * 60, "d" * 119, "e" * 300, "f", "🏁", "g"]
    wishes = [f'{{"do": "ping", "id": "{id}"}}' for id in ids]
    line, _ = opened(house)
    sent = frames(*wishes[:2]) + frames(wishes[2], cut=9) + frames(*wishes[3:])
    for at in range(0, len(sent), size):
        line.socket.socket.sendall(sent[at : at + size])
        time.sleep(0.0005)  # so that it travels alone
    assert [line.next("ok")["id"] for _ in ids] == ids


def test_whoever_sends_faster_than_we_answer_is_heard_in_order(house: House) -> None:
    line, _ = opened(house)
    for n in range(300):
        line.socket.socket.sendall(frames(f'{{"do": "ping", "id": "{n}"}}'))
    assert [line.next("ok")["id"] for _ in range(300)] == [str(n) for n in range(300)]


def test_a_part_that_looks_like_a_whole_is_none(house: House) -> None:
    """In the middle of a long wish travels, alone, what by itself would be a short one."""
    line, _ = opened(house)
    alike = bytes([wire.WHOLE_TEXT, MASKED + 40, 0x20, 0x20, 0xE0, 0xE0]) + b"AA\x81\x81" * 10
    mask = bytes([0xC0, 0xC0, 0, 0])
    id = apply_mask(alike, mask).decode() + "x" * 100
    payload = apply_mask(f'{{"do":"ping", "id":"{id}"}}'.encode(), mask)
    start = payload.index(alike)
    assert start % 4 == 0
    line.socket.socket.sendall(bytes([wire.WHOLE_TEXT, MASKED + 126, 0, len(payload)]) + mask + payload[:start])
    time.sleep(0.05)
    line.socket.socket.sendall(alike)
    time.sleep(0.05)
    line.socket.socket.sendall(payload[start + len(alike) :])
    assert line.next("ok")["id"] == id


def test_a_whole_text_between_two_parts_of_another_ends_the_line(house: House) -> None:
    line, _ = opened(house)
    line.socket.socket.sendall(Frame(Opcode.TEXT, b'{"do":', fin=False).serialize(mask=True))
    time.sleep(0.05)
    line.socket.socket.sendall(frames('{"do": "ping", "id": "1"}'))
    assert ended(line) == 1002


def test_what_waits_to_be_heard_does_not_pile_up(house: House) -> None:
    line, room = opened(house)
    loop = house.server.store.writer.loop
    asyncio.run_coroutine_threadsafe(room.lock.acquire(), loop).result(10)
    sent = 10 * AHEAD
    for n in range(sent):
        line.socket.socket.sendall(frames(f'{{"do": "look", "id": "{n}"}}'))
        time.sleep(0.003)
    heard = next(iter(room.listeners)).wire
    if isinstance(heard, Shortcut):  # the plain way reads one at a time
        wait_for(lambda: len(heard.inbox.events) >= 1)
        assert len(heard.inbox.events) <= AHEAD + 1
    loop.call_soon_threadsafe(room.lock.release)
    assert [line.next("ok")["id"] for _ in range(sent)] == [str(n) for n in range(sent)]


@pytest.mark.parametrize("text", [b'"\xff"', b"\xc3" * 200])
def test_what_is_no_text_ends_the_line(house: House, text: bytes) -> None:
    line, _ = opened(house)
    line.socket.socket.sendall(Frame(Opcode.TEXT, text).serialize(mask=True))
    assert ended(line) == 1007


def test_who_does_not_mask_is_cut_off(house: House) -> None:
    line, _ = opened(house)
    line.socket.socket.sendall(Frame(Opcode.TEXT, b'{"do": "ping", "id": "1"}').serialize(mask=False))
    assert ended(line) == 1002


def test_two_people_play_either_way(house: House) -> None:
    ann, bob = house.person(), house.person()
    table = ann.open()["id"]
    bob.join(table)
    lines = [one.line(table, "?changes=1&odds=1&lang=fr") for one in (ann, bob)]
    position = [line.next("hello")["position"] for line in lines].pop()
    while position["to_act"]:
        seat = position["to_act"][0]
        asked = (ann, bob)[seat].position(table)
        answer = lines[seat].answer(do="act", node=asked["node"], action=asked["actions"][0]["notation"])
        position = lines[1 - seat].next("play")["position"]
        assert (answer["type"], answer["node"]) == ("ok", position["node"])
    for line in lines:
        line.close()
    wait_for(lambda: not house.server.tables.rooms[table].listeners)


def test_where_the_short_way_does_not_fit_the_plain_one_is_taken_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert wire.protocol() is Shortcut
    wire.fits.cache_clear()
    monkeypatch.delattr(f"{WebSocketsSansIOProtocol.__module__}.WebSocketsSansIOProtocol.run_asgi")  # another uvicorn
    with caplog.at_level(logging.WARNING):
        assert wire.protocol() is wire.Plain
        assert wire.protocol() is wire.Plain
    assert [record.name for record in caplog.records] == ["parcferme.wire"]
    assert "plain way" in caplog.text
    wire.fits.cache_clear()


# What leaves together


class Heard:
    """A wire that remembers what was written to it, and how often."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.writes = 0
        self.clogged = False
        self.over = False

    async def read(self) -> str | bytes | None:
        return None

    def write(self, *packed: bytes) -> None:
        self.written.extend(packed)
        self.writes += 1

    def is_clogged(self) -> bool:
        return self.clogged

    def end(self) -> None:
        self.over = True

    async def close(self, code: int) -> None:
        self.over = True


def test_how_far_behind_a_line_is_counts_in_bytes() -> None:
    """Some views have tens of kilobytes: 256 of them for each of 200 lines that nobody reads were gigabytes."""
    heard = Heard()
    heard.clogged = True
    listener = Listener(heard, None, None, Reader(), lambda: True)
    for _ in range(21):
        listener.send(b"x" * (BEHIND // 20))
    assert heard.over
    assert len(heard.written) == 20


@pytest.mark.parametrize("length", [0, 1, 123, 124, 65_533, 65_534, 70_000])
def test_a_message_is_packed_as_the_library_packs_it(length: int) -> None:
    text = "x" * length
    packed = wire.pack(text)
    assert packed == Frame(Opcode.TEXT, encode(text)).serialize(mask=False)
    assert wire.unpack(packed) == encode(text)


def test_what_comes_of_a_move_leaves_with_its_answer_and_before_it() -> None:
    heard = Heard()
    listener = Listener(heard, None, None, Reader(), lambda: True)
    listener.send(b"before")
    listener.hold()
    listener.send(b"the move")
    assert heard.written == [b"before"]
    listener.answer(b"kept")
    assert heard.written == [b"before", b"the move", b"kept"]
    assert heard.writes == 2, "the move and its answer leave in one packet"
    listener.send(b"after")
    assert heard.written[-1] == b"after"


def test_what_waits_for_an_answer_does_not_pile_up() -> None:
    heard = Heard()
    listener = Listener(heard, None, None, Reader(), lambda: True)
    listener.hold()
    for _ in range(3):
        listener.send(b"x" * (BEHIND // 2))
    assert heard.over
    listener.answer(b"kept")
    assert heard.written == []
