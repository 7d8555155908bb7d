"""The rules, one module per chapter: setup → laying (markers) → kit → turns → driving (speeds, features, controls,
hazards, overtaking, faults) → scoring. `game.py` ties them to the contract, `phases.py` is the table of phases,
`sealed.py` lets several drive unseen by each other, `refusals.py` says why an action is not possible now."""

from parcferme.games.rally_round.rules.game import RallyGame, RallyState, SealedGame, create
from parcferme.games.rally_round.rules.sealed import SealedState

__all__ = ["RallyGame", "RallyState", "SealedGame", "SealedState", "create"]
