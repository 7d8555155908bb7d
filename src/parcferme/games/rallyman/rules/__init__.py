"""The rules of Rallyman, in the order in which a rally runs through them.

game.py        the game and its positions: the contract
phases.py      the table of phases: who acts, and what may follow
stage.py       from special to special: start, weather, service, rounds, results
rounds.py      the order of play            results.py   times, start orders, the result
begin.py       a turn before its first die  turn.py      what is chosen before and between dice
step.py        one die driven, shortcut cards
control.py     control kept or lost         turn_end.py  the gear card, split times, the finish
attack.py      the time attack              overtaking.py  who leaves room for whom
decks.py       cards put back, or real decks
choices.py     what may be done             refusals.py  why not
cache.py       the same looked up; menu.py holds the tables, legs.py drives dice of an attack in one go
"""
