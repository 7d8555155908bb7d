"""How soon does a hint come, and what does a closer look add?

    python -m benchmarks.bench --only hints [GAME …]

Matches between usual drivers; every so often whoever decides asks for a hint, as at a table: a first look, then closer
ones until one is settled. The first hint of a process includes what the game has to work out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.drive import crew, step
from benchmarks.tables import against_bar, aligned
from parcferme.core import registry
from parcferme.core.bot import usual_level
from parcferme.core.chance import Seeded
from parcferme.core.contract import OVER, Game, State
from parcferme.house.advice import HINTS
from parcferme.solve.advice import Advice, advise

FIRST_BAR = 2.0  # seconds until something is told
POSITIONS = 40  # of a variant
EVERY = 0.15  # of the decisions are asked about
VARIANTS = {
    "lunar_rally": ["lunar_rally(players=2)", "lunar_rally(players=4)"],
    "rally": ["rally(players=2)"],
    "rally_round": ["rally_round(players=2)", "rally_round(players=1,mode=competition,kits=free)"],
    "rallye_code": ["rallye_code(players=4)", "rallye_code(players=4,car_order=free)"],
    "rallyman": ["rallyman(players=2)", "rallyman(players=4,weather=variable)"],
}  # fmt: skip


class Asked:
    """One hint: its looks, and the seconds of processor time until each was there."""

    def __init__(self, game: Game, state: State, seat: int, seed: str) -> None:
        self.looks: list[Advice] = []
        self.took: list[float] = []
        began = process_time()
        for look, budget in enumerate(HINTS):
            self.looks.append(advise(game, state.copy(), seat, budget, Random(seed), thorough=look > 0))
            self.took.append(process_time() - began)
            if self.looks[-1].settled:
                break

    def surer(self) -> bool:
        """Did the last look know better than the first: another best action, or the same with less error?"""
        first, last = self.looks[0], self.looks[-1]
        return first.best.action != last.best.action or last.best.doubt < first.best.doubt


def table(games: list[str]) -> Iterator[str]:
    yield f"Hints at up to {POSITIONS} decisions, CPU seconds until the first and the last look."
    head = ["variant", "hints", "first: mean", "longest", "bar", "", "last: mean", "longest"]
    rows = [[*head, "looked again", "surer then", "exact", "best / equal / unsure"]]
    for game in games:
        rows += [row(variant) for variant in VARIANTS[game]]
    yield from aligned(rows)


def row(variant: str) -> list[str]:
    game = registry.create_variant(variant)
    asked = list(hints(game))
    first, last = [one.took[0] for one in asked], [one.took[-1] for one in asked]
    again = [one for one in asked if len(one.looks) > 1]
    verdicts = [one.looks[-1].verdict() for one in asked]
    figures = [f"{sum(first) / len(first):.2f}", f"{max(first):.2f}", f"≤ {FIRST_BAR:g}"]
    figures += [against_bar(max(first), FIRST_BAR, False), f"{sum(last) / len(last):.2f}", f"{max(last):.2f}"]
    figures += [str(len(again)), str(sum([one.surer() for one in again]))]
    figures += [str(sum([one.looks[-1].exact for one in asked]))]
    told = " / ".join([str(verdicts.count(verdict)) for verdict in ("best", "equal", "unsure")])
    return [variant, str(len(asked)), *figures, told]


def hints(game: Game) -> Iterator[Asked]:
    """Those of as many matches as it takes."""
    made = match = 0
    while made < POSITIONS:
        rng, dice = Random(match), Seeded(f"hints/{match}")
        bots, state = crew(game, usual_level(registry.bots(game.id)), f"hints/{match}"), game.start()
        while state.kind() != OVER and made < POSITIONS:
            asking = [seat for seat in state.to_act() if len(state.legal(seat)) > 1]
            if asking and rng.random() < EVERY:
                made += 1
                yield Asked(game, state, asking[0], f"{match}/{made}")
            step(state, bots, dice, rng)
        match += 1
