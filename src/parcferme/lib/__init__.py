"""Pure helpers that two games or more share, each with its own tests."""
