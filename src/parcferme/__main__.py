"""`python -m parcferme` is the command `parcferme`."""

from __future__ import annotations

try:
    from parcferme.cli.main import run

    run()
except KeyboardInterrupt:  # while Python still reads what is needed; later the command says so itself
    raise SystemExit(130) from None
