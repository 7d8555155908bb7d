"""An arena's matches on all cores. Where they are played never changes a result."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from parcferme.solve.arena import Match, Score, play_match

BATCH = 4  # matches handed over at a time


def play_here(matches: list[Match], workers: int) -> Iterator[Score]:
    """Scores in the order of the matches, as they are played, on so many processes."""
    if workers <= 1:
        yield from map(play_match, matches)
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield from pool.map(play_match, matches, chunksize=BATCH)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # whoever stops early does not wait for the rest
