"""Rallye-Code: round France by the highway code of the 1950s.

Two dice drive each car from Paris round the country. Money only changes hands: fines go to the player who is
Gendarme, the price of garages, first aid, petrol and hotels goes into four boxes run by players, the gérants. Whoever
has most in his purse at the appointed end wins. Two printed rule sheets survive; both are played, as editions A and B.

    meta.py      title, seats, options
    pieces.py    cells, cards and tariffs as values
    load.py      reading and checking them; board_check.py follows a board's links
    tables.py    what is computed from them once per game: paths, what lies ahead, distances
    state.py     the position: one flat list, its offsets, copy and dump
    actions.py   ids and notations of actions and of chance's outcomes
    rules/       a turn from top to bottom: game, flow, setup, turn, move, landing, money, window, refusals
    view.py      what a seat or a spectator sees
    chances.py   plain chances of two dice and of the tariff
    analysis.py  exact odds: release, refusal, cards, one roll played out; the purse to expect
    chain.py     a lone car as a Markov chain: where it stops, what it pays
    holding.py   what a gérance is worth to its holder; a takeover weighed
    certificate.py, checker.py  a weighed takeover written down, and verified by the rules
    bots.py      novice, clubman, works
    commands.py  `takeover` and `check` in the terminal
    terminal.py  the position as text
    content/     house-1 (board), house-24 (deck), editions (tariffs)
    RULES.md     every clause and ruling
"""
