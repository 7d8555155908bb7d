"""A server with the relay game and the tests' toys, to be measured: `run_server.py PORT DATABASE`."""

from __future__ import annotations

import sys
from pathlib import Path

import parcferme.games
from parcferme.server.ops.verbs import serve

HERE = Path(__file__).parent
parcferme.games.__path__ += [str(HERE / "games"), str(HERE.parents[1] / "tests" / "table" / "toys")]
if __name__ == "__main__":  # worker processes import this file, too
    serve(port=int(sys.argv[1]), database=sys.argv[2])
