"""Rallyman: one to four drivers, three special stages against the clock.

A turn is a chain of dice, one space per die; gears change by one, every die may show a hazard, and the third hazard
loses control. A turn costs the seconds printed on the card of the gear it ends in, so long turns that end in a high
gear are good. Rolling all dice at once (the time attack) earns a second per die but cannot be stopped half-way; seconds
buy safe dice. Everything is public. The rules, clause by clause, are in RULES.md; POSITION.md says how a position is
written.

    meta.py        the door plate: title, seats, options
    state.py       the position: a rally, its cars, the turn in progress; chrono_log.py what a driver has collected
    actions.py     action and outcome ids and their notation
    view.py        what everybody sees; view_types.py its shape
    effects.py     what an action does: where a die leads, what it costs, where an attack may end
    content/       zones (boards), dice and cards
    board/         spaces and zones read, check.py and geometry.py say what is wrong with them; road.py a special
                   compiled, components.py dice and cards, rally.py a rally as its director organised it
    mechanics/     the rules as functions on plain values: dice, paths, time attacks
    rules/         the game, its phases, and one file for each chapter of the book
    par/           a special solved exactly: model.py the table, hands.py, chain.py and attacks.py the two techniques
                   on it, sweep.py fills it, solver.py par, policy and certificate, times.py the chance of every time;
                   checker.py verifies a certificate by playing the game itself
    drive/         bots.py; odds.py beside every action; course.py a whole rally solved in a moment, valuation.py a
                   position seen from it, advice.py what a seat may expect; pace.py a quick table for the clubman
    show/          terminal.py, commands.py, sheets.py
"""
