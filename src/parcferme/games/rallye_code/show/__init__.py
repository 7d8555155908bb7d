"""For people at a terminal: the position as text (terminal.py), `takeover` and `check` (commands.py)."""
