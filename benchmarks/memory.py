"""How much memory does a process need that thinks? Drivers and hints on the content that asks most of them.

    python -m benchmarks.bench --only memory [GAME …]

Every row is a process of its own: it reads the game, drives match after match, on every seat, as long as its time
lasts, and tells the most memory it ever held. What a driver remembers must not grow from match to match.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.drive import crew, step
from benchmarks.tables import against_bar, aligned
from parcferme.core import registry
from parcferme.core.bot import usual_level
from parcferme.core.chance import Seeded
from parcferme.core.contract import OVER, Game, State
from parcferme.core.courses import courses_of
from parcferme.core.options import Options
from parcferme.house.advice import HINTS
from parcferme.solve.advice import advise

BAR = 150.0  # MB of a process
MATCHES = 5
CPU_SECONDS = 90.0  # of a row; it ends where it is then
THINKING = 0.2  # seconds a choice: what is remembered does not depend on it
HINTED = "hints"  # asked for between usual drivers
CONTENT: dict[str, list[tuple[str, Options]]] = {
    "lunar_rally": [("hadley-maze", {"players": 4}), ("serpentine", {"players": 4})],
    "rally": [("", {"players": 4, "scope": "championship"}), ("guadi", {"players": 6})],
    "rally_round": [
        ("marathon", {"players": 2}),
        ("withy-wood", {"players": 1, "mode": "competition", "kits": "free"}),
    ],
    "rallye_code": [("frontiere", {"players": 6, "edition": "B", "rounds": 60})],
    "rallyman": [("winter-round", {"players": 4}), ("all-roads", {"players": 4})],
}


def table(games: list[str]) -> Iterator[str]:
    yield f"Memory of a process that thinks, MB: up to {MATCHES} matches of one driver on every seat."
    rows = [["game", "content", "who", "matches", "at first", "at most", "bar", ""]]
    for game in games:
        for number, (course, options) in enumerate(CONTENT[game]):
            for who in [*list(registry.bots(game))[-2:], HINTED]:
                rows.append(row(game, number, course or _told(options), who))
    yield from aligned(rows)


def row(game: str, number: int, told: str, who: str) -> list[str]:
    asked = [sys.executable, "-m", "benchmarks.memory", game, str(number), who]
    ended = subprocess.run(asked, capture_output=True, text=True, check=True)
    matches, first, most = json.loads(ended.stdout)
    verdict = against_bar(most, BAR, False)
    return [game, told, who, f"{matches:.1f}", f"{first:.0f}", f"{most:.0f}", f"≤ {BAR:.0f}", verdict]


def _told(options: Options) -> str:
    return ", ".join(str(value) for name, value in options.items() if name != "players")


# ── the process that is measured ─────────────────────────────────────────────────────────────────────────────────────


def measured(game_id: str, number: int, who: str) -> tuple[float, float, float]:
    """Matches driven, megabytes at first and at most."""
    course, options = CONTENT[game_id][number]
    known = {one.id: one.options for one in courses_of(game_id).courses}
    game = registry.create(game_id, {**known.get(course, {}), **options})
    first, until = held(), process_time() + CPU_SECONDS
    driven = 0.0
    for match in range(MATCHES):
        driven += part_of_match(game, who, match, until)
        if process_time() > until:
            break
    return driven, first, held()


def part_of_match(game: Game, who: str, match: int, until: float) -> float:
    """Drive until the match or the time is over; 1 for a whole match."""
    bots = crew(game, usual_level(registry.bots(game.id)) if who == HINTED else who, f"memory/{match}")
    for bot in bots:
        bot.seconds, bot.watch = THINKING, process_time
    dice, hidden, state = Seeded(f"memory/{match}"), Random(match), game.start()
    while state.kind() != OVER:
        if process_time() > until:
            return 0.0
        if who == HINTED and state.to_act():
            ask(game, state)
        step(state, bots, dice, hidden)
    return 1.0


def ask(game: Game, state: State) -> None:
    """A first hint for each seat that decides."""
    for seat in state.to_act():
        if len(state.legal(seat)) > 1:
            advise(game, state, seat, HINTS[0], Random(1), thorough=False)


def held() -> float:
    """The most memory this process has held so far, MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]), sys.argv[3])))
