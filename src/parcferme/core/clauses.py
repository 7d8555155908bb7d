"""The clauses of a game's `RULES.md`, by id.

A clause is a list item that opens with its bold id, `- **RM-38** text`, and runs until the next item or heading:

    ## Time attack
    - **RM-38** The dice are then arranged in a legal gear sequence.

A clause that only says what a thing is, so that no line of the source could enforce it, opens with a mark:

    - **RM-06** *Definition.* There are five black dice, one for each gear.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_MARK = "*Definition.* "
_ITEM = re.compile(r"^- \*\*([A-Z]{2}-R?\d{2,3})\*\*\s*(.*)$")


class Clause(NamedTuple):
    """One clause or ruling: id, the heading it stands under, its text in our own words, and whether it only defines."""

    id: str
    heading: str
    text: str
    definition: bool = False

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
            text = item.group(2).strip()
            current = Clause(item.group(1), heading, text.removeprefix(_MARK), text.startswith(_MARK))
            clauses[current.id] = current
        elif current is not None and line.startswith("  "):
            current = clauses[current.id] = current._replace(text=f"{current.text} {line.strip()}")
        else:
            current = None
    return clauses
