"""Bots against bots: fair line-ups, the same result wherever it is played, honest intervals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import parcferme
from parcferme.cli.ratings import rate
from parcferme.core import registry
from parcferme.core.bot import SECONDS, Bot
from parcferme.core.contract import Game, State
from parcferme.core.errors import ParcFermeError
from parcferme.solve.arena import (
    Match,
    Score,
    between_bots,
    duel,
    interval,
    line_up,
    play_match,
    standings,
    wilson,
)
from parcferme.solve.entrants import enter
from parcferme.solve.farm import play_here

VARIANT = "rallye_code(players=2,rounds=3)"


class Lazy(Bot):
    def choose(self, state: State, seat: int) -> int:
        return state.default(seat)


def lazy(game: Game, rng: Random) -> Bot:
    return Lazy()


CLOSED: list[str] = []


class Holder(Bot):
    """Holds something until it is closed, as a bot with a program of its own does."""

    def __init__(self, name: str, fails: bool) -> None:
        self.name = name
        self.fails = fails

    def choose(self, state: State, seat: int) -> int:
        if self.fails:
            raise RuntimeError("out of fuel")
        return state.default(seat)

    def close(self) -> None:
        CLOSED.append(self.name)


def holder(game: Game, rng: Random) -> Bot:
    return Holder("holder", False)


def failing(game: Game, rng: Random) -> Bot:
    return Holder("failing", True)


def score(number: int, places: list[int], bots: list[str] | None = None) -> Score:
    return Score(number, f"s/{number // 2}", bots or ["a", "b"], places, [-place for place in places], "finished")


def test_each_seed_is_played_once_from_every_seat() -> None:
    matches = line_up(VARIANT, ["novice", "random"], 4, "x")
    assert [match.bots for match in matches] == [["novice", "random"], ["random", "novice"]] * 2
    assert [match.seed for match in matches] == ["x/0", "x/0", "x/1", "x/1"]


def test_one_bot_may_fill_every_seat_but_too_many_are_refused() -> None:
    assert line_up(VARIANT, ["works"], 1, "x")[0].bots == ["works", "works"]
    with pytest.raises(ParcFermeError, match=r"3 bots, but .* has 2 seats"):
        line_up(VARIANT, ["novice", "clubman", "works"], 1, "x")
    with pytest.raises(ParcFermeError, match="at least one bot"):
        line_up(VARIANT, [], 1, "x")


@pytest.mark.parametrize(
    "name", ["clubman", "clubman:0.1", "random", "greedy", "search:2", "python:tests.solve.test_arena:lazy"]
)
def test_every_kind_of_entrant_plays_a_match(name: str) -> None:
    played = play_match(Match(0, VARIANT, [name, "novice"], "x/0"))
    assert sorted(played.places) in ([1, 1], [1, 2])
    assert played == play_match(Match(0, VARIANT, [name, "novice"], "x/0"))


@pytest.mark.parametrize(("second", "error"), [("holder", None), ("failing", RuntimeError), ("nobody", ParcFermeError)])
def test_bots_are_closed_when_the_match_is_over_however_it_ends(second: str, error: type[Exception] | None) -> None:
    CLOSED.clear()
    match = Match(0, VARIANT, [f"python:tests.solve.test_arena:{name}" for name in ("holder", second)], "x/0")
    if error is None:
        play_match(match)
    else:
        with pytest.raises(error):
            play_match(match)
    opened = ["holder"] if second == "nobody" else ["holder", second]
    assert opened == CLOSED


def test_an_unknown_entrant_is_refused_with_the_names_there_are() -> None:
    game = registry.create_variant(VARIANT)
    with pytest.raises(ParcFermeError, match=r"rallye_code has no bot 'god'; it has novice, clubman, works"):
        enter("god", game, Random(1))
    with pytest.raises(ParcFermeError, match="has no attribute 'nobody'"):
        enter("python:tests.solve.test_arena:nobody", game, Random(1))


def test_a_driver_may_enter_with_seconds_of_its_own() -> None:
    game = registry.create_variant(VARIANT)
    assert enter("works:0.25", game, Random(1)).seconds == 0.25
    assert enter("works", game, Random(1)).seconds == SECONDS
    for wrong in ("works:", "works:0", "works:soon", "works:1.2.3"):
        with pytest.raises(ParcFermeError, match="seconds to think"):
            enter(wrong, game, Random(1))


def test_two_processes_give_the_scores_of_one() -> None:
    matches = line_up(VARIANT, ["novice", "random"], 6, "x")
    assert list(play_here(matches, 2)) == list(play_here(matches, 1))


def test_a_ray_cluster_gives_the_scores_of_one_process(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray has no wheel for this Python")
    command = [sys.executable, "-m", "parcferme", "arena", VARIANT, "novice", "random", "--games", "6"]
    tables = []
    for name, where in (("here.csv", ["--workers", "1"]), ("ray.csv", ["--ray", "local"])):
        env = {
            **os.environ,
            "PYTHONPATH": str(Path(str(parcferme.__file__)).parents[1]),
            "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
        }
        done = subprocess.run(
            [*command, "--seed", "5", "--json", "--csv", str(tmp_path / name), *where],
            capture_output=True, text=True, env=env, cwd=tmp_path, timeout=180, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        tables.append(((tmp_path / name).read_text(), json.loads(done.stdout)["bots"]))
    assert tables[0] == tables[1]


def test_standings_share_a_shared_win() -> None:
    rows = standings([score(0, [1, 2]), score(1, [1, 1])])
    assert [(row.bot, row.wins, row.share, row.mean_place) for row in rows] == [
        ("a", 1.5, 0.75, 1.0),
        ("b", 0.5, 0.25, 1.5),
    ]


def test_a_duel_compares_every_pair_of_seats_that_met() -> None:
    found = duel([score(0, [1, 3, 2], ["a", "b", "a"]), score(2, [2, 1, 2], ["a", "b", "a"])], "a", "b")
    assert found.share == 0.5
    assert not found.is_clear()
    assert duel([score(2 * n, [1, 2]) for n in range(10)], "a", "b").is_clear()


def test_matches_of_one_seed_count_as_one_observation() -> None:
    assert interval([("s", 1.0), ("s", 0.0), ("t", 1.0), ("t", 1.0)]) == wilson(1.5, 2)
    won = [(str(n), 1.0) for n in range(40)]
    assert interval(won) == wilson(40, 40)  # forty wins of forty are no proof of always
    low, high = interval([(str(n // 2), (n + n // 2) % 2 * 1.0) for n in range(78)] + [("x", 1.0), ("y", 0.0)] * 1)
    assert 0.4 < low < 0.5 < high < 0.6  # rotations that cancel out leave little doubt
    assert high - low < wilson(20, 41)[1] - wilson(20, 41)[0]


def test_the_part_of_the_spread_between_bots() -> None:
    assert between_bots([score(0, [1, 2]), score(1, [1, 2])]) == 1.0
    assert between_bots([score(0, [1, 2]), score(1, [2, 1])]) == 0.0
    assert between_bots([score(0, [1, 1])]) == 0.0


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)  # as tabulated for 8 of 10
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 5)[1] == 1.0


def test_ratings_follow_the_places_and_grow_surer() -> None:
    few = rate([score(n, [1, 2]) for n in range(2)])
    many = rate([score(n, [1, 2]) for n in range(40)])
    assert few["a"].mu > few["b"].mu
    assert many["a"].sigma < few["a"].sigma
    assert rate([score(0, [1, 2], ["a", "a"])])["a"].mu == rate([score(0, [2, 1], ["a", "a"])])["a"].mu
