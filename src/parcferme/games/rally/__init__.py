"""RALLY: a world championship of road rallies on interchangeable road cards, Italy 1980.

Each turn a driver sets a gear, then rolls for how hard a square he can take this turn, then drives as far as he dares
within the gear's limits, braking where the road is too short and rolling for damage where it is too hard. Cars start
one turn apart; the fewest turns win the stage, the stages make the race, eight races the championship.

    meta.py       title, seats and options
    state.py      the position: the rally and its cars; POSITION.md explains the notation
    actions.py    action and outcome ids and their notation
    view.py       what a seat or a spectator may know; view_types.py its shape
    effects.py    what an action does: a gear's range, the next square, tyres
    board/        parts (of the box), check and content (own documents), route (laying a road), tables (of a game)
    rules/        phases (the table), prepare (order, set-ups, cards, mechanics), drive (a turn), score, refusals,
                  ahead (the squares before a car), possible (positions that are read), game (the contract)
    mechanics/    driving (gears, squares, tyres, stops), crew (hidden mechanics), standings: pure functions
    par/          solver (exact turns of one car on a stage), worth (of actions), planning (set-up, tyres, mechanics),
                  certificate and checker
    drive/        bots (drivers: novice, clubman; works: solves the stage), advice (turns to expect), odds (of a move)
    show/         terminal (the board), commands (`par`, `mechanics` and `check`)
    content/      road cards, gear, risk and damage tables, weather rings (house data), the calendar
    RULES.md      every clause and ruling
"""
