"""Nobody holds all connections: half-spoken requests are cut off, one address has so many, live lines are counted."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from uvicorn.protocols.http import h11_impl
from websockets.exceptions import ConnectionClosed

from parcferme.house.messages import ChatLine, ChatMessage
from parcferme.server.api import document
from parcferme.server.live import door
from parcferme.server.live.door import Crowd, Door, ProxyDoor
from parcferme.server.ops.limits import LINES, home_of
from tests.server.conftest import Opener
from tests.server.house import PATIENCE, House, wait_for


@pytest.fixture
def sockets() -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    yield opened
    for one in opened:
        one.close()


def speak(house: House, text: bytes, sockets: list[socket.socket]) -> socket.socket:
    sockets.append(socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE))
    sockets[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)  # some systems would take tens of megabytes
    sockets[-1].sendall(text)
    return sockets[-1]


def answered(one: socket.socket) -> bytes:
    """The head of an answer, which is read to its end: head and body may travel apart."""
    with one.makefile("rb", buffering=0) as answer:
        head = b"".join(iter(answer.readline, b"\r\n"))
        length = re.search(rb"(?i)content-length: (\d+)", head)
        assert length is not None
        left = int(length[1])
        while left:
            left -= len(answer.read(left))
    return head


def is_cut_off(one: socket.socket) -> bool:
    """Does the other side end it, without an answer?"""
    with suppress(ConnectionResetError):
        return one.recv(1) == b""
    return True


@pytest.mark.parametrize("trust", [False, True])
def test_half_a_request_is_cut_off(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch, trust: bool
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(door, "BODY_SECONDS", 0.3)
    house = opener(str(tmp_path / "t.db"), limits=True, trust_proxy=trust)
    head = b"GET /health HTTP/1.1\r\nHost: x\r\n"
    body = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    for text in (b"", b"GET", head, body):
        assert is_cut_off(speak(house, text, sockets))
    whole = speak(house, head + b"\r\n", sockets)
    assert answered(whole).startswith(b"HTTP/1.1 200 OK")
    whole.sendall(head)  # the next request on the same connection
    assert is_cut_off(whole)
    assert house.person().get("/health")["status"] == "ok"


def test_a_byte_now_and_then_renews_nothing(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.5)
    house = opener(str(tmp_path / "t.db"))
    slow, started = speak(house, b"GET / HTTP/1.1\r\nX: ", sockets), time.monotonic()
    slow.settimeout(0.05)
    with suppress(ConnectionError):
        while time.monotonic() - started < PATIENCE:
            slow.sendall(b"x")
            with suppress(TimeoutError):
                if slow.recv(1) == b"":
                    break
    assert time.monotonic() - started < PATIENCE


@pytest.mark.parametrize(
    "line", [b"GET /api/tables/x/socket?key=%b HTTP/1.1", b"GET /api/tables/x/socket HTTP/1.1\r\nX: %b"]
)
def test_a_wish_for_a_live_line_that_nobody_can_read_is_refused(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], line: bytes
) -> None:
    """It was let stand for ever, beyond every time that a request has."""
    house = opener(str(tmp_path / "t.db"), limits=True)
    asks = b"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: eDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
    one = speak(house, line % (b"x" * 9_000) + b"\r\n" + asks + key, sockets)
    one.settimeout(20)
    assert answered(one).startswith(b"HTTP/1.1 400")
    assert is_cut_off(one)


def test_who_does_not_take_the_answer_is_cut_off(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "ANSWER_SECONDS", 0.3)
    house = opener(str(tmp_path / "t.db"))
    asked = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    deaf = speak(house, asked * 100, sockets)  # more than the system keeps for a socket
    wait_for(lambda: not house.uvicorn.server_state.connections)
    assert deaf.recv(1) == b"H", "what had reached this side"


def test_what_one_address_lets_lie_has_a_weight(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred deaf connections kept two hundred of the longest answers in memory."""
    monkeypatch.setattr(door, "UNTAKEN", 70_000_000)
    long = b"x" * 30_000_000  # of which the system keeps some for a socket
    monkeypatch.setattr(document.FormsPlugin, "render", lambda *given: long)
    house = opener(str(tmp_path / "t.db"), limits=True)
    for _ in range(3):
        speak(house, b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", sockets).recv(1)
    wait_for(lambda: len(house.uvicorn.server_state.connections) == 2)
    assert crowd(house).untaken["127.0.0.1"] <= 70_000_000
    for one in sockets:
        one.close()
    wait_for(lambda: not crowd(house).untaken)


def test_what_live_lines_let_lie_weighs_as_much(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred deaf lines of an address, each a little less behind than one may be, were bounded by nothing else."""
    monkeypatch.setattr(door, "UNTAKEN", 1_450_000)
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann, eve = house.person(), house.person()
    table = ann.open(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    deaf = [eve.line(table) for _ in range(3)]
    for line in deaf:
        line.next("presence")
    room = house.server.tables.rooms[table]
    clogged = list(room.listeners)
    for listener in clogged:
        monkeypatch.setattr(listener.wire, "is_clogged", lambda: True, raising=False)
    said = ChatMessage(ChatLine(1, "", "", 0, "x" * 100_000))
    for _ in range(5):
        house.server.store.writer.loop.call_soon_threadsafe(room.tell_all, said)
    wait_for(lambda: len(room.listeners) == 2)
    assert sum(listener.closed for listener in clogged) == 1, "the other two keep within what is left"
    assert 0 < crowd(house).untaken["127.0.0.1"] <= 1_450_000
    for line in deaf:
        line.close()
    wait_for(lambda: not crowd(house).untaken)


def test_one_address_holds_so_many_connections(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Door, "most", 5)
    house = opener(str(tmp_path / "t.db"), limits=True)
    inside = [speak(house, b"GET", sockets) for _ in range(5)]
    wait_for(lambda: crowd(house).inside["127.0.0.1"] == 5)
    assert all(is_cut_off(speak(house, b"", sockets)) for _ in range(3))
    inside[0].close()
    wait_for(lambda: crowd(house).inside["127.0.0.1"] == 4)
    assert house.person().get("/health")["status"] == "ok"


def test_all_addresses_of_a_home_are_one(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home has 2^64 addresses of IPv6: counted one by one nobody would ever have been held back."""
    monkeypatch.setattr(Door, "most", 1)
    house = opener(str(tmp_path / "t.db"), limits=True)
    callers = iter(["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"])
    monkeypatch.setattr(h11_impl, "get_remote_addr", lambda transport: (next(callers), 1))
    speak(house, b"GET", sockets)
    assert is_cut_off(speak(house, b"GET", sockets))
    speak(house, b"GET", sockets)
    wait_for(lambda: set(crowd(house).inside) == {"2001:db8::", "2001:db8:0:1::"})


def test_whose_an_address_is() -> None:
    known = ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:192.0.2.8", "2001:db8::1:2:3:4", "fe80::1%eth0", "local", "a:b"]
    homes = ["192.0.2.7", "192.0.2.7", "192.0.2.8", "2001:db8::", "fe80::", "local", "a:b"]
    assert [home_of(address) for address in known] == homes


def crowd(house: House) -> Crowd:
    return getattr(house.uvicorn.server_state, "crowd", Crowd())  # there from the first connection on


def test_some_open_files_are_kept_for_the_server(
    tmp_path: Path, opener: Opener, sockets: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opener(str(tmp_path / "t.db"))
    monkeypatch.setattr(door, "RESERVE", 10**9)
    assert is_cut_off(speak(house, b"", sockets))
    monkeypatch.undo()
    assert house.person().get("/health")["status"] == "ok"


def test_a_live_line_holds_its_place_until_it_ends(tmp_path: Path, opener: Opener) -> None:
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann = house.person()
    table = ann.open()["id"]
    ann.http.close()
    wait_for(lambda: not crowd(house).inside)
    eve = house.person()
    lines = [eve.line(table) for _ in range(3)]
    for line in lines:
        line.next("hello")
    assert crowd(house).inside["127.0.0.1"] == 3
    assert house.server.lines.inside[f"table {table}"] == 3
    for line in lines:
        line.close()
    wait_for(lambda: not crowd(house).inside)
    wait_for(lambda: not house.server.lines.inside)


@pytest.mark.parametrize("kind", LINES)
def test_live_lines_are_counted(kind: str, tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LINES, kind, 2)
    house = opener(str(tmp_path / "t.db"), limits=True)
    ann = house.person()
    table = ann.open()["id"]
    for _ in range(2):
        ann.line(table).next("hello")
    third = ann.line(table)
    assert third.next()["code"] == "too_many"
    with pytest.raises(ConnectionClosed):
        third.next()
    ann.lines[0].close()
    wait_for(lambda: house.server.lines.inside[f"table {table}"] == 1)
    ann.line(table).next("hello")


def test_without_limits_and_behind_a_proxy_nobody_is_counted_at_the_door() -> None:
    assert ProxyDoor.most is None
    counted = Crowd()
    assert all(counted.enter("proxy", None) for _ in range(1_000))
    assert [Crowd().enter("x", most) for most in (0, 1)] == [False, True]
