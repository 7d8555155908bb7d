"""Rally Round: a motor rally on a road map of squares. The players lay a route of timed sections, choose a crew and a
car from cards, and announce a speed each minute; whoever drives closest to the target times wins, not whoever is first.

meta.py       options and door plate           state.py   the position: the rally and its cars    RULES.md, POSITION.md
actions.py    ids and notation                 note.py    its notation, written and read          view.py, view.json
effects.py    what an action does on the map

board/        map.py (squares and edges), cards.py, route.py (a route compiled for driving), laying.py (one being laid),
              junctions.py (where its next control can lie), shortest_paths.py, check.py and map_check.py (maps),
              route_file.py (marked maps), tables.py (what a game knows)
mechanics/    timing.py: targets, flying finishes, marks
rules/        the chapters of the book in turn order (setup, laying and markers, kit, turns, speeds, driving, features,
              controls, hazards, overtaking, faults, scoring); phases.py is the table of phases, offers.py what may be
              chosen, refusals.py why something may not, possible.py what a notation must agree on, rally.py the verbs
              of a position, sealed.py several who drive unseen by each other, game.py the games; speed_lists.py lists
              that lie ready
par/          the best score and its proof, from the ground up: strip.py (one section along its route), hand_state.py
              and way_back.py (what a position must remember), moves.py, landing.py and course.py (every way a turn can
              go), pace.py (a bound), search.py (the best line), kit_families.py, solver.py (all kits, the certificate),
              drive_sheet.py (a line and its sheet), adjudicate.py (typed sheets, marked), checker.py (a certificate
              verified by the rules alone)
drive/        bots.py, driver.py (the best way on in mid-rally), advice.py, odds.py, plan.py
show/         terminal.py, commands.py, sheets.py
"""
