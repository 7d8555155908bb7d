"""The checks by theme. Each takes a Subject and raises Broken at the first thing that does not hold."""
