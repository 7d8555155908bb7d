"""Which method answers which question: each says so itself, as the calls of a server do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

Answer = Callable[..., Awaitable[Any]]
Work = TypeVar("Work", bound=Answer)


def asked(verb: str, path: str) -> Callable[[Work], Work]:
    """Marks the method that answers; each `*` of the path is one of its arguments."""

    def mark(work: Work) -> Work:
        work.__dict__.setdefault("asked", []).append((verb, path))
        return work

    return mark


def answers(*desks: object) -> dict[tuple[str, str], Answer]:
    """All that these answer, in the order they are written down: the first that fits is asked."""
    return {
        question: getattr(desk, name)
        for desk in desks
        for name, work in vars(type(desk)).items()
        for question in getattr(work, "asked", ())
    }
