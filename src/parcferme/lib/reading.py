"""Reading JSON: the values of a view by name, and values whose type is known."""

from __future__ import annotations

from parcferme.core.contract import View


def fields(view: View, name: str) -> View:
    """The object under a name; an empty one where the view has none there."""
    return object_of(view.get(name))


def rows(view: View, name: str) -> list[View]:
    """The objects in a list."""
    return objects_of(view.get(name))


def numbers(view: View, name: str) -> list[int]:
    """The whole numbers in a list."""
    found = view.get(name)
    return [number for number in found if isinstance(number, int)] if isinstance(found, list) else []


def number(view: View, name: str) -> int:
    """A whole number, 0 where there is none."""
    return number_of(view.get(name))


def object_of(value: object) -> View:
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def objects_of(value: object) -> list[View]:
    return [item for item in list_of(value) if isinstance(item, dict)]


def number_of(value: object) -> int:
    return value if isinstance(value, int) else 0


def int_of(value: object) -> int:
    assert isinstance(value, int)
    return value


def float_of(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)
