"""Checking a document that somebody made: fields that nobody reads, texts that are too long, wrong values as a fault
quotes them. Nothing in an answer is longer than a line, whatever stands in the document."""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import Fault

LINE: Final = 60  # letters of a value that are told
LARGEST: Final = 10**LINE
MOST_UNKNOWN: Final = 60  # fields that are complained of


def quoted(value: object) -> str:
    """A wrong value as a fault repeats it."""
    if isinstance(value, (list, dict)):
        return f"a {type(value).__name__}"
    if isinstance(value, int) and abs(value) > LARGEST:
        return "a number beyond all bounds"
    text = repr(value)
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


def unknown_fields(place: str, given: dict[str, object], fields: tuple[str, ...]) -> list[Fault]:
    """What stands at this place (`cards[2].`) and nobody reads."""
    unknown = [Fault(place + quoted(name), "there is no such field") for name in given if name not in fields]
    return unknown[:MOST_UNKNOWN]


def is_whole(value: object, least: int = -LARGEST, most: int = LARGEST) -> bool:
    """A whole number within these bounds? `true` is none."""
    return type(value) is int and least <= value <= most


def is_text(value: object, least: int, most: int) -> bool:
    """A text of so many letters?"""
    return isinstance(value, str) and least <= len(value) <= most


def text_fault(place: str, value: object, least: int, most: int) -> Fault:
    reason = f"{quoted(value)} is not a text of {least} to {most} letters"
    return Fault(place, reason, key="long_text", args={"most": most})


def head_faults(document: dict[str, object], texts: dict[str, int], least: int, fields: tuple[str, ...]) -> list[Fault]:
    """What a document says of itself: short texts, each with its limit, beside the fields that its game reads."""
    faults = unknown_fields("", document, (*texts, *fields))
    for name, most in texts.items():
        if name in document and not is_text(document[name], least, most):
            faults.append(text_fault(name, document[name], least, most))
    return faults
