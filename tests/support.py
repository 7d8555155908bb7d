"""What tests of every game share: following a script by notation, and golden playthroughs."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, TypeVar

from parcferme.core.bot import Bot
from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER, Game, State
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.registry import variant_of
from parcferme.core.studio import Kind

ROOT = Path(__file__).parent.parent
Chooser = Callable[[State, int], int]
S = TypeVar("S", bound=State)
T = TypeVar("T")


def load(name: str) -> ModuleType:
    """A script of the repository that is in no package: `load("tools/beside")`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(kind: Kind, document: object) -> list[tuple[str, bool, str, str]]:
    """What a check of the studio finds: where, whether it stops publishing, the clause, the key of the sentence."""
    return [(one.place, one.stops, one.clause, one.key) for one in kind.check(document)]


class Looks:
    """A watch on which every look takes a millisecond."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 1000


def free_port() -> int:
    """For a server that is started later, perhaps again: none of those that the system gives to outgoing connections
    (from 32768 on), or one of these might hold it meanwhile."""
    for port in Random().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def names(game: Game, state: State, seat: int | None = None) -> list[str]:
    """The notations of the legal actions of a seat (by default of the only one that decides)."""
    return [game.format(action) for action in state.legal(state.to_act()[0] if seat is None else seat)]


def follow(game: Game, state: State, *texts: str) -> list[Event]:
    """Apply moves and outcomes by notation, checking that each is possible; returns what happened."""
    events: list[Event] = []
    for text in texts:
        if state.kind() == CHANCE:
            outcome = game.parse_outcome(text)
            assert outcome in [possible for possible, _ in state.chance()], f"{text} cannot happen"
            state.apply(outcome, events)
        else:
            assert state.kind() == DECISION, f"nobody decides when {text} is due"
            seat = state.to_act()[0]
            action = game.parse(text)
            assert state.explain(seat, action) is None, f"{text}: {state.explain(seat, action)}"
            state.apply(action, events)
    return events


def random_play(game: Game, seed: int, choose: Chooser | None = None) -> Play:
    """A whole game from a seed; random where no chooser is given."""
    rng = Random(seed)
    play = Play(game)
    steps = 0
    while play.state.kind() != OVER:
        steps += 1
        assert steps <= game.bound(), f"the game is longer than its bound of {game.bound()} steps"
        step(play, rng, choose)
    return play


def step(play: Play, rng: Random, choose: Chooser | None = None, events: list[Event] | None = None) -> None:
    """One move, joint move or outcome."""
    state = play.state
    if state.kind() == CHANCE:
        outcomes = state.chance()
        play.happen(rng.choices([o for o, _ in outcomes], [w for _, w in outcomes])[0], events)
        return
    moves = [rng.choice(state.legal(seat)) if choose is None else choose(state, seat) for seat in state.to_act()]
    if state.kind() == JOINT:
        play.act_jointly(moves, events)
    else:
        play.act(state.to_act()[0], moves[0], events)


def advance(state: State, rng: Random, events: list[Event] | None = None) -> None:
    """One random step. Outcomes are drawn without their weights: rare ones are worth visiting."""
    kind = state.kind()
    if kind == CHANCE:
        state.apply(rng.choice(state.chance())[0], events)
    elif kind == JOINT:
        state.apply_joint([rng.choice(state.legal(seat)) for seat in state.to_act()], events)
    elif kind == DECISION:
        state.apply(rng.choice(state.legal(state.to_act()[0])), events)


def driven(state: S, bots: list[Bot], rng: Random) -> S:
    """Played to the end by bots that see a resampled position, as at a table. Every choice is checked."""
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
            continue
        moves = [bots[seat].choose(state.resample(seat, rng), seat) for seat in state.to_act()]
        for seat, move in zip(state.to_act(), moves, strict=True):
            assert state.explain(seat, move) is None
        if state.kind() == JOINT:
            state.apply_joint(moves)
        else:
            state.apply(moves[0])
    return state


def playthrough(
    game: Game, seed: int, choose: Chooser | None = None, show: Callable[[State], str] | None = None
) -> str:
    """A readable account of a whole game: every move and what it caused, with clauses."""
    rng = Random(seed)
    play = Play(game)
    lines = [variant_of(game), ""]
    while play.state.kind() != OVER:
        events: list[Event] = []
        step(play, rng, choose, events)
        who, what = play.log[-1]
        lines.append(f"{who}: {' '.join(what) if isinstance(what, list) else what}")
        lines += [f"    {e.clause:7} {e.kind} {_args(e)}".rstrip() for e in events]
        if show is not None:
            lines.append(show(play.state))
    result = play.state.result()
    assert result is not None
    lines += ["", f"result: {result.reason} ({result.clause}), places {result.places}, {result.measures}"]
    return "\n".join(lines) + "\n"


def _args(event: Event) -> str:
    return " ".join(f"{key}={value}" for key, value in event.args.items())


def check_golden(path: Path, text: str, update: bool) -> None:
    """Compare with the stored text; `pytest --update-golden` writes it instead."""
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.exists(), f"{path.name} is missing: run pytest --update-golden and read what it wrote"
    assert text == path.read_text("utf-8"), f"{path.name} differs: a rule has changed"


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Done in an event loop of its own, also where the browser tests of this process keep one running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
