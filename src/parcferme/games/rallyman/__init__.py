"""Rallyman: one to four drivers, three special stages against the clock.

A turn is a chain of dice, one space per die; gears change by one, every die may show a hazard, and the third hazard
loses control. A turn costs the seconds printed on the card of the gear it ends in, so long turns that end in a high
gear are good. Rolling all dice at once (the time attack) earns a second per die but cannot be stopped half-way; seconds
buy safe dice. Everything is public. The rules, clause by clause, are in RULES.md.

    meta.py       the door plate: title, seats, options
    content/      zones (boards), dice and cards
    load.py       zone and special files: read, validate; geometry.py checks the drawn shape
    road.py       a special compiled into a graph, and which paths a gear may take on it
    kept.py       what has been worked out about a road before: the rules look it up
    rally.py      a rally as its director organised it: stages, dice, cards, options
    state.py      the position; past.py numbers what drivers have collected: cards, split times
    actions.py    action and outcome ids and their notation
    rules/        stage (service, rounds, results), begin, turn and step (one turn), choices (what is legal), refusals,
                  machine (the state) and game
    view.py       what everybody sees; sheet.py writes the course sheet
    analysis.py   exact odds beside every action, and what a seat may expect
    model.py      the table of a solved special; attacks.py and chain.py are the two techniques on it, sweep.py fills it
    solver.py     a special solved: par, policy, certificate; times.py has the chance of every time
    checker.py    verifies a certificate by playing the game itself
    course.py     a whole rally solved in a moment, outlook.py a position seen from it: for drivers and advice
    pace.py       a quick table of expected times by the basic technique
    bots.py, terminal.py, commands.py
"""
