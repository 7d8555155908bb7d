"""Games told a second time as plain programs after the ledgers (`reference.py` of a game), played beside the engine.

Such a program is a generator. It asks whoever plays it, and is told the answers; the engine must ask the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random
from typing import NamedTuple, TypeVar

from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State

DICE = -1  # instead of a seat: chance answers
EVERYBODY = -2  # all seats at once, sealed
T = TypeVar("T")


class Ask(NamedTuple):
    """Who is asked, and what may be answered, by notation: a list for each who answers."""

    seat: int
    answers: list[list[str]]


Steps = Generator[Ask, list[str], T]
Choose = Callable[[State, list[str]], str]


def ask(seat: int, answers: list[str]) -> Steps[str]:
    """A question to one alone."""
    return (yield Ask(seat, [answers]))[0]


def play_beside(game: Game, opinion: Steps[T], rng: Random, choose: Choose | None = None) -> tuple[State, T]:
    """A random match in which the engine and the opinion ask the same from first to last: how each of them ends."""
    state = game.start()
    try:
        asked = next(opinion)
        while True:
            expected = Ask(asked.seat, [sorted(answers) for answers in asked.answers])
            assert _asked(game, state) == expected, f"{_asked(game, state)}, not {expected}, in {state.dump()}"
            answers = [choose(state, open) if choose else rng.choice(open) for open in asked.answers]
            _apply(game, state, answers)
            asked = opinion.send(answers)
    except StopIteration as end:
        assert state.kind() == OVER
        return state, end.value


def _asked(game: Game, state: State) -> Ask:
    kind = state.kind()
    assert kind != OVER, "the engine asks nobody any more"
    if kind == CHANCE:
        return Ask(DICE, [sorted(game.format_outcome(outcome) for outcome, _ in state.chance())])
    seats = state.to_act()
    offers = [sorted(game.format(action) for action in state.legal(seat)) for seat in seats]
    return Ask(EVERYBODY if kind == JOINT else seats[0], offers)


def _apply(game: Game, state: State, answers: list[str]) -> None:
    if state.kind() == CHANCE:
        state.apply(game.parse_outcome(answers[0]))
    elif state.kind() == JOINT:
        state.apply_joint([game.parse(answer) for answer in answers])
    else:
        state.apply(game.parse(answers[0]))
