"""Where an arena's matches are played: here, on all cores, or on a Ray cluster. The place never changes a result."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from parcferme.core.errors import ParcFermeError
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


def play_on_ray(matches: list[Match], address: str) -> Iterator[Score]:
    """The same on a cluster: `address` is Ray's, or `local` to start one here."""
    try:
        import ray
    except ImportError as error:
        raise ParcFermeError("--ray needs Ray: pip install 'parcferme[cluster]'") from error
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ParcFermeError(f"no Ray cluster at {address}: {error}") from error
    try:
        remote = ray.remote(play_batch)
        batches = [matches[first : first + BATCH] for first in range(0, len(matches), BATCH)]
        for pending in [remote.remote(batch) for batch in batches]:
            yield from ray.get(pending)
    finally:
        ray.shutdown()


def play_batch(matches: list[Match]) -> list[Score]:
    return [play_match(match) for match in matches]
