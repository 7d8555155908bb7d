"""The rules of Rallye-Code, one file per part of a turn. `create` makes a game.

game.py      the Game and State that the contract asks for
flow.py      what follows what
setup.py     the first roll: who is Gendarme
turn.py      whose turn, the roll, leaving a garage, the end of the game
move.py      along the road: tills passed, overtaking, crossings, collisions
landing.py   the arrival square: cards, accidents, services, gérances, takeovers
money.py     payments, half a box, elimination
window.py    table mode: fines, claims and challenges after each turn
refusals.py  why an action is not possible now
"""

from parcferme.games.rallye_code.rules.game import create

__all__ = ["create"]
