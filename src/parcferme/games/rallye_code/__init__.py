"""Rallye-Code: round France by the highway code of the 1950s.

Two dice drive each car from Paris round the country. Money only changes hands: fines go to the player who is
Gendarme, the price of garages, first aid, petrol and hotels goes into four boxes run by players, the gérants. Whoever
has most in his purse at the appointed end wins. Two printed rule sheets survive; both are played, as editions A and B.

    meta.py      title, seats, options
    state.py     the position: its cars, the money, whose turn it is
    actions.py   ids and notations of actions and of chance's outcomes
    board/       cells, cards and tariffs: reading and checking them, and what is computed from them once per game
    mechanics/   rules as functions on plain values: dice, bills, leaving, takeovers, chances
    rules/       a turn from top to bottom; phases.py says what follows what, game.py is the Game
    par/         a lone car as a Markov chain, what a gérance is worth, a takeover weighed and proved
    drive/       bots (novice, clubman, works), the purse to expect, exact odds
    view.py      what a seat or a spectator sees; view_types.py its shape
    effects.py   what an action does: which car rolls, what money moves
    show/        the position as text; `takeover` and `check` in the terminal
    content/     house-1 (board), house-24 (deck), editions (tariffs)
    RULES.md     every clause and ruling; POSITION.md the notation of positions
"""
