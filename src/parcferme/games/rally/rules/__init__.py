"""The rules: prepare → drive → score, the table of phases, refusals, and the contract that joins them (game.py)."""
