"""Starts a server whenever it is asked to: `nursery.py PORT DATABASE`, then a line on standard input for each start.

Every server is a process of its own, forked from this one, which has imported everything: so a thousand starts take
minutes, not hours. The process number is written to standard output.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import parcferme.games
from parcferme.server.ops.verbs import serve

ROOT = Path(__file__).parents[2]

parcferme.games.__path__.append(str(ROOT / "tests" / "table" / "toys"))


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended: with a kill
    for _ in sys.stdin:
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin.close()
            serve(port=int(sys.argv[1]), database=sys.argv[2])
            os._exit(0)
        print(number, flush=True)


if __name__ == "__main__":  # processes in which bots think import this file, too
    main()
