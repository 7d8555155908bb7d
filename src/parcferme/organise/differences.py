"""Where a file says something else than what follows: the first place that differs, by name."""

from __future__ import annotations

from parcferme.core.errors import BadRecord
from parcferme.core.position import shown


def compare(place: str, given: object, right: object) -> None:
    """Raises BadRecord at the first place where a file says something else than what follows."""
    if isinstance(right, dict) and isinstance(given, dict):
        for name in [*right, *[name for name in given if name not in right]]:
            inner = f"{place}.{name}" if place else str(name)
            if name not in given:
                raise BadRecord(inner, "is missing")
            if name not in right:
                raise BadRecord(inner, "does not belong there")
            compare(inner, given[name], right[name])
    elif isinstance(right, list) and isinstance(given, list):
        for number, (one, other) in enumerate(zip(given, right, strict=False)):
            compare(f"{place}[{number}]", one, other)
        if len(given) != len(right):
            raise BadRecord(place, f"has {len(given)} lines; it should have {len(right)}")
    elif type(given) is not type(right) or given != right:
        raise BadRecord(place, f"the file says {shown(given)}; it is {shown(right)}")
