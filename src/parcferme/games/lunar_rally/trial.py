"""Lunar Rally alone in an event: both Rovers across a scenario, the first on the Finish Line counts (LR-R43)."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.errors import BadOption, ParcFermeError
from parcferme.core.options import Options
from parcferme.core.play import Entry, replay
from parcferme.core.trial import HOME, RETIRED, GoOn, Mark, Par, Trial, with_fixed
from parcferme.games.lunar_rally.meta import META
from parcferme.games.lunar_rally.par.certificate import Solution, solve
from parcferme.games.lunar_rally.par.checker import check
from parcferme.games.lunar_rally.rules.ending import damage_of
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.games.lunar_rally.state import ENDED, FINISH, REASON_CLAUSES, REASONS, Position

FIXED: Final[dict[str, object]] = {"players": 1, "first": "agreed", "loose_cards": False}
ROVERS: Final = (1, 2)
WHOLE: Final = 3  # phases of an undamaged Rover


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


def par(game: Game, legs: int, go_on: GoOn) -> Par | None:
    """The fewest turns in which an undamaged Rover can be there: the certificate proves it for each of the two."""
    assert isinstance(game, LunarGame)
    ground = game.race.grounds[0]
    try:
        solved: list[Solution] = [solve(ground, _map(game), number) for number in ROVERS]
    except ParcFermeError:
        return None  # a Rover that finds no way undamaged has no certificate
    best = min([solution.value for solution in solved])
    return Par(best, best, {"rovers": [solution.certificate for solution in solved]})


def check_par(game: Game, legs: int, given: Par) -> list[str]:
    """Both proofs by the rules, and the better one is the par."""
    assert isinstance(game, LunarGame)
    rovers = given.certificate.get("rovers")
    proofs = [proof for proof in rovers if isinstance(proof, dict)] if isinstance(rovers, list) else []
    if [proof.get("number") for proof in proofs] != list(ROVERS):
        return ["the certificate has no proof for each Rover"]
    if [(proof.get("scenario"), proof.get("phases")) for proof in proofs] != [(_map(game), WHOLE)] * len(ROVERS):
        return ["the certificate is of another map"]
    wrong = [fault for proof in proofs for fault in check(proof)]
    best = 0 if wrong else min([int(str(proof["turns"])) for proof in proofs])
    if not wrong and (given.low, given.high) != (best, best):
        wrong.append(f"{given.low} to {given.high} turns, but {best} are proved")
    return wrong


def _map(game: LunarGame) -> dict[str, object] | str:
    own = game.options["map"]
    return own if isinstance(own, dict) else str(game.options["scenario"])


TRIAL: Final = Trial(
    measure="turns",
    unit="turns",
    ties=("phases", "damage"),
    task=task,
    judge=judge,
    par=par,
    check_par=check_par,
)
