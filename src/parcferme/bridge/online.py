"""Seat a line-protocol bot at a table of a server: `play_online(url, token, table, command)`."""

from __future__ import annotations

import json
import time
import urllib.request
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from parcferme.bridge.linebot import BotFailed, LineBot
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError

Json = dict[str, Any]
RETRY_SECONDS = 1.0
TRY_AGAIN = ("too_many", "unavailable")  # refusals that pass


def play_online(
    url: str, token: str, table: str, command: str, bank: float = 60.0, increment: float = 1.0, retries: int = 30
) -> Json:
    """Play the token's seat at a table to the end; returns the result. Reconnects when the line breaks. A bot that
    fails leaves the table, where the server's own bot drives on for it, and the failure is raised."""
    url = url.rstrip("/")
    info = _ask(f"{url}/api/tables/{quote(table)}", token)
    game = registry.create(info["game"], info["options"], info["rules"])
    bot = LineBot(game, command, bank, increment)
    try:
        for _ in range(retries):
            try:
                return _play(url, token, table, bot)
            except (ConnectionClosed, InvalidHandshake, OSError):  # also a proxy whose server restarts
                time.sleep(RETRY_SECONDS)
            except BotFailed:
                with suppress(ParcFermeError):  # the match may be over by now: what counts is that the bot has failed
                    _leave(url, token, table)
                raise
    finally:
        bot.close()
    raise ParcFermeError(f"{url}: no line to the table")


def _ask(url: str, token: str, body: Json | None = None) -> Json:
    """A call of the API: with a body it changes something."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: Json = json.load(answer)
    except OSError as error:
        raise ParcFermeError(f"{url}: {error}") from error
    return found


def _leave(url: str, token: str, table: str) -> None:
    """Give up every seat: nobody would answer for it any more."""
    address = f"{url}/api/tables/{quote(table)}"
    for seat in _ask(address, token)["yours"]:
        _ask(f"{address}/leave", token, {"seat": seat})


def _play(url: str, token: str, table: str, bot: LineBot) -> Json:
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{quote(table)}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as line:
        wish = ""
        for data in line:
            message = json.loads(data)
            if message["type"] == "refused" and message.get("id") is None:
                raise ParcFermeError(message["reason"])
            if message["type"] == "refused" and message["code"] in TRY_AGAIN:
                time.sleep(RETRY_SECONDS)
                line.send(wish)
            position = message.get("position")
            if position is None:
                continue
            if position["status"] in ("finished", "closed"):
                result: Json = position["result"] or {}
                return result
            wish = _answer(line, position, bot) or wish
    raise OSError("the line was closed")


def _answer(line: Any, position: Json, bot: LineBot) -> str:
    """Ask the bot where it is asked, and return what was sent; raises BotFailed."""
    if not position["actions"] or position["own_seal"] is not None:
        return ""
    text = bot.choose_text(position["seat"], position["view"], position["actions"])
    if text is None:
        raise BotFailed(f"the bot has failed: {bot.failure}")
    wish = json.dumps({"do": "act", "id": f"node{position['node']}", "node": position["node"], "action": text})
    line.send(wish)
    return wish
