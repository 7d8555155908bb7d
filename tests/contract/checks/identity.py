"""Copies are independent, reading changes nothing, and what is written reads back as the same game."""

from __future__ import annotations

import json
from random import Random

from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.core.events import Event
from parcferme.core.play import Play, replay
from parcferme.core.position import Note
from parcferme.core.record import canonical, fingerprint, read_record, record_of
from tests.contract.subject import Broken, Subject, demand, walk
from tests.support import advance

COPIES = 40  # kept of one random game
ON = 16  # steps that two states are played on together


def copies(subject: Subject) -> None:
    """Every earlier copy keeps its fingerprint while the game goes on, and reading never changes a position."""
    for game, state, where in subject.everywhere():
        before = fingerprint(state)
        go_on = state.copy()
        _read_everything(game, state)
        demand(fingerprint(state) == before, where, "reading the position changed it")
        for seed in range(2):
            advance(go_on, Random(seed))
        demand(fingerprint(state) == before, where, "playing a copy changed the original")
    for game in subject.games:
        kept: list[tuple[State, str]] = []
        every = max(1, game.bound() // COPIES)
        steps = 0

        def keep(state: State, game: Game = game, kept: list[tuple[State, str]] = kept, every: int = every) -> None:
            nonlocal steps
            if len(kept) < COPIES or steps % every == 0:
                kept.append((state.copy(), fingerprint(state)))
                _read_everything(game, kept[-1][0])
            steps += 1

        walk(game, 11, keep)
        for number, (copy, before) in enumerate(kept):
            demand(fingerprint(copy) == before, subject.name(game), "copy", number, "changed while another was played")


def _read_everything(game: Game, state: State) -> None:
    """Call every reading method once."""
    state.kind(), state.to_act(), state.chance(), state.result(), state.view(None)
    for seat in range(game.players):
        for action in [*state.legal(seat)[:3], 0, game.actions() - 1]:
            state.explain(seat, action)
        state.interrupts(seat)
        state.view(seat)
        state.resample(seat, Random(1))
    for seat in state.to_act():
        state.default(seat)


def dumps(subject: Subject) -> None:
    """A dump is a snapshot, a JSON object, that restores to a position which behaves the same ever after."""
    for game, state, where in subject.everywhere():
        dump = state.dump()
        demand(isinstance(dump, dict) and _plain(dump), where, "the dump holds more than JSON without fractions:", dump)
        text = canonical(dump)
        again = game.restore(json.loads(text))
        demand(canonical(again.dump()) == text, where, "restore(dump()) is another position")
        _same_behaviour(game, state, again, where)
        original = game.restore(dump)
        for seed in range(4):
            advance(original, Random(seed))
        demand(canonical(dump) == text, where, "the dump changed while the game went on: it is not a snapshot")


def _plain(value: object) -> bool:
    if isinstance(value, list):
        return all(_plain(part) for part in value)
    if isinstance(value, dict):
        return all(isinstance(name, str) and _plain(part) for name, part in value.items())
    return type(value) in (int, str, bool)


def _same_behaviour(game: Game, one: State, two: State, where: str) -> None:
    """Played side by side with the same luck, both show the same at every step."""
    one, two = one.copy(), two.copy()
    first, second = Random(5), Random(5)
    for step in range(ON):
        if step in (0, ON - 1):
            demand(_face(game, one) == _face(game, two), where, "after", step, "steps a restored position differs")
        if one.kind() == OVER:
            return
        demand(_choices(one) == _choices(two), where, "after", step, "steps a restored position offers other choices")
        advance(one, first)
        advance(two, second)
        demand(fingerprint(one) == fingerprint(two), where, "after", step, "steps a restored position differs")


def _choices(state: State) -> list[object]:
    return [state.kind(), state.to_act(), *(state.legal(seat) for seat in state.to_act()), state.chance()]


def _face(game: Game, state: State) -> str:
    """Everything a position shows, as one text."""
    result = state.result()
    seats = range(game.players)
    return canonical(
        [
            state.kind(), list(state.to_act()), [state.legal(seat) for seat in seats],
            [state.interrupts(seat) for seat in seats], [list(pair) for pair in state.chance()],
            [state.default(seat) for seat in state.to_act()], [state.view(seat) for seat in seats], state.view(None),
            result.to_json() if result is not None else None, fingerprint(state),
        ]
    )  # fmt: skip


def records(subject: Subject) -> None:
    """A random game → record → text → record → replay gives the same text and the same position."""
    for number, game in enumerate(subject.games):
        play = random_play(game, number)
        name = subject.name(game)
        try:
            text = record_of(play, [f"seat {seat}" for seat in range(game.players)], {"event": "contract"}).to_text()
            again = read_record(text)
            replayed = again.replay(subject.recreate(again))
        except ParcFermeError as error:
            raise Broken(f"{name} its own record does not replay: {error}") from error
        demand(again.to_text() == text, name, "the record reads back as another text")
        demand(fingerprint(replayed.state) == fingerprint(play.state), name, "the record replays to another position")
        demand(replayed.log == play.log, name, "the record replays to another log")


def random_play(game: Game, seed: int, start: Note | None = None) -> Play:
    """A random game as a Play, now and then interrupted or taken back."""
    rng = Random(seed)
    play = Play(game, start)
    steps, most = 0, game.bound()
    while not play.is_over() and steps <= most:
        _enter(play, rng, seed)
        steps += 1
    return play


def _enter(play: Play, rng: Random, seed: int) -> None:
    state, game = play.state, play.game
    ready = [(seat, action) for seat in range(game.players) for action in state.interrupts(seat)]
    if ready and seed % 3 == 2 and rng.random() < 0.03:
        play.act(*rng.choice(ready))
    elif play.log and len(play.log) < 60 and rng.random() < 0.02:
        play.undo(rng.randrange(len(play.log)))
    elif state.kind() == CHANCE:
        play.happen(rng.choice(state.chance())[0])
    elif state.kind() == JOINT:
        play.act_jointly([rng.choice(state.legal(seat)) for seat in state.to_act()])
    else:
        seat = state.to_act()[0]
        play.act(seat, rng.choice(state.legal(seat)))


def telling(subject: Subject) -> None:
    """A game told by events is the same game as one played in silence, and so is its replay."""
    for _, state, where in subject.everywhere():
        silent, told = state.copy(), state.copy()
        first, second = Random(9), Random(9)
        events: list[Event] = []
        for _ in range(ON):
            if silent.kind() == OVER:
                break
            advance(silent, first)
            advance(told, second, events)
            demand(fingerprint(silent) == fingerprint(told), where, "events on and off give different positions")
    for game in subject.games:
        play = random_play(game, 1)
        told = replay(game, play.log, []).state
        demand(fingerprint(told) == fingerprint(play.state), subject.name(game), "a replay with events differs")
