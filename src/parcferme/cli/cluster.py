"""An arena's matches on a Ray cluster. The place never changes a result."""

from __future__ import annotations

from collections.abc import Iterator

from parcferme.core.errors import ParcFermeError
from parcferme.solve.arena import Match, Score, play_match
from parcferme.solve.farm import BATCH


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
