"""Firefox over Marionette, its own protocol: JSON over TCP, each message after its length."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.browsers.driver import PATIENCE, BrowserError
from tests.support import free_port

PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("intl.accept_languages", "en-GB");
user_pref("ui.prefersReducedMotion", 0);
"""


class Firefox:
    """One Firefox with a fresh profile."""

    name = "Firefox"

    def __init__(self, width: int = 1440, height: int = 900) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            raise BrowserError("no Firefox here: install the package firefox-esr")
        self.profile = tempfile.TemporaryDirectory(prefix="parcferme-firefox-")
        port = free_port()
        (Path(self.profile.name) / "user.js").write_text(PREFERENCES.format(port=port))
        command = [program, "--headless", "--marionette", "--profile", self.profile.name, "--no-remote"]
        size = {"MOZ_HEADLESS_WIDTH": str(width), "MOZ_HEADLESS_HEIGHT": str(height)}
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, **size})
        self.number = 0
        try:
            self.socket = self._connect(port)
            self._read()  # it says what it is
            self.call("NewSession", capabilities={})
            self.call("SetWindowRect", width=width, height=height)
        except (OSError, BrowserError):
            self.process.kill()
            raise

    def _connect(self, port: int) -> socket.socket:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=180)
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def call(self, command: str, **params: object) -> Any:
        self.number += 1
        body = json.dumps([0, self.number, f"WebDriver:{command}", params]).encode()
        self.socket.sendall(f"{len(body)}:".encode() + body)
        _, _, error, result = self._read()
        if error is not None:
            raise BrowserError(f"{command}: {error.get('message')}")
        return result.get("value") if isinstance(result, dict) and set(result) == {"value"} else result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._take(1)
        return json.loads(self._take(int(length[:-1])))

    def _take(self, count: int) -> bytes:
        taken = b""
        while len(taken) < count:
            part = self.socket.recv(count - len(taken))
            if not part:
                raise BrowserError("Firefox has hung up")
            taken += part
        return taken

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait(20)
        self.profile.cleanup()
