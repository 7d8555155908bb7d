"""A toy game for the tests of tables."""
