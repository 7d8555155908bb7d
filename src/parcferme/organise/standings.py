"""Standings: points over several rounds or events, of which the best few may count.

Equal points are parted by the number of better places among the results that count (more firsts, then more seconds, …),
then by the latest event in which their places differ; who is equal after that shares a place. A disqualification is
never among the results that are left out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

Points = Fraction


class Scored:
    """What somebody has from one round or event: a place and its points; who was not classified counts as last, and a
    disqualification counts whatever better results there are."""

    __slots__ = ("place", "points", "classified", "disqualified")

    def __init__(self, place: int, points: Fraction, classified: bool = True, disqualified: bool = False) -> None:
        self.place = place
        self.points = points
        self.classified = classified
        self.disqualified = disqualified


class Standing:
    """A line of the standings: `results` by event (`None`: took no part), `counts` which of them count."""

    def __init__(self, who: str, results: list[Scored | None], counts: list[bool]) -> None:
        self.place = 0
        self.who = who
        self.results = results
        self.counts = counts
        self.points = sum((r.points for r, c in zip(results, counts, strict=True) if r is not None and c), Fraction(0))
        self.tie = ""  # what parted it from the line before, with equal points

    def to_json(self) -> dict[str, object]:
        line: dict[str, object] = {"place": self.place, "who": self.who, "points": written(self.points)}
        line["results"] = [
            None if result is None else {"place": result.place, "points": written(result.points), "counts": counts}
            for result, counts in zip(self.results, self.counts, strict=True)
        ]
        return line | {"tie": self.tie} if self.tie else line


def written(points: Fraction) -> object:
    """A whole number, or a fraction as text: 7, "15/2"."""
    return points.numerator if points.denominator == 1 else str(points)


def standings(events: list[dict[str, Scored]], best: int, everybody: list[str]) -> list[Standing]:
    """Everybody's results in some events, in order, of which the `best` count."""
    lines = [_standing(who, [event.get(who) for event in events], best) for who in sorted(everybody)]
    lines.sort(key=_key)
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else None
        line.place = before.place if before is not None and _key(before)[:3] == _key(line)[:3] else number + 1
        line.tie = _reason(before, line) if before is not None and before.points == line.points else ""
        if line.tie == SHARED and before is not None:
            before.tie = before.tie or SHARED
    return lines


SHARED: Final = "shared"


def _standing(who: str, results: list[Scored | None], best: int) -> Standing:
    """The best results count; of equal ones the later, and before all of them those that cannot be dropped."""
    order = sorted(
        [number for number, result in enumerate(results) if result is not None],
        key=lambda number: _worth(results[number], number),
    )
    counted = set(order[:best])
    return Standing(who, results, [number in counted for number in range(len(results))])


def _worth(result: Scored | None, number: int) -> tuple[bool, Fraction, int, int]:
    assert result is not None
    return not result.disqualified, -result.points, result.place, -number


def _key(line: Standing) -> tuple[Fraction, list[int], list[int], str]:
    """Most points, most better places, better in the latest event; then by name, which makes no place."""
    return -line.points, better_places(line), latest_places(line), line.who


MOST_PLACES = 10_000  # worse than any place


def better_places(line: Standing) -> list[int]:
    """The places that count, best first: who has more firsts, or equal firsts and more seconds, comes first."""
    counted = [r.place for r, c in zip(line.results, line.counts, strict=True) if r is not None and c]
    return [*sorted(counted), MOST_PLACES]


def latest_places(line: Standing) -> list[int]:
    """The places of all events, the latest first."""
    return [MOST_PLACES if result is None else result.place for result in reversed(line.results)]


def _reason(before: Standing, line: Standing) -> str:
    if better_places(before) != better_places(line):
        return "better_places"
    return "latest_event" if latest_places(before) != latest_places(line) else SHARED
