"""The static site as a plain file server sends it, which can be stopped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from parcferme.cli.site import write
from tests.support import load
from tests.web.house import Served


class Site(Served):
    """A folder of files on a port, and nothing behind it; the site lies in it at `base`."""

    def __init__(self, folder: Path, base: str = "/") -> None:
        super().__init__(folder)
        self.base = base

    def open(self) -> None:
        command = [sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", str(self.folder), str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not self.answers(f"{self.base}index.html"):
            raise RuntimeError("the site is not served")


def parts() -> Path:
    """What the engine is made of in a browser: fetched once, checked against its hashes."""
    folder: Path = load("build_site").fetch_parts()
    return folder


def written(folder: Path, base: str = "/") -> Site:
    write(folder.joinpath(base.strip("/")), parts(), base)
    return Site(folder, base)
