"""The rules, one module per phase: setup → laying (markers) → kit → turns → driving (speeds, features, controls,
hazards, overtaking, faults) → scoring. `rally.py` ties them to the contract, `sealed.py` lets several drive unseen by
each other, `game.py` makes the game its options ask for; `refusals.py` says why an action is not possible now."""

from parcferme.games.rally_round.rules.game import RallyGame, SealedGame, create
from parcferme.games.rally_round.rules.rally import RallyState
from parcferme.games.rally_round.rules.sealed import SealedState

__all__ = ["RallyGame", "RallyState", "SealedGame", "SealedState", "create"]
