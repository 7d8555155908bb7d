"""What people read: the terminal, its verbs, time sheets."""
