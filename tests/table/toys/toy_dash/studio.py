"""A kind of document for tests: how long a road is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from parcferme.core.options import Value
from parcferme.core.studio import ESTIMATE, Document, Figure, Figures, Finding, Kind


def blank() -> Document:
    return {"length": 0}


def check(document: Document) -> list[Finding]:
    length = document.get("length")
    if not isinstance(length, int) or not 1 <= length <= 400:
        return [Finding("length", True, "TD-01", "length", {"most": 400})]
    return [Finding("length", False, "", "long", {"squares": length})] if length > 100 else []


def options(document: Document) -> dict[str, Value]:
    return {"length": document["length"]}


def taken(options: dict[str, Value]) -> Document | None:
    return {"length": options["length"]} if "length" in options else None


def facts(document: Document) -> Figures:
    return Figures({"squares": Figure(float(str(document["length"])), unit="squares")})


def measure(document: Document) -> Iterator[Figures]:
    squares = float(str(document["length"]))
    yield Figures({"turns": Figure(squares, ESTIMATE, "turns", error=2.0)}, 0.5)
    yield Figures({"turns": Figure(squares / 2, unit="turns")}, 1.0)


def generate(seed: str, length: str, difficulty: int) -> Document:
    return {"length": Random(f"{seed}/{length}/{difficulty}").randrange(1, 100)}


STUDIO: Final = {
    "road": Kind(
        "road", blank=blank, check=check, options=options, taken=taken, facts=facts, measure=measure, generate=generate
    ),
    "bare": Kind("bare", blank=blank, check=check, options=options, taken=taken, facts=facts, measure=measure),
}
