"""Texts, notations, views and the terminal: what people see."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from rich.cells import cell_len
from rich.text import Text
from tests.games.rally import helpers
from tests.games.rally.helpers import make, put, ready, road, to_move
from tests.support import advance, follow

from parcferme.core import registry
from parcferme.core.contract import OVER
from parcferme.core.events import Event
from parcferme.core.text import read_texts
from parcferme.games.rally.board.content import calendar
from parcferme.games.rally.meta import META, RACES
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.show.terminal import board, passing


def walk(game: RallyGame, seed: int) -> list[RallyState]:
    """Positions of a random game."""
    rng = Random(seed)
    state = game.start()
    found = [state.copy()]
    while state.kind() != OVER:
        advance(state, rng)
        found.append(state.copy())
    return found


def drawn(state: RallyState, seat: int | None) -> str:
    """The board as plain text; markup that does not read raises."""
    return Text.from_markup(board(state.view(seat))).plain


def test_the_races_of_the_options_are_those_of_the_calendar() -> None:
    assert tuple(race.id for race in calendar()) == RACES


def test_notations_round_trip_and_are_stable() -> None:
    game = make()
    assert game.form(game.parse("advance:2")) == {"kind": "brake", "brakes": 2}
    assert game.form(game.parse("lay:12")) == {"kind": "lay", "card": 12, "name": "Tornante del passo"}
    assert game.form(game.parse("mechanic:83")) == {"kind": "mechanic", "number": 83}
    assert [game.format(a) for a in (0, 3, 25, game.actions() - 1)] == [
        "setup:stable",
        "lay:1",
        "mechanic:1",
        "drive_on",
    ]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_event_of_a_race_reads_as_a_sentence(language: str) -> None:
    texts = read_texts(registry.folder("rally"), language)
    game = make(players=3, specials=True)
    rng = Random(1)
    state = game.start()
    while state.kind() != OVER:
        events: list[Event] = []
        advance(state, rng, events)
        for event in events:
            assert not re.search(r"[{}]|event\.", texts.event(event)), event


@pytest.mark.parametrize("players", [1, 2, 6])
def test_the_board_fits_the_terminal_in_every_phase(players: int) -> None:
    seen: dict[object, int] = {}
    for state in walk(make(players=players, races=["italia"], specials=True), 3):
        phase = state.view(None)["phase"]
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] > 6 and seen[phase] % 40:
            continue
        for seat in (0, None):
            text = drawn(state, seat)
            assert max(cell_len(line.rstrip()) for line in text.splitlines()) <= 100
            assert text.startswith(" RALLY  Italia")
    chance = {"draw", "mark", "weather", "risk", "damage"} - ({"draw"} if players == 1 else set())
    assert chance | {"setup", "lay", "mechanics", "tyres", "gear", "step", "service", "end"} == set(seen)


def test_the_board_shows_road_cars_weather_and_odds() -> None:
    game = road("0 1 2 3 4f 0 0 0 0 0 0 0", players=2)
    state = ready(game, mechanics=[[3, 3, 9], [5, 6, 7]])
    put(state, 0, 2, 3)
    put(state, 1, 6, on_road=False)
    to_move(state, 0, sector=helpers.RAIN_SECTOR)
    text = drawn(state, 0)
    assert "100 101 102 103 104" in text
    assert "4f" in text
    assert "(2)" in text
    assert "rain die +1, fords 5; odd overcast, even rain" in text
    assert "mm" in text
    assert "3rd   2–5" in text
    assert "mm" not in drawn(state, 1)
    follow(game, state, "gear:3", "die:4")
    assert "bears level 2; still 2 to 5 squares; ahead: 2 3 5 0 0" in drawn(state, 0)
    assert "square 2 ahead is 1 too hard: clean 3/6, tc 1/6, 1° 1/6, 2° 1/6" in drawn(state, 0)


def test_the_share_of_dice_that_pass() -> None:
    damage = [[0, 0, 0, 1, 2, 3], [0, 0, 1, 2, 3, 3]]
    assert passing([1, 3], [4, 3, 2, 1], damage) == [1.0, (1 + 1 + 3 / 6 + 2 / 6) / 4]


def test_views_hold_json_and_all_that_a_drawing_needs() -> None:
    game = make(players=2, scope="stage")
    for state in walk(game, 8)[::11]:
        view = state.view(1)
        assert json.loads(json.dumps(view)) == view
        road_view = view["road"]
        assert isinstance(road_view, dict)
        for laid in road_view["cards"]:
            assert {"no", "name", "exit", "shape", "levels", "marks", "line", "cell", "heading", "first"} <= set(laid)
            ends = {"S": [100, 50], "L": [50, 0], "R": [50, 100]}
            assert laid["line"][0] == [0, 50]
            assert laid["line"][-1] == ends[laid["exit"]]


def test_the_door_plate() -> None:
    assert META.seats == (1, 6)
    assert (
        registry.variant_of(make(players=3, scope="stage", route="1-12")) == "rally(players=3,scope=stage,route=1-12)"
    )
