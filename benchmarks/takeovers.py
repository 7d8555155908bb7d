"""Does Rallye-Code's advice to sell or refuse a gérance agree with playing both out? By thousands of games a position.

    python -m benchmarks.takeovers [--edition B] [--positions 44] [--games 9000] [--keep FILE] [--again FILE]

What counts is the holder's purse less the mean of his rivals' at the end. Where the difference between refusing and
selling is more than two standard errors from nought, the advice must have its sign. A position that is clearer than
that by far needs no more games. `--keep` writes the positions with what was found, as
tests/games/rallye_code/takeovers.json has them; `--again` takes such a file and plays on where it is too close.
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
CLEAR = 4.0  # … with which a position is not played on
AT_A_TIME = 500  # games between two looks at that


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


class Tally:
    """The mean of what refusing gained in so many games, and its error."""

    def __init__(self, mean: float = 0.0, error: float = 0.0, games: int = 0) -> None:
        self.games = games
        self.sum = mean * games
        self.squares = error * error * games * (games - 1) + mean * mean * games

    def add(self, gained: float) -> None:
        self.games += 1
        self.sum += gained
        self.squares += gained * gained

    @property
    def mean(self) -> float:
        return self.sum / self.games

    @property
    def error(self) -> float:
        return sqrt((self.squares - self.games * self.mean**2) / (self.games - 1) / self.games)

    def is_clear(self) -> bool:
        return self.games > 1 and abs(self.mean) > CLEAR * self.error


def judged(game: RallyeCode, state: RallyeState, games: int, tally: Tally) -> dict[str, object]:
    """A position with what refusing gains, by advice and by playing on from what is known of it."""
    offer, driver = Offer(state), registry.bots("rallye_code")["clubman"](game, Random(1))
    while tally.games < games and not tally.is_clear():
        for seed in range(tally.games, min(games, tally.games + AT_A_TIME)):
            tally.add(gain(state, REFUSE, driver, seed) - gain(state, ACCEPT, driver, seed))
    said = offer.refused() - offer.sold()
    return {
        "variant": registry.variant_of(game), "position": state.dump(), "said": round(said), "came": round(tally.mean),
        "error": round(tally.error), "games": tally.games,
    }  # fmt: skip


def known(file: Path) -> Iterator[tuple[RallyeCode, RallyeState, Tally]]:
    """The positions of an earlier run, with what was found."""
    for found in json.loads(file.read_text("utf-8")):
        game = registry.create_variant(found["variant"])
        assert isinstance(game, RallyeCode)
        yield game, game.restore(found["position"]), Tally(found["came"], found["error"], found["games"])


def drawn(edition: str, count: int) -> Iterator[tuple[RallyeCode, RallyeState, Tally]]:
    """Positions nobody has looked at."""
    return ((game, state, Tally()) for game, state in positions(edition, count))


def verdict(found: dict[str, object]) -> str:
    said, came, error = (float(str(found[name])) for name in ("said", "came", "error"))
    return "too close" if abs(came) <= SURE * error else "agrees" if (said > 0) == (came > 0) else "WRONG"


def table(edition: str, count: int, games: int, keep: Path | None = None, again: Path | None = None) -> Iterator[str]:
    """With `keep` all that is found is written after every position."""
    yield f"Takeovers of edition {edition}: advice against up to {games} games played on after each answer."
    kept: list[dict[str, object]] = []
    verdicts: list[str] = []
    for game, state, tally in known(again) if again is not None else drawn(edition, count):
        kept.append(judged(game, state, games, tally))
        verdicts.append(verdict(kept[-1]))
        if keep is not None:
            write(keep, kept)
    counts = {word: verdicts.count(word) for word in ("agrees", "WRONG", "too close")}
    reached = "reached" if counts["WRONG"] == 0 else "missed"
    yield f"{counts['agrees']} agree, {counts['WRONG']} do not, {counts['too close']} are too close to call: {reached}"


def write(file: Path, kept: list[dict[str, object]]) -> None:
    rows = ",\n ".join(json.dumps(found) for found in kept)
    file.write_text(f"[\n {rows}\n]\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--edition", default="B")
    parser.add_argument("--positions", type=int, default=44)
    parser.add_argument("--games", type=int, default=9000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--again", type=Path)
    asked = parser.parse_args()
    for line in table(asked.edition, asked.positions, asked.games, asked.keep, asked.again):
        print(line, flush=True)


if __name__ == "__main__":
    main()
