"""The rules by phase: prepare → drive → score, refusals, and the contract that joins them."""

from parcferme.games.rally.rules.game import create

__all__ = ["create"]
