"""The table of phases: each game's `rules/phases.py` has one row for each, and its diagram is drawn from it.

    PHASES: Final = (
        Phase("service", DECISION, "each driver, in start order", service.choose, ("service", "turn")),
        Phase("turn", DECISION, "the driver", turn.choose, ("die", "faces", "turn", "over")),
        …
    )

A position keeps the number of its row; its notation writes the name.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from parcferme.core.contract import CHANCE, DECISION, JOINT

Handler = TypeVar("Handler")

SHAPES: Final = {DECISION: '["{}"]', JOINT: '[["{}"]]', CHANCE: '{{{{"{}"}}}}'}  # of Mermaid's flow charts


class Phase(Generic[Handler]):
    """One row: the name in the notation, the kind of node, who acts, what a move does there, and what may follow."""

    __slots__ = ("name", "kind", "who", "handler", "follows")

    def __init__(self, name: str, kind: int, who: str, handler: Handler, follows: tuple[str, ...]) -> None:
        self.name = name
        self.kind = kind
        self.who = who
        self.handler = handler
        self.follows = follows


def diagram(phases: tuple[Phase[Handler], ...]) -> str:
    """The phases as a Mermaid flow chart: boxes decide, double boxes decide sealed, diamonds are chance."""
    lines = ["flowchart TD"]
    for phase in phases:
        shape = SHAPES.get(phase.kind, '(["{}"])').format(f"{phase.name}<br/>{phase.who}" if phase.who else phase.name)
        lines.append(f"  {phase.name}{shape}")
    for phase in phases:
        lines += [f"  {phase.name} --> {follows}" for follows in phase.follows]
    return "\n".join(lines)
