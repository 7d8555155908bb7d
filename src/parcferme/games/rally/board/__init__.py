"""Content: parts of the box, reading and checking them, laying roads, and everything that is fixed for one game."""
