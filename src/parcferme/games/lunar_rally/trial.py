"""Lunar Rally alone in an event: both Rovers across a scenario, the first on the Finish Line counts (LR-R43)."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.errors import BadOption
from parcferme.core.options import Options
from parcferme.core.play import Entry, replay
from parcferme.core.trial import HOME, RETIRED, Mark, Par, Trial, with_fixed
from parcferme.games.lunar_rally.meta import META
from parcferme.games.lunar_rally.par.certificate import Solution, solve
from parcferme.games.lunar_rally.rules.ending import damage_of
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.games.lunar_rally.state import ENDED, FINISH, REASON_CLAUSES, REASONS, Position

FIXED: Final[dict[str, object]] = {"players": 1, "first": "agreed", "loose_cards": False}
ROVERS: Final = (1, 2)


def task(given: dict[str, object]) -> Options:
    """One player, and nothing left to the Start Tokens: everybody drives the same map."""
    chosen = with_fixed("lunar_rally", given, FIXED)
    if given.get("scenario") == "tokens":
        raise BadOption("lunar_rally", "scenario", "a trial names its map")
    return META.options.read(chosen)


def judge(game: Game, log: list[Entry], legs: int) -> Mark | None:
    """Turns, then phases of the last turn, then damage (LR-R43)."""
    state = replay(game, log).state
    assert isinstance(state, LunarState)
    position = state.position
    if position.phase != ENDED:
        return None
    if position.reason != FINISH:
        reason = REASONS[position.reason]
        return Mark(RETIRED, [], reason=reason, clause=REASON_CLAUSES[position.reason])
    return Mark(HOME, [int(position.round), _phases(position), damage_of(position, 0)])


def _phases(position: Position) -> int:
    """How far into the round the finish was reached: Rover 1's three phases come before Rover 2's."""
    return 3 * (int(position.moon) - 1) + int(position.revealed)


def par(game: Game, legs: int) -> Par | None:
    """The fewest turns in which an undamaged Rover can be there."""
    assert isinstance(game, LunarGame)
    ground = game.race.grounds[0]
    own = game.options["map"]
    scenario: dict[str, object] | str = own if isinstance(own, dict) else str(game.options["scenario"])
    solved: list[Solution] = [solve(ground, scenario, number) for number in ROVERS]
    best = solved[0] if solved[0].value <= solved[1].value else solved[1]
    return Par(best.value, best.value, best.certificate)


TRIAL: Final = Trial(measure="turns", unit="turns", ties=("phases", "damage"), task=task, judge=judge, par=par)
