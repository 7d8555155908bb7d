"""Finishing places with ties."""

from __future__ import annotations


def places(scores: list[int]) -> list[int]:
    """Places for scores where higher is better: equal scores share a place, the next is skipped (1, 2, 2, 4)."""
    return [1 + sum(1 for other in scores if other > score) for score in scores]


def ranked(keys: list[tuple[int, ...]]) -> list[int]:
    """Places for keys where *lower* is better, compared part by part: time first, then whatever breaks a tie."""
    return [1 + sum(1 for other in keys if other < key) for key in keys]
