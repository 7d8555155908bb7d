"""What the drivers of a game choose in the first decisions of a short match, as JSON: run on both builds and compared.

python driven.py rally_round
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from parcferme.core import contract, registry
from tests.contract.test_drivers import chosen


def main() -> None:
    game_id = sys.argv[1]
    build = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    print(json.dumps({"build": build, **{level: chosen(game_id, level, "hidden") for level in registry.bots(game_id)}}))


if __name__ == "__main__":
    main()
