"""Is luck fair, and is what a seat is told to expect what it gets? Games of the best drivers, looked back on.

Luck is what chance gave less the mean of what it could have given: over many games every seat's is nought, within twice
its standard error. What was said at the start is compared with what came of it: where both differ, decisions, rivals
and the rest must account for it, and the rest is what the valuation could not explain. Its size is told as a share of
the spread of results; where a game is exact it is to be next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from time import process_time
from typing import Final

from benchmarks.tables import aligned
from parcferme.core import registry
from parcferme.core.bot import Bot
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, Game
from parcferme.core.play import Play
from parcferme.core.record import Record, record_of
from parcferme.solve.review import Account, Review, review

VARIANTS = {
    "lunar_rally": ["lunar_rally(players=2)", "lunar_rally(players=4)"],
    "rally": ["rally(players=1,scope=stage)", "rally(players=2,scope=stage,layer=auto)"],
    "rally_round": ["rally_round(players=1)", "rally_round(players=2)"],
    "rallye_code": [f"rallye_code(players={n},edition={edition})" for edition in "AB" for n in (2, 4)],
    "rallyman": ["rallyman(players=1)", "rallyman(players=2)"],
}
DRIVER: Final = "works"
PATIENCE: Final = 300.0  # seconds of processor time for a variant: some games take long to look back on
FEWEST: Final = 10
FAIR: Final = 2.0  # standard errors
CLOSE: Final = 0.05  # of what came: as far as what is said at the start may be off
REST: Final = 0.02  # of the spread of results, where the game is exact
BALANCED: Final = 1e-6  # of the spread: start + luck − decisions + others + rest = final


def table(games: list[str], matches: int) -> Iterator[str]:
    yield f"Luck and expectations over {matches} games of the {DRIVER} drivers each, or what {PATIENCE:g} s allow."
    yield f"Luck within {FAIR:g} errors of nought, said within {CLOSE:.0%} or {FAIR:g} errors of what came."
    yield f"The rest is at most {REST:.0%} of the spread where a game is exact."
    head = ["variant", "games", "unit", "least fair luck", "± error", "", "said", "came", "± error", "off by", ""]
    rows = [[*head, "rest of the spread", "", "accounts"]]
    for game in games:
        for variant in VARIANTS[game]:
            rows.append(row(variant, matches))
    yield from aligned(rows)


def row(variant: str, matches: int) -> list[str]:
    """One variant: the seat whose luck is furthest from fair, and the expectations of all of them."""
    game = registry.create_variant(variant)
    made: list[Review] = []
    until = process_time() + PATIENCE
    while len(made) < matches and (len(made) < FEWEST or process_time() < until):
        made.append(review(game, played(game, f"luck/{len(made)}"), None, 0.0))
    return [variant, str(len(made)), made[0].unit, *luck_cells(made), *expectation_cells(made), *rest_cells(made)]


def luck_cells(made: list[Review]) -> list[str]:
    luck, error = max([luck_of(made, seat) for seat in range(len(made[0].accounts))], key=unfairness)
    apart = unfairness((luck, error))
    return [f"{luck:+.3f}", f"{error:.3f}", "fair" if apart <= FAIR else f"unfair by {apart:.1f} errors"]


def luck_of(made: list[Review], seat: int) -> tuple[float, float]:
    """A seat's mean luck, and the error of that."""
    lucks = [match.accounts[seat].luck for match in made]
    return mean(lucks), deviation(lucks) / sqrt(len(lucks))


def unfairness(luck: tuple[float, float]) -> float:
    """Standard errors from nought."""
    return abs(luck[0]) / luck[1] if luck[1] > 0 else 0.0


def expectation_cells(made: list[Review]) -> list[str]:
    """What was said at the start against what came. A match is one observation: its seats share their luck."""
    said = [mean([account.start or 0.0 for account in match.accounts]) for match in made]
    came = [mean([account.final for account in match.accounts]) for match in made]
    apart = [one - other for one, other in zip(said, came, strict=True)]
    off, error = mean(apart), deviation(apart) / sqrt(len(apart))
    share = abs(off / mean(came)) if mean(came) else 0.0
    verdict = "calibrated" if share <= CLOSE or abs(off) <= FAIR * error else "off"
    told = f"{share:+.1%}" if off >= 0 else f"{-share:+.1%}"
    return [f"{mean(said):.1f}", f"{mean(came):.1f}", f"{error:.1f}", told, verdict]


def rest_cells(made: list[Review]) -> list[str]:
    """What nobody can explain, against the spread of results; and do the accounts add up?"""
    known = [account for match in made for account in match.accounts if account.start is not None]
    spread = deviation([account.final for account in known])
    rest = mean([abs(account.noise) for account in known]) / spread if spread else 0.0
    exact = all(match.exact for match in made)
    verdict = "an estimate" if not exact else "met" if rest <= REST else f"missed by {rest - REST:.1%}"
    adds_up = all(abs(gap(account)) <= BALANCED * max(1.0, abs(account.final)) for account in known)
    return [f"{rest:.1%}", verdict, "add up" if adds_up else "DO NOT ADD UP"]


def gap(account: Account) -> float:
    """What is missing for the account to add up."""
    start = account.start or 0.0
    return start + account.luck - account.decisions + account.others + account.noise - account.final


def played(game: Game, seed: str) -> Record:
    """A match between drivers, each of whom sees what its seat may see."""
    bots = [registry.bots(game.id)[DRIVER](game, Random(f"{seed}/{seat}")) for seat in range(game.players)]
    dice, hidden = Seeded(seed), Random(f"{seed}/resample")
    play = Play(game)
    while play.state.kind() != OVER:
        _step(play, bots, dice, hidden)
    return record_of(play, [DRIVER] * game.players)


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
