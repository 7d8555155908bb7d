"""A game under test: its variants, positions sampled from random games, and the papers that lie beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType

from parcferme.core import registry
from parcferme.core.clauses import Clause, read_clauses
from parcferme.core.contract import CHANCE, OVER, Ask, Game, State, View
from parcferme.core.events import Event
from parcferme.core.meta import Meta
from parcferme.core.record import Record
from tests.contract.variants import Create, spread
from tests.support import advance

VARIANTS = 20  # variants of a game, at most (more only where single values need them)
POSITIONS = 10  # positions of a variant
GAMES = 3  # random games from which they are taken
QUESTIONS = 60_000  # calls of `explain` for one variant, at most: games with huge action tables get fewer positions


class Broken(AssertionError):
    """A game does not keep the contract."""


def demand(kept: bool, *message: object) -> None:
    if not kept:
        raise Broken(" ".join(str(part) for part in message))


class Asks:
    """What a game's asks.py offers: what a seat is asked, and who follows."""

    def __init__(self, module: ModuleType | None) -> None:
        assert module is not None, "a game without asks.py"
        self.asked: Callable[[View, int, set[str]], Ask] = module.asked
        self.following: Callable[[View], list[int]] = module.following


@dataclass(eq=False)
class Subject:
    """One game with everything the checks look at."""

    meta: Meta
    create: Create
    clauses: dict[str, Clause]
    texts: dict[str, dict[str, str]]
    asks: Asks
    more: list[str] = field(default_factory=list)  # further variants by canonical name
    _positions: dict[str, list[State]] = field(default_factory=dict)

    @cached_property
    def games(self) -> list[Game]:
        games = spread(self.meta.options, self.create, VARIANTS)
        return games + [registry.create_variant(variant) for variant in self.more]

    def name(self, game: Game) -> str:
        return self.meta.options.name(game.options)

    def positions(self, game: Game) -> list[State]:
        """Positions of a variant; belong to the subject: copy before changing one."""
        name = self.name(game)
        if name not in self._positions:
            self._positions[name] = sample(game, POSITIONS)
        return self._positions[name]

    def everywhere(self) -> Iterator[tuple[Game, State, str]]:
        """Every sampled position of every variant, with a text that says where it is."""
        for game in self.games:
            for number, state in enumerate(self.positions(game)):
                yield game, state, f"{self.name(game)}, position {number}:"

    def recreate(self, record: Record) -> Game:
        return self.create(self.meta.options.read(record.options))


def registered(game_id: str) -> Subject:
    """A game of the registry, with its papers and the further variants its tests list."""
    folder = registry.folder(game_id)
    listed = Path(__file__).parent.parent / "games" / game_id / "variants.txt"
    more = [line.strip() for line in listed.read_text("utf-8").splitlines()] if listed.exists() else []
    catalogues = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((folder / "text").glob("*.json"))}
    return Subject(
        registry.meta(game_id),
        lambda options: registry.create(game_id, options),
        read_clauses(folder / "RULES.md"),
        catalogues,
        Asks(registry.part(game_id, "asks")),
        [line for line in more if line and not line.startswith("#")],
    )


def interrupt(game: Game, state: State, rng: Random, events: list[Event] | None = None) -> bool:
    """An interrupting action of some seat, if there is one now."""
    ready = [(seat, action) for seat in range(game.players) for action in state.interrupts(seat)]
    if ready:
        seat, action = rng.choice(ready)
        state.interrupt(seat, action, events)
    return bool(ready)


def walk(game: Game, seed: int, visit: Callable[[State], None], events: list[Event] | None = None) -> int:
    """A random game, `visit` before every step and at the end; returns the steps. Every third seed also interrupts."""
    rng = Random(seed)
    state = game.start()
    steps, most = 0, game.bound()
    while state.kind() != OVER and steps <= most:
        visit(state)
        if seed % 3 != 2 or rng.random() > 0.03 or not interrupt(game, state, rng, events):
            advance(state, rng, events)
        steps += 1
    visit(state)
    return steps


def sample(game: Game, most: int) -> list[State]:
    """Positions of random games, spread over the sorts of node they pass: starts, ends, each phase, each chance."""
    rng = Random(7)
    found: dict[str, list[State]] = {}
    seen: dict[str, int] = {}

    def visit(state: State) -> None:
        sort = sort_of(game, state)
        seen[sort] = seen.get(sort, 0) + 1
        kept = found.setdefault(sort, [])
        if len(kept) < 3:
            kept.append(state.copy())
        elif (place := rng.randrange(seen[sort])) < 3:
            kept[place] = state.copy()

    for seed in range(GAMES):
        walk(game, seed, visit)
    most = min(most, max(4, QUESTIONS // (game.players * game.actions())))
    rounds = [state for turn in range(3) for kept in found.values() for state in kept[turn : turn + 1]]
    return rounds[: max(most, len(found))]


def sort_of(game: Game, state: State) -> str:
    """What sort of node it is, as far as the contract tells: who acts, and the kind of the first choice."""
    kind = state.kind()
    if kind == CHANCE:
        return f"chance {game.format_outcome(state.chance()[0][0]).partition(':')[0]}"
    if kind == OVER:
        return "over"
    seats = state.to_act()
    return f"{kind} {len(seats)} {game.form(state.legal(seats[0])[0])['kind']}"
