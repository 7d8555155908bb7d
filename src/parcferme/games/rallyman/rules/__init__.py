"""The rules of Rallyman: stage (specials, rounds), begin, turn and step (one turn), choices (what is legal).

`machine.py` holds them together.
"""
