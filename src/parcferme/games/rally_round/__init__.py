"""Rally Round: a motor rally on a road map of squares. The players lay a route of timed sections, choose a crew and a
car from cards, and announce a speed each minute; whoever drives closest to the target times wins, not whoever is first.

meta.py      options and door plate          load.py      maps and content files      marked.py  route files, measured
board.py     the map, compiled               cards.py     kit and Hazard! cards        route.py   the route, compiled
timing.py    targets, flying finish, marks   legs.py      shortest legs                laid.py    a route being laid
survey.py    a map against the published one state.py     the position                 tables.py  what a game knows
actions.py   ids and notation                rules/       the phases, in turn order    view.py    what a seat sees
sheets.py    time sheets                     adjudicate.py  typed sheets, marked       analysis.py  par and odds
bots.py      three levels of bots            terminal.py  the board as text            commands.py  verbs of its own
menus.py     legal announcements, ready made

The best score and its proof, from the ground up: strip.py (one section along its route), luck.py and trails.py (what a
position must remember), moves.py, landing.py and course.py (every way a turn can go, on integers), pace.py (a bound),
search.py (the best line), lattice.py (families of kits), solver.py (all kits, the certificate), lines.py (a line and
its sheet), checker.py (a certificate verified by the rules alone), driver.py (the best way on in mid-rally).
"""
