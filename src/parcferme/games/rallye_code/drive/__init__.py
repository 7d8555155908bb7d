"""Driving: bots of three levels (bots.py), the purse to expect (advice.py), exact odds of a choice (odds.py)."""
