"""The static site as a plain file server sends it, which can be stopped."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from parcferme.cli.site import write
from tests.support import load
from tests.web.house import free_port


class Site:
    """A folder of files on a port, and nothing behind it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        command = [sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", str(self.folder), str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/index.html", timeout=2).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the site is not served")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def parts() -> Path:
    """What the engine is made of in a browser: fetched once, checked against its hashes."""
    folder: Path = load("build_site").fetch_parts()
    return folder


def written(folder: Path) -> Site:
    write(folder, parts(), "/")
    return Site(folder)
