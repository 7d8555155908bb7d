"""Bots, views, texts, odds, the terminal, notation, golden playthroughs."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from random import Random

import pytest

from games.rally_round.roads import Road, alone, field, names, put, say, together
from parcferme.core import registry
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, OVER, State
from parcferme.core.errors import BadNotation
from parcferme.games.rally_round.analysis import odds, plan_from, route_par
from parcferme.games.rally_round.bots import BOTS
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.state import NODE_NAMES, OTHER, SCORE
from parcferme.games.rally_round.terminal import board
from support import check_golden, playthrough

FOLDER = registry.folder("rally_round")
HERE = Path(__file__).parent


def made(**options: object) -> RallyGame:
    game = registry.create("rally_round", options)
    assert isinstance(game, RallyGame)
    return game


def driven(game: RallyGame, level: str, seed: int) -> tuple[RallyState, float]:
    """A whole game of one level of bots; returns the end and the slowest choice in seconds."""
    state, source, slowest = game.start(), Seeded(seed), 0.0
    crew = [BOTS[level](game, Random(seed * 10 + seat)) for seat in range(game.players)]
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(source.draw(state.chance()))
            continue
        seat = state.to_act()[0]
        begin = time.process_time()
        action = crew[seat].choose(state.copy(), seat)
        slowest = max(slowest, time.process_time() - begin)
        assert action in state.legal(seat)
        state.apply(action)
    return state, slowest


@pytest.mark.rule("RR-03")
def test_bots_are_ordered_by_strength_and_quick() -> None:
    game = made(players=1, mode="competition")
    means: dict[str, float] = {}
    for level in BOTS:
        ends = [driven(game, level, seed) for seed in range(3)]
        means[level] = sum(field(end, SCORE) + field(end, OTHER) for end, _ in ends) / 3
        assert max(slowest for _, slowest in ends) < 0.25  # 50 ms on a quiet machine
    assert means["works"] < means["clubman"] < means["novice"]
    assert means["works"] <= 300


@pytest.mark.rule("RR-46", "RR-98", "RR-29")
@pytest.mark.parametrize("level", list(BOTS))
@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 2, "route": "laid"}, {"players": 2, "route": "laid", "rally": "stage"}]
)
def test_bots_play_whole_games(level: str, options: dict[str, object]) -> None:
    state, _ = driven(made(**options), level, 3)
    assert state.result() is not None


@pytest.mark.rule("RR-10")
def test_par_and_plans() -> None:
    game, state = alone(Road().section("road", "R21").section("stage", "R20"))
    assert route_par(state.drives_on(), state.kits[0]) == 150  # 10 20 30 40 50 60, five squares of the last
    plan = plan_from(state, 0)
    assert plan is not None
    assert plan.penalty == 0
    assert sum(plan.speeds()) == 210
    put(state, 8, 9, speed=20)  # facing back: no plan along the route
    assert plan_from(state, 0) is None
    assert names(game, state)


@pytest.mark.rule("RR-80")
def test_odds_tell_what_a_speed_leads_to() -> None:
    game, state = together(Road().section("road", "R30", {4: "20", 6: "!", 7: "Ford"}), "")
    put(state, 4, 3, speed=30)
    told = {text: dict(odds(state, 0, game.parse(text))) for text in ("speed:20", "speed:30", "speed:40")}
    assert told["speed:20"]["odds.rests"]["square"] == 6
    assert told["speed:30"]["odds.off"] == {"crew": 1, "square": 5, "turns": 1}
    assert told["speed:40"]["odds.off"]["turns"] == 2
    put(state, 6, 5, speed=10)
    lines = dict(odds(state, 0, game.parse("speed:10")))
    assert lines["odds.draw"] == {"adverse": "1/2", "cards": 32}
    assert dict(odds(state, 0, game.parse("speed:20")))["odds.flooded"]["turns"] == 2
    assert odds(state, 0, game.parse("speed:90")) == []


def test_every_sentence_exists_in_three_languages() -> None:
    catalogues = {
        code: json.loads((FOLDER / "text" / f"{code}.json").read_text("utf-8")) for code in ("en", "fr", "it")
    }
    assert catalogues["en"].keys() == catalogues["fr"].keys() == catalogues["it"].keys()
    for key, sentence in catalogues["en"].items():
        for other in ("fr", "it"):
            assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", catalogues[other][key])), key
    sources = "".join(path.read_text("utf-8") for path in FOLDER.rglob("*.py"))
    for kind in re.findall(r'Event\(\s*"([a-z_]+)"', sources):
        assert f"event.{kind}" in catalogues["en"], kind
    for code in re.findall(r'Refusal\(\s*"([a-z_]+)"', sources):
        assert f"refusal.{code}" in catalogues["en"], code
    game = made()
    for action in range(game.actions()):
        assert f"action.{game.form(action)['kind']}" in catalogues["en"]
    for name in registry.meta("rally_round").options.options:
        assert f"option.{name}" in catalogues["en"]


def test_notation_round_trips_and_helps_with_typing_errors() -> None:
    game = made()
    for action in range(game.actions()):
        assert game.parse(game.format(action)) == action
    for outcome in range(game.outcomes()):
        assert game.parse_outcome(game.format_outcome(outcome)) == outcome
    assert game.format(game.parse("sq:155")) == "sq:155"
    with pytest.raises(BadNotation) as caught:
        game.parse("sped:30")
    assert "speed:30" in caught.value.near


@pytest.mark.rule("RR-49", "RR-R34")
def test_the_view_hides_nothing_and_holds_no_card_order() -> None:
    game = made(players=2, kits="standard")
    state = game.start()
    state.apply(game.parse_outcome("car:1"))
    for _ in range(40):
        for seat in (0, 1, None):
            text = json.dumps(state.view(seat))
            assert "unseen" not in text
        state.apply(state.chance()[0][0] if state.kind() == CHANCE else state.default(state.to_act()[0]))
    pack = state.view(0)["pack"]
    assert isinstance(pack, list)
    assert pack[0][0] + len(pack[0][1]) <= 32
    assert state.resample(0, Random(1)).dump() == state.dump()


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 2, "route": "laid"}, {"players": 1, "mode": "competition"}, {"players": 6}]
)
def test_the_terminal_draws_every_node_within_100_columns(options: dict[str, object]) -> None:
    game = made(**options)
    state, rng, seen = game.start(), Random(4), set()
    for _ in range(150):
        if state.kind() == OVER:
            break
        picture = board(state.view(0))
        plain = re.sub(r"(?<!\\)\[/?[^\]\[]*\]", "", picture)
        assert max(len(line) for line in plain.splitlines()) <= 100
        seen.add(state.view(0)["node"])
        state.apply(
            rng.choice(state.chance())[0] if state.kind() == CHANCE else rng.choice(state.legal(state.to_act()[0]))
        )
    assert seen <= set(NODE_NAMES)
    assert len(seen) > 2


@pytest.mark.rule("RR-84", "RR-88", "RR-79")
def test_the_terminal_warns_of_what_a_speed_leads_to() -> None:
    game, state = alone(Road().section("road", "R30", {4: "20", 6: "Ford", 8: "QZ"}))
    put(state, 4, 3, speed=30)
    picture = board(state.view(0))
    assert "off at 1 (bend 20), 1 turns missed" in picture
    put(state, 6, 5, speed=10)
    assert "stops in a ford" in board(state.view(0))
    put(state, 7, 6, speed=50)
    assert "Quiet Zone at 2: 30 marks" in board(state.view(0))
    assert "speed:50" in names(game, state)


GOLDEN = {
    "competition": {"players": 1, "mode": "competition"},
    "table": {"players": 3},
    "laid": {"players": 2, "route": "laid"},
    "stage-in-two-parts": {"players": 2, "route": "laid", "rally": "stage", "parts": 2},
    "strict": {"players": 2, "kits": "deal", "strict": True, "max_section_turns": 15},
    "competitive-solo": {"players": 1, "competitive": True},
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_playthroughs(name: str, update_golden: bool) -> None:
    game = made(**GOLDEN[name])
    crew = [BOTS["works"](game, Random(seat)) for seat in range(game.players)]
    rng = Random(11)

    def choose(state: State, seat: int) -> int:
        return rng.choice(state.legal(seat)) if name == "strict" else crew[seat].choose(state.copy(), seat)

    check_golden(HERE / "playthroughs" / f"{name}.txt", playthrough(game, 2, choose), update_golden)


def test_random_refusals_are_named_everywhere() -> None:
    catalogue = json.loads((FOLDER / "text" / "en.json").read_text("utf-8"))
    for options in ({"players": 2, "route": "laid"}, {"players": 3, "kits": "draft"}):
        game = made(**options)
        state, rng = game.start(), Random(9)
        for _ in range(80):
            if state.kind() == OVER:
                break
            for seat in range(game.players):
                for action in rng.sample(range(game.actions()), 25):
                    refusal = state.explain(seat, action)
                    assert (refusal is None) == (action in state.legal(seat))
                    if refusal is not None:
                        assert f"refusal.{refusal.code}" in catalogue
            state.apply(
                rng.choice(state.chance())[0] if state.kind() == CHANCE else rng.choice(state.legal(state.to_act()[0]))
            )
    assert say(*together(Road().section("road", "R12"), "")) == []
