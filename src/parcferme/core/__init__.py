"""The contract all games keep, and what follows from it alone: nothing here is shaped like any one game.

contract.py  Game and State, the verbs every game speaks      chance.py    where outcomes come from
events.py    what happened, with its clause                   play.py      a game under way: log, undo, replay
errors.py    every error, and refusals with reasons           record.py    records, fingerprints, divergence
result.py    places, scores, why it is over                   registry.py  which games there are
options.py   declared options, schema, variant names          meta.py      a game's door plate
notation.py  ids and their texts                              clauses.py   RULES.md by clause id
content.py   boards and tables from files                     text.py      sentences by key and language
bot.py       anything that chooses for a seat
"""
