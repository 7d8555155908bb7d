"""The rules, one module per phase: setup → laying (markers) → kit → turns → driving (speeds, features, controls,
hazards, overtaking, faults) → scoring. `rally.py` ties them to the contract; `refusals.py` says why an action is not
possible now."""

from parcferme.games.rally_round.rules.rally import RallyGame, RallyState, create

__all__ = ["RallyGame", "RallyState", "create"]
