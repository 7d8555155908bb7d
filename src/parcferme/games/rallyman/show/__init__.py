"""For the terminal and for paper."""
