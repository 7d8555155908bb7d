"""A server with the relay game, to be measured: `run_server.py PORT DATABASE`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "src")]

import parcferme.games  # noqa: E402
from parcferme.server.commands import serve  # noqa: E402

parcferme.games.__path__.append(str(ROOT / "benchmarks" / "server" / "games"))
if __name__ == "__main__":  # worker processes import this file, too
    serve(port=int(sys.argv[1]), database=sys.argv[2])
