"""Bots in any language: a program that reads and writes one JSON object a line. `docs/bot-protocol.md` describes it.

    to the bot    {"type":"hello","protocol":1,"game":…,"variant":…,"options":…,"players":…,"seat":…,"bank":…,…}
    from the bot  {"type":"ready","name":…}
    to the bot    {"type":"choose","turn":1,"view":…,"actions":[{"id","notation","form"},…],"left":…}
    from the bot  {"type":"action","turn":1,"action":"notation"}
    to the bot    {"type":"bye"}

The bot has a bank of seconds for the whole match and an increment for each decision. A bot that runs out of time, ends
or answers what is not possible has failed; from then on the game's default action is taken for it.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.contract import Game, State
from parcferme.core.errors import ParcFermeError

PROTOCOL: Final = 1
START_SECONDS: Final = 10.0  # from `hello` to `ready`
BYE_SECONDS: Final = 1.0
LINE_LIMIT: Final = 65_536  # characters, without the end of the line
LINES_AHEAD: Final = 16  # lines kept that nobody has asked for yet
Json = dict[str, Any]
log = logging.getLogger("parcferme.linebot")


class BotFailed(ParcFermeError):
    """The bot's program did not keep to the protocol; the text says how."""


class LineProcess:
    """The bot's program and the two pipes to it. At each pipe a thread waits for the program, so that we never have to
    wait for longer than we want."""

    def __init__(self, command: str | Sequence[str]) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",  # what cannot be read then fails as what it is, a wrong line
                start_new_session=True,  # a group of its own, so that we can end whatever the program has started
            )
        except OSError as error:
            raise BotFailed(f"{words[0]}: cannot be started: {error}") from error
        self.told: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.lines: queue.Queue[str | None] = queue.Queue(LINES_AHEAD)
        self.closed = False
        self.writer = threading.Thread(target=self._write, daemon=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.writer.start()
        self.reader.start()

    def _write(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError), self.process.stdin as pipe:  # a program that has ended is noticed by the reader
            while (line := self.told.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read(self) -> None:
        """Whoever writes more than we ask for is held back by the pipe, once the queue is full."""
        assert self.process.stdout is not None
        with self.process.stdout as pipe:
            while line := pipe.readline(LINE_LIMIT + 1):  # and its end
                self.lines.put(line)
        self.lines.put(None)

    def send(self, message: Json) -> None:
        """Returns at once, whether the program reads it or not."""
        self.told.put(json.dumps(message, separators=(",", ":")) + "\n")

    def receive(self, type: str, seconds: float) -> Json:
        """The next message of this type within so many seconds; raises BotFailed."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise BotFailed(f"no {type!r} within {seconds:.1f} s") from None
            if line is None:
                raise BotFailed("the bot's program has ended")
            if time.monotonic() > end:  # chatter in between does not stop the clock
                raise BotFailed(f"no {type!r} within {seconds:.1f} s")
            message = _message(line)
            if message.get("type") == type:
                return message

    def close(self) -> None:
        """Say good-bye, wait a moment, then end the program and all it has started."""
        if self.closed:
            return
        self.closed = True
        self.send({"type": "bye"})
        self.told.put(None)
        self._wait_a_moment()
        with suppress(ProcessLookupError):  # nobody of the group is left
            os.killpg(self.process.pid, signal.SIGKILL)
        self._wait_a_moment()
        self._let_go()

    def _wait_a_moment(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(BYE_SECONDS)

    def _let_go(self) -> None:
        """Let the reader end, which may wait for room in its queue. One that still waits for a program which has fled
        from its group is left behind: it holds nobody up."""
        end = time.monotonic() + BYE_SECONDS
        while self.reader.is_alive() and time.monotonic() < end:
            with suppress(queue.Empty):
                self.lines.get(timeout=0.02)


def _message(line: str) -> Json:
    if len(line.removesuffix("\n")) > LINE_LIMIT:
        raise BotFailed(f"a line is longer than {LINE_LIMIT} characters")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BotFailed(f"not a JSON object: {line[:80]!r}") from error
    if not isinstance(message, dict):
        raise BotFailed(f"not a JSON object: {line[:80]!r}")
    return message


class LineBot(Bot):
    """A bot of the house that asks a program. It sees the seat's view, nothing else."""

    def __init__(self, game: Game, command: str | Sequence[str], bank: float = 60.0, increment: float = 1.0) -> None:
        self.game = game
        self.left = bank
        self.bank = bank
        self.increment = increment
        self.turn = 0
        self.failure = ""
        self.name = ""
        self.seat = -1
        self.program = LineProcess(command)

    def choose(self, state: State, seat: int) -> int:
        """The program's choice, or the default action once it has failed."""
        legal = state.legal(seat)
        actions = [self._action(action) for action in legal]
        text = self.choose_text(seat, dict(state.view(seat)), actions)
        return state.default(seat) if text is None else self.game.parse(text)

    def choose_text(self, seat: int, view: Json, actions: list[Json]) -> str | None:
        """The notation the program chose among those offered; `None` when it has failed."""
        if not self.failure:
            try:
                return self._ask(seat, view, actions)
            except BotFailed as failed:
                self.failure = str(failed)
                log.warning("a bot has failed", extra={"reason": self.failure})
                self.close()
        return None

    def _ask(self, seat: int, view: Json, actions: list[Json]) -> str:
        self._greet(seat)
        self.turn += 1
        started = time.monotonic()
        self.program.send({"type": "choose", "turn": self.turn, "view": view, "actions": actions, "left": self.left})
        answer = self.program.receive("action", self.left)
        self.left += self.increment - (time.monotonic() - started)
        if answer.get("turn") != self.turn:
            raise BotFailed(f"answered turn {answer.get('turn')!r}, was asked turn {self.turn}")
        if answer.get("action") not in [action["notation"] for action in actions]:
            raise BotFailed(f"{answer.get('action')!r} is not among the actions offered")
        return str(answer["action"])

    def _greet(self, seat: int) -> None:
        if self.seat == seat:
            return
        game = self.game
        self.seat = seat
        self.program.send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": game.id,
                "variant": registry.variant_of(game),
                "options": game.options,
                "players": game.players,
                "seat": seat,
                "bank": self.bank,
                "increment": self.increment,
            }
        )
        self.name = str(self.program.receive("ready", START_SECONDS).get("name", ""))[:40]

    def _action(self, action: int) -> Json:
        return {"id": action, "notation": self.game.format(action), "form": self.game.form(action)}

    def close(self) -> None:
        """End the program."""
        self.program.close()
