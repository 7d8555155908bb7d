"""The rules as functions on plain values: `rules/` applies them to a position, `par/` and `drive/` reckon with them.

dice.py     which dice may come next, what limits them, and how many hazards a space allows
control.py  what a die does to the control of its car
paths.py    where one die of a gear may take a car, past other cars and dirt
attack.py   which dice may be rolled at once, and in which order they may be driven
track.py    a road on given tyres, with what was worked out on it before
"""
