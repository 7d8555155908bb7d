"""Those who play: guests and accounts, their passwords, and what they are told while they are away.

accounts  people, sessions, tokens              passwords argon2, in a thread
notices   which messages are due                letters   how they read, in three languages (`text/`)
mailing   addresses, links in letters           browsers  what a browser is called
chat      what they say at a table              moderation  what administrators do about it
retention what is kept for how long
"""
