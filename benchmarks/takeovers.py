"""Does Rallye-Code's advice to sell or refuse a gérance agree with playing both out? By thousands of games a position.

    python -m benchmarks.takeovers [--edition B] [--positions 44] [--games 9000] [--keep FILE]

What counts is the holder's purse less the mean of his rivals' at the end. Where the difference between refusing and
selling is more than two standard errors from nought, the advice must have its sign. `--keep` writes the positions with
what was found, as tests/games/rallye_code/takeovers.json has them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random

from parcferme.core import registry
from parcferme.core.contract import CHANCE, OVER
from parcferme.games.rallye_code.actions import ACCEPT, REFUSE
from parcferme.games.rallye_code.par.holding import Offer
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState
from parcferme.games.rallye_code.state import P_TAKEOVER

PLAYERS = (2, 3, 4, 6)
EACH = 2  # positions taken from a game at most
SURE = 2.0  # standard errors


def positions(edition: str, count: int) -> Iterator[tuple[RallyeCode, RallyeState]]:
    """Takeovers as they come up between works drivers."""
    found = number = 0
    while found < count:
        game = registry.create("rallye_code", {"players": PLAYERS[number % len(PLAYERS)], "edition": edition})
        assert isinstance(game, RallyeCode)
        rng, state = Random(number), game.start()
        driver = registry.bots("rallye_code")["works"](game, rng)
        met = [state.copy() for _ in play_on(state, driver, rng) if state.phase == P_TAKEOVER]
        for one in rng.sample(met, min(EACH, len(met), count - found)):
            found += 1
            yield game, one
        number += 1


def play_on(state: RallyeState, driver: object, rng: Random) -> Iterator[None]:
    """To the end, with a stop before each step."""
    while state.kind() != OVER:
        yield
        if state.kind() == CHANCE:
            state.apply(state.draw(rng.random()))
        else:
            state.apply(driver.choose(state, state.to_act()[0]))  # type: ignore[attr-defined]


def gain(state: RallyeState, action: int, driver: object, seed: int) -> float:
    """What the holder ends with against the mean of the others, after one answer."""
    holder, after = state.to_act()[0], state.copy()
    after.apply(action)
    for _ in play_on(after, driver, Random(seed)):
        pass
    rivals = [purse for seat, purse in enumerate(after.purses) if seat != holder]
    return float(after.purses[holder]) - sum(rivals) / len(rivals)


def judged(game: RallyeCode, state: RallyeState, games: int) -> dict[str, object]:
    """A position with what refusing gains, by advice and by playing on."""
    offer, driver = Offer(state), registry.bots("rallye_code")["clubman"](game, Random(1))
    apart = [gain(state, REFUSE, driver, seed) - gain(state, ACCEPT, driver, seed) for seed in range(games)]
    mean = sum(apart) / games
    error = sqrt(sum([(one - mean) ** 2 for one in apart]) / (games - 1) / games)
    said = offer.refused() - offer.sold()
    return {
        "variant": registry.variant_of(game), "position": state.dump(), "said": round(said), "came": round(mean),
        "error": round(error), "games": games,
    }  # fmt: skip


def verdict(found: dict[str, object]) -> str:
    said, came, error = (float(str(found[name])) for name in ("said", "came", "error"))
    return "too close" if abs(came) <= SURE * error else "agrees" if (said > 0) == (came > 0) else "WRONG"


def table(edition: str, count: int, games: int, kept: list[dict[str, object]]) -> Iterator[str]:
    yield f"Takeovers of edition {edition}: advice against {games} games played on after each answer."
    verdicts: list[str] = []
    for game, state in positions(edition, count):
        found = judged(game, state, games)
        kept.append(found)
        verdicts.append(verdict(found))
    tally = {word: verdicts.count(word) for word in ("agrees", "WRONG", "too close")}
    reached = "reached" if tally["WRONG"] == 0 else "missed"
    yield f"{tally['agrees']} agree, {tally['WRONG']} do not, {tally['too close']} are too close to call: {reached}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--edition", default="B")
    parser.add_argument("--positions", type=int, default=44)
    parser.add_argument("--games", type=int, default=9000)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    kept: list[dict[str, object]] = []
    for line in table(asked.edition, asked.positions, asked.games, kept):
        print(line, flush=True)
    if asked.keep is not None:
        rows = ",\n ".join(json.dumps(found) for found in kept)
        asked.keep.write_text(f"[\n {rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
