"""Bots, what a seat may expect, and what follows from an action."""
