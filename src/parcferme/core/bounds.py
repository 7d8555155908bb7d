"""How large a document may be that anybody looks at, wherever it comes from: a table's option, a record, the studio."""

from __future__ import annotations

from typing import Final

MOST_VALUES: Final = 60_000  # the largest of the house has 42,000
DEEPEST: Final = 12


def is_small(document: object) -> bool:
    """Few enough values, none too deep: so much is looked at."""
    level, seen = [document], 0
    for _ in range(DEEPEST):
        inside: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inside += value.values()
            elif isinstance(value, list):
                inside += value
        seen += len(inside)
        if not inside or seen > MOST_VALUES:
            return seen <= MOST_VALUES
        level = inside
    return False
