"""What a seat is asked."""

from __future__ import annotations

from parcferme.core.contract import Ask, View


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    return ("ask.either", {}) if "leap" in kinds else ("ask.step", {})


def following(view: View) -> list[int]:
    return []
