"""The rules, in the order of a game: tokens, placing, turns; and one phase: phase, moves, weapons, damage, ending."""

from parcferme.games.lunar_rally.rules.turns import LunarGame, LunarState, create

__all__ = ["LunarGame", "LunarState", "create"]
