"""Counts of stored positions, agreed by two ways of counting and by the numbers on file.

`counts/<game>.json` lists positions: a variant, the log that leads there, and how many sequences of 1, 2, … steps
follow. `pytest --update-golden` writes a game's file anew; read the difference before you keep it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parcferme.core import registry
from parcferme.core.contract import Game, State
from parcferme.core.play import Play, replay
from tests.contract import toys
from tests.contract.checks.identity import random_play
from tests.contract.counting import by_merging, by_playing
from tests.contract.subject import registered

COUNTS = Path(__file__).parent / "counts"
LARGEST = 1_500  # sequences at the last depth stored, about: two ways of counting have to be quick


LONGEST = 200  # entries of a log that leads to a position


def counts(game: Game, state: State) -> list[int]:
    """The counts for 1, 2, … steps until they grow large, each counted both ways."""
    found: list[int] = []
    while len(found) < 8 and (not found or (found[-1] > 0 and _next_is_small(found))):
        walked, merged = by_playing(state, len(found) + 1), by_merging(game, state, len(found) + 1)
        assert walked == merged, f"{len(found) + 1} steps: {walked} by playing, {merged} by merging"
        found.append(walked)
    return found


def _next_is_small(found: list[int]) -> bool:
    growth = found[-1] / (found[-2] if len(found) > 1 else 1)
    return found[-1] * growth <= LARGEST


def stored(game_id: str) -> list[dict[str, Any]]:
    """Positions of a game worth counting: the start, and places along random games, in a few variants."""
    subject = registered(game_id)
    found: list[dict[str, Any]] = []
    for number, game in enumerate(subject.games[:4]):
        play = random_play(game, 100 + number)
        early = play.live[:LONGEST]
        for share in (0, 3, 7, 9):
            log = [play.log[index] for index in early[: len(early) * share // 10]]
            state = replay(game, log).state
            found.append({"variant": subject.name(game), "log": log, "counts": counts(game, state)})
    return found


@pytest.mark.long
@pytest.mark.parametrize("game_id", registry.game_ids())
def test_stored_counts(game_id: str, update_golden: bool) -> None:
    path = COUNTS / f"{game_id}.json"
    if update_golden:
        COUNTS.mkdir(exist_ok=True)
        lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in stored(game_id))
        path.write_text(f"[\n{lines}\n]\n", "utf-8")
    assert path.exists(), f"counts/{path.name} is missing: run pytest --update-golden and read what it wrote"
    entries = json.loads(path.read_text("utf-8"))
    assert entries
    for entry in entries:
        game = registry.create_variant(entry["variant"])
        state = replay(game, entry["log"]).state
        assert counts(game, state) == entry["counts"], f"{entry['variant']} after {len(entry['log'])} entries"


@pytest.mark.parametrize(
    ("toy", "expected"),
    [
        ("dash", [2, 5, 11, 26]),  # roll or stop; a roll has three outcomes: D(n) = D(n-1) + 3 D(n-2)
        ("bids", [9, 81, 0, 0]),  # two seats with three bids each, two rounds
        ("garage", [3, 9, 27, 81]),
    ],
)
def test_toys_are_counted_right(toy: str, expected: list[int]) -> None:
    game = toys.TOYS[toy](toys.meta(toy).options.read({}))
    state = Play(game).state
    assert [by_playing(state, depth) for depth in range(1, 5)] == expected
    assert [by_merging(game, state, depth) for depth in range(1, 5)] == expected


def test_the_two_ways_disagree_about_a_game_whose_copies_are_not_independent() -> None:
    class Shared(toys.DashState):
        def copy(self) -> State:
            return Shared(self.game, self.v)

    class SharedDash(toys.Dash):
        state_class = Shared

    game = SharedDash(toys.meta("dash").options.read({}))
    assert by_playing(game.start(), 3) != by_merging(game, game.start(), 3)
