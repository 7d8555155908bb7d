"""A server with the toy games, in a process of its own: `run_server.py PORT DATABASE`. Where the environment names a
file SET_CLOCK, events open and close by the milliseconds that stand in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
sys.path.append(str(ROOT / "src"))  # where nothing is installed, or named before

import parcferme.games  # noqa: E402
from parcferme.server.ops.verbs import serve  # noqa: E402
from parcferme.server.storage.clock import Calendar  # noqa: E402

parcferme.games.__path__.append(str(ROOT / "tests" / "table" / "toys"))


def as_set(calendar: Calendar) -> int:
    return int(Path(os.environ["SET_CLOCK"]).read_text())


if "SET_CLOCK" in os.environ:
    Calendar.now = as_set  # type: ignore[assignment, method-assign]
if __name__ == "__main__":  # worker processes import this file, too
    serve(port=int(sys.argv[1]), database=sys.argv[2])
