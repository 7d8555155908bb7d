"""Bots, views, texts, odds, the terminal, notation, golden playthroughs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from tests.games.rally_round.roads import Road, alone, field, names, planner, put, say, together
from tests.support import check_golden, playthrough

from parcferme.core import registry
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, OVER, State
from parcferme.core.errors import BadNotation
from parcferme.core.events import Event
from parcferme.core.text import read_texts
from parcferme.games.rally_round.board.check import house_deck
from parcferme.games.rally_round.drive.bots import BOTS
from parcferme.games.rally_round.drive.driver import driver_of
from parcferme.games.rally_round.drive.odds import odds
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.show.terminal import board
from parcferme.games.rally_round.state import PHASE_NAMES

FOLDER = registry.folder("rally_round")
HERE = Path(__file__).parent


def made(**options: object) -> RallyGame:
    game = registry.create("rally_round", options)
    assert isinstance(game, RallyGame)
    return game


def driven(game: RallyGame, level: str, seed: int) -> RallyState:
    """A whole game of one level of bots."""
    state, source = game.start(), Seeded(seed)
    crew = [BOTS[level](game, Random(seed * 10 + seat)) for seat in range(game.players)]
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(source.draw(state.chance()))
            continue
        seat = state.to_act()[0]
        action = crew[seat].choose(state.copy(), seat)
        assert action in state.legal(seat)
        state.apply(action)
    return state


@pytest.mark.long
@pytest.mark.rule("RR-03")
def test_who_never_loses_the_plan_drives_a_competition_almost_without_penalty() -> None:
    """Alone, nobody is in the way: the example route can be driven without any."""
    end = driven(made(players=1, mode="competition"), "ace", 1)
    assert field(end, "score") + field(end, "other") <= 60


@pytest.mark.long
@pytest.mark.rule("RR-46", "RR-98", "RR-29")
@pytest.mark.parametrize(
    ("level", "options"),
    [
        ("novice", {"players": 3}),
        ("novice", {"players": 2, "route": "laid", "rally": "stage"}),
        ("clubman", {"players": 3}),
        ("clubman", {"players": 2, "route": "laid"}),
        ("works", {"players": 2, "route": "laid", "rally": "stage"}),
    ],
)
def test_bots_play_whole_games(level: str, options: dict[str, object]) -> None:
    assert driven(made(**options), level, 3).result() is not None


@pytest.mark.rule("RR-10")
def test_par_and_plans() -> None:
    game, state = alone(Road().section("road", "R21").section("stage", "R20"))
    assert planner(state).par() == [0, 150]  # on the stage 10 20 30 40 50 60, five squares of the last
    plan = planner(state).section(0)
    assert plan is not None
    assert sum(10 * action + 10 for action in plan.line()) == 210
    along = driver_of(state, 0).along(state, 0)
    assert along is not None
    assert along.cost == 0
    put(state, 8, 9, speed=20)  # facing back: no plan along the route
    assert driver_of(state, 0).along(state, 0) is None
    assert names(game, state)


@pytest.mark.rule("RR-80")
def test_odds_tell_the_chance_of_an_adverse_card() -> None:
    game, state = together(Road().section("road", "R30", {4: "20", 6: "!", 7: "Ford"}), "")
    put(state, 6, 5, speed=10)
    assert odds(state, 0, game.parse("speed:10")) == [("odds.draw", {"adverse": "1/2", "cards": 32})]
    assert odds(state, 0, game.parse("speed:20")) == odds(state, 0, game.parse("speed:90")) == []


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


def test_every_card_of_the_house_has_a_name_in_three_languages() -> None:
    deck = house_deck()
    for code in ("en", "fr", "it"):
        texts = read_texts(FOLDER, code)
        for name in deck.kit_names + deck.hazard_names:
            assert f"word.{name}" in texts.entries, (code, name)
    assert read_texts(FOLDER, "en").worded("Mud Tyres") == "Mud Tyres"
    assert read_texts(FOLDER, "it").event(Event("keeps", "RR-80", {"crew": 1, "card": "H6", "name": "Short Cut"})) == (
        "Auto 1 pesca Scorciatoia e tiene la carta."
    )


def test_times_are_told_in_minutes_and_seconds() -> None:
    game, state = alone(Road().section("stage", "R12"), "S1 A2 D1 DR1 N1 E1")
    events = say(game, state, 40, 60, 80)
    told = [read_texts(FOLDER, "en").event(event) for event in events if event.kind in ("booked", "finished")]
    assert told == [
        "Car 1 books in at SSF2: 2:15 taken, penalty 0:15.",
        "Car 1 has finished with a penalty of 0:15.",
    ]


def test_notation_round_trips_and_helps_with_typing_errors() -> None:
    game = made()
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
    assert seen <= set(PHASE_NAMES)
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


GOLDEN: dict[str, dict[str, object]] = {
    "competition": {"players": 1, "mode": "competition"},
    "table": {"players": 3},
    "laid": {"players": 2, "route": "laid"},
    "stage-in-two-parts": {"players": 2, "route": "laid", "rally": "stage", "parts": 2},
    "strict": {"players": 2, "kits": "deal", "strict": True, "max_section_turns": 15},
    "competitive-solo": {"players": 1, "competitive": True},
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_playthroughs(name: str, update_golden: bool) -> None:
    """The moves are those of the stored text, so that only a rule can change what comes of them."""
    game = made(**GOLDEN[name])
    path = HERE / "playthroughs" / f"{name}.txt"
    moves = [line.split(": ")[1] for line in path.read_text("utf-8").splitlines() if line[:1].isdigit()]

    def choose(state: State, seat: int) -> int:
        return game.parse(moves.pop(0))

    check_golden(path, playthrough(game, 2, choose), update_golden)
    assert moves == []


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
