"""What a browser is called, for the list of places where somebody is signed in."""

from __future__ import annotations

from typing import Final

# what stands in the header → what people call it; the first that is found counts: nearly all claim to be Safari
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iPadOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def browser_of(agent: str) -> str:
    """`Firefox, Linux`, as far as the header tells."""
    found = [_first(BROWSERS, agent), _first(SYSTEMS, agent)]
    return ", ".join(name for name in found if name)


def _first(names: dict[str, str], agent: str) -> str:
    return next((name for word, name in names.items() if word in agent), "")
