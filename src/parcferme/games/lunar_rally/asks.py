"""What a crew is asked, in one sentence, and who plays next: read off the view, nothing else."""

from __future__ import annotations

from parcferme.core.contract import Ask, View
from parcferme.lib.reading import number, rows


def asked(view: View, seat: int, kinds: set[str]) -> Ask:
    """The text of what this seat decides now; `kinds` are the kinds of the actions it is offered."""
    node = str(view["node"])
    own = [rover for rover in rows(view, "rovers") if rover["seat"] == seat]
    if node == "replace":
        return "ask.replace", {}
    if node == "place":
        return "ask.place", {"number": next(rover["number"] for rover in own if rover["hex"] is None)}
    rover = own[int(node[-1]) - 1]
    key = "ask.program" if number(rover, "phases") > 1 else "ask.program_one"
    return key, {"number": rover["number"], "phases": rover["phases"]}


def following(view: View) -> list[int]:
    """Nobody: crews program together, and who places next goes to and fro (LR-27, LR-28)."""
    return []
