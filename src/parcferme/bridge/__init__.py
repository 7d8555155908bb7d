"""The games in other people's frameworks and programs, generated from the contract alone: no game is named here.

encoding.py  a view as a vector of fixed length       zoo.py    PettingZoo: AEC and parallel
driver.py    a game driven seat by seat               gym.py    Gymnasium: one seat, bots on the others
spiel.py     OpenSpiel: `parcferme_<game>`            linebot.py  a bot in any language, one JSON object a line
online.py    … at a table of a server                 example_bot.py  … as short as it gets

The frameworks are optional: `pip install parcferme[research]`. `docs/bots.md` shows how to use them.
"""
