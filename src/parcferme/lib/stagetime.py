"""Times as a rally writes them."""

from __future__ import annotations


def mmss(seconds: int) -> str:
    """133 → '02:13'; a time under zero, which bonus seconds can make, keeps its sign."""
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{sign}{minutes:02d}:{rest:02d}"
