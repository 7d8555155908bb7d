"""In a real terminal: colours, an emptied screen between two players, and the Tab key."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import START, child_env


class Terminal:
    """A program on the other side of a pseudo-terminal."""

    def __init__(self, arguments: list[str], cwd: Path) -> None:
        mine, theirs = pty.openpty()
        env = child_env(TERM="xterm-256color", COLUMNS="100", LINES="40")
        self.program = subprocess.Popen(
            [sys.executable, "-c", START, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=env
        )
        os.close(theirs)
        self.screen = mine

    def until(self, text: str, seconds: float = 90) -> str:
        """Everything printed until the text appears."""
        shown, deadline = "", time.monotonic() + seconds
        while text not in shown:
            ready, _, _ = select.select([self.screen], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{text!r} did not appear in {shown!r}"
            shown += os.read(self.screen, 4096).decode()
        return shown

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.screen)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    seats = ["--seat", "human:Anna", "--seat", "human:Ben"]
    terminal = Terminal(["play", "quarry(turns=1)", *seats, "--seed", "1"], tmp_path)
    yield terminal
    terminal.close()


def test_two_people_at_one_terminal(terminal: Terminal) -> None:
    assert "\033[" in terminal.until("> ")  # colours
    terminal.type("tyres:h\t\n")  # the Tab key completes the notation
    shown = terminal.until("Hand over the screen to ")
    assert "\033[3J" in shown  # what Anna saw is gone, also from what can be scrolled back
    assert "tyres:" not in shown.partition("\033[3J")[2]
    terminal.type("\n")
    terminal.until("> ")
    terminal.type("1\n")
    terminal.until("press Enter")
    terminal.type("\n")
    assert "car 0 mounts hard tyres" in terminal.until("> ")
    terminal.type("\x04")  # Ctrl-D leaves in peace
    terminal.until("Left without saving.")
    assert terminal.program.wait(90) == 0
