"""Makes the corpus of a release: finished games of every game, each value of each option and each way to end.

    python -m tests.records.make 0.1

A released corpus is never made again: it shows that later programs replay what this one wrote.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from parcferme.core import registry
from parcferme.core.contract import CHANCE, JOINT, Game
from parcferme.core.options import Options
from parcferme.core.play import Play
from parcferme.core.position import Note
from parcferme.core.record import record_of
from parcferme.core.text import read_texts
from tests.contract.checks.identity import random_play
from tests.contract.variants import spread

HERE = Path(__file__).parent
VARIANTS = 8  # or as many as the values of the options need
SEEDS = 2_000  # random games tried for a way to end that the variants did not bring
DRIVEN = 12  # games of each variant that bots drive, where those did not bring it either
LONGEST = 3_000  # entries; longer games are left out unless nothing shorter shows the same


def games_of(game_id: str) -> list[Game]:
    meta = registry.meta(game_id)

    def create(options: Options) -> Game:
        return registry.create(game_id, options)

    return spread(meta.options, create, VARIANTS)


def reasons_of(game_id: str) -> set[str]:
    """The ways to end that the game has a text for."""
    entries = read_texts(registry.folder(game_id)).entries
    return {key.removeprefix("reason.") for key in entries if key.startswith("reason.")}


def corpus(game_id: str) -> Iterator[Play]:
    """A random game of each variant, then of further seeds until every way to end has been seen."""
    games = games_of(game_id)
    missing = reasons_of(game_id)
    for number, game in enumerate(games):
        play = shortest(game, number)
        missing -= {reason(play)}
        yield play
    begun: list[tuple[Game, Note | None]] = starts_of(game_id) or [(game, None) for game in games]
    rng = Random(game_id)
    for seed in range(SEEDS):
        if not missing:
            return
        game, start = rng.choice(begun)
        play = random_play(game, 1_000 + seed, start)
        if play.is_over() and reason(play) in missing:
            missing -= {reason(play)}
            yield play
    for seed in range(DRIVEN):
        for game in games:
            if not missing:
                return
            play = driven(game, seed)
            if reason(play) in missing:
                missing -= {reason(play)}
                yield play


def starts_of(game_id: str) -> list[tuple[Game, Note | None]]:
    """Positions, kept in starts.json, from which a game soon ends as random ones hardly ever do."""
    found = json.loads((HERE / "starts.json").read_text("utf-8")).get(game_id, [])
    return [(registry.create(game_id, one["options"]), one["position"]) for one in found]


def driven(game: Game, seed: int) -> Play:
    """A game of the second best bots."""
    rng = Random(seed)
    maker = registry.bots(game.id)["clubman"]
    bots = [maker(game, Random(rng.random())) for _ in range(game.players)]
    play = Play(game)
    while not play.is_over():
        state = play.state
        chosen = [bots[seat].choose(state.resample(seat, rng), seat) for seat in state.to_act()]
        if state.kind() == CHANCE:
            play.happen(state.draw(rng.random()))
        elif state.kind() == JOINT:
            play.act_jointly(chosen)
        else:
            play.act(state.to_act()[0], chosen[0])
    return play


def shortest(game: Game, number: int) -> Play:
    """The shortest of a few finished games, or the first that is short enough."""
    best: Play | None = None
    for seed in range(3):
        play = random_play(game, 3 * number + seed)
        if play.is_over() and (best is None or len(play.log) < len(best.log)):
            best = play
        if best is not None and len(best.log) <= LONGEST:
            break
    assert best is not None, "no game came to its end"
    return best


def reason(play: Play) -> str:
    result = play.state.result()
    return result.reason if result is not None else ""


def main(release: str) -> None:
    for game_id in registry.game_ids():
        folder = HERE / release / game_id
        folder.mkdir(parents=True, exist_ok=False)
        for number, play in enumerate(corpus(game_id), 1):
            seats = [f"Driver {seat + 1}" for seat in range(play.game.players)]
            text = record_of(play, seats, {"release": release}).to_text()
            (folder / f"{number:02}-{reason(play)}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
