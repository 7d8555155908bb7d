"""`python -m parcferme` is the command `parcferme`."""

from __future__ import annotations

from parcferme.cli.main import run

run()
