"""What the house promises, measured: speed, search, the exact solvers against their references, the bots' levels.

    python -m benchmarks.bench [--seconds 2] [--matches 100] [--only SECTION] [--write] [GAME …]

A bar that is missed says by how much. `--write` puts what was measured of the drivers into docs/strength.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from benchmarks import (
    competition,
    hints,
    levels,
    luck,
    memory,
    rally_balance,
    rallyman_pars,
    solvers,
    speed,
    strength,
    takeovers,
)
from parcferme.core.registry import game_ids


def sections(
    games: list[str], seconds: float, matches: int, write: bool = False, rung: str | None = None
) -> dict[str, Callable[[], Iterator[str]]]:
    return {
        "speed": lambda: speed.playouts(games, seconds),
        "search": lambda: speed.search(games, seconds),
        "solvers": lambda: solvers.table(games),
        "pars": lambda: rallyman_pars.table(quick=False) if "rallyman" in games else iter(()),
        "competition": lambda: competition.table(write) if "rally_round" in games else iter(()),
        "thinking": lambda: levels.thinking(games),
        "memory": lambda: memory.table(games),
        "hints": lambda: hints.table(games),
        "balance": lambda: rally_balance.table(max(60, matches)) if "rally" in games else iter(()),
        "luck": lambda: luck.table(games, matches),
        "takeovers": lambda: takeovers.table("B", 44, 1000) if "rallye_code" in games else iter(()),
        "ladder": lambda: strength.table(games, matches, write, rung),
        "duels": lambda: strength.duels(games, matches, write, rung),
        "seats": lambda: strength.seats(games, matches, write),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds per figure of speed")
    parser.add_argument("--matches", type=int, default=100, help="matches per pair of bots")
    parser.add_argument("--only", choices=list(sections([], 0, 0)), help="only this section")
    parser.add_argument("--write", action="store_true", help="put what was measured into docs/strength.md")
    parser.add_argument(
        "--rung", metavar="LEVEL", help="of a ladder only this level against the one below, of duels those against it"
    )
    wanted = parser.parse_args()
    unknown = sorted(set(wanted.games) - set(game_ids()))
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; the games are {', '.join(game_ids())}")
    games = wanted.games or game_ids()
    for name, section in sections(games, wanted.seconds, wanted.matches, wanted.write, wanted.rung).items():
        if wanted.only in (None, name):
            for line in section():
                print(line, flush=True)
            print()


if __name__ == "__main__":
    main()
