"""The toys as registered games, for bridges that go through the registry."""

from __future__ import annotations

from pathlib import Path

import parcferme.games

BOTS = "from parcferme.core.bot import RandomBot\nBOTS = {'novice': lambda game, rng: RandomBot(rng)}\n"


def settle(folder: Path) -> list[str]:
    """Write a game folder for each toy below `folder` and let the registry find them; returns their ids."""
    from tests.contract.toys import TOYS

    for toy in TOYS:
        home = folder / toy
        for room in (home, home / "rules", home / "drive"):
            room.mkdir(exist_ok=True)
            (room / "__init__.py").write_text("", "utf-8")
        (home / "meta.py").write_text(f"from tests.contract import toys\nMETA = toys.meta('{toy}')\n", "utf-8")
        (home / "rules" / "game.py").write_text(
            f"from tests.contract.toys import TOYS\ncreate = TOYS['{toy}']\n", "utf-8"
        )
        (home / "drive" / "bots.py").write_text(BOTS, "utf-8")
    parcferme.games.__path__ = [*parcferme.games.__path__, str(folder)]
    return sorted(TOYS)
