"""The board as text, notations, and the texts."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from rich.text import Text
from tests.support import random_play

from parcferme.core import registry
from parcferme.core.contract import OVER
from parcferme.core.events import Event
from parcferme.core.text import read_texts
from parcferme.games.lunar_rally.actions import CONCEDE, DECLINE, PROGRAM_ACTIONS
from parcferme.games.lunar_rally.meta import OPTIONS
from parcferme.games.lunar_rally.show.terminal import NODE_WORDS, board
from parcferme.games.lunar_rally.state import REASONS

from .helpers import give, lunar, open_ground, placed, position, rover


@pytest.mark.parametrize("colour", ["blue", "green", "red", "yellow"])
def test_the_board_fits_into_100_columns_and_shows_everything(colour: str) -> None:
    game = lunar(players=4, scenario=colour)
    state = placed(game)
    plain = Text.from_markup(board(state.view(0))).plain
    assert max(len(line) for line in plain.splitlines()) <= 100
    ground = game.race.grounds[0]
    assert plain.count("▟█▙") == len(ground.craters) + 1, "each crater hex, and the legend"
    assert plain.count("{+}") == len(ground.stations) + 1
    assert plain.count("<!>") == len(ground.caches) + 1
    assert plain.count("▚▚▚") == len(ground.finishes) + 1
    for name in [one.name for one in state.position.rovers]:
        assert re.search(rf"{name}[↑↗↘↓↙↖]", plain), name


def test_hexes_stand_in_their_columns() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE"), "G2": rover((11, 0), "N")})
    lines = Text.from_markup(board(state.view(0))).plain.splitlines()
    column = next(line for line in lines if "A   B" in line).index("K")
    even = next(line for line in lines if "B1↘" in line)
    odd = next(line for line in lines if "G2↑" in line)
    assert even.startswith(" 6 ")
    assert even.index("B1↘") == column - 1
    assert odd.index("G2↑") == column + 3
    assert lines.index(odd) == lines.index(even) + 1, "odd columns stand half a hex lower"


def test_control_boards_hide_what_is_hidden() -> None:
    game = open_ground(2)
    state = position(game, {"B1": rover((10, 0), "SE", "P2"), "G1": rover((3, 3)), "G2": rover((4, 4))}, due=2)
    give(game, state, {"B1": "F1.AT", "G1": "LA.MI.ST"})
    own = Text.from_markup(board(state.view(0))).plain
    assert "F1 · AT · ✕✕" in own
    assert "?? · ?? · ??" in own
    assert "LA" not in own
    assert "not on the board" in own


def test_every_node_has_words_and_every_position_a_board() -> None:
    for seed in range(3):
        play = random_play(lunar(players=3, scenario="tokens", round_cap=6), seed)
        assert play.state.kind() == OVER
        assert board(play.state.view(None))
    assert board(lunar(scenario="tokens").start().view(None)).startswith("round 0/60")
    assert set(NODE_WORDS) >= {"throw_map", "flip", "over"}


def test_notations_are_dense_and_stable() -> None:
    game = lunar(scenario="tokens")
    assert game.actions() == 2 * 1110 + 2 + 9 * 6
    assert game.format(0) == "1:AT"
    assert game.format(1110) == "2:AT"
    assert (game.format(DECLINE), game.format(CONCEDE)) == ("decline", "concede")
    assert game.parse("1:F1.AT.TL") == 110 + 103
    assert game.form(game.parse("2:RV.AT")) == {"kind": "program", "number": 2, "cards": ["RV", "AT"], "text": "RV.AT"}
    assert game.form(game.parse("place:A3/NE")) == {"kind": "place", "hex": "A3", "facing": "NE"}
    other = lunar(players=4)
    assert all(game.format(action) == other.format(action) for action in range(PROGRAM_ACTIONS))
    assert [game.format_outcome(outcome) for outcome in range(game.outcomes())] == [
        "BG/BR", "BG/GY", "RY/BR", "RY/GY", "moon",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_texts_are_complete(language: str) -> None:
    folder = registry.folder("lunar_rally")
    entries = json.loads((folder / "text" / f"{language}.json").read_text("utf-8"))
    assert {f"option.{name}" for name in OPTIONS.options} <= set(entries)
    assert {f"reason.{reason}" for reason in REASONS if reason} <= set(entries)
    sources = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    told = set(re.findall(r'(?:Event|tell\w*)\((?:\w+, )?"(\w+)"', sources)) | {"missile_tie", "missile_miss"}
    assert {f"event.{kind}" for kind in told} <= set(entries)
    assert {f"refusal.{code}" for code in re.findall(r'Refusal\("(\w+)"', sources)} <= set(entries)
    assert len(told) > 35


def test_an_event_reads_as_a_sentence() -> None:
    texts = read_texts(registry.folder("lunar_rally"))
    game = lunar()
    rng = Random(1)
    state = placed(game)
    events: list[Event] = []
    for _ in range(6):
        state.apply_joint([rng.choice(state.legal(seat)) for seat in state.to_act()], events)
    assert all("{" not in texts.event(event) for event in events)
    assert "Phase 1: B1 reveals" in "\n".join(texts.event(event) for event in events)
