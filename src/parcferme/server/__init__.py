"""The table server: HTTP and WebSocket over `table/`, with a database that never forgets an acknowledged move.

config    settings                              database, migrations, schema   SQLite and PostgreSQL
writer    one thread, group commit              store     reading and writing tables      people   who
statements   what it writes for every move      codec     JSON
hall      all tables: decide, keep, then tell   rooms     one table in memory
listeners its connections                       wire      the WebSocket of each
telling   what is sent, with texts and odds     changes   … without what has not changed
reels     stepping through matches               catalogue the games' rules, texts, content
minder    deadlines, signs of life, take-over   fanout    several workers       thinking  bots in processes
aids      hints and reviews                     notices, mailer   e-mail and webhooks
limits, refusals, metrics, logs, passwords
client    the browser client's files
api/      the calls                             app, server   put together      commands  serve, backup, restore
linebot, online, example_bot   bots in other languages
"""
