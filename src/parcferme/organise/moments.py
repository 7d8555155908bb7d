"""Moments: milliseconds since 1970 UTC in memory, `2026-11-17T20:00:00Z` in a file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from parcferme.core.errors import BadRecord
from parcferme.core.position import shown

DAY: Final = 86_400_000  # milliseconds
FIRST: Final = 0
LAST: Final = 4_102_444_800_000  # the year 2100


def write_moment(at: int) -> str:
    """As a file writes it; the fraction only where there is one."""
    seconds, rest = divmod(at, 1000)
    text = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{text}.{rest:03d}Z" if rest else f"{text}Z"


def read_moment(place: str, value: object) -> int:
    """The moment a text names; raises BadRecord. Only UTC, so that nobody has to guess."""
    if not isinstance(value, str) or not value.endswith("Z") or len(value) > 30:
        raise BadRecord(place, f"{shown(value)} is not a moment such as 2026-11-17T20:00:00Z")
    try:
        found = datetime.fromisoformat(value)
    except ValueError as error:
        raise BadRecord(place, f"{shown(value)} is not a moment such as 2026-11-17T20:00:00Z") from error
    at = round(found.timestamp() * 1000)
    if not FIRST <= at <= LAST:
        raise BadRecord(place, f"{value} is not between 1970 and 2100")
    return at
