"""What differs between the versions of the rules."""

from __future__ import annotations


def leaps_tire(version: int) -> bool:
    """TM-02, since version 2: nobody leaps twice in a row. Version 1 had forgotten it."""
    return version >= 2
