"""A view as a vector of fixed length.

What the contract promises is a view in JSON; learners want numbers that stand still. A `Layout` finds them by trial: it
plays a few seeded random games of the variant, lists every leaf of every view by its path, and gives a place to each
that was ever seen to change:

    seats.1.gear            a number (or 0/1 for a flag) stands at its path
    weather=snow            a text, or null, is 1 at the place of its path and value
    pile.length             lists that grow or shrink also tell their length

The head says who looks and who is asked. Leaves that never changed carry no information and have no place. What trial
play never met (a rare text, a longer list) is counted in a few spill places instead of being lost without a trace.
The same variant always gives the same layout. It is a fair start for learning, not a hand-made encoding: who wants
planes or embeddings reads `State.view` and builds them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from random import Random

from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State, View
from parcferme.core.record import canonical

SPILL = 8  # places for what trial play never met
LARGEST = float(2**24)  # beyond this, whole numbers are no longer exact in 32 bits; values are clipped here
TRIAL_GAMES = 6
TRIAL_VIEWS = 1000


class Layout:
    """Which place of the vector means what, for one variant."""

    def __init__(self, game: Game) -> None:
        self.players = game.players
        self.first = game.start().view(0)  # parts of a view that are still as here need not be looked into
        self.constant = {key: leaves(part, key) for key, part in self.first.items()}
        changing: set[str] = set()
        for view in _trial_views(game):
            for key in {**self.first, **view}:
                if view.get(key) != self.first.get(key) or (key in view) != (key in self.first):
                    changing |= self._changed(key, leaves(view[key], key) if key in view else {})
        head = [f"I am seat {seat}" for seat in range(game.players)]
        head += [f"seat {seat} is asked" for seat in range(game.players)]
        self.names = [*head, *sorted(changing), *(f"spill {number}" for number in range(SPILL))]
        self.places = {name: place for place, name in enumerate(self.names)}
        self.still = {key for key in self.first if not any(name in changing for name in self.constant[key])}

    def _changed(self, key: str, seen: dict[str, float]) -> set[str]:
        """Leaves below a key that are not as they were in the first view. What was not there then counts as 0."""
        known = self.constant.setdefault(key, {})
        found = {name for name, value in seen.items() if known.setdefault(name, 0.0) != value}
        return found | {name for name, value in known.items() if value != 0.0 and name not in seen}

    def __len__(self) -> int:
        return len(self.names)

    def encode(self, state: State, seat: int | None) -> list[float]:
        """What this seat (`None`: a spectator) sees, as numbers."""
        vector = [0.0] * len(self.names)
        if seat is not None:
            vector[seat] = 1.0
        for asked in state.to_act():
            vector[self.players + asked] = 1.0
        for key, part in state.view(seat).items():
            if key not in self.still or part != self.first[key]:
                self._place(vector, key, leaves(part, key))
        return vector

    def _place(self, vector: list[float], key: str, seen: dict[str, float]) -> None:
        known = self.constant.get(key, {})
        for name, value in seen.items():
            place = self.places.get(name)
            if place is not None:
                vector[place] = value
            elif known.get(name) != value:
                vector[len(vector) - 1 - zlib.crc32(name.encode()) % SPILL] += 1.0


_layouts: dict[str, Layout] = {}


def layout_of(game: Game) -> Layout:
    """The layout of a variant; made once in a process, since trial play takes a moment."""
    key = canonical([game.id, game.version, game.options])
    if key not in _layouts:
        _layouts[key] = Layout(game)
    return _layouts[key]


def leaves(value: object, path: str) -> dict[str, float]:
    """Every leaf of a view by its name, as a number."""
    found: dict[str, float] = {}
    _collect(value, path, found)
    return found


def _collect(value: object, path: str, found: dict[str, float]) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            _collect(part, f"{path}.{key}", found)
    elif isinstance(value, list):
        found[f"{path}.length"] = float(len(value))
        for index, part in enumerate(value):
            _collect(part, f"{path}.{index}", found)
    elif isinstance(value, int | float):
        found[path] = max(-LARGEST, min(LARGEST, float(value)))
    else:
        found[f"{path}={'null' if value is None else value}"] = 1.0


def _trial_views(game: Game) -> Iterator[View]:
    """Views of all seats along a few random games."""
    left = TRIAL_VIEWS
    for seed in range(TRIAL_GAMES):
        rng = Random(seed)
        state = game.start()
        while left > 0:
            for seat in range(game.players):
                left -= 1
                yield state.view(seat)
            if state.kind() == OVER:
                break
            random_step(state, rng)


def random_step(state: State, rng: Random) -> None:
    """One random move, joint move or outcome."""
    if state.kind() == CHANCE:
        outcomes = state.chance()
        state.apply(rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0])
    elif state.kind() == JOINT:
        state.apply_joint([rng.choice(state.legal(seat)) for seat in state.to_act()])
    else:
        state.apply(rng.choice(state.legal(state.to_act()[0])))
