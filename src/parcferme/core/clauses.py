"""The clauses of a game's `RULES.md`, by id.

A clause is a list item that opens with its bold id, `- **RM-38** text`, and runs until the next item or heading:

    ## Time attack
    - **RM-38** The dice are then arranged in a legal gear sequence.
"""

from __future__ import annotations

import re
from pathlib import Path

_ITEM = re.compile(r"^- \*\*([A-Z]{2}-R?\d{2,3})\*\*\s*(.*)$")


class Clause:
    """One clause or ruling: id, the heading it stands under, and its text in our own words."""

    __slots__ = ("id", "heading", "text")

    def __init__(self, id: str, heading: str, text: str) -> None:
        self.id = id
        self.heading = heading
        self.text = text

    def to_json(self) -> dict[str, str]:
        return {"id": self.id, "heading": self.heading, "text": self.text}


def read_clauses(path: Path) -> dict[str, Clause]:
    """All clauses of a RULES.md, in its order; a repeated id is an error."""
    clauses: dict[str, Clause] = {}
    heading = ""
    current: Clause | None = None
    for line in path.read_text("utf-8").splitlines():
        item = _ITEM.match(line)
        if line.startswith("#"):
            heading, current = line.lstrip("#").strip(), None
        elif item is not None:
            if item.group(1) in clauses:
                raise ValueError(f"{path.name}: {item.group(1)} is written twice")
            current = Clause(item.group(1), heading, item.group(2).strip())
            clauses[current.id] = current
        elif current is not None and line.startswith("  "):
            current.text = f"{current.text} {line.strip()}"
        else:
            current = None
    return clauses
