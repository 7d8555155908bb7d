"""The rules of driving as functions on plain values, each stated once: `rules/` calls them for the cars of a table,
`par/` for the turns that the solver tries out.

crew.py       what both know of a crew: kit, speed, controls visited, cards, and what cards still do to it
speeds.py     which speeds may be announced            ways.py       where a car may go: closed ways, forks, rolling
features.py   limits, Give Ways, closed ways, and what the square asks on which a move ends
driving.py    driving over squares, and what they ask in which order
controls.py   visits and arrivals                      timing.py     targets, flying finishes, marks
ties.py       who was ahead for longer
"""
