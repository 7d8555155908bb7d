"""Those who play: guests and accounts, their passwords, and what they are told while they are away.

accounts  people, sessions, tokens              passwords argon2, in a thread
notices   which messages are due, and how they read
chat      what they say at a table
"""
