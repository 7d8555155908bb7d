"""A race whose rules were mended once: the toy with two versions.

meta.py           both versions
state.py          the position and its notation
rules/versions.py what differs, as a named predicate
rules/phases.py   the table of phases
rules/game.py     the game
"""
