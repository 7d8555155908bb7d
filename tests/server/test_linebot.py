"""The line protocol: the example bot, a time bank, and programs that do everything wrong."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import ParcFermeError
from parcferme.server import online
from parcferme.server.limits import LIMITS
from parcferme.server.linebot import BotFailed, LineBot
from parcferme.server.online import play_online
from tests.server.conftest import Opener
from tests.server.house import House

EXAMPLE = [sys.executable, str(Path(registry.__file__).parents[1] / "server" / "example_bot.py")]
READY = 'import sys,time;sys.stdin.readline();print(\'{"type":"ready"}\',flush=True);sys.stdin.readline();'


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
    bot = LineBot(game, program(code), bank=3.0, increment=0.0)
    state = game.start()
    assert bot.choose(state, 0) == state.default(0)
    assert says in bot.failure
    asked = bot.turn
    assert bot.choose(state, 0) == state.default(0)
    assert bot.turn == asked  # it is left alone
    bot.close()


def test_thinking_costs_time_and_each_decision_gives_some_back() -> None:
    game = registry.create("toy_dash")
    slow = READY + 'time.sleep(0.2);print(\'{"type":"action","turn":1,"action":"gear:2"}\',flush=True);sys.stdin.read()'
    bot = LineBot(game, program(slow), bank=5.0, increment=0.1)
    assert bot.choose(game.start(), 0) == 1
    assert 2.0 < bot.left < 4.95
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
    for _ in range(400):
        position = ann.position(table)
        if position["status"] == "finished":
            break
        if position["actions"]:
            ann.act(table, position["actions"][0]["notation"], position["node"])
        else:
            time.sleep(0.01)
    thread.join(10)
    assert results == [position["result"]]
    assert any(entry[0] == 1 for entry in ann.get(f"/api/tables/{table}/record")["log"])


def test_a_bot_that_is_too_quick_waits_and_goes_on(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "act", (1, 1200.0))
    monkeypatch.setattr(online, "RETRY_SECONDS", 0.1)
    house = opener(str(tmp_path / "t.db"), limits=True)
    owner = house.person()
    owner.post("/api/account", {"name": "Quick", "password": "correct horse"}, 201)
    token = owner.post("/api/account/tokens", {"label": "bot", "scopes": ["play", "read"]}, 201)["token"]
    table = owner.open(options={"length": 6}, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    assert play_online(f"{house.url}/", token, table, " ".join(EXAMPLE))["places"]
    assert 'refused_total{code="too_many"}' in owner.http.get("/metrics").text


def test_a_wrong_token_is_refused(shared: House) -> None:
    with pytest.raises(ParcFermeError, match="401"):
        play_online(shared.url, "pf_wrong", "nothing", " ".join(EXAMPLE))
