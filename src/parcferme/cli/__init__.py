"""The terminal: every verb of `parcferme`, for any game. No game is named here.

main.py       the verbs and how errors end        session.py   a game played at this terminal
params.py     arguments many verbs share          prompt.py    what a person may type, and the answers
console.py    printing, colours, JSON             screen.py    what a person sees: board, actions, log, result
files.py      reading and writing, atomically     seats.py     who sits where, and who rolls the dice
parts.py      a game's board, odds and verbs      story.py     what happened so far, for each viewer
catalogue.py  games, bots, options, rules, check  start.py     play: choosing the game, seats and file
advice.py     hints, and finished games reviewed
records.py    new, show, verify                   replay.py    a record step by step
arena.py      bots against bots                   tools.py     the games' own verbs
ratings.py    places as ratings                   chart.py     results drawn
cluster.py    an arena on many machines           serving.py   the table server
"""
