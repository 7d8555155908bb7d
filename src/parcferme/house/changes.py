"""Views on the wire without what has not changed. A game's view holds the whole board, most of which stands still.

Who wishes for `changes` gets the first view whole. Every later one holds only its changed top-level parts, and `kept`
names those that are as they were in the view before it, whoever sent that. A view with an empty `kept` is whole.
What is left out depends on nothing but the views this line was sent, so it tells nothing they did not.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from parcferme.house.codec import encode
from parcferme.house.feed import Message
from parcferme.table.journal import Audience


class Seen:
    """The view a line was sent last: whose it was, and a hash of each of its parts."""

    __slots__ = ("audience", "parts")

    def __init__(self, audience: Audience, parts: dict[str, int]) -> None:
        self.audience = audience
        self.parts = parts


NOTHING: Final = Seen(None, {})


def lighten(told: Message, audience: Audience, before: Seen) -> Seen:
    """Take out of a message's views what the line has; returns what it has afterwards."""
    steps: Any = told.get("steps", [])
    seen = before if before.audience == audience else NOTHING
    for holder in (*steps, told.get("position")):
        if holder is not None and holder["view"] is not None:
            seen = leave_out(holder, audience, seen)
    return seen


def lighten_frames(frames: list[dict[str, object]]) -> None:
    """The same for a page of a record: its first view is whole."""
    seen = NOTHING
    for frame in frames:
        seen = leave_out(frame, None, seen)


def leave_out(holder: dict[str, Any], audience: Audience, seen: Seen) -> Seen:
    """Reduce one view to its changed parts and name the others in `kept`."""
    changed: dict[str, msgspec.Raw] = {}
    kept: list[str] = []
    parts: dict[str, int] = {}
    for name, value in holder["view"].items():
        data = encode(value)
        parts[name] = hash(data)
        if seen.parts.get(name) == parts[name]:
            kept.append(name)
        else:
            changed[name] = msgspec.Raw(data)
    holder["view"], holder["kept"] = changed, kept
    return Seen(audience, parts)
