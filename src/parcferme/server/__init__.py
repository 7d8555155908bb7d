"""The table server: HTTP and WebSocket around `house/`, with a database that never forgets an acknowledged move.

app       the web application                   server    one running server: its parts, put together in order
storage/  the database: schema, one writer      people/   guests, accounts, passwords, notices
live/     tables in memory and whoever listens: decide, keep, then tell
ops/      settings, limits, metrics, logs; serve, backup, restore
api/      the calls                             static/   the browser client, built
"""
