"""WebKit as its GTK port brings it: MiniBrowser on a screen that nobody sees, over WebDriver's HTTP."""

from __future__ import annotations

import glob
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from typing import Any, Final

from tests.browsers.driver import PATIENCE, BrowserError
from tests.support import free_port

BROWSERS: Final = "/usr/lib/*/webkit2gtk-4*/MiniBrowser"
CALLS: Final = {  # what WebDriver calls them over HTTP
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "SetTimeouts": ("POST", "/timeouts"),
    "SetWindowRect": ("POST", "/window/rect"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "TakeScreenshot": ("GET", "/screenshot"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementClear": ("POST", "/element/{id}/clear"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
}


class WebKit:
    """One MiniBrowser, without memory."""

    name = "WebKit"

    def __init__(self, width: int = 1440, height: int = 900) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browser = next(iter(sorted(glob.glob(BROWSERS), reverse=True)), None)
        if driver is None or browser is None or screen is None:
            raise BrowserError("no WebKit here: install the packages webkit2gtk-driver and xvfb")
        self.processes: list[subprocess.Popen[bytes]] = []
        display = self._screen(screen, width, height)
        port = free_port()
        env = {
            **os.environ,
            "DISPLAY": display,
            "LANG": "en_GB.UTF-8",
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self._start([driver, f"--port={port}"], env)
        self.base = f"http://127.0.0.1:{port}"
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        try:
            self.base += f"/session/{self._ask('POST', '/session', {'capabilities': wanted})['sessionId']}"
            self.call("SetWindowRect", x=0, y=0, width=width, height=height)
        except BrowserError:
            self.close()
            raise

    def _screen(self, program: str, width: int, height: int) -> str:
        reading, writing = os.pipe()
        command = [program, "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        self._start(command, dict(os.environ), writing)
        os.close(writing)
        with os.fdopen(reading) as told:
            return f":{told.readline().strip()}"

    def _start(self, command: list[str], env: dict[str, str], *kept: int) -> None:
        quiet = subprocess.DEVNULL
        self.processes.append(subprocess.Popen(command, stdout=quiet, stderr=quiet, env=env, pass_fds=kept))

    def call(self, command: str, **params: object) -> Any:
        method, path = CALLS[command]
        path = path.format(**params)
        return self._ask(method, path, params if method == "POST" else None)

    def _ask(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(request, timeout=180) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise BrowserError(f"{path}: {json.load(error)['value'].get('message')}") from error
            except urllib.error.URLError as error:
                if time.monotonic() > end:
                    raise BrowserError(f"{path}: {error.reason}") from error
                time.sleep(0.2)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait(20)
