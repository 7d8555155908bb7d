"""The rules, in the order of a game: tokens, placing, programming, turns, replacing; one phase of a turn: execution,
moves, collisions, arriving, still, weapons, damage; and the end: ending, conceding. `placing_lists.py` keeps what
`placing.py` finds, `phases.py` is the table of who decides what and when, `game.py` the game as everybody outside knows
it."""
