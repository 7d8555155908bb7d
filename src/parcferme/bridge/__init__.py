"""The games in other people's frameworks, generated from the contract alone: no game is named here.

encoding.py  a view as a vector of fixed length       zoo.py    PettingZoo: AEC and parallel
driver.py    a game driven seat by seat               gym.py    Gymnasium: one seat, bots on the others
spiel.py     OpenSpiel: `parcferme_<game>`

All are optional: `pip install parcferme[research]`. `docs/bots.md` shows how to use them.
"""
