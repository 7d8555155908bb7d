"""Ties between crews with equal penalties: who was ahead for the greater part of the rally (RR-102, RR-R47)."""

from __future__ import annotations


class Ahead:
    """Some of the tied crews, set before the rest: by number, with the distance each of them led (squares), and the
    distance of everybody who led at all in that comparison."""

    __slots__ = ("crews", "led", "credit")

    def __init__(self, crews: list[int], led: int, credit: dict[int, int]) -> None:
        self.crews = crews
        self.led = led
        self.credit = credit


def part_tied(totals: list[list[int]], squares: list[int]) -> list[Ahead]:
    """The tied in groups, best first, from their running totals after each section.

    RR-R47: each section's distance goes to whoever alone had the lowest total at its end; most distance comes first,
    then the rest are compared among themselves in the same way; equal distance shares a place. For each section the
    crews stand in the order of their totals, so that whoever leads those who are left is found at once.
    """
    orders = [_order(totals, section) for section in range(len(squares))]
    first = [0] * len(squares)  # where in each order the first crew is that is left
    left = set(range(len(totals)))
    groups: list[Ahead] = []
    while left:
        credit: dict[int, int] = {}
        for section, length in enumerate(squares):
            leader = _leads_alone(orders[section], first, section, left, totals)
            if leader is not None:
                credit[leader] = credit.get(leader, 0) + length
        most = max(credit.values(), default=0)
        best = [crew for crew, own in credit.items() if own == most] if most else list(left)
        groups.append(Ahead(sorted(best), most, credit))
        left.difference_update(best)
    return groups


def _order(totals: list[list[int]], section: int) -> list[int]:
    return sorted(range(len(totals)), key=lambda crew: totals[crew][section])


def _leads_alone(
    order: list[int], first: list[int], section: int, left: set[int], totals: list[list[int]]
) -> int | None:
    """Who of those left alone had the lowest total at the end of a section."""
    while order[first[section]] not in left:
        first[section] += 1
    leader = order[first[section]]
    for crew in order[first[section] + 1 :]:
        if totals[crew][section] != totals[leader][section]:
            return leader
        if crew in left:
            return None
    return leader
