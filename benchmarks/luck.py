"""Is luck fair, and is what a seat is told to expect what it gets? Games of the best drivers, looked back on.

Luck is what chance gave less the mean of what it could have given: over many games every seat's is nought, within twice
its standard error. What was said at the start is compared with what came of it; the rest is what the valuation could
not explain, as a share of the spread of results.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

from benchmarks.tables import aligned
from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, Game
from parcferme.core.play import Play
from parcferme.core.record import Record, record_of
from parcferme.solve.review import review

VARIANTS = {
    "lunar_rally": ["lunar_rally(players=2)", "lunar_rally(players=4)"],
    "rally": ["rally(players=1,scope=stage)", "rally(players=2,scope=stage,layer=auto)"],
    "rally_round": ["rally_round(players=1)", "rally_round(players=2)"],
    "rallye_code": [f"rallye_code(players={n},edition={edition})" for edition in "AB" for n in (2, 4)],
    "rallyman": ["rallyman(players=1)", "rallyman(players=2)"],
}
FAIR = 2.0  # standard errors


def table(games: list[str], matches: int) -> Iterator[str]:
    yield f"Luck and expectations over {matches} games of the works drivers each."
    rows = [["variant", "unit", "least fair luck", "± error", "", "said", "came", "off by", "rest of the spread"]]
    for game_id in games:
        for variant in VARIANTS[game_id]:
            rows.append(row(variant, matches))
    yield from aligned(rows)


def row(variant: str, matches: int) -> list[str]:
    """One variant: the seat whose luck is furthest from fair, and the expectations of all of them."""
    game = registry.create_variant(variant)
    made = [review(game, played(game, f"luck/{number}"), None, 0.0) for number in range(matches)]
    lucks = [[match.accounts[seat].luck for match in made] for seat in range(game.players)]
    luck, error = max([(mean(one), deviation(one) / sqrt(matches)) for one in lucks], key=_unfairness)
    known = [account for match in made for account in match.accounts if account.start is not None]
    said = mean([account.start or 0.0 for account in known])
    came = mean([account.final for account in known])
    spread = deviation([account.final for account in known])
    rest = mean([abs(account.noise) for account in known]) / spread if spread else 0.0
    apart = _unfairness((luck, error))
    fair = "fair" if apart <= FAIR else f"unfair by {apart:.1f} errors"
    off = f"{100 * (said - came) / abs(came):+.1f} %" if came else f"{said - came:+.2f}"
    figures = [f"{luck:+.3f}", f"{error:.3f}", fair, f"{said:.1f}", f"{came:.1f}", off, f"{rest:.1%}"]
    return [variant, made[0].unit, *figures]


def _unfairness(luck: tuple[float, float]) -> float:
    """Standard errors from nought."""
    return abs(luck[0]) / luck[1] if luck[1] > 0 else 0.0


def played(game: Game, seed: str) -> Record:
    """A match between works drivers, each of whom sees what its seat may see."""
    bots = [registry.bots(game.id)["works"](game, Random(f"{seed}/{seat}")) for seat in range(game.players)]
    dice, hidden = Seeded(seed), Random(f"{seed}/resample")
    play = Play(game)
    while play.state.kind() != OVER:
        _step(play, bots, dice, hidden)
    return record_of(play, ["works"] * game.players)


def _step(play: Play, bots: list[Bot], dice: Seeded, hidden: Random) -> None:
    state = play.state
    if state.kind() == CHANCE:
        play.happen(dice.draw(state.chance()))
        return
    moves = [bots[seat].choose(state.resample(seat, hidden), seat) for seat in state.to_act()]
    if state.kind() == JOINT:
        play.act_jointly(moves)
    else:
        play.act(state.to_act()[0], moves[0])


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def deviation(values: list[float]) -> float:
    """The standard deviation."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sqrt(sum([(value - middle) ** 2 for value in values]) / (len(values) - 1))
