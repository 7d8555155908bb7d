"""Reading JSON: the values of a view by name, and values whose type is known."""

from __future__ import annotations

from parcferme.core.contract import View


def fields(view: View, name: str) -> View:
    """The object under a name; an empty one where the view has none there."""
    found = view.get(name)
    return found if isinstance(found, dict) else {}


def rows(view: View, name: str) -> list[View]:
    """The objects in a list."""
    found = view.get(name)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def numbers(view: View, name: str) -> list[int]:
    """The whole numbers in a list."""
    found = view.get(name)
    return [number for number in found if isinstance(number, int)] if isinstance(found, list) else []


def number(view: View, name: str) -> int:
    """A whole number, 0 where there is none."""
    found = view.get(name)
    return found if isinstance(found, int) else 0


def int_of(value: object) -> int:
    assert isinstance(value, int)
    return value


def float_of(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)
