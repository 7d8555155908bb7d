"""The game in the terminal: its board, and verbs of its own."""
