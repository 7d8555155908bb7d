"""A second opinion: a rally over a marked map as one plain program, after the ledger, sharing no code with the engine.

Squares go by their numbers on the map, and a car's way is all it has driven: a list of steps.

road    the map and its route         rally    minutes, turns, announcements, cards
crew    a car, its kit, its way       move     from the announcement to rest, and the booking
"""
