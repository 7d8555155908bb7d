"""What a takeover is worth, as exactly as it can be known.

lone_car.py     a car alone on the road, as a Markov chain: where it stops, what it pays
holding.py      what a gérance is worth to its holder; a takeover weighed
certificate.py  a weighed takeover written down
checker.py      … and verified by the rules
"""
