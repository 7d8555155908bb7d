"""What a browser is asked, in the words of WebDriver, however they travel: over Marionette or over HTTP."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key under which WebDriver hands out elements
Found = TypeVar("Found")
PATIENCE = 60.0  # seconds: a busy machine is slow, not wrong


class BrowserError(Exception):
    """The browser says no, or nothing."""


class Wire(Protocol):
    """The way to one browser."""

    name: str

    def call(self, command: str, **params: object) -> Any: ...

    def close(self) -> None: ...


class Browser:
    """A page in a browser: looked at by scripts, used by clicks."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.name = wire.name
        wire.call("SetTimeouts", script=120_000, pageLoad=120_000, implicit=0)

    def go(self, url: str) -> None:
        self.wire.call("Navigate", url=url)

    def reload(self) -> None:
        self.wire.call("Refresh")

    def run(self, script: str, *arguments: object) -> Any:
        """The value of a script's `return`."""
        return self.wire.call("ExecuteScript", script=script, args=list(arguments))

    def find(self, css: str, text: str = "") -> dict[str, str] | None:
        """The first element in sight that matches and holds the text."""
        found: dict[str, str] | None = self.run(
            """const [css, text] = arguments;
            const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
            const told = (one) => one.textContent + " " + (one.getAttribute("aria-label") ?? "");
            return [...document.querySelectorAll(css)].find((one) => seen(one) && told(one).includes(text)) ?? null;""",
            css,
            text,
        )
        return found

    def click(self, css: str, text: str = "") -> None:
        """A click as a person makes it, on what is there soon."""
        element = self.wait(lambda: self.find(css, text), f"{css} {text}")
        self.wire.call("ElementClick", id=element[ELEMENT])

    def type(self, css: str, text: str) -> None:
        element = self.wait(lambda: self.find(css), css)
        self.wire.call("ElementClear", id=element[ELEMENT])
        self.wire.call("ElementSendKeys", id=element[ELEMENT], text=text)

    def drag(self, css: str, by: tuple[int, int]) -> None:
        """Take hold of something in its middle and pull."""
        element = self.wait(lambda: self.find(css), css)
        move = {"type": "pointerMove", "duration": 50, "origin": element, "x": 0, "y": 0}
        pull = {"type": "pointerMove", "duration": 200, "origin": "pointer", "x": by[0], "y": by[1]}
        steps = [move, {"type": "pointerDown", "button": 0}, pull, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.wire.call("PerformActions", actions=[mouse])

    def wait(self, look: Callable[[], Found | None], what: str, seconds: float = PATIENCE) -> Found:
        """Whatever is looked for, as soon as it is there."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := look():
                return found
            time.sleep(0.05)
        raise BrowserError(f"{what}: not there after {seconds:.0f} s")

    def picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.wire.call("TakeScreenshot")))

    def close(self) -> None:
        self.wire.close()
