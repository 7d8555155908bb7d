"""Whole rallies beside a second opinion (reference/)."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.second_opinion import Choose, play_beside

from parcferme.core.content import read_document
from parcferme.core.contract import State
from parcferme.core.registry import create
from parcferme.games.rally_round.board.check import CONTENT
from parcferme.games.rally_round.rules.game import RallyState
from parcferme.games.rally_round.rules.scoring import crew_places

from .reference.rally import Rally

OPTIONS = ("players", "mode", "kits", "crews", "max_section_turns", "strict")
VARIANTS: list[tuple[dict[str, object], str]] = [
    ({"players": 1, "mode": "competition"}, "route-example"),
    ({"players": 1, "kits": "deal", "crews": 4}, "courses/over-thorpe"),
    ({"players": 2, "kits": "standard", "max_section_turns": 25}, "courses/kiln-hill"),
    ({"players": 4, "kits": "free"}, "courses/scar-road"),
    ({"players": 5}, "courses/traverse"),
    ({"players": 6, "kits": "deal"}, "route-example"),
    ({"players": 3, "kits": "free", "strict": True}, "courses/mossgill"),
]


@pytest.mark.parametrize("haste", [0.0, 0.95])
@pytest.mark.parametrize(("options", "course"), VARIANTS)
def test_whole_rallies_agree_with_a_second_opinion(options: dict[str, object], course: str, haste: float) -> None:
    marked = read_document(CONTENT / f"{course}.json")
    game = create("rally_round", {**options, "marked_map": marked})
    board, cards = read_document(CONTENT / "map.json"), read_document(CONTENT / "cards.json")
    rally = Rally(board, cards, marked, {name: game.options[name] for name in OPTIONS})
    rng = Random(course)
    state, places = play_beside(game, rally.game(), rng, along_the_route(rng, haste))
    assert isinstance(state, RallyState)
    assert [car.penalty() for car in state.cars] == [car.score for car in rally.cars]
    assert crew_places(state) == places


def along_the_route(rng: Random, haste: float) -> Choose:
    """At random; as often as `haste` says on along the route, so that somebody comes home."""

    def choose(state: State, answers: list[str]) -> str:
        speeds = [answer for answer in answers if answer.startswith("speed:")]
        if speeds and rng.random() < haste:
            return rng.choice(speeds)
        if answers[0].startswith("sq:") and rng.random() < haste:
            assert isinstance(state, RallyState)
            square = state.default(state.to_act()[0]) - state.t.square_base
            return f"sq:{state.t.board.ids[square]}"
        return rng.choice(answers)

    return choose
