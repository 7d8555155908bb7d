"""Tests of the terminal, on a toy game with chance, sealed and secret choices, conceding and a document."""
