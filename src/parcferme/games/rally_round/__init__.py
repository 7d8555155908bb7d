"""Rally Round: a motor rally on a road map of squares. The players lay a route of timed sections, choose a crew and a
car from cards, and announce a speed each minute; whoever drives closest to the target times wins, not whoever is first.

meta.py       options and door plate           state.py   the position: the rally and its cars    RULES.md, POSITION.md
actions.py    ids and notation                 asks.py    what a seat is asked                    view.py, view_types.py
effects.py    what an action does on the map      trial.py   driven alone in an event: marks, ties, par

board/        map.py (squares and edges), cards.py, route.py (a route compiled for driving), laying.py (one being laid),
              junctions.py (where its next control can lie), shortest_paths.py, check.py and map_check.py (maps),
              route_file.py (marked maps), tables.py (what a game knows)
mechanics/    the rules of driving as functions on plain values, for rules/ and par/ alike: crew.py, speeds.py, ways.py,
              features.py, controls.py, timing.py, ties.py
rules/        the chapters of the book in turn order (setup, laying and markers, kit, turns, speeds, driving, features,
              controls, hazards, overtaking, faults, scoring); phases.py is the table of phases, offers.py what may be
              chosen, refusals.py why something may not, positions.py a position written down and read back, possible.py
              what a notation must agree on, sealed.py several who drive unseen by each other, game.py the position's
              verbs and the games; speed_lists.py lists that lie ready
par/          the best score and its proof, from the ground up: hand_state.py and way_back.py (what a position must
              remember), moves.py, landing.py and course.py (every way a turn can go), pace.py (a bound), search.py (the
              best line), route_plan.py (the best line along the Correct Route), kit_families.py, solver.py (all kits,
              the certificate), sheets.py (time sheets as they are written), drive_sheet.py (a line and its sheet),
              sheet_layout.py, sheet_figures.py, adjudicate.py (sheets marked), checker.py (a certificate verified by
              the rules alone)
drive/        bots.py, driver.py (the best way on in mid-rally), advice.py, odds.py
show/         terminal.py, commands.py, sheets.py
"""
