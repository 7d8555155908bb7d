"""Odds that are drawn from again and again."""

from __future__ import annotations

from bisect import bisect_right
from typing import final

from mypy_extensions import i64

from parcferme.lib.rows import vec


@final
class Odds:
    """A list of outcomes with weights that is drawn from again and again: its weights are summed up once."""

    __slots__ = ("outcomes", "ids", "sums", "total", "shift", "starts")

    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        self.outcomes = outcomes
        self.ids = vec[i64]([outcome for outcome, _ in outcomes])
        sums: list[int] = []  # of the weights up to each outcome and with it
        total = 0
        for _, weight in outcomes:
            total += weight
            sums.append(total)
        if outcomes:
            sums[-1] += 1  # a share may have been rounded up to 1
        self.sums = vec[i64](sums)
        self.total = float(total)
        shift = max(0, total.bit_length() - 7)  # where to begin is looked up in a table of about a hundred
        self.shift: i64 = shift
        self.starts = vec[i64]([bisect_right(sums, part << shift) for part in range((total >> shift) + 1)])

    def at(self, share: float) -> int:
        """The same as `random_outcome`: a look at the table, then a step or two."""
        left: i64 = int(share * self.total)
        place = self.starts[left >> self.shift]
        sums = self.sums
        while sums[place] <= left:
            place += 1
        return self.ids[place]
