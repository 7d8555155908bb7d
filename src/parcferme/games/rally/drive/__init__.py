"""Who drives and who advises: bots, what a seat may expect, and the odds of an action."""
