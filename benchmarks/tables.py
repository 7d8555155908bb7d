"""Shared by the benchmarks: a figure against its bar, and rows as aligned text."""

from __future__ import annotations

from collections.abc import Sequence


def against_bar(value: float, bar: float, more_is_better: bool) -> str:
    """`reached`, or by what share the bar is missed."""
    share = value / bar if more_is_better else bar / value
    return "reached" if share >= 1.0 else f"missed by {(1.0 - share) * 100:.0f} %"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with columns of equal width; short rows end early."""
    columns = max(len(row) for row in rows)
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in range(columns)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows]


def between_marks(page: str, name: str, text: str) -> str:
    """The page with this text between `<!-- name -->` and `<!-- end -->`; as it was where there are no such marks."""
    before, mark, rest = page.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition("<!-- end -->")
    return before + mark + text + end + after if mark and end else page
