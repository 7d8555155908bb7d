"""Positions on the wire without what has not changed. A game's view holds the whole board, most of which stands still,
and nobody sits down or gets up with most moves.

Who wishes for `changes` gets the first view whole. Every later one holds only its changed top-level parts, and `kept`
names those that are as they were in the view before it, whoever sent that. A view with an empty `kept` is whole. The
seats of a position are left out where they are as in the position before it.
What is left out depends on nothing but what this line was sent, so it tells nothing that was not told.

Every move goes through this for each pair of eyes, so it is compiled, like `telling.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from parcferme.house.codec import encode
from parcferme.house.frames import Frame
from parcferme.house.messages import CaughtUp, OkMessage, PlayMessage, Stream
from parcferme.house.positions import Seat, View
from parcferme.table.journal import Audience


class Seen(NamedTuple):
    """The view a line was sent last: whose it was, each of its parts (of a large one a hash), and the seats that came
    with one."""

    audience: Audience
    parts: dict[str, object]
    seats: list[Seat]


NOTHING: Final = Seen(None, {}, [])
PLAIN: Final = (int, str, bool, type(None))  # parts that are compared as they are; others by a hash of their JSON


def lighten(told: Stream | CaughtUp | OkMessage, audience: Audience, before: Seen) -> Seen:
    """Take out of a message what the line has; returns what it has afterwards."""
    seen = before if before.audience == audience else NOTHING
    for step in told.steps if isinstance(told, PlayMessage) else ():
        if step.view is not None:
            step.view, step.kept, seen = leave_out(step.view, audience, seen)
    position = told.position
    if position is not UNSET:
        position.view, position.kept, seen = leave_out(position.view, audience, seen)
        if position.seats == seen.seats:
            position.seats = UNSET
        elif position.seats is not UNSET:
            seen = seen._replace(seats=position.seats)
    return seen


def lighten_frames(frames: Iterable[Frame]) -> Iterator[Frame]:
    """The same for a page of a record: its first view is whole."""
    seen = NOTHING
    for frame in frames:
        frame.view, frame.kept, seen = leave_out(frame.view, None, seen)
        yield frame


def leave_out(view: View, audience: Audience, seen: Seen) -> tuple[View, list[str], Seen]:
    """A view's changed parts, the names of the others, and what has been seen with it."""
    changed: View = {}
    kept: list[str] = []
    parts: dict[str, object] = {}
    for name, value in view.items():
        if type(value) in PLAIN:
            sent = known = value
        else:
            data = encode(value)
            sent, known = msgspec.Raw(data), hash(data)
        parts[name] = known
        before = seen.parts.get(name, seen)  # which is no part
        if before == known and type(before) is type(known):
            kept.append(name)
        else:
            changed[name] = sent
    return changed, kept, Seen(audience, parts, seen.seats)
