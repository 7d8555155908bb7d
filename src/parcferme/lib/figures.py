"""Helpers for the figures of games (core/figures.py)."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.core.options import Options


def number(event: Event, name: str) -> int:
    """A whole number that an event tells."""
    return int(str(event.args[name]))


def without(options: Options, names: tuple[str, ...]) -> Options:
    """The options but for these."""
    return {name: value for name, value in options.items() if name not in names}
