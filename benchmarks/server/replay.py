"""Jumping into long matches: what a replay costs the server. Part of `make bench-server`.

python -m benchmarks.server.replay
"""

from __future__ import annotations

import time
from random import Random

from parcferme.core import registry
from parcferme.core.chance import pick
from parcferme.core.contract import CHANCE, JOINT, Game
from parcferme.core.play import Play, replay
from parcferme.house.changes import lighten_frames
from parcferme.house.codec import encode
from parcferme.house.frames import frames

JUMPS = 100
PAGE = 200
LONGEST = 3000


def random_match(game: Game, rng: Random) -> Play:
    """Anything legal until the end."""
    play = Play(game)
    while not play.is_over() and len(play.log) < LONGEST:
        state = play.state
        if state.kind() == CHANCE:
            outcomes = state.chance()
            play.happen(pick(outcomes, rng.randrange(sum(weight for _, weight in outcomes))))
        elif state.kind() == JOINT:
            play.act_jointly([rng.choice(state.legal(seat)) for seat in state.to_act()])
        else:
            seat = state.to_act()[0]
            play.act(seat, rng.choice(state.legal(seat)))
    return play


def row(id: str) -> str:
    """One game with all its seats taken."""
    rng = Random(1)
    play = random_match(registry.create(id, {"players": registry.meta(id).seats[1]}), rng)
    last = len(play.log)
    started = time.process_time()
    again = replay(play.game, play.log)
    first = time.process_time() - started
    started = time.process_time()
    for _ in range(JUMPS):
        at = rng.randrange(last + 1)
        encode(frames(again, at, at))
    jump = (time.process_time() - started) / JUMPS
    page = frames(again, 0, min(PAGE - 1, last))
    whole = len(encode(page))
    page = list(lighten_frames(page))
    lighter = len(encode(page))
    return f"{id:16} {last:8} {first * 1000:14.2f} {jump * 1000:14.2f} {whole / 1024:12.0f} {lighter / 1024:12.0f}"


def main() -> None:
    print(f"{'':16} {'entries':>8} {'first jump ms':>14} {'any point ms':>14} {'KB a page':>12} {'with changes':>12}")
    for id in registry.game_ids():
        print(row(id), flush=True)


if __name__ == "__main__":
    main()
