"""Rules as functions on plain values, for `rules/` and `par/` alike.

dice.py      two dice: faces, totals, and in how many ways
bills.py     what a service costs: arriving, colliding, staying another day, leaving
leaving.py   which roll lets a car go
takeover.py  what a gérance costs, who wins a refusal, half a box
chances.py   exact chances that follow from these
"""
