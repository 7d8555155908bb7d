"""The rules of Rallye-Code, one file per part of a turn.

game.py      the Game and State that the contract asks for; which positions there can be
phases.py    the table of phases: what is waited for, and what the rules do by themselves in between
setup.py     the first roll: who is Gendarme
turn.py      whose turn, the roll, leaving a garage, the end of the game
move.py      along the road: tills passed, overtaking, crossings
collision.py who hits whom, and what it costs
landing.py   the arrival square: signs, services, offices, Paris
gerances.py  gérances allotted and taken over
cards.py     the Contravention deck
money.py     payments, half a box, elimination
window.py    table mode: fines, claims and challenges after each turn
refusals.py  why an action is not possible now
"""
