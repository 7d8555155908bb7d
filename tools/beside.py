"""Playing while the engine is compiled: the server runs at once, the compiler beside it at low priority.

The compiler is `bootstrap.py compile`, a process of its own. It keeps how far it is in a small JSON file, which the
server shows on `/health` and this module in the terminal. When it is done the server starts again on the compiled
engine, unless a match is under way: then that happens at the next start. Whatever becomes of the compiler, the games go
on.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

LOOK = 0.5  # seconds between two looks at the server and the compiler
TELL = 30  # seconds between two lines about the compiler
STATUS_VARIABLE = "PARCFERME_COMPILING"  # tells the server where the status lies
Environment = dict[str, str]


class Progress:
    """Writes how many of the compiler's files are done, until it is left."""

    def __init__(self, status: Path, kept: str) -> None:
        self.status = status
        self.kept = Path(kept)
        self.began = time.time()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, kind: object, *_: object) -> None:
        self.over.set()
        self.thread.join()
        self._write("ready" if kind is None else "failed")

    def _watch(self) -> None:
        while not self.over.wait(1):
            self._write("compiling")

    def _write(self, state: str) -> None:
        parts = list(self.kept.glob("c/**/*.c"))
        objects = {path.stem: path.stat().st_mtime for path in self.kept.glob("objects/**/*.o")}
        done = sum(1 for part in parts if objects.get(part.stem, 0) >= part.stat().st_mtime)
        temporary = self.status.with_suffix(".new")
        temporary.write_text(json.dumps({"state": state, "done": done, "of": len(parts)}), "utf-8")
        temporary.replace(self.status)


def play(
    serve: list[str],
    compiler: list[str],
    status: Path,
    notes: Path,
    compiled: Environment,
    interpreted: Environment,
    say: Callable[[str], None],
) -> int:
    """Serve until the server ends; its exit code. Ctrl-C reaches the server, and both end in order."""
    status.parent.mkdir(exist_ok=True)
    status.unlink(missing_ok=True)
    leave_ctrl_c_to_the_server()
    server = subprocess.Popen([*serve, "--open"], env={**interpreted, STATUS_VARIABLE: str(status)})
    with notes.open("wb") as log:
        working = subprocess.Popen(
            compiler, env=compiled, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    try:
        return _watch(server, working, serve, status, notes, compiled, say)
    finally:
        _end(working)


def serve_alone(serve: list[str], environment: Environment) -> int:
    """… with nothing beside it."""
    leave_ctrl_c_to_the_server()
    return subprocess.Popen([*serve, "--open"], env=environment).wait()


def leave_ctrl_c_to_the_server() -> None:
    """The terminal sends it to both. Whoever waits would else kill the server a moment later, before it is done."""
    signal.signal(signal.SIGINT, lambda *_: None)


def _watch(
    server: subprocess.Popen[bytes],
    working: subprocess.Popen[bytes],
    serve: list[str],
    status: Path,
    notes: Path,
    compiled: Environment,
    say: Callable[[str], None],
) -> int:
    told = time.monotonic()
    while server.poll() is None and working.poll() is None:
        time.sleep(LOOK)
        if time.monotonic() - told >= TELL:
            told = time.monotonic()
            say(told_progress(status))
    if server.poll() is not None:
        return server.returncode
    if working.returncode != 0:
        say(f"the compiler failed, the games go on interpreted; see {notes}")
    elif is_idle(serve):
        say("the engine is compiled: starting again on it")
        server.send_signal(signal.SIGTERM)
        server.wait()
        server = subprocess.Popen(serve, env=compiled)
    else:
        say("the engine is compiled: the next start takes it")
    return server.wait()


def told_progress(status: Path) -> str:
    """One line about the compiler."""
    try:
        found = json.loads(status.read_text("utf-8"))
        return f"compiling the engine beside the games: {found['done']} of {found['of']} files"
    except (OSError, ValueError, KeyError):
        return "compiling the engine beside the games: fetching what it needs"


def is_idle(serve: list[str]) -> bool:
    """Does the server say that no match is under way?"""
    try:
        with urllib.request.urlopen(f"{address(serve)}/health", timeout=5) as answer:
            return bool(json.load(answer)["playing"] == 0)
    except (OSError, ValueError, KeyError):
        return False


def address(serve: list[str]) -> str:
    """Where that server listens."""
    host = _given(serve, "--host", os.environ.get("PARCFERME_HOST", "127.0.0.1"))
    port = _given(serve, "--port", os.environ.get("PARCFERME_PORT", "8000"))
    return f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"


def _given(arguments: list[str], name: str, usual: str) -> str:
    for place, argument in enumerate(arguments):
        if argument.startswith(f"{name}="):
            return argument.partition("=")[2]
        if argument == name and place + 1 < len(arguments):
            return arguments[place + 1]
    return usual


def politely() -> None:
    """The compiler leaves the processor to whoever plays."""
    if os.name == "posix":
        os.nice(15)


def _end(working: subprocess.Popen[bytes]) -> None:
    """The compiler and whatever it has started."""
    if working.poll() is not None:
        return
    if os.name == "posix":
        os.killpg(working.pid, signal.SIGTERM)
    else:
        working.terminate()
    working.wait()
