"""Tests of the core: everything that follows from the contract alone."""
