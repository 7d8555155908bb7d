"""The house board and deck of Rallye-Code measured: cash, eliminations and what happens on the road.

    python -m benchmarks.rallye_code_figures [--games 2000] [--long 600]

Clubman bots (refuse when the chance of keeping box and 4,000 is worth more than the price; halve a box when short) play
in auto mode. Beside each figure stands the one measured when the house data was designed, and how many standard errors
(of both samples together) they are apart: a change of the rules or of the house data shows here.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random

from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.events import Event
from parcferme.core.registry import bots, create
from parcferme.games.rallye_code.rules.game import RallyeCode

Sample = list[float]
DESIGNED = {  # players: A 30, B 30, A 60, B 60 turns, each (poorest, richest, eliminated)
    2: ((41, 56, 0.00), (33, 61, 0.01), (37, 61, 0.00), (27, 69, 0.09)),
    3: ((36, 63, 0.00), (22, 76, 0.07), (30, 70, 0.00), (13, 87, 0.34)),
    4: ((32, 68, 0.00), (16, 83, 0.16), (23, 78, 0.03), (7, 99, 0.65)),
    5: ((28, 74, 0.00), (11, 95, 0.31), (18, 86, 0.09), (2, 115, 1.14)),
    6: ((25, 80, 0.00), (7, 108, 0.53), (13, 96, 0.20), (1, 131, 1.69)),
}  # fmt: skip
DESIGN_GAMES = {30: 2000, 60: 600}
ON_THE_ROAD = {  # four players, 30 turns: per 100 moves, or as said
    "cards per 100 moves": (14.4, 14.3),
    "no-entries per 100 moves": (5.3, 4.8),
    "stays per 100 moves": (1.7, 1.6),
    "accidents per 100 moves": (3.7, 3.1),
    "crossing collisions per 100 moves": (3.5, 5.5),
    "overtaking collisions per 100 moves": (0.6, 0.3),
    "overtaking fines per 100 moves": (2.3, 2.2),
    "turns lost held, %": (5.0, 17.0),
    "turns lost immobilised, %": (2.0, 3.0),
    "laps per car": (2.05, 1.62),
    "gerances allotted per game": (3.9, 3.9),
    "takeovers per game": (3.3, 2.6),
    "changes of Gendarme per game": (1.2, 0.7),
    "exact Paris per game": (1.2, 1.0),
    "worth of an exact Paris": (9700.0, 22900.0),
    "first Gendarme wins, %": (26.0, 27.0),
}


def play(game: RallyeCode, seed: str, count: dict[str, float] | None) -> tuple[list[int], int]:
    """One game; returns the purses and the first Gendarme."""
    state = game.start()
    source = Seeded(seed)
    driver = bots("rallye_code")["clubman"](game, Random(seed))
    first = -1
    while state.kind() != OVER:
        events: list[Event] | None = [] if count is not None else None
        if state.kind() == CHANCE:
            state.apply(source.draw(state.chance()), events)
        else:
            seat = state.to_act()[0]
            state.apply(driver.choose(state, seat), events)
        if first < 0:
            first = state.gendarme
        if count is not None and events:
            tally(count, events)
    result = state.result()
    assert result is not None
    return result.scores, first


def tally(count: dict[str, float], events: list[Event]) -> None:
    """Add what happened to the counts."""
    for event in events:
        key = event.kind
        if key == "collision":
            key += event.clause
        if key == "office" and event.clause != "RC-27":
            continue
        count[key] = count.get(key, 0.0) + 1
        if key == "paris":
            count["paris money"] = count.get("paris money", 0.0) + float(str(event.args["amount"]))
        if key == "move":
            path = event.args["path"]
            assert isinstance(path, list)
            count["squares"] = count.get("squares", 0.0) + len(path) - 1
            count["laps"] = count.get("laps", 0.0) + ("M1" in path[1:])


def mean(sample: Sample) -> float:
    return sum(sample) / len(sample)


def error(sample: Sample) -> float:
    """The standard error of a mean."""
    centre = mean(sample)
    return sqrt(sum((x - centre) ** 2 for x in sample) / max(1, len(sample) - 1) / len(sample))


def cash_row(players: int, edition: str, turns: int, games: int) -> str:
    game = create("rallye_code", {"players": players, "edition": edition, "rounds": turns})
    assert isinstance(game, RallyeCode)
    poorest: Sample = []
    richest: Sample = []
    out: Sample = []
    each = game.tables.each
    for number in range(games):
        purses, _ = play(game, f"{players}{edition}{turns}/{number}", None)
        assert sum(purses) <= 50000 * game.tables.cars
        poorest.append(min(purses) / 1000 / each)
        richest.append(max(purses) / 1000 / each)
        out.append(float(purses.count(0)))
    designed = DESIGNED[players][(turns == 60) * 2 + (edition == "B")]
    both = sqrt(1 + games / DESIGN_GAMES[turns])
    cells = []
    for sample, then, step in zip((poorest, richest, out), designed, (0.5, 0.5, 0.005), strict=True):
        apart = max(0.0, abs(mean(sample) - then) - step)  # the figures of the design are rounded
        sigma = apart / (both * error(sample)) if error(sample) else 0.0
        cells.append(f"{mean(sample):7.2f} ±{error(sample):.2f} ({then:g}, {sigma:.1f}σ)")
    return f"{players} players {edition} {turns:3} turns   poorest {cells[0]}   richest {cells[1]}   out {cells[2]}"


def road_table(games: int) -> list[str]:
    lines = []
    measured = [road_figures(edition, games) for edition in ("A", "B")]
    for name, (a, b) in ON_THE_ROAD.items():
        lines.append(f"{name:38} A {measured[0][name]:9.2f} ({a:g})   B {measured[1][name]:9.2f} ({b:g})")
    return lines


def road_figures(edition: str, games: int) -> dict[str, float]:
    game = create("rallye_code", {"players": 4, "edition": edition})
    assert isinstance(game, RallyeCode)
    count: dict[str, float] = {}
    first_wins = 0.0
    for number in range(games):
        purses, first = play(game, f"road{edition}/{number}", count)
        winners = [seat for seat, purse in enumerate(purses) if purse == max(purses)]
        first_wins += (first in winners) / len(winners)
    moves = count["move"]
    turns = count["roll"] + count.get("missed_turn", 0.0)
    per_moves = {
        "cards per 100 moves": count["card_offence"] + count["card_none"],
        "no-entries per 100 moves": count["diverted"],
        "stays per 100 moves": count["stays"],
        "accidents per 100 moves": count["accident"],
        "crossing collisions per 100 moves": count["collisionRC-32"],
        "overtaking collisions per 100 moves": count["collisionRC-31"],
        "overtaking fines per 100 moves": count["pay_overtaking"] + count.get("pay_overtaking_table", 0.0),
    }
    found = {name: 100 * number / moves for name, number in per_moves.items()}
    found["turns lost held, %"] = 100 * count["held"] / turns
    found["turns lost immobilised, %"] = 100 * count["immobile"] / turns
    found["laps per car"] = count["laps"] / games / 4
    found["gerances allotted per game"] = count["gerant"] / games
    found["takeovers per game"] = count["takeover"] / games
    found["changes of Gendarme per game"] = count["office"] / games
    found["exact Paris per game"] = count["paris"] / games
    found["worth of an exact Paris"] = count["paris money"] / count["paris"]
    found["first Gendarme wins, %"] = 100 * first_wins / games
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="games per row at 30 turns per car")
    parser.add_argument("--long", type=int, default=600, help="games per row at 60 turns per car")
    chosen = parser.parse_args()
    print("Cash in thousands per car at the end; in brackets the figure of the design and the distance from it.")
    for turns, games in ((30, chosen.games), (60, chosen.long)):
        for players in range(2, 7):
            for edition in ("A", "B"):
                print(cash_row(players, edition, turns, games), flush=True)
    print("\nFour players, 30 turns per car; in brackets the figure of the design.")
    print("\n".join(road_table(chosen.games)))


if __name__ == "__main__":
    main()
