"""RALLY: a world championship of road rallies on interchangeable road cards, Italy 1980.

Each turn a driver sets a gear, then rolls for how hard a square he can take this turn, then drives as far as he dares
within the gear's limits, braking where the road is too short and rolling for damage where it is too hard. Cars start
one turn apart; the fewest turns win the stage, the stages make the race, eight races the championship.

    meta.py       title, seats and options
    content/      road cards, gear, risk and damage tables, weather rings (house data), the calendar
    load.py       reading and checking those files
    tables.py     everything that is fixed for one game, compiled from content and options
    route.py      laying a road: calendar limits, geometry, and the levels along it
    state.py      the position as one flat list
    mechanics.py  who helps where, and what everybody can tell of hidden mechanics
    standings.py  score A, race points, championship
    actions.py    action and outcome ids and their notation
    rules/        prepare (order, set-ups, cards, mechanics), drive (a turn), score, refuse, game (the contract)
    view.py       what a seat or a spectator may know
    analysis.py   exact odds of a move
    solver.py     exact expected turns of one car on a stage
    advice.py     what each action is worth on a solved stage
    expectation.py  turns to expect, from anywhere in a stage
    planning.py   set-up, tyres and mechanics by solving the stage
    certificate.py, checker.py  a solved stage written down, and verified by the rules
    bots.py       the levels: drivers.py has novice and clubman, works.py the driver who solves the stage
    terminal.py   the board in a terminal
    commands.py   `par`, `mechanics` and `check` in the terminal
    RULES.md      every clause and ruling
"""
