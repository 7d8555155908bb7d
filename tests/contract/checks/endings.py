"""Random play ends in time, with a result that adds up."""

from __future__ import annotations

from parcferme.core.contract import OVER, Game, State
from parcferme.core.result import Result, utilities
from tests.contract.subject import GAMES, Subject, demand, walk


def bounds(subject: Subject) -> None:
    """Random games are over within `bound()` steps."""
    for game in subject.games:
        demand(game.bound() > 0, subject.name(game), "bound", game.bound())
        for seed in range(GAMES + 2):
            last: list[State] = []

            def visit(state: State, last: list[State] = last) -> None:
                last[:] = [state]

            steps = walk(game, seed, visit)
            demand(last[0].kind() == OVER, subject.name(game), "seed", seed, "is not over after", steps, "steps")
            demand(steps <= game.bound(), subject.name(game), "seed", seed, "took", steps, "steps: past its bound")


def results(subject: Subject) -> None:
    """No result before the end; then places, scores and measures for every seat, places that read 1, 2, 2, 4."""
    ended = 0
    for game, state, where in subject.everywhere():
        result = state.result()
        demand((result is None) == (state.kind() != OVER), where, "a result before the end, or none after it")
        if result is not None:
            ended += 1
            _adds_up(game, result, where)
    demand(ended >= len(subject.games), subject.meta.id, "some variants never ended")


def _adds_up(game: Game, result: Result, where: str) -> None:
    seats = game.players
    lengths = [len(result.places), len(result.scores), *(len(column) for column in result.measures.values())]
    demand(set(lengths) == {seats}, where, "the result is not for", seats, "seats:", result)
    for place in result.places if seats > 1 else ():  # alone, a seat may have lost against crews of its own
        before = sum(1 for other in result.places if other < place)
        demand(place == before + 1, where, "places that do not add up:", result.places)
    demand(all(type(score) is int for score in result.scores), where, "scores are not whole numbers:", result.scores)
    demand(bool(result.reason) and bool(result.clause), where, "the result has no reason or no clause:", result)
    low, high = game.score_bounds()
    demand(low <= high, where, "score bounds", low, high)
    demand(all(-1.0 <= gain <= 1.0 for gain in utilities(result, low, high)), where, "utilities outside −1 … 1")
