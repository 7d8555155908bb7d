"""Files that prove a figure, as the verbs of a game in the terminal check them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, Fault, ParcFermeError


def must_hold(file: str, wrong: list[str]) -> None:
    """Raises BadContent with what is wrong with a certificate, if anything is."""
    if wrong:
        raise BadContent(file, [Fault("certificate", reason) for reason in wrong])


def verify(verb: str, arguments: list[str], check: Callable[[dict[str, object]], list[str]]) -> str:
    """A verb that has one certificate checked by the rules of its game."""
    if len(arguments) != 1:
        raise ParcFermeError(f"{verb}: name one certificate")
    must_hold(arguments[0], check(read_document(Path(arguments[0]))))
    return f"{arguments[0]}: proved by the rules"


# --- what is written in one, read as what it must be; raises ValueError -----------------------------------------------


def list_in(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is not a list")
    return value


def whole_in(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def number_in(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is not a number")
    return float(value)
