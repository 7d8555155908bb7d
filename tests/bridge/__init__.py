"""Tests of the bridges: other people's suites over every game, and our own over the toys."""
