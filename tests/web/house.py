"""A real server and a real browser for the tests of the client."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

from tests.support import free_port, load

PATIENCE = 60_000  # milliseconds for anything a page is to do: a busy machine is slow, not wrong
THINKING = 300_000  # … for what is thought about at the server: who thinks there leaves the processor to all others
SERVE = "from parcferme.server.ops.verbs import serve; serve(host='127.0.0.1', port={port}, database={database!r})"
LETTERS = {  # to nobody: what is in them is tested on the server by itself
    "PARCFERME_SMTP": "smtp://127.0.0.1:9",
    "PARCFERME_PUBLIC_URL": "http://127.0.0.1",
}
# What Chromium shall do without. The first two are pages below the address line, which nobody sees here: to draw them
# for every page took a second of CPU. The others are Playwright's own, whose list this one replaces.
FEATURES = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(FEATURES)}",
)  # fmt: skip


class Served(ABC):
    """A process that answers on a port, and can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def open(self) -> None:
        """Start it; returns once it answers."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self, path: str) -> bool:
        """Does it, within two minutes?"""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}{path}", timeout=2).close()
                return True
            except OSError:
                time.sleep(0.1)
        self.kill()
        return False

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class House(Served):
    """A server process, each time on the same port and database."""

    def __init__(self, folder: Path, first: str = "", **settings: str) -> None:
        super().__init__(folder)
        self.first = first  # code that the process runs before it serves
        self.settings = {f"PARCFERME_{name.upper()}": value for name, value in settings.items()}

    def open(self) -> None:
        code = self.first + SERVE.format(port=self.port, database=str(self.folder / "tables.db"))
        # the tests click faster than a person may: the limits are tested on the server by itself
        env = {
            **os.environ,
            "PARCFERME_LIMITS": "0",
            "PARCFERME_DAILY": "0",
            "PARCFERME_REVIEWS": "0",
            "PARCFERME_LOG_LEVEL": "warning",
            **LETTERS,
            **self.settings,
        }
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen([sys.executable, "-c", code], stdout=log, stderr=log, env=env)
        if not self.answers("/health"):
            raise RuntimeError(f"the server does not answer:\n{(self.folder / 'server.log').read_text()[-3000:]}")


def find_browser() -> str:
    """A Chromium of the system. `make test` installs one where it may; else this says what is missing."""
    names: tuple[str, ...] = load("tools/bootstrap").BROWSERS
    for found in map(shutil.which, names):
        if found:
            return found
    raise RuntimeError(f"the browser tests need Chromium: install the package {names[0]}")
