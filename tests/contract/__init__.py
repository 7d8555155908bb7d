"""The contract suite: what every game must keep, checked on random positions of every variant.

subject.py    a game under test: its variants, sampled positions, papers
variants.py   the spread of variants that the declared options give
checks/       the checks by theme; each takes a Subject and raises Broken
suite.py      all checks by name
counting.py   counting positions in two independent ways
citations.py  which tests cite which clauses
toys.py       three tiny games that pass, one per feature; broken.py breaks each check on purpose
"""
