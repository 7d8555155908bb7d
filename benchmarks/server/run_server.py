"""A server with the relay game, to be measured: `run_server.py PORT DATABASE`."""

from __future__ import annotations

import sys
from pathlib import Path

import parcferme.games
from parcferme.server.ops.verbs import serve

parcferme.games.__path__.append(str(Path(__file__).parent / "games"))
if __name__ == "__main__":  # worker processes import this file, too
    serve(port=int(sys.argv[1]), database=sys.argv[2])
