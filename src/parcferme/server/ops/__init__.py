"""What an operator sets, sees and does.

settings  from the environment                  limits    how often each kind of call may be made
logs      one JSON object a line                metrics   counters and timings
engine    which build of the rules serves       verbs     serve, backup, restore, roles
"""
