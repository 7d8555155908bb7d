"""A server with the toy games, in a process of its own: `run_server.py PORT DATABASE`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import parcferme.games  # noqa: E402
from parcferme.server.ops.verbs import serve  # noqa: E402

parcferme.games.__path__.append(str(ROOT / "tests" / "table" / "toys"))
if __name__ == "__main__":  # worker processes import this file, too
    serve(port=int(sys.argv[1]), database=sys.argv[2])
