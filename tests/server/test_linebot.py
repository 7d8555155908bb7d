"""The line protocol: the example bot, a time bank, and programs that do everything wrong."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from parcferme.bridge import linebot, online
from parcferme.bridge.linebot import LINE_LIMIT, LINES_AHEAD, BotFailed, LineBot, LineProcess
from parcferme.bridge.online import play_online
from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import ParcFermeError
from tests.server.conftest import Opener
from tests.server.house import PATIENCE, House, wait_for

SLEEP = 60  # seconds, for which nobody is to wait
EXAMPLE = [sys.executable, str(Path(registry.__file__).parents[1] / "bridge" / "example_bot.py")]
READY = 'import sys,time;sys.stdin.readline();print(\'{"type":"ready"}\',flush=True);sys.stdin.readline();'


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a program takes longer to start than its bot would wait."""
    monkeypatch.setattr(linebot, "START_SECONDS", float(PATIENCE))


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_the_example_bot_plays_a_whole_match() -> None:
    game = registry.create("toy_dash", {"length": 6})
    bots = [LineBot(game, EXAMPLE) for _ in range(2)]
    state = game.start()
    while state.kind() != OVER:
        seat = state.to_act()[0] if state.kind() != CHANCE else -1
        state.apply(state.chance()[2][0] if seat < 0 else bots[seat].choose(state.copy(), seat))
    for seat, bot in enumerate(bots):
        assert not bot.failure
        assert bot.name == f"least often, seat {seat}"
        bot.close()


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("pass", "has ended"),
        (READY + "sys.exit(3)", "has ended"),
        (READY + "print('rubbish',flush=True)", "not a JSON object"),
        (READY + "print('[1]',flush=True)", "not a JSON object"),
        (READY + 'print(\'{"type":"action","turn":9,"action":"gear:1"}\',flush=True)', "was asked turn 1"),
        (READY + 'print(\'{"type":"action","turn":1,"action":"fly"}\',flush=True)', "not among the actions"),
        (READY + "time.sleep(100)", "within 3.0 s"),
        (READY + "exec('while 1: print(chr(123)+chr(125),flush=True)')", "within 3.0 s"),
    ],
)
def test_a_program_that_fails_gets_the_default_from_then_on(code: str, says: str) -> None:
    game = registry.create("toy_dash")
    bank = 3.0 if "within" in says else float(PATIENCE)
    bot = LineBot(game, program(code), bank=bank, increment=0.0)
    state = game.start()
    assert bot.choose(state, 0) == state.default(0)
    assert says in bot.failure
    asked = bot.turn
    assert bot.choose(state, 0) == state.default(0)
    assert bot.turn == asked  # it is left alone
    bot.close()


@pytest.mark.parametrize(
    "script", [f"sleep {SLEEP}; true", f"sleep {SLEEP} & exit 0", f"trap '' TERM; sleep {SLEEP}; true"]
)
def test_a_wrapper_is_ended_with_all_it_has_started(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sleep holds the pipe: who only ends the shell waits for it."""
    monkeypatch.setattr(linebot, "START_SECONDS", 0.3)
    game = registry.create("toy_dash")
    bot = LineBot(game, ["bash", "-c", script])
    state, started = game.start(), time.monotonic()
    assert bot.choose(state, 0) == state.default(0)
    assert time.monotonic() - started < SLEEP
    assert "no 'ready' within 0.3 s" in bot.failure
    assert not bot.program.reader.is_alive()  # nobody holds the pipe any more
    assert not bot.program.writer.is_alive()


def test_a_program_that_flees_from_its_group_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linebot, "START_SECONDS", 0.3)
    monkeypatch.setattr(linebot, "BYE_SECONDS", 0.3)
    game = registry.create("toy_dash")
    fled = f"import os,time;os.fork() and os._exit(0);os.setsid();time.sleep({SLEEP})"
    bot = LineBot(game, program(fled))
    state, started = game.start(), time.monotonic()
    assert bot.choose(state, 0) == state.default(0)
    assert time.monotonic() - started < SLEEP


def test_a_program_that_reads_nothing_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe takes 64 KB; who writes more than that waits for the reader."""
    monkeypatch.setattr(linebot, "START_SECONDS", 0.3)
    bot = LineBot(registry.create("toy_dash"), program(f"import time;time.sleep({SLEEP})"))
    bot._greet = lambda seat: None  # type: ignore[method-assign]
    bot.left, started = 0.3, time.monotonic()
    assert bot.choose_text(0, {"much": "x" * 500_000}, []) is None
    assert time.monotonic() - started < SLEEP
    assert "no 'action' within 0.3 s" in bot.failure


def is_still(count: Path) -> bool:
    """Has nothing been written for half a second?"""
    before = count.read_text()
    time.sleep(0.5)
    return bool(before) and count.read_text() == before


def test_a_program_that_chatters_is_held_back_by_the_pipe(tmp_path: Path) -> None:
    count = tmp_path / "count"
    code = f"n=0\nwhile 1: print('x'*1000,flush=True);n+=1;open({str(count)!r},'w').write(str(n))"
    process = LineProcess(program(code))
    wait_for(process.lines.full)
    wait_for(lambda: is_still(count))
    assert process.lines.qsize() == LINES_AHEAD
    assert int(count.read_text()) < 400  # what the queue, the pipe and two buffers take
    process.close()
    assert not process.reader.is_alive()


@pytest.mark.parametrize(("length", "name"), [(LINE_LIMIT, "x" * 40), (LINE_LIMIT + 1, "")])
def test_a_line_may_be_as_long_as_the_protocol_says(length: int, name: str) -> None:
    code = f"""import sys;sys.stdin.readline()
line='{{"type":"ready","name":"'+'x'*({length}-26)+'"}}';assert len(line)=={length}
print(line,flush=True);sys.stdin.readline()
print('{{"type":"action","turn":1,"action":"gear:1"}}',flush=True);sys.stdin.read()"""
    game = registry.create("toy_dash")
    bot = LineBot(game, program(code))
    bot.choose(game.start(), 0)
    assert bot.name == name
    assert bot.failure == ("" if name else f"a line is longer than {LINE_LIMIT} characters")
    bot.close()


def test_the_ten_seconds_run_from_hello(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may be started long before its match begins."""
    later = [0.0]
    monkeypatch.setattr(linebot, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + later[0]))
    game = registry.create("toy_dash")
    bot = LineBot(game, EXAMPLE)
    later[0] = 2 * linebot.START_SECONDS
    bot.choose(game.start(), 0)
    assert not bot.failure
    bot.close()


def test_hello_comes_again_with_another_seat() -> None:
    game = registry.create("toy_dash")
    bot = LineBot(game, EXAMPLE)
    names = []
    for seat in (0, 0, 1, 0):
        assert bot.choose_text(seat, {}, [{"notation": "gear:1"}]) == "gear:1"
        names.append(bot.name)
    assert names == [f"least often, seat {seat}" for seat in (0, 0, 1, 0)]
    assert bot.turn == 4
    bot.close()
    bot.close()  # twice is once


def test_thinking_costs_time_and_each_decision_gives_some_back() -> None:
    game = registry.create("toy_dash")
    slow = READY + 'time.sleep(0.2);print(\'{"type":"action","turn":1,"action":"gear:2"}\',flush=True);sys.stdin.read()'
    bot = LineBot(game, program(slow), bank=PATIENCE, increment=0.1)
    began = time.monotonic()
    assert bot.choose(game.start(), 0) == 1
    assert PATIENCE + 0.1 - (time.monotonic() - began) <= bot.left < PATIENCE - 0.05
    bot.close()


def test_a_program_that_does_not_exist_is_named() -> None:
    with pytest.raises(BotFailed, match="no-such-program"):
        LineBot(registry.create("toy_dash"), "no-such-program --fast")


def test_a_line_bot_plays_at_a_real_table_by_a_token(shared: House) -> None:
    ann, owner = shared.person(), shared.person()
    owner.post("/api/account", {"name": "Botmaster", "password": "correct horse"}, 201)
    token = owner.post("/api/account/tokens", {"label": "bot", "scopes": ["play", "read"]}, 201)["token"]
    table = ann.open(options={"length": 8})["id"]
    owner.join(table)
    results: list[object] = []
    thread = Thread(target=lambda: results.append(play_online(shared.url, token, table, " ".join(EXAMPLE))))
    thread.start()
    while thread.is_alive():
        position = ann.position(table)
        if position["actions"]:
            ann.act(table, position["actions"][0]["notation"], position["node"])
        else:
            time.sleep(0.01)
    position = ann.position(table)
    assert results == [position["result"]]
    assert any(entry[0] == 1 for entry in ann.get(f"/api/tables/{table}/record")["log"])


def test_a_bot_that_is_too_quick_waits_and_goes_on(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "RETRY_SECONDS", 0.1)
    house = opener(str(tmp_path / "t.db"), limits=True)
    house.server.limits.rates["act"] = (1, 1.0)  # the second move comes too soon, however long it takes
    owner = house.person()
    owner.post("/api/account", {"name": "Quick", "password": "correct horse"}, 201)
    token = owner.post("/api/account/tokens", {"label": "bot", "scopes": ["play", "read"]}, 201)["token"]
    table = owner.open(options={"length": 6}, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    with ThreadPoolExecutor(1) as other:
        result = other.submit(play_online, f"{house.url}/", token, table, " ".join(EXAMPLE))
        wait_for(lambda: 'refused_total{code="too_many"}' in owner.http.get("/metrics").text)
        house.server.limits.rates["act"] = (100, 6000.0)
        assert result.result()["places"]


def test_a_wrong_token_is_refused(shared: House) -> None:
    with pytest.raises(ParcFermeError, match="401"):
        play_online(shared.url, "pf_wrong", "nothing", " ".join(EXAMPLE))


@pytest.mark.parametrize("seats", [1, 2])
def test_for_a_bot_that_fails_the_servers_bot_drives_on(shared: House, seats: int) -> None:
    owner = shared.person()
    owner.post("/api/account", {"name": f"Unlucky {seats}", "password": "correct horse"}, 201)
    token = owner.post("/api/account/tokens", {"label": "bot", "scopes": ["play", "read"]}, 201)["token"]
    wishes = [{"kind": "me"}] * seats + [{"kind": "bot", "level": "novice"}] * (2 - seats)
    table = owner.open(options={"length": 400}, seats=wishes)["id"]
    with pytest.raises(ParcFermeError, match="the bot has failed: the bot's program has ended"):
        play_online(shared.url, token, table, f"{sys.executable} -c pass")
    told = owner.get(f"/api/tables/{table}")
    assert [seat["away"] for seat in told["seats"][:seats]] == ["left"] * seats
    owner.post(f"/api/tables/{table}/close")
